//! The whole server, from its start to its end.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::{TcpListener, TcpSocket};

use crate::config::{Command, Config, Serving, folder};
use crate::hall::Hall;
use crate::http::{Known, Public, admin, public, serve};
use crate::lan;
use crate::page::Page;
use crate::store::{self, Store};

/// So often games that nobody uses are let go of, and
const TIDY: Duration = Duration::from_secs(60);
/// so often old ones are looked for.
const EXPIRE: Duration = Duration::from_secs(3_600);

/// Does what was asked for.
///
/// # Errors
/// What keeps the server from starting, in words.
pub fn run(config: Config, say: &mut dyn FnMut(&str)) -> anyhow::Result<()> {
    match config.command {
        Some(Command::Backup { file, data }) => {
            store::backup(&folder(data)?, &file)?;
            say(&format!("{} has all games as they stood just now.\n", file.display()));
            Ok(())
        }
        None => {
            log(config.serving.log);
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(until_told(config.serving, say))
        }
    }
}

fn log(level: tracing::Level) {
    let filter = tracing_subscriber::EnvFilter::new(format!("off,server={level}"));
    tracing_subscriber::fmt().json().with_writer(std::io::stderr).with_env_filter(filter).init();
}

/// Serves until somebody says that it is enough.
async fn until_told(serving: Serving, say: &mut dyn FnMut(&str)) -> anyhow::Result<()> {
    raise_file_limit();
    let folder = folder(serving.data.clone())?;
    let known = Known { public_url: serving.public_url.clone(), local_name: lan::local_name() };
    let page = Arc::new(Page::new().context("the page in this program")?);
    // Whoever cannot be reached touches no games.
    let listeners = listen(&serving)?;
    let hall = Hall::open(Store::open(&folder)?, serving.limits())?;
    let port = listeners.first().and_then(|listener| listener.local_addr().ok()).map_or(0, |address| address.port());
    let router = public(Public { hall: hall.clone(), known: Arc::new(known), page });
    let mut servers = tokio::task::JoinSet::new();
    if let Some(address) = serving.admin {
        let listener = bind(address).with_context(|| format!("cannot listen at {address} for --admin"))?;
        servers.spawn(serve(vec![listener], admin(hall.clone()), hall.clone()));
    }
    servers.spawn(serve(listeners, router, hall.clone()));
    tokio::spawn(keep_house(hall.clone()));
    let is_terminal = std::io::stdout().is_terminal();
    say(&lan::welcome(port, serving.lan.then_some(is_terminal), serving.public_url.as_deref()));
    tracing::info!(port, "up");
    told_to_stop().await;
    tracing::info!("going down");
    hall.close();
    while servers.join_next().await.is_some() {}
    // What has arrived is written before the end, and all of it is in the one file then.
    let joined = tokio::task::spawn_blocking(move || hall.finish().map(|store| store.forget())).await?;
    if let Some(Err(error)) = joined {
        tracing::warn!(%error, "some games are in the write-ahead log still");
    }
    tracing::info!("down");
    Ok(())
}

async fn keep_house(hall: Arc<Hall>) {
    let (mut tidy, mut expire) = (tokio::time::interval(TIDY), tokio::time::interval(EXPIRE));
    loop {
        tokio::select! {
            _ = tidy.tick() => hall.tidy(),
            _ = expire.tick() => match hall.expire().await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "deleted after 30 days"),
                Err(error) => tracing::error!(%error, "old games cannot be looked for"),
            },
        }
    }
}

/// All of the addresses, if they can be had; of two for localhost one is enough.
fn listen(serving: &Serving) -> anyhow::Result<Vec<TcpListener>> {
    let addresses = serving.addresses()?;
    let mut listeners = Vec::new();
    let mut port = addresses[0].port();
    let mut first_error = None;
    for address in &addresses {
        match bind(SocketAddr::new(address.ip(), port)) {
            Ok(listener) => {
                port = listener.local_addr()?.port();
                listeners.push(listener);
            }
            Err(error) => first_error = first_error.or(Some((*address, error))),
        }
    }
    match first_error {
        Some((address, error)) if listeners.is_empty() || address.is_ipv4() => {
            let is_taken = error.kind() == std::io::ErrorKind::AddrInUse;
            let help = if is_taken { ", where another program does: choose another port with --listen" } else { "" };
            Err(error).with_context(|| format!("cannot listen at {address}{help}"))
        }
        _ => Ok(listeners),
    }
}

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Who restarts the server need not wait until the last connections are forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    if address.is_ipv6() {
        only_version_6(&socket)?;
    }
    socket.bind(address)?;
    socket.listen(4_096)
}

#[cfg(unix)]
fn only_version_6(socket: &TcpSocket) -> std::io::Result<()> {
    Ok(rustix::net::sockopt::set_ipv6_v6only(socket, true)?)
}

#[cfg(not(unix))]
fn only_version_6(_socket: &TcpSocket) -> std::io::Result<()> {
    Ok(())
}

/// Every stream is an open file.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        if let Ok((_, most)) = getrlimit(Resource::RLIMIT_NOFILE) {
            let _ = setrlimit(Resource::RLIMIT_NOFILE, most, most);
        }
    }
}

async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
