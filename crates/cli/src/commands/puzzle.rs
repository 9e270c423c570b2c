//! `divisor-duel puzzle`: find the one move that wins.

use duel::json::PositionView;
use duel::puzzle::{Grade, Which};
use duel::speech::HowFar;
use duel::{Date, Move, RuleBook};
use serde::Serialize;

use crate::commands::arguments::{GameOrFile, game_or_file, whole};
use crate::failure::{Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::riddle::{Riddle, Told};
use crate::store::posed::{Posed, Wanted};
use crate::store::progress::{self, ProgressFile};
use crate::words::{self, say};

/// Find the one move that wins: puzzles of every book, and one a day
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel puzzle                   one after the other, of any book and grade
  divisor-duel puzzle --daily           the puzzle of the day, the same for everybody (by the date in UTC)
  divisor-duel puzzle classic --grade hard
  divisor-duel puzzle juniper-green --seed 42 --json",
    after_help = "\
A puzzle has at least four legal moves, and exactly one of them wins. Easy: a move or two away. Medium: it can be seen by \
going through the answers. Hard: it takes a plan, such as a pairing. The puzzle of the day is easy on Monday and Tuesday, \
hard at the weekend, as far as a book has such puzzles. In a division game the numbers on the table are the puzzle's own.
At the prompt type your move, or: hint, answer, moves, board, help, quit.
A puzzle solved at the first try without help adds one to your streak; a hint leaves it as it is; a wrong move, or asking \
for the answer, ends it. A puzzle counts once.
JSON: the position, and \"grade\", \"seed\" or \"date\", \"answer\" and \"why\"."
)]
pub(crate) struct Args {
    /// A rule book's name, a code, or a rule file; any of the larger books without it
    #[arg(value_parser = game_or_file)]
    game: Option<GameOrFile>,
    /// How hard it is: easy, medium or hard
    #[arg(long)]
    grade: Option<Grade>,
    /// The puzzle of this number: the same number gives the same puzzle
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["seed", "grade"])]
    daily: bool,
    /// Print the puzzle and its answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    position: PositionView,
    grade: String,
    seed: Option<u64>,
    date: Option<String>,
    answer: Move,
    why: String,
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let book = match self.game {
            None => None,
            Some(game) => Some(game.book(|path| words::line().is_a_record_and_no_game(&path))?.0),
        };
        let mut talk = Dialogue::with_user();
        loop {
            let wanted = match (self.daily, self.seed) {
                (true, _) => Wanted::today(),
                (_, Some(seed)) => Wanted::This(Which::Seed(seed)),
                _ => Wanted::any()?,
            };
            let posed = Posed::find(book.as_ref(), self.grade, wanted)?;
            if self.json {
                return talk.json(&as_json(&posed));
            }
            if front.is_full_screen() {
                return front.show_puzzle(posed, book, self.grade);
            }
            let is_one_of_many = !self.daily && self.seed.is_none();
            let again = posed.command(book.as_ref().map(RuleBook::code).as_deref(), self.grade);
            let told = present(&mut talk, posed, &ProgressFile::of_user())?;
            if is_one_of_many && let Some(command) = again {
                talk.line(&words::line().puzzle_again(&command))?;
            }
            if told == Told::Left || !is_one_of_many || !wants_another(&mut talk)? {
                return Ok(());
            }
        }
    }
}

fn as_json(Posed { puzzle, which, challenge }: &Posed) -> Line {
    let (seed, date) = match *which {
        Which::Seed(seed) => (Some(seed), None),
        Which::Day(day) => (None, Some(Date::from_days(day).to_string())),
    };
    Line {
        position: PositionView::new(puzzle.book.code(), &puzzle.position),
        grade: puzzle.grade.to_string(),
        seed,
        date,
        answer: puzzle.answer,
        why: say(challenge.solution()),
    }
}

/// Shows a puzzle, and counts how it went.
pub(super) fn present(
    talk: &mut Dialogue<'_>,
    mut posed: Posed,
    kept: &anyhow::Result<ProgressFile>,
) -> Fallible<Told> {
    talk.heading(&posed.title())?;
    for note in posed.puzzle.book.notes() {
        talk.line(&say(&note))?;
    }
    let challenge = &mut posed.challenge;
    if progress::has_solved(kept, challenge) {
        talk.line(&words::both().solved_already())?;
    }
    let riddle = Riddle { question: words::both().one_wins(), can_be_skipped: false };
    let mut counted = None;
    let told = riddle.ask(talk, challenge, |standing| counted = Some(progress::count(kept, standing)))?;
    match counted {
        Some(Ok(progress)) if told == Told::Answer => {
            talk.line(&say(&HowFar { progress: &progress, is_daily: challenge.source().is_daily() }))?;
        }
        Some(Err(error)) => tell(&words::line().streak_not_counted(&format!("{error:#}"))),
        _ => {}
    }
    Ok(told)
}

pub(super) fn wants_another(talk: &mut Dialogue<'_>) -> Fallible<bool> {
    talk.line("")?;
    let Some(line) = talk.ask(&words::line().another_one())? else { return Ok(false) };
    let wants = !matches!(line.trim().to_ascii_lowercase().as_str(), "n" | "no");
    if wants {
        talk.line("")?;
    }
    Ok(wants)
}
