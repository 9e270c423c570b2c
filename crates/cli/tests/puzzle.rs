//! Puzzles at the prompt: the streak that is kept, the puzzle of the day, and what happens when it cannot be kept.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::User;

fn answer(user: &User, seed: &str) -> String {
    let puzzle = user.run(&["puzzle", "classic", "--seed", seed, "--json"], "");
    let puzzle: serde_json::Value = serde_json::from_str(&puzzle.stdout).unwrap();
    puzzle["answer"].to_string()
}

/// Types this into a puzzle of `classic`; the line about the streak.
fn streak_after(user: &User, seed: &str, typed: &str) -> String {
    let ran = user.run(&["puzzle", "classic", "--seed", seed], typed);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.stdout.lines().last().unwrap().to_string()
}

#[test]
fn a_streak_is_kept_from_puzzle_to_puzzle() {
    let user = User::new();
    let right = |seed| format!("{}\n", answer(&user, seed));
    assert_eq!(streak_after(&user, "1", &right("1")), "Streak: 1, the best so far 1.");
    assert_eq!(streak_after(&user, "2", &right("2")), "Streak: 2, the best so far 2.");
    assert_eq!(streak_after(&user, "2", &right("2")), "Streak: 2, the best so far 2.", "a puzzle counts once");
    let with_a_hint = format!("hint\n{}", right("3"));
    assert_eq!(streak_after(&user, "3", &with_a_hint), "Streak: 2, the best so far 2.", "a hint adds nothing");
    assert_eq!(streak_after(&user, "4", "answer\n"), "Streak: 0, the best so far 2.");
}

#[test]
fn a_wrong_answer_ends_the_streak_even_if_nobody_waits_for_the_right_one() {
    let user = User::new();
    streak_after(&user, "1", &format!("{}\n", answer(&user, "1")));
    let puzzle = user.run(&["puzzle", "classic", "--seed", "2", "--json"], "");
    let puzzle: serde_json::Value = serde_json::from_str(&puzzle.stdout).unwrap();
    let wrong = puzzle["legal"].as_array().unwrap().iter().find(|&number| *number != puzzle["answer"]).unwrap();
    let left = user.run(&["puzzle", "classic", "--seed", "2"], format!("{wrong}\nquit\n"));
    assert!(left.stdout.contains(" loses: they answer "), "{}", left.stdout);
    let next = streak_after(&user, "3", &format!("{}\n", answer(&user, "3")));
    assert_eq!(next, "Streak: 1, the best so far 1.");
}

#[test]
fn the_second_try_is_not_the_first_one() {
    let user = User::new();
    let right = format!("{}\n", answer(&user, "2"));
    user.run(&["puzzle", "classic", "--seed", "2"], "hint\nquit\n");
    assert_eq!(streak_after(&user, "2", &right), "Streak: 0, the best so far 0.");
}

