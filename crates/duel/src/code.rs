//! The game code: one small language that names a game exactly.
//!
//! ```text
//! take:LO..HI[/STEP]   numbers are picked from a pool         divide:N[,N…]   numbers on a table are divided
//!   ,first=even  ,first=odd  ,first=composite  ,first=LO..HI   what the first pick must be; all of them must hold
//!   ,resort=1                                                  1 only when nothing else is legal
//!   ,misere                                                    whoever cannot move wins
//!   ,invalid=retry  ,invalid=loses                             what an illegal number costs
//! ```
//!
//! The name of a built-in rule book stands for its code. It may take a parameter (`juniper-green:40`, the pool's upper
//! end; `divider:60,84,90`, the numbers on the table) and further clauses (`classic,first=composite`).

use std::fmt::{self, Display, Write};
use std::ops::Range;
use std::str::FromStr;

use crate::game::{FirstPick, Game, Invalid, Kind, POOL_NUMBERS, Parity, Pool, SMALLEST_ON_TABLE, TABLE_NUMBERS, Take};
use crate::number::parse_number;
use crate::rulebook::RuleBook;
use crate::suggest::did_you_mean;
use crate::text::{CodeError, CodeProblem, NumberOf, WhyNoNumber};

/// The clauses that have no number in them.
pub(crate) const CLAUSES: [&str; 7] =
    ["first=even", "first=odd", "first=composite", "resort=1", "misere", "invalid=loses", "invalid=retry"];

impl FromStr for Game {
    type Err = CodeError;

    fn from_str(code: &str) -> Result<Game, CodeError> {
        parse(code, RuleBook::built_in())
    }
}

/// The shortest code of the game, by a built-in name wherever that is shorter.
impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = plain_code(self);
        let fitting = RuleBook::built_in().iter().filter(|book| !outgrows(book, self));
        let named = fitting.filter_map(|book| named_code(book, self));
        let shortest = named.chain([plain]).min_by_key(String::len).unwrap_or_default();
        f.write_str(&shortest)
    }
}

/// Reads a code in which the names of `books` may stand for theirs.
pub(crate) fn parse(code: &str, books: &[RuleBook]) -> Result<Game, CodeError> {
    parse_with_book(code, books).map(|(game, _)| game)
}

/// Reads a code, and says by which book's name it began, if by one.
pub(crate) fn parse_with_book<'b>(
    code: &str,
    books: &'b [RuleBook],
) -> Result<(Game, Option<&'b RuleBook>), CodeError> {
    let mut parts = Parts::new(code);
    let head = parts.next().unwrap_or(Part { text: "", at: 0 });
    let (name, parameter) = match head.text.split_once(':') {
        Some((name, _)) => (head.slice(0..name.len()), Some(head.slice(name.len() + 1..head.text.len()))),
        None => (head, None),
    };
    let (mut draft, book) = match (name.text, parameter) {
        ("take", Some(pool)) => (Draft::take(read_pool(pool)?), None),
        ("divide", Some(number)) => (Draft::divide(read_table(number, &mut parts)?), None),
        ("take", None) => return Err(head.wrong(CodeProblem::NoPool)),
        ("divide", None) => return Err(head.wrong(CodeProblem::NoTable)),
        (id, parameter) => {
            let Some(book) = books.iter().find(|book| book.id() == id) else {
                return Err(unknown_name(name, books));
            };
            (Draft::named(book, parameter, &mut parts)?, Some(book))
        }
    };
    for clause in parts {
        draft.clause(clause)?;
    }
    Ok((draft.finish(head)?, book))
}

fn unknown_name(name: Part<'_>, books: &[RuleBook]) -> CodeError {
    if name.text.is_empty() {
        return name.wrong(CodeProblem::NoName);
    }
    let known = books.iter().map(RuleBook::id).chain(["take", "divide"]);
    name.wrong(CodeProblem::UnknownName {
        name: shorten(name.text),
        meant: did_you_mean(name.text, known).map(String::from),
        books: books.iter().map(|book| book.id().into()).collect(),
    })
}

/// A game being read: the clauses are gathered first and judged together.
struct Draft {
    base: Base,
    low: Option<u64>,
    high: Option<u64>,
    parity: Option<Parity>,
    composite: bool,
    resort: bool,
    misere: bool,
    invalid: Option<Invalid>,
    /// What an illegal number costs unless the code says otherwise.
    usual_invalid: Invalid,
}

