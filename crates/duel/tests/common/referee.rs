//! The rules a second time, written from their prose, slowly and without a look at the library.
//!
//! A game is read from its plain code (no book's name). Nothing is prepared or remembered beyond the moves that were
//! made: every question is answered by going through all the numbers.

use std::collections::BTreeSet;

use duel::{IllegalReason, Move, Side};

use super::codes::PRIMES;

/// Why a move is refused, the most specific reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    GameOver,
    NotOnBoard,
    NotOnTable,
    Taken,
    NotFirst,
    LastResort,
    Unrelated,
    NotProperDivisor,
}

impl From<&IllegalReason> for Refusal {
    fn from(reason: &IllegalReason) -> Refusal {
        match reason {
            IllegalReason::GameOver => Refusal::GameOver,
            IllegalReason::NotOnBoard { .. } => Refusal::NotOnBoard,
            IllegalReason::NotOnTable { .. } => Refusal::NotOnTable,
            IllegalReason::Taken => Refusal::Taken,
            IllegalReason::NotFirst { .. } => Refusal::NotFirst,
            IllegalReason::LastResort => Refusal::LastResort,
            IllegalReason::Unrelated { .. } => Refusal::Unrelated,
            IllegalReason::NotProperDivisor { .. } => Refusal::NotProperDivisor,
            other => panic!("a reason that no ruling knows: {other:?}"),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Referee {
    kind: Kind,
    misere: bool,
    moves: Vec<Move>,
    /// Whether the player to move cannot move.
    over: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Pool { numbers: Vec<u64>, first: Vec<String>, resort: bool },
    Table(Vec<u64>),
}

impl Referee {
    /// Reads a plain code, such as `take:1..30,first=2..,resort=1`.
    pub(crate) fn new(code: &str) -> Referee {
        let (kind, rest) = code.split_once(':').expect("a plain code");
        let (numbers, clauses): (Vec<&str>, Vec<&str>) =
            rest.split(',').partition(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        let kind = match kind {
            "take" => Kind::Pool {
                numbers: read_pool(numbers[0]),
                first: clauses.iter().filter_map(|clause| clause.strip_prefix("first=")).map(String::from).collect(),
                resort: clauses.contains(&"resort=1"),
            },
            "divide" => Kind::Table(numbers.iter().map(|number| number.parse().expect("a number")).collect()),
            _ => panic!("{code} is not a plain code"),
        };
        let mut referee = Referee { kind, misere: clauses.contains(&"misere"), moves: Vec::new(), over: false };
        referee.over = referee.legal().is_empty();
        referee
    }

    /// Whether there is a game to play: a pool game needs a first pick, and a last resort needs its 1.
    pub(crate) fn can_start(&self) -> bool {
        match &self.kind {
            Kind::Pool { numbers, resort, .. } => !self.over && (!resort || numbers.contains(&1)),
            Kind::Table(table) => table.iter().all(|&number| number > 2),
        }
    }

    /// How many moves a game can have at most.
    pub(crate) fn longest_game(&self) -> usize {
        match &self.kind {
            Kind::Pool { numbers, .. } => numbers.len(),
            // A division takes away at least one prime factor, and the last one stays.
            Kind::Table(table) => table.iter().map(|number| number.ilog2() as usize).sum(),
        }
    }

    pub(crate) fn turn(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::One } else { Side::Two }
    }

    pub(crate) fn free(&self) -> Vec<u64> {
        match &self.kind {
            Kind::Pool { numbers, .. } => numbers.iter().copied().filter(|&number| !self.is_taken(number)).collect(),
            Kind::Table(_) => Vec::new(),
        }
    }

    /// The numbers on the table, ascending.
    pub(crate) fn table(&self) -> Option<Vec<u64>> {
        let Kind::Table(start) = &self.kind else { return None };
        let mut table = start.clone();
        for played in &self.moves {
            let Move::Divide { number, by } = *played else { panic!("a division game has no picks") };
            let at = table.iter().position(|&lies| lies == number).expect("a number on the table");
            table[at] = number / by;
        }
        table.sort_unstable();
        Some(table)
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        match &self.kind {
            Kind::Pool { numbers, .. } => {
                numbers.iter().filter(|&&n| self.why_not_pick(n).is_none()).map(|&n| Move::Pick(n)).collect()
            }
            Kind::Table(_) => {
                let different: BTreeSet<u64> = self.table().into_iter().flatten().collect();
                let divisions = |number| proper_divisors(number).into_iter().map(move |by| Move::Divide { number, by });
                different.into_iter().flat_map(divisions).collect()
            }
        }
    }

    /// Who has won, when the player to move cannot move.
    pub(crate) fn winner(&self) -> Option<Side> {
        let stuck = self.over.then(|| self.turn())?;
        Some(if self.misere { stuck } else { stuck.other() })
    }

    pub(crate) fn refusal(&self, candidate: Move) -> Option<Refusal> {
        if self.over {
            return Some(Refusal::GameOver);
        }
        match (&self.kind, candidate) {
            (Kind::Pool { .. }, Move::Pick(number)) => self.why_not_pick(number),
            (Kind::Pool { .. }, Move::Divide { .. }) => Some(Refusal::NotOnBoard),
            (Kind::Table(_), Move::Pick(_)) => Some(Refusal::NotOnTable),
            (Kind::Table(_), Move::Divide { number, by }) => {
                let lies_there = self.table().is_some_and(|table| table.contains(&number));
                let proper = by > 1 && by < number && number.is_multiple_of(by);
                if !lies_there { Some(Refusal::NotOnTable) } else { (!proper).then_some(Refusal::NotProperDivisor) }
            }
        }
    }

    pub(crate) fn play(&mut self, legal: Move) {
        self.moves.push(legal);
        self.over = self.legal().is_empty();
    }

    fn is_taken(&self, number: u64) -> bool {
        self.moves.contains(&Move::Pick(number))
    }

    fn why_not_pick(&self, number: u64) -> Option<Refusal> {
        let Kind::Pool { numbers, first, resort } = &self.kind else { panic!("a division game has no picks") };
        // What the rules say about a number apart from 1 being a last resort.
        let follows = |number: u64| match self.moves.last() {
            None => first.iter().all(|rule| allows(rule, number)),
            Some(last) => divides_or_is_divided(last.number(), number),
        };
        let something_else = || numbers.iter().any(|&other| other != 1 && !self.is_taken(other) && follows(other));
        if !numbers.contains(&number) {
            Some(Refusal::NotOnBoard)
        } else if self.is_taken(number) {
            Some(Refusal::Taken)
        } else if self.moves.is_empty() && !follows(number) {
            Some(Refusal::NotFirst)
        } else if number == 1 && *resort && something_else() {
            Some(Refusal::LastResort)
        } else if !follows(number) {
            Some(Refusal::Unrelated)
        } else {
            None
        }
    }
}

/// `LO..HI` or `LO..HI/STEP`, as a list.
fn read_pool(text: &str) -> Vec<u64> {
    let (range, step) = text.split_once('/').unwrap_or((text, "1"));
    let (low, high) = range.split_once("..").expect("a range");
    let [low, high, step] = [low, high, step].map(|number| number.parse::<u128>().expect("a number"));
    (low..=high).step_by(step as usize).map(|number| number as u64).collect()
}

fn allows(rule: &str, number: u64) -> bool {
    match rule {
        "even" => number.is_multiple_of(2),
        "odd" => !number.is_multiple_of(2),
        "composite" => (2..number).take_while(|d| d * d <= number).any(|d| number.is_multiple_of(d)),
        range => {
            let (low, high) = range.split_once("..").expect("a range");
            let low_enough = low.is_empty() || low.parse::<u64>().expect("a number") <= number;
            let high_enough = high.is_empty() || number <= high.parse().expect("a number");
            low_enough && high_enough
        }
    }
}

fn divides_or_is_divided(a: u64, b: u64) -> bool {
    a.is_multiple_of(b) || b.is_multiple_of(a)
}

/// Small numbers are tried with everything below them, large ones are products of primes that are known beforehand.
fn proper_divisors(number: u64) -> Vec<u64> {
    if number < 10_000 {
        return (2..number).filter(|&d| number.is_multiple_of(d)).collect();
    }
    let mut all = BTreeSet::from([1]);
    let mut rest = number;
    for p in PRIMES {
        while rest.is_multiple_of(p) {
            rest /= p;
            all.extend(all.clone().into_iter().map(|d| d * p));
        }
    }
    assert_eq!(rest, 1, "{number} is not made of primes that we know");
    all.into_iter().filter(|&d| d != 1 && d != number).collect()
}
