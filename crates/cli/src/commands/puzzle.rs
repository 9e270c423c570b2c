//! `divisor-duel puzzle`: find the one move that wins.

use std::io::Write;

use duel::{Grade, Hint, Move, NoPuzzle, PositionView, Puzzle, Role, RuleBook, Span, Watch};
use serde::Serialize;

use super::TEMPLATE;
use crate::failure::{Failure, Outcome, tell};
use crate::input::Input;
use crate::invocation::{self, Content, GameOrFile, game_or_file};
use crate::riddle::{Event, Riddle, Told};
use crate::screen::{self, Screen};
use crate::streak::{Kept, Went};
use crate::{players, today};

/// Seeds that we choose are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;

/// Find the one move that wins: puzzles of every book, and one a day
#[derive(clap::Args)]
#[command(
    help_template = TEMPLATE,
    before_help = "\
Examples:
  divisor-duel puzzle                   one after the other, of any book and grade
  divisor-duel puzzle --daily           the puzzle of the day, the same for everybody (by the date in UTC)
  divisor-duel puzzle classic --grade hard
  divisor-duel puzzle juniper-green --seed 42 --json",
    after_help = "\
A puzzle has at least four legal moves, and exactly one of them wins. Easy: a move or two away. Medium: it can be seen by
going through the answers. Hard: it takes a plan, such as a pairing. The puzzle of the day is easy on Monday and Tuesday,
hard at the weekend.
At the prompt type your move, or: hint, answer, moves, board, help, quit.
A puzzle solved at the first try without help adds one to your streak; a hint leaves it as it is; a wrong move, or asking
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
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["seed", "grade"])]
    daily: bool,
    /// Print the puzzle and its answer as JSON
    #[arg(long)]
    json: bool,
}

/// Which puzzle it is.
#[derive(Clone, Copy)]
enum Which {
    Seed(u64),
    Day(u64),
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
    pub(crate) fn run(self) -> Outcome {
        let book = match self.game {
            None => None,
            Some(GameOrFile::Book(book)) => Some(*book),
            Some(GameOrFile::File(path)) => match invocation::open(&path)? {
                Content::Book(book) => Some(*book),
                Content::Record(_) => {
                    return Err(Failure::usage(format!("{} is a record; puzzles come from a game", path.display())));
                }
            },
        };
        let mut screen = screen::stdout();
        let mut input = Input::stdin();
        loop {
            let which = match (self.daily, self.seed) {
                (true, _) => Which::Day(today::day()),
                (_, Some(seed)) => Which::Seed(seed),
                _ => Which::Seed(players::seed(None)? % SEEDS),
            };
            let puzzle = find(book.as_ref(), self.grade, which).map_err(Failure::data)?;
            let solution = solution(&puzzle)?;
            if self.json {
                return Ok(writeln!(screen, "{}", serde_json::to_string(&as_json(&puzzle, which, &solution))?)?);
            }
            let told = present(&mut screen, &mut input, &puzzle, which, &solution)?;
            let is_one_of_many = !self.daily && self.seed.is_none();
            if told == Told::Left || !is_one_of_many || !wants_another(&mut screen, &mut input)? {
                return Ok(());
            }
        }
    }
}

fn find(book: Option<&RuleBook>, grade: Option<Grade>, which: Which) -> Result<Puzzle, NoPuzzle> {
    match (book, which) {
        (None, Which::Day(day)) => duel::daily(day),
        (Some(book), Which::Day(day)) => duel::daily_of(book, day),
        (None, Which::Seed(seed)) => duel::puzzle_of_any_book(grade, seed),
        (Some(book), Which::Seed(seed)) => duel::puzzle(book, grade, seed),
    }
}

fn solution(puzzle: &Puzzle) -> Outcome<Hint> {
    let solution = duel::explain(&puzzle.position, puzzle.answer, &mut Watch::forever());
    solution.ok().flatten().ok_or_else(|| Failure::data("this puzzle has no answer"))
}

fn as_json(puzzle: &Puzzle, which: Which, solution: &Hint) -> Line {
    let (seed, date) = match which {
        Which::Seed(seed) => (Some(seed), None),
        Which::Day(day) => (None, Some(today::date(day))),
    };
    Line {
        position: PositionView::new(puzzle.book.code(), &puzzle.position),
        grade: puzzle.grade.to_string(),
        seed,
        date,
        answer: puzzle.answer,
        why: solution.to_string(),
    }
}

/// Shows a puzzle, and counts how it went.
fn present<W: Write>(
    screen: &mut Screen<W>,
    input: &mut Input,
    puzzle: &Puzzle,
    which: Which,
    solution: &Hint,
) -> Outcome<Told> {
    let (title, day) = match which {
        Which::Seed(seed) => (format!("Puzzle {seed}"), None),
        Which::Day(day) => (format!("Puzzle of the day, {}", today::date(day)), Some(day)),
    };
    let code = puzzle.book.code();
    screen.heading(&format!("{title}: {code}, {}", puzzle.grade))?;
    let moves: Vec<String> = puzzle.position.moves().iter().map(ToString::to_string).collect();
    let name = format!("{code} {}", moves.join(" "));
    let question = "Your move: one of them wins. Which? ";
    let riddle = Riddle { position: &puzzle.position, solution, question, can_be_skipped: false };
    let kept = Kept::of_user();
    let count = |went| match kept.as_ref().map_err(|error| anyhow::anyhow!("{error:#}")) {
        Ok(kept) => kept.count(name.trim_end(), day, went),
        Err(error) => Err(error),
    };
    let (mut helped, mut erred) = (false, false);
    let mut complaint = None;
    let told = riddle.ask(screen, input, |event| match event {
        Event::Hint => helped = true,
        Event::Wrong => {
            erred = true;
            complaint = count(Went::Wrong).err();
        }
    })?;
    let went = match told {
        Told::Found if erred => Went::AfterMistakes,
        Told::Found if helped => Went::WithAHint,
        Told::Found => Went::AtOnce,
        Told::AnswerShown => Went::Told,
        Told::Left => return Ok(told),
    };
    match count(went) {
        Ok(streak) => screen.line(&streak.line(day.is_some()))?,
        Err(error) => complaint = Some(error),
    }
    if let Some(error) = complaint {
        tell(&format!("warning: the streak is not counted: {error:#}"));
    }
    Ok(told)
}

fn wants_another<W: Write>(screen: &mut Screen<W>, input: &mut Input) -> Outcome<bool> {
    screen.line("")?;
    screen.prompt(&[Span { text: "Another one? (Enter, or quit to leave): ".into(), role: Role::Text }])?;
    let Some(line) = input.line()? else {
        screen.line("")?;
        return Ok(false);
    };
    if !input.is_terminal {
        screen.line(&crate::prompt::printable(&line))?;
    }
    let wants = !matches!(line.trim().to_ascii_lowercase().as_str(), "quit" | "q" | "exit" | "n" | "no");
    if wants {
        screen.line("")?;
    }
    Ok(wants)
}