enum Base {
    Take(Pool),
    Divide(Vec<u64>),
}

impl Draft {
    fn new(base: Base) -> Draft {
        Draft {
            base,
            low: None,
            high: None,
            parity: None,
            composite: false,
            resort: false,
            misere: false,
            invalid: None,
            usual_invalid: Invalid::Retry,
        }
    }

    fn take(pool: Pool) -> Draft {
        Draft::new(Base::Take(pool))
    }

    fn divide(table: Vec<u64>) -> Draft {
        Draft::new(Base::Divide(table))
    }

    fn named(book: &RuleBook, parameter: Option<Part<'_>>, parts: &mut Parts<'_>) -> Result<Draft, CodeError> {
        let game = book.own_game();
        let mut draft = match &game.kind {
            Kind::Divide(table) => Draft::divide(match parameter {
                Some(number) => read_table(number, parts)?,
                None => table.clone(),
            }),
            Kind::Take(take) => {
                let Take { pool, first, resort } = take;
                let pool = match parameter {
                    Some(upper) => make_pool(pool.lo, read_number(upper, NumberOf::PoolHigh)?, pool.step, upper)?,
                    None => *pool,
                };
                Draft {
                    low: take.first_low(),
                    high: take.first_high(),
                    parity: first.parity,
                    composite: first.composite,
                    resort: *resort,
                    ..Draft::take(pool)
                }
            }
        };
        draft.misere = game.misere;
        draft.usual_invalid = game.invalid;
        Ok(draft)
    }

    fn clause(&mut self, clause: Part<'_>) -> Result<(), CodeError> {
        let (key, value) = match clause.text.split_once('=') {
            Some((key, _)) => (key, Some(clause.slice(key.len() + 1..clause.text.len()))),
            None => (clause.text, None),
        };
        if let ("first" | "resort", Base::Divide(_)) = (key, &self.base) {
            return Err(clause.wrong(CodeProblem::AboutPicks { clause: key.into() }));
        }
        match (key, value) {
            ("first", Some(value)) => self.first(value),
            ("resort", Some(Part { text: "1", .. })) => {
                self.resort = true;
                Ok(())
            }
            ("resort", Some(value)) => Err(value.wrong(CodeProblem::NotOneAsResort)),
            ("misere", None) => {
                self.misere = true;
                Ok(())
            }
            ("invalid", Some(value)) => self.set_invalid(value),
            _ => Err(unknown_clause(clause)),
        }
    }

    fn first(&mut self, value: Part<'_>) -> Result<(), CodeError> {
        let parity = match value.text {
            "even" => Some(Parity::Even),
            "odd" => Some(Parity::Odd),
            _ => None,
        };
        if let Some(parity) = parity {
            if self.parity.is_some_and(|already| already != parity) {
                return Err(value.wrong(CodeProblem::EvenAndOdd));
            }
            self.parity = Some(parity);
        } else if value.text == "composite" {
            self.composite = true;
        } else if let Some((low, high)) = value.text.split_once("..") {
            let high = value.slice(value.text.len() - high.len()..value.text.len());
            let low = value.slice(0..low.len());
            if low.text.is_empty() && high.text.is_empty() {
                return Err(value.wrong(CodeProblem::EndlessRange));
            }
            if !low.text.is_empty() {
                let low = read_number(low, NumberOf::FirstPickLow)?;
                self.low = Some(self.low.map_or(low, |already| already.max(low)));
            }
            if !high.text.is_empty() {
                let high = read_number(high, NumberOf::FirstPickHigh)?;
                self.high = Some(self.high.map_or(high, |already| already.min(high)));
            }
        } else {
            return Err(value.wrong(CodeProblem::NotAFirstPick { value: shorten(value.text) }));
        }
        Ok(())
    }

    fn set_invalid(&mut self, value: Part<'_>) -> Result<(), CodeError> {
        let invalid = match value.text {
            "retry" => Invalid::Retry,
            "loses" => Invalid::Loses,
            _ => return Err(value.wrong(CodeProblem::NotACost)),
        };
        if self.invalid.is_some_and(|already| already != invalid) {
            return Err(value.wrong(CodeProblem::TwoCosts));
        }
        self.invalid = Some(invalid);
        Ok(())
    }

