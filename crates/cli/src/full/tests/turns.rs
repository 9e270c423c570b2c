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
        seen.push(frame[start..start + frame[start..].find(']').unwrap()].parse::<u64>().unwrap());
        hand.press(KeyCode::Right);
    }
    assert_eq!(seen, [1, 2, 3, 4, 6, 8, 12, 48, 72]);
    hand.press(KeyCode::Home).press(KeyCode::Down);
    hand.sees("[12]");
    hand.press(KeyCode::End).press(KeyCode::Up);
    hand.sees("[48]");
}

#[test]
fn what_is_typed_goes_through_the_rules() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n7");
    hand.sees("your number: 7_");
    hand.press(KeyCode::Enter);
    hand.sees("7 is neither a divisor nor a multiple of 12. Choose again.");
    hand.type_in("007\n");
    hand.sees("Move 2");
    hand.type_in("99999999999999999999\n");
    hand.sees("is not on this board");
    hand.type_in("33").press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Bo played 3.");
}

#[test]
fn an_illegal_number_loses_where_the_book_says_so_and_a_slip_does_not() {
    let mut hand = Hand::playing("divider", "human");
    hand.type_in("/\n");
    hand.sees("Move 1");
    hand.type_in("7\n");
    hand.sees("Bo wins!  Ada loses by the illegal number 7.");
}

#[test]
fn the_mouse_picks_numbers_and_misses_cost_nothing() {
    let mut hand = Hand::playing("chain,invalid=loses", "human");
    hand.click_on(".12");
    hand.sees("Ada played 12.");
    hand.click_on("17");
    hand.sees("17 is neither a divisor nor a multiple of 12.");
    hand.click_on("<6");
    hand.sees("Bo played 6.");
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
