//! Puzzles on the board.

use super::*;

#[test]
fn puzzles_are_solved_and_counted() {
    let mut hand = Hand::at_puzzle(7);
    hand.sees("Puzzle 7: juniper-green");
    // Enter alone is no answer: the cursor stands somewhere from the start.
    hand.press(KeyCode::Enter);
    hand.sees("Choose a number first");
    let book = RuleBook::find("juniper-green").unwrap();
    let answer = duel::puzzle::puzzle(&book, None, 7).unwrap().answer;
    hand.type_in("44").press(KeyCode::Esc);
    hand.sees("Your move: one of them wins. Which?");
    hand.type_in("h").type_in(&format!("{answer}\n"));
    hand.sees("Yes! Take");
    hand.sees("Streak: 0, the best so far 0.");
    hand.press(KeyCode::Enter);
    hand.sees("Your move: one of them wins. Which?");
    hand.type_in("a");
    hand.sees("Streak: 0");
    hand.type_in("m");
    hand.sees("DIVISOR DUEL");
    hand.type_in("d");
    hand.sees("Puzzle of the day, ");
}

#[test]
fn the_puzzle_of_the_day_stands_in_the_menu_with_what_became_of_it() {
    let shared = "Divisor Duel, puzzle of the day, 2026-11-15";
    let puzzle = duel::puzzle::daily(crate::today::day()).unwrap();
    let line = format!("d Puzzle of the day: {}, {}, ", puzzle.book.id(), puzzle.grade);
    let wrong = puzzle.position.legal_moves().into_iter().find(|&chosen| chosen != puzzle.answer).unwrap();
    for (typed, days, result) in [
        (format!("{}\n", puzzle.answer), " The puzzle of the day solved: 1 day.", "solved at the first try"),
        (format!("h{}\n", puzzle.answer), " The puzzle of the day solved: 1 day.", "solved with 1 hint"),
        (format!("{wrong}\n{}\n", puzzle.answer), "", "not at the first try"),
        ("a".into(), "", "answer looked up"),
    ] {
        let mut hand = Hand::at_home();
        hand.sees(&format!("{line}not tried yet"));
        hand.type_in("d");
        assert!(!hand.frame().contains("already") && !hand.frame().contains("Theme"));
        hand.type_in(&typed);
        hand.sees("Theme: ");
        assert!(hand.frame().replace("\n ", " ").contains(days), "{}", hand.frame());
        hand.type_in("s");
        hand.sees(shared);
        hand.type_in("m");
        hand.sees(&format!("{line}{result}"));
        hand.click_on("Puzzle of the day");
        hand.sees("You have tried this one already; it does not count again.");
        hand.type_in("s");
        hand.sees(shared);
        hand.sees(&format!("{}: {result}", puzzle.grade));
        hand.type_in("n");
        assert!(!hand.frame().contains("already"));
    }
}

#[test]
fn a_theme_can_be_asked_for() {
    let mut hand = Hand::at_home();
    hand.resize(120, 40);
    hand.type_in("1pt");
    hand.sees("t theme: a dead end");
    hand.type_in("a");
    hand.sees("Theme: a dead end.");
    hand.type_in("ttt");
    hand.sees("t theme: any");
}

#[test]
fn the_same_answers_make_the_same_progress_as_in_line_mode() {
    let script: serde_json::Value =
        serde_json::from_str(include_str!("../../../../duel/tests/data/challenges.json")).unwrap();
    let book = RuleBook::find(script["game"].as_str().unwrap()).unwrap();
    let mut hand = Hand::at_home();
    for each in script["puzzles"].as_array().unwrap() {
        let seed = each["seed"].as_u64().unwrap();
        let posed = Posed::find(Some(&book), None, Wanted::This(Which::Seed(seed))).ok().unwrap();
        let (position, answer) = (posed.puzzle.position.clone(), posed.puzzle.answer);
        let wrong = position.legal_moves().into_iter().find(|&chosen| chosen != answer).unwrap();
        hand.app.open(Box::new(Puzzles::showing(posed, Some(book.clone()), None)));
        for deed in each["deeds"].as_array().unwrap() {
            match deed.as_str().unwrap() {
                "right" => hand.type_in(&format!("{answer}\n")),
                "wrong" => hand.type_in(&format!("{wrong}\n")),
                "hint" => hand.type_in("h"),
                "answer" => hand.type_in("a"),
                text => hand.type_in(&format!("{text}\n")),
            };
        }
    }
    let kept = std::fs::read_to_string(hand.folder.path().join("puzzles.json")).unwrap();
    let expected: duel::challenge::Progress = serde_json::from_value(script["progress"].clone()).unwrap();
    assert_eq!(kept, serde_json::to_string_pretty(&expected).unwrap());
}

#[test]
fn a_verdict_that_comes_after_the_answer_changes_nothing() {
    let mut hand = Hand::at_puzzle(7);
    let book = RuleBook::find("juniper-green").unwrap();
    let answer = duel::puzzle::puzzle(&book, None, 7).unwrap().answer;
    hand.type_in(&answer.to_string());
    // Both keys before anything that was found out is heard.
    hand.app.handle_key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    hand.app.handle_key(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE));
    hand.wait();
    hand.sees("Streak: 0, the best so far 0.");
    assert!(!hand.frame().contains("Yes!"), "{}", hand.frame());
}

#[test]
fn puzzles_of_the_menu_are_of_the_chosen_book_and_of_the_grade_that_is_wanted() {
    let mut hand = Hand::at_home();
    hand.type_in("4p");
    hand.sees(": evens, ");
    hand.sees("g grade: any");
    hand.type_in("g");
    hand.sees("g grade: easy");
    hand.sees(": evens, easy");
}

#[test]
fn a_puzzle_is_played_on_and_won_and_come_back_to() {
    let mut hand = Hand::at_puzzle(3);
    hand.type_in("ow");
    hand.sees("Puzzle 3:");
    hand.type_in("ao");
    hand.sees("You move next.");
    hand.press(KeyCode::Esc);
    hand.sees("w win it");
    hand.type_in("w");
    hand.sees("Played on from a puzzle.");
    hand.sees("m the puzzle");
    hand.type_in("m");
    hand.sees("w win it");
}

#[test]
fn hints_never_give_the_answer_of_a_puzzle_away() {
    let mut hand = Hand::at_puzzle(3);
    hand.type_in("hhhhh");
    hand.sees("a show the answer");
    hand.type_in("a");
    hand.sees("Streak: 0");
}
