//! Lessons on the board.

use duel::challenge::Progress;
use duel::lesson::Lesson;

use super::*;
use crate::store::progress::{self, ProgressFile};

impl Hand {
    fn progress(&self) -> Progress {
        progress::known(&Ok(ProgressFile::at(self.folder.path())))
    }

    /// Goes through the steps of the first game.
    fn takes_the_first_steps(&mut self) -> &mut Hand {
        self.type_in("6\n4\n4\n5\n")
    }

    /// Plays the game at the end of the first lesson, which whoever plays legally wins.
    fn wins_the_first_game(&mut self) -> &mut Hand {
        // The cursor is at the first legal number.
        self.press(KeyCode::Enter).press(KeyCode::Enter)
    }
}

#[test]
fn somebody_new_sees_the_books_and_a_way_to_a_first_game() {
    let mut hand = Hand::at_home();
    hand.sees("Divisor Duel with a last resort");
    hand.sees("New here? l: a first game, two minutes");
    hand.type_in("l");
    hand.sees("0 of 9 done");
    hand.press(KeyCode::Enter);
    hand.sees("First game: step 1 of 4");
    hand.sees("They took 3. Take a number that 3 goes into evenly.");
}

#[test]
fn a_click_on_the_line_for_new_players_opens_the_lessons() {
    let mut hand = Hand::at_home();
    hand.click_on("New here?");
    hand.sees("1. First game");
    hand.click_on("5. Pairs");
    hand.sees("8 steps and a game");
    hand.click_on("5. Pairs");
    hand.sees("Pairs: step 1 of 8");
}

#[test]
fn only_a_right_move_leads_on_and_nothing_else_costs_anything() {
    let mut hand = Hand::at_home();
    hand.type_in("l\n5\n");
    hand.sees("5 is neither a divisor nor a multiple of 3.");
    hand.type_in("xa");
    hand.sees("Take 6. Count in threes");
    hand.sees("step 1 of 4");
    hand.type_in("6\n");
    hand.sees("step 2 of 4");
    hand.type_in("8\n2\n2\n");
    hand.sees("After 2 they take 4, 6 or 8. Which one leaves them nothing?");
    hand.press(KeyCode::Esc);
    hand.sees("0 of 9 done");
    assert_eq!(hand.progress(), Progress::default());
}

#[test]
fn the_first_game_is_won_counted_and_followed_by_the_next_lesson() {
    let mut hand = Hand::at_home();
    hand.type_in("l\n").takes_the_first_steps();
    hand.sees("5 was a dead end: they could not move, and that wins.");
    assert!(!hand.frame().contains("take:2..8"), "nobody who learns needs its code");
    hand.wins_the_first_game();
    hand.sees("Lesson done! Whoever cannot move loses");
    hand.press(KeyCode::Enter);
    hand.sees("Lesson done! Whoever cannot move loses");
    assert!(hand.progress().has_done(&Lesson::built_in()[0]));
    hand.type_in("n");
    hand.sees("What may be taken: step 1 of 5");
    hand.type_in("m");
    hand.sees("l lessons: 1 of 9 done");
    assert!(!hand.frame().contains("New here?"));
    hand.type_in("l");
    hand.sees("+ 1. First game");
    hand.press(KeyCode::Up);
    hand.sees("Whoever cannot move loses");
}

#[test]
fn a_game_that_is_lost_is_played_again_or_the_steps_are_looked_at() {
    let mut hand = Hand::at_home();
    hand.type_in("l\n").takes_the_first_steps().type_in("2\nry");
    hand.sees("Not yet. Play it again, or look at the steps once more.");
    assert_eq!(hand.progress(), Progress::default());
    hand.type_in("n");
    hand.sees("They took 6.");
    hand.type_in("2\nry").type_in("l");
    hand.sees("First game: step 1 of 4");
}

#[test]
fn a_game_of_a_lesson_that_was_left_knows_its_lesson() {
    let mut hand = Hand::at_home();
    hand.type_in("l\n").takes_the_first_steps().type_in("2\nm");
    let saved = std::fs::read_to_string(hand.folder.path().join("games/1.duel")).unwrap();
    assert!(saved.contains("[From \"lesson first-game\"]"), "{saved}");
    hand.type_in("r\n");
    hand.sees("First game");
}

#[test]
fn a_lesson_that_cannot_be_counted_says_so() {
    let mut hand = Hand::at_home();
    std::fs::write(hand.folder.path().join("puzzles.json"), "{").unwrap();
    hand.type_in("l\n").takes_the_first_steps().wins_the_first_game();
    hand.sees("Lesson done!");
    hand.sees("This could not be kept:");
}

#[test]
fn a_step_is_played_on_and_come_back_to() {
    let mut hand = Hand::at_home();
    hand.type_in("l\n");
    let step = hand.frame();
    hand.type_in("o");
    hand.sees("You move next.");
    hand.press(KeyCode::Enter);
    hand.type_in("m");
    assert_eq!(hand.frame(), step);
}
