//! The menu, its lists and its pages.

use super::*;

#[test]
fn enter_enter_and_you_play() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Enter).press(KeyCode::Enter);
    hand.sees("# [Turn 1] Your turn, select a number from the pool:");
    hand.sees("You select: _");
}

#[test]
fn back_at_the_menu_a_book_is_chosen_again() {
    let mut hand = Hand::at_home();
    hand.type_in("5\n\n30\nb4\n\n");
    hand.sees("Divisor Duel: even numbers  evens");
    hand.sees("Move 1");
}

#[test]
fn every_setting_can_be_set_and_is_kept_to() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Right); // against a person
    hand.press(KeyCode::Down).type_in("Ada Q, Bo?"); // whoever they are
    hand.press(KeyCode::Down).press(KeyCode::Right); // who moves first
    hand.press(KeyCode::Down);
    hand.type_in("30"); // up to 30
    hand.press(KeyCode::Down).press(KeyCode::Right); // fair start
    hand.press(KeyCode::Down).press(KeyCode::Right).type_in("12\n"); // best of 12
    hand.sees("Divisor Duel                           Ada Q 0 : 0 Bo?   round 1 of 12  Move 1");
    hand.sees("[4]");
    hand.sees("o [Turn 1] Bo?, select a number from the pool:");
}

#[test]
fn typed_digits_take_the_place_of_the_old_number() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    hand.sees("Left/Right change  0-9 type");
    hand.type_in("405").press(KeyCode::Backspace);
    hand.sees("2 to 40 ");
    hand.press(KeyCode::Right);
    hand.sees("2 to 41 ");
    hand.type_in("9");
    hand.sees("2 to 9 ");
    hand.press(KeyCode::Up).press(KeyCode::Down).press(KeyCode::Backspace).type_in("60");
    hand.sees("2 to 60 ");
}

#[test]
fn every_book_keeps_the_numbers_that_were_typed_for_it() {
    let mut hand = Hand::at_home();
    let to_numbers = [KeyCode::Tab, KeyCode::Down, KeyCode::Down, KeyCode::Down];
    for key in to_numbers {
        hand.press(key);
    }
    hand.type_in("40").press(KeyCode::Esc).type_in("5");
    hand.sees("Numbers         60 (type");
    for key in to_numbers {
        hand.press(key);
    }
    hand.type_in("84,90").press(KeyCode::Esc).type_in("1");
    hand.sees("Pool            2 to 40");
    hand.type_in("\n\n");
    hand.sees("classic:40");
    hand.type_in("m5");
    hand.sees("Numbers         84,90 (type");
}

#[test]
fn numbers_that_make_no_game_are_explained_as_soon_as_they_are_typed() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    hand.type_in("1");
    hand.sees("Pool          < 2 to 1 >  - This pool has no numbers: 1 is below 2.");
    hand.type_in("0");
    assert!(!hand.frame().contains(">  -"));
    hand.press(KeyCode::Backspace).press(KeyCode::Backspace);
    hand.sees("- The pool's upper end is missing.");
    hand.type_in("5000000");
    for width in [60, 80, 119, 200] {
        hand.resize(width, 24);
        hand.sees("< 2 to 5000000 >");
        // No sign stands where its sentence has no room.
        assert!(!hand.frame().contains("  -\n"), "{}", hand.frame());
        hand.sees("A board has at most 1,000,000 numbers");
    }
    hand.press(KeyCode::Up).type_in("\n");
    hand.sees("DIVISOR DUEL");
    hand.sees("< 2 to 5000000 >");
}

#[test]
fn only_a_table_has_several_numbers_and_a_comma_waits_for_the_next_one() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).type_in("40,");
    hand.sees("< 2 to 40 >");
    hand.press(KeyCode::Esc)
        .type_in("5")
        .press(KeyCode::Tab)
        .press(KeyCode::Down)
        .press(KeyCode::Down)
        .press(KeyCode::Down)
        .type_in(",");
    hand.sees("< 60, (type others, such as 60,84,90) >");
    hand.type_in("1");
    hand.sees("< 60,1 >  - A number to divide is above 2, and this is 1.");
    hand.press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Divider's Duel  divider");
}

