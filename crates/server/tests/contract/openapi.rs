//! Every path, every answer and every part of an answer is as `openapi.json` says, and there is no other.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::http::PATHS;
use server::limits::{Limits, Rate};
use std::time::Duration;

use crate::schema::wrong;
use crate::world::{Answer, Pair, World, token};

const EXAMPLES: &str = include_str!("../../../../docs/server.md");

fn document() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// Compares what was asked and answered with what is documented, and remembers which answers were seen.
struct Compared {
    document: Value,
    seen: BTreeSet<String>,
}

impl Compared {
    fn check(&mut self, method: &str, path: &str, body: Option<&Value>, answer: &Answer) {
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not documented");
        let status = answer.status.to_string();
        let response = &operation["responses"][&status];
        assert!(response.is_object(), "{method} {path} answers {status}, which is not documented: {}", answer.text);
        self.seen.insert(format!("{} {status}", operation["operationId"].as_str().unwrap()));
        if let Some(schema) = response["content"]["application/json"].get("schema") {
            assert_eq!(answer.headers["content-type"], "application/json");
            let found = wrong(&self.document, schema, &answer.json, "answer");
            assert!(found.is_empty(), "{method} {path} {status}: {found:#?}");
        }
        if let (Some(body), true) = (body, answer.status < 300) {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let found = wrong(&self.document, schema, body, "body");
            assert!(found.is_empty(), "{method} {path}: what was accepted is not documented: {found:#?}");
        }
    }

    async fn act(&mut self, world: &World, pair: &Pair, who: char, seq: u64, action: Value) -> Answer {
        let key =
            format!("{who}-{seq}-{action}").chars().filter(char::is_ascii_alphanumeric).take(60).collect::<String>();
        let body = json!({"v": 1, "seq": seq, "action": action});
        let answer = world.act(pair, who, &key, seq, action).await;
        self.check("post", "/api/games/{id}/actions", Some(&body), &answer);
        answer
    }
}

