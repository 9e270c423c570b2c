//! Requests that are not as they should be.

use std::time::Duration;

use serde_json::{Value, json};
use server::limits::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::world::{World, token};

fn making(more: Value) -> Value {
    let mut making = json!({"v": 1, "game": "evens", "first": 1, "seats": [{"token": token('a')}, {}]});
    making.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    making
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_33_what_is_too_long_too_deep_or_of_another_type_is_named() {
    let world = World::new().await;
    let long = world.ask("POST", "/api/games").body("x".repeat(10_000_000));
    // The rest of such a body is not read: the connection may be gone before all of it is sent.
    let long = tokio::spawn(long.send()).await;
    assert!(long.map_or(true, |answer| answer.status == 413));
    let just_too_long = world.ask("POST", "/api/games").body(" ".repeat(32 * 1024 + 1)).send().await;
    assert_eq!((just_too_long.status, &just_too_long.json["error"]), (413, &json!("too-large")));
    for (body, named) in [
        ("[".repeat(10_000), "recursion limit"),
        (String::new(), "EOF"),
        ("{}".into(), "missing field `v`"),
        ("{\"v\":1}".into(), "seats"),
        ("\u{1b}[2J".into(), "expected value"),
        (making(json!({"first": 3})).to_string(), "first"),
        (making(json!({"seats": [{}]})).to_string(), "seats"),
        (making(json!({"seats": [{"who": "king"}, {}]})).to_string(), "seats[0].who"),
        (making(json!({"limit": "soon"})).to_string(), "limit"),
        (making(json!({"colour": "red"})).to_string(), "colour"),
        (making(json!({"seats": [{"token": "short"}, {}]})).to_string(), "seats[0].token"),
        (making(json!({"game": "chess"})).to_string(), "chess"),
        (making(json!({"game": null})).to_string(), "names no game"),
        (making(json!({"game": "take:1..1000000"})).to_string(), "1000"),
        (making(json!({"game": "divide:897612484786617600"})).to_string(), "1000"),
        (making(json!({"limit": 1})).to_string(), "10 seconds"),
        (making(json!({"rounds": {"best_of": 0}})).to_string(), "at least one round"),
        (making(json!({"seats": [{"who": "level:1"}, {"who": "level:2"}]})).to_string(), "somebody"),
        (making(json!({"seats": [{"who": "level:1", "token": token('c')}, {}]})).to_string(), "nobody moves for it"),
        (making(json!({"rules": "x".repeat(20_001)})).to_string(), "20000"),
        (making(json!({"rules": "nonsense", "game": null})).to_string(), ""),
    ] {
        let answer = world.ask("POST", "/api/games").body(body.clone()).send().await;
        assert_eq!((answer.status, &answer.json["error"]), (400, &json!("malformed")), "{body:.80}: {}", answer.text);
        assert!(answer.json["words"].as_str().unwrap().contains(named), "{body:.80}: {}", answer.text);
    }
    for body in [json!({"v": 2}), json!({"v": "1"})] {
        assert_eq!(world.post("/api/games", body).await.json["error"], "version");
    }
    let pair = world.two_people().await;
    let action = |body: Value| {
        world.ask("POST", &pair.path("/actions")).by('a').header("Idempotency-Key", "12345678").json(body)
    };
    for body in [
        json!({"v": 1, "seq": -1, "action": {"do": "claim"}}),
        json!({"v": 1, "seq": 2, "action": {"do": "lose", "seat": 2}}),
        json!({"v": 1, "seq": 2, "action": {"do": "move", "move": 12}}),
        json!({"v": 1, "seq": 2, "action": {"do": "move", "move": "012"}}),
        json!({"v": 1, "seq": 2, "action": {"do": "move", "move": "12"}, "by": 2}),
    ] {
        let refused = action(body.clone()).send().await;
        assert_eq!((refused.status, &refused.json["error"]), (400, &json!("malformed")), "{body}");
    }
    for key in ["", "short", &"k".repeat(65), "with a space"] {
        let asking = world.ask("POST", &pair.path("/actions")).by('a').header("Idempotency-Key", key);
        let answer = asking.json(json!({"v": 1, "seq": 2, "action": {"do": "resign"}})).send().await;
        assert_eq!(answer.status, 400, "{key}");
    }
    assert_eq!(world.get(&pair.path("")).await.json["seq"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_30_slow_heads_and_slow_bodies_are_cut_off() {
    let short = Duration::from_millis(50);
    let world = World::with(Limits { head_time: short, body_time: short, ..Limits::default() }).await;
    let mut head = TcpStream::connect(world.address).await.unwrap();
    head.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-").await.unwrap();
    let mut answer = Vec::new();
    // It ends by itself.
    head.read_to_end(&mut answer).await.unwrap();
    let mut body = TcpStream::connect(world.address).await.unwrap();
    let begun = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
    body.write_all(begun.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    body.read_to_end(&mut answer).await.unwrap();
    assert!(String::from_utf8(answer).unwrap().starts_with("HTTP/1.1 408"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_without_end_is_cut_off() {
    let world = World::new().await;
    let mut stream = TcpStream::connect(world.address).await.unwrap();
    let endless = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {}", "x".repeat(1_000_000));
    // It may be cut off while it is being sent.
    let _ = stream.write_all(endless.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    assert!(answer.is_empty() || String::from_utf8(answer).unwrap().starts_with("HTTP/1.1 431"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_and_however_what_went_wrong_is_said_in_json() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let long = "x".repeat(10_000);
    for (method, path, status) in [
        ("GET", "/api/games/%ff", 404),
        ("GET", "/api/games/%ff/events", 404),
        ("GET", "/api/games/%2e%2e%2f/record", 404),
        ("DELETE", "/api/games/%", 403),
        ("GET", "/api/games/", 404),
        ("GET", "/api/games//events", 404),
        ("GET", "//", 404),
        ("GET", "/%00", 404),
        ("GET", &format!("/api/games/{long}"), 404),
        ("GET", &pair.path("/nothing"), 404),
        ("OPTIONS", &pair.path(""), 405),
        ("PUT", &pair.path("/actions"), 405),
        ("TRACE", "/", 405),
        ("POST", "/healthz", 405),
        ("BREW", "/api/games", 405),
    ] {
        let answer = world.ask(method, path).send().await;
        assert_eq!(answer.status, status, "{method} {path:.60}: {}", answer.text);
        assert_eq!(answer.headers["content-type"], "application/json", "{method} {path:.60}");
        assert!(answer.json["words"].is_string(), "{method} {path:.60}: {}", answer.text);
        assert_eq!(answer.headers.contains_key("allow"), status == 405, "{method} {path:.60}");
    }
    // What stands behind a question mark is nobody's business here.
    assert_eq!(world.get(&pair.path("?%ff&seat=1")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_other_programs_leave_out_or_put_in_is_understood_or_refused() {
    let world = World::new().await;
    let making = making(json!({})).to_string();
    let expecting = format!("Content-Length: {}\r\nExpect: 100-continue\r\n", making.len());
    for (head, body, begins, says) in [
        ("GET /healthz HTTP/1.0\r\nHost: localhost\r\n", "", "HTTP/1.0 200", "well"),
        ("GET /healthz HTTP/1.0\r\n", "", "HTTP/1.0 403", "\"foreign\""),
        ("GET /healthz HTTP/1.1\r\nConnection: close\r\n", "", "HTTP/1.1 403", "\"foreign\""),
        ("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", "", "HTTP/1.1 200", "etag"),
        ("HEAD /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", "", "HTTP/1.1 404", "json"),
        (
            &format!("POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{expecting}"),
            &making,
            "HTTP/1.1 100",
            "HTTP/1.1 201",
        ),
        (
            &format!("POST /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n{expecting}"),
            "",
            "HTTP/1.1 403",
            "\"foreign\"",
        ),
    ] {
        let mut stream = TcpStream::connect(world.address).await.unwrap();
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(begins) && answer.contains(says), "{head}: {answer:.500}");
        let is_head = head.starts_with("HEAD");
        assert_eq!(answer.ends_with("\r\n\r\n"), is_head, "{head}: {answer:.500}");
    }
}
