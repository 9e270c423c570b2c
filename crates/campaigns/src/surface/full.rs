//! The full screen: a game by keys on a terminal.

use super::Surface;
use super::games::Step::{Play, Undo};
use super::games::{Story, listed};
use crate::run::{Ran, Typist, new_screen};
use crate::user::{Files, User, files_below};

/// What the screen shows, and which keys are pressed then.
const KEYS: [(&str, &str); 12] = [
    ("Move 1", "12\r"),
    ("Move 2", "6\r"),
    ("Move 3", "u"),
    ("Move 2", "h"),
    ("Think in pairs", "e"),
    ("One move wins: 4", "6\r"),
    ("Move 3", "18\r"),
    ("Move 4", "2\r"),
    ("Move 5", "4\r"),
    ("Move 6", "8\r"),
    ("Move 7", "16\r"),
    ("wins!", "q"),
];

struct Full {
    name: &'static str,
    story: Story,
}

impl Full {
    /// How far the game has come by what was on the screen at any time.
    fn shown(&self, ran: &Ran) -> usize {
        let mut screen = new_screen();
        let mut at = 0;
        for piece in ran.chunks.iter().flat_map(|chunk| frames(chunk)) {
            screen.process(piece);
            let contents = screen.screen().contents();
            let number =
                contents.split("Move ").nth(1).and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok());
            if contents.contains("wins!") {
                at = self.story.last();
            } else if let Some(number) = number {
                at = self.story.forward(at, |state| state.moves.len() + 1 == number);
            }
        }
        at
    }
}

/// A chunk in pieces, cut where the screen is given back: what stood there until then was seen, though the end of the program may
/// come in the same chunk.
fn frames(chunk: &[u8]) -> impl Iterator<Item = &[u8]> {
    const GIVEN_BACK: &[u8] = b"\x1b[?1049l";
    let cut = chunk.windows(GIVEN_BACK.len()).position(|bytes| bytes == GIVEN_BACK).unwrap_or(chunk.len());
    let (before, after) = chunk.split_at(cut);
    [before, after].into_iter().filter(|piece| !piece.is_empty())
}

impl Surface for Full {
    fn name(&self) -> String {
        self.name.into()
    }

    fn prepare(&self, _: &User) -> anyhow::Result<()> {
        Ok(())
    }

    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["play", "evens", "--names", "Ada,Bo"];
        arguments.extend(self.story.record.iter().flat_map(|record| ["--record", record]));
        arguments.into_iter().map(String::from).collect()
    }

    fn typist(&self) -> Typist {
        Typist::Keys(KEYS.iter().map(|&(shown, keys)| (shown.into(), keys.into())).collect())
    }

    fn lost(&self, ran: &Ran, files: &Files) -> Option<String> {
        self.story.lost(self.shown(ran), files)
    }

    fn has_promised(&self, ran: &Ran) -> bool {
        self.shown(ran) > 0
    }

    fn has_ended(&self, ran: &Ran) -> bool {
        self.shown(ran) == self.story.last()
    }

    fn way_back(&self, files: &Files) -> Option<&'static str> {
        self.story.is_in_the_middle(files).then_some("divisor-duel resume ")
    }

    fn go_on(&self, user: &User, _: &Ran) -> anyhow::Result<Option<String>> {
        let id = match listed(user)? {
            Err(problem) => return Ok(Some(problem)),
            Ok(None) => return Ok(None),
            Ok(Some(id)) => id,
        };
        let Ok(Some(at)) = self.story.saved(&files_below(user.home())) else {
            return Ok(Some("a listed game is not there".into()));
        };
        let state = &self.story.states[at];
        let typed = self.story.rest(at, &[false]).join("\n") + "\n";
        let ran = user.run(&["resume", &id.to_string()], &typed)?;
        if ran.is_a_crash() || (ran.code != Some(0) && !state.is_over) {
            return Ok(Some(format!("resume {id} after {state:?}: {:?} {}{}", ran.code, ran.stdout, ran.stderr)));
        }
        let after = files_below(user.home());
        let lost = self.story.lost(self.story.last(), &after).filter(|_| !state.is_over);
        Ok(lost.map(|lost| format!("after going on with {typed:?}: {lost}")))
    }
}

pub(super) fn surfaces() -> Vec<Box<dyn Surface>> {
    let steps = [Play(12), Play(6), Undo, Play(6), Play(18), Play(2), Play(4), Play(8), Play(16)];
    let game = |name, record| -> Box<dyn Surface> { Box::new(Full { name, story: Story::of(&[&steps], record) }) };
    vec![game("a game with a record", Some("game.duel")), game("a game without a record", None)]
}
