//! Puzzles on the board.

use super::*;

#[test]
fn puzzles_are_solved_and_counted() {
    let mut hand = Hand::at_puzzle(7);
    hand.sees("Puzzle 7: juniper-green");
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
fn a_puzzle_of_the_day_that_is_solved_says_so() {
    let mut hand = Hand::at_home();
    hand.sees("d daily puzzle");
    hand.type_in("d");
    assert!(!hand.frame().contains("already"));
    let answer = duel::puzzle::daily(crate::today::day()).unwrap().answer;
    hand.type_in(&format!("{answer}\n"));
    hand.sees("The puzzle of the day solved: 1 day.");
    hand.type_in("m");
    hand.sees("d daily solved");
    hand.type_in("d");
    hand.sees("You have solved this one already; it does not count again.");
    hand.type_in("n");
    assert!(!hand.frame().contains("already"));
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