    fn finish(self, head: Part<'_>) -> Result<Game, CodeError> {
        let kind = match self.base {
            Base::Divide(table) => Kind::Divide(table),
            Base::Take(pool) => {
                let first = FirstPick {
                    lo: self.low.map_or(pool.lo, |low| low.max(pool.lo)),
                    hi: self.high.map_or(pool.hi, |high| high.min(pool.hi)),
                    parity: self.parity.filter(|parity| parity.excludes_some_of(&pool)),
                    composite: self.composite,
                };
                if self.resort && !pool.contains(1) {
                    return Err(head.wrong(CodeProblem::OneNotInPool));
                }
                let take = Take { pool, first, resort: self.resort };
                take.check_first_pick().map_err(|error| head.wrong(CodeProblem::Game(error)))?;
                Kind::Take(take)
            }
        };
        Ok(Game { kind, misere: self.misere, invalid: self.invalid.unwrap_or(self.usual_invalid) })
    }
}

fn unknown_clause(clause: Part<'_>) -> CodeError {
    if clause.text.is_empty() {
        return clause.wrong(CodeProblem::EmptyClause);
    }
    let meant = did_you_mean(clause.text, CLAUSES);
    clause.wrong(CodeProblem::UnknownClause { clause: shorten(clause.text), meant })
}

fn read_pool(text: Part<'_>) -> Result<Pool, CodeError> {
    let (range, step) = match text.text.split_once('/') {
        Some((range, _)) => (text.slice(0..range.len()), Some(text.slice(range.len() + 1..text.text.len()))),
        None => (text, None),
    };
    let Some((low, high)) = range.text.split_once("..") else {
        return Err(text.wrong(CodeProblem::NotAPool));
    };
    let high = range.slice(range.text.len() - high.len()..range.text.len());
    let low = read_number(range.slice(0..low.len()), NumberOf::PoolLow)?;
    let high = read_number(high, NumberOf::PoolHigh)?;
    let step = step.map_or(Ok(1), |step| read_number(step, NumberOf::PoolStep))?;
    make_pool(low, high, step, text)
}

fn make_pool(lo: u64, hi: u64, step: u64, at: Part<'_>) -> Result<Pool, CodeError> {
    if lo == 0 {
        return Err(at.wrong(CodeProblem::PoolFromZero));
    }
    if step == 0 {
        return Err(at.wrong(CodeProblem::StepOfZero));
    }
    if hi < lo {
        return Err(at.wrong(CodeProblem::EmptyPool { lo, hi }));
    }
    let count = (hi - lo) / step + 1;
    if count > POOL_NUMBERS {
        return Err(at.wrong(CodeProblem::PoolTooLarge { count }));
    }
    // The upper end is the last number itself, and a single number has no step, so that equal pools are equal values.
    let hi = lo + (count - 1) * step;
    Ok(Pool { lo, hi, step: if count == 1 { 1 } else { step } })
}

/// The numbers of a division game: the first one was read with the head, more may follow as parts of their own.
fn read_table(first: Part<'_>, parts: &mut Parts<'_>) -> Result<Vec<u64>, CodeError> {
    let mut table = Vec::new();
    let mut next = Some(first);
    while let Some(part) = next {
        let number = read_number(part, NumberOf::Table)?;
        if number < SMALLEST_ON_TABLE {
            return Err(part.wrong(CodeProblem::TooSmallToDivide { number }));
        }
        if table.len() == TABLE_NUMBERS {
            return Err(part.wrong(CodeProblem::TableFull));
        }
        table.push(number);
        next = parts.next_if(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    }
    table.sort_unstable();
    Ok(table)
}

fn read_number(part: Part<'_>, of: NumberOf) -> Result<u64, CodeError> {
    let why = match parse_number(part.text).map(u64::try_from) {
        Some(Ok(number)) => return Ok(number),
        Some(Err(_)) => WhyNoNumber::TooLarge,
        None if part.text.is_empty() => WhyNoNumber::Missing,
        None => WhyNoNumber::Malformed(shorten(part.text)),
    };
    Err(part.wrong(CodeProblem::Number { of, why }))
}

/// Enough of a foreign text to recognise it in a message.
pub(crate) fn shorten(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(40).map(clean).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// A piece of the code and the byte where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Part<'a> {
    fn slice(self, range: Range<usize>) -> Part<'a> {
        Part { text: &self.text[range.clone()], at: self.at + range.start }
    }

    fn wrong(self, problem: CodeProblem) -> CodeError {
        CodeError { at: self.at..self.at + self.text.len(), problem }
    }
}

/// The pieces between commas.
struct Parts<'a> {
    rest: Option<Part<'a>>,
}

