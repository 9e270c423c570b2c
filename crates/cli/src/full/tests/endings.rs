//! The end of a game, and what comes after it.

use super::*;
use crate::store::record_file::RecordFile;

#[test]
fn the_turning_point_is_asked_on_the_board_and_then_the_game_can_go_on() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7\n");
    hand.sees("Ada: You were winning at move 1, and played 14. Enter: find it on the board.");
    hand.press(KeyCode::Enter);
    hand.sees("Ada: Move 1, and you were winning. Find the winning move.");
    hand.type_in("14\n");
    hand.sees("14 loses: they answer 2. Try again.");
    hand.type_in("21\n");
    hand.sees("21 is not on this board");
    hand.click_on(".11");
    hand.sees("Yes! Take 11.");
    hand.press(KeyCode::Enter);
    hand.sees("n again");
    hand.press(KeyCode::Enter);
    hand.sees("Bo wins!");
    hand.type_in("n");
    hand.sees("Bo moves first.");
    hand.sees("Ada 0 : 1 Bo  Move 1");
    // The sign is Bo's, whoever moves first.
    hand.sees("o Bo's Turn:");
}

#[test]
fn esc_wipes_what_was_typed_first_and_an_unsolved_turning_point_can_be_found_again() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7\n");
    hand.press(KeyCode::Enter);
    hand.type_in("12").press(KeyCode::Esc);
    hand.sees("Ada: Move 1, and you were winning. Find the winning move.");
    hand.press(KeyCode::Esc);
    hand.sees("Bo wins!");
    hand.sees("Enter turning point");
    hand.press(KeyCode::Enter);
    hand.sees("Ada: Move 1, and you were winning. Find the winning move.");
}

#[test]
fn an_enter_too_many_does_not_hide_the_end() {
    let mut hand = Hand::playing("chain", "level:1");
    hand.type_in("11\n\n");
    hand.sees("Result: Computer cannot move and loses the game.   You win!");
    hand.sees("n again");
    hand.sees("Esc menu");
}

#[test]
fn a_record_kept_by_hand_says_when_it_was_and_who_was_a_computer() {
    let mut hand = Hand::playing("chain", "level:1");
    hand.type_in("11\ns");
    let kept = std::fs::read_dir(hand.folder.path()).unwrap().flatten().map(|entry| entry.path());
    let kept = kept.into_iter().find(|path| path.is_file()).unwrap();
    let record = std::fs::read_to_string(kept).unwrap();
    assert!(["[Date ", "[Type1 ", "[Type2 ", "[Seed "].iter().all(|header| record.contains(header)), "{record}");
}

#[test]
fn a_review_leads_back_to_where_it_was_opened() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7\nsv");
    hand.sees("Esc the end");
    hand.press(KeyCode::Left).press(KeyCode::Esc);
    hand.sees("Ada cannot move");
    hand.sees("Enter turning point");
    hand.press(KeyCode::Esc);
    hand.sees("DIVISOR DUEL");
    hand.press(KeyCode::Esc);
    assert_eq!(hand.app.leaves(), None);
    hand.type_in("rv");
    hand.sees("Esc the list");
    hand.press(KeyCode::Esc);
    hand.sees("records to look at");
    hand.type_in("vm");
    hand.sees("DIVISOR DUEL");
}

#[test]
fn a_review_opened_before_the_moral_is_known_does_not_lose_it() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7");
    for key in [KeyCode::Enter, KeyCode::Char('v')] {
        hand.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE));
    }
    hand.wait();
    hand.press(KeyCode::Esc);
    hand.sees("You were winning at move 1");
}

#[test]
fn a_game_without_a_turning_point_has_a_word_about_it() {
    let mut hand = Hand::playing("chain", "level:1");
    hand.type_in("11\n");
    hand.sees("Well played: you could win from the first move on");
}

#[test]
fn resigning_is_asked_about() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("rn");
    hand.sees("Ada's Turn:");
    hand.type_in("ry");
    hand.sees("o Ada resigns.   Bo wins!");
}

