//! What a server is told and tells, so that nobody between us can read or change it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, LazyLock};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore};

/// Whom this system trusts to say who somebody is. With nobody to trust nobody is believed.
static TRUST: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().expect("ring can do what is safe");
    Arc::new(config.with_root_certificates(roots).with_no_client_auth())
});

/// What was agreed on with a server.
pub(super) struct Encryption(Box<ClientConnection>);

impl Encryption {
    /// Nothing yet, with whoever shows that they are this host.
    pub(super) fn with(host: &str) -> io::Result<Encryption> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(Encryption(Box::new(ClientConnection::new(TRUST.clone(), name).map_err(io::Error::other)?)))
    }

    /// Sends something small, as soon as both sides have agreed on how.
    pub(super) fn send(&mut self, socket: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
        self.0.writer().write_all(bytes)?;
        self.flush(socket)
    }

    /// Reads from the socket once; nothing where that was not enough to be understood.
    pub(super) fn receive(&mut self, socket: &mut TcpStream, come: &mut [u8]) -> io::Result<Option<usize>> {
        match self.0.reader().read(come) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            read => return read.map(Some),
        }
        self.0.read_tls(socket)?;
        let understood = self.0.process_new_packets();
        // Whoever is not believed is told so, and both sides have things to say before anything is agreed on.
        let flushed = self.flush(socket);
        understood.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        flushed.map(|()| None)
    }

    fn flush(&mut self, socket: &mut TcpStream) -> io::Result<()> {
        while self.0.wants_write() {
            self.0.write_tls(socket)?;
        }
        Ok(())
    }
}
