//! Who may ask at all: requests that were meant for this server, from its own page or from no page.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::routes::Public;
use crate::wrong::NotDone;

/// The address of this machine at which a connection arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here(pub(super) SocketAddr);

/// The address that a connection came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct There(pub(super) SocketAddr);

/// The names that this server is known by, beside the address of the connection and localhost.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Where the world finds it: scheme, host and port, such as `https://duel.example`.
    pub public_url: Option<String>,
    /// What the machine is called in its own network, such as `kitchen.local`.
    pub local_name: Option<String>,
}

impl Known {
    /// Whether a request for this host, on this connection, is meant for us.
    fn is_ours(&self, host: &str, here: Option<Here>) -> bool {
        let name = without_port(host);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let is_here = match (address, here) {
            (Some(address), Some(Here(here))) => address.is_loopback() || address == here.ip().to_canonical(),
            (Some(address), None) => address.is_loopback(),
            (None, _) => name.eq_ignore_ascii_case("localhost"),
        };
        let is_named = |known: &str| name.eq_ignore_ascii_case(known);
        is_here
            || self.local_name.as_deref().is_some_and(is_named)
            || self
                .public_url
                .as_deref()
                .is_some_and(|url| host_of(url).is_some_and(|known| host.eq_ignore_ascii_case(known)))
    }

    /// Whether a page of this origin is ours, when it asks this host.
    fn is_our_page(&self, origin: &str, host: &str) -> bool {
        self.public_url.as_deref() == Some(origin) || origin.strip_prefix("http://") == Some(host)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

fn host_of(url: &str) -> Option<&str> {
    url.split_once("://").map(|(_, host)| host)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Lets through what may be asked, and says with every answer what a browser may do with it.
pub(super) async fn check(State(public): State<Public>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&public.known, &request) {
        Some(refused) => refused.into_response(),
        None => next.run(request).await,
    };
    public.hall.metrics.answered(response.status().as_u16());
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let nothing = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
        headers.insert(header::CONTENT_SECURITY_POLICY, nothing);
    }
    response
}

fn refusal(known: &Known, request: &Request) -> Option<NotDone> {
    let headers = request.headers();
    let host = text(headers, &header::HOST).unwrap_or_default();
    if !known.is_ours(host, request.extensions().get::<Here>().copied()) {
        let words = "This server does not go by that name. Start it with --public-url to give it one.";
        return Some(NotDone::foreign(words));
    }
    let changes_something = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_foreign = match headers.get(header::ORIGIN) {
        Some(origin) => !origin.to_str().is_ok_and(|origin| known.is_our_page(origin, host)),
        None => text(headers, &HeaderName::from_static("sec-fetch-site")) == Some("cross-site"),
    };
    (changes_something && is_foreign).then(|| NotDone::foreign("Another site's page cannot ask for this."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_localhost_the_address_of_the_connection_the_local_name_or_the_public_one() {
        let here = Some(Here("192.168.1.20:8017".parse().unwrap()));
        let known = Known { public_url: Some("https://duel.example".into()), local_name: Some("kitchen.local".into()) };
        for host in [
            "localhost",
            "localhost:8017",
            "LOCALHOST:1",
            "127.0.0.1:8017",
            "[::1]:8017",
            "192.168.1.20:8017",
            "kitchen.local:8017",
            "duel.example",
        ] {
            assert!(known.is_ours(host, here), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "192.168.1.21:8017",
            "localhost.evil.example",
            "kitchen.local.evil",
            "duel.example:80",
            "127.0.0.1.evil.example",
            "x:localhost",
            "[::1]evil",
        ] {
            assert!(!known.is_ours(host, here), "{host}");
        }
    }

    #[test]
    fn a_page_is_ours_if_it_came_from_the_host_that_it_asks() {
        let known = Known { public_url: Some("https://duel.example".into()), local_name: None };
        assert!(known.is_our_page("https://duel.example", "duel.example"));
        assert!(known.is_our_page("http://192.168.1.20:8017", "192.168.1.20:8017"));
        for origin in ["null", "", "http://duel.example.evil", "https://192.168.1.20:8017", "http://localhost:1"] {
            assert!(!known.is_our_page(origin, "192.168.1.20:8017"), "{origin}");
        }
    }
}
