//! The answers. Every rule of the game is asked from `duel`; here it only gets a form that a page can draw.

use duel::{
    Answer, Grade, Help, Hint, Level, Move, Player, Pool, Position, Proof, Puzzle, RECORD_BYTES, Record, RuleBook,
    Solution, Unproved, Unsolved, View, Watch, Which, sentence,
};
use serde::Serialize;

use crate::ask::Problem;
use crate::picture::{DRAWN, Picture};
use crate::scene::Scene;
use crate::set_up::Numbers;

/// Of more moves than this there is only the number: a page that reads a million of them stands still.
pub(crate) const LISTED: usize = 10_000;

fn watch<'a>(book: &RuleBook) -> Watch<'a> {
    Watch::advice(book.game())
}

fn too_hard(_: impl std::error::Error) -> Problem {
    Problem::new("this position is too hard to solve here")
}

#[derive(Serialize)]
pub(crate) struct Books {
    books: Vec<OnShelf>,
    levels: Vec<&'static str>,
    /// Nothing larger can be opened.
    most_bytes: usize,
}

/// A book to choose.
#[derive(Serialize)]
struct OnShelf {
    #[serde(flatten)]
    card: Card,
    numbers: Numbers,
}

/// A book on its card.
#[derive(Serialize)]
struct Card {
    id: String,
    title: String,
    summary: String,
    code: String,
    pool: Option<PoolView>,
    table: Option<Vec<String>>,
    /// A pick, and what is legal after it, for the small picture of the board.
    sample_last: Option<u64>,
    sample_legal: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct PoolView {
    first: u64,
    last: u64,
    step: u64,
    count: u64,
}

impl PoolView {
    pub(crate) fn of(pool: Pool) -> PoolView {
        PoolView { first: pool.first(), last: pool.last(), step: pool.step(), count: pool.count() }
    }
}

fn card(book: &RuleBook) -> Card {
    let sample = book.example().first().and_then(|&first| {
        let position = book.own_game().replay([first]).ok()?;
        (matches!(position.view(), View::Pool(_)) && position.legal_count() <= LISTED).then_some(position)
    });
    let (pool, table) = match book.game().view() {
        View::Pool(pool) => (Some(PoolView::of(pool)), None),
        View::Table(numbers) => (None, Some(numbers.iter().map(u64::to_string).collect())),
    };
    Card {
        id: book.id().into(),
        title: book.title().into(),
        summary: book.summary().into(),
        code: book.code(),
        pool,
        table,
        sample_last: sample.as_ref().and_then(Position::last),
        sample_legal: sample.iter().flat_map(Position::legal_moves).map(Move::number).collect(),
    }
}

pub(crate) fn books() -> Books {
    let on_shelf = |book| OnShelf { card: card(book), numbers: Numbers::of(book.own_game()) };
    Books {
        books: RuleBook::built_in().iter().map(on_shelf).collect(),
        levels: Level::ALL.map(Level::name).to_vec(),
        most_bytes: RECORD_BYTES,
    }
}

#[derive(Serialize)]
pub(crate) struct Explained {
    #[serde(flatten)]
    card: Card,
    rules: String,
    tips: Vec<String>,
    notes: Vec<String>,
    example: Vec<Move>,
}

pub(crate) fn book(scene: &Scene) -> Result<Explained, Problem> {
    let book = scene.book()?;
    Ok(Explained {
        card: card(&book),
        rules: book.rules_as_played(),
        tips: book.tips().to_vec(),
        notes: book.notes(),
        example: if book.game() == book.own_game() { book.example().to_vec() } else { Vec::new() },
    })
}

/// What came of something typed.
#[derive(Serialize)]
#[serde(tag = "came", rename_all = "kebab-case")]
pub(crate) enum Came {
    /// It was a legal move.
    Played { r#move: Move },
    /// It was illegal, and that lost the game.
    Lost { number: String, why: String },
    /// It was illegal or no move at all: try again.
    Again { why: String },
}

pub(crate) fn play(scene: &Scene, typed: &str) -> Result<Came, Problem> {
    let book = scene.book()?;
    let mut position = scene.position(&book)?;
    Ok(match position.answer(typed) {
        Answer::Played(r#move) => Came::Played { r#move },
        Answer::Lost(illegal) => Came::Lost { number: illegal.attempt.to_string(), why: format!("{illegal}.") },
        Answer::AskAgain(illegal) => Came::Again { why: format!("{illegal}.") },
        Answer::NotAMove(not_a_move) => Came::Again { why: sentence(not_a_move) },
    })
}

/// A move and why, and the idea of it without the move.
#[derive(Serialize)]
pub(crate) struct Advice {
    r#move: Move,
    words: String,
    idea: &'static str,
}

fn advice(hint: &Hint) -> Advice {
    Advice { r#move: hint.chosen, words: hint.to_string(), idea: hint.why.idea() }
}

pub(crate) fn hint(scene: &Scene) -> Result<Option<Advice>, Problem> {
    let book = scene.book()?;
    let hint = duel::hint(&scene.position(&book)?, &mut watch(&book)).map_err(too_hard)?;
    Ok(hint.as_ref().map(advice))
}

#[derive(Serialize)]
pub(crate) struct Verdicts {
    winner: u8,
    /// The moves that win, if they are not too many.
    winning: Option<Vec<Move>>,
    method: String,
}

pub(crate) fn verdicts(scene: &Scene) -> Result<Verdicts, Problem> {
    let book = scene.book()?;
    let Solution { winner, winning, method } =
        duel::solve(&scene.position(&book)?, &mut watch(&book)).map_err(too_hard)?;
    let winning = (winning.len() <= LISTED).then_some(winning);
    Ok(Verdicts { winner: winner.number(), winning, method: method.to_string() })
}

#[derive(Serialize)]
pub(crate) struct Proved {
    /// The proof, if it is not too long to be drawn.
    proof: Option<Proof>,
    words: String,
    /// The help that it is to whoever sees it in a game.
    help: Option<Help>,
}

pub(crate) fn proof(scene: &Scene) -> Result<Proved, Problem> {
    let (proof, words) = proved(scene)?;
    let is_drawn = scene.book()?.game().pool().is_none_or(|pool| pool.count() <= LISTED as u64);
    let help = Help::of_proof(&proof);
    Ok(Proved { proof: is_drawn.then_some(proof), words, help })
}

/// The proof as the file that `divisor-duel verify` reads, however long.
pub(crate) fn proof_file(scene: &Scene) -> Result<String, Problem> {
    let (proof, _) = proved(scene)?;
    Ok(serde_json::to_string(&proof).map_err(Problem::new)? + "\n")
}

/// A proof and what it proves. Nobody has to trust the solver: what it proved is checked by the checker before it is shown.
fn proved(scene: &Scene) -> Result<(Proof, String), Problem> {
    let book = scene.book()?;
    let proof = duel::prove(&scene.position(&book)?, &mut watch(&book)).map_err(|unproved| match unproved {
        Unproved::OutOfBudget(error) => too_hard(error),
        other => Problem::new(other),
    })?;
    let words = duel::check(&proof).map_err(Problem::new)?.to_string();
    Ok((proof, words))
}

#[derive(Serialize)]
pub(crate) struct Openings {
    winner: u8,
    first_moves: u64,
    winning_count: u64,
    winning: Option<Vec<Move>>,
    pairs: Option<u64>,
    method: String,
}

pub(crate) fn openings(scene: &Scene) -> Result<Openings, Problem> {
    let book = scene.book()?;
    let solution = duel::solve_game(book.game(), &mut watch(&book)).map_err(|unsolved| match unsolved {
        Unsolved::OutOfBudget(error) => too_hard(error),
        Unsolved::TooLarge(error) => Problem::new(error),
    })?;
    let listed = solution.winning.count() <= LISTED as u64;
    Ok(Openings {
        winner: solution.winner.number(),
        first_moves: solution.first_moves,
        winning_count: solution.winning.count(),
        winning: listed.then(|| solution.winning.iter().collect()),
        pairs: solution.matching,
        method: solution.method.to_string(),
    })
}

#[derive(Serialize)]
pub(crate) struct Review {
    moves: Vec<Reviewed>,
    /// Where the game turned, in a sentence.
    turned: String,
}

#[derive(Serialize)]
struct Reviewed {
    /// Null where the player gave the game up.
    r#move: Option<Move>,
    player: usize,
    mark: &'static str,
    mark_words: String,
    is_turning_point: bool,
    better: Option<Advice>,
}

pub(crate) fn review(scene: &Scene) -> Result<Review, Problem> {
    let book = scene.book()?;
    let reviewed = duel::review(&scene.position(&book)?, scene.opening()?, &mut watch(&book)).map_err(too_hard)?;
    let turned = duel::turning_points_in_words(&reviewed);
    let turning_points = duel::turning_points(&reviewed);
    let look = |(at, reviewed): (usize, duel::Reviewed)| Reviewed {
        r#move: reviewed.played,
        player: at % 2 + 1,
        mark: reviewed.mark.code(),
        mark_words: reviewed.mark.to_string(),
        is_turning_point: turning_points.contains(&(at + 1)),
        better: reviewed.better.as_ref().map(advice),
    };
    Ok(Review { moves: reviewed.into_iter().enumerate().map(look).collect(), turned })
}

#[derive(Serialize)]
pub(crate) struct Learned {
    words: String,
    /// At a turning point: how many moves had been made, what was played, and what wins.
    moves_before: Option<usize>,
    played: Option<Move>,
    better: Option<Advice>,
}

pub(crate) fn lesson(scene: &Scene, player: u8) -> Result<Option<Learned>, Problem> {
    let book = scene.book()?;
    let player = if player == 1 { Player::One } else { Player::Two };
    let lesson = duel::lesson(&scene.position(&book)?, player, &mut watch(&book)).map_err(too_hard)?;
    Ok(lesson.map(|lesson| {
        let words = lesson.to_string();
        match lesson {
            duel::Lesson::TurningPoint { before, played, better } => {
                Learned { words, moves_before: Some(before.moves().len()), played, better: Some(advice(&better)) }
            }
            _ => Learned { words, moves_before: None, played: None, better: None },
        }
    }))
}

#[derive(Serialize)]
pub(crate) struct PuzzleView {
    game: String,
    title: String,
    moves: Vec<Move>,
    grade: String,
}

pub(crate) fn puzzle(
    game: Option<&str>,
    grade: Option<Grade>,
    seed: Option<u64>,
    day: Option<u64>,
) -> Result<PuzzleView, Problem> {
    let book = game.map(RuleBook::find).transpose().map_err(|error| Problem::new(error.problem))?;
    let which = day.map_or(Which::Seed(seed.unwrap_or(0)), Which::Day);
    let puzzle = Puzzle::find(book.as_ref(), grade, which).map_err(Problem::new)?;
    Ok(PuzzleView {
        game: puzzle.book.code(),
        title: puzzle.book.title().into(),
        moves: puzzle.position.moves().to_vec(),
        grade: puzzle.grade.to_string(),
    })
}

pub(crate) fn record(scene: &Scene, date: Option<String>) -> Result<String, Problem> {
    let book = scene.book()?;
    let mut record = Record::new(&book, scene.position(&book)?, scene.people()?);
    if let Some(date) = date {
        record.set_date(date.parse().map_err(|error: duel::NotADate| Problem::new(error.to_string()))?);
    }
    record.set_opening(scene.opening()?);
    Ok(record.to_string())
}

pub(crate) fn picture(scene: &Scene) -> Result<Picture, Problem> {
    let book = scene.book()?;
    match book.game().view() {
        View::Table(_) => Err(Problem::new("a division game has no divisor graph to draw")),
        View::Pool(pool) if pool.count() > DRAWN => {
            Err(Problem::new(format!("a picture shows at most {DRAWN} numbers, and this pool has {}", pool.count())))
        }
        View::Pool(pool) => Ok(Picture::of(pool)),
    }
}
