//! What people type, a line at a time: one path for a terminal and for a pipe.

use std::io::{self, BufRead, IsTerminal};

/// No command or number is nearly that long; the rest of a longer line is read and dropped.
const LONGEST: usize = 4_096;

pub(crate) struct Input {
    /// What is read instead of standard input, which is held only while a line is read: a command that the menu runs reads it too.
    reader: Option<Box<dyn BufRead>>,
    /// Whether the terminal shows what is typed. If not, the transcript needs it from us.
    pub(crate) is_terminal: bool,
}

impl Input {
    pub(crate) fn stdin() -> Input {
        Input { reader: None, is_terminal: io::stdin().is_terminal() }
    }

    /// A pipe that brings this text.
    #[cfg(test)]
    pub(crate) fn from_text(text: String) -> Input {
        Input { reader: Some(Box::new(io::Cursor::new(text))), is_terminal: false }
    }

    /// The next line without its end; `None` at the end of input. Bytes that are no text come as replacement characters,
    /// so they are neither a number nor a command.
    pub(crate) fn line(&mut self) -> io::Result<Option<String>> {
        match &mut self.reader {
            Some(reader) => read_line(reader),
            None => read_line(&mut io::stdin().lock()),
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut kept = Vec::new();
    let mut read_any = false;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            break;
        }
        read_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let line = &buffer[..end.unwrap_or(buffer.len())];
        kept.extend_from_slice(&line[..line.len().min(LONGEST - kept.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            break;
        }
    }
    if kept.last() == Some(&b'\r') {
        kept.pop();
    }
    Ok(read_any.then(|| String::from_utf8_lossy(&kept).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut reader = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut reader).unwrap()).collect()
    }

    #[test]
    fn lines_come_one_by_one_whatever_they_hold() {
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"12\n\r\n6"), ["12", "", "6"]);
        assert_eq!(lines(b"12\xff\n7\n"), ["12\u{fffd}", "7"]);
    }

    #[test]
    fn a_line_of_a_megabyte_is_cut_and_the_next_one_is_whole() {
        let mut bytes = vec![b'1'; 1_000_000];
        bytes.extend(b"\n7\n");
        let lines = lines(&bytes);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST, "7"));
    }
}
