//! A position that was asked for on the command line: a game and some moves, or a record.

use duel::{Position, Record, RuleBook};

use crate::commands::arguments::{GameOrFile, game_or_file, whole};
use crate::failure::{Failure, Fallible};
use crate::line::board::{self, usual_names};
use crate::line::output::Output;
use crate::store::games::{self, Content};
use crate::words::{self, say};

/// The arguments that name a position.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// A rule book's name, a code, a rule file or a record
    #[arg(value_name = "GAME|FILE", value_parser = game_or_file)]
    game: GameOrFile,
    /// Moves to play from there: numbers, or divisions such as 84/7
    #[arg(allow_negative_numbers = true)]
    moves: Vec<String>,
    /// Which game of an arena's file
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    round: Option<u64>,
    /// The position after so many of a record's moves
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    ply: Option<u64>,
}

pub(crate) struct Asked {
    /// The code by which the game was named.
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) position: Position,
    /// The players: who moved first, and the other one.
    pub(crate) names: [String; 2],
}

impl PositionArgs {
    pub(crate) fn load(self) -> Fallible<Asked> {
        let mut asked = match self.game {
            GameOrFile::Book(_) if self.round.is_some() => {
                return Err(Failure::usage("--round chooses a game from the file of an arena"));
            }
            GameOrFile::Book(book) => Asked::start(&book)?,
            GameOrFile::File(path) => match self.round {
                Some(round) => Asked::of(&games::read_round(&path, round)?)?,
                None => match games::open(&path)? {
                    Content::Book(book) => Asked::start(&book)?,
                    Content::Record(record) => Asked::of(&record)?,
                },
            },
        };
        if let Some(ply) = self.ply {
            let moves = asked.position.moves().len();
            asked.position = usize::try_from(ply)
                .ok()
                .and_then(|ply| asked.position.at_ply(ply))
                .ok_or_else(|| Failure::usage(format!("--ply {ply}: the game has no more than {moves}")))?;
        }
        for text in &self.moves {
            let number = asked.position.moves().len() + 1;
            let played = asked.position.play_written(text);
            played.map_err(|why| Failure::data(words::line().wrong_move(number, &say(&why))))?;
        }
        Ok(asked)
    }
}

impl Asked {
    fn start(book: &RuleBook) -> Fallible<Asked> {
        Ok(Asked {
            code: book.code(),
            title: book.title().to_string(),
            position: book.game().start().map_err(Failure::misused)?,
            names: usual_names(),
        })
    }

    fn of(record: &Record) -> Fallible<Asked> {
        Ok(Asked {
            code: record.code().to_string(),
            title: RuleBook::find(record.code()).map_err(Failure::refused)?.title().to_string(),
            position: record.position().clone(),
            names: record.players().clone().map(|name| name.to_string()),
        })
    }

    /// The position for people.
    pub(crate) fn print(&self, out: &mut Output<'_>) -> Fallible {
        let Asked { code, title, position, names } = self;
        out.heading(&if title == code { title.clone() } else { words::line().titled(title, code) })?;
        board::full(out, position, names)?;
        if position.outcome().is_none() {
            board::legal(out, position)?;
        }
        Ok(out.line(&board::standing(position, names))?)
    }
}