#[test]
fn every_path_is_documented_and_no_other() {
    let document = document();
    let documented: BTreeSet<&str> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(documented, PATHS.into_iter().collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_and_answered_is_as_documented() {
    let hour = Duration::from_secs(3_600);
    let world = World::with(Limits { guesses: Rate { burst: 4, every: hour }, ..Limits::default() }).await;
    let mut compared = Compared { document: document(), seen: BTreeSet::new() };
    let seats = json!([{"name": "Ada", "token": token('a')}, {"who": "human"}]);
    let making = json!({"v": 1, "game": "classic", "rules": null, "first": "toss", "rounds": {"best_of": 3}, "limit": 60,
        "find": true, "seats": seats});
    let made = world.post("/api/games", making.clone()).await;
    compared.check("post", "/api/games", Some(&making), &made);
    assert_eq!(made.json["state"]["position"]["legal"], Value::Null);
    for (body, status) in [("{}".to_string(), 400), (" ".repeat(40_000), 413)] {
        let answer = world.ask("POST", "/api/games").body(body).send().await;
        assert_eq!(answer.status, status);
        compared.check("post", "/api/games", None, &answer);
    }
    let foreign = world.ask("POST", "/api/games").header("Origin", "https://evil.example").json(making).send().await;
    compared.check("post", "/api/games", None, &foreign);

    let pair = world.game(json!({"game": "evens", "rounds": {"all": 2}})).await;
    let joining = json!({"v": 1, "secret": pair.secret, "token": token('b'), "name": "Bo", "program": false});
    let seated = world.post(&pair.path("/seats"), joining.clone()).await;
    compared.check("post", "/api/games/{id}/seats", Some(&joining), &seated);
    let body = json!({"v": 1, "secret": "x", "token": token('x')});
    let unknown = world.post(&pair.path("/seats"), body).await;
    compared.check("post", "/api/games/{id}/seats", None, &unknown);

    let mut stream = world.follow(&pair, Some('a'), Some(0)).await;
    compared.act(&world, &pair, 'b', 2, json!({"do": "move", "move": "12"})).await;
    compared.act(&world, &pair, 'a', 2, json!({"do": "type", "text": "12"})).await;
    compared.act(&world, &pair, 'b', 3, json!({"do": "move", "move": "7"})).await;
    compared.act(&world, &pair, 'a', 3, json!({"do": "propose-take-back"})).await;
    compared.act(&world, &pair, 'a', 4, json!({"do": "decline"})).await;
    compared.act(&world, &pair, 'a', 5, json!({"do": "propose-take-back"})).await;
    compared.act(&world, &pair, 'b', 6, json!({"do": "agree"})).await;
    compared.act(&world, &pair, 'b', 7, json!({"do": "claim"})).await;
    compared.act(&world, &pair, 'b', 7, json!({"do": "resign"})).await;
    compared.act(&world, &pair, 'b', 8, json!({"do": "next-round", "fair": false})).await;
    compared.act(&world, &pair, 'a', 9, json!({"do": "next-round", "fair": false})).await;
    compared.act(&world, &pair, 'b', 10, json!({"do": "resign"})).await;
    let seats = json!([{"token": token('c')}, {}]);
    let after = json!({"v": 1, "game": "chain", "first": 1, "after": pair.id, "seats": seats});
    for by in ['a', 'b', 'x'] {
        let another = world.ask("POST", "/api/games").by(by).json(after.clone()).send().await;
        compared.check("post", "/api/games", Some(&after), &another);
    }
    compared.act(&world, &pair, 'b', 12, json!({"do": "decline"})).await;
    compared.act(&world, &pair, 'b', 13, json!({"do": "propose-rematch", "fair": false})).await;
    compared.act(&world, &pair, 'a', 14, json!({"do": "agree"})).await;
    compared.act(&world, &pair, 'x', 1, json!({"do": "agree"})).await;

    let snapshot = world.get(&pair.path("")).await;
    compared.check("get", "/api/games/{id}", None, &snapshot);
    let record = world.get(&pair.path("/record")).await;
    compared.check("get", "/api/games/{id}/record", None, &record);
    let handed = world.ask("POST", &pair.path("/handover")).by('a').send().await;
    compared.check("post", "/api/games/{id}/handover", None, &handed);
    let secret = handed.json["secret"].clone();
    world.post(&pair.path("/seats"), json!({"v": 1, "secret": secret, "token": token('c')})).await;

    // Whatever is told on a stream.
    let mut told = BTreeSet::new();
    loop {
        let heard = stream.next().await.unwrap();
        let schema = match heard.event.as_str() {
            "state" => "LiveState",
            "happened" => "Happening",
            "presence" => "Presence",
            other => panic!("{other}"),
        };
        let found = wrong(&compared.document, &compared.document["components"]["schemas"][schema], &heard.data, "told");
        assert!(found.is_empty(), "{found:#?}");
        told.insert(heard.data["happened"]["event"].as_str().unwrap_or(&heard.event).to_string());
        if told.contains("other-device") {
            break;
        }
    }
    for event in [
        "opened",
        "sat",
        "moved",
        "proposed",
        "declined",
        "took-back",
        "resigned",
        "next-round",
        "rematch",
        "went-on",
        "called-off",
        "presence",
    ] {
        assert!(told.contains(event), "{event} in {told:?}");
        assert!(EXAMPLES.contains(&format!("`{event}`")), "{event} is not explained");
    }

    for part in snapshot.json.as_object().unwrap().keys().filter(|part| *part != "v") {
        assert!(EXAMPLES.contains(&format!("`{part}`")), "{part} of the state is not explained");
    }

    for (method, path, template) in [
        ("GET", "", "/api/games/{id}"),
        ("GET", "/events", "/api/games/{id}/events"),
        ("GET", "/record", "/api/games/{id}/record"),
        ("POST", "/handover", "/api/games/{id}/handover"),
        ("DELETE", "", "/api/games/{id}"),
    ] {
        let nowhere = world.ask(method, &format!("/api/games/{:024}{path}", 0)).by('a').send().await;
        compared.check(&method.to_lowercase(), template, None, &nowhere);
        if path != "/record" {
            let forbidden = world.ask(method, &pair.path(path)).by('x').send().await;
            assert_eq!(forbidden.status, 403);
            compared.check(&method.to_lowercase(), template, None, &forbidden);
        }
    }
    let mut watching = world.follow(&pair, None, None).await;
    let deleted = world.ask("DELETE", &pair.path("")).by('c').send().await;
    assert_eq!(deleted.status, 204);
    compared.check("delete", "/api/games/{id}", None, &deleted);
    let mut heard = watching.next().await.unwrap();
    while heard.event != "deleted" {
        heard = watching.next().await.unwrap();
    }
    let found = wrong(&compared.document, &compared.document["components"]["schemas"]["Deleted"], &heard.data, "told");
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(heard.data["by"], 1);
    for answer in [
        "make 201",
        "make 403",
        "make 409",
        "sit 201",
        "act 201",
        "act 403",
        "act 409",
        "act 422",
        "snapshot 200",
        "snapshot 404",
        "follow 404",
        "record 404",
        "handOver 429",
        "handOver 201",
        "remove 204",
    ] {
        assert!(compared.seen.contains(answer), "{answer} in {:?}", compared.seen);
    }
}

#[test]
fn the_comparison_sees_what_is_wrong() {
    let document = document();
    let presence = &document["components"]["schemas"]["Presence"];
    let wrong = |value: Value| wrong(&document, presence, &value, "told").len();
    assert_eq!(wrong(json!({"here": [true, false], "watching": 0})), 0);
    assert_eq!(wrong(json!({"here": [true], "watching": 0})), 1);
    assert_eq!(wrong(json!({"here": [true, 1], "watching": "0"})), 2);
    assert_eq!(wrong(json!({"here": [true, true], "watching": 0, "more": 1})), 1);
    assert_eq!(wrong(json!({"here": [true, true]})), 1);
}
