//! What somebody has done: the games that were finished, and how they are counted.

use duel::challenge::Progress;
use duel::tally::{Met, Score, Tally};

use crate::failure::{Fallible, tell};
use crate::line::output::Output;
use crate::store::history::{Kept, Listing, called};
use crate::store::progress::{self, ProgressFile};
use crate::store::saves::Store;
use crate::today;
use crate::words;

/// What this user has done.
#[derive(Default)]
pub(crate) struct Deeds {
    pub(crate) listing: Listing,
    pub(crate) progress: Progress,
}

impl Deeds {
    /// As far as it can be read.
    pub(crate) fn of_user() -> Deeds {
        let listing = Store::of_user().and_then(|store| store.history().list());
        Deeds { listing: listing.unwrap_or_default(), progress: progress::known(&ProgressFile::of_user()) }
    }
}

/// The games with their numbers: the newest is 1.
pub(crate) fn numbered(listing: &Listing) -> impl Iterator<Item = (usize, &Kept)> {
    (1..).zip(&listing.games)
}

/// Lists what has all these words in it.
pub(crate) fn list(out: &mut Output<'_>, listing: &Listing, searched: &str) -> Fallible {
    listing.skipped.iter().for_each(|skipped| tell(&words::line().note(skipped)));
    if listing.games.is_empty() {
        return Ok(out.line(&words::both().no_finished_game())?);
    }
    let mut found = numbered(listing).filter(|(_, kept)| kept.has(searched)).peekable();
    if found.peek().is_none() {
        return Ok(out.line(&words::line().nothing_found(searched))?);
    }
    for (number, kept) in found {
        out.line(&format!("{number:>4}  {:<10}  {}", kept.day(), kept.words()))?;
    }
    out.line("")?;
    out.line(&words::both().games_kept())?;
    Ok(out.line(&words::line().look_at_one())?)
}

/// Counts them, by book and opponent, and the puzzles.
pub(crate) fn count(out: &mut Output<'_>, tally: &Tally, progress: &Progress) -> Fallible {
    Ok(counted(tally, progress).iter().try_for_each(|line| out.line(line))?)
}

/// What was counted, a line each.
pub(crate) fn counted(tally: &Tally, progress: &Progress) -> Vec<String> {
    let words = words::both();
    let Score { played, won } = tally.yours;
    let mut lines = match (played, tally.people.is_empty()) {
        (0, true) => vec![words.no_finished_game()],
        (0, false) => vec![],
        _ => vec![words.all_of_yours(won, played), words.won_in_a_row(tally.streak, tally.best)],
    };
    let won_of = |Score { played, won }: Score| words.won_of(won, played);
    let met = |met: &Met| {
        let opponent = called(met.opponent, &words.a_program());
        format!("  {:<16} {opponent:<16} {}", met.book, won_of(met.score))
    };
    lines.extend(tally.books.iter().map(met));
    lines.extend((!tally.people.is_empty()).then(|| words.between_people()));
    lines.extend(tally.people.iter().map(|person| format!("  {:<33} {}", person.name, won_of(person.score))));
    lines.push(words.what_counts());
    let Score { played, won } = progress.puzzles();
    lines.extend([words.puzzles(won, played), words.puzzles_in_a_row(progress.streak(), progress.best())]);
    lines.push(match progress.days_until(today::day()) {
        0 => words.daily_open(progress.days_until(today::day().saturating_sub(1))),
        days => words.daily_solved(days),
    });
    let (done, count) = progress.lessons();
    lines.push(words.lessons(done, count));
    lines
}
