//! What can be asked.

use std::sync::Arc;
use std::time::Instant;

use api::live::{Doing, HandOver, Joining, Making, VERSION};
use axum::Router;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};

use super::guard::{self, Known, There};
use super::requests::{Named, Said, created, digest, key, last_seen, token};
use super::stream;
use crate::hall::{Hall, WHAT_A_TOKEN_IS};
use crate::page::{self, Page};
use crate::secret::is_token;
use crate::store::Key;
use crate::wrong::NotDone;

/// What every request is answered from.
#[derive(Clone, Debug)]
pub struct Public {
    /// The games.
    pub hall: Arc<Hall>,
    /// The names of this server.
    pub known: Arc<Known>,
    /// The page.
    pub page: Arc<Page>,
}

/// Every path of the API, as `openapi.json` has them.
pub const PATHS: [&str; 7] = [
    "/api/games",
    "/api/games/{id}",
    "/api/games/{id}/seats",
    "/api/games/{id}/actions",
    "/api/games/{id}/events",
    "/api/games/{id}/record",
    "/api/games/{id}/handover",
];

/// What the world can ask.
pub fn public(public: Public) -> Router {
    let [games, game, seats, actions, events, record, handover] = PATHS;
    Router::new()
        .route(games, post(make))
        .route(game, get(snapshot).merge(delete(remove)))
        .route(seats, post(sit))
        .route(actions, post(act))
        .route(events, get(follow))
        .route(record, get(show_record))
        .route(handover, post(hand_over))
        .route("/api/openapi.json", get(|| async { page::json(page::OPENAPI) }))
        .route("/healthz", get(|| async { "well\n" }))
        .route("/readyz", get(ready))
        .merge(page::routes())
        .fallback(|| async { NotDone::no_such_address() })
        .method_not_allowed_fallback(|| async {
            (StatusCode::METHOD_NOT_ALLOWED, NotDone::malformed("This address is asked in another way."))
                .into_response()
        })
        .layer(from_fn_with_state(public.clone(), guard::check))
        .with_state(public)
}

/// What whoever runs the server can ask, at a port of its own.
pub fn admin(hall: Arc<Hall>) -> Router {
    let metrics = hall.clone();
    Router::new()
        .route("/metrics", get(move || async move { metrics.metrics.text() }))
        .route("/healthz", get(|| async { "well\n" }))
        .with_state(hall)
}

async fn ready(State(Public { hall, .. }): State<Public>) -> Response {
    match hall.is_ready().await {
        true => "ready\n".into_response(),
        false => NotDone::unavailable("The server cannot write to its disk, or is going down.").into_response(),
    }
}

async fn make(
    State(Public { hall, known, .. }): State<Public>,
    there: Option<Extension<There>>,
    headers: HeaderMap,
    said: Said<Making>,
) -> Result<Response, NotDone> {
    let token = token(&headers)?.map(String::from);
    // Everybody who comes through a proxy has its address, and that one can count them.
    let from = there.filter(|_| known.public_url.is_none()).map(|Extension(There(address))| address.ip());
    // It goes on whoever waits for it.
    let made = tokio::spawn(async move { hall.make(said.what, from, token.as_deref()).await });
    Ok(created(&finished(made).await?))
}

/// Work that goes on when whoever asked for it has gone.
async fn finished<T>(work: tokio::task::JoinHandle<Result<T, NotDone>>) -> Result<T, NotDone> {
    work.await.unwrap_or_else(|_| Err(NotDone::unavailable("The server has made a mistake.")))
}

async fn snapshot(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    headers: HeaderMap,
) -> Result<Response, NotDone> {
    let token = token(&headers)?;
    let game = hall.find(&id).await?;
    Ok(axum::Json(game.snapshot(&hall, token).await?).into_response())
}

async fn sit(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    said: Said<Joining>,
) -> Result<Response, NotDone> {
    let Joining { secret, token, name, program, .. } = said.what;
    if !is_token(&token) {
        return Err(NotDone::malformed(format!("token: {WHAT_A_TOKEN_IS}.")));
    }
    let game = hall.find(&id).await?;
    let (name, is_program) = (name.map(|name| name.0), program.unwrap_or(false));
    let seated = tokio::spawn({
        let hall = hall.clone();
        async move { game.sit(hall, (secret, token), name, is_program).await }
    });
    match finished(seated).await {
        Ok(seated) => Ok(created(&seated)),
        // A secret that is wrong and a game that is not there look the same, and count the same.
        Err(wrong) if wrong.error() == api::live::WrongBy::NotFound => Err(hall.guessed()),
        Err(wrong) => Err(wrong),
    }
}

async fn act(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    headers: HeaderMap,
    said: Said<Doing>,
) -> Result<Response, NotDone> {
    let began = Instant::now();
    let token = token(&headers)?.ok_or_else(NotDone::no_seat)?.to_string();
    let key = Key { name: key(&headers)?.into(), digest: digest(&said.bytes) };
    let game = hall.find(&id).await?;
    let done = tokio::spawn({
        let hall = hall.clone();
        async move { game.act(hall, token, said.what, key).await }
    });
    let done = finished(done).await?;
    hall.metrics.acted(began.elapsed());
    Ok(created(&done))
}

async fn follow(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    headers: HeaderMap,
) -> Result<Response, NotDone> {
    let (token, since) = (token(&headers)?, last_seen(&headers));
    let game = hall.find(&id).await?;
    let followed = game.follow(&hall, token, since).await?;
    Ok(stream::of(followed, &hall, since))
}

async fn show_record(State(Public { hall, .. }): State<Public>, Named(id): Named) -> Result<Response, NotDone> {
    let record = hall.find(&id).await?.record().await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.duel\""),
    ];
    Ok((headers, record).into_response())
}

async fn hand_over(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    headers: HeaderMap,
) -> Result<Response, NotDone> {
    let token = token(&headers)?.ok_or_else(NotDone::no_seat)?;
    let game = hall.find(&id).await?;
    Ok(created(&HandOver { v: VERSION, secret: game.hand_over(&hall, token).await? }))
}

async fn remove(
    State(Public { hall, .. }): State<Public>,
    Named(id): Named,
    headers: HeaderMap,
) -> Result<Response, NotDone> {
    let token = token(&headers)?.ok_or_else(NotDone::no_seat)?.to_string();
    let game = hall.find(&id).await?;
    let deleted = tokio::spawn(async move { game.delete(&hall, &token).await });
    finished(deleted).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
