//! Puzzles: positions with exactly one winning move, graded by how hard it is to find, no two neighbours alike.

mod judged;
mod sought;

use std::fmt::{self, Display};

use crate::luck::{self, shuffle};
use crate::moves::Move;
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::solve::heap;

use sought::Found;

pub use judged::{Grade, NoGrade, NoTheme, Theme};

/// The largest pool that puzzles come from.
const LARGEST_POOL: u64 = 1_000;
/// And where no theorem helps.
const LARGEST_SEARCHED: u64 = 60;
/// The smallest pool with enough puzzles of every grade that they do not soon come again.
const RICH_POOL: u64 = 25;
/// Puzzles of so many seeds or days in a row have different ideas, as far as the book has them.
const NEIGHBOURS: u64 = 20;

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
    /// What it is about.
    pub theme: Theme,
}

/// What would be felt as the same puzzle again, whatever the rest of the board looks like: the number that lies there with the one
/// that answers it, since that is what people see and do ("5, take 35"); on a table the heaps that the numbers stand for, since
/// they alone decide, and 8 beside 27 is no other puzzle than 125 beside 8.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Idea {
    /// Of a pool game.
    Answer {
        /// The last pick; 0 where nothing was picked.
        last: u64,
        /// The pick that wins.
        answer: u64,
    },
    /// Of a division game: the heaps that can be moved in, the smallest first.
    Heaps(Vec<u32>),
}

impl Idea {
    pub(crate) fn of(position: &Position, answer: Move) -> Idea {
        match position.on_table() {
            Some(table) => Idea::Heaps(heaps(table)),
            None => Idea::Answer { last: position.last().unwrap_or(0), answer: answer.number() },
        }
    }
}

impl Display for Idea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Idea::Answer { last, answer } => write!(f, "{last} {answer}"),
            Idea::Heaps(heaps) => {
                let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
                write!(f, "heaps {}", heaps.join(" "))
            }
        }
    }
}

/// The heaps of a table that can be moved in, the smallest first.
fn heaps(table: &[u64]) -> Vec<u32> {
    let mut heaps: Vec<u32> = table.iter().map(|&number| heap(number)).filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// What sort of puzzle is wanted: of any grade and about anything, unless it says more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    /// How hard.
    pub grade: Option<Grade>,
    /// About what.
    pub theme: Option<Theme>,
}

impl From<Option<Grade>> for Sort {
    fn from(grade: Option<Grade>) -> Sort {
        Sort { grade, theme: None }
    }
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
    pub fn find(book: Option<&RuleBook>, sort: impl Into<Sort>, which: Which) -> Result<Puzzle, NoPuzzle> {
        match (book, which) {
            (None, Which::Day(day)) => daily(day),
            (Some(book), Which::Day(day)) => daily_of(book, day),
            (None, Which::Seed(seed)) => puzzle_of_any_book(sort, seed),
            (Some(book), Which::Seed(seed)) => puzzle(book, sort, seed),
        }
    }

    /// The puzzle that this position is, if it is one of this sort.
    fn judge(book: RuleBook, position: Position, sort: Sort) -> Option<Puzzle> {
        let answer = judged::only_answer(&position)?;
        let grade = Grade::of(&position, answer, sort.grade)?;
        let theme = Theme::of(&position, answer).filter(|&theme| sort.theme.is_none_or(|wanted| wanted == theme))?;
        Some(Puzzle { book, position, answer, grade, theme })
    }

    /// The puzzle that a position of this book is, if it is one.
    pub fn of(book: &RuleBook, position: &Position) -> Option<Puzzle> {
        Puzzle::judge(book.clone(), position.clone(), Sort::default())
    }

    /// What would be felt as the same again.
    pub fn idea(&self) -> Idea {
        Idea::of(&self.position, self.answer)
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
    NotFound(Sort),
}

/// A puzzle of a book, of this sort. The same seed gives the same puzzle on every machine, and twenty seeds in a row give twenty
/// different ideas, as far as the book has them.
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
pub fn puzzle(book: &RuleBook, sort: impl Into<Sort>, seed: u64) -> Result<Puzzle, NoPuzzle> {
    Ok(find(book, sort.into(), seed)?.puzzle)
}

fn find(book: &RuleBook, sort: Sort, seed: u64) -> Result<Found, NoPuzzle> {
    let count = book.game().pool().map_or(0, |pool| pool.count());
    let most = if book.game().is_misere() { LARGEST_SEARCHED } else { LARGEST_POOL };
    if count > most {
        return Err(NoPuzzle::TooLarge { count, most, is_misere: most < LARGEST_POOL });
    }
    let can_be = sort.theme.is_none_or(|theme| Theme::of_game(book.game()).contains(&theme));
    can_be.then(|| sought::first(book, sort, seed)).flatten().ok_or(NoPuzzle::NotFound(sort))
}

/// A puzzle of one of the larger books, of this sort.
///
/// # Errors
/// See [`puzzle`].
pub fn puzzle_of_any_book(sort: impl Into<Sort>, seed: u64) -> Result<Puzzle, NoPuzzle> {
    let mut books = rich_books();
    shuffle(&mut books, &mut luck::of_puzzles(seed));
    first_that_has(books, sort.into(), seed)
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
    first_that_has(books, Some(grade_of(day)).into(), day)
}

/// The built-in books that have many puzzles.
fn rich_books() -> Vec<&'static RuleBook> {
    let is_rich = |book: &&RuleBook| book.game().pool().is_none_or(|pool| pool.count() >= RICH_POOL);
    RuleBook::built_in().iter().filter(is_rich).collect()
}

/// Not every book has puzzles of every grade, nor one whose idea the neighbours do not have.
fn first_that_has(books: Vec<&RuleBook>, sort: Sort, seed: u64) -> Result<Puzzle, NoPuzzle> {
    let mut spare = None;
    for found in books.into_iter().filter_map(|book| find(book, sort, seed).ok()) {
        if found.is_own {
            return Ok(found.puzzle);
        }
        spare = spare.or(Some(found.puzzle));
    }
    spare.ok_or(NoPuzzle::NotFound(sort))
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
