//! Who may do what, and what comes of doing it twice.

use serde_json::{Value, json};

use crate::world::{World, token};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_game_to_its_end() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let mut watching = world.follow(&pair, None, None).await;
    for (at, number) in [12, 6, 18, 2, 4, 8, 16].into_iter().enumerate() {
        let who = if at % 2 == 0 { 'a' } else { 'b' };
        let done = world.pick(&pair, who, at as u64 + 2, number).await;
        assert_eq!(done.status, 201, "{}", done.text);
        assert_eq!(done.json["seq"], at + 3);
        assert_eq!(done.json["state"]["position"]["last"], number);
    }
    let first = watching.next().await.unwrap();
    assert_eq!((first.event.as_str(), first.id), ("state", Some(2)));
    for seq in 3..=9 {
        let heard = watching.next_kept().await.unwrap();
        assert_eq!((heard.event.as_str(), heard.id), ("happened", Some(seq)));
        assert_eq!(heard.data["state"]["seq"], seq);
        assert_eq!(heard.data["happened"]["event"], "moved");
    }
    let state = world.get(&pair.path("")).await.json;
    assert_eq!(state["position"]["outcome"]["reason"], "no-move");
    assert_eq!(state["seats"][1]["name"], "Bo");
    let record = world.get(&pair.path("/record")).await;
    assert!(record.headers["content-type"].starts_with("text/plain"));
    assert!(record.text.contains("12 6 18 2 4 8 16"), "{}", record.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_23_two_tabs_the_same_move_one_is_made_the_other_gets_the_state() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let action = || json!({"do": "move", "move": "12"});
    let (one, other) =
        tokio::join!(world.act(&pair, 'a', "tab-one-1", 2, action()), world.act(&pair, 'a', "tab-two-1", 2, action()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    for answer in [one, other] {
        assert_eq!(answer.json["state"]["seq"], 3);
        assert_eq!(answer.json["state"]["position"]["moves"], json!([12]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_24_stale_out_of_turn_and_after_the_end_is_answered_with_the_state() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let out_of_turn = world.pick(&pair, 'b', 2, 12).await;
    assert_eq!((out_of_turn.status, &out_of_turn.json["error"]), (409, &json!("refused")));
    assert_eq!(out_of_turn.json["state"]["seq"], 2);
    let stale = world.pick(&pair, 'a', 1, 12).await;
    assert_eq!((stale.status, &stale.json["error"]), (409, &json!("stale")));
    let from_the_future = world.pick(&pair, 'a', 7, 12).await;
    assert_eq!((from_the_future.status, &from_the_future.json["error"]), (409, &json!("stale")));
    let illegal = world.pick(&pair, 'a', 2, 7).await;
    assert_eq!((illegal.status, &illegal.json["error"]), (422, &json!("refused")));
    assert!(illegal.json["words"].as_str().unwrap().contains('7'));
    assert_eq!(world.act(&pair, 'b', "resign-1", 2, json!({"do": "resign"})).await.status, 201);
    let after = world.pick(&pair, 'a', 3, 12).await;
    assert_eq!((after.status, &after.json["words"]), (409, &json!("The game is over.")));
    assert_eq!(after.json["state"]["position"]["outcome"]["reason"], "resigned");
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_25_the_same_key_gets_the_same_answer_and_another_body_is_refused() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let pick = |number: u64| json!({"do": "move", "move": number.to_string()});
    let first = world.act(&pair, 'a', "a-key-of-mine", 2, pick(12)).await;
    assert_eq!(world.pick(&pair, 'b', 3, 6).await.status, 201);
    let mut again = world.act(&pair, 'a', "a-key-of-mine", 2, pick(12)).await;
    assert_eq!(again.status, 201);
    // All but for how long somebody has been waited for, which is another time now.
    assert_eq!(again.json["state"]["waiting"]["seat"], first.json["state"]["waiting"]["seat"]);
    again.json["state"]["waiting"] = first.json["state"]["waiting"].clone();
    assert_eq!(again.json, first.json);
    assert_eq!(world.act(&pair, 'a', "a-key-of-mine", 2, pick(10)).await.status, 422);
    // A key is a seat's own.
    let others = world.act(&pair, 'b', "a-key-of-mine", 2, pick(10)).await;
    assert_eq!(others.json["error"], "stale");
    assert_eq!(world.get(&pair.path("")).await.json["seq"], 4);
    // What has seen everything is refused as well, and nobody who follows is let go of for that.
    let mut stream = world.follow(&pair, Some('b'), Some(4)).await;
    assert_eq!(stream.next_kept().await.unwrap().event, "state");
    assert_eq!(world.act(&pair, 'a', "a-key-of-mine", 4, pick(18)).await.json["error"], "key-reused");
    assert_eq!(world.pick(&pair, 'a', 4, 18).await.status, 201);
    assert_eq!(stream.next_kept().await.unwrap().id, Some(5));
    let (folder, _store) = world.stop().await;
    drop(_store);
    // The key is in the log, so it holds when the server has been down, too.
    let world = World::at(folder, server::limits::Limits::default()).await;
    assert_eq!(world.act(&pair, 'a', "a-key-of-mine", 2, pick(12)).await.json["seq"], 3);
    assert_eq!(world.act(&pair, 'a', "a-key-of-mine", 2, pick(10)).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_26_who_has_no_seat_can_do_nothing_and_learns_nothing() {
    let world = World::new().await;
    let (pair, other) = (world.two_people().await, world.two_people().await);
    let action = json!({"v": 1, "seq": 2, "action": {"do": "move", "move": "12"}});
    let asking =
        || world.ask("POST", &pair.path("/actions")).header("Idempotency-Key", "spectator-1").json(action.clone());
    assert_eq!(asking().send().await.status, 403);
    assert_eq!(asking().by('x').send().await.status, 403);
    assert_eq!(asking().header("Authorization", "Bearer short").send().await.status, 400);
    for what in ["/handover", ""] {
        let method = if what.is_empty() { "DELETE" } else { "POST" };
        assert_eq!(world.ask(method, &pair.path(what)).send().await.status, 403, "{what}");
        assert_eq!(world.ask(method, &pair.path(what)).by('x').send().await.status, 403, "{what}");
    }
    assert_eq!(world.ask("GET", &pair.path("/events")).by('x').stream().await.status, 403);
    // The tokens of these tests are the same in both games, so the second one gets others.
    let joining = json!({"v": 1, "secret": other.secret, "token": token('x')});
    let used = world.post(&other.path("/seats"), joining.clone()).await;
    let elsewhere = world.post(&pair.path("/seats"), joining.clone()).await;
    let nowhere = world.post("/api/games/0123456789abcdef01234567/seats", joining).await;
    assert_eq!([used.status, elsewhere.status, nowhere.status], [404; 3]);
    assert_eq!(used.json, nowhere.json);
    assert_eq!(elsewhere.json, nowhere.json);
    assert_eq!(world.get("/api/games/0123456789abcdef01234567").await.json, nowhere.json);
    assert_eq!(world.get(&pair.path("")).await.json["seq"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_27_nothing_of_a_seat_is_in_what_others_see_or_on_disk() {
    let world = World::new().await;
    let pair = world.two_people().await;
    world.pick(&pair, 'a', 2, 12).await;
    let mut stream = world.follow(&pair, None, Some(0)).await;
    let mut seen = world.get(&pair.path("")).await.text;
    for _ in 1..=3 {
        seen.push_str(&stream.next_kept().await.unwrap().data.to_string());
    }
    let (folder, store) = world.stop().await;
    drop(store);
    let mut disk = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        disk.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    for secret in [token('a'), token('b'), pair.secret] {
        assert!(!seen.contains(&secret));
        assert!(!disk.windows(secret.len()).any(|window| window == secret.as_bytes()));
    }
    assert!(disk.windows(3).any(|window| window == b"Ada"), "these are the files");
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_29_names_that_are_none_are_refused_and_all_others_come_back_as_they_are() {
    let world = World::new().await;
    let named = |name: String| {
        let seats = json!([{"name": name, "token": token('a')}, {}]);
        json!({"v": 1, "game": "evens", "first": 1, "seats": seats})
    };
    for name in ["", "  ", "a\u{202e}b", "a\u{200b}b", "a\nb", &"x".repeat(33), &"y".repeat(10_000)] {
        let refused = world.post("/api/games", named(name.into())).await;
        assert_eq!((refused.status, &refused.json["error"]), (400, &json!("malformed")), "{name:?}");
        assert!(refused.json["words"].as_str().unwrap().contains("seats[0].name"), "{}", refused.text);
    }
    let made = world.post("/api/games", named("<img onerror=alert(1)>".into())).await;
    assert_eq!(made.json["state"]["seats"][0]["name"], "<img onerror=alert(1)>");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_handed_over_once_and_the_last_device_has_it_no_more() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let mut before = world.follow(&pair, Some('a'), None).await;
    let secret = world.ask("POST", &pair.path("/handover")).by('a').send().await.json["secret"].clone();
    let take = |who: char| json!({"v": 1, "secret": secret, "token": token(who)});
    let taken = world.post(&pair.path("/seats"), take('c')).await;
    assert_eq!((taken.status, &taken.json["seat"]), (201, &json!(1)));
    assert_eq!(taken.json["state"]["seats"][0]["name"], "Ada");
    // Whoever has lost the answer sits there all the same.
    assert_eq!(world.post(&pair.path("/seats"), take('c')).await.json["seat"], 1);
    // The old device hears of it, and no more.
    let mut last = None;
    while let Some(heard) = before.next_kept().await {
        last = Some(heard.data["happened"]["event"].clone());
    }
    assert_eq!(last, Some(json!("other-device")));
    assert_eq!(world.post(&pair.path("/seats"), take('d')).await.status, 404);
    assert_eq!(world.ask("GET", &pair.path("")).by('a').send().await.status, 403);
    assert_eq!(world.pick(&pair, 'c', 3, 12).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_game_the_same_two_play_another_one_without_a_link() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let after = |seats: Value| json!({"v": 1, "game": "chain", "first": 1, "after": pair.id, "seats": seats});
    let seats = json!([{"name": "Ada", "token": token('c')}, {"name": "Bo"}]);
    let make = |who: char, body: Value| world.ask("POST", "/api/games").by(who).json(body).send();
    let early = make('a', after(seats.clone())).await;
    assert_eq!((early.status, &early.json["state"]["seq"]), (409, &json!(2)));
    let resign = json!({"do": "resign"});
    assert_eq!(world.act(&pair, 'b', "resigning", 2, resign).await.status, 201);

    // It is for those two, and for one open seat.
    assert_eq!(world.post("/api/games", after(seats.clone())).await.status, 403);
    assert_eq!(make('x', after(seats.clone())).await.status, 403);
    let nowhere = json!({"v": 1, "game": "chain", "first": 1, "after": "0123456789abcdef01234567", "seats": seats});
    assert_eq!(make('a', nowhere).await.status, 404);
    for wrong in [json!([{}, {}]), json!([{"token": token('c')}, {"who": "level:1"}])] {
        let refused = make('a', after(wrong)).await;
        assert_eq!((refused.status, &refused.json["error"]), (400, &json!("malformed")), "{}", refused.text);
    }
    assert_eq!(world.get(&pair.path("")).await.json["next"], Value::Null);

    let mut stream = world.follow(&pair, Some('b'), Some(3)).await;
    let made = make('a', after(seats.clone())).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let next = json!({"by": 1, "id": made.json["id"], "title": "Divisor Duel: the chain"});
    assert_eq!(world.get(&pair.path("")).await.json["next"], next);
    let mut heard = stream.next_kept().await.unwrap();
    while heard.event != "happened" {
        heard = stream.next_kept().await.unwrap();
    }
    assert_eq!(heard.data["state"]["next"], next);
    let late = make('b', after(seats)).await;
    assert_eq!((late.status, &late.json["state"]["next"]), (409, &next));

    // What the other one is known by is as good as an invitation, once, and also when the server has been down.
    let (folder, store) = world.stop().await;
    drop(store);
    let world = World::at(folder, server::limits::Limits::default()).await;
    let seats = format!("/api/games/{}/seats", made.json["id"].as_str().unwrap());
    let sit = |secret: &str, who: char| world.post(&seats, json!({"v": 1, "secret": secret, "token": token(who)}));
    assert_eq!(sit(&token('a'), 'd').await.status, 404);
    // It is whoever has the seat now, on whatever device.
    let secret = world.ask("POST", &pair.path("/handover")).by('b').send().await.json["secret"].clone();
    let taken = json!({"v": 1, "secret": secret, "token": token('e')});
    assert_eq!(world.post(&pair.path("/seats"), taken).await.status, 201);
    assert_eq!(sit(&token('b'), 'b').await.status, 404);
    let seated = sit(&token('e'), 'e').await;
    assert_eq!((seated.status, &seated.json["seat"]), (201, &json!(2)), "{}", seated.text);
    assert_eq!(sit(&token('e'), 'e').await.status, 201);
    assert_eq!(sit(made.json["invitations"][1].as_str().unwrap(), 'd').await.status, 404);
    // Where it is gone the other one makes one.
    let gone = format!("/api/games/{}", made.json["id"].as_str().unwrap());
    assert_eq!(world.ask("DELETE", &gone).by('c').send().await.status, 204);
    assert_eq!(world.get(&pair.path("")).await.json["next"], Value::Null);
    let seats = json!([{"name": "Bo", "token": token('f')}, {"name": "Ada"}]);
    let made = world.ask("POST", "/api/games").by('e').json(after(seats)).send().await;
    assert_eq!(made.status, 201, "{}", made.text);
    let state = world.get(&pair.path("")).await.json;
    assert_eq!(state["next"]["by"], 2);
    let seq = state["seq"].as_u64().unwrap();
    let declined = world.act(&pair, 'a', "declining", seq, json!({"do": "decline"})).await;
    assert_eq!((declined.status, &declined.json["state"]["next"]), (201, &Value::Null));
    // Nobody waits there any longer for somebody who does not come.
    let waiting = format!("/api/games/{}", made.json["id"].as_str().unwrap());
    assert_eq!(world.get(&waiting).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_have_two_tokens() {
    let world = World::new().await;
    let both = json!([{"token": token('a')}, {"token": token('a')}]);
    let refused = world.post("/api/games", json!({"v": 1, "game": "evens", "first": 1, "seats": both})).await;
    assert_eq!((refused.status, &refused.json["error"]), (400, &json!("malformed")));
    let one = json!([{"token": token('a')}, {}]);
    let made = world.post("/api/games", json!({"v": 1, "game": "evens", "first": 1, "seats": one})).await;
    let (id, secret) = (made.json["id"].as_str().unwrap(), &made.json["invitations"][1]);
    let joining = json!({"v": 1, "secret": secret, "token": token('a')});
    assert_eq!(world.post(&format!("/api/games/{id}/seats"), joining).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_and_a_rematch_need_both() {
    let world = World::new().await;
    let pair = world.two_people().await;
    world.pick(&pair, 'a', 2, 12).await;
    let proposed = world.act(&pair, 'a', "propose-1", 3, json!({"do": "propose-take-back"})).await;
    assert_eq!(proposed.json["state"]["proposed"], json!({"by": 1, "proposal": {"what": "take-back"}}));
    let agreed = world.act(&pair, 'b', "agree-it-1", 4, json!({"do": "agree"})).await;
    assert_eq!(agreed.json["state"]["position"]["moves"], json!([]));
    assert_eq!(world.act(&pair, 'a', "resign-1", 5, json!({"do": "resign"})).await.status, 201);
    assert_eq!(
        world.act(&pair, 'a', "again-it-1", 6, json!({"do": "propose-rematch", "fair": false})).await.status,
        201
    );
    let again = world.act(&pair, 'b', "agree-it-2", 7, json!({"do": "agree"})).await;
    assert_eq!(again.json["state"]["turn"], 2);
    let early = world.act(&pair, 'a', "claim-it-1", 8, json!({"do": "claim"})).await;
    assert_eq!((early.status, &early.json["error"]), (409, &json!("refused")));
}