#[test]
fn a_match_goes_on_from_round_to_round() {
    let mut setup = set_up("chain", ["human", "human"]);
    setup.rounds = Some(Rounds::BestOf(3));
    let mut hand = Hand::playing_as(setup);
    hand.type_in("11\n");
    hand.sees("Ada 1 : 0 Bo   round 1 of 3");
    hand.type_in("n");
    hand.sees("Ada 1 : 0 Bo   round 2 of 3");
    hand.sees("Round 2 of 3: Bo moves first.");
    hand.sees("o Bo's Turn:");
    hand.sees("# Ada  o Bo");
    hand.type_in("12\n11\n2\n10\n5\nry");
    hand.sees("Ada 2 : 0 Bo   round 2 of 3");
    hand.sees("Ada is the champion, 2 to 0!");
    hand.type_in("n");
    hand.sees("Ada 0 : 0 Bo");
}

#[test]
fn a_round_whose_record_cannot_be_written_is_set_aside_and_the_match_goes_on() {
    let mut setup = set_up("chain", ["human", "human"]);
    setup.rounds = Some(Rounds::BestOf(3));
    let record = RecordFile { path: "/nowhere/final.duel".into(), force: false };
    let mut hand = Hand::playing_with(setup, Some(record));
    hand.type_in("12\n4\nry");
    hand.sees("The record could not be written: cannot write /nowhere/final-1.duel");
    hand.sees("divisor-duel resume 2 --record FILE");
    hand.type_in("n12\n");
    let kept = |id: u32| std::fs::read_to_string(hand.folder.path().join(format!("games/{id}.duel"))).unwrap();
    assert!(kept(2).contains("[Result \"0-1 resigned\"]") && kept(2).ends_with("\n12 4\n"), "{}", kept(2));
    assert!(kept(1).contains("[Score \"1-0\"]") && kept(1).ends_with("\n12\n"), "{}", kept(1));
}

#[test]
fn the_record_of_a_rematch_has_a_file_of_its_own() {
    let setup = set_up("chain", ["human", "human"]);
    let folder = tempfile::tempdir().unwrap();
    let record = RecordFile { path: folder.path().join("game.duel"), force: true };
    let mut hand = Hand::playing_with(setup, Some(record));
    hand.type_in("11\n");
    hand.sees("game.duel.");
    hand.type_in("n13\n");
    hand.sees("game-2.duel.");
    assert!(std::fs::read_to_string(folder.path().join("game.duel")).unwrap().ends_with("\n11\n"));
    assert!(std::fs::read_to_string(folder.path().join("game-2.duel")).unwrap().ends_with("\n13\n"));
}

#[test]
fn a_rematch_says_who_starts_whoever_that_is() {
    let mut hand = Hand::playing("chain,first=composite", "level:1");
    hand.type_in("ryn");
    hand.sees("Move 2");
    hand.sees("The computer moves first.");
    hand.sees("# Your Turn:");
    hand.type_in("ryn");
    hand.sees("Move 1");
    hand.sees("You move first.");
}

#[test]
fn the_record_of_a_game_can_be_kept_and_looked_at() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n4\nrys");
    hand.sees(".duel. Look at it with: divisor-duel review");
    hand.type_in("s");
    hand.sees(".duel already.");
    let records = std::fs::read_dir(hand.folder.path()).unwrap().flatten().map(|entry| entry.path());
    let records: Vec<_> = records.filter(|path| path.is_file()).collect();
    assert_eq!(records.len(), 1);
    assert!(std::fs::read_to_string(&records[0]).unwrap().contains("[Date "));
    hand.type_in("br\n");
    hand.sees("Ada resigns.\n Bo wins!");
    hand.press(KeyCode::Left);
    hand.sees("move 2 of 2");
    hand.sees("2. Bo: 4");
    hand.press(KeyCode::Home);
    hand.sees("1. Ada: 12");
    hand.press(KeyCode::Left);
    hand.sees("1. Ada: 12");
    hand.press(KeyCode::End);
    hand.sees("Ada resigns.\n Bo wins!");
}

#[test]
fn a_review_shows_all_moves_where_they_fit() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n4\n16\n8\n2\n6\n18\n9\n3\n15\n5\n10\n20\nv");
    hand.resize(60, 18);
    for key in [KeyCode::End, KeyCode::Left, KeyCode::Home] {
        hand.press(key);
        hand.sees("12+ 4. 16+ 8. 2 6. 18+ 9. 3 15 5 10. 20");
    }
}

#[test]
fn a_review_has_no_turning_point_after_its_last_move() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n3\nryv");
    hand.sees("Ada resigns.\n Bo wins!\n Turning point: the last position could be won.");
    assert!(!hand.frame().contains("t turning point"), "{}", hand.frame());
}

