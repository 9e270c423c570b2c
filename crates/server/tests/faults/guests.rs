//! Who may ask at all, and how often.

use std::time::Duration;

use serde_json::json;
use server::limits::{Limits, Rate};

use crate::world::{World, token};

#[tokio::test(flavor = "multi_thread")]
async fn fault_28_another_sites_page_and_another_name_are_refused() {
    let world = World::new().await;
    let address = world.address.to_string();
    let making = json!({"v": 1, "game": "evens", "first": 1, "seats": [{"token": token('a')}, {}]});
    let make = |headers: &[(&str, &str)]| {
        let asking = world.ask("POST", "/api/games").json(making.clone());
        headers.iter().fold(asking, |asking, (name, value)| asking.header(name, value)).send()
    };
    for foreign in ["https://evil.example", "null", "http://localhost:1", "file://"] {
        assert_eq!(make(&[("Origin", foreign)]).await.status, 403, "{foreign}");
    }
    assert_eq!(make(&[("Sec-Fetch-Site", "cross-site")]).await.status, 403);
    for host in ["evil.example", "192.0.2.7:8017", "", "localhost.evil.example"] {
        assert_eq!(make(&[("Host", host)]).await.status, 403, "{host}");
        assert_eq!(world.ask("GET", "/").header("Host", host).send().await.status, 403, "{host}");
    }
    assert_eq!(make(&[("Origin", &format!("http://{address}"))]).await.status, 201);
    assert_eq!(make(&[("Host", "localhost:9"), ("Origin", "http://localhost:9")]).await.status, 201);
    assert_eq!(make(&[("Host", "duel.example"), ("Origin", "https://duel.example")]).await.status, 201);
    assert_eq!(make(&[]).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_32_guessing_comes_to_an_end_and_those_who_play_do_not_notice() {
    let guesses = Rate { burst: 5, every: Duration::from_secs(3_600) };
    let world = World::with(Limits { guesses, ..Limits::default() }).await;
    let pair = world.two_people().await;
    let mut statuses = Vec::new();
    for at in 0..8 {
        statuses.push(world.get(&format!("/api/games/{at:024}")).await.status);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429, 429, 429]);
    let joining = json!({"v": 1, "secret": "0".repeat(32), "token": token('x')});
    let guessed = world.post(&pair.path("/seats"), joining).await;
    assert_eq!((guessed.status, &guessed.json["error"]), (429, &json!("too-many")));
    assert!(guessed.headers.contains_key("retry-after"));
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_from_a_seat_too_many_games_and_too_quickly_is_said() {
    let hour = Duration::from_secs(3_600);
    let limits = Limits {
        actions: Rate { burst: 2, every: hour },
        makings: Rate { burst: 3, every: hour },
        games: 2,
        ..Limits::default()
    };
    let world = World::with(limits).await;
    let pair = world.two_people().await;
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
    assert_eq!(world.pick(&pair, 'a', 3, 12).await.status, 409);
    let too_much = world.pick(&pair, 'a', 3, 12).await;
    assert_eq!((too_much.status, &too_much.json["error"]), (429, &json!("too-many")));
    assert_eq!(world.pick(&pair, 'b', 3, 6).await.status, 201, "the other seat has its own");
    let making = json!({"v": 1, "game": "evens", "first": 1, "seats": [{"token": token('a')}, {}]});
    assert_eq!(world.post("/api/games", making.clone()).await.status, 201);
    let full = world.post("/api/games", making.clone()).await;
    assert_eq!((full.status, &full.json["error"]), (503, &json!("unavailable")));
    assert_eq!(world.ask("DELETE", &pair.path("")).by('a').send().await.status, 204);
    assert_eq!(world.post("/api/games", making.clone()).await.status, 201);
    assert_eq!(world.ask("DELETE", &pair.path("")).by('a').send().await.status, 404);
    assert_eq!(world.post("/api/games", making).await.status, 503);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_a_share_of_the_games_that_are_made_unless_it_is_a_proxys() {
    let every = Duration::from_secs(3_600);
    let limits = Limits { makings_of_an_address: Rate { burst: 1, every }, ..Limits::default() };
    let making = json!({"v": 1, "game": "evens", "first": 1, "seats": [{"token": token('a')}, {}]});
    let made_twice = async |world: World| {
        [world.post("/api/games", making.clone()).await.status, world.post("/api/games", making.clone()).await.status]
    };
    assert_eq!(made_twice(World::reached_directly(limits.clone()).await).await, [201, 429]);
    assert_eq!(made_twice(World::with(limits).await).await, [201, 201]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_may_ask_this_server_alone_and_is_shown_in_no_frame() {
    let world = World::new().await;
    let page = world.get("/").await;
    let policy = &page.headers["content-security-policy"];
    for part in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "script-src 'sha256-"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(page.text.contains("<meta name=\"live\" content=\"1\">"));
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    let again = world.ask("GET", "/").header("If-None-Match", &page.headers["etag"]).send().await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    for (path, kind) in [
        ("/privacy", "text/html"),
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/service-worker.js", "text/javascript"),
        ("/api/openapi.json", "application/json"),
        ("/healthz", "text/plain"),
    ] {
        let answer = world.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.headers["content-type"].starts_with(kind), "{path}: {:?}", answer.headers);
        assert!(answer.headers.contains_key("content-security-policy"), "{path}");
    }
    assert_eq!(world.get("/api/nothing").await.json["error"], "not-found");
    assert_eq!(world.ask("PUT", "/api/games").send().await.status, 405);
}
