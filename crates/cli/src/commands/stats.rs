//! `divisor-duel stats`: what somebody has done so far.

use duel::challenge::Progress;
use duel::tally::{Score, Tally};
use serde::Serialize;

use crate::failure::{Fallible, tell};
use crate::line::deeds;
use crate::line::output;
use crate::store::progress::ProgressFile;
use crate::store::saves::Store;
use crate::words;

/// Count what you have done: games by book and opponent, wins in a row, puzzles
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel stats
  divisor-duel stats --json             for programs",
    after_help = "\
You are the only person of a game; games of two people count by their names. It is counted from the finished games that are kept \
(divisor-duel history). JSON: {\"played\", \"won\", \"streak\", \"best\", \"books\": [{\"book\", \"opponent\", \"played\", \"won\"}], \
\"people\": [{\"name\", \"played\", \"won\"}], \"puzzles\": {\"streak\", \"best\", \"days\"}}."
)]
pub(crate) struct Args {
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counted {
    played: u32,
    won: u32,
    streak: u32,
    best: u32,
    books: Vec<InBook>,
    people: Vec<Person>,
    puzzles: Puzzles,
}

#[derive(Serialize)]
struct InBook {
    book: String,
    opponent: String,
    played: u32,
    won: u32,
}

#[derive(Serialize)]
struct Person {
    name: String,
    played: u32,
    won: u32,
}

#[derive(Serialize)]
struct Puzzles {
    streak: u32,
    best: u32,
    days: u32,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let listing = Store::of_user()?.history().list()?;
        let tally = Tally::of(listing.finished());
        let progress = ProgressFile::of_user()?.read()?;
        let mut out = output::stdout();
        if self.json {
            return out.json(&as_json(&tally, &progress));
        }
        listing.skipped.iter().for_each(|skipped| tell(&words::line().note(skipped)));
        deeds::count(&mut out, &tally, &progress)
    }
}

fn as_json(tally: &Tally, progress: &Progress) -> Counted {
    let Score { played, won } = tally.all_yours();
    let books = tally.yours.iter().map(|(book, who, score)| InBook {
        book: book.clone(),
        opponent: who.to_string(),
        played: score.played,
        won: score.won,
    });
    let people =
        tally.people.iter().map(|(name, score)| Person { name: name.clone(), played: score.played, won: score.won });
    Counted {
        played,
        won,
        streak: tally.streak,
        best: tally.best,
        books: books.collect(),
        people: people.collect(),
        puzzles: Puzzles { streak: progress.streak(), best: progress.best(), days: progress.days() },
    }
}
