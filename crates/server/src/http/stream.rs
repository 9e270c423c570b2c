//! What happens in a game, as it happens: server-sent events. Whoever comes back says what they have seen last.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{broadcast, watch};

use crate::game::{News, Place};
use crate::hall::Hall;

/// So often something is said, so that nobody in between takes the silence for the end.
const STILL_HERE: Duration = Duration::from_secs(15);

struct Followed {
    waiting: VecDeque<Bytes>,
    news: broadcast::Receiver<News>,
    /// What was sent last: what comes twice is sent once.
    seen: u64,
    closing: watch::Receiver<bool>,
    _place: Place,
}

/// A stream of what was missed, and then of what happens.
pub(super) fn of(
    (missed, news, place): (Vec<News>, broadcast::Receiver<News>, Place),
    hall: &Arc<Hall>,
    since: Option<u64>,
) -> Response {
    let seen = missed.iter().filter_map(|news| news.seq).max().or(since).unwrap_or(0);
    // Where many have lost their streams at once, they do not all come back at once.
    let jitter = 500 + crate::secret::seed().unwrap_or(0) % 2_000;
    let mut waiting = VecDeque::from([Bytes::from(format!("retry: {jitter}\n\n"))]);
    waiting.extend(missed.into_iter().map(|news| news.text));
    let followed = Followed { waiting, news, seen, closing: hall.closing.subscribe(), _place: place };
    let body = Body::from_stream(stream::unfold(followed, |mut followed| async {
        let text = followed.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(text), followed))
    }));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store, no-transform"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

impl Followed {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(text) = self.waiting.pop_front() {
            return Some(text);
        }
        loop {
            let news = tokio::select! {
                biased;
                _ = self.closing.wait_for(|closing| *closing) => return None,
                news = self.news.recv() => news,
                () = tokio::time::sleep(STILL_HERE) => return Some(Bytes::from_static(b": still here\n\n")),
            };
            match news {
                Ok(News { is_last: true, .. }) => return None,
                Ok(News { seq: Some(seq), .. }) if seq <= self.seen => {}
                Ok(News { seq, text, .. }) => {
                    self.seen = seq.unwrap_or(self.seen);
                    return Some(text);
                }
                // Whoever is too far behind comes back and says what they have seen.
                Err(broadcast::error::RecvError::Lagged(_) | broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
