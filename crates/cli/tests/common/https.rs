//! What stands in front of a server and speaks https: it hears one request on each connection, as our program asks them.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

pub(crate) struct Proxy {
    pub(crate) port: u16,
    /// Whoever trusts this believes it to be localhost.
    pub(crate) certificate: String,
}

impl Proxy {
    /// Stands in front of the server at this port, until the test is over.
    pub(crate) fn start(server: u16) -> Proxy {
        let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let config = Arc::new(config.with_single_cert(vec![made.cert.der().clone()], key).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for come in listener.incoming() {
                let (come, config) = (come.unwrap(), Arc::clone(&config));
                // Whoever does not believe it, or leaves, has gone.
                thread::spawn(move || pass_on(come, config, server).ok());
            }
        });
        Proxy { port, certificate: made.cert.pem() }
    }
}

fn pass_on(come: TcpStream, config: Arc<ServerConfig>, server: u16) -> std::io::Result<()> {
    let mut outside = StreamOwned::new(ServerConnection::new(config).unwrap(), come);
    let mut request = Vec::new();
    let mut piece = [0; 4_096];
    while !is_whole(&request) {
        let read = outside.read(&mut piece)?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        request.extend_from_slice(&piece[..read]);
    }
    let mut inside = TcpStream::connect(("127.0.0.1", server))?;
    inside.write_all(&request)?;
    loop {
        let read = inside.read(&mut piece)?;
        if read == 0 {
            break;
        }
        outside.write_all(&piece[..read])?;
        outside.flush()?;
    }
    outside.conn.send_close_notify();
    outside.flush()
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")?.parse().ok());
    body.len() >= length.unwrap_or(0)
}
