//! What is wrong with a text that somebody wrote, and where: a record, a rule file, a game code.

use std::ops::Range;

use crate::date::NotADate;
use crate::game::GameError;
use crate::moves::Move;
use crate::name::NameError;
use crate::position::{Contradiction, NotPlayable};
use crate::seats::{NobodyKnown, NotAnId};
use crate::session::{NoMisses, NoOrigin, Rounds};

/// What is wrong with a record, a rule file or a lesson, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Box<TextProblem>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextProblem {
    /// The game code in it names no game.
    Code(CodeProblem),
    /// It is no record.
    Record(RecordProblem),
    /// It is no rule file.
    RuleFile(RuleFileProblem),
    /// It is no lesson.
    Lesson(LessonProblem),
    /// The game cannot be started.
    CannotStart(GameError),
}

impl TextError {
    /// What is wrong at this byte of a text.
    pub(crate) fn at(text: &str, at: usize, problem: impl Into<TextProblem>) -> TextError {
        let (line, column) = line_and_column(text, at);
        TextError { line, column, problem: Box::new(problem.into()) }
    }
}

impl From<CodeProblem> for TextProblem {
    fn from(problem: CodeProblem) -> TextProblem {
        TextProblem::Code(problem)
    }
}

impl From<RecordProblem> for TextProblem {
    fn from(problem: RecordProblem) -> TextProblem {
        TextProblem::Record(problem)
    }
}

impl From<RuleFileProblem> for TextProblem {
    fn from(problem: RuleFileProblem) -> TextProblem {
        TextProblem::RuleFile(problem)
    }
}

impl From<LessonProblem> for TextProblem {
    fn from(problem: LessonProblem) -> TextProblem {
        TextProblem::Lesson(problem)
    }
}

impl From<GameError> for TextProblem {
    fn from(error: GameError) -> TextProblem {
        TextProblem::CannotStart(error)
    }
}

/// The line and the character in it, both counted from 1, of a byte in a text.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A game code that says nothing we can play: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The bytes of the code that are wrong.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub problem: CodeProblem,
}

/// What is wrong with a game code. Foreign text in it is shortened and fit to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum CodeProblem {
    /// It names no game.
    NoName,
    /// There is no such game; there are these books.
    UnknownName { name: String, meant: Option<String>, books: Vec<String> },
    /// `take` stands without its pool.
    NoPool,
    /// `divide` stands without its number.
    NoTable,
    /// The clause is about picks, and a division game has none.
    AboutPicks { clause: String },
    /// Something else than 1 as a last resort.
    NotOneAsResort,
    /// Both even and odd.
    EvenAndOdd,
    /// A range without any end.
    EndlessRange,
    /// No rule for a first pick.
    NotAFirstPick { value: String },
    /// An illegal number costs something else.
    NotACost,
    /// An illegal number costs two things.
    TwoCosts,
    /// 1 is a last resort and not in the pool.
    OneNotInPool,
    /// The rules leave no game.
    Game(GameError),
    /// Nothing stands between two commas.
    EmptyClause,
    /// There is no such clause.
    UnknownClause { clause: String, meant: Option<&'static str> },
    /// No pool.
    NotAPool,
    /// A pool from 0 on.
    PoolFromZero,
    /// A pool without steps.
    StepOfZero,
    /// A pool without numbers.
    EmptyPool { lo: u64, hi: u64 },
    /// A pool of too many numbers.
    PoolTooLarge { count: u64 },
    /// A number that cannot be divided.
    TooSmallToDivide { number: u64 },
    /// Too many numbers on the table.
    TableFull,
    /// No number where one belongs.
    Number { of: NumberOf, why: WhyNoNumber },
}

/// Which number of a game code it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum NumberOf {
    PoolLow,
    PoolHigh,
    PoolStep,
    FirstPickLow,
    FirstPickHigh,
    Table,
}

