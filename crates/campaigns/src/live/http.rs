//! As much of HTTP/1.1 as it takes to ask the server something, and to follow what it tells.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// A server that says nothing for so long is stuck, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);
/// So often somebody who follows looks up.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// Who asks.
    pub(crate) token: Option<String>,
    /// The idempotency key of an action.
    pub(crate) key: Option<String>,
    /// The last entry that was seen, of somebody who follows.
    pub(crate) seen: Option<u64>,
    /// With a body it is a POST.
    pub(crate) body: Option<String>,
}

impl Request {
    pub(crate) fn text(&self) -> String {
        let method = if self.body.is_some() { "POST" } else { "GET" };
        let mut text = format!("{method} {} HTTP/1.1\r\nHost: localhost\r\n", self.path);
        let mut header = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(text, "{name}: {value}\r\n");
            }
        };
        header("Authorization", self.token.as_ref().map(|token| format!("Bearer {token}")));
        header("Idempotency-Key", self.key.clone());
        header("Last-Event-ID", self.seen.map(|seen| seen.to_string()));
        header("Content-Length", self.body.as_ref().map(|body| body.len().to_string()));
        text + "\r\n" + self.body.as_deref().unwrap_or_default()
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// A connection that is opened when something is asked, and again after it has failed.
#[derive(Default)]
pub(crate) struct Line(Option<(SocketAddr, BufReader<TcpStream>)>);

impl Line {
    /// Asks once. Whether something was done when this fails, nobody knows.
    pub(crate) fn ask(&mut self, server: SocketAddr, request: &Request) -> Result<Answer> {
        let open = self.0.take().filter(|(address, _)| *address == server);
        let (_, mut stream) = match open {
            Some(open) => open,
            None => (server, BufReader::new(connect(server, PATIENCE)?)),
        };
        stream.get_mut().write_all(request.text().as_bytes())?;
        let Head { status, length, .. } = Head::read(&mut stream)?;
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        self.0 = Some((server, stream));
        Ok(Answer { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
    }
}

fn connect(server: SocketAddr, patience: Duration) -> Result<TcpStream> {
    let stream = TcpStream::connect(server)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(patience))?;
    Ok(stream)
}

struct Head {
    status: u16,
    length: usize,
    is_chunked: bool,
}

impl Head {
    fn read(stream: &mut impl BufRead) -> Result<Head> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_ascii_lowercase()),
            }
        }
        let field = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let status = field("http/1.1 ").and_then(|rest| rest.get(..3)).and_then(|status| status.parse().ok());
        Ok(Head {
            status: status.ok_or_else(|| Error::other(format!("no answer: {lines:?}")))?,
            length: field("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0),
            is_chunked: field("transfer-encoding:") == Some("chunked"),
        })
    }
}

/// A message of a stream.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) event: String,
    pub(crate) data: Value,
}

/// A stream of what happens in a game.
pub(crate) struct Stream {
    stream: BufReader<TcpStream>,
    /// What has come and is not decoded yet: a chunk that is not whole, and a message that is not whole.
    chunks: Vec<u8>,
    text: Vec<u8>,
}

impl Stream {
    /// Begins to follow, or gives the answer that says why not.
    pub(crate) fn open(server: SocketAddr, request: &Request) -> Result<std::result::Result<Stream, Answer>> {
        let mut stream = BufReader::new(connect(server, PATIENCE)?);
        stream.get_mut().write_all(request.text().as_bytes())?;
        let Head { status, length, is_chunked } = Head::read(&mut stream)?;
        if status != 200 || !is_chunked {
            let mut body = vec![0; length];
            stream.read_exact(&mut body)?;
            return Ok(Err(Answer { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }));
        }
        stream.get_mut().set_read_timeout(Some(LOOK_UP))?;
        Ok(Ok(Stream { stream, chunks: Vec::new(), text: Vec::new() }))
    }

    /// The next message, or nothing if none has come for a moment. It fails when the stream has ended: what is half is nothing.
    pub(crate) fn next(&mut self) -> Result<Option<Message>> {
        loop {
            if let Some(end) = find(&self.text, b"\n\n") {
                let message: Vec<u8> = self.text.drain(..end + 2).collect();
                match read_message(&String::from_utf8_lossy(&message)) {
                    Some(message) => return Ok(Some(message)),
                    None => continue,
                }
            }
            match self.stream.fill_buf() {
                Ok([]) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(bytes) => self.chunks.extend_from_slice(bytes),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return Ok(None),
                Err(error) => return Err(error),
            }
            self.stream.consume(self.stream.buffer().len());
            while let Some((begin, end)) = chunk(&self.chunks)? {
                self.text.extend_from_slice(&self.chunks[begin..end]);
                self.chunks.drain(..end + 2);
            }
        }
    }
}

/// Where the first chunk begins and ends, if it is whole.
fn chunk(bytes: &[u8]) -> Result<Option<(usize, usize)>> {
    let Some(line) = find(bytes, b"\r\n") else { return Ok(None) };
    let length = std::str::from_utf8(&bytes[..line]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
    match length {
        Some(0) => Err(ErrorKind::UnexpectedEof.into()),
        Some(length) => Ok(Some((line + 2, line + 2 + length)).filter(|(_, end)| bytes.len() >= end + 2)),
        None => Err(Error::other("a chunk without a length")),
    }
}

/// Where something is.
pub(crate) fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// A message; comments and advice on coming back are none.
fn read_message(text: &str) -> Option<Message> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Some(Message {
        id: field("id:").and_then(|id| id.parse().ok()),
        event: field("event:")?.into(),
        data: field("data:").and_then(|data| serde_json::from_str(data).ok()).unwrap_or(Value::Null),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_read_when_it_is_whole() {
        assert_eq!(chunk(b"3\r\nabc\r\n1").unwrap(), Some((3, 6)));
        for half in [&b""[..], b"3", b"3\r\nab", b"3\r\nabc", b"3\r\nabc\r"] {
            assert_eq!(chunk(half).unwrap(), None);
        }
        assert!(chunk(b"0\r\n\r\n").is_err());
        assert!(chunk(b"x\r\n").is_err());
    }

    #[test]
    fn a_message_has_an_event() {
        let message = read_message("id: 7\nevent: happened\ndata: {\"a\":1}\n\n").unwrap();
        assert_eq!((message.id, message.event.as_str(), &message.data["a"]), (Some(7), "happened", &1.into()));
        assert!(read_message("retry: 603\n\n").is_none());
        assert!(read_message(": still here\n\n").is_none());
    }
}
