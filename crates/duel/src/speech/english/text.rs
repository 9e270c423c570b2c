//! What is wrong with a text, in English.

use super::{English, grouped, list};
use crate::bot::BadAnswer;
use crate::challenge::{BadProgress, Nonsense, PROGRESS_BYTES};
use crate::code::CLAUSES;
use crate::date::NotADate;
use crate::game::{SMALLEST_ON_TABLE, TABLE_NUMBERS};
use crate::lesson::{Baseless, Unfounded, claims};
use crate::name::NameError;
use crate::puzzle::NoGrade;
use crate::record::FORMAT;
use crate::seats::{NobodyKnown, NotAnId};
use crate::session::{NoMisses, NoOrigin, NotAnEvent};
use crate::text::{
    CodeError, CodeProblem, HeaderProblem, LessonProblem, NumberOf, RecordProblem, RuleFileProblem, TextError,
    TextProblem, WhyNoNumber,
};

impl English for TextError {
    fn english(&self) -> String {
        let TextError { line, column, problem } = self;
        format!("line {line}, column {column}: {}", problem.english())
    }
}

impl English for TextProblem {
    fn english(&self) -> String {
        match self {
            TextProblem::Code(problem) => problem.english(),
            TextProblem::Record(problem) => problem.english(),
            TextProblem::RuleFile(problem) => problem.english(),
            TextProblem::Lesson(problem) => problem.english(),
            TextProblem::CannotStart(error) => error.english(),
        }
    }
}

impl English for CodeError {
    fn english(&self) -> String {
        self.problem.english()
    }
}

impl English for CodeProblem {
    fn english(&self) -> String {
        match self {
            CodeProblem::NoName => {
                "a game is named by a rule book, such as classic, or by a code, such as take:2..50".into()
            }
            CodeProblem::UnknownName { name, meant: Some(meant), .. } => {
                format!("there is no game called \"{name}\"; did you mean \"{meant}\"?")
            }
            CodeProblem::UnknownName { name, meant: None, books } => format!(
                "there is no game called \"{name}\"; the books are {}, and codes look like take:2..50 or divide:60",
                list(books)
            ),
            CodeProblem::NoPool => "\"take\" needs its pool, such as take:2..50".into(),
            CodeProblem::NoTable => "\"divide\" needs its number, such as divide:60".into(),
            CodeProblem::AboutPicks { clause } => {
                format!("\"{clause}\" is about picks from a pool, and a division game has none")
            }
            CodeProblem::NotOneAsResort => "only 1 can be a last resort: resort=1".into(),
            CodeProblem::EvenAndOdd => "the first pick cannot be both even and odd".into(),
            CodeProblem::EndlessRange => "one end of the range may be left open, not both".into(),
            CodeProblem::NotAFirstPick { value } => format!(
                "\"{value}\" is no rule for the first pick; it can be even, odd, composite or a range such as 2.. or ..49"
            ),
            CodeProblem::NotACost => "an illegal number is either invalid=retry or invalid=loses".into(),
            CodeProblem::TwoCosts => "an illegal number cannot both lose and be asked again".into(),
            CodeProblem::OneNotInPool => "resort=1 is about the number 1, and it is not in this pool".into(),
            CodeProblem::Game(error) => error.english(),
            CodeProblem::EmptyClause => "a clause is missing between two commas or at the end".into(),
            CodeProblem::UnknownClause { clause, meant: Some(meant) } => {
                format!("\"{clause}\" is not a clause; did you mean \"{meant}\"?")
            }
            CodeProblem::UnknownClause { clause, meant: None } => {
                format!("\"{clause}\" is not a clause; there are {}, first=LO..HI", list(CLAUSES))
            }
            CodeProblem::NotAPool => "a pool is LO..HI or LO..HI/STEP, such as 2..50 or 2..20/2".into(),
            CodeProblem::PoolFromZero => "a pool starts at 1 or above: every number divides 0".into(),
            CodeProblem::StepOfZero => "a pool's step is 1 or more".into(),
            CodeProblem::EmptyPool { lo, hi } => format!("this pool has no numbers: {hi} is below {lo}"),
            CodeProblem::PoolTooLarge { count } => {
                format!("a pool has at most 1,000,000,000 numbers, and this one would have {}", grouped(*count))
            }
            CodeProblem::TooSmallToDivide { number } => {
                format!("a number to divide is above {}, and this is {number}", SMALLEST_ON_TABLE - 1)
            }
            CodeProblem::TableFull => format!("at most {TABLE_NUMBERS} numbers fit on the table"),
            CodeProblem::Number { of, why } => {
                let of = match of {
                    NumberOf::PoolLow => "the pool's lower end",
                    NumberOf::PoolHigh => "the pool's upper end",
                    NumberOf::PoolStep => "the pool's step",
                    NumberOf::FirstPickLow => "the first pick's lower end",
                    NumberOf::FirstPickHigh => "the first pick's upper end",
                    NumberOf::Table => "a number to divide",
                };
                match why {
                    WhyNoNumber::TooLarge => format!("{of} has at most 64 bits, up to {}", u64::MAX),
                    WhyNoNumber::Missing => format!("{of} is missing"),
                    WhyNoNumber::Malformed(text) => {
                        format!("{of} is a whole number of up to 20 digits without a leading zero, not \"{text}\"")
                    }
                }
            }
        }
    }
}

