//! How the server is started: flags and environment, checked before anything else happens.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::builder::FalseyValueParser;
use clap::{Parser, Subcommand};

use crate::limits::Limits;

/// Divisor games between people at several devices: serves the page and keeps the games.
#[derive(Clone, Debug, Parser)]
#[command(name = "divisor-duel-server", version, about, after_help = AFTER)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Config {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) serving: Serving,
}

const AFTER: &str = "\
Examples:
  divisor-duel-server                        play on this machine: http://localhost:8017
  divisor-duel-server --lan                  let everybody in this network play
  divisor-duel-server --lan --listen 0.0.0.0:9000
                                             the same, at another port
  divisor-duel-server --public-url https://duel.example --listen 127.0.0.1:8017
                                             behind a proxy that speaks HTTPS
  divisor-duel-server backup games-2026-11-16.sqlite

Every flag can be set in the environment as well: DUEL_LISTEN, DUEL_LAN, DUEL_DATA, DUEL_PUBLIC_URL, DUEL_ADMIN, DUEL_LOG, \
DUEL_GAMES, DUEL_STREAMS.";

/// Where it listens if nothing is said.
const HERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8_017);

/// Anything but serving.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Copy all games, as they stand at one moment, into a new file; the server may be running
    Backup {
        /// The new file
        file: PathBuf,
        /// The folder that the games are in
        #[arg(long, env = "DUEL_DATA", value_name = "FOLDER")]
        data: Option<PathBuf>,
    },
}

/// How to serve.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Serving {
    /// Where to listen [default: 127.0.0.1:8017; with --lan at port 8017 of every address]
    #[arg(long, env = "DUEL_LISTEN", value_name = "ADDRESS:PORT", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,

    /// Let everybody in the local network play, and say how they get here
    #[arg(long, env = "DUEL_LAN", value_parser = FalseyValueParser::new())]
    pub(crate) lan: bool,

    /// The folder that the games are kept in [default: the user's folder for data]
    #[arg(long, env = "DUEL_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// Where the world finds this server, if a proxy stands in front of it: https://host
    #[arg(long, env = "DUEL_PUBLIC_URL", value_name = "URL", value_parser = origin)]
    pub(crate) public_url: Option<String>,

    /// Where whoever runs the server finds its metrics; nowhere without it
    #[arg(long, env = "DUEL_ADMIN", value_name = "ADDRESS:PORT", value_parser = address)]
    pub(crate) admin: Option<SocketAddr>,

    /// What is logged: error, warn, info or debug
    #[arg(long, env = "DUEL_LOG", value_name = "LEVEL", default_value = "info")]
    pub(crate) log: tracing::Level,

    /// Games that are kept at most
    #[arg(long, env = "DUEL_GAMES", value_name = "COUNT", default_value_t = Limits::default().games, value_parser = at_least_one)]
    pub(crate) games: usize,

    /// Streams that are open at most
    #[arg(long, env = "DUEL_STREAMS", value_name = "COUNT", default_value_t = Limits::default().streams, value_parser = at_least_one)]
    pub(crate) streams: usize,
}

impl Serving {
    /// Where to listen: with `--lan` at every address of this machine.
    ///
    /// # Errors
    /// It is to be at every address, and at one of them alone.
    pub(crate) fn addresses(&self) -> anyhow::Result<Vec<SocketAddr>> {
        let listen = self.listen.unwrap_or(HERE);
        let port = listen.port();
        if self.lan {
            anyhow::ensure!(
                self.listen.is_none_or(|listen| listen.ip().is_unspecified()),
                "--lan listens at every address of this machine, and --listen names one of them, {}: leave one of the two out, or \
                 choose the port with --listen 0.0.0.0:{port}",
                listen.ip()
            );
            return Ok(vec![
                SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), port),
                (Ipv4Addr::UNSPECIFIED, port).into(),
            ]);
        }
        // A browser may try the one or the other for localhost.
        let other = (listen.ip() == HERE.ip()).then_some((Ipv6Addr::LOCALHOST, port).into());
        Ok([listen].into_iter().chain(other).collect())
    }

    pub(crate) fn limits(&self) -> Limits {
        let Limits { streams, connections, .. } = Limits::default();
        let beside_streams = connections - streams;
        Limits {
            games: self.games,
            streams: self.streams,
            connections: self.streams + beside_streams,
            ..Limits::default()
        }
    }
}

/// The folder for games where none was named.
///
/// # Errors
/// Nobody knows where this user's data goes.
pub(crate) fn folder(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    use etcetera::BaseStrategy;
    match named {
        Some(folder) => Ok(folder),
        None => Ok(etcetera::choose_base_strategy()?.data_dir().join("divisor-duel").join("server")),
    }
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "it is an address in digits with a port, such as 127.0.0.1:8017".into())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "it is a whole number from 1 on".into())
}

/// Scheme and host, and nothing else.
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &&str| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    };
    match host.map(|host| host.trim_end_matches('/')).filter(is_host) {
        Some(_) => Ok(text.trim_end_matches('/').to_ascii_lowercase()),
        None => Err("it is https:// and a host, such as https://duel.example".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Config, clap::Error> {
        Config::try_parse_from([&["divisor-duel-server"], arguments].concat())
    }

    #[test]
    fn flags_are_checked_at_the_start() {
        use clap::CommandFactory;
        Config::command().debug_assert();
        let serving = parsed(&["--public-url", "https://Duel.example/"]).unwrap().serving;
        assert_eq!(serving.public_url.as_deref(), Some("https://duel.example"));
        assert_eq!(serving.addresses().unwrap().len(), 2);
        for wrong in [
            &["--listen", "nowhere"][..],
            &["--public-url", "duel.example"],
            &["--public-url", "https://duel.example/path"],
            &["--public-url", "https://"],
            &["--streams", "-1"],
            &["--games", "0"],
            &["--listen", "8017"],
            &["--log", "loud"],
            &["--admin", "9000"],
            &["backup"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_local_network_comes_in_at_every_address_and_at_the_port_that_was_chosen() {
        let addresses = |listen: &[&str]| parsed(&[&["--lan"], listen].concat()).unwrap().serving.addresses();
        let every = |port| ["[::]", "0.0.0.0"].map(|address| format!("{address}:{port}").parse().unwrap());
        assert_eq!(addresses(&[]).unwrap(), every(8_017));
        assert_eq!(addresses(&["--listen", "0.0.0.0:9000"]).unwrap(), every(9_000));
        for one in ["127.0.0.1:9000", "192.168.1.20:9000", "[::1]:9000"] {
            let refused = addresses(&["--listen", one]).unwrap_err().to_string();
            assert!(refused.contains("--listen 0.0.0.0:9000"), "{one}: {refused}");
        }
    }
}
