//! Line mode: a game and a match by pipe.

use anyhow::Context;
use duel::Record;

use super::Surface;
use super::games::Step::{Play, Resign, Say, Undo};
use super::games::{Step, Story, listed};
use crate::run::{Ran, Typist};
use crate::user::{Files, User, files_below};

/// A book whose words say exactly what has been done, whatever the program says besides.
const BOOK: &str = r#"
id = "soak"
title = "Soak"
summary = "A book for campaigns."
game = "take:2..20/2"

[words]
welcome = "Begin."
first_turn = "Now: none;"
turn = "Now: {chain};"
first_prompt = "Next> "
prompt = "Next> "
played = "Done: {chain};"
end = "End: {chain}; {winner} wins."
"#;

/// With an illegal number, a hint, moves that are taken back, and questions.
const LONG: [Step; 17] = [
    Say("moves"),
    Play(12),
    Say("7"),
    Play(6),
    Undo,
    Say("hint"),
    Play(4),
    Say("save"),
    Undo,
    Undo,
    Play(12),
    Play(6),
    Play(18),
    Say("board"),
    Play(2),
    Play(14),
    Resign,
];
const SHORT: [Step; 7] = [Play(12), Play(6), Play(18), Play(2), Play(4), Play(8), Play(16)];
const UNDONE: [Step; 6] = [Play(10), Play(20), Undo, Play(20), Play(4), Resign];

/// Computers need nobody to type; what they play is learnt from them.
const COMPUTERS: [&str; 6] = ["--p1", "level:1", "--p2", "level:3", "--seed", "4"];

struct Line {
    name: &'static str,
    rounds: Vec<&'static [Step]>,
    story: Story,
    at_prompts: bool,
    by_computers: bool,
}

impl Line {
    fn boxed(
        name: &'static str,
        rounds: &[&'static [Step]],
        record: Option<&'static str>,
        at_prompts: bool,
    ) -> Box<dyn Surface> {
        let story = Story::of(rounds, record);
        Box::new(Line {
            name,
            rounds: rounds.to_vec(),
            story,
            at_prompts,
            by_computers: rounds.iter().all(|steps| steps.is_empty()),
        })
    }

    /// How far the game has come by what was shown.
    fn shown(&self, ran: &Ran) -> usize {
        let text = String::from_utf8_lossy(&ran.chunks.concat()).into_owned();
        let story = &self.story;
        let mut at = 0;
        for line in text.lines() {
            let score = line.strip_prefix("Score: ");
            let state = ["Now: ", "Done: ", "End: "].iter().find_map(|word| line.strip_prefix(word));
            if let Some((moves, _)) = state.and_then(|state| state.split_once(';')) {
                let moves: Vec<&str> = moves.split(", ").filter(|&number| number != "none").collect();
                let is_end = line.starts_with("End: ");
                at = story.forward(at, |state| state.moves == moves && (state.is_over || !is_end));
            } else if line.ends_with(" resigns.") {
                at = story.forward(at, |state| state.is_over);
            } else if let Some(score) = score {
                let wins = score.split(", ").filter_map(|side| side.rsplit(' ').next()?.parse::<usize>().ok());
                let played: usize = wins.sum();
                at = story.forward(at, |state| state.round >= played);
            }
        }
        at
    }

    fn resigned(&self) -> Vec<bool> {
        self.rounds.iter().map(|steps| steps.iter().any(|step| matches!(step, Resign))).collect()
    }
}

impl Surface for Line {
    fn name(&self) -> String {
        self.name.into()
    }

    fn learn(&mut self, user: &User) -> anyhow::Result<()> {
        if !self.by_computers {
            return Ok(());
        }
        let arguments = self.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        user.run(&arguments, "")?;
        let name = self.story.record.context("a game of computers needs a record")?;
        let record: Record = std::fs::read_to_string(user.path(name))?.parse()?;
        let steps: Vec<Step> =
            record.position().moves().iter().filter_map(|it| Some(Play(it.to_string().parse().ok()?))).collect();
        self.story = Story { has_people: false, ..Story::of(&[&steps], Some(name)) };
        Ok(())
    }

    fn prepare(&self, user: &User) -> anyhow::Result<()> {
        user.write("soak.toml", BOOK).map(drop)
    }

    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["play", "--rules", "soak.toml", "--names", "Ada,Bo"];
        if self.story.is_match {
            arguments.extend(["--best-of", "3"]);
        }
        if self.by_computers {
            arguments.extend(COMPUTERS);
        }
        arguments.extend(self.story.record.iter().flat_map(|record| ["--record", record]));
        arguments.into_iter().map(String::from).collect()
    }

    fn typist(&self) -> Typist {
        let lines: Vec<String> = self.rounds.concat().into_iter().map(Step::typed).collect();
        match self.at_prompts {
            true => Typist::Prompted { prompt: "Next> ", lines },
            false => Typist::Everything(lines.join("\n") + "\n"),
        }
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
        let story = &self.story;
        let id = match listed(user)? {
            Err(problem) => return Ok(Some(problem)),
            Ok(None) => return Ok(None),
            Ok(Some(id)) => id,
        };
        let before = files_below(user.home());
        let Ok(Some(at)) = story.saved(&before) else { return Ok(Some("a listed game is not there".into())) };
        let mut typed = story.rest(at, &self.resigned()).join("\n") + "\n";
        if self.by_computers {
            typed.clear();
        }
        let ran = user.run(&["resume", &id.to_string()], &typed)?;
        // A single game that was over and not yet put away may be said to be over.
        let is_put_away = story.states[at].is_over && !story.is_match;
        if ran.is_a_crash() || (ran.code != Some(0) && !is_put_away) {
            return Ok(Some(format!(
                "resume {id} after {:?}: {:?} {}{}",
                story.states[at], ran.code, ran.stdout, ran.stderr
            )));
        }
        if is_put_away {
            return Ok(None);
        }
        let after = files_below(user.home());
        let left = story.saved(&after);
        if left != Ok(None) {
            return Ok(Some(format!("resume {id} went to the end, and the game is still there: {left:?}")));
        }
        Ok(story.lost(story.last(), &after).map(|lost| format!("after going on with {typed:?}: {lost}")))
    }
}

pub(super) fn games() -> Vec<Box<dyn Surface>> {
    vec![
        Line::boxed("a game with a record", &[&LONG], Some("game.duel"), false),
        Line::boxed("a game at its prompts", &[&LONG], Some("game.duel"), true),
        Line::boxed("a game without a record", &[&SHORT], None, false),
        Line::boxed("a game of computers", &[&[]], Some("game.duel"), false),
    ]
}

pub(super) fn matches() -> Vec<Box<dyn Surface>> {
    vec![
        Line::boxed("a match", &[&SHORT, &UNDONE, &SHORT], Some("match.duel"), false),
        Line::boxed("a match at its prompts", &[&UNDONE, &SHORT, &UNDONE], Some("match.duel"), true),
    ]
}
