//! Puzzles on the board.

use super::*;

#[test]
fn puzzles_are_solved_and_counted() {
    let mut hand = Hand::at_puzzle(7);
    hand.sees("Puzzle 7: juniper-green");
    let book = RuleBook::find("juniper-green").unwrap();
    let answer = duel::puzzle(&book, None, 7).unwrap().answer;
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
    let answer = duel::daily(crate::today::day()).unwrap().answer;
    hand.type_in(&format!("{answer}\n"));
    hand.sees("The puzzle of the day solved: 1 day.");
    hand.type_in("m");
    hand.sees("d daily solved");
    hand.type_in("d");
    hand.sees("You have solved this one already; it does not count again.");
    hand.type_in("n");
    assert!(!hand.frame().contains("already"));
}
