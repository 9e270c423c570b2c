//! Texts that are longer, as those of another language may be.

use std::cell::{Cell, RefCell};

use super::*;
use crate::full::layout::Areas;

thread_local! {
    /// Whether every text of this test is longer than it is.
    static IS_LONG: Cell<bool> = const { Cell::new(false) };
    /// What was said for the frame that is drawn.
    static SAID: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What goes through the door of texts.
pub(crate) fn hear(text: String) -> String {
    if !IS_LONG.get() {
        return text;
    }
    let text = stretched(&text);
    SAID.with_borrow_mut(|said| said.push(text.clone()));
    text
}

/// The same text, two fifths longer. What is longer already stays as it is: a sentence may stand in another one.
fn stretched(text: &str) -> String {
    let mut owed = 0;
    let mut longer = |word: &str| {
        owed += 2 * word.chars().count();
        match word.rfind(char::is_alphabetic) {
            Some(at) if !word.contains('_') => {
                let filler = "_".repeat(owed.div_ceil(5));
                owed = 0;
                format!("{}{filler}{}", &word[..=at], &word[at + 1..])
            }
            _ => word.to_string(),
        }
    };
    text.split(' ').map(&mut longer).collect::<Vec<_>>().join(" ")
}

/// Where a player can be: a game, or the menu or a puzzle, and the keys that lead on from there.
const PLACES: [(&str, &str); 22] = [
    ("", ""),
    ("", "\t"),
    ("", "5\t"),
    ("", "?"),
    ("", "i"),
    ("puzzle", "h"),
    ("puzzle", "a"),
    ("classic", ""),
    ("classic", "12\np"),
    ("classic", "12\nr"),
    ("juniper-green", "24\ne"),
    ("juniper-green", "24\ne12"),
    ("divider:60,84,90", "e"),
    ("chain", "12\n4\nry"),
    ("chain", "11\n"),
    ("chain", "14\n7\n"),
    ("chain", "14\n7\n\n"),
    ("chain", "14\n7\n\na"),
    ("chain", "14\n7\nv"),
    ("chain", "14\n7\ns"),
    ("chain", "12\nm"),
    ("chain", "12\nmr"),
];

impl Hand {
    fn at((code, keys): (&str, &str)) -> Hand {
        let mut hand = match code {
            "" => Hand::at_home(),
            "puzzle" => Hand::at_puzzle(7),
            code => {
                let mut setup = set_up(code, ["human", "human"]);
                setup.best_of = Some(3);
                Hand::playing_as(setup)
            }
        };
        for key in keys.chars() {
            hand.press(match key {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                letter => KeyCode::Char(letter),
            });
        }
        hand
    }

    /// What was said for this frame and is not in it, after a look that nothing is cut without a sign of it.
    fn left_out(&mut self) -> Vec<String> {
        let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        SAID.take();
        self.draw();
        // Beside the board the words are a column.
        let words = Areas::of(self.buffer.area).words;
        let beside = |line: &str| line.chars().skip(words.x.into()).collect::<String>();
        let column: Vec<String> = self.frame().lines().skip(words.y.into()).map(beside).collect();
        let frame = in_one_line(&format!("{}\n{}", self.frame(), column.join("\n")));
        let mut left_out = SAID.take();
        left_out.retain(|text| !frame.contains(&in_one_line(text)));
        left_out.retain(|text| {
            let text = in_one_line(text);
            // Fewer letters may be those of another text.
            let shown = (8..text.len()).rev().filter_map(|end| text.get(..end)).find(|start| frame.contains(start));
            if let Some(start) = shown {
                let is_marked =
                    ["...", " ..."].iter().any(|sign| frame.contains(&format!("{}{sign}", start.trim_end())));
                assert!(is_marked, "{text:?} is cut in\n{}", self.frame());
            }
            shown.is_none()
        });
        left_out
    }
}

#[test]
fn every_screen_has_room_for_longer_texts() {
    IS_LONG.set(true);
    for place in PLACES {
        for (width, height) in [(60, 18), (80, 24), (100, 30), (120, 30)] {
            let mut hand = Hand::at(place);
            hand.resize(width, height);
            let left_out = hand.left_out();
            // A key that has no room is left out, and so is a sign of the legend. A sentence never is.
            let is_label = |text: &String| text.split(' ').count() <= 3;
            assert!(left_out.iter().all(is_label), "{left_out:?} is not in\n{}", hand.frame());
        }
    }
}
