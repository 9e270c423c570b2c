//! Keys are pressed and frames looked at, without a terminal.

mod endings;
mod menu;

use std::sync::mpsc::{self, Receiver};

use duel::{Match, RuleBook, Seat};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tempfile::TempDir;

use super::app::{App, Screen};
use super::home::Home;
use super::play::Play;
use super::puzzle::Puzzles;
use super::run::Event;
use super::skin::{Colours, Skin};
use crate::players::Who;
use crate::posed::{Posed, Which};
use crate::saves::{Keeper, Store};
use crate::setup::Setup;

/// Somebody at the keyboard.
struct Hand {
    app: App,
    events: Receiver<Event>,
    buffer: Buffer,
    folder: TempDir,
}

impl Hand {
    fn at_home() -> Hand {
        let (sender, events) = mpsc::channel();
        let folder = tempfile::tempdir().unwrap();
        let mut home = Home::new();
        home.seed = Some(7);
        let app = App::new(Skin::new(true, Colours::None), home, sender).at_home_in(folder.path());
        let mut hand = Hand { app, events, buffer: Buffer::default(), folder };
        hand.resize(80, 24);
        hand
    }

    /// In a game of this book against this player.
    fn playing(code: &str, opponent: &str) -> Hand {
        let mut hand = Hand::at_home();
        let store = Store::at(hand.folder.path().join("games"));
        let play = Play::new(set_up(code, ["human", opponent]), Keeper::new(Ok(store), None)).unwrap();
        hand.app.open(Screen::Play(Box::new(play)));
        hand.settle();
        hand
    }

    /// At the puzzle of this number.
    fn at_puzzle(seed: u64) -> Hand {
        let mut hand = Hand::at_home();
        let book = RuleBook::find("juniper-green").unwrap();
        let posed = Posed::find(Some(&book), None, Which::Seed(seed)).ok().unwrap();
        hand.app.open(Screen::Puzzles(Box::new(Puzzles::showing(posed, Some(book), None))));
        hand.settle();
        hand
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.buffer.resize(Rect::new(0, 0, width, height));
        self.draw();
    }

    fn draw(&mut self) {
        self.buffer.reset();
        let targets = self.app.draw(&mut self.buffer);
        self.app.shown(targets, self.buffer.area);
    }

    /// Waits until nothing is being found out any more.
    fn settle(&mut self) {
        while self.app.is_working() {
            match self.events.recv().unwrap() {
                Event::Report(report) => self.app.handle_report(report),
                _ => panic!("only reports are expected here"),
            }
        }
        self.draw();
    }

    fn press(&mut self, key: KeyCode) -> &mut Hand {
        self.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE));
        self.settle();
        self
    }

    fn type_in(&mut self, text: &str) -> &mut Hand {
        for letter in text.chars() {
            self.press(if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) });
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.app.handle_mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.settle();
    }

    /// Clicks on the first place where this text stands.
    fn click_on(&mut self, text: &str) {
        let frame = self.frame();
        let found = frame.lines().enumerate().find_map(|(row, line)| line.find(text).map(|column| (row, column)));
        let (row, column) = found.unwrap_or_else(|| panic!("{text:?} is not in\n{frame}"));
        self.mouse(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
    }

    fn frame(&self) -> String {
        let width = usize::from(self.buffer.area.width.max(1));
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_string()
        };
        self.buffer.content.chunks(width).map(line).collect::<Vec<_>>().join("\n")
    }

    fn sees(&self, text: &str) {
        assert!(self.frame().contains(text), "{text:?} is not in\n{}", self.frame());
    }
}

fn set_up(code: &str, players: [&str; 2]) -> Setup {
    let players: [Who; 2] = players.map(|player| player.parse().unwrap());
    let people = [players[0].usual_name("Ada"), players[1].usual_name("Bo")];
    let book = RuleBook::find(code).unwrap();
    Setup {
        book,
        rule_file: None,
        people,
        players,
        seed: 1,
        starter: Seat::One,
        rounds: None,
        record: None,
        resumed: None,
        hints: [0, 0],
    }
}

mod frames {
    use super::*;

    /// A frame is a picture in `snapshots/`, one a screen.
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
        let mut hand = Hand::playing("chain", "human");
        hand.type_in("12\n4\n16\n8\n2\n6\n18\n9\n3\n15\n5\n10\n20\nvt");
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
        hand.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Down);
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
}

#[test]
fn in_a_window_that_is_too_small_only_leaving_works() {
    let mut hand = Hand::playing("chain", "human");
    hand.resize(59, 18);
    hand.type_in("12\n\nm");
    hand.mouse(MouseEventKind::Down(MouseButton::Left), 20, 5);
    hand.resize(80, 24);
    hand.sees("Move 1  x Ada to move");
    assert!(!hand.frame().contains("your number"));
    hand.resize(20, 5);
    hand.type_in("q");
    assert_eq!(hand.app.leaves(), Some(0));
}

