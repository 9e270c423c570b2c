//! Turns by key and mouse.

use super::*;

#[test]
fn arrow_keys_reach_every_legal_number_and_nothing_else() {
    let mut hand = Hand::playing("juniper-green", "human");
    hand.type_in("24\n");
    let mut seen = Vec::new();
    for _ in 0..9 {
        let frame = hand.frame();
        let start = frame.find('[').unwrap() + 1;
        seen.push(
            frame[start..start + frame[start..].find(']').unwrap()]
                .trim_start_matches(['<', '>'])
                .parse::<u64>()
                .unwrap(),
        );
        hand.press(KeyCode::Right);
    }
    assert_eq!(seen, [1, 2, 3, 4, 6, 8, 12, 48, 72]);
    hand.press(KeyCode::Home).press(KeyCode::Down);
    hand.sees("[<12]");
    hand.press(KeyCode::End).press(KeyCode::Up);
    hand.sees("[>48]");
}

#[test]
fn what_is_typed_goes_through_the_rules() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n7");
    hand.sees("o Bo's Turn:   Last Number: 12");
    hand.sees("Possible Moves: Divisors or multiples of 12 from the pool.");
    hand.sees("Action: Chooses 7_");
    hand.press(KeyCode::Enter);
    hand.sees("7 is neither a divisor nor a multiple of 12. Choose again.");
    hand.type_in("007\n");
    hand.sees("Move 2");
    hand.type_in("99999999999999999999\n");
    hand.sees("is not on this board");
    hand.type_in("33").press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Chain: 12# > 3o");
}

#[test]
fn an_illegal_number_loses_where_the_book_says_so_and_a_slip_does_not() {
    let mut hand = Hand::playing("divider", "human");
    hand.type_in("/\n");
    hand.sees("Move 1");
    hand.type_in("7\n");
    hand.sees("7 is not a proper divisor of 60");
    hand.sees("Ada loses by the illegal number 7.   Bo wins!");
}

#[test]
fn the_mouse_picks_numbers_and_misses_cost_nothing() {
    let mut hand = Hand::playing("chain,invalid=loses", "human");
    hand.click_on(".12");
    hand.sees("Chain: 12#");
    hand.click_on("17");
    hand.sees("17 is neither a divisor nor a multiple of 12.");
    hand.click_on("<6");
    hand.sees("Chain: 12# > 6o");
    hand.click_on("u undo");
    hand.sees("Taken back: 6 by Bo.");
}

#[test]
fn undo_takes_the_computers_answer_back_too() {
    let mut hand = Hand::playing("classic", "level:2");
    hand.type_in("12\n");
    hand.sees("Move 3");
    hand.type_in("u");
    hand.sees("Move 1");
    hand.type_in("u");
    hand.sees("There is no move to take back.");
}

#[test]
fn computers_among_themselves_wait_for_a_key() {
    let mut hand = Hand::playing_as(set_up("evens", ["level:1", "level:5"]));
    hand.sees("Move 1");
    hand.press(KeyCode::Enter);
    hand.sees("Move 2");
}

#[test]
fn each_book_says_the_turn_and_asks_for_a_number_in_its_own_words() {
    for (code, keys, said) in [
        (
            "classic",
            "12\n",
            &["[Turn 2] Bo, select a divisor or multiple of 12:", "Bo selects: _", "Selected Numbers: 12#"][..],
        ),
        ("last-resort", "", &["1 is left as a last resort.", "Ada's Turn:", "Select any number from 2 to 30: _"]),
        (
            "last-resort",
            "15\n",
            &[
                "Numbers available that are divisors or multiples of 15: 3,",
                "Select a number: _",
                "Selected Numbers: 15#",
            ],
        ),
        ("evens", "", &["Welcome to Divisor Duel!", "Ada, it's your turn.", "Select a number to remove: _"]),
        (
            "evens",
            "12\n",
            &[
                "Bo, it's your turn.   Last number removed: 12",
                "Valid choices are multiples or divisors of 12.",
                "Removed Numbers: 12#",
            ],
        ),
        ("divider", "2\n", &["Bo's turn.   Current Number: 30", "Enter your chosen divisor: _", "Divisions: 60/2#"]),
        ("divider", "", &["Starting Number: 60", "An illegal number loses the game at once."]),
        ("divider:60,84", "84/7\n", &["Current Numbers: 12, 60", "Enter a number and your chosen divisor: _"]),
        ("juniper-green", "24\n", &["Turn 2: Bo", "Last: 24. Legal: 1, 2, 3", "Pick a number: _", "Taken: 24#"]),
    ] {
        let mut hand = Hand::playing(code, "human");
        hand.resize(60, 18);
        hand.type_in(keys);
        said.iter().for_each(|said| hand.sees(said));
    }
}

#[test]
fn opposite_the_computer_the_book_speaks_to_you() {
    let mut hand = Hand::playing("evens", "level:1");
    hand.type_in("12\n");
    hand.sees("It's your turn.");
    hand.sees("Computer removed");
    hand.sees("# You  o ");
    assert!(!hand.frame().contains("Ada"), "{}", hand.frame());
}

#[test]
fn a_sign_or_a_point_that_is_typed_does_not_vanish() {
    for typed in ["-1\n", "+7\n", "2.5\n", "1,5\n"] {
        let mut hand = Hand::playing("divider", "human");
        hand.type_in(typed);
        hand.sees("That is not a whole number in plain digits");
        hand.sees("Current Number: 60");
    }
}

#[test]
fn where_people_find_them_themselves_nothing_tells_what_is_legal() {
    let mut hand = Hand::playing_as(Setup { hides_legal: true, ..set_up("chain", ["human", "human"]) });
    hand.sees("Legal numbers are not shown: find them yourself.");
    hand.type_in("12\n");
    for told in ["<6", "divisor", "multiple", "Legal:"] {
        let frame = hand.frame().replace("Divisors or multiples of 12", "");
        assert!(!frame.contains(told), "{told}: {frame}");
    }
    hand.press(KeyCode::Right).press(KeyCode::Right).press(KeyCode::Right).press(KeyCode::Enter);
    hand.sees("5 is neither a divisor nor a multiple of 12.");
    hand.click_on("17");
    hand.sees("17 is neither a divisor nor a multiple of 12.");
    hand.click_on(" 6 ");
    hand.sees("Chain: 12# > 6o");
    hand.type_in("ry");
    hand.sees("Ada found a legal number at the first try in 1 of 1 turn.");
    hand.sees("2 tries were wrong.");

    let mut hand = Hand::playing_as(Setup { hides_legal: true, ..set_up("divide:60", ["human", "human"]) });
    hand.sees("/?");
    hand.type_in("7\n");
    hand.sees("7 is not a proper divisor of 60");
    hand.type_in("30\n");
    hand.sees("Ada wins");
}

#[test]
fn a_seat_without_advice_is_told_so_and_offered_none() {
    let mut hand = Hand::playing_as(Setup { advice: [true, false], ..set_up("chain", ["human", "human"]) });
    hand.sees("Bo plays without advice.");
    hand.sees("h hint");
    hand.type_in("12\n");
    assert!(!hand.frame().contains("h hint"));
    for key in "hep".chars() {
        hand.press(KeyCode::Char(key));
        hand.sees("This seat plays without advice.");
    }
    // Nor by a detour.
    hand.type_in("o\nh");
    hand.sees("This seat plays without advice.");
}
