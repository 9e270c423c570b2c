//! Puzzles: positions with exactly one winning move, graded by what it takes to see it.

use std::fmt::{self, Display};
use std::str::FromStr;

use rand::Rng;

use crate::game::{Game, Kind};
use crate::luck::{self, below, shuffle};
use crate::moves::Move;
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::solve::{OutOfBudget, Watch, heap, solve};
use crate::wander;

/// So many legal moves make it worth asking which one wins.
const CHOICES: usize = 4;
/// The largest pool that puzzles come from.
const LARGEST_POOL: u64 = 1_000;
/// And where no theorem helps.
const LARGEST_SEARCHED: u64 = 60;
/// The smallest pool with enough puzzles of every grade that they do not soon come again.
const RICH_POOL: u64 = 25;
/// How many games are played in search of a puzzle.
const GAMES: usize = 4_000;
/// How many positions of each of them are looked at.
const LOOKS: usize = 6;
/// How many positions a search may look at where no theorem helps.
const SEARCHED: u64 = 20_000;
/// A win that is certain after so few moves of one's own is easy to see, or of medium difficulty.
const EASY: u32 = 3;
const MEDIUM: u32 = 16;
/// How many positions are solved to find out how much must be seen; what takes more is hard.
const READ: u32 = 600;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// The point is a move or two away: a dead end, a prime.
    Easy,
    /// It can be seen by going through the answers.
    Medium,
    /// There is too much to go through: it takes a plan, such as a pairing.
    Hard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];
}

impl Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        })
    }
}

/// A text that names no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoGrade;

impl FromStr for Grade {
    type Err = NoGrade;

    fn from_str(text: &str) -> Result<Grade, NoGrade> {
        let named = Grade::ALL.into_iter().find(|grade| grade.to_string() == text);
        named.ok_or(NoGrade)
    }
}

/// A position with exactly one winning move among at least four legal ones.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The book it comes from, and whose words tell it.
    pub book: RuleBook,
    /// The position, with the one to move who can win.
    pub position: Position,
    /// The only move that wins.
    pub answer: Move,
    /// How hard it is.
    pub grade: Grade,
}

/// Which puzzle is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one of this number.
    Seed(u64),
    /// The one of this day, counted from 1 January 1970.
    Day(u64),
}

impl Which {
    /// The day, if it is the puzzle of one.
    pub fn day(self) -> Option<u64> {
        match self {
            Which::Seed(_) => None,
            Which::Day(day) => Some(day),
        }
    }
}

impl Puzzle {
    /// A puzzle of this book or of any. The puzzle of a day has the grade of the day.
    ///
    /// # Errors
    /// See [`puzzle`].
    pub fn find(book: Option<&RuleBook>, grade: Option<Grade>, which: Which) -> Result<Puzzle, NoPuzzle> {
        match (book, which) {
            (None, Which::Day(day)) => daily(day),
            (Some(book), Which::Day(day)) => daily_of(book, day),
            (None, Which::Seed(seed)) => puzzle_of_any_book(grade, seed),
            (Some(book), Which::Seed(seed)) => puzzle(book, grade, seed),
        }
    }
}

/// Why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPuzzle {
    /// The pool is too large.
    TooLarge {
        /// How many numbers the pool has.
        count: u64,
        /// How many it may have.
        most: u64,
        /// Whether it is fewer than usual because the game is a misère one.
        is_misere: bool,
    },
    /// None was found.
    NotFound(Option<Grade>),
}

/// A puzzle of a book, of this grade or of any. The same seed gives the same puzzle on every machine.
///
/// In a division game the numbers on the table are the puzzle's own.
///
/// ```
/// use duel::RuleBook;
/// use duel::puzzle::{Grade, puzzle};
/// use duel::solve::{Watch, solve};
///
/// let book = RuleBook::find("juniper-green")?;
/// let puzzle = puzzle(&book, Some(Grade::Hard), 7)?;
/// let solution = solve(&puzzle.position, &mut Watch::forever())?;
/// assert_eq!(solution.winning, [puzzle.answer]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Large pools are refused, and some games have no such puzzle.
pub fn puzzle(book: &RuleBook, grade: Option<Grade>, seed: u64) -> Result<Puzzle, NoPuzzle> {
    let count = book.game().pool().map_or(0, |pool| pool.count());
    let most = if book.game().is_misere() { LARGEST_SEARCHED } else { LARGEST_POOL };
    if count > most {
        return Err(NoPuzzle::TooLarge { count, most, is_misere: most < LARGEST_POOL });
    }
    let mut rng = luck::of_puzzles(seed);
    for _ in 0..GAMES {
        let (book, positions) = match book.game().kind {
            Kind::Take(_) => (book.clone(), some_positions(book.game(), &mut rng)),
            Kind::Divide(_) => {
                let book = book.clone().with_table(some_table(&mut rng));
                let start = book.game().start().ok();
                (book, start.into_iter().collect())
            }
        };
        for position in positions {
            if let Some((answer, graded)) = judge(&position)
                && grade.is_none_or(|grade| grade == graded)
            {
                return Ok(Puzzle { book, position, answer, grade: graded });
            }
        }
    }
    Err(NoPuzzle::NotFound(grade))
}

/// A puzzle of one of the larger books, of this grade or of any.
///
/// # Errors
/// See [`puzzle`].
pub fn puzzle_of_any_book(grade: Option<Grade>, seed: u64) -> Result<Puzzle, NoPuzzle> {
    let mut books = rich_books();
    shuffle(&mut books, &mut luck::of_puzzles(seed));
    first_that_has(books, grade, seed)
}