#[test]
fn arrow_keys_reach_every_legal_number_and_nothing_else() {
    let mut hand = Hand::playing("juniper-green", "human");
    hand.type_in("24\n");
    let mut seen = Vec::new();
    for _ in 0..9 {
        let frame = hand.frame();
        let start = frame.find('[').unwrap() + 1;
        seen.push(frame[start..start + frame[start..].find(']').unwrap()].parse::<u64>().unwrap());
        hand.press(KeyCode::Right);
    }
    assert_eq!(seen, [1, 2, 3, 4, 6, 8, 12, 48, 72]);
    hand.press(KeyCode::Home).press(KeyCode::Down);
    hand.sees("[12]");
    hand.press(KeyCode::End).press(KeyCode::Up);
    hand.sees("[48]");
}

#[test]
fn what_is_typed_goes_through_the_rules() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("12\n7");
    hand.sees("your number: 7_");
    hand.press(KeyCode::Enter);
    hand.sees("7 is neither a divisor nor a multiple of 12. Choose again.");
    hand.type_in("007\n");
    hand.sees("Move 2");
    hand.type_in("99999999999999999999\n");
    hand.sees("is not on this board");
    hand.type_in("33").press(KeyCode::Backspace).press(KeyCode::Enter);
    hand.sees("Bo played 3.");
}

#[test]
fn no_number_is_cut_without_a_sign_of_it() {
    let mut hand = Hand::playing("divider", "human");
    for (width, height) in [(60, 18), (80, 24), (120, 30)] {
        hand.resize(width, height);
        hand.type_in("12345678901234567890/2345678901234567890");
        let beginning = if width == 120 { "your number: ..." } else { "your number: 123" };
        hand.sees(beginning);
        hand.sees("7890_");
        hand.press(KeyCode::Esc);
    }
    hand.resize(60, 18);
    hand.type_in("12345678901234567890\n");
    hand.sees("12345678901234567890.");
}

#[test]
fn an_illegal_number_loses_where_the_book_says_so_and_a_slip_does_not() {
    let mut hand = Hand::playing("divider", "human");
    hand.type_in("/\n");
    hand.sees("Move 1");
    hand.type_in("7\n");
    hand.sees("Bo wins!  Ada loses by the illegal number 7.");
}

#[test]
fn the_mouse_picks_numbers_and_misses_cost_nothing() {
    let mut hand = Hand::playing("chain,invalid=loses", "human");
    hand.click_on(".12");
    hand.sees("Ada played 12.");
    hand.click_on("17");
    hand.sees("17 is neither a divisor nor a multiple of 12.");
    hand.click_on("<6");
    hand.sees("Bo played 6.");
    hand.click_on("u undo");
    hand.sees("Taken back: 6 by Bo.");
}

#[test]
fn undo_takes_the_computers_answer_back_too() {
    let mut hand = Hand::playing("classic", "level:2");
    hand.type_in("12\n");
    hand.sees("Move 3");
    hand.type_in("u");
    hand.sees("Move 1");
    hand.type_in("u");
    hand.sees("There is no move to take back.");
}

#[test]
fn hints_verdicts_and_the_pairing_are_true_and_counted() {
    let mut hand = Hand::playing("chain", "human");
    hand.type_in("h");
    hand.sees("Take 11. It has no divisor or multiple left: they cannot move.");
    hand.type_in("e");
    hand.sees("18 moves win.");
    hand.sees(".14-");
    hand.type_in("e");
    assert!(!hand.frame().contains(".14-"));
    hand.type_in("14\np");
    hand.sees("take it, and whatever they take next has a partner");
    hand.type_in("\nry");
    hand.sees("Hints: Ada 2, Bo 1.");
}

