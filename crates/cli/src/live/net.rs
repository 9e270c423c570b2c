//! HTTP/1.1, as much of it as a game needs: a request, an answer, and a stream of events. The server may be anybody's: whatever it
//! sends is bounded, in bytes and in time.

use std::io::{self, ErrorKind};
use std::time::Duration;

use super::link::Place;
use super::wire::{Hold, Wire, nonsense};

/// How much of anything there may be, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// To reach one of the addresses of the server.
    pub(crate) connecting: Duration,
    /// For a whole answer; of a stream for its head.
    pub(crate) answering: Duration,
    /// For nothing at all to come through a stream: a server says something every 15 seconds.
    pub(crate) silence: Duration,
    /// Bytes of the head of an answer.
    pub(crate) head: usize,
    /// Bytes of its body, or of one event of a stream.
    pub(crate) body: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connecting: Duration::from_secs(10),
            answering: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            head: 16 << 10,
            body: 1 << 20,
        }
    }
}

/// Somebody who answers requests.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) place: Place,
    pub(crate) limits: Limits,
}

/// What is asked.
pub(crate) struct Asked<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    /// More headers than every request has. None of them comes from outside.
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: Option<&'a str>,
}

/// What is answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// What comes through a stream, when its head has come.
pub(crate) enum Streamed {
    Events(Events),
    /// Something else was answered.
    Not(Answered),
}

impl Server {
    /// Asks, and waits for the whole answer.
    pub(crate) fn ask(&self, asked: &Asked<'_>) -> io::Result<Answered> {
        self.send(asked)?.whole(self.limits.body)
    }

    /// Asks for a stream of events. `hold` gets the connection, so that somebody else can end it.
    pub(crate) fn stream(&self, asked: &Asked<'_>, hold: impl FnOnce(Hold)) -> io::Result<Streamed> {
        let mut answer = self.send(asked)?;
        if answer.status != 200 {
            return Ok(Streamed::Not(answer.whole(self.limits.body)?));
        }
        hold(answer.wire.hold()?);
        answer.wire.has_no_end();
        Ok(Streamed::Events(Events { answer, longest: self.limits.body, come: Vec::new() }))
    }