/// The puzzle of a day, so many days after 1 January 1970: the larger books in turn, easy on Monday and hard on Sunday.
///
/// # Errors
/// See [`puzzle`].
pub fn daily(day: u64) -> Result<Puzzle, NoPuzzle> {
    let mut books = rich_books();
    let (round, at) = (day / books.len() as u64, (day % books.len() as u64) as usize);
    shuffle(&mut books, &mut luck::of_puzzles(round));
    books.rotate_left(at);
    first_that_has(books, Some(grade_of(day)), day)
}

/// The built-in books that have many puzzles.
fn rich_books() -> Vec<&'static RuleBook> {
    let is_rich = |book: &&RuleBook| book.game().pool().is_none_or(|pool| pool.count() >= RICH_POOL);
    RuleBook::built_in().iter().filter(is_rich).collect()
}

/// Not every book has puzzles of every grade.
fn first_that_has(books: Vec<&RuleBook>, grade: Option<Grade>, seed: u64) -> Result<Puzzle, NoPuzzle> {
    let found = books.into_iter().find_map(|book| puzzle(book, grade, seed).ok());
    found.ok_or(NoPuzzle::NotFound(grade))
}

/// The puzzle of a day in a certain book: of the day's grade, or, where the book has none, of the nearest one.
///
/// # Errors
/// See [`puzzle`].
pub fn daily_of(book: &RuleBook, day: u64) -> Result<Puzzle, NoPuzzle> {
    let nearest = match grade_of(day) {
        Grade::Easy => [Grade::Easy, Grade::Medium, Grade::Hard],
        Grade::Medium => [Grade::Medium, Grade::Easy, Grade::Hard],
        Grade::Hard => [Grade::Hard, Grade::Medium, Grade::Easy],
    };
    let found = nearest.into_iter().find_map(|grade| puzzle(book, Some(grade), day).ok());
    found.map_or_else(|| puzzle(book, None, day), Ok)
}

fn grade_of(day: u64) -> Grade {
    // The first of January 1970 was a Thursday.
    match (day % 7 + 3) % 7 {
        0 | 1 => Grade::Easy,
        2..=4 => Grade::Medium,
        _ => Grade::Hard,
    }
}

/// Positions of one game played at random, but not to an early end.
fn some_positions(game: &Game, rng: &mut impl Rng) -> Vec<Position> {
    let Ok(mut position) = game.start() else { return Vec::new() };
    let mut positions = Vec::new();
    while let Some(chosen) = wander::step(&position, rng) {
        if position.legal_count() >= CHOICES {
            positions.push(position.clone());
        }
        if position.play(chosen).is_err() {
            break;
        }
    }
    shuffle(&mut positions, rng);
    positions.truncate(LOOKS);
    positions
}

/// Numbers for a table. Powers of a prime are among them because other numbers often can be divided in several ways that
/// come to the same.
fn some_table(rng: &mut impl Rng) -> Vec<u64> {
    const POWERS: [u64; 16] = [4, 8, 9, 16, 25, 27, 32, 49, 64, 81, 125, 128, 243, 256, 512, 729];
    let count = 2 + below(rng, 3);
    let number = |rng: &mut _| match below(rng, 2) {
        0 => POWERS[below(rng, POWERS.len())],
        _ => 6 + below(rng, 115) as u64,
    };
    let mut table: Vec<u64> = (0..count).map(|_| number(rng)).collect();
    table.sort_unstable();
    table
}

/// The only winning move and how hard it is to see, if this is a puzzle.
fn judge(position: &Position) -> Option<(Move, Grade)> {
    if position.legal_count() < CHOICES {
        return None;
    }
    let winning = solve(position, &mut Watch::nodes(SEARCHED)).ok()?.winning;
    let [answer] = winning[..] else { return None };
    let mut after = position.after(answer)?;
    let grade = match after.on_table() {
        _ if after.outcome().is_some() => Grade::Easy,
        Some(table) if is_balanced(table) => Grade::Medium,
        Some(_) => Grade::Hard,
        None => match moves_to_see(&mut after, MEDIUM, &mut READ.clone()).ok()? {
            Some(seen) if seen < EASY => Grade::Easy,
            Some(_) => Grade::Medium,
            None => Grade::Hard,
        },
    };
    Some((answer, grade))
}

/// Whether the heaps come in pairs, so that whatever is done to one can be done to its twin, or have one move each.
fn is_balanced(table: &[u64]) -> bool {
    let mut heaps: Vec<u32> = table.iter().map(|&number| heap(number)).filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    let twins = heaps.len().is_multiple_of(2) && heaps.chunks(2).all(|pair| pair[0] == pair[1]);
    twins || heaps.iter().all(|&heap| heap == 1)
}

/// How many moves of one's own must be thought of to be certain of the win, with the opponent to move: one for every
/// answer, and so on to the end. `None` when that is more than `limit`, or when too much must be solved to find out.
fn moves_to_see(after: &mut Position, limit: u32, solves: &mut u32) -> Result<Option<u32>, OutOfBudget> {
    let mut sum = 0;
    for answer in after.legal_moves() {
        if sum >= limit || *solves == 0 {
            return Ok(None);
        }
        *solves -= 1;
        if after.play(answer).is_err() {
            continue;
        }
        let winning = solve(after, &mut Watch::nodes(SEARCHED))?.winning;
        // In a misère game an answer can be the end of whoever gave it.
        let mut fewest = after.outcome().map(|_| 0);
        for reply in winning {
            let most = fewest.map_or(limit - sum, |fewest: u32| fewest - 1);
            if most == 0 || after.play(reply).is_err() {
                continue;
            }
            let seen = moves_to_see(after, most - 1, solves);
            after.undo();
            fewest = seen?.map(|seen| seen + 1).or(fewest);
        }
        after.undo();
        match fewest {
            Some(fewest) => sum += fewest,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}
