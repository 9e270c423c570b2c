//! Following a game.

use std::time::Duration;

use serde_json::{Value, json};
use server::limits::{Limits, Rate};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::world::{Stream, World};

#[tokio::test(flavor = "multi_thread")]
async fn fault_31_streams_have_limits_and_players_keep_their_place() {
    let limits = Limits { streams: 4, streams_of_a_seat: 2, watchers: 1, ..Limits::default() };
    let world = World::with(limits).await;
    let (pair, other) = (world.two_people().await, world.two_people().await);
    let mut places = Vec::new();
    for who in [Some('a'), Some('a'), None] {
        places.push(world.follow(&pair, who, None).await);
    }
    assert!(places.iter().all(|stream| stream.status == 200));
    assert_eq!(world.follow(&pair, Some('a'), None).await.status, 429);
    assert_eq!(world.follow(&pair, None, None).await.status, 429);
    let last = world.follow(&pair, Some('b'), None).await;
    assert_eq!(last.status, 200);
    assert_eq!(world.follow(&other, Some('a'), None).await.status, 503);
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
    let state = world.get(&pair.path("")).await.json;
    assert_eq!((&state["seats"][0]["here"], &state["seats"][1]["here"]), (&json!(true), &json!(true)));
    assert_eq!(state["watching"], 1);
    // Whoever goes makes room, and the others hear of it.
    hear_of(&mut places[0], json!([true, true])).await;
    drop(last);
    hear_of(&mut places[0], json!([true, false])).await;
    assert_eq!(world.follow(&other, Some('a'), None).await.status, 200);
}

/// Waits until these are there.
async fn hear_of(stream: &mut Stream, here: Value) {
    loop {
        let heard = stream.next().await.unwrap();
        if heard.event == "presence" && heard.data["here"] == here {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_31_who_never_reads_is_let_go_of() {
    let limits = Limits { write_time: Duration::from_millis(50), ..Limits::default() };
    let world = World::with(limits).await;
    let pair = world.two_people().await;
    let mut watching = world.follow(&pair, Some('a'), None).await;
    // It asks for the page again and again, and takes nothing of it.
    let mut never_reads = TcpStream::connect(world.address).await.unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", world.address);
    while never_reads.write_all(request.repeat(100).as_bytes()).await.is_ok() {}
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
    loop {
        let heard = watching.next_kept().await.unwrap();
        if heard.id == Some(3) {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_31_who_is_too_far_behind_is_dropped_and_comes_back_without_a_gap() {
    let actions = Rate { burst: 100, every: Duration::from_secs(1) };
    let world = World::with(Limits { behind: 2, actions, ..Limits::default() }).await;
    let pair = world.two_people().await;
    let mut seq = 2;
    assert_eq!(world.pick(&pair, 'a', seq, 12).await.status, 201);
    let mut stream = world.follow(&pair, Some('b'), None).await;
    for at in 0..40 {
        seq += 1;
        let action = if at % 2 == 0 { json!({"do": "propose-take-back"}) } else { json!({"do": "decline"}) };
        let answer = world.act(&pair, 'a', &format!("behind-{at}"), seq, action).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    let mut heard = Vec::new();
    while heard.last() != Some(&(seq + 1)) {
        match stream.next_kept().await {
            Some(next) => heard.push(next.id.unwrap()),
            None => stream = world.follow(&pair, Some('b'), heard.last().copied()).await,
        }
    }
    let all: Vec<u64> = (heard[0]..=seq + 1).collect();
    assert_eq!(heard, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_35_a_stream_goes_on_where_it_was_without_gap_or_double() {
    let world = World::new().await;
    let pair = world.two_people().await;
    for (at, number) in [12, 6, 18].into_iter().enumerate() {
        let who = if at % 2 == 0 { 'a' } else { 'b' };
        assert_eq!(world.pick(&pair, who, at as u64 + 2, number).await.status, 201);
    }
    for since in 0..=5 {
        let mut stream = world.follow(&pair, None, Some(since)).await;
        let mut next = since + 1;
        if since == 5 {
            // Who has missed nothing learns how much time there is now.
            let stands = stream.next_kept().await.unwrap();
            assert_eq!((stands.id, stands.event.as_str()), (Some(5), "state"));
        }
        while next <= 5 {
            let heard = stream.next_kept().await.unwrap();
            assert_eq!((heard.id, heard.event.as_str()), (Some(next), "happened"));
            assert_eq!(heard.data["state"]["seq"], next);
            next += 1;
        }
        assert_eq!(stream.next().await.unwrap().event, "presence");
    }
    // What was never seen here is not gone on from.
    let mut stream = world.follow(&pair, None, Some(99)).await;
    assert_eq!(stream.next().await.unwrap().event, "state");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_missed_too_much_gets_the_game_as_it_stands_and_a_game_has_an_end() {
    let actions = Rate { burst: 1_000, every: Duration::from_secs(1) };
    let world = World::with(Limits { actions, entries: 300, ..Limits::default() }).await;
    let pair = world.two_people().await;
    assert_eq!(world.pick(&pair, 'a', 2, 12).await.status, 201);
    for seq in 3..300 {
        let action = if seq % 2 == 1 { json!({"do": "propose-take-back"}) } else { json!({"do": "decline"}) };
        assert_eq!(world.act(&pair, 'a', &format!("an-entry-{seq}"), seq, action).await.status, 201);
    }
    let full = world.act(&pair, 'a', "one-too-many", 300, json!({"do": "decline"})).await;
    assert_eq!((full.status, &full.json["error"]), (429, &json!("too-many")));
    assert_eq!(full.json["state"]["seq"], 300);
    // Nobody can keep the other one from playing it to its end.
    let resigned = |who| world.act(&pair, who, "given-up", 300, json!({"do": "resign"}));
    assert_eq!(world.pick(&pair, 'b', 300, 6).await.status, 201);
    assert_eq!(resigned('a').await.status, 409);
    let mut stream = world.follow(&pair, None, Some(45)).await;
    assert_eq!(stream.next().await.unwrap().id, Some(46));
    let mut stream = world.follow(&pair, None, Some(44)).await;
    let stands = stream.next().await.unwrap();
    assert_eq!((stands.event.as_str(), stands.id), ("state", Some(301)));
}