    fn send(&self, asked: &Asked<'_>) -> io::Result<Answer> {
        let mut wire = Wire::open(&self.place, &self.limits)?;
        let mut request = format!(
            "{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nUser-Agent: divisor-duel/{}\r\n",
            asked.method,
            asked.path,
            self.place.authority(),
            env!("CARGO_PKG_VERSION"),
        );
        for (name, value) in asked.headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = asked.body {
            request.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(asked.body.unwrap_or_default());
        wire.send(request.as_bytes())?;
        Answer::begin(wire, self.limits.head)
    }
}

/// How much of a body is still to come.
enum Rest {
    /// So many bytes.
    Bytes(u64),
    /// Chunks; of the present one so many bytes.
    Chunks(u64),
    /// Whatever comes until the end of the connection.
    All,
    Nothing,
}

/// An answer whose head has come.
struct Answer {
    status: u16,
    wire: Wire,
    rest: Rest,
    head: usize,
}

impl Answer {
    fn begin(mut wire: Wire, head: usize) -> io::Result<Answer> {
        let mut left = head;
        let status = status_of(&header_line(&mut wire, &mut left)?)?;
        let (mut length, mut is_chunked) = (None, false);
        loop {
            let line = header_line(&mut wire, &mut left)?;
            if line.is_empty() {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let (name, value) = text.split_once(':').ok_or_else(|| nonsense("a header without a name"))?;
            let value = value.trim();
            if name.eq_ignore_ascii_case("content-length") {
                let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
                let bytes =
                    value.parse().ok().filter(|_| is_number).ok_or_else(|| nonsense("a length that is none"))?;
                if length.replace(bytes).is_some_and(|before| before != bytes) {
                    return Err(nonsense("two lengths"));
                }
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                if !value.eq_ignore_ascii_case("chunked") {
                    return Err(nonsense("an encoding that nobody asked for"));
                }
                is_chunked = true;
            }
        }
        let rest = match (status, is_chunked, length) {
            (204 | 304, ..) => Rest::Nothing,
            (_, true, _) => Rest::Chunks(0),
            (_, false, Some(length)) => Rest::Bytes(length),
            (_, false, None) => Rest::All,
        };
        Ok(Answer { status, wire, rest, head })
    }

    /// The next part of the body; empty at its end.
    fn part(&mut self) -> io::Result<Vec<u8>> {
        let most = match self.rest {
            Rest::Nothing => return Ok(Vec::new()),
            Rest::Bytes(0) => {
                self.rest = Rest::Nothing;
                return Ok(Vec::new());
            }
            Rest::Chunks(0) => {
                let size = chunk_size(&self.wire.line(1 << 10)?)?;
                if size == 0 {
                    self.trailers()?;
                    return Ok(Vec::new());
                }
                self.rest = Rest::Chunks(size);
                size
            }
            Rest::Bytes(left) | Rest::Chunks(left) => left,
            Rest::All => u64::MAX,
        };
        let come = self.wire.peek()?;
        if come.is_empty() {
            return match self.rest {
                Rest::All => Ok(Vec::new()),
                _ => Err(ErrorKind::UnexpectedEof.into()),
            };
        }
        let taken = come[..come.len().min(usize::try_from(most).unwrap_or(usize::MAX))].to_vec();
        self.wire.take(taken.len());
        let left = most - taken.len() as u64;
        match &mut self.rest {
            Rest::Bytes(bytes) => *bytes = left,
            Rest::Chunks(bytes) => {
                *bytes = left;
                if left == 0 && !self.wire.line(1)?.is_empty() {
                    return Err(nonsense("a piece that is longer than it said"));
                }
            }
            Rest::All | Rest::Nothing => {}
        }
        Ok(taken)
    }

    /// What follows the last chunk is of no use to anybody.
    fn trailers(&mut self) -> io::Result<()> {
        let mut left = self.head;
        while !header_line(&mut self.wire, &mut left)?.is_empty() {}
        self.rest = Rest::Nothing;
        Ok(())
    }

    /// The whole answer, its body of at most so many bytes.
    fn whole(mut self, most: usize) -> io::Result<Answered> {
        let mut body = Vec::new();
        loop {
            let part = self.part()?;
            if part.is_empty() {
                return Ok(Answered { status: self.status, body });
            }
            if body.len() + part.len() > most {
                return Err(nonsense("more than anybody can use"));
            }
            body.extend(part);
        }
    }
}

/// A line of a head, of which so many bytes are left.
fn header_line(wire: &mut Wire, left: &mut usize) -> io::Result<Vec<u8>> {
    let line = wire.line(*left)?;
    *left = left.saturating_sub(line.len() + 2);
    Ok(line)
}

/// `HTTP/1.1 200 OK`.
fn status_of(line: &[u8]) -> io::Result<u16> {
    let text = str::from_utf8(line).ok();
    let mut words = text.and_then(|text| text.strip_prefix("HTTP/1.")).into_iter().flat_map(|text| text.split(' '));
    let status = words.nth(1).filter(|digits| digits.len() == 3).and_then(|digits| digits.parse().ok());
    status.filter(|status| (200..600).contains(status)).ok_or_else(|| nonsense("something that is no answer"))
}

/// The size of a chunk, in hexadecimal digits.
fn chunk_size(line: &[u8]) -> io::Result<u64> {
    let digits = line.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
    let is_number = (1..=8).contains(&digits.len()) && digits.iter().all(u8::is_ascii_hexdigit);
    let size = str::from_utf8(digits).ok().filter(|_| is_number).and_then(|text| u64::from_str_radix(text, 16).ok());
    size.ok_or_else(|| nonsense("a piece without a size"))
}

/// Events as a server sends them.
pub(crate) struct Events {
    answer: Answer,
    longest: usize,
    /// What has come and was not read yet.
    come: Vec<u8>,
}

/// One of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// What sort of event it is; empty where the server has only said that it is still there.
    pub(crate) kind: String,
    pub(crate) data: String,
    /// After how many milliseconds one should come back when the stream has ended.
    pub(crate) retry: Option<u64>,
}

impl Events {
    /// Waits for the next event, or for a sign of life; `None` when nothing more will come.
    pub(crate) fn next(&mut self) -> io::Result<Option<Told>> {
        let mut told = Told::default();
        let mut bytes = 0;
        loop {
            let Some(line) = self.line(self.longest.saturating_sub(bytes))? else { return Ok(None) };
            bytes += line.len() + 1;
            if line.is_empty() {
                return Ok(Some(told));
            }
            let (name, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "event" => told.kind = value.into(),
                "data" if told.data.is_empty() => told.data = value.into(),
                "data" => told.data = format!("{}\n{value}", told.data),
                "retry" => told.retry = value.parse().ok(),
                // Comments, and what nobody needs: an event says itself which one it is.
                _ => {}
            }
        }
    }

