//! Lessons at the prompt: what is taught, what counts, and what becomes of a lesson that somebody wrote.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::User;
use duel::lesson::EXAMPLE;

/// The steps of the first game, and then its end: which of the last two is legal, the computer decides.
const FIRST_GAME: &str = "6\n4\n4\n5\n2\n8\n4\n";

fn done(user: &User) -> Vec<String> {
    let listed = user.run(&["learn", "--json"], "");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!(listed.len(), 9);
    let done = listed.iter().filter(|lesson| lesson["done"] == true);
    done.map(|lesson| lesson["id"].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_first_game_is_learned_from_the_menu_and_counted() {
    let user = User::new();
    let ran = user.run(&[], format!("l\n\n{FIRST_GAME}"));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for said in [
        "  l  learn          New here? A first game of two minutes, with a guide.",
        "First game: step 1 of 4\n",
        "5 was a dead end: they could not move, and that wins.",
        "Lesson done! Whoever cannot move loses",
        "The next lesson: What may be taken.",
    ] {
        assert!(ran.stdout.contains(said), "{said}\n{}", ran.stdout);
    }
    assert_eq!(done(&user), ["first-game"]);
    let listed = user.run(&["learn"], "");
    assert!(listed.stdout.contains("  1  first-game     First game (done)\n"), "{}", listed.stdout);
    let sixth = user.run(&["learn", "6"], "quit\n").stdout;
    assert!(sixth.contains("As many pairs as can be: step 1 of 6"), "{sixth}");
    assert_eq!(user.run(&["learn", "10"], "").code, Some(2));
    let menu = user.run(&[], "lessons\n\nquit\n");
    assert!(menu.stdout.contains("From the first move to Nim: 1 of 9 lessons done."), "{}", menu.stdout);
    assert!(menu.stdout.contains("What may be taken: step 1 of 5"), "the next one is the usual one: {}", menu.stdout);
}

#[test]
fn a_wrong_move_says_why_and_help_costs_nothing() {
    let user = User::new();
    let ran = user.run(&["learn", "pairs"], "7\n2\nhint\nanswer\nboard\nhelp\nnonsense\n\n8\nquit\n");
    for said in [
        "7 is not on this board",
        "Then they take 6, and you are stuck. Take the other one.\n",
        "Take 8. ",
        "Pairs: step 2 of 8\n",
    ] {
        assert!(ran.stdout.contains(said), "{said}\n{}", ran.stdout);
    }
    assert!(!ran.stdout.contains("step 3"), "{}", ran.stdout);
    // The task is said once, and once more with the board.
    assert_eq!(ran.stdout.matches("One of your two answers wins.").count(), 2, "{}", ran.stdout);
    assert!(done(&user).is_empty());
}

#[test]
fn a_lost_game_is_offered_again_and_its_steps_too() {
    let user = User::new();
    let typed = "6\n4\n4\n5\nresign\n\nresign\nsteps\nquit\n";
    let ran = user.run(&["learn", "first-game"], typed);
    assert_eq!(ran.stdout.matches("Not yet. Play it again, or look at the steps once more.").count(), 2, "{ran:?}");
    assert_eq!(ran.stdout.matches("step 1 of 4").count(), 2, "{}", ran.stdout);
    assert!(done(&user).is_empty());
}

#[test]
fn a_game_of_a_lesson_that_was_left_ends_it_when_it_is_taken_up_again() {
    let user = User::new();
    let left = user.run(&["learn", "first-game"], "6\n4\n4\n5\n2\n");
    assert!(left.stderr.contains("divisor-duel resume 1"), "{left:?}");
    let ran = user.run(&["resume", "1"], "8\n4\n");
    assert!(ran.stdout.contains("Lesson done! Whoever cannot move loses"), "{ran:?}");
    assert_eq!(done(&user), ["first-game"]);
}

#[test]
fn whoever_gives_out_a_saved_game_as_a_lesson_gives_out_nothing() {
    let user = User::new();
    user.run(&["learn", "first-game"], "6\n4\n4\n5\n2\n");
    let saved = std::fs::read_to_string(user.games().join("1.duel")).unwrap();
    assert!(saved.contains("[From \"lesson first-game\"]"), "{saved}");
    let stranger = User::new();
    stranger.write("game.duel", saved);
    let ran = stranger.run(&["resume", "game.duel"], "8\n4\n");
    assert!(ran.stdout.contains("You win!") && !ran.stdout.contains("Lesson done!"), "{ran:?}");
    assert!(done(&stranger).is_empty());
}

#[test]
fn a_lesson_that_somebody_wrote_is_checked_and_played_and_does_not_count() {
    let user = User::new();
    // It calls itself like one of ours, and its game is won by whoever plays legally.
    let easy = "game = \"take:2..10\"\nmoves = \"9\"\nfirst = \"them\"\nopponent = 1\n";
    let mine = EXAMPLE.replace("a-small-one", "pairs");
    user.write("mine.toml", mine.split_once("game = \"evens\"").unwrap().0.to_string() + easy);
    let checked = user.run(&["learn", "--check", "mine.toml"], "");
    assert_eq!(
        checked.stdout, "mine.toml: every answer and every claim holds: A small one, 3 steps and a game\n",
        "{checked:?}"
    );
    let ran = user.run(&["learn", "mine.toml"], "6\n5\n8\n3\n2\n8\n4\n5\n");
    assert!(ran.stdout.contains("Lesson done! What is taken is gone"), "{ran:?}");
    assert!(done(&user).is_empty());
    let wrong = user.write("wrong.toml", EXAMPLE.replace("\"only 6\"", "\"only 5\""));
    let checked = user.run(&["learn", "--check", "wrong.toml"], "");
    assert_eq!((checked.code, &*checked.stderr), (Some(1), "error: wrong.toml: step 1: \"only 5\" is not so\n"));
    std::fs::write(wrong, "format = 1\nid = \"\u{1b}[2J\"").unwrap();
    let refused = user.run(&["learn", "wrong.toml"], "");
    assert!(refused.code == Some(1) && refused.stderr.starts_with("error: wrong.toml: line "), "{refused:?}");
    assert!(!refused.stderr.contains('\u{1b}'), "{refused:?}");
}

#[test]
fn whoever_writes_a_lesson_has_an_example_and_is_warned_of_a_game_that_is_lost() {
    let user = User::new();
    let example = user.run(&["learn", "--example"], "");
    assert_eq!((example.code, &*example.stdout), (Some(0), EXAMPLE));
    let (head, step_and_end) = EXAMPLE.split_once("[[step]]").unwrap();
    let end = step_and_end.rsplit_once("[end]").unwrap().1.replace("\"them\"", "\"you\"");
    let step = step_and_end.split_once("[[step]]").unwrap().0;
    user.write("mine.toml", format!("{head}[[step]]{step}[end]{end}"));
    let checked = user.run(&["learn", "--check", "mine.toml"], "");
    assert_eq!(
        checked.stdout, "mine.toml: every answer and every claim holds: A small one, 1 step and a game\n",
        "{checked:?}"
    );
    assert!(checked.stderr.starts_with("warning: mine.toml: the game at the end is lost"), "{checked:?}");
    let unclaimed = "[[step]]\ngame = \"evens\"\nsay = \"Any.\"\nask = \"legal\"\nhint = \"Any.\"\n";
    user.write("mine.toml", format!("{head}{unclaimed}[end]{end}"));
    let checked = user.run(&["learn", "--check", "mine.toml"], "");
    let warning = "warning: mine.toml: step 1 has no claims, so nobody has checked what it says\n";
    assert!(checked.code == Some(0) && checked.stderr.starts_with(warning), "{checked:?}");
}

#[test]
fn what_is_no_lesson_is_named() {
    let user = User::new();
    let ran = user.run(&["learn", "pears"], "");
    assert!(ran.code == Some(2) && ran.stderr.contains("did you mean \"pairs\"?"), "{ran:?}");
    let ran = user.run(&["learn", "chess"], "");
    assert!(ran.code == Some(2) && ran.stderr.contains("divisor-duel learn --list has their names"), "{ran:?}");
    assert_eq!(user.run(&["learn", "no.toml"], "").code, Some(1));
    assert_eq!(user.run(&["learn", "/dev/zero"], "").code, Some(1));
}
