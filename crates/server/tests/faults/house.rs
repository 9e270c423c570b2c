//! The server as a whole: computer players, waiting, going down.

use std::time::Duration;

use serde_json::json;
use server::limits::Limits;

use crate::world::{World, token};

#[tokio::test(flavor = "multi_thread")]
async fn fault_34_going_down_ends_streams_and_finishes_what_was_begun() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let mut stream = world.follow(&pair, Some('b'), None).await;
    assert!(stream.next().await.is_some());
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
    let (folder, store) = world.stop().await;
    while stream.next().await.is_some() {}
    let world = World::of(store, folder, Limits::default()).await;
    assert_eq!(world.get(&pair.path("")).await.json["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_ready_as_long_as_it_can_write() {
    let world = World::with(Limits { seen_ready: Duration::ZERO, ..Limits::default() }).await;
    assert_eq!(world.get("/readyz").await.status, 200);
    // Nobody writes any more: it lives, and is not ready.
    drop(world.hall.finish());
    assert_eq!(world.get("/readyz").await.status, 503);
    assert_eq!(world.get("/healthz").await.status, 200);
    let making = json!({"v": 1, "game": "evens", "first": 1, "seats": [{"token": token('a')}, {}]});
    assert_eq!(world.post("/api/games", making).await.status, 503);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_41_a_computer_thinks_outside_of_requests_and_moves_after_a_crash_too() {
    let world = World::with(Limits { thinkers: 1, ..Limits::default() }).await;
    let seats = json!([{"name": "Ada", "token": token('a')}, {"who": "level:5"}]);
    let making = json!({"v": 1, "game": "take:1..1000", "first": 1, "seats": seats});
    let made = world.post("/api/games", making).await;
    let id = made.json["id"].as_str().unwrap().to_string();
    let pair = crate::world::Pair { id, secret: String::new() };
    let mut stream = world.follow(&pair, Some('a'), None).await;
    let done = world.pick(&pair, 'a', 1, 500).await;
    // The answer does not wait for the computer.
    assert_eq!((done.status, &done.json["seq"], &done.json["state"]["turn"]), (201, &json!(2), &json!(2)));
    assert_eq!(stream.next_kept().await.unwrap().event, "state");
    assert_eq!(stream.next_kept().await.unwrap().id, Some(2));
    let answered = stream.next_kept().await.unwrap();
    assert_eq!((answered.id, &answered.data["happened"]["by"]), (Some(3), &json!(2)));

    // A log that ends with somebody's move, and a computer that has not answered it.
    let (folder, mut store) = world.stop().await;
    let legal = answered.data["state"]["position"]["legal"][0].clone();
    let body = json!({"v": 1, "at": 1, "by": 1, "event": "moved", "move": legal.to_string()}).to_string();
    let row = server::store::Row { game: pair.id.clone(), seq: 4, at: 1, body, secrets: None, key: None };
    store.write(&[server::store::Change::Add(row)]).unwrap();
    let world = World::of(store, folder, Limits::default()).await;
    let mut stream = world.follow(&pair, Some('a'), Some(3)).await;
    for seq in 4..=5 {
        assert_eq!(stream.next_kept().await.unwrap().id, Some(seq));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_40_who_would_wait_too_long_for_the_disk_is_told_to_come_again() {
    let world = World::with(Limits { reads: 0, read_time: Duration::from_millis(20), ..Limits::default() }).await;
    let answer = world.get(&format!("/api/games/{:024}", 7)).await;
    assert_eq!((answer.status, &answer.json["error"]), (503, &json!("unavailable")));
    assert_eq!(world.get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_nobody_uses_leave_memory_and_come_back_from_disk() {
    let world = World::with(Limits { in_memory: Duration::ZERO, ..Limits::default() }).await;
    let pair = world.two_people().await;
    world.hall.tidy();
    assert!(world.hall.metrics_text().contains("duel_games_in_memory 0"));
    let mut stream = world.follow(&pair, Some('a'), None).await;
    assert!(stream.next().await.is_some());
    world.hall.tidy();
    assert!(world.hall.metrics_text().contains("duel_games_in_memory 1"));
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_sits_down_and_loses_by_an_illegal_number() {
    let world = World::new().await;
    let seats = json!([{"name": "Ada", "token": token('a')}, {}]);
    let made = world.post("/api/games", json!({"v": 1, "game": "evens", "first": 2, "seats": seats})).await;
    let (id, secret) = (made.json["id"].as_str().unwrap(), &made.json["invitations"][1]);
    let joining = json!({"v": 1, "secret": secret, "token": token('b'), "name": "Robo", "program": true});
    assert_eq!(world.post(&format!("/api/games/{id}/seats"), joining).await.json["state"]["seats"][1]["who"], "bot");
    let pair = crate::world::Pair { id: id.into(), secret: String::new() };
    let lost = world.act(&pair, 'b', "type-it-1", 2, json!({"do": "type", "text": "7"})).await;
    assert_eq!(lost.json["state"]["position"]["outcome"]["reason"], "illegal-number", "{}", lost.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_holds_so_many_games_and_those_who_play_keep_theirs() {
    let world = World::with(Limits { loaded: 1, ..Limits::default() }).await;
    let first = world.two_people().await;
    let mut stream = world.follow(&first, Some('a'), None).await;
    assert!(stream.next().await.is_some());
    let seats = json!([{"token": token('a')}, {}]);
    let made = world.post("/api/games", json!({"v": 1, "game": "evens", "first": 1, "seats": seats})).await;
    let second = format!("/api/games/{}", made.json["id"].as_str().unwrap());
    let full = world.get(&second).await;
    assert_eq!((full.status, &full.json["error"]), (503, &json!("unavailable")));
    assert_eq!(world.pick(&first, 'a', 2, 12).await.status, 201);
    let (folder, store) = world.stop().await;
    let world = World::of(store, folder, Limits { loaded: 1, ..Limits::default() }).await;
    assert_eq!(world.get(&first.path("")).await.status, 200);
    assert_eq!(world.get(&second).await.status, 200, "nobody follows the first one any more");
}