impl<'a> Parts<'a> {
    fn new(code: &'a str) -> Parts<'a> {
        let start = code.len() - code.trim_start().len();
        Parts { rest: Some(Part { text: code.trim(), at: start }) }
    }

    fn next_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Part<'a>> {
        self.rest.is_some_and(|rest| wanted(rest.text)).then(|| self.next()).flatten()
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let rest = self.rest?;
        match rest.text.find(',') {
            Some(comma) => {
                self.rest = Some(rest.slice(comma + 1..rest.text.len()));
                Some(rest.slice(0..comma))
            }
            None => self.rest.take(),
        }
    }
}

/// The code of a game without any name.
pub(crate) fn plain_code(game: &Game) -> String {
    let mut code = match &game.kind {
        Kind::Take(Take { pool: Pool { lo, hi, step: 1 }, .. }) => format!("take:{lo}..{hi}"),
        Kind::Take(Take { pool: Pool { lo, hi, step }, .. }) => format!("take:{lo}..{hi}/{step}"),
        Kind::Divide(table) => format!("divide:{}", join(table)),
    };
    for clause in clauses(game, None) {
        code.push(',');
        code.push_str(&clause);
    }
    if game.invalid == Invalid::Loses {
        code.push_str(",invalid=loses");
    }
    code
}

/// The code of a game as a variation of a book, if it is one.
pub(crate) fn named_code(book: &RuleBook, game: &Game) -> Option<String> {
    let base = book.own_game();
    let mut code = book.id().to_string();
    match (&base.kind, &game.kind) {
        (Kind::Take(from), Kind::Take(to)) if from.pool == to.pool => {}
        (Kind::Take(_), Kind::Take(to)) => write!(code, ":{}", to.pool.hi).ok()?,
        (Kind::Divide(from), Kind::Divide(to)) if from == to => {}
        (Kind::Divide(_), Kind::Divide(to)) => write!(code, ":{}", join(to)).ok()?,
        _ => return None,
    }
    for clause in clauses(game, Some(base)) {
        write!(code, ",{clause}").ok()?;
    }
    match game.invalid {
        same if same == base.invalid => {}
        Invalid::Loses => code.push_str(",invalid=loses"),
        Invalid::Retry => code.push_str(",invalid=retry"),
    }
    // A book can have a rule that this game lacks, and then no variation of its name says it.
    (parse(&code, std::slice::from_ref(book)).as_ref() == Ok(game)).then_some(code)
}

/// Whether the pool is so small that a rule of the book says nothing any more. The classroom game on 1..40 is Juniper
/// Green on 1..40, and should be called that.
fn outgrows(book: &RuleBook, game: &Game) -> bool {
    match (&book.own_game().kind, &game.kind) {
        (Kind::Take(book), Kind::Take(game)) => {
            (book.first_low().is_some() && game.first_low().is_none())
                || (book.first_high().is_some() && game.first_high().is_none())
        }
        _ => false,
    }
}

/// The clauses of a game beyond those of `base`, except for what an illegal number costs: that one a name may override.
fn clauses(game: &Game, base: Option<&Game>) -> Vec<String> {
    let mut clauses = Vec::new();
    if let Kind::Take(take) = &game.kind {
        let Take { first, resort, .. } = take;
        let base = match base.map(|base| &base.kind) {
            Some(Kind::Take(base)) => Some(base),
            _ => None,
        };
        let low = take.first_low().filter(|&low| base.and_then(Take::first_low) != Some(low));
        let high = take.first_high().filter(|&high| base.and_then(Take::first_high) != Some(high));
        match first.parity {
            parity if base.is_some_and(|base| base.first.parity == parity) => {}
            Some(Parity::Even) => clauses.push("first=even".into()),
            Some(Parity::Odd) => clauses.push("first=odd".into()),
            None => {}
        }
        if first.composite && base.is_none_or(|base| !base.first.composite) {
            clauses.push("first=composite".into());
        }
        match (low, high) {
            (Some(low), Some(high)) => clauses.push(format!("first={low}..{high}")),
            (Some(low), None) => clauses.push(format!("first={low}..")),
            (None, Some(high)) => clauses.push(format!("first=..{high}")),
            (None, None) => {}
        }
        if *resort && base.is_none_or(|base| !base.resort) {
            clauses.push("resort=1".into());
        }
    }
    if game.misere && base.is_none_or(|base| !base.misere) {
        clauses.push("misere".into());
    }
    clauses
}

fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}
