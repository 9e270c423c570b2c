//! `divisor-duel stats`: what somebody has done so far.

use duel::lesson::Lesson;
use duel::tally::{Score, Tally};
use serde::Serialize;

use crate::failure::{Fallible, tell};
use crate::line::deeds;
use crate::line::output;
use crate::store::progress::ProgressFile;
use crate::store::saves::Store;
use crate::words;

/// Count what you have done: games by book and opponent, wins in a row, puzzles, lessons
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel stats
  divisor-duel stats --json             for programs",
    after_help = "\
You are the only person of a game; games of two people count by their names. It is counted from the finished games that are kept \
(divisor-duel history). JSON: {\"played\", \"won\", \"streak\", \"best\", \"books\": [{\"book\", \"opponent\", \"played\", \"won\"}], \
\"people\": [{\"name\", \"played\", \"won\"}], \"puzzles\": {\"streak\", \"best\", \"days\", \"played\", \"won\"}, \"lessons\": [those that are done]}."
)]
pub(crate) struct Args {
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    puzzles: Puzzles,
    lessons: Vec<&'static str>,
}

#[derive(Serialize)]
struct Puzzles {
    streak: u32,
    best: u32,
    days: u32,
    #[serde(flatten)]
    score: Score,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let listing = Store::of_user()?.history().list()?;
        let tally = Tally::of(listing.finished());
        let progress = ProgressFile::of_user()?.read()?;
        let mut out = output::stdout();
        if self.json {
            let (streak, best, days) = (progress.streak(), progress.best(), progress.days());
            let puzzles = Puzzles { streak, best, days, score: progress.puzzles() };
            let done = Lesson::built_in().iter().filter(|lesson| progress.has_done(lesson));
            return out.json(&Counted { tally: &tally, puzzles, lessons: done.map(Lesson::id).collect() });
        }
        listing.skipped.iter().for_each(|skipped| tell(&words::line().note(skipped)));
        deeds::count(&mut out, &tally, &progress)
    }
}