    fn line(&mut self, longest: usize) -> io::Result<Option<String>> {
        let mut looked_at = 0;
        loop {
            let end = self.come[looked_at..].iter().position(|&byte| byte == b'\n').map(|end| looked_at + end);
            looked_at = self.come.len();
            if end.unwrap_or(looked_at) > longest {
                return Err(nonsense("an event that is too long"));
            }
            if let Some(end) = end {
                let rest = self.come.split_off(end + 1);
                let line = std::mem::replace(&mut self.come, rest);
                return Ok(Some(
                    String::from_utf8_lossy(line[..end].strip_suffix(b"\r").unwrap_or(&line[..end])).into_owned(),
                ));
            }
            let part = self.answer.part()?;
            if part.is_empty() {
                return Ok(None);
            }
            self.come.extend(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    /// So long a test waits for what never comes.
    const SHORT: Duration = Duration::from_millis(200);

    fn limits() -> Limits {
        Limits { head: 1_000, body: 2_000, ..Limits::default() }
    }

    /// A server that hears one request, does this, and goes; and what it heard.
    fn served_by(
        limits: Limits,
        serve: impl FnOnce(&mut TcpStream) + Send + 'static,
    ) -> (Server, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = Vec::new();
            let mut byte = [0];
            while !heard.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
                heard.push(byte[0]);
            }
            let text = String::from_utf8(heard).unwrap();
            let length = text.split_once("Content-Length: ").map(|(_, rest)| rest.split("\r\n").next().unwrap());
            let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
            stream.read_exact(&mut body).unwrap();
            serve(&mut stream);
            text + &String::from_utf8(body).unwrap()
        });
        (Server { place: Place { is_encrypted: false, host: "127.0.0.1".into(), port }, limits }, heard)
    }

    const GET: Asked<'_> = Asked { method: "GET", path: "/x", headers: &[], body: None };

    fn answered(sent: &'static [u8]) -> io::Result<Answered> {
        let (server, heard) = served_by(limits(), move |stream| {
            // Whoever has heard enough hangs up.
            let _ = stream.write_all(sent);
        });
        let answer = server.ask(&GET);
        heard.join().unwrap();
        answer
    }