impl English for RecordProblem {
    fn english(&self) -> String {
        match self {
            RecordProblem::TooLong => "this file is larger than a record can be, 16 MiB".into(),
            RecordProblem::NoGame => {
                "the record does not say what is played: a line like [Game \"classic\"] is missing".into()
            }
            RecordProblem::Version { version } => format!(
                "this record has format version {version}, and this program reads version {FORMAT}; a newer program may \
                 read it"
            ),
            RecordProblem::SecondGame => "a second game begins here, and a record is one game".into(),
            RecordProblem::LateHeader => "a header comes before the moves".into(),
            RecordProblem::TwoHeaders { name } => format!("there are two headers [{name}]"),
            RecordProblem::TooManyHeaders { most } => format!("a record has at most {most} headers"),
            RecordProblem::NotAHeader => "a header looks like [Game \"classic\"]".into(),
            RecordProblem::HeaderWithoutEnd => "a header ends with \"]".into(),
            RecordProblem::LoneBackslash => "\\ stands only before \" or \\".into(),
            RecordProblem::ControlCharacter => "a control character does not belong in a header".into(),
            RecordProblem::NoClosingQuote { name } => {
                format!("the value of [{name}] has no closing quotation mark")
            }
            RecordProblem::Name(error) => error.english(),
            RecordProblem::Date(error) => error.english(),
            RecordProblem::Move { number, why } => format!("move {number}: {}", why.english()),
            RecordProblem::Result { result } => format!(
                "the result \"{result}\" is not one: it is 1-0 or 0-1 with a reason (no-move, illegal-number with the \
                 number, resigned, time, forfeit), or * for a game that is not over"
            ),
            RecordProblem::Contradiction(why) => format!("the result contradicts the moves: {}", why.english()),
            RecordProblem::Header { name, why } => format!("the record's [{name}]: {}", why.english()),
            RecordProblem::Match { rounds, score: [one, two] } => {
                format!("the record has a match that cannot be: {}, score {one}-{two}", rounds.english())
            }
        }
    }
}

impl English for HeaderProblem {
    fn english(&self) -> String {
        match self {
            HeaderProblem::NotWhole => "a whole number in plain digits belongs there".into(),
            HeaderProblem::NotAScore => "a score is two whole numbers, such as 1-0".into(),
            HeaderProblem::Nobody(error) => error.english(),
            HeaderProblem::Id(error) => error.english(),
            HeaderProblem::Origin(error) => error.english(),
            HeaderProblem::Misses(error) => error.english(),
            HeaderProblem::NotNo => "it is no".into(),
            HeaderProblem::NotYes => "it is yes".into(),
            HeaderProblem::NotASeat { one, two } => format!("the first seat is {one}'s or {two}'s"),
            HeaderProblem::LongOpening { moves } => format!("the game has only {moves} moves"),
            HeaderProblem::TooManyGames => "nobody plays so many games".into(),
            HeaderProblem::SaidTwice => "the match is said to be best of so many rounds already".into(),
        }
    }
}

impl English for LessonProblem {
    fn english(&self) -> String {
        match self {
            LessonProblem::Version { version } => {
                format!("this lesson has format {version}, and this program reads format 1")
            }
            LessonProblem::Steps { most } => format!("a lesson has 1 to {most} steps"),
            LessonProblem::LargeBoard { most } => format!("a board of a lesson has at most {} numbers", grouped(*most)),
            LessonProblem::NoGame => "the first step needs its game, such as game = \"take:2..12\"".into(),
            LessonProblem::NotShort { lines, columns } => {
                format!("this is a text of at most {lines} lines of {columns} columns")
            }
            LessonProblem::Move(why) => why.english(),
            LessonProblem::Over => "the game is over here, so there is nothing to ask".into(),
            LessonProblem::Needs { key } => format!("what is asked here needs {key}"),
            LessonProblem::OnlyOfMoves => "`right` and `other` belong to ask = \"move\" alone".into(),
            LessonProblem::IsRight(chosen) => format!("{chosen} is right here"),
            LessonProblem::NotAClaim => {
                format!("a claim is one of {} and the moves or numbers that it is about", list(claims()))
            }
            LessonProblem::Opponent => "an opponent is a level, 1 to 5".into(),
        }
    }
}

impl English for Unfounded {
    fn english(&self) -> String {
        let Unfounded { step, what } = self;
        let what = match what {
            Baseless::Claim(claim) => format!("\"{claim}\" is not so"),
            Baseless::NothingWins => "no move wins here".into(),
            Baseless::IsRight(chosen) => format!("{chosen} is refused, and it wins"),
            Baseless::NoClaim(number) => format!("it speaks of {number}, and no claim is about that"),
            Baseless::TooHard => "this is too hard to check".into(),
        };
        format!("step {step}: {what}")
    }
}

