//! Reading requests: with a bounded body, in bounded time, with every part named that is wrong.

use std::convert::Infallible;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::routes::Public;
use crate::secret::is_token;
use crate::wrong::NotDone;

/// The game that a path names; where it cannot be read, nothing, and no game is called that.
pub(super) struct Named(pub(super) String);

impl FromRequestParts<Public> for Named {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, public: &Public) -> Result<Named, Infallible> {
        Ok(Named(Path::from_request_parts(parts, public).await.map_or_else(|_| String::new(), |Path(id)| id)))
    }
}

/// A request's body: what it says, and its text.
pub(super) struct Said<T> {
    pub(super) what: T,
    pub(super) bytes: axum::body::Bytes,
}

impl<T: DeserializeOwned> FromRequest<Public> for Said<T> {
    type Rejection = NotDone;

    async fn from_request(request: Request, public: &Public) -> Result<Said<T>, NotDone> {
        let limits = &public.hall.limits;
        let body = Limited::new(request.into_body(), limits.body).collect();
        let body = tokio::time::timeout(limits.body_time, body).await.map_err(|_| NotDone::too_slow())?;
        let bytes = match body {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(NotDone::too_large(limits.body)),
            Err(_) => return Err(NotDone::malformed("The request broke off.")),
        };
        Ok(Said { what: read(&bytes)?, bytes })
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, NotDone> {
    let malformed = |error: serde_json::Error| NotDone::malformed(format!("The body is not right: {error}."));
    // The version comes first: of another one nothing else is looked at.
    let value: Value = serde_json::from_slice(bytes).map_err(malformed)?;
    if value.get("v").is_some_and(|version| *version != api::live::VERSION) {
        return Err(NotDone::version());
    }
    let reader = &mut serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(reader)
        .map_err(|error| NotDone::malformed(format!("The body is not right: {error}.")))
}

/// The token of whoever asks, if they say one.
pub(super) fn token(headers: &HeaderMap) -> Result<Option<&str>, NotDone> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer ")).filter(|token| is_token(token));
    token.map(Some).ok_or_else(|| NotDone::malformed("Authorization: is \"Bearer\" and the token of a seat."))
}

/// The idempotency key of an action.
pub(super) fn key(headers: &HeaderMap) -> Result<&str, NotDone> {
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok());
    let is_key = |key: &&str| (8..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    let words =
        "Idempotency-Key: has 8 to 64 characters, another one for each action; the same one when it is asked again.";
    key.filter(is_key).ok_or_else(|| NotDone::malformed(words))
}

/// The last entry that a reader has seen.
pub(super) fn last_seen(headers: &HeaderMap) -> Option<u64> {
    headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok())
}

/// What a body says, whatever its length.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Something new is there.
pub(super) fn created(what: &impl Serialize) -> Response {
    (StatusCode::CREATED, axum::Json(what)).into_response()
}