    #[test]
    fn a_request_has_a_length_and_an_answer_is_whole_or_in_pieces() {
        let (server, heard) = served_by(limits(), |stream| {
            stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 5\r\n\r\nhello and more").unwrap();
        });
        let headers = [("Authorization", "Bearer abc")];
        let answer =
            server.ask(&Asked { method: "POST", path: "/api/games", headers: &headers, body: Some("{\"v\":1}") });
        assert_eq!(answer.unwrap(), Answered { status: 201, body: b"hello".into() });
        let heard = heard.join().unwrap();
        let port = server.place.port;
        assert!(
            heard.starts_with(&format!("POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n")),
            "{heard}"
        );
        assert!(
            heard.ends_with(
                "\r\nAuthorization: Bearer abc\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"v\":1}"
            ),
            "{heard}"
        );

        for (sent, status, body) in [
            (&b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nT: x\r\n\r\n"[..], 200, &b"abc0123456789"[..]),
            (b"HTTP/1.0 404 Not Found\r\n\r\nuntil the end", 404, b"until the end"),
            (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
            (b"HTTP/1.1 503\nContent-Length: 2\n\nno", 503, b"no"),
        ] {
            assert_eq!(answered(sent).unwrap(), Answered { status, body: body.into() });
        }
    }

    #[test]
    fn nonsense_is_refused() {
        const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let chunked = |rest: &[u8]| &*Vec::leak([HEAD, rest].concat());
        for sent in [
            &b"\x00\x01\x02\xff\n"[..],
            b"SSH-2.0-OpenSSH_9.6\r\n",
            b"HTTP/1.1 OK\r\n\r\n",
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            b"HTTP/1.1 99999 Oh\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc",
            chunked(b"zz\r\nabc\r\n"),
            chunked(b"\r\nabc\r\n"),
            chunked(b"-3\r\nabc\r\n"),
            chunked(b"fffffffff\r\nabc"),
            chunked(b"2\r\nabc\r\n0\r\n\r\n"),
        ] {
            let kind = answered(sent).map_err(|error| error.kind());
            assert_eq!(kind, Err(ErrorKind::InvalidData), "{}", String::from_utf8_lossy(sent));
        }
    }

    #[test]
    fn what_breaks_off_is_no_answer() {
        for sent in [
            &b""[..],
            b"HTTP/1.1 200",
            b"HTTP/1.1 200 OK\r\nContent-Len",
            b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabc",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n",
        ] {
            let kind = answered(sent).map_err(|error| error.kind());
            assert_eq!(kind, Err(ErrorKind::UnexpectedEof), "{}", String::from_utf8_lossy(sent));
        }
    }

    #[test]
    fn what_has_no_end_is_cut_off() {
        for (begin, again) in [
            (&b"HTTP/1.1 200 OK\r\n"[..], &b"X-More: yes\r\n"[..]),
            (b"HTTP/1.1 200 OK\r\nX-Long: ", b"aaaaaaaa"),
            (b"HTTP/1.1 200 OK\r\n\r\n", b"body without an end"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n", b"0123456789"),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"3\r\nabc\r\n"),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"Trailer: x\r\n"),
        ] {
            let (server, heard) = served_by(limits(), move |stream| {
                let mut sent = stream.write_all(begin);
                while sent.is_ok() {
                    sent = stream.write_all(again);
                }
            });
            let kind = server.ask(&GET).map_err(|error| error.kind());
            heard.join().unwrap();
            assert_eq!(kind, Err(ErrorKind::InvalidData), "{}", String::from_utf8_lossy(again));
        }
    }

    #[test]
    fn silence_and_answers_drop_by_drop_have_an_end() {
        let short = Limits { answering: SHORT, silence: SHORT, ..limits() };
        for sent in [&b""[..], b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"] {
            let (gone, is_gone) = channel::<()>();
            let (server, heard) = served_by(short, move |stream| {
                stream.write_all(sent).unwrap();
                // It says nothing more and stays.
                let _ = is_gone.recv();
            });
            let kind = server.ask(&GET).map_err(|error| error.kind());
            drop(gone);
            heard.join().unwrap();
            assert_eq!(kind, Err(ErrorKind::TimedOut), "{}", String::from_utf8_lossy(sent));
        }
        // Each byte comes in time, and all together do not.
        let drops = Limits { answering: SHORT, body: usize::MAX, ..limits() };
        let (server, heard) = served_by(drops, |stream| {
            let mut sent = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
            while sent.is_ok() {
                sent = stream.write_all(b"a");
            }
        });
        assert_eq!(server.ask(&GET).map_err(|error| error.kind()), Err(ErrorKind::TimedOut));
        heard.join().unwrap();
    }

    #[test]
    fn where_nobody_listens_nobody_answers() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let server = Server { place: Place { is_encrypted: false, host: "127.0.0.1".into(), port }, limits: limits() };
        assert_eq!(server.ask(&GET).map_err(|error| error.kind()), Err(ErrorKind::ConnectionRefused));
    }

    /// Every event of what is sent after the head, and how it ended.
    fn events(limits: Limits, sent: &'static [u8]) -> (Vec<Told>, io::Result<()>) {
        let (server, heard) = served_by(limits, move |stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
            let _ = stream.write_all(sent);
        });
        let Streamed::Events(mut events) = server.stream(&GET, |_| {}).unwrap() else { panic!("no stream") };
        let mut told = Vec::new();
        let end = loop {
            match events.next() {
                Ok(Some(next)) => told.push(next),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        heard.join().unwrap();
        (told, end)
    }

    #[test]
    fn events_are_read_one_by_one() {
        let sent = b"retry: 700\n\nid: 3\nevent: state\ndata: {}\n\n: still here\n\r\nevent:happened\r\ndata: a\r\ndata: b\r\nodd\r\n\r\nevent: cut";
        let (told, end) = events(limits(), sent);
        let event = |kind: &str, data: &str| Told { kind: kind.into(), data: data.into(), retry: None };
        let retry = Told { retry: Some(700), ..Told::default() };
        assert_eq!(told, [retry, event("state", "{}"), Told::default(), event("happened", "a\nb")]);
        assert!(end.is_ok(), "what broke off is nothing");
    }

    #[test]
    fn an_event_without_an_end_is_cut_off_and_silence_ends_a_stream() {
        for sent in [&[b'a'; 5_000][..], b"data: 0123456789\n".repeat(500).leak()] {
            let (told, end) = events(limits(), sent);
            assert_eq!((told.len(), end.unwrap_err().kind()), (0, ErrorKind::InvalidData));
        }
        let short = Limits { silence: SHORT, ..limits() };
        let (gone, is_gone) = channel::<()>();
        let (server, heard) = served_by(short, move |stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n: here\n\n").unwrap();
            let _ = is_gone.recv();
        });
        let Streamed::Events(mut events) = server.stream(&GET, |_| {}).unwrap() else { panic!("no stream") };
        assert_eq!(events.next().unwrap(), Some(Told::default()));
        assert_eq!(events.next().map_err(|error| error.kind()), Err(ErrorKind::TimedOut));
        drop(gone);
        heard.join().unwrap();
    }

    #[test]
    fn somebody_else_can_end_a_stream() {
        let (gone, is_gone) = channel::<()>();
        let (server, heard) = served_by(limits(), move |stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
            let _ = is_gone.recv();
        });
        let mut held = None;
        let Streamed::Events(mut events) = server.stream(&GET, |hold| held = Some(hold)).unwrap() else { panic!() };
        held.unwrap().end();
        assert_eq!(events.next().unwrap(), None);
        drop(gone);
        heard.join().unwrap();
    }
}