impl English for NoOrigin {
    fn english(&self) -> String {
        "a game comes from \"game ID move 7\", \"game move 7\", \"puzzle\" or \"lesson NAME\"".into()
    }
}

impl English for NoMisses {
    fn english(&self) -> String {
        "misses are \"none\", or moves that were come to with how often, such as 3:2 5:1".into()
    }
}

impl English for RuleFileProblem {
    fn english(&self) -> String {
        match self {
            RuleFileProblem::TooLong => "this file is larger than a rule file or a lesson can be, 64 KiB".into(),
            RuleFileProblem::TooManyBrackets { most } => {
                format!("a rule file or a lesson has at most {most} opening brackets and braces")
            }
            RuleFileProblem::Toml { said, meant: None } => said.clone(),
            RuleFileProblem::Toml { said, meant: Some(meant) } => format!("{said}; did you mean `{meant}`?"),
            RuleFileProblem::PoolTooLarge => {
                "a rule book's pool has at most 1,000,000 numbers, so that it can be played".into()
            }
            RuleFileProblem::NotAnId => {
                "an id is up to 32 lower-case letters, digits and hyphens, and begins with a letter".into()
            }
            RuleFileProblem::ReservedId { id } => format!("\"{id}\" already begins a game code; choose another id"),
            RuleFileProblem::NotOneLine { field } => format!("the {field} is one line of text"),
            RuleFileProblem::ControlCharacter(c) => {
                format!("a control character ({}) does not belong in a text", c.escape_unicode())
            }
            RuleFileProblem::NoSuchOpponents => {
                "opponents are levels from 1 to 5, the weakest first, such as [1, 2, 4]".into()
            }
            RuleFileProblem::SeveralInAPool => {
                "[words.several] is for several numbers on the table, and this is a pool game".into()
            }
            RuleFileProblem::WordsWithin { table } => {
                format!(
                    "a table \"{table}\" means nothing here: there are [words], [words.several], and you and computer in both"
                )
            }
            RuleFileProblem::LoneBrace { brace } => format!("a lone \"{brace}\"; for the brace itself write it twice"),
            RuleFileProblem::IdleSlot { slot, known } => {
                format!("{{{slot}}} means nothing here (known here: {})", slots(known))
            }
            RuleFileProblem::UnknownSlot { slot, meant, known } => {
                let meant = meant.map(|meant| format!("; did you mean {{{meant}}}?")).unwrap_or_default();
                format!("there is no placeholder {{{slot}}}{meant} (known here: {})", slots(known))
            }
            RuleFileProblem::Example(why) => format!("the example cannot be played: {}", why.english()),
        }
    }
}

fn slots(known: &[&str]) -> String {
    known.iter().map(|slot| format!("{{{slot}}}")).collect::<Vec<_>>().join(" ")
}

impl English for NameError {
    fn english(&self) -> String {
        match self {
            NameError::Empty => "a name cannot be empty".into(),
            NameError::TooLong(count) => format!("a name has at most 32 characters, and this one has {count}"),
            NameError::Invisible(c) => format!("a name cannot have the invisible character {}", c.escape_unicode()),
        }
    }
}

impl English for NotADate {
    fn english(&self) -> String {
        "a date is a day of the calendar in the form 2026-11-15".into()
    }
}

impl English for NobodyKnown {
    fn english(&self) -> String {
        "a player is human, a computer of level:1 to level:5, or a bot".into()
    }
}

impl English for NotAnId {
    fn english(&self) -> String {
        "a game is known by 1 to 32 letters and digits".into()
    }
}

impl English for NoGrade {
    fn english(&self) -> String {
        "a puzzle is easy, medium or hard".into()
    }
}

impl English for NotAnEvent {
    fn english(&self) -> String {
        match self {
            NotAnEvent::Version(version) => {
                format!("this is no event of version {version}, the only one that this program reads")
            }
            NotAnEvent::Malformed(said) => format!("this is no event: {said}"),
            NotAnEvent::ForeignParts => "this is no event: it has parts that do not belong there".into(),
        }
    }
}

impl English for BadProgress {
    fn english(&self) -> String {
        match self {
            BadProgress::TooLong => format!("this is longer than {PROGRESS_BYTES} bytes"),
            BadProgress::Form(error) => error.to_string(),
            BadProgress::NoObject => "an object is expected".into(),
        }
    }
}

impl English for Nonsense {
    fn english(&self) -> String {
        match self {
            Nonsense::BestTooSmall { streak, best } => {
                format!("a streak of {streak} cannot be longer than the best so far, {best}")
            }
            Nonsense::Days => "days in a row have a last day, and without them there is none".into(),
            Nonsense::TooMany { count, most } => {
                format!("{count} puzzles are more than the {most} that are remembered")
            }
        }
    }
}

impl English for BadAnswer {
    fn english(&self) -> String {
        match self {
            BadAnswer::Illegal(illegal) => illegal.english(),
            BadAnswer::Garbage { said, example } => format!("{said} is not a move; one would be {example}"),
        }
    }
}
