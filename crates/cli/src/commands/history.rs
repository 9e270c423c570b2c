//! `divisor-duel history`: the games that were finished.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::{Failure, Fallible};
use crate::line::deeds::{self, numbered};
use crate::line::dialogue::Dialogue;
use crate::store::history::{History, Kept, Listing};
use crate::store::saves::Store;
use crate::words;

/// List the games you have finished, the newest first; search them, delete them
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel history                  all of them
  divisor-duel history chain fox        those with both words: a book, a name, an opponent, a day
  divisor-duel review 1                 the newest one, move by move
  divisor-duel history --delete 3
  divisor-duel history --delete all     asks first",
    after_help = "\
A game is kept when it is over, if a person has played and somebody has moved: the newest 1,000, each as a record that people can read. \
JSON: a list of {\"number\", \"file\", \"date\", \"game\", \"book\", \"players\", \"types\", \"winner\", \"moves\"}; the winner is 1 or 2, as the players stand there."
)]
pub(crate) struct Args {
    /// Only games that have all these words in them
    words: Vec<String>,
    /// Print them as JSON
    #[arg(long, conflicts_with_all = ["file", "delete"])]
    json: bool,
    /// Print where the record of the game with this number is
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["words", "delete"])]
    file: Option<String>,
    /// Delete the game with this number, or all of them
    #[arg(long, value_name = "NUMBER|all", conflicts_with = "words")]
    delete: Option<String>,
}

#[derive(Serialize)]
struct Listed {
    number: usize,
    file: String,
    date: String,
    game: String,
    book: String,
    players: [String; 2],
    types: [String; 2],
    winner: u8,
    moves: usize,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let history = Store::of_user()?.history();
        let mut talk = Dialogue::with_user();
        let listing = history.list()?;
        match (self.file, self.delete) {
            (Some(number), _) => {
                let kept = find(&listing, &number)?;
                Ok(talk.line(&history.path(&kept.name).display().to_string())?)
            }
            (_, Some(number)) => delete(&mut talk, &history, &listing, &number),
            (None, None) if self.json => talk.json(&as_json(&history, &listing, &self.words.join(" "))),
            (None, None) => deeds::list(&mut talk, &listing, &self.words.join(" ")),
        }
    }
}

pub(super) fn find<'a>(listing: &'a Listing, number: &str) -> Fallible<&'a Kept> {
    let found = numbered(listing).find(|(at, _)| at.to_string() == number);
    found.map(|(_, kept)| kept).ok_or_else(|| Failure::data(words::line().no_such_finished_game(number)))
}

/// A file, or where a finished game is, by its number; a file of that name comes first.
pub(super) fn file_or_number(path: &Path) -> Fallible<PathBuf> {
    match path.to_str() {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) && !path.exists() => {
            let history = Store::of_user()?.history();
            Ok(history.path(&find(&history.list()?, number)?.name))
        }
        _ => Ok(path.into()),
    }
}

/// Deletes a game, or after a question all of them. In a file nobody is there to be asked, and the answer is the next line.
pub(super) fn delete(talk: &mut Dialogue<'_>, history: &History, listing: &Listing, number: &str) -> Fallible {
    let chosen: Vec<&Kept> = match number {
        "all" if listing.games.is_empty() => return Ok(talk.line(&words::both().no_finished_game())?),
        "all" if !talk.confirm(&words::line().really_delete_all(listing.games.len() as u64))? => return Ok(()),
        "all" => listing.games.iter().collect(),
        number => vec![find(listing, number)?],
    };
    for kept in chosen {
        history.forget(&kept.name)?;
        talk.line(&words::line().deleted(&kept.words()))?;
    }
    Ok(())
}

fn as_json(history: &History, listing: &Listing, searched: &str) -> Vec<Listed> {
    let found = numbered(listing).filter(|(_, kept)| kept.has(searched));
    let listed = found.map(|(number, kept)| Listed {
        number,
        file: history.path(&kept.name).display().to_string(),
        date: kept.day(),
        game: kept.record.code().into(),
        book: kept.game.book.clone(),
        players: kept.game.players.each_ref().map(ToString::to_string),
        types: kept.game.who.map(|who| who.to_string()),
        winner: kept.game.winner.index() as u8 + 1,
        moves: kept.record.position().moves().len(),
    });
    listed.collect()
}
