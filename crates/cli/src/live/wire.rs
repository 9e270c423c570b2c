//! A connection to a server, encrypted where its link says so. Whatever comes over it comes in bounded time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use super::encryption::Encryption;
use super::link::Place;
use super::net::Limits;

/// A connection on which something was asked.
pub(super) struct Wire {
    socket: TcpStream,
    encryption: Option<Encryption>,
    /// Until when everything must have come; without it nothing but silence is too long.
    deadline: Option<Instant>,
    silence: Duration,
    come: Vec<u8>,
    at: usize,
}

/// A connection that can be ended by somebody who does not read from it.
pub(crate) struct Hold(TcpStream);

impl Hold {
    pub(crate) fn end(&self) {
        // One that is gone needs no end.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

impl Wire {
    /// Connects to a server.
    pub(super) fn open(place: &Place, limits: &Limits) -> io::Result<Wire> {
        let socket = connect(place, limits.connecting)?;
        // A move is small, and somebody waits for it.
        socket.set_nodelay(true)?;
        socket.set_write_timeout(Some(limits.answering))?;
        let encryption = place.is_encrypted.then(|| Encryption::with(place.address().0)).transpose()?;
        let deadline = Some(Instant::now() + limits.answering);
        Ok(Wire { socket, encryption, deadline, silence: limits.silence, come: Vec::new(), at: 0 })
    }

    /// Sends something small; what is to be encrypted goes as soon as both sides have agreed on how.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.encryption {
            Some(encryption) => encryption.send(&mut self.socket, bytes),
            None => self.socket.write_all(bytes),
        }
    }

    /// Somebody else can end it.
    pub(super) fn hold(&self) -> io::Result<Hold> {
        Ok(Hold(self.socket.try_clone()?))
    }

    /// From now on nothing but silence is too long.
    pub(super) fn has_no_end(&mut self) {
        self.deadline = None;
    }

    /// What has come and was not taken yet, more of it if there is nothing; empty at the end.
    pub(super) fn peek(&mut self) -> io::Result<&[u8]> {
        let silent_since = Instant::now();
        while self.at == self.come.len() {
            let until = self.deadline.unwrap_or(silent_since + self.silence);
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.socket.set_read_timeout(Some(left))?;
            self.come.resize(8 << 10, 0);
            self.at = 0;
            match self.receive() {
                Ok(Some(read)) => {
                    self.come.truncate(read);
                    break;
                }
                Ok(None) => self.come.clear(),
                Err(error) => {
                    self.come.clear();
                    match error.kind() {
                        ErrorKind::Interrupted => {}
                        // What a system calls it when nothing has come in time.
                        ErrorKind::WouldBlock => return Err(ErrorKind::TimedOut.into()),
                        _ => return Err(error),
                    }
                }
            }
        }
        Ok(&self.come[self.at..])
    }

    /// Takes what was seen.
    pub(super) fn take(&mut self, count: usize) {
        self.at += count;
    }

    /// Reads from the socket once; nothing where that was not enough to be understood.
    fn receive(&mut self) -> io::Result<Option<usize>> {
        match &mut self.encryption {
            Some(encryption) => encryption.receive(&mut self.socket, &mut self.come),
            None => self.socket.read(&mut self.come).map(Some),
        }
    }

    /// A line without its end, of at most so many bytes.
    pub(super) fn line(&mut self, longest: usize) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let come = self.peek()?;
            if come.is_empty() {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let end = come.iter().position(|&byte| byte == b'\n');
            let part = &come[..end.unwrap_or(come.len())];
            if line.len() + part.len() > longest {
                return Err(nonsense("a line that is too long"));
            }
            line.extend_from_slice(part);
            self.at += part.len() + usize::from(end.is_some());
            if end.is_some() {
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
        }
    }
}

fn connect(place: &Place, time: Duration) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(ErrorKind::NotFound);
    for address in place.address().to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time) {
            Ok(socket) => return Ok(socket),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

pub(super) fn nonsense(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the server has sent {what}"))
}
