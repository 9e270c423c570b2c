//! `divisor-duel show`: a position, for people or as JSON.

use std::io::Write;

use duel::{Answer, Position, PositionView, RuleBook};

use super::TEMPLATE;
use crate::failure::{Failure, Outcome};
use crate::invocation::{self, Content, GameOrFile, game_or_file};
use crate::{board, screen};

/// Show a position
#[derive(clap::Args)]
#[command(
    help_template = TEMPLATE,
    before_help = "\
Examples:
  divisor-duel show classic             the start
  divisor-duel show chain 12 4 16       after three moves
  divisor-duel show divider 2 5 --json
  divisor-duel show game.duel           a record",
    after_help = "\
JSON: {\"game\": \"classic\", \"moves\": [12,6], \"turn\": 1, \"last\": 6, \"legal\": [2,3,…], \"outcome\": null}
Turn 1 is the side that moved first. An illegal move: exit code 1, the reason on standard error."
)]
pub(crate) struct Args {
    /// A rule book's name, a code, a rule file or a record
    #[arg(value_name = "GAME|FILE", value_parser = game_or_file)]
    game: GameOrFile,
    /// Moves to play from there: numbers, or divisions such as 84/7
    #[arg(allow_negative_numbers = true)]
    moves: Vec<String>,
    /// Print the position as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Outcome {
        let start = |book: &RuleBook| book.game().start().map_err(Failure::usage);
        let anybody = || ["Player 1", "Player 2"].map(String::from);
        let (code, title, mut position, names) = match self.game {
            GameOrFile::Book(book) => (book.code(), book.title().to_string(), start(&book)?, anybody()),
            GameOrFile::File(path) => match invocation::open(&path)? {
                Content::Book(book) => (book.code(), book.title().to_string(), start(&book)?, anybody()),
                Content::Record(record) => {
                    let book = RuleBook::find(record.code()).map_err(Failure::data)?;
                    let names = record.players().clone().map(|name| name.to_string());
                    (record.code().to_string(), book.title().to_string(), record.position().clone(), names)
                }
            },
        };
        for (at, text) in self.moves.iter().enumerate() {
            play(&mut position, text).map_err(|reason| Failure::data(format!("move {}: {reason}", at + 1)))?;
        }
        let mut screen = screen::stdout();
        if self.json {
            let json = serde_json::to_string(&PositionView::new(code, &position))?;
            return Ok(writeln!(screen, "{json}")?);
        }
        screen.heading(&if title == code { title } else { format!("{title} ({code})") })?;
        board::full(&mut screen, &position, &names)?;
        if position.outcome().is_none() {
            board::legal(&mut screen, &position)?;
        }
        screen.line(&board::standing(&position, &names))?;
        Ok(())
    }
}

/// Plays a move given as an argument. It is data and no attempt, so an illegal one never loses a game.
fn play(position: &mut Position, text: &str) -> Result<(), String> {
    match position.answer(text) {
        Answer::Played(_) => Ok(()),
        Answer::NotAMove(not_a_move) => Err(format!("\"{}\": {not_a_move}", crate::prompt::printable(text))),
        Answer::AskAgain(illegal) | Answer::Lost(illegal) => Err(illegal.to_string()),
    }
}