#[test]
fn after_the_end_the_legend_has_only_what_is_on_the_board() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\nry");
    hand.sees("\n * last  # Ada  o Bo\n");
}

#[test]
fn a_review_shows_what_was_played_and_what_was_better_where_it_was_played() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7\nv");
    hand.sees("Result: Ada cannot move and loses the game.\n Bo wins!");
    hand.sees("Turning point: move 1.");
    hand.type_in("t");
    hand.sees("move 1 of 2");
    hand.sees("1. Ada: 14, threw the win away");
    // The board is that before the move: nothing is taken yet.
    hand.sees("[14?]");
    hand.sees(".11!");
    hand.sees("[ ] played  ! wins  + kept the win  ? threw the win away  | here it turned");
    hand.press(KeyCode::Right);
    hand.sees("*14#");
    hand.sees("[<7+]");
}

#[test]
fn after_the_end_a_review_leads_to_a_game_from_where_it_turned_if_it_did() {
    let mut hand = Hand::playing("chain", "level:5");
    hand.type_in("14\nv");
    hand.sees("You against Euclid");
    hand.sees("the end");
    hand.type_in("tt");
    hand.sees("This is the only turning point.");
    hand.press(KeyCode::End);
    hand.sees("o play on");
    hand.type_in("o");
    hand.sees("Play on from here");
    assert!(!hand.frame().contains("14o"), "{}", hand.frame());
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("11\nv");
    assert!(!hand.frame().contains("o play on"), "{}", hand.frame());
}

#[test]
fn a_review_ends_with_how_the_game_ended() {
    let ends = |code: &str, keys: &str, said: &str| {
        let mut hand = Hand::playing(code, "level:1");
        hand.type_in(keys).type_in("v");
        hand.sees(said);
        hand.sees("the end");
    };
    ends("divider", "7\n", "You lose by the illegal number 7.\n The computer wins!");
    ends("divider", "30\n", "2 is a prime number. No valid moves left.\n Computer cannot make a move. You win!");
    ends("evens", "12\nry", "You resign.\n The computer wins!");
}

#[test]
fn a_prime_start_ends_in_the_words_of_the_book_and_nobody_is_asked() {
    let hand = Hand::playing("divider:7", "human");
    hand.sees("7 is a prime number. No valid moves left.");
    hand.sees("Ada cannot make a move. Bo wins!");
    assert!(!hand.frame().contains("Enter your chosen divisor"), "{}", hand.frame());
}

#[test]
fn you_are_told_that_you_have_won_and_nobody_else_is_you() {
    let mut hand = Hand::playing("classic", "level:1");
    hand.type_in("47\n");
    hand.sees("[Final Turn] Computer, no valid moves available.   You win!");
    assert!(!hand.frame().contains("You lose"), "{}", hand.frame());
    let mut hand = Hand::playing("evens", "human");
    hand.type_in("12\n6\n18\n2\n4\n8\n16\n");
    hand.sees("No valid moves available.");
    hand.sees("Bo cannot make a valid move. Ada wins!");
}

#[test]
fn a_record_kept_while_the_turning_point_is_asked_says_so() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("14\n7\n\ns");
    hand.sees(".duel. Look at it with: divisor-duel review");
}

#[test]
fn a_review_is_left_for_a_game_from_there_and_come_back_to() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n4\n8\nry");
    hand.type_in("v").press(KeyCode::Left).press(KeyCode::Left);
    hand.sees("move 2 of 3");
    hand.type_in("o");
    hand.sees("Play on from here");
    hand.sees("You move next.");
    hand.press(KeyCode::Right);
    hand.sees("Euclid moves next.");
    hand.sees("> Euclid");
    hand.press(KeyCode::Right).press(KeyCode::Down).press(KeyCode::Enter);
    hand.sees("Played on from move 2 of another game.");
    hand.type_in("6\n");
    hand.sees("Chain: 12o > 6#");
    hand.type_in("m");
    hand.sees("move 2 of 3");
    hand.press(KeyCode::Esc);
    hand.sees("Ada wins");
}

#[test]
fn a_game_is_left_for_another_one_from_here_and_both_are_kept() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\no").press(KeyCode::Down).press(KeyCode::Enter);
    hand.type_in("6\nm");
    hand.sees("Chain: 12#");
    hand.type_in("4\nm");
    hand.type_in("r");
    hand.sees("2 moves");
    assert_eq!(hand.frame().matches("2 moves").count(), 2, "{}", hand.frame());
}
