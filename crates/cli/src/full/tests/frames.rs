//! A frame is a picture in `snapshots/`, one a screen.

use super::*;

#[test]
fn home() {
    insta::assert_snapshot!(Hand::at_home().frame());
}

#[test]
fn home_with_settings() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Down).press(KeyCode::Tab);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_game() {
    let mut hand = Hand::playing("classic", "level:3");
    hand.type_in("12\n");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn the_verdicts() {
    let mut hand = Hand::playing("juniper-green", "human");
    hand.type_in("24\ne");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn the_pairing() {
    let mut hand = Hand::playing("classic", "human");
    hand.type_in("24\np");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_division_board() {
    let mut hand = Hand::playing("divider", "human");
    hand.press(KeyCode::Right);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn several_numbers_side_by_side() {
    let mut hand = Hand::playing("divider:60,84,90", "human");
    hand.type_in("84/7\ne");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn the_end() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n4\n16\n8\n2\n6\n18\n9\n3\n15\n5\n10\n20\n");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_review() {
    let mut hand = Hand::playing("classic", "human");
    hand.type_in("12\n6\n18\n9\n3\n15\n5\n25\n50\n10\n20\n40\n8\n16\n32\n2\n46\n23\nvt");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_review_in_a_small_window() {
    let mut hand = Hand::playing("last-resort", "level:5");
    hand.type_in("12\nryv");
    hand.resize(60, 18);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_review_in_a_wide_window() {
    let mut hand = Hand::playing("chain", "level:5");
    hand.type_in("12\nryv");
    hand.resize(120, 30);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn home_in_a_wide_window() {
    let mut hand = Hand::at_home();
    hand.resize(119, 30);
    hand.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    hand.type_in("99999999999\n").press(KeyCode::Down).press(KeyCode::Right);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn the_turning_point() {
    let mut hand = Hand::playing("classic", "human");
    hand.type_in("12\n6\n18\n9\n3\n15\n5\n25\n50\n10\n20\n40\n8\n16\n32\n2\n46\n23\n");
    hand.press(KeyCode::Enter);
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn a_puzzle() {
    insta::assert_snapshot!(Hand::at_puzzle(7).frame());
}

#[test]
fn saved_games() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\nmr");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn finished_games() {
    let mut hand = Hand::at_home();
    hand.type_in("3\n\n11\nnrybh");
    insta::assert_snapshot!(hand.frame());
}

#[test]
fn help() {
    insta::assert_snapshot!(Hand::at_home().type_in("?").frame());
}

#[test]
fn rules() {
    insta::assert_snapshot!(Hand::at_home().type_in("i").frame());
}

#[test]
fn a_window_that_is_too_small() {
    let mut hand = Hand::at_home();
    hand.resize(20, 5);
    insta::assert_snapshot!(hand.frame());
}
