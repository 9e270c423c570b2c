//! What can be found out about a position while it is played.

use super::*;

#[test]
fn hints_verdicts_and_the_pairing_are_true_and_counted() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("h");
    hand.sees("You can leave them stuck at once. Look among the primes.");
    hand.type_in("h");
    hand.sees("It is one of");
    hand.type_in("h");
    hand.sees("Take 11. It has no divisor or multiple left: they cannot move.");
    hand.type_in("h");
    hand.sees("Take 11. It has no divisor");
    hand.type_in("e");
    hand.sees("18 of 19 moves win.");
    hand.sees(".14-");
    hand.type_in("e");
    assert!(!hand.frame().contains(".14-"));
    hand.type_in("14\np");
    hand.sees("is the partner of 14. Take it: whatever they take");
    hand.type_in("\nry");
    hand.sees("Hints: 4 for Ada, 1 for Bo.");
}

#[test]
fn advice_is_marked_on_the_board_and_begins_anew_with_every_turn() {
    let mut hand = Hand::playing("last-resort:10", "human");
    hand.type_in("6\nh");
    hand.sees("Think in pairs");
    assert!(!hand.frame().contains('=') && !hand.frame().contains('!'), "{}", hand.frame());
    hand.type_in("h");
    hand.sees("It is one of 2 and 3.");
    hand.sees("[<2=]");
    hand.sees("<3=");
    hand.type_in("h");
    hand.sees("answer 4 with 8");
    assert!(!hand.frame().contains('='), "{}", hand.frame());
    hand.sees("4A");
    hand.sees("8A");
    hand.sees("5B");
    hand.sees("10B");
    // There is nothing more to say, and after the next move it begins anew.
    hand.type_in("h");
    hand.sees("answer 4 with 8");
    hand.type_in("2\n");
    assert!(!hand.frame().contains("4A"), "{}", hand.frame());
    hand.type_in("h");
    hand.sees("Every move loses here, however they answer.");
}

#[test]
fn the_move_is_marked_among_the_pairs_and_under_the_cursor() {
    let mut marked = 0;
    for first in ["4", "6", "8", "9", "10", "14", "15", "16", "18", "20"] {
        let mut hand = Hand::playing("chain", "human");
        hand.type_in(&format!("{first}\nphhh"));
        let is_chosen = |word: &str| word.contains('~') && word.contains('!') && word.contains(['<', '>']);
        marked += usize::from(hand.frame().split_whitespace().any(is_chosen));
        hand.sees("[ ] chosen");
    }
    assert!(marked > 0);
}

#[test]
fn the_pairing_of_every_kind_of_game_is_said_in_words() {
    let said = |code: &str, keys: &str| {
        let mut hand = Hand::playing(code, "human");
        hand.type_in(keys).type_in("p");
        hand.frame().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(said("evens", "").contains("they can answer with its partner"));
    assert!(said("last-resort", "24\n").contains("Taking 1 is answered by"));
    assert!(said("last-resort", "29\n").contains("1 is all that is left to take."));
    assert!(said("last-resort:10", "").contains("or it leaves nothing but 1, which loses too"));
    assert!(said("divider:60,84", "").contains("60 is 3, 84 is 3."));
    assert!(said("take:2..20,misere", "").contains("This position is decided by search. No pairing proves it"));
}

#[test]
fn how_a_division_game_is_counted_is_no_hint() {
    let mut hand = Hand::playing("divider:60,84", "human");
    assert!(!hand.frame().contains("p pairs"));
    hand.type_in("p");
    hand.sees("84 is 3.");
    hand.type_in("ry");
    assert!(!hand.frame().contains("Hints:"));
}

#[test]
fn a_long_computation_can_be_stopped_and_no_key_waits_for_it() {
    let mut hand = Hand::playing("take:2..400,misere", "human");
    hand.app.handle_key(KeyEvent::new(KeyCode::Char('e'), KeyModifiers::NONE));
    hand.draw();
    hand.sees("Thinking. Esc stops it.");
    hand.app.handle_key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
    hand.draw();
    hand.sees("[3]");
    hand.app.handle_key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
    hand.draw();
    hand.sees("Stopped.");
    assert!(!hand.app.is_working());
}

#[test]
fn the_verdicts_are_summed_up() {
    let said = |code: &str, keys: &str| {
        let mut hand = Hand::playing(code, "human");
        hand.resize(60, 18);
        hand.type_in(keys).type_in("e");
        hand.frame()
    };
    let out_of_sight = said("divider:6,60,90,1024", "");
    assert!(out_of_sight.contains("One move wins: 1024/256.") && !out_of_sight.contains("= 4+"), "{out_of_sight}");
    assert!(said("classic", "24\n12\n").contains("Every move wins."));
    assert!(said("juniper-green", "24\n").contains("Every move loses against best play."));
}
