//! Games that are kept, and what happens when they cannot be.

use super::*;

#[test]
fn a_game_that_is_left_can_be_taken_up_again_and_one_that_is_over_cannot() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\nm");
    hand.sees("Game 1 is kept; r takes it up again.");
    hand.type_in("r\n");
    hand.sees("Move 2");
    hand.type_in("4\n");
    hand.type_in("ry");
    hand.type_in("b");
    hand.type_in("r");
    hand.sees("There is no unfinished game, and no record in this folder.");
}

#[test]
fn a_live_game_stands_in_the_list_with_the_way_back() {
    let mut hand = Hand::at_home();
    let folder = hand.folder.path().join("live");
    std::fs::create_dir(&folder).unwrap();
    let link = "http://localhost:8017/#/live/ab12";
    let record = "[Format \"1\"]\n[Game \"evens\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n\n14\n";
    let text = format!("divisor-duel seats 2\ngame http://localhost:8017 ab12\nseat t1 s1 1\n\n{record}");
    std::fs::write(folder.join("a.seats"), text).unwrap();
    hand.type_in("r");
    hand.sees("evens: Ada and Bo, 1 move, just now, live");
    assert!(!hand.frame().contains("delete"), "{}", hand.frame());
    for key in ["\n", "v"] {
        hand.type_in("d");
        assert!(!hand.frame().contains(link), "{}", hand.frame());
        hand.type_in(key);
        hand.sees("This game is live. Go on with: divisor-duel join");
        hand.sees(link);
    }
}

#[test]
fn fault_09_a_game_that_cannot_be_saved_goes_on_and_says_so_once() {
    let mut hand = Hand::playing("chain", "human");
    // Where the folder of games should be there is a file.
    std::fs::write(hand.folder.path().join("games"), "in the way").unwrap();
    hand.type_in("12\n");
    hand.sees("The game goes on, but it is not saved: cannot");
    hand.type_in("4\n");
    hand.sees("Chain: 12# > 4o");
    hand.type_in("m");
    hand.sees("It could not be saved: cannot");
    hand.sees("Move 3");
    hand.type_in("m");
    hand.sees("DIVISOR DUEL");
    hand.sees("The game was not saved.");
}

#[test]
fn what_is_wrong_is_to_be_seen_after_the_computer_has_moved() {
    let mut hand = Hand::playing("chain", "level:2");
    std::fs::write(hand.folder.path().join("games"), "in the way").unwrap();
    hand.type_in("12\n");
    hand.sees("Move 3");
    hand.sees("The game goes on, but it is not saved: cannot");
    hand.sees("Chain: 12# > ");
    hand.press(KeyCode::Enter);
    assert!(!hand.frame().contains("The game goes on"));
    // The reason is said once; that it is so stays to be seen, until it is not so any more.
    hand.sees("not saved");
    std::fs::remove_file(hand.folder.path().join("games")).unwrap();
    hand.press(KeyCode::Enter);
    hand.sees("The game is saved again.");
    hand.press(KeyCode::Enter);
    assert!(!hand.frame().contains("not saved"));
}
