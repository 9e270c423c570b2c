//! The log on disk: what is acknowledged is there, and nothing is acknowledged that is not.

use std::sync::Arc;

use serde_json::json;
use server::limits::Limits;
use server::store::{Change, Row, Store, backup};

use crate::world::{World, token};

/// The log of a game, as the server itself would read it.
fn rows(store: &Store, game: &str) -> Vec<Row> {
    store.reader().unwrap().read(game).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_19_what_is_on_disk_but_was_told_to_nobody_is_there_and_whoever_follows_catches_up() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let (folder, mut store) = world.stop().await;
    // As if it had been killed right after the commit: the row is there, and nobody has heard of it.
    let body = r#"{"v":1,"at":1794866458206,"by":1,"event":"moved","move":"12"}"#.to_string();
    let key = server::store::Key { name: "1 a-lost-answer".into(), digest: String::new() };
    let row = Row { game: pair.id.clone(), seq: 3, at: 1_794_866_458_206, body, secrets: None, key: Some(key) };
    assert_eq!(store.write(&[Change::Add(row)]).unwrap(), [true]);
    let world = World::of(store, folder, Limits::default()).await;
    let mut stream = world.follow(&pair, Some('b'), Some(2)).await;
    let heard = stream.next_kept().await.unwrap();
    assert_eq!((heard.id, &heard.data["happened"]["move"]), (Some(3), &json!("12")));
    assert_eq!(world.pick(&pair, 'b', 3, 6).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_20_what_is_not_on_disk_was_not_acknowledged_and_is_done_once_when_asked_again() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let world = World::at(folder, Limits::default()).await;
    let pair = world.two_people().await;
    let (folder, store) = world.stop().await;
    assert_eq!(rows(&store, &pair.id).len(), 2);
    let world = World::of(store, folder, Limits::default()).await;
    for _ in 0..2 {
        assert_eq!(world.pick(&pair, 'a', 2, 12).await.json["seq"], 3);
    }
    let (_folder, store) = world.stop().await;
    let written: Vec<u64> = rows(&store, &pair.id).iter().map(|row| row.seq).collect();
    assert_eq!(written, [1, 2, 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_21_with_a_full_disk_games_stay_readable_and_play_resumes_when_there_is_space() {
    let world = World::new().await;
    let pair = world.two_people().await;
    let (folder, store) = world.stop().await;
    store.let_disk_be_full_at(1).unwrap();
    let world = World::of(store, folder, Limits::default()).await;
    let mut stream = world.follow(&pair, Some('b'), None).await;
    assert_eq!(stream.next().await.unwrap().data["seq"], 2);
    // What is on disk has pages of its own that are not full: it takes a few moves until there is none left.
    let mut made = 0;
    let (refused, seq) = loop {
        let seq = made + 2;
        let propose = if made % 2 == 0 { json!({"do": "decline"}) } else { json!({"do": "propose-take-back"}) };
        let action = if made == 0 { json!({"do": "move", "move": "12"}) } else { propose };
        let key = format!("{made}-{}", "k".repeat(50));
        let answer = world.act(&pair, 'a', &key, seq, action).await;
        if answer.status != 201 {
            break (answer, seq);
        }
        made += 1;
        assert!(made < 500, "the disk is never full");
    };
    assert_eq!((refused.status, &refused.json["error"]), (503, &json!("unavailable")));
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(world.get(&pair.path("")).await.json["seq"], seq);
    let (folder, store) = world.stop().await;
    store.let_disk_be_full_at(1_000_000).unwrap();
    let world = World::of(store, folder, Limits::default()).await;
    assert_eq!(world.act(&pair, 'b', "resign-1", seq, json!({"do": "resign"})).await.status, 201);
}

#[tokio::test]
async fn fault_22_a_folder_that_cannot_be_used_is_said_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(format!("{:#}", Store::open(&file.join("in")).unwrap_err()).contains("cannot make the folder"));
    // Another program's database, and one of a version that does not exist yet.
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("games.sqlite"), "this is no database, but long enough to be one").unwrap();
    assert!(format!("{:#}", Store::open(&other).unwrap_err()).contains("games.sqlite"));
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_58_a_second_server_is_refused_and_a_backup_is_whole() {
    let world = World::new().await;
    let pair = world.two_people().await;
    world.pick(&pair, 'a', 2, 12).await;
    let refused = Store::open(world.folder.path()).unwrap_err();
    assert!(format!("{refused:#}").contains("another server is using the folder"), "{refused:#}");
    let copied = tempfile::tempdir().unwrap();
    let copy = copied.path().join("games.sqlite");
    backup(world.folder.path(), &copy).unwrap();
    assert!(format!("{:#}", backup(world.folder.path(), &copy).unwrap_err()).contains("exists already"));
    world.pick(&pair, 'b', 3, 6).await;
    // It is the game as it stood, and can be gone on with.
    let restored = World::at(Arc::new(copied), Limits::default()).await;
    assert_eq!(restored.get(&pair.path("")).await.json["seq"], 3);
    assert_eq!(restored.pick(&pair, 'b', 3, 2).await.status, 201);
    assert_eq!(world.get(&pair.path("")).await.json["position"]["last"], 6);
    let nowhere = tempfile::tempdir().unwrap();
    assert!(backup(nowhere.path(), &nowhere.path().join("copy")).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn fault_59_deleted_means_gone_and_what_is_due_waits_for_who_is_there() {
    let kept = std::time::Duration::ZERO;
    let world = World::with(Limits { kept, ..Limits::default() }).await;
    let name = "Wilhelmina the Second";
    let seats = json!([{"name": name, "token": token('a')}, {}]);
    let (followed, left) = (world.game(json!({"game": "evens", "seats": seats})).await, world.two_people().await);
    let mut stream = world.follow(&followed, Some('a'), None).await;
    assert!(stream.next().await.is_some());
    assert_eq!(world.hall.expire().await.unwrap(), 1);
    assert_eq!(world.get(&left.path("")).await.status, 404);
    assert_eq!(world.get(&followed.path("")).await.status, 200);
    assert_eq!(world.ask("DELETE", &followed.path("")).by('a').send().await.status, 204);
    assert_eq!(world.get(&followed.path("")).await.status, 404);
    let mut last = None;
    while let Some(heard) = stream.next().await {
        last = Some(heard.event);
    }
    assert_eq!(last.as_deref(), Some("deleted"));
    let mut disk = Vec::new();
    for entry in std::fs::read_dir(world.folder.path()).unwrap() {
        disk.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    for gone in [name, &left.id, &followed.id] {
        assert!(!disk.windows(gone.len()).any(|window| window == gone.as_bytes()), "{gone} is still there");
    }
}