#[test]
fn the_mouse_works_in_the_menu() {
    let mut hand = Hand::at_home();
    hand.click_on("Juniper Green");
    hand.click_on("Fair start");
    hand.sees("yes: the first pick must not be a prime");
    hand.click_on("[ Play ]");
    hand.sees("juniper-green,first=composite");
}

#[test]
fn the_list_of_records_says_what_is_in_them_and_that_there_is_more() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n4\nrys");
    let kept = std::fs::read_dir(hand.folder.path()).unwrap().flatten().map(|entry| entry.path());
    let kept = kept.into_iter().find(|path| path.is_file()).unwrap();
    for at in 1..30 {
        std::fs::copy(&kept, hand.folder.path().join(format!("z{at:02}.duel"))).unwrap();
    }
    std::fs::create_dir(hand.folder.path().join("a.duel")).unwrap();
    std::fs::write(hand.folder.path().join("b.duel"), "no record").unwrap();
    hand.type_in("mr").press(KeyCode::End).press(KeyCode::Home);
    assert!(!hand.frame().contains(" a.duel"));
    hand.sees("b.duel  damaged");
    hand.sees("z03.duel  chain: Ada and Bo, 2 moves, finished");
    hand.sees(" v\n");
    hand.press(KeyCode::End);
    hand.sees(" ^\n");
    hand.sees("Enter review  Esc menu");
}

#[test]
fn a_page_ends_at_its_end() {
    let mut hand = Hand::at_home();
    hand.resize(60, 18);
    hand.type_in("?");
    hand.sees("Down more  Esc back");
    for _ in 0..30 {
        hand.press(KeyCode::PageDown);
    }
    let end = hand.frame();
    assert!(end.contains("Up up  Esc back") && !end.contains("Down more"), "{end}");
    hand.press(KeyCode::Up);
    hand.sees("Down more");
}

#[test]
fn composite_numbers_are_offered_and_a_prime_can_be_typed() {
    let mut hand = Hand::at_home();
    hand.type_in("5").press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    hand.press(KeyCode::Right);
    hand.sees("< 62 (type");
    hand.press(KeyCode::Left).press(KeyCode::Left);
    hand.sees("< 58 (type");
    hand.type_in("7");
    hand.sees("7 is prime: whoever moves first has lost already.");
    hand.press(KeyCode::Enter);
    hand.sees("7 is a prime number. No valid moves left.");
    hand.sees("You cannot make a move. Computer wins!");
}

#[test]
fn a_match_has_any_number_of_rounds() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Up).press(KeyCode::Tab);
    for _ in 0..5 {
        hand.press(KeyCode::Down);
    }
    hand.sees("< one game (type 3 for best of 3) >");
    hand.press(KeyCode::Right);
    hand.sees("< best of 3, the start alternates >");
    hand.press(KeyCode::Right).type_in("4");
    hand.sees("< 4 rounds, the start alternates >");
    hand.type_in("26").press(KeyCode::Backspace);
    hand.sees("< 42 rounds, the start alternates >");
    hand.press(KeyCode::Up).press(KeyCode::Down).type_in("999");
    hand.sees("< 999 rounds, the start alternates >");
    hand.press(KeyCode::Up).press(KeyCode::Down).type_in("0");
    hand.sees("< one game");
    hand.type_in("2\n");
    hand.sees("0 : 0 The computer   round 1 of 2");
}

#[test]
fn names_that_are_none_are_explained_and_every_letter_is_part_of_one() {
    let mut hand = Hand::at_home();
    hand.press(KeyCode::Tab).press(KeyCode::Down).type_in("quip,");
    hand.sees("Names         < quip, >");
    hand.press(KeyCode::Enter);
    hand.sees("DIVISOR DUEL");
    hand.press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Your turn");
}

