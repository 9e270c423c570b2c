//! In the place of `encryption` where this program was built without https: links that ask for it are refused before anybody comes here.

use std::convert::Infallible;
use std::io;
use std::net::TcpStream;

pub(super) struct Encryption(Infallible);

impl Encryption {
    pub(super) fn with(_host: &str) -> io::Result<Encryption> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn send(&mut self, _socket: &mut TcpStream, _bytes: &[u8]) -> io::Result<()> {
        match self.0 {}
    }

    pub(super) fn receive(&mut self, _socket: &mut TcpStream, _come: &mut [u8]) -> io::Result<Option<usize>> {
        match self.0 {}
    }
}
