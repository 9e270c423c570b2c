//! Windows of every size, and what is to be seen in them.

use super::*;
use crate::full::run::Parting;

#[test]
fn in_a_window_that_is_too_small_only_leaving_works() {
    let mut hand = Hand::playing("chain", "human");
    hand.resize(59, 18);
    hand.type_in("12\n\nm");
    hand.mouse(MouseEventKind::Down(MouseButton::Left), 20, 5);
    hand.resize(80, 24);
    hand.sees("Move 1");
    hand.sees("# Ada's Turn:");
    hand.sees("Action: Chooses _");
    hand.resize(20, 5);
    hand.type_in("q");
    assert_eq!(hand.app.leaves(), Some(Parting::ByKey));
}

#[test]
fn no_number_is_cut_without_a_sign_of_it() {
    let mut hand = Hand::playing("divider", "human");
    for (width, height) in [(60, 18), (80, 24), (120, 30)] {
        hand.resize(width, height);
        hand.type_in("12345678901234567890/2345678901234567890");
        hand.sees("123");
        hand.sees("7890_");
        hand.press(KeyCode::Esc);
        hand.sees("Enter your chosen divisor: _");
    }
    hand.resize(60, 18);
    hand.type_in("12345678901234567890\n");
    hand.sees("12345678901234567890.");
}

#[test]
fn the_signs_on_the_board_are_explained_in_every_window() {
    let mut hand = Hand::playing("chain", "level:3");
    hand.type_in("12\ne");
    for (width, height) in [(60, 18), (80, 24)] {
        hand.resize(width, height);
        hand.sees("* last  + wins  - loses");
        hand.sees("# You  o ");
    }
    // Beside the board there is a line for each.
    hand.resize(140, 40);
    hand.sees("+ wins\n");
    hand.sees("o Fox\n\n Enter take");
}

#[test]
fn of_two_long_names_as_much_is_shown_as_there_is_room_for() {
    let mut setup = set_up("chain", ["human", "human"]);
    let names = ["Maximiliane von Hohenstein", "Nebukadnezar der Zweite, der Alt"];
    for (sitter, name) in setup.sitters.iter_mut().zip(names) {
        sitter.name = name.parse().unwrap();
    }
    let mut hand = Hand::playing_as(setup);
    hand.type_in("12\ne");
    hand.sees("# Maximiliane von Hohenstein  o Nebukadnezar der Zweite, der Alt");
    hand.resize(60, 18);
    hand.sees("# Maximiliane von Hohenstein  o Nebukadnezar der Zweite, ...");
    // A long message needs the line.
    hand.type_in("p");
    hand.sees("~ partner");
}

#[test]
fn of_the_score_of_two_long_names_the_numbers_are_left() {
    let mut setup = set_up("chain", ["human", "human"]);
    setup.rounds = Some(Rounds::BestOf(3));
    let names = ["Maximiliane von Hohenstein", "Nebukadnezar der Zweite, der Alt"];
    for (sitter, name) in setup.sitters.iter_mut().zip(names) {
        sitter.name = name.parse().unwrap();
    }
    let mut hand = Hand::playing_as(setup);
    hand.resize(120, 30);
    hand.sees("Hohenstein 0 : 0 Nebukadnezar der Zweite, der Alt   round 1 of 3  Move 1\n");
    hand.resize(60, 18);
    hand.sees("Divisor Duel: the chain  chain  0 : 0   round 1 of 3  Move 1\n");
}

#[test]
fn a_large_board_scrolls_after_the_cursor_and_by_the_wheel() {
    let mut hand = Hand::playing("take:1..1000", "human");
    assert!(!hand.frame().contains(".999"));
    hand.press(KeyCode::End);
    hand.sees("[1000]");
    for _ in 0..100 {
        hand.mouse(MouseEventKind::ScrollUp, 5, 5);
    }
    hand.sees(".11");
    hand.type_in("500");
    hand.sees("[500]");
}

#[test]
fn the_sign_that_there_is_more_hides_no_verdict() {
    let mut hand = Hand::playing("take:2..1000", "human");
    hand.resize(60, 18);
    hand.type_in("500\n50\ne");
    hand.sees("\nv  91 ");
    hand.sees(" >100-\n");
}

#[test]
fn the_cursor_is_in_view_whenever_enter_takes_what_is_under_it() {
    let mut hand = Hand::playing("take:2..1000", "human");
    hand.type_in("440\n220\n");
    hand.sees("*220o");
    hand.sees("[<110]");
    hand.press(KeyCode::End);
    for _ in 0..100 {
        hand.mouse(MouseEventKind::ScrollUp, 5, 5);
    }
    assert!(!hand.frame().replace("[ ]", "").contains('['));
    hand.press(KeyCode::Enter);
    hand.sees("Move 3");
    hand.sees("[>880]");
    hand.press(KeyCode::Enter);
    hand.sees("Move 4");
    // Where no legal number is near the last one, the board goes to the cursor.
    hand.sees("[<2]");
}

#[test]
fn nothing_but_ascii_is_drawn_in_the_ascii_skin() {
    for keys in ["", "?", "i", "\t", "\n\n", "\n\n12\nep", "\n\nryv"] {
        let mut hand = Hand::at_home();
        hand.type_in(keys);
        assert!(hand.frame().is_ascii(), "{keys:?}\n{}", hand.frame());
    }
}

#[test]
fn a_large_window_has_large_digits_and_the_signs_beside_them() {
    let mut hand = Hand::playing("juniper-green", "human");
    hand.app.skin = Skin::new(false, Colours::None);
    hand.resize(200, 60);
    hand.type_in("44\n");
    let frame = hand.frame();
    let board: Vec<&str> = frame.lines().filter(|line| line.contains('█')).collect();
    assert!(board.len() > 15, "{frame}");
    // The number, and who took it.
    hand.sees("◆▀▀█ ▀▀█●");
    // In a usual window a number is written as numbers are.
    hand.resize(80, 24);
    hand.sees("◆44●");
}

#[test]
fn every_size_of_window_can_be_drawn() {
    let screens = [
        ("", ""),
        ("", "?"),
        ("", "i"),
        ("puzzle", "h"),
        ("classic", "12\np"),
        ("juniper-green", "24\ne"),
        ("divider:60,84,90", "e"),
        ("chain", "12\n4\nry"),
        ("chain", "14\n7\n\n"),
        ("chain", "14\n7\nv"),
        ("chain", "12\nmr"),
    ];
    let at = |(code, keys): (&str, &str)| {
        let mut hand = match code {
            "" => Hand::at_home(),
            "puzzle" => Hand::at_puzzle(7),
            code => Hand::playing(code, "human"),
        };
        hand.type_in(keys);
        hand
    };
    let mut hands: Vec<Hand> = screens.into_iter().map(at).collect();
    let count = hands.len();
    for width in 1..=300u16 {
        for height in 1..=100u16 {
            // Each size with one of the screens, and neighbouring sizes with all of them.
            let hand = &mut hands[usize::from(width + 2 * height) % count];
            hand.resize(width, height);
            if width < 60 || height < 18 {
                let words: String = hand.frame().split_whitespace().collect();
                assert!(
                    "Pleasemakethewindowlarger:60columnsand18rowswilldo.".starts_with(words.trim_end_matches("..."))
                        || width < 10,
                    "{words}"
                );
            }
        }
    }
}
