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
fn a_live_game_stands_in_the_list_and_is_gone_to_and_forgotten_there() {
    let mut hand = Hand::at_home();
    let folder = hand.folder.path().join("live");
    std::fs::create_dir(&folder).unwrap();
    // Nobody is there.
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let record = "[Format \"1\"]\n[Game \"evens\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n\n14\n";
    let text = format!("divisor-duel seats 2\ngame http://{server} ab12\nseat t1 s1 1\n\n{record}");
    let file = folder.join(format!("{}-ab12.seats", format!("http://{server}").replace([':', '/'], "_")));
    std::fs::write(&file, text).unwrap();
    hand.type_in("r");
    hand.sees("L1  evens: Ada and Bo, 1 move, just now, live");
    hand.type_in("v");
    hand.sees("This game is live. Go on with: divisor-duel join");
    hand.type_in("\n");
    hand.sees(&format!("{server} cannot be reached"));
    hand.type_in("dn");
    hand.sees("L1  evens");
    hand.type_in("d");
    hand.sees("Take L1 off this list?");
    hand.type_in("y");
    hand.sees("L1 is off the list.");
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("seat t1 s1 1\n"));
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