/// Why it is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNoNumber {
    /// It has more than 64 bits.
    TooLarge,
    /// There is nothing.
    Missing,
    /// Something else stands there.
    Malformed(String),
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum RecordProblem {
    /// It is too long to be one.
    TooLong,
    /// It does not say what is played.
    NoGame,
    /// It has another version.
    Version { version: String },
    /// Another record begins.
    SecondGame,
    /// A header stands among the moves.
    LateHeader,
    /// A header stands there twice.
    TwoHeaders { name: String },
    /// It has more headers than this.
    TooManyHeaders { most: usize },
    /// It begins as a header and is none.
    NotAHeader,
    /// A header does not end as one.
    HeaderWithoutEnd,
    /// A backslash before something else than a quotation mark or a backslash.
    LoneBackslash,
    /// A control character in a header.
    ControlCharacter,
    /// A value without its second quotation mark.
    NoClosingQuote { name: String },
    /// A name that is none.
    Name(NameError),
    /// A date that is none.
    Date(NotADate),
    /// A move that cannot be played.
    Move { number: usize, why: NotPlayable },
    /// A result that is none.
    Result { result: String },
    /// A result that the moves do not have.
    Contradiction(Contradiction),
    /// A header about the people that cannot be understood.
    Header { name: String, why: HeaderProblem },
    /// A match that cannot be.
    Match { rounds: Rounds, score: [u32; 2] },
}

/// Why a header about the people and their games cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum HeaderProblem {
    /// No whole number.
    NotWhole,
    /// No score.
    NotAScore,
    /// No sort of player.
    Nobody(NobodyKnown),
    /// No id.
    Id(NotAnId),
    /// Something else than yes.
    NotYes,
    /// Neither of the two sits in the first seat.
    NotASeat { one: String, two: String },
    /// More moves than the game has.
    LongOpening { moves: usize },
    /// More games than anybody plays.
    TooManyGames,
    /// No place that a game can come from.
    Origin(NoOrigin),
    /// No misses, or misses in moves that nobody has come to.
    Misses(NoMisses),
    /// Something else than no.
    NotNo,
    /// The rounds of a match, where another header has said them.
    SaidTwice,
}

/// What is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum RuleFileProblem {
    /// It is too long to be one.
    TooLong,
    /// It has more brackets than this.
    TooManyBrackets { most: usize },
    /// It is no TOML, or has other keys: what the reader of TOML says, and which key was meant.
    Toml { said: String, meant: Option<String> },
    /// Its pool is too large for a board.
    PoolTooLarge,
    /// No id.
    NotAnId,
    /// An id that begins a game code.
    ReservedId { id: String },
    /// A text that is not one line.
    NotOneLine { field: &'static str },
    /// A control character in a text.
    ControlCharacter(char),
    /// A list of opponents that is none.
    NoSuchOpponents,
    /// Words for several numbers in a pool game.
    SeveralInAPool,
    /// A table of words within one that can have no such table.
    WordsWithin { table: &'static str },
    /// A brace without the other one.
    LoneBrace { brace: String },
    /// A placeholder that means nothing in this phrase; these do.
    IdleSlot { slot: String, known: Vec<&'static str> },
    /// A placeholder that does not exist; these do.
    UnknownSlot { slot: String, meant: Option<&'static str>, known: Vec<&'static str> },
    /// An example that cannot be played.
    Example(NotPlayable),
}

/// What is wrong with a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum LessonProblem {
    /// It has another version.
    Version { version: i64 },
    /// It has no step, or more than this.
    Steps { most: usize },
    /// Its board has more numbers than this.
    LargeBoard { most: u64 },
    /// Its first step has no board.
    NoGame,
    /// A text is missing, or longer than this.
    NotShort { lines: usize, columns: usize },
    /// A move that cannot be played.
    Move(NotPlayable),
    /// There is nothing left to play.
    Over,
    /// What is asked needs this to be said.
    Needs { key: &'static str },
    /// What belongs to a question for certain moves.
    OnlyOfMoves,
    /// A move is refused that is right.
    IsRight(Move),
    /// Not one of the claims that can be checked.
    NotAClaim,
    /// No level.
    Opponent,
}