#[test]
fn the_pairing_of_every_kind_of_game_is_said_in_words() {
    let said = |code: &str, keys: &str| {
        let mut hand = Hand::playing(code, "human");
        hand.type_in(keys).type_in("p");
        hand.frame().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(said("evens", "").contains("Whatever you take has a partner that answers it."));
    assert!(said("last-resort", "24\n").contains("has a partner that answers it. Taking 1 is answered by"));
    assert!(said("last-resort", "29\n").contains("1 is all that is left to take."));
    assert!(said("last-resort:10", "").contains("or leaves nothing but 1, which loses too."));
    assert!(said("divider:60,84", "").contains("60 is 3, 84 is 3."));
    assert!(said("take:2..20,misere", "").contains("This position is decided by search: no pairing proves it."));
}

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
fn fault_09_a_game_that_cannot_be_saved_goes_on_and_says_so_once() {
    let mut hand = Hand::playing("chain", "human");
    // Where the folder of games should be there is a file.
    std::fs::write(hand.folder.path().join("games"), "in the way").unwrap();
    hand.type_in("12\n");
    hand.sees("The game goes on, but it is not saved: cannot");
    hand.type_in("4\n");
    hand.sees("Bo played 4.");
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
    hand.sees("Computer, level 2 played");
    hand.press(KeyCode::Enter);
    assert!(!hand.frame().contains("not saved"));
}

#[test]
fn the_signs_on_the_board_are_explained_in_every_window() {
    let mut hand = Hand::playing("chain", "level:3");
    hand.resize(60, 18);
    hand.type_in("12\n");
    hand.sees("* last  x Ada  o Computer, lev");
    hand.type_in("e");
    hand.sees("* last  + wins  - loses");
    hand.resize(120, 40);
    hand.sees("+ wins");
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
fn computers_among_themselves_wait_for_a_key() {
    let mut hand = Hand::at_home();
    let store = Store::at(hand.folder.path().join("games"));
    let play = Play::new(set_up("evens", ["level:1", "level:5"]), Keeper::new(Ok(store), None)).unwrap();
    hand.app.open(Screen::Play(Box::new(play)));
    hand.settle();
    hand.sees("Move 1");
    hand.press(KeyCode::Enter);
    hand.sees("Move 2");
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
fn the_cursor_is_in_view_whenever_enter_takes_what_is_under_it() {
    let mut hand = Hand::playing("take:2..1000", "human");
    hand.type_in("440\n220\n");
    hand.sees("*220o");
    hand.sees("[110]");
    hand.press(KeyCode::End);
    for _ in 0..100 {
        hand.mouse(MouseEventKind::ScrollUp, 5, 5);
    }
    assert!(!hand.frame().contains('['));
    hand.press(KeyCode::Enter);
    hand.sees("Move 3");
    hand.sees("[880]");
    hand.press(KeyCode::Enter);
    hand.sees("Move 4");
    // Where no legal number is near the last one, the board goes to the cursor.
    hand.sees("[2]");
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
fn nothing_but_ascii_is_drawn_in_the_ascii_skin() {
    for keys in ["", "?", "i", "\t", "\n\n", "\n\n12\nep", "\n\nryv"] {
        let mut hand = Hand::at_home();
        hand.type_in(keys);
        assert!(hand.frame().is_ascii(), "{keys:?}\n{}", hand.frame());
    }
}

/// What somebody or something can do to the program.
#[derive(Clone, Debug)]
enum Act {
    Key(KeyCode),
    Click(u16, u16),
    Wheel(bool, u16, u16),
    Hover(u16, u16),
    Resize(u16, u16),
    /// Lets the jobs come to an end.
    Wait,
}

fn act() -> impl Strategy<Value = Act> {
    let letters: Vec<char> = "uhepirsmnvbtfyad?q0123456789/, xj".chars().collect();
    let ways = vec![
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::F(1),
    ];
    let point = || (0..300u16, 0..100u16);
    prop_oneof![
        4 => proptest::sample::select(letters).prop_map(|letter| Act::Key(KeyCode::Char(letter))),
        6 => proptest::sample::select(ways).prop_map(Act::Key),
        2 => point().prop_map(|(x, y)| Act::Click(x % 80, y % 24)),
        1 => (any::<bool>(), point()).prop_map(|(down, (x, y))| Act::Wheel(down, x, y)),
        1 => point().prop_map(|(x, y)| Act::Hover(x, y)),
        2 => (1..=300u16, 1..=100u16).prop_map(|(width, height)| Act::Resize(width, height)),
        1 => Just(Act::Resize(80, 24)),
        3 => Just(Act::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is pressed, clicked and resized: no panic. A cell outside the window would be one.
    #[test]
    fn no_key_and_no_size_is_too_much(
        code in proptest::sample::select(vec!["", "puzzle", "chain", "evens", "classroom", "divider:60,84,90", "take:1..1000", "last-resort"]),
        acts in proptest::collection::vec(act(), 1..80),
    ) {
        let mut hand = match code {
            "" => Hand::at_home(),
            "puzzle" => Hand::at_puzzle(7),
            code => Hand::playing(code, "level:2"),
        };
        for act in acts {
            match act {
                Act::Key(key) => hand.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE)),
                Act::Click(x, y) => hand.mouse(MouseEventKind::Down(MouseButton::Left), x, y),
                Act::Wheel(true, x, y) => hand.mouse(MouseEventKind::ScrollDown, x, y),
                Act::Wheel(false, x, y) => hand.mouse(MouseEventKind::ScrollUp, x, y),
                Act::Hover(x, y) => hand.mouse(MouseEventKind::Moved, x, y),
                Act::Resize(width, height) => hand.resize(width, height),
                Act::Wait => hand.settle(),
            }
            hand.draw();
        }
    }
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
