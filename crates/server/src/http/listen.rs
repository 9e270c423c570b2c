//! The accept loop. It is our own, because what a stranger can hold open has to be bounded: how many connections, how long a head
//! may take, how long somebody may take nothing of what is sent.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::guard::{Here, There};
use crate::hall::Hall;

/// The largest head of a request.
const HEAD: usize = 16 * 1024;

/// Answers at these addresses until the hall closes; then lets everybody finish, for a while.
///
/// # Errors
/// Nothing more can be accepted.
pub async fn serve(listeners: Vec<TcpListener>, router: Router, hall: Arc<Hall>) -> anyhow::Result<()> {
    let graceful = Arc::new(GracefulShutdown::new());
    let room = Arc::new(Semaphore::new(hall.limits.connections));
    let mut loops = tokio::task::JoinSet::new();
    for listener in listeners {
        let (router, hall, graceful, room) = (router.clone(), hall.clone(), graceful.clone(), room.clone());
        loops.spawn(async move {
            let mut closing = hall.closing.subscribe();
            loop {
                let place = tokio::select! {
                    biased;
                    _ = closing.wait_for(|closing| *closing) => return,
                    place = room.clone().acquire_owned() => place,
                };
                let Ok(place) = place else { return };
                let accepted = tokio::select! {
                    biased;
                    _ = closing.wait_for(|closing| *closing) => return,
                    accepted = listener.accept() => accepted,
                };
                match accepted {
                    Ok((stream, there)) => {
                        let (router, hall, watcher) = (router.clone(), hall.clone(), graceful.watcher());
                        tokio::spawn(async move {
                            hall.metrics.connections.fetch_add(1, Relaxed);
                            connection(stream, There(there), router, &hall, watcher).await;
                            hall.metrics.connections.fetch_sub(1, Relaxed);
                            drop(place);
                        });
                    }
                    Err(error) => {
                        // Too many open files, most likely: it gets better when somebody goes.
                        tracing::warn!(%error, "nobody can be let in");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
            }
        });
    }
    while loops.join_next().await.is_some() {}
    let graceful = Arc::into_inner(graceful).context("an accept loop is still there")?;
    if tokio::time::timeout(hall.limits.farewell, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections were cut off");
    }
    Ok(())
}

/// Lets a device that has gone without a word be noticed: what is sent to it is small, and would wait in the system for a quarter of an
/// hour before anybody hears that it never arrived. Meanwhile it would count as there.
fn notice_silence(stream: &TcpStream, time: Duration) {
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, u32::try_from(time.as_millis()).unwrap_or(u32::MAX));
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, time);
}

async fn connection(stream: TcpStream, there: There, router: Router, hall: &Hall, watcher: Watcher) {
    let here = stream.local_addr().unwrap_or_else(|_| SocketAddr::from(([127, 0, 0, 1], 0)));
    // A move is small, and somebody waits for it.
    let _ = stream.set_nodelay(true);
    notice_silence(&stream, hall.limits.write_time);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(hall.limits.write_time));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Here(here));
        request.extensions_mut().insert(there);
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hall.limits.head_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // Whoever breaks off, sends nonsense or is too slow has done that to themselves.
    let _ = watcher.watch(connection).await;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_device_that_is_gone_is_not_there_for_long() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _device = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        notice_silence(&stream, Duration::from_secs(30));
        assert_eq!(rustix::net::sockopt::tcp_user_timeout(&stream).unwrap(), 30_000);
    }
}
