//! The page, and the little that belongs to it where it is served.

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::http::Public;

/// The page as `scripts/page` makes it: one file, which from a disk connects to nothing.
const FILE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));
/// The API as machines read it.
pub(crate) const OPENAPI: &str = include_str!("../openapi.json");
const PRIVACY: &str = include_str!("../assets/privacy.html");
const ICON: &str = include_str!("../assets/icon.svg");
const MANIFEST: &str = include_str!("../assets/manifest.webmanifest");
const SERVICE_WORKER: &str = include_str!("../assets/service-worker.js");

/// What a page from this server may do beside what the file may: ask this server, and be installed.
const FROM_HERE: &str = "default-src 'none'; connect-src 'self'; manifest-src 'self'";
const FROM_DISK: &str = "default-src 'none'";
/// It says to the page that there is a server.
const MARK: &str = "<meta name=\"live\" content=\"1\"><link rel=\"manifest\" href=\"manifest.webmanifest\">";

/// The page as it is served.
#[derive(Debug)]
pub struct Page {
    /// In memory once, however many take it slowly.
    html: Bytes,
    policy: String,
    /// What changes when the page does.
    tag: String,
}

impl Page {
    /// The page that was built with this program.
    ///
    /// # Errors
    /// It was put together otherwise than is expected here.
    pub fn new() -> anyhow::Result<Page> {
        let (before, rest) =
            FILE.split_once("http-equiv=\"Content-Security-Policy\" content=\"").context("no policy")?;
        let (policy, after) = rest.split_once('"').context("the policy has no end")?;
        anyhow::ensure!(policy.starts_with(FROM_DISK), "the policy begins otherwise");
        let policy =
            policy.replacen(FROM_DISK, FROM_HERE, 1).replacen("worker-src blob:", "worker-src blob: 'self'", 1);
        let policy = policy.replacen("img-src data:", "img-src data: 'self'", 1);
        let html = format!("{before}http-equiv=\"Content-Security-Policy\" content=\"{policy}\"{after}");
        let html = html.replacen("</head>", &format!("{MARK}</head>"), 1);
        anyhow::ensure!(html.contains(MARK), "the page has no head");
        let tag = format!("\"{}\"", crate::secret::Hash::of(&html).short());
        Ok(Page { html: html.into(), policy: format!("{policy}; frame-ancestors 'none'"), tag })
    }
}

/// The addresses of the page.
pub(crate) fn routes() -> Router<Public> {
    Router::new()
        .route("/", get(show))
        .route("/privacy", get(|| async { styled("text/html; charset=utf-8", PRIVACY) }))
        .route("/icon.svg", get(|| async { plain("image/svg+xml", ICON) }))
        .route("/manifest.webmanifest", get(|| async { plain("application/manifest+json", MANIFEST) }))
        .route("/service-worker.js", get(|| async { worker() }))
}

async fn show(State(Public { page, .. }): State<Public>, headers: HeaderMap) -> Response {
    shown(&page, &headers)
}

fn shown(page: &Page, headers: &HeaderMap) -> Response {
    let common = [
        (header::ETAG, page.tag.clone()),
        // It is asked each time whether there is a newer one.
        (header::CACHE_CONTROL, "no-cache".into()),
        (header::CONTENT_SECURITY_POLICY, page.policy.clone()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == page.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.html.clone()).into_response()
}

pub(crate) fn json(text: &'static str) -> Response {
    plain("application/json", text)
}

fn plain(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

/// The worker that keeps the page for when there is no network: it asks for the page, and has a policy of its own.
fn worker() -> Response {
    let policy = "default-src 'none'; connect-src 'self'";
    ([(header::CONTENT_SECURITY_POLICY, policy)], plain("text/javascript; charset=utf-8", SERVICE_WORKER))
        .into_response()
}

/// A page of text with a style of its own.
fn styled(kind: &'static str, text: &'static str) -> Response {
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    ([(header::CONTENT_SECURITY_POLICY, policy)], plain(kind, text)).into_response()
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[tokio::test]
    async fn whoever_takes_the_page_takes_the_same_one() {
        let page = Page::new().unwrap();
        let taken = async || shown(&page, &HeaderMap::new()).into_body().collect().await.unwrap().to_bytes();
        assert_eq!(taken().await.as_ptr(), taken().await.as_ptr());
    }
}
