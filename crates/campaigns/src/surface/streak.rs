//! Puzzles: a streak that was shown is kept, and so is one that was lost.

use anyhow::Context;
use serde_json::Value;

use super::Surface;
use crate::run::{Ran, Typist};
use crate::user::{Files, User, files_below};

/// Solved before, so that there is a streak to lose.
const BEFORE: &str = "1";
/// The puzzle of the campaign.
const POSED: &str = "2";
/// Solved afterwards, to see what is kept.
const AFTER: &str = "3";

/// How the puzzle goes.
#[derive(Clone, Copy)]
enum Way {
    AtOnce,
    AfterAMistake,
    WithAHint,
    Told,
}

struct Streak {
    way: Way,
    /// What was kept before.
    before: Files,
    /// A wrong move and the right one.
    moves: [String; 2],
}

impl Streak {
    /// The streak that must be on disk by what was shown, when anything was.
    fn promised(&self, ran: &Ran) -> Option<u64> {
        let text = String::from_utf8_lossy(&ran.chunks.concat()).into_owned();
        let in_the_end = match self.way {
            Way::AtOnce => 2,
            Way::WithAHint => 1,
            Way::AfterAMistake | Way::Told => 0,
        };
        let is_told = matches!(self.way, Way::Told) && text.contains("Take ");
        if text.contains("Yes! ") || text.contains("Streak: ") || is_told {
            return Some(in_the_end);
        }
        text.contains("Try again.").then_some(0)
    }
}

/// The streak that these files have.
fn kept(files: &Files) -> Result<u64, String> {
    let file = files.iter().find(|(path, _)| path.ends_with("puzzles.json"));
    let Some((path, content)) = file else { return Ok(0) };
    let value: Result<Value, _> = serde_json::from_slice(content);
    let streak = value.ok().and_then(|value| value["streak"].as_u64());
    streak.ok_or_else(|| format!("{} is half: {}", path.display(), String::from_utf8_lossy(content)))
}

/// The legal moves of a puzzle, and the one that wins.
fn puzzle(user: &User, seed: &str) -> anyhow::Result<(Vec<String>, String)> {
    let posed: Value = serde_json::from_str(&user.run(&["puzzle", "--seed", seed, "--json"], "")?.stdout)?;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    let legal = posed["legal"].as_array().context("a puzzle has legal moves")?;
    Ok((legal.iter().map(text).collect(), text(&posed["answer"])))
}

/// Solves a puzzle at once: the streak that the program shows then.
fn solve(user: &User, seed: &str) -> anyhow::Result<Result<u64, String>> {
    let (_, answer) = puzzle(user, seed)?;
    let ran = user.run(&["puzzle", "--seed", seed], &format!("{answer}\n"))?;
    let streak = ran.stdout.split("Streak: ").nth(1).and_then(|rest| rest.split(',').next()?.parse().ok());
    Ok(streak.ok_or_else(|| format!("a puzzle afterwards: {:?} {}{}", ran.code, ran.stdout, ran.stderr)))
}

impl Surface for Streak {
    fn name(&self) -> String {
        let way = match self.way {
            Way::AtOnce => "solved at once",
            Way::AfterAMistake => "solved after a mistake",
            Way::WithAHint => "solved with a hint",
            Way::Told => "given up",
        };
        format!("a puzzle {way}")
    }

    fn learn(&mut self, user: &User) -> anyhow::Result<()> {
        let streak = solve(user, BEFORE)?.map_err(anyhow::Error::msg)?;
        anyhow::ensure!(streak == 1, "the first puzzle gave a streak of {streak}");
        let (legal, answer) = puzzle(user, POSED)?;
        let wrong = legal.into_iter().find(|number| *number != answer).context("a puzzle has wrong moves")?;
        self.moves = [wrong, answer];
        self.before = files_below(user.home());
        Ok(())
    }

    fn prepare(&self, user: &User) -> anyhow::Result<()> {
        for (path, content) in &self.before {
            user.write(&path.to_string_lossy(), content)?;
        }
        Ok(())
    }

    fn arguments(&self) -> Vec<String> {
        ["puzzle", "--seed", POSED].map(String::from).into()
    }

    fn typist(&self) -> Typist {
        let [wrong, right] = &self.moves;
        let lines = match self.way {
            Way::AtOnce => right.clone(),
            Way::AfterAMistake => format!("{wrong}\nboard\n{right}"),
            Way::WithAHint => format!("hint\n{right}"),
            Way::Told => "answer".into(),
        };
        Typist::Everything(lines + "\n")
    }

    fn lost(&self, ran: &Ran, files: &Files) -> Option<String> {
        match (self.promised(ran), kept(files)) {
            (_, Err(half)) => Some(half),
            (Some(promised), Ok(kept)) if promised != kept => {
                Some(format!("by what was shown the streak is {promised}, on disk it is {kept}"))
            }
            _ => None,
        }
    }

    fn has_promised(&self, ran: &Ran) -> bool {
        self.promised(ran).is_some()
    }

    fn has_ended(&self, ran: &Ran) -> bool {
        ran.everything().contains("Streak: ")
    }

    fn listens(&self) -> bool {
        false
    }

    fn way_back(&self, _: &Files) -> Option<&'static str> {
        None
    }

    fn go_on(&self, user: &User, _: &Ran) -> anyhow::Result<Option<String>> {
        let kept = kept(&files_below(user.home()));
        Ok(match (kept, solve(user, AFTER)?) {
            (Ok(kept), Ok(shown)) if shown == kept + 1 => None,
            (kept, shown) => Some(format!("one more puzzle after {kept:?} gives {shown:?}")),
        })
    }
}

pub(super) fn surfaces() -> Vec<Box<dyn Surface>> {
    let of = |way| -> Box<dyn Surface> { Box::new(Streak { way, before: Files::new(), moves: Default::default() }) };
    [Way::AtOnce, Way::AfterAMistake, Way::WithAHint, Way::Told].map(of).into()
}
