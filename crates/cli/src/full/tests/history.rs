//! What somebody has done, on the screen.

use super::*;

/// Somebody who has beaten Mole in the chain, lost to Hare, and looks at it.
fn at_history() -> Hand {
    let mut hand = Hand::at_home();
    hand.type_in("3\n\n11\nb").press(KeyCode::Tab).press(KeyCode::Left).press(KeyCode::Enter);
    hand.type_in("ryb").press(KeyCode::Tab).press(KeyCode::Right).press(KeyCode::Up).type_in("h");
    hand
}

#[test]
fn finished_games_are_listed_searched_and_looked_at_again() {
    let mut hand = Hand::at_home();
    hand.type_in("h");
    hand.sees("No finished game is kept yet.");
    let mut hand = at_history();
    hand.sees("   1  2026-11-15  chain: you lost to Hare, level 2 (1 move)");
    hand.sees("   2  2026-11-15  chain: you beat Mole, level 1 (1 move)");
    hand.sees("The 1,000 newest games are kept.");
    hand.type_in("/MOLE");
    hand.sees("Search: MOLE_");
    assert!(!hand.frame().contains("Hare"), "{}", hand.frame());
    hand.type_in("x");
    hand.sees("No game has all of that in it.");
    hand.press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Finished games with: MOLE");
    hand.press(KeyCode::Enter);
    hand.sees("Esc the list");
    hand.press(KeyCode::Esc);
    hand.sees("Finished games with: MOLE");
    hand.press(KeyCode::Esc);
    hand.sees("Hare");
    hand.press(KeyCode::Esc);
    hand.sees("DIVISOR DUEL");
}

#[test]
fn they_are_counted() {
    let mut hand = at_history();
    hand.type_in("s");
    for said in [
        "Against computers you have won 1 of 2 games.",
        "Won in a row: 0, the best so far 1.",
        "Games of lessons and puzzles do not count as wins.",
        "Puzzles solved at the first try: 0 of 0.",
        "Puzzle of the day: not solved today; 0 days in a row before.",
    ] {
        hand.sees(said);
    }
    hand.sees("chain            Mole, level 1    1 of 1 won");
    hand.type_in("dy\n");
    hand.sees("0 of 1 won");
    hand.type_in("s");
    hand.sees("you lost to Hare");
}

#[test]
fn whoever_has_only_solved_puzzles_sees_them_counted() {
    let mut hand = Hand::at_home();
    let puzzle = duel::puzzle::daily(crate::today::day()).unwrap();
    hand.type_in(&format!("d{}\nmh", puzzle.answer));
    hand.sees("Puzzles solved at the first try: 1 of 1.");
    hand.sees("Puzzle of the day: solved today; 1 day in a row.");
}

#[test]
fn one_is_deleted_after_a_question() {
    let mut hand = at_history();
    hand.type_in("dn");
    hand.sees("you lost to Hare");
    hand.press(KeyCode::Delete);
    hand.sees("Delete this one? chain: you lost to Hare, level 2 (1 move) y for yes, any");
    hand.type_in("y");
    hand.sees("Deleted: chain: you lost to Hare, level 2 (1 move).");
    hand.sees("   1  2026-11-15  chain: you beat Mole");
    hand.type_in("dy");
    hand.sees("DIVISOR DUEL");
    hand.sees("Deleted: chain: you beat Mole");
    hand.sees("auto: Mole, level 1");
}

#[test]
fn in_a_long_list_the_chosen_one_is_always_seen() {
    let mut hand = at_history();
    let folder = hand.folder.path().join("history");
    let one = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    for copy in 0..300 {
        std::fs::copy(&one, folder.join(format!("copy-{copy}.duel"))).unwrap();
    }
    std::fs::write(folder.join("bad.duel"), "\u{1b}[2J").unwrap();
    hand.press(KeyCode::Esc).type_in("h");
    hand.sees("left out: ");
    for (width, height) in [(60, 18), (80, 24), (120, 40)] {
        hand.resize(width, height);
        hand.press(KeyCode::End);
        hand.sees(" 302  ");
        hand.press(KeyCode::PageUp).press(KeyCode::Up);
        hand.sees(" 291  ");
        hand.press(KeyCode::Home);
        hand.sees("   1  ");
    }
}
