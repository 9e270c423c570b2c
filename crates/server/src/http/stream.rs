//! What happens in a game, as it happens: server-sent events. Whoever comes back says what they have seen last.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{broadcast, watch};

use crate::game::{Followed, Follower, Following, LastFor, News, Place};
use crate::hall::Hall;

/// So often something is said, so that nobody in between takes the silence for the end.
const STILL_HERE: Duration = Duration::from_secs(15);

struct Sending {
    waiting: VecDeque<Bytes>,
    news: broadcast::Receiver<News>,
    following: watch::Receiver<Following>,
    /// What was sent last: what comes twice is sent once.
    seen: u64,
    closing: watch::Receiver<bool>,
    place: Place,
}

/// A stream of what was missed, and then of what happens.
pub(super) fn of(followed: Followed, hall: &Arc<Hall>, since: Option<u64>) -> Response {
    let Followed { missed, news, mut following, place } = followed;
    let seen = missed.iter().filter_map(|news| news.seq).max().or(since).unwrap_or(0);
    // Where many have lost their streams at once, they do not all come back at once.
    let jitter = 500 + crate::secret::seed().unwrap_or(0) % 2_000;
    let mut waiting = VecDeque::from([Bytes::from(format!("retry: {jitter}\n\n"))]);
    waiting.extend(missed.into_iter().map(|news| news.text));
    // What was missed was told with who is there now, or there was nothing; from here on it is told when it changes.
    waiting.push_back(following.borrow_and_update().told());
    let sending = Sending { waiting, news, following, seen, closing: hall.closing.subscribe(), place };
    let body = Body::from_stream(stream::unfold(sending, |mut sending| async {
        let text = sending.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(text), sending))
    }));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store, no-transform"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

impl Sending {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(text) = self.waiting.pop_front() {
            return Some(text);
        }
        loop {
            let news = tokio::select! {
                biased;
                _ = self.closing.wait_for(|closing| *closing) => return None,
                news = self.news.recv() => news,
                Ok(()) = self.following.changed() => return Some(self.following.borrow_and_update().told()),
                () = tokio::time::sleep(STILL_HERE) => return Some(Bytes::from_static(b": still here\n\n")),
            };
            match news {
                Ok(News { last_for: LastFor::Everybody, .. }) => return None,
                Ok(News { last_for: LastFor::Seat(seat), .. }) => {
                    if self.place.follower() == Follower::Seat(seat) {
                        return None;
                    }
                }
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
