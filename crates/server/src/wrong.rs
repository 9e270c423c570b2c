//! Why something was not done: the status, and what is said.

use api::live::{LiveState, VERSION, Wrong, WrongBy};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use duel::live::Refusal;
use duel::session::Refusal as SessionRefusal;
use duel::speech::Language;

use crate::writer::NotWritten;

/// Something that was not done.
#[derive(Debug)]
pub struct NotDone {
    status: StatusCode,
    error: WrongBy,
    words: String,
    state: Option<Box<LiveState>>,
}

impl NotDone {
    fn new(status: StatusCode, error: WrongBy, words: impl Into<String>) -> NotDone {
        NotDone { status, error, words: words.into(), state: None }
    }

    /// The request is not as it should be.
    pub(crate) fn malformed(words: impl Into<String>) -> NotDone {
        NotDone::new(StatusCode::BAD_REQUEST, WrongBy::Malformed, words)
    }

    /// It is of another version.
    pub(crate) fn version() -> NotDone {
        let words = format!(
            "This server speaks version {VERSION} of its contract only; a page that is older is to be loaded again."
        );
        NotDone::new(StatusCode::BAD_REQUEST, WrongBy::Version, words)
    }

    /// It is too long.
    pub(crate) fn too_large(most: usize) -> NotDone {
        NotDone::new(StatusCode::PAYLOAD_TOO_LARGE, WrongBy::TooLarge, format!("A request has up to {most} bytes."))
    }

    /// It did not arrive in time.
    pub(crate) fn too_slow() -> NotDone {
        NotDone::new(StatusCode::REQUEST_TIMEOUT, WrongBy::Malformed, "The request did not arrive in time.")
    }

    /// There is no such game, or nothing in it for whoever asks: both look the same.
    pub(crate) fn not_found() -> NotDone {
        let words = "There is no such game here, or the link to it has been used. Games are deleted 30 days after the last move, or by those who play them.";
        NotDone::new(StatusCode::NOT_FOUND, WrongBy::NotFound, words)
    }

    /// There is no such address.
    pub(crate) fn no_such_address() -> NotDone {
        NotDone::new(StatusCode::NOT_FOUND, WrongBy::NotFound, "There is nothing at this address.")
    }

    /// Whoever asks may not do that.
    pub(crate) fn forbidden(words: &str) -> NotDone {
        NotDone::new(StatusCode::FORBIDDEN, WrongBy::Forbidden, words)
    }

    /// It is not for this server to answer, or not for that page to ask.
    pub(crate) fn foreign(words: &str) -> NotDone {
        NotDone::new(StatusCode::FORBIDDEN, WrongBy::Foreign, words)
    }

    /// Whoever asks has no seat here.
    pub(crate) fn no_seat() -> NotDone {
        NotDone::forbidden("You have no seat in this game, or have gone on with it on another device.")
    }

    /// Something has happened that whoever asks had not seen.
    pub(crate) fn stale() -> NotDone {
        let words = "Something has happened that you had not seen.";
        NotDone::new(StatusCode::CONFLICT, WrongBy::Stale, words)
    }

    /// It cannot be done now.
    pub(crate) fn refused(refusal: &Refusal) -> NotDone {
        let is_about_the_move =
            matches!(refusal, Refusal::Session(SessionRefusal::Illegal(_) | SessionRefusal::NotAMove(_)));
        let status = if is_about_the_move { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::CONFLICT };
        NotDone::new(status, WrongBy::Refused, Language::English.sentence(refusal))
    }

    /// The key was used for something else.
    pub(crate) fn key_reused() -> NotDone {
        let words = "This idempotency key was used for something else: take a new one for each action.";
        NotDone::new(StatusCode::UNPROCESSABLE_ENTITY, WrongBy::KeyReused, words)
    }

    /// Too much at a time.
    pub(crate) fn too_many(words: &str) -> NotDone {
        NotDone::new(StatusCode::TOO_MANY_REQUESTS, WrongBy::TooMany, words)
    }

    /// The server cannot do it now.
    pub(crate) fn unavailable(words: &str) -> NotDone {
        NotDone::new(StatusCode::SERVICE_UNAVAILABLE, WrongBy::Unavailable, words)
    }

    /// With the game as it stands.
    pub(crate) fn in_state(self, state: LiveState) -> NotDone {
        NotDone { state: Some(Box::new(state)), ..self }
    }

    /// What sort of wrong it is.
    pub fn error(&self) -> WrongBy {
        self.error
    }
}

impl From<NotWritten> for NotDone {
    fn from(not_written: NotWritten) -> NotDone {
        match not_written {
            NotWritten::Lost => NotDone::stale(),
            NotWritten::Unavailable => NotDone::unavailable(
                "The server cannot write this down now, so it was not done. Try again in a moment.",
            ),
        }
    }
}

impl IntoResponse for NotDone {
    fn into_response(self) -> Response {
        let wrong = Wrong { v: VERSION, error: self.error, words: self.words, state: self.state.map(|state| *state) };
        let mut response = (self.status, axum::Json(wrong)).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