#[test]
fn puzzles_solved_at_the_same_time_are_all_counted() {
    let user = User::new();
    let answers: Vec<(String, String)> =
        (1..=12).map(|seed: u32| (seed.to_string(), format!("{}\n", answer(&user, &seed.to_string())))).collect();
    std::thread::scope(|scope| {
        for (seed, right) in &answers {
            let user = &user;
            scope.spawn(move || user.run(&["puzzle", "classic", "--seed", seed], right.as_str()));
        }
    });
    let last = streak_after(&user, "13", &format!("{}\n", answer(&user, "13")));
    assert_eq!(last, "Streak: 13, the best so far 13.");
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_days_are_counted() {
    let (ada, bo) = (User::new(), User::new());
    let daily = |user: &User| user.run(&["puzzle", "--daily", "--json"], "").stdout;
    let puzzle: serde_json::Value = serde_json::from_str(&daily(&ada)).unwrap();
    let date = puzzle["date"].as_str().unwrap();
    assert_eq!(daily(&bo), daily(&ada));
    let answer = puzzle["answer"].as_str().map_or(puzzle["answer"].to_string(), String::from);
    let solved = ada.run(&["puzzle", "--daily"], format!("{answer}\n"));
    assert!(solved.stdout.starts_with(&format!("Puzzle of the day, {date}: ")), "{}", solved.stdout);
    let far = "\nStreak: 1, the best so far 1. The puzzle of the day solved: 1 day.\n\n";
    assert!(solved.stdout.contains(far), "{}", solved.stdout);
    let shared = ada.run(&["puzzle", "--daily", "--share"], "").stdout;
    let lines: Vec<&str> = shared.lines().collect();
    assert_eq!(lines[0], format!("Divisor Duel, puzzle of the day, {date}"));
    assert!(lines[1].ends_with(": solved at the first try") && lines[2] == "1 day in a row", "{shared}");
    assert!(solved.stdout.ends_with(&shared), "{}", solved.stdout);
    let already = "\nYou have tried this one already; it does not count again.\n";
    assert!(!solved.stdout.contains(already));
    assert!(ada.run(&["puzzle", "--daily"], "quit\n").stdout.contains(&format!("{already}{shared}")));
    let json: serde_json::Value = serde_json::from_str(&daily(&ada)).unwrap();
    assert_eq!((&json["result"], json["share"].as_str().unwrap()), (&"first-try".into(), shared.trim_end()));
    let none = bo.run(&["puzzle", "--daily", "--share"], "");
    assert_eq!(none.stdout, "You have not answered the puzzle of the day yet: divisor-duel puzzle --daily\n");
}

#[test]
fn a_theme_that_is_asked_for_is_what_the_puzzle_is_about() {
    let user = User::new();
    let ran = user.run(&["puzzle", "classic", "--theme", "partners", "--seed", "3", "--json"], "");
    assert!(ran.stdout.contains("\"theme\":\"partners\""), "{}", ran.stdout);
    let told = user.run(&["puzzle", "classic", "--theme", "dead-end", "--seed", "3"], "answer\n").stdout;
    assert!(told.contains("\nTheme: a dead end.\nStreak: 0"), "{told}");
    let none = user.run(&["puzzle", "classic", "--theme", "heaps"], "");
    assert!(none.stderr.contains("no puzzle about heaps in balance was found in this game"), "{}", none.stderr);
    let wrong = user.run(&["puzzle", "--theme", "love"], "");
    assert!(wrong.stderr.contains("a puzzle is about one of these: dead-end, "), "{}", wrong.stderr);
}

#[test]
fn no_idea_comes_again_within_twenty() {
    let user = User::new();
    let mut ideas = Vec::new();
    for _ in 0..30 {
        let typed = user.run(&["puzzle", "juniper-green", "--grade", "easy"], "answer\nquit\n").stdout;
        let command = typed.lines().find_map(|line| line.strip_prefix("This puzzle again: divisor-duel ")).unwrap();
        let arguments: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let puzzle: serde_json::Value = serde_json::from_str(&user.run(&arguments, "").stdout).unwrap();
        let idea = (puzzle["last"].to_string(), puzzle["answer"].to_string());
        let lately = &ideas[ideas.len().saturating_sub(19)..];
        assert!(!lately.contains(&idea), "{idea:?} after {lately:?}");
        ideas.push(idea);
    }
}

#[test]
fn one_puzzle_follows_the_other_until_people_have_enough() {
    let user = User::new();
    let ran = user.run(&["puzzle", "evens"], "answer\npears\n\nanswer\nhelp\nquit\n");
    assert_eq!(ran.stdout.matches("Type one of these: yes, no, quit. Or only Enter.\n").count(), 2, "{ran:?}");
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.stdout.matches(": evens, ").count(), 2, "{}", ran.stdout);
    let ran = user.run(&["puzzle"], "");
    assert_eq!((ran.code, ran.stdout.lines().filter(|line| line.starts_with("Puzzle ")).count()), (Some(0), 1));
}

#[test]
fn fault_06_a_broken_streak_is_left_alone_and_told() {
    let user = User::new();
    streak_after(&user, "1", &format!("{}\n", answer(&user, "1")));
    let path = user.path("data/divisor-duel/puzzles.json");
    let nonsense = r#"{"streak":9,"best":1,"days":0,"last_day":null,"told_day":null,"seen":[]}"#;
    for broken in ["{\"streak\": ", "{\"streak\": -1}", "[]", "[0,0,0,null,[],null,[]]", "\u{0}\u{1}", nonsense] {
        std::fs::write(&path, broken).unwrap();
        let ran = user.run(&["puzzle", "classic", "--seed", "2"], "answer\n");
        assert_eq!(ran.code, Some(0));
        assert!(ran.stderr.starts_with("warning: the streak is not counted: "), "{}", ran.stderr);
        let reasons = ran.stderr.matches("a streak of 9 cannot be longer than the best so far, 1").count();
        assert_eq!(reasons, usize::from(broken == nonsense), "{}", ran.stderr);
        assert!(ran.stdout.contains("Take "), "the puzzle goes on: {}", ran.stdout);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), broken);
    }
}

#[test]
#[cfg(unix)]
fn fault_09_a_streak_that_cannot_be_written_is_told() {
    let user = User::new();
    user.write("data", "a file where the folder should be");
    let ran = user.run(&["puzzle", "classic", "--seed", "2"], "answer\n");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.starts_with("warning: the streak is not counted: "), "{}", ran.stderr);
}

