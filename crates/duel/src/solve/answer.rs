//! The proof of a whole answer: which first picks win, all of them at once, with what shows it. docs/proof-format.md has the form,
//! docs/theory.md why it is enough.
//!
//! It is written as it is found, a line each, so that it takes no more memory than the pairing it comes from.

mod pieces;

use std::fmt::{self, Write};

use super::graph::{Graph, Listed, Numbering};
use super::matching::Matcher;
use super::openings::{GameSolution, has_two_punishers, solution, two_punishers};
use super::pairing::{check_listed, maximise};
use super::whole::{Limits, Whole};
use super::{Method, OutOfBudget, Watch};
use crate::code::plain_code;
use crate::game::{Game, Kind, Take};
pub(super) use pieces::Paired;
use pieces::Part;

/// The version of the form.
pub(super) const ANSWER: u64 = 1;

/// Why no proof of a whole answer was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unanswered {
    /// Pairs do not decide this game.
    NotByPairs,
    /// The solver was told to stop.
    OutOfBudget(OutOfBudget),
    /// What it was written to took no more.
    NotWritten,
}

impl From<fmt::Error> for Unanswered {
    fn from(_: fmt::Error) -> Unanswered {
        Unanswered::NotWritten
    }
}

/// Solves a whole game and writes the proof of the answer.
///
/// ```
/// use duel::Game;
/// use duel::solve::{Watch, prove_answer};
///
/// let mut proof = String::new();
/// let solution = prove_answer(&"take:2..7".parse::<Game>()?, &mut proof, &mut Watch::forever())?;
/// assert_eq!(solution.winning.count(), 2);
/// assert!(proof.starts_with(r#"{"answer":1,"game":"take:2..7","winning":2,"pairs":2,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Games that pairs do not decide have no such proof. What is being written ends early where the solver is told to stop.
pub fn prove_answer(game: &Game, to: &mut dyn Write, watch: &mut Watch<'_>) -> Result<GameSolution, Unanswered> {
    let Kind::Take(take) = &game.kind else { return Err(Unanswered::NotByPairs) };
    if game.misere || (take.resort && !has_two_punishers(&take.pool)) {
        return Err(Unanswered::NotByPairs);
    }
    let (code, least) = (plain_code(game), take.least_in_pairs());
    let numbering = Numbering::of(&take.pool);
    match numbering {
        Numbering::Scaled { by, hi } => {
            let whole = Whole::of(least.div_ceil(by) as u32, hi, Limits::of(hi), &mut watch.part(0.0..0.5))?;
            write(&code, take, numbering, Paired::from(whole), to, &mut watch.part(0.5..1.0))
        }
        Numbering::Placed => {
            check_listed(&take.pool)?;
            let in_play = |vertex| take.pool.number(vertex as usize) >= least;
            let mut matcher = Matcher::new(Listed::of(&take.pool), in_play);
            maximise(&mut matcher, &mut watch.part(0.0..0.5))?;
            write(&code, take, numbering, Paired::from(matcher), to, &mut watch.part(0.5..1.0))
        }
    }
}

fn write<G: Graph>(
    code: &str,
    take: &Take,
    numbering: Numbering,
    paired: Paired<G>,
    to: &mut dyn Write,
    watch: &mut Watch<'_>,
) -> Result<GameSolution, Unanswered> {
    let least = take.least_in_pairs();
    let is_missable = |number| number >= least && paired.is_missable(numbering.vertex(&take.pool, number));
    let method = if take.resort { Method::LastResort } else { Method::Matching };
    let solution = solution(take, paired.size(), is_missable, method);
    let (winning, pairs) = (solution.winning.count(), paired.size());
    write!(to, r#"{{"answer":{ANSWER},"game":"{code}","winning":{winning},"pairs":{pairs}"#)?;
    if take.resort
        && let Some([one, other]) = two_punishers(&take.pool)
    {
        write!(to, r#","punishers":[{one},{other}]"#)?;
    }
    let mut lists = Lists { to, open: None };
    paired.show(watch, |part| {
        let (key, vertices): (_, &[u32]) = match &part {
            Part::Rest(pair) => ("rest", pair),
            Part::Cycle(cycle) => ("cycles", cycle),
            Part::Barrier(row) => ("barrier", row),
        };
        lists.row(key, vertices.iter().map(|&vertex| numbering.number(&take.pool, vertex)))
    })?;
    lists.end()?;
    Ok(solution)
}

/// The lists of a proof, in their order; one that has no rows is there too.
struct Lists<'a> {
    to: &'a mut dyn Write,
    /// Which of [`KEYS`] is being written.
    open: Option<usize>,
}

/// The lists, in the order in which they are written and read.
const KEYS: [&str; 3] = ["rest", "cycles", "barrier"];

impl Lists<'_> {
    fn row(&mut self, key: &str, numbers: impl Iterator<Item = u64>) -> fmt::Result {
        let is_first = self.open.is_none_or(|open| KEYS[open] != key);
        while self.open.is_none_or(|open| KEYS[open] != key) {
            self.open_next()?;
        }
        self.to.write_str(if is_first { "\n" } else { ",\n" })?;
        for (at, number) in numbers.enumerate() {
            write!(self.to, "{}{number}", if at == 0 { '[' } else { ',' })?;
        }
        self.to.write_char(']')
    }

    fn open_next(&mut self) -> fmt::Result {
        let next = match self.open {
            Some(open) => {
                self.to.write_char(']')?;
                open + 1
            }
            None => 0,
        };
        self.open = Some(next);
        write!(self.to, r#","{}":["#, KEYS[next])
    }

    fn end(&mut self) -> fmt::Result {
        while self.open != Some(KEYS.len() - 1) {
            self.open_next()?;
        }
        self.to.write_str("]}\n")
    }
}
