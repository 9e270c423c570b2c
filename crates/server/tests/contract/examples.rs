//! The examples of `docs/server.md`, run one after the other by a shell against a server.

use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_of_the_documentation_work() {
    let page = include_str!("../../../../docs/server.md");
    let (_, part) = page.split_once("## Asking it with curl").unwrap();
    let (part, _) = part.split_once("\n## ").unwrap();
    let commands: Vec<&str> = part.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(commands.len(), 9);
    let world = World::new().await;
    // An answer that says that something went wrong ends it.
    let script = format!(
        "set -euo pipefail\nserver=http://{}\ncurl() {{ command curl --fail-with-body -w '\\n' \"$@\"; }}\n{}",
        world.address,
        commands.concat()
    );
    let run = tokio::task::spawn_blocking(move || std::process::Command::new("bash").args(["-c", &script]).output());
    let run = run.await.unwrap().unwrap();
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    for part in
        ["\"seat\":2", "\"moves\":[12,6]", "\"proposed\":{\"by\":2", "[Player2 \"Bo\"]", "id: 4\n", "\"secret\""]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(
        world.hall.metrics_text().contains("duel_games_in_memory 1"),
        "it is deleted at the end, and the other one goes on"
    );
}