#[test]
fn a_game_left_at_its_turning_point_is_over() {
    let user = User::new();
    let ran = user.run(&["play", "classic", "--p2", "level:3", "--seed", "42"], "36\nresign\n");
    assert!(ran.stdout.contains("You were winning here. Find the winning move."), "{}", ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(user.run(&["resume", "--list"], "").stdout, "There is no unfinished game.\n");
}

#[test]
fn people_among_themselves_and_computers_among_themselves_get_no_moral() {
    let user = User::new();
    for players in [["human", "human"], ["level:1", "level:2"]] {
        let ran = user.run(&["play", "chain", "--p1", players[0], "--p2", players[1]], "36\nresign\n");
        for word in ["You were", "Well played", "nothing to find"] {
            assert!(!ran.stdout.contains(word), "{}", ran.stdout);
        }
    }
}

#[test]
fn quit_at_the_turning_point_leaves_the_match_for_later() {
    let user = User::new();
    let options = ["play", "classic", "--p2", "level:3", "--seed", "42", "--best-of", "3"];
    let ran = user.run(&options, "36\nresign\nquit\n");
    assert!(!ran.stdout.contains("Round 2"), "{}", ran.stdout);
    assert!(ran.stderr.contains("divisor-duel resume 1"), "{}", ran.stderr);
    assert!(user.run(&["resume", "1"], "").stdout.contains("Score: You 0, the computer 1"));
}

#[test]
fn a_record_says_who_is_a_computer() {
    let user = User::new();
    let options = ["play", "classic", "--p2", "level:3", "--names", "Ada", "--seed", "42", "--record", "game.duel"];
    user.run(&options, "36\nresign\n");
    let record = std::fs::read_to_string(user.path("game.duel")).unwrap();
    assert!(record.contains("[Type2 \"level:3\"]") && record.contains("[Seed \"42\"]"), "{record}");
    let review = user.run(&["review", "game.duel"], "").stdout;
    assert!(review.contains("  3. Ada: gave it up, threw the win away"), "{review}");
    assert!(review.contains("\nTurning point: the last position could be won.\n"), "{review}");
}

#[test]
fn a_match_against_the_computer_goes_on_after_the_turning_point() {
    let user = User::new();
    let options = ["play", "classic", "--p2", "level:3", "--seed", "42", "--best-of", "3"];
    let ran = user.run(&options, "36\nresign\n\nresign\n");
    let turning_point = ran.stdout.find("You were winning here").unwrap();
    let score = ran.stdout.find("Score: You 0, the computer 1").unwrap();
    assert!(turning_point < score && ran.stdout.contains("The computer is the champion, 2 to 0!"), "{}", ran.stdout);
}

#[test]
fn the_same_answers_make_the_same_progress_as_on_the_page() {
    let user = User::new();
    let script: serde_json::Value =
        serde_json::from_str(include_str!("../../duel/tests/data/challenges.json")).unwrap();
    let game = script["game"].as_str().unwrap();
    for posed in script["puzzles"].as_array().unwrap() {
        let seed = posed["seed"].to_string();
        let puzzle = user.run(&["puzzle", game, "--seed", &seed, "--json"], "").stdout;
        let puzzle: serde_json::Value = serde_json::from_str(&puzzle).unwrap();
        let wrong = puzzle["legal"].as_array().unwrap().iter().find(|&number| *number != puzzle["answer"]).unwrap();
        let typed: String = posed["deeds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|deed| match deed.as_str().unwrap() {
                "right" => format!("{}\n", puzzle["answer"]),
                "wrong" => format!("{wrong}\n"),
                text => format!("{text}\n"),
            })
            .collect();
        assert_eq!(user.run(&["puzzle", game, "--seed", &seed], typed).code, Some(0));
    }
    let kept = std::fs::read_to_string(user.path("data/divisor-duel/puzzles.json")).unwrap();
    let expected: duel::challenge::Progress = serde_json::from_value(script["progress"].clone()).unwrap();
    assert_eq!(kept, serde_json::to_string_pretty(&expected).unwrap());
}

#[test]
fn where_legal_numbers_are_hidden_the_turning_point_hides_them_too() {
    let options = ["play", "evens", "--p2", "level:2", "--first", "2", "--seed", "1", "--find"];
    let ran = User::new().run(&options, "resign\nmoves\n\n").stdout;
    assert!(ran.contains("What wins?") && !ran.contains("Legal:"), "{ran}");
    assert_eq!(ran.matches("Legal numbers are not shown: find them yourself.").count(), 2, "{ran}");
}
