//! A link to a live game, as people pass it on.

use std::fmt::{self, Display};
use std::str::FromStr;

use duel::Id;

use crate::words;

/// No name of a machine is longer; ours are parts of file names as well.
const LONGEST_HOST: usize = 200;
/// No secret is longer.
const LONGEST_SECRET: usize = 128;

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Whether it is spoken to by https.
    pub(crate) is_encrypted: bool,
    /// The name or the address of the machine; an address of version 6 in brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// A link: where the game is, which one, and the secret that takes a seat in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) place: Place,
    pub(crate) id: Id,
    pub(crate) secret: Option<String>,
}

impl FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Link, String> {
        let no_link = || words::line().no_link();
        // A link is copied with what stands around it in a message, and passed on without its beginning.
        let text = text.trim().trim_start_matches('<').trim_end_matches(['>', '.', ',']);
        let (place, game) = text.split_once('#').ok_or_else(no_link)?;
        let place = place.strip_suffix('/').unwrap_or(place);
        let place = if place.contains("://") { place.to_string() } else { format!("http://{place}") };
        let place: Place = place.parse().map_err(|NoPlace| no_link())?;
        if place.is_encrypted && !cfg!(feature = "https") {
            return Err(words::line().no_https());
        }
        let mut parts = game.strip_prefix("/live/").ok_or_else(no_link)?.split('/');
        let id = parts.next().and_then(|id| id.parse().ok()).ok_or_else(no_link)?;
        let secret = parts.next().filter(|secret| !secret.is_empty()).map(String::from);
        let is_secret = |secret: &String| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            secret.len() <= LONGEST_SECRET && secret.bytes().all(is_letter)
        };
        // Where a seat goes on with another device, the link says which one: the server knows it anyway.
        let is_seat = parts.next().is_none_or(|seat| ["1", "2"].contains(&seat));
        if !is_seat || parts.next().is_some() || !secret.as_ref().is_none_or(is_secret) {
            return Err(no_link());
        }
        Ok(Link { place, id, secret })
    }
}

/// The link that everybody may see: without the secret.
impl Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/#/live/{}", self.place, self.id)
    }
}

/// A text that names no server.
pub(crate) struct NoPlace;

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Place, NoPlace> {
        let (scheme, text) = text.split_once("://").ok_or(NoPlace)?;
        let is_encrypted = scheme.eq_ignore_ascii_case("https");
        if !is_encrypted && !scheme.eq_ignore_ascii_case("http") {
            return Err(NoPlace);
        }
        let (host, port) = match text.rsplit_once(':') {
            // What stands between brackets has colons of its own.
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| NoPlace)?),
            _ => (text, usual_port(is_encrypted)),
        };
        let is_name = |host: &str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        let is_version_6 = |host: &str| host.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
        let is_host = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
            Some(address) => !address.is_empty() && is_version_6(address),
            None => !host.is_empty() && is_name(host),
        };
        if is_host && host.len() <= LONGEST_HOST && port > 0 {
            Ok(Place { is_encrypted, host: host.to_ascii_lowercase(), port })
        } else {
            Err(NoPlace)
        }
    }
}

fn usual_port(is_encrypted: bool) -> u16 {
    if is_encrypted { 443 } else { 80 }
}

impl Place {
    /// As requests name it.
    pub(crate) fn authority(&self) -> String {
        let is_usual = self.port == usual_port(self.is_encrypted);
        if is_usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }

    /// As the system looks it up.
    pub(super) fn address(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_encrypted { "https" } else { "http" }, self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_server_a_game_and_perhaps_a_secret() {
        for (text, shown, host, port, secret) in [
            (
                "http://localhost:8017/#/live/ab12/s3cret",
                "http://localhost:8017/#/live/ab12",
                "localhost",
                8017,
                Some("s3cret"),
            ),
            (
                "http://localhost:8017/#/live/ab12/s3cret/2",
                "http://localhost:8017/#/live/ab12",
                "localhost",
                8017,
                Some("s3cret"),
            ),
            (" http://Kitchen.local/#/live/ab12 ", "http://kitchen.local/#/live/ab12", "kitchen.local", 80, None),
            ("<http://localhost/#/live/ab12/s3cret>,", "http://localhost/#/live/ab12", "localhost", 80, Some("s3cret")),
            ("localhost:8017/#/live/ab12.", "http://localhost:8017/#/live/ab12", "localhost", 8017, None),
            ("http://[::1]:8017#/live/ab12/", "http://[::1]:8017/#/live/ab12", "[::1]", 8017, None),
            ("HTTP://[::1]/#/live/ab12", "http://[::1]/#/live/ab12", "[::1]", 80, None),
            #[cfg(feature = "https")]
            ("https://duel.example/#/live/ab12", "https://duel.example/#/live/ab12", "duel.example", 443, None),
            #[cfg(feature = "https")]
            ("https://duel.example:80/#/live/ab12", "https://duel.example:80/#/live/ab12", "duel.example", 80, None),
        ] {
            let link: Link = text.parse().unwrap();
            assert_eq!((&*link.to_string(), &*link.place.host, link.place.port), (shown, host, port), "{text}");
            assert_eq!(link.secret.as_deref(), secret, "{text}");
            let again: Link = shown.parse().unwrap();
            assert_eq!((again.place, again.id), (link.place, link.id), "{text}");
        }
    }

    #[test]
    fn what_is_no_link_is_refused() {
        let long = format!("http://{}/#/live/ab12", "a".repeat(201));
        let secret = format!("http://localhost/#/live/ab12/{}", "a".repeat(129));
        for text in [
            "",
            "ab12",
            "local host:8017/#/live/ab12",
            "<>",
            "ftp://localhost/#/live/ab12",
            "https://#/live/ab12",
            #[cfg(not(feature = "https"))]
            "https://duel.example/#/live/ab12",
            "httpss://duel.example/#/live/ab12",
            "http://localhost:8017/",
            "http://localhost:8017/#/play/ab12",
            "http://localhost:8017/#/live/",
            "http://localhost:8017/#/live/a-b",
            "http://localhost:8017/#/live/ab12/s3/cret",
            "http://localhost:8017/#/live/ab12/s3cret/3",
            "http://localhost:8017/#/live/ab12/s3cret/2/",
            "http://localhost:8017/#/live/ab12/s3\r\nHost: x",
            "http://localhost:0/#/live/ab12",
            "http://localhost:65536/#/live/ab12",
            "http://:80/#/live/ab12",
            "http://[]/#/live/ab12",
            "http://[::1/#/live/ab12",
            "http://user@localhost/#/live/ab12",
            "http://local host/#/live/ab12",
            "http://localhost/path/#/live/ab12",
            &long,
            &secret,
        ] {
            assert!(text.parse::<Link>().is_err(), "{text:?}");
        }
    }
}
