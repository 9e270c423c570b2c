//! Proofs on disk: written, verified, tampered with, and checked by the stand-alone checker too; and the examples of the document.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use std::path::Path;
use std::process::Command;

use common::User;

/// The examples of a document: each a block of JSON.
fn examples(document: &str) -> Vec<&str> {
    document.split("```json\n").skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn the_examples_of_the_proof_format_are_proofs() {
    let user = User::new();
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proof-format.md");
    let document = std::fs::read_to_string(document).unwrap();
    let examples = examples(&document);
    assert!(examples.len() >= 8, "{}", examples.len());
    for example in examples {
        user.write("proof.json", example);
        let verified = user.run(&["verify", "proof.json"], "");
        assert_eq!(verified.code, Some(0), "{example}{}", verified.stderr);
        assert_eq!(ask_python(&user.path("proof.json")).0, Some(0), "{example}");
    }
}

fn ask_python(file: &Path) -> (Option<i32>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/check_proof.py");
    let output = Command::new("python3").arg(script).arg(file).output().expect("python3 runs the stand-alone checker");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_proof_is_written_and_accepted() {
    let user = User::new();
    for (game, proved) in [
        ("classic", "player 1 wins take:2..50 from the start, by 2"),
        ("evens", "player 2 wins take:2..20/2 from the start, whatever the other player does"),
        ("last-resort", "player 1 wins take:1..30,first=2..,resort=1 from the start, by 2"),
        ("divider:60,84,90", "player 1 wins divide:60,84,90,invalid=loses from the start, by 60/12"),
        ("take:2..20000", "player 1 wins take:2..20000 from the start"),
        ("take:2..50,misere", "player 1 wins take:2..50,misere from the start, by 25"),
    ] {
        assert_eq!(user.run(&["solve", game, "--proof", "proof.json", "--force"], "").code, Some(0));
        let verified = user.run(&["verify", "proof.json"], "");
        assert_eq!(verified.code, Some(0), "{}", verified.stderr);
        assert!(verified.stdout.starts_with(&format!("Proved: P{}", &proved[1..])), "{}", verified.stdout);
        let (code, said) = ask_python(&user.path("proof.json"));
        assert_eq!(code, Some(0), "{said}");
        assert!(said.starts_with(&format!("proved: {proved}")), "{said}");
    }
}

#[test]
fn a_broken_proof_is_refused_with_the_place() {
    let user = User::new();
    user.run(&["solve", "chain", "--proof", "proof.json"], "");
    let good = std::fs::read_to_string(user.path("proof.json")).unwrap();
    for (tampered, reason) in [
        (good.replace("\"winner\":1", "\"winner\":2"), "a lost position"),
        (good.replace("take:2..20", "take:2..22"), "not shown to be maximum"),
        (good.replace("[4,", "[5,"), "no pair"),
        (good.replace("\"barrier\"", "\"barier\""), "unknown field"),
        ("{}".into(), "missing field"),
        (good[..good.len() / 2].into(), "line 1 column"),
        (String::new(), "line 1 column 0"),
    ] {
        user.write("broken.json", &tampered);
        let refused = user.run(&["verify", "broken.json"], "");
        assert_eq!(refused.code, Some(1), "{tampered}");
        assert!(refused.stderr.contains(reason), "{tampered}\n{}", refused.stderr);
        let (code, said) = ask_python(&user.path("broken.json"));
        assert_eq!(code, Some(1), "{tampered}\n{said}");
    }
}

#[test]
fn what_is_proved_can_be_had_as_json() {
    let user = User::new();
    user.run(&["analyze", "chain", "12", "4", "--proof", "proof.json"], "");
    let verified = user.run(&["verify", "proof.json", "--json"], "");
    let said: serde_json::Value = serde_json::from_str(&verified.stdout).expect("JSON");
    assert_eq!((&said["game"], &said["moves"], &said["over"]), (&"take:2..20".into(), &2.into(), &false.into()));
    assert_eq!((&said["winner"], said["pick"].is_string()), (&1.into(), true), "{said}");
}

#[test]
fn verify_says_what_the_table_of_proofs_says() {
    let user = User::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    for row in std::fs::read_to_string(folder.join("table.tsv")).unwrap().lines() {
        let [verdict, name, what] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let verified = user.run(&["verify", folder.join(name).to_str().unwrap()], "");
        let said = format!("{}{}", verified.stdout, verified.stderr);
        match verdict {
            "accept" => assert_eq!(said, format!("Proved: {}{}.\n", what[..1].to_uppercase(), &what[1..]), "{name}"),
            _ => assert_eq!(verified.code, Some(1), "{name}: {said}"),
        }
    }
}

#[test]
fn any_position_can_be_proved() {
    let user = User::new();
    user.run(&["play", "chain", "--record", "given-up.duel"], "12\n4\nresign\n");
    for (position, proved) in [
        ("chain 12", "player 1 wins take:2..20 after 1 move, whatever the other player does"),
        ("chain 12 4", "player 1 wins take:2..20 after 2 moves, by 2"),
        ("take:2..6 4 2 6 3", "player 2 has won take:2..6 after 4 moves"),
        ("last-resort 29", "player 1 wins take:1..30,first=2..,resort=1 after 1 move, whatever the other player does"),
        ("divider 2", "player 2 wins divide:60,invalid=loses after 1 move, by 30/6"),
        ("divider:7", "player 2 has won divide:7,invalid=loses from the start"),
        ("take:2..3,misere 3", "player 2 has won take:2..3,misere after 1 move"),
        ("take:2..12,misere 12", "player 1 wins take:2..12,misere after 1 move, whatever the other player does"),
        ("take:1..8,resort=1,misere 7 1", "player 1 wins take:1..8,resort=1,misere after 2 moves, by 6"),
        ("given-up.duel --ply 2", "player 1 wins take:2..20 after 2 moves, by 2"),
    ] {
        let position: Vec<&str> = position.split(' ').collect();
        let written = user.run(&[&["analyze"], &position[..], &["--proof", "proof.json", "--force"]].concat(), "");
        assert_eq!(written.code, Some(0), "{position:?}: {}", written.stderr);
        let verified = user.run(&["verify", "proof.json"], "");
        assert_eq!(verified.stdout, format!("Proved: P{}.\n", &proved[1..]), "{position:?}: {}", verified.stderr);
        assert_eq!(ask_python(&user.path("proof.json")), (Some(0), format!("proved: {proved}\n")));
    }
    let refused = user.run(&["analyze", "chain", "--proof", "proof.json"], "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("proof.json is there already"), "{}", refused.stderr);
    let refused = user.run(&["analyze", "given-up.duel", "--proof", "none.json"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("not ended by its moves"), "{}", refused.stderr);
    assert!(!user.path("none.json").exists());
}

#[test]
fn what_was_searched_is_proved_as_far_as_the_budget_goes() {
    let user = User::new();
    let solved = user.run(&["solve", "take:2..20,misere", "--proof", "proof.json"], "");
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let verified = user.run(&["verify", "proof.json"], "");
    assert_eq!(
        verified.stdout, "Proved: Player 1 wins take:2..20,misere from the start, by 4.\n",
        "{}",
        verified.stderr
    );
    let written = std::fs::read_to_string(user.path("proof.json")).unwrap();
    user.write("broken.json", written.replacen("[8,16,", "[8,12,", 1));
    let refused = user.run(&["verify", "broken.json"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("reply 2 of the strategy, 12, is not legal after"), "{}", refused.stderr);
    for budget in [["--budget", "20"], ["--memory", "4K"]] {
        let arguments = [&["solve", "take:2..20,misere", "--proof", "none.json"][..], &budget].concat();
        let ended = user.run(&arguments, "");
        assert_eq!(ended.code, Some(3), "{}", ended.stderr);
        assert!(!user.path("none.json").exists());
    }
}

#[test]
fn the_winning_first_picks_can_be_written_one_a_line() {
    let user = User::new();
    user.run(&["solve", "take:2..100000", "--winning", "winning.txt"], "");
    let written = std::fs::read_to_string(user.path("winning.txt")).unwrap();
    assert_eq!(written.lines().count(), 28_515);
    // By its old name too.
    let refused = user.run(&["solve", "classic", "--openings", "nowhere/winning.txt"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("cannot write nowhere/winning.txt"), "{}", refused.stderr);
}

#[test]
fn all_winning_first_picks_are_proved_and_can_be_had_from_the_proof() {
    let user = User::new();
    let solved = user.run(&["solve", "take:2..100000", "--proof-all", "all.json", "--winning", "solved.txt"], "");
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let verified = user.run(&["verify", "all.json", "--winning", "proved.txt"], "");
    let proved = "28515 of the 99999 first picks of take:2..100000 win, and a largest pairing has 43692 pairs";
    assert_eq!((verified.code, verified.stdout), (Some(0), format!("Proved: {proved}.\n")));
    assert_eq!(ask_python(&user.path("all.json")), (Some(0), format!("proved: {proved}\n")));
    let read = |name: &str| std::fs::read_to_string(user.path(name)).unwrap();
    assert_eq!(read("solved.txt"), read("proved.txt"));
    assert_eq!(user.run(&["verify", "all.json", "--winning", "-"], "").stdout, read("proved.txt"));
    let json = user.run(&["verify", "all.json", "--json"], "").stdout;
    assert_eq!(
        json,
        "{\"game\":\"take:2..100000\",\"first_picks\":99999,\"winning_count\":28515,\"matching\":43692}\n"
    );
    let on_stdout = user.run(&["solve", "take:2..100000", "--proof-all", "-"], "");
    assert_eq!(on_stdout.stdout, read("all.json"), "nothing else is said then");
}

#[test]
fn what_cannot_be_proved_as_a_whole_is_refused_before_anything_is_written() {
    let user = User::new();
    user.write("there.json", "mine");
    for (arguments, code, why) in [
        (&["solve", "classic,misere", "--proof-all", "new.json"][..], 1, "pairs do not decide this game"),
        (&["solve", "divider", "--proof-all", "new.json"], 1, "pairs do not decide this game"),
        (&["solve", "classic", "--proof-all", "-", "--json"], 2, "cannot share standard output"),
        (&["solve", "classic", "--proof-all", "-", "--winning", "-"], 2, "need different files"),
        (&["solve", "classic", "--proof-all", "new.json", "--proof", "new.json"], 2, "need different files"),
        (&["solve", "classic", "--proof-all", "there.json"], 2, "there.json is there already"),
        (&["solve", "classic", "--proof-all", "nowhere/new.json"], 1, "there is no such folder"),
        (&["verify", "there.json", "--numbers", "0"], 2, "a whole number from 1 to 1000000000"),
    ] {
        let refused = user.run(arguments, "");
        assert_eq!(refused.code, Some(code), "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why), "{arguments:?}: {}", refused.stderr);
        assert!(!user.path("new.json").exists(), "{arguments:?}");
    }
    assert_eq!(std::fs::read_to_string(user.path("there.json")).unwrap(), "mine");
}

/// A small file can be about a large pool, so it is not the file that decides how much memory is taken.
#[test]
fn a_proof_about_a_large_pool_is_checked_only_when_asked_to() {
    let user = User::new();
    let solved = user.run(&["solve", "take:500000..1500000", "--proof-all", "large.json"], "");
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let refused = user.run(&["verify", "large.json"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("1000001 numbers, and at most 1000000 are checked"), "{}", refused.stderr);
    assert!(refused.stderr.contains("--numbers"), "{}", refused.stderr);
    assert_eq!(user.run(&["verify", "large.json", "--numbers", "1000001"], "").code, Some(0));
    let single = user.run(&["solve", "classic", "--proof", "classic.json"], "");
    assert_eq!(single.code, Some(0));
    let refused = user.run(&["verify", "classic.json", "--winning", "-"], "");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}