#[test]
fn a_new_player_meets_the_first_opponent_and_again_after_a_game_in_which_it_had_no_turn() {
    let mut hand = Hand::at_home();
    hand.type_in("3");
    hand.sees("auto: Mole, level 1");
    hand.type_in("\n\n");
    hand.sees("Mole, to begin with.");
    hand.type_in("11\n");
    hand.sees("You win!");
    hand.type_in("n");
    hand.sees("Mole once more, who had no turn in the last game.");
    hand.sees("The computer moves first.");
    hand.type_in("ry");
    hand.press(KeyCode::Esc);
    hand.sees("auto: Mole, level 1");
    hand.sees("in turns; this time you");
    hand.type_in("4");
    hand.sees("auto: Mole, level 1");
    // Every record says who it was.
    let kept = hand.folder.path().join("history");
    let records: Vec<String> =
        std::fs::read_dir(kept).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.contains("level:1")));
}

#[test]
fn a_book_offers_the_opponents_that_differ_there() {
    let mut hand = Hand::at_home();
    hand.type_in("3").press(KeyCode::Tab);
    for opponent in ["a person at this keyboard", "Mole, level 1", "Hare, level 2", "auto: Mole, level 1"] {
        hand.press(KeyCode::Right);
        hand.sees(&format!("< {opponent} >"));
    }
    // On other numbers nobody knows, and everybody is there.
    hand.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).type_in("30");
    hand.press(KeyCode::Up).press(KeyCode::Up).press(KeyCode::Up).press(KeyCode::Left);
    hand.sees("< Euclid, level 5 >");
    hand.sees("Euclid never loses what can be won.");
}

#[test]
fn what_was_chosen_is_found_again() {
    let mut hand = Hand::at_home();
    hand.type_in("6").press(KeyCode::Tab);
    for _ in 0..4 {
        hand.press(KeyCode::Right); // a person, Mole, Hare, Fox
    }
    hand.press(KeyCode::Down).type_in("Ada");
    hand.press(KeyCode::Down).press(KeyCode::Down).type_in("40\n");
    hand.sees("juniper-green:40");
    let kept = std::fs::read_to_string(hand.folder.path().join("settings.toml")).unwrap();
    for line in ["book = \"juniper-green:40\"", "opponent = \"level:3\"", "names = \"Ada\""] {
        assert!(kept.contains(line), "{line} is not in\n{kept}");
    }
    assert!(!kept.contains("first"), "nobody has chosen who moves first");
    let mut again = Home::new();
    again.begin_with(crate::store::settings::SettingsFile::at(hand.folder.path()).read().unwrap());
    let (sender, events) = mpsc::sync_channel(WAITING);
    let folder = tempfile::tempdir().unwrap();
    let app = App::new(Skin::new(true, Colours::None), again, sender).at_home_in(folder.path());
    let mut hand = Hand { app, events, buffer: Buffer::default(), folder };
    hand.resize(80, 24);
    for said in ["Fox, level 3\n", "  Ada\n", "1 to 40"] {
        hand.sees(said);
    }
}

#[test]
fn an_unfinished_game_can_be_deleted_and_a_record_cannot() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\nmrdn");
    hand.sees("1  chain: Ada and Bo, 1 move");
    hand.type_in("d");
    hand.sees("Delete game 1? y for yes, any other key for no.");
    hand.type_in("y");
    hand.sees("DIVISOR DUEL");
    hand.sees("Game 1 is deleted.");
    hand.type_in("r");
    hand.sees("There is no unfinished game, and no record in this folder.");
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("11\nsbrdy");
    hand.sees(".duel  chain: Ada and Bo, 1 move, finished");
}

#[test]
fn the_rules_of_a_book_have_its_scoring_and_its_tips_with_the_truth_beside_them() {
    let mut hand = Hand::at_home();
    hand.type_in("4");
    hand.resize(120, 60);
    hand.type_in("i");
    for said in ["Scoring", "not counted, and there are no draws.", "Strategy Tips", "Plan Ahead: ", "To be exact: "] {
        hand.sees(said);
    }
}

#[test]
fn the_menu_names_its_keys_and_help_begins_with_them() {
    let mut hand = Hand::at_home();
    hand.sees("Enter choose  Tab set up  l learn  p puzzle  r resume  h games  q quit  ? help");
    hand.type_in("?");
    let frame = hand.frame();
    assert!(frame.find("In the menu") < frame.find("Arrow keys"), "{frame}");
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("?");
    assert!(!hand.frame().contains("In the menu"), "{}", hand.frame());
}
