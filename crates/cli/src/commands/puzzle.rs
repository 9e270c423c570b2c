//! `divisor-duel puzzle`: find the one move that wins.

use duel::challenge::{DayResult, Progress};
use duel::json::PositionView;
use duel::puzzle::{Grade, Sort, Theme, Which};
use duel::speech::HowFar;
use duel::{Date, Level, Move, RuleBook, Who};
use serde::Serialize;

use crate::commands::arguments::{GameOrFile, game_or_file, whole};
use crate::commands::remembered;
use crate::failure::{Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::game::{Course, LineGame, kept_till_the_end};
use crate::line::riddle::{Riddle, Told};
use crate::sitting::here::Here;
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
  divisor-duel puzzle --daily --share   what became of it, in two or three lines that give nothing away
  divisor-duel puzzle classic --grade hard
  divisor-duel puzzle --theme partners
  divisor-duel puzzle juniper-green --seed 42 --json",
    after_help = "\
A puzzle has at least four legal moves, and exactly one of them wins. A grade says how hard it is to find: what players who \
look a little ahead do instead, how many moves come to mind before it, how far one must see. The puzzle of the day is easy on \
Monday and Tuesday, hard at the weekend, as far as a book has such puzzles. In a division game the numbers on the table are the \
puzzle's own. What a puzzle is about is told afterwards, or asked for by --theme: dead-end, forced-line, partners, last-resort, \
counting, heaps or looking-ahead.
At the prompt type your move, or: hint, answer, moves, board, help, quit.
A puzzle solved at the first try without help adds one to your streak; a hint leaves it as it is; a wrong move, or asking \
for the answer, ends it. A puzzle counts once, and only the first answer: after a wrong one the puzzle of the day is not solved.
JSON: the position, and \"grade\", \"theme\", \"seed\" or \"date\", \"answer\" and \"why\"; of the puzzle of the day \"result\" and \
\"share\", once there is one."
)]
pub(crate) struct Args {
    /// A rule book's name, a code, or a rule file; any of the larger books without it
    #[arg(value_parser = game_or_file)]
    game: Option<GameOrFile>,
    /// How hard it is: easy, medium or hard
    #[arg(long)]
    grade: Option<Grade>,
    /// What it is about, such as dead-end or partners
    #[arg(long)]
    theme: Option<Theme>,
    /// The puzzle of this number: the same number gives the same puzzle
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["seed", "grade", "theme"])]
    daily: bool,
    /// Print what became of the puzzle of the day, to be shared
    #[arg(long, requires = "daily", conflicts_with = "json")]
    share: bool,
    /// Print the puzzle and its answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    position: PositionView,
    grade: String,
    theme: String,
    seed: Option<u64>,
    date: Option<String>,
    answer: Move,
    why: String,
    result: Option<DayResult>,
    share: Option<String>,
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let book = match self.game {
            None => None,
            Some(game) => Some(game.book(|path| words::line().is_a_record_and_no_game(&path))?.0),
        };
        let sort = Sort { grade: self.grade, theme: self.theme };
        let mut talk = Dialogue::with_user();
        // Where the games that are played on are kept, one after the other.
        let mut keeper = None;
        loop {
            let wanted = match (self.daily, self.seed) {
                (true, _) => Wanted::today(),
                (_, Some(seed)) => Wanted::This(Which::Seed(seed)),
                _ => Wanted::any()?,
            };
            let posed = Posed::find(book.as_ref(), sort, wanted)?;
            let kept = ProgressFile::of_user();
            if self.json {
                return talk.json(&as_json(&posed, &progress::known(&kept)));
            }
            if self.share {
                let shared = posed.shared(&progress::known(&kept));
                return Ok(talk.line(&shared.unwrap_or_else(|| words::line().nothing_to_share()))?);
            }
            if front.is_full_screen() {
                return front.show_puzzle(posed, book, sort);
            }
            let is_one_of_many = !self.daily && self.seed.is_none();
            let again = posed.command(book.as_ref().map(RuleBook::code).as_deref(), sort);
            // What is left to win after the answer, for those who sit there.
            let left = Here::in_puzzle(&posed.puzzle, true).filter(|_| talk.is_at_a_terminal());
            let told = present(&mut talk, posed, &kept)?;
            if let (Told::Answer, Some(here)) = (told, left)
                && talk.confirm(&words::line().win_it())?
            {
                let turns = remembered::turns(&talk, front, &remembered::settings(&talk));
                let keeper = match &keeper {
                    Some(keeper) => keeper,
                    None => keeper.insert(kept_till_the_end()?),
                };
                let sitting = here.sit_down(Who::Level(Level::Perfect), false, keeper.clone())?;
                talk.line("")?;
                let mut game = LineGame::new(talk, sitting, turns);
                let played = game.play();
                if !matches!(played, Ok(Course::Over)) {
                    keeper.leave();
                    return played.map(drop);
                }
                (talk, _) = game.into_parts();
            }
            if is_one_of_many && let Some(command) = again {
                talk.line(&words::line().puzzle_again(&command))?;
            }
            if told == Told::Left || !is_one_of_many || !wants_another(&mut talk)? {
                return Ok(());
            }
        }
    }
}

fn as_json(posed: &Posed, progress: &Progress) -> Line {
    let Posed { puzzle, which, challenge } = posed;
    let (seed, date) = match *which {
        Which::Seed(seed) => (Some(seed), None),
        Which::Day(day) => (None, Some(Date::from_days(day).to_string())),
    };
    Line {
        position: PositionView::new(puzzle.book.code(), &puzzle.position),
        grade: puzzle.grade.to_string(),
        theme: puzzle.theme.to_string(),
        seed,
        date,
        answer: puzzle.answer,
        why: say(challenge.solution()),
        result: posed.result(progress),
        share: posed.shared(progress),
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
    let shared = posed.shared(&progress::known(kept));
    if let Some(shared) = &shared {
        talk.line(&words::both().tried_already())?;
        talk.line(shared)?;
    }
    let riddle = Riddle { task: None, question: words::both().one_wins(), can_be_skipped: false, hides_legal: false };
    let mut counted = None;
    let told = riddle.ask(talk, &mut posed.challenge, |standing| counted = Some(progress::count(kept, standing)))?;
    if told == Told::Answer {
        talk.line(&posed.theme())?;
    }
    match counted {
        Some(Ok(progress)) if told == Told::Answer => {
            talk.line(&say(&HowFar { progress: &progress, is_daily: posed.which.day().is_some() }))?;
            if let Some(shared) = posed.shared(&progress).filter(|_| shared.is_none()) {
                talk.line("")?;
                talk.line(&shared)?;
            }
        }
        Some(Err(error)) => tell(&words::line().streak_not_counted(&format!("{error:#}"))),
        _ => {}
    }
    Ok(told)
}

pub(super) fn wants_another(talk: &mut Dialogue<'_>) -> Fallible<bool> {
    talk.line("")?;
    let wants = matches!(talk.ask_for(&words::line().another_one(), &["yes", "no"])?, Some("" | "yes"));
    if wants {
        talk.line("")?;
    }
    Ok(wants)
}
