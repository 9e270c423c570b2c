//! Lists of numbers as people read them, in spans that know what each number is.

use super::Language;
use crate::moves::Move;
use crate::position::{Numbers, Position, Relation};

/// Above this many numbers a list is shown as ranges.
const SHOWN_IN_FULL: usize = 100;
/// Of a chain longer than that, the last picks are shown.
const SHOWN_OF_CHAIN: usize = 20;

/// A piece of text and what it is, so that a front end can colour it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plain words.
    Text,
    /// A number that may be picked now, or a divisor that may be chosen.
    Legal,
    /// A number that is free but not legal now.
    Free,
    /// A number that is gone.
    Taken,
    /// The last pick.
    Last,
}

impl Span {
    pub(crate) fn text(text: impl Into<String>) -> Span {
        Span { text: text.into(), role: Role::Text }
    }

    pub(crate) fn last(number: u64) -> Span {
        Span { text: number.to_string(), role: Role::Last }
    }
}

/// A word that stands in a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListWord {
    /// There is nothing to list.
    None,
    /// There is nothing left to list: these are used.
    Used(Vec<u64>),
    /// There is nothing to list: this would be the first, and the pool does not reach so far.
    Beyond(u64),
    /// This number cannot be divided.
    IsPrime(u64),
    /// This number can be divided by what follows.
    DividedBy(u64),
    /// 1 is free, and not among the numbers before.
    OneIsLeft,
}

impl Language {
    /// The free numbers of a pool game as a list, the legal ones among them marked.
    pub fn free(self, position: &Position) -> Vec<Span> {
        let mut spans = Vec::new();
        pool(position, self, &mut spans);
        spans
    }

    /// The legal moves as a list.
    pub fn legal(self, position: &Position) -> Vec<Span> {
        let mut spans = Vec::new();
        legal(position, self, &mut spans);
        spans
    }
}

/// Ascending numbers as people like to read them: in full when they are few, as ranges when they are many.
pub fn numbers_for_people(numbers: &[u64]) -> String {
    if numbers.len() > SHOWN_IN_FULL { ranges(numbers, 1) } else { join(numbers, ", ") }
}

/// The numbers, separated.
pub(crate) fn join(numbers: &[u64], separator: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(separator)
}

/// The free numbers: in full, or as ranges when there are many.
pub(crate) fn pool(position: &Position, language: Language, spans: &mut Vec<Span>) {
    numbers(&position.free(), Role::Free, position, language, spans);
}

/// The free numbers as ranges, without a 1 that is a last resort: it gets a remark of its own.
pub(crate) fn pool_ranges(position: &Position, language: Language, spans: &mut Vec<Span>) {
    let free = free_but_the_last_resort(position);
    if free.is_empty() {
        spans.push(Span::text(language.say(&ListWord::None)));
    }
    spans.push(Span::text(ranges(&free, step(position))));
}

/// The same numbers by the first few and the last: `2, 3, 4, ..., 30`.
pub(crate) fn pool_abridged(position: &Position, language: Language, spans: &mut Vec<Span>) {
    let free = free_but_the_last_resort(position);
    match *free {
        [first, second, third, _, .., last] if last - first == (free.len() as u64 - 1) * step(position) => {
            spans.push(Span::text(format!("{first}, {second}, {third}, ..., {last}")));
        }
        [_, ..] if free.len() <= 4 => spans.push(Span::text(join(&free, ", "))),
        _ => pool_ranges(position, language, spans),
    }
}

fn free_but_the_last_resort(position: &Position) -> Vec<u64> {
    let mut free = position.free();
    if position.game().has_last_resort() && free.first() == Some(&1) {
        free.remove(0);
    }
    free
}

pub(crate) fn legal(position: &Position, language: Language, spans: &mut Vec<Span>) {
    match position.numbers() {
        Numbers::Pool(_) => picks(position, Relation::is_legal, language, spans),
        Numbers::Table([_]) => divisors(position, language, spans),
        Numbers::Table(_) => choices(position, language, spans),
    }
}

/// In a pool game the legal divisors of the last pick; in a division game those of the only number on the table.
pub(crate) fn divisors(position: &Position, language: Language, spans: &mut Vec<Span>) {
    match position.numbers() {
        Numbers::Pool(_) => picks_or_why_not(position, Relation::Divisor, language, spans),
        Numbers::Table(_) => {
            let all: Vec<u64> = position.legal().filter_map(divisor).collect();
            numbers(&all, Role::Legal, position, language, spans);
        }
    }
}

fn divisor(legal: Move) -> Option<u64> {
    match legal {
        Move::Pick(_) => None,
        Move::Divide { by, .. } => Some(by),
    }
}

pub(crate) fn multiples(position: &Position, language: Language, spans: &mut Vec<Span>) {
    picks_or_why_not(position, Relation::Multiple, language, spans);
}

/// The legal divisors or multiples of the last pick, or why there are none.
fn picks_or_why_not(position: &Position, wanted: Relation, language: Language, spans: &mut Vec<Span>) {
    let is_wanted = |relation| relation == wanted;
    if position.legal().any(|legal| is_wanted(position.relation(legal.number()))) {
        return picks(position, is_wanted, language, spans);
    }
    let last = position.last().unwrap_or(1);
    let mut used: Vec<u64> = position.moves().iter().map(|pick| pick.number()).collect();
    used.retain(|&number| match wanted {
        Relation::Multiple => number > last && number.is_multiple_of(last),
        _ => number < last && last.is_multiple_of(number),
    });
    used.sort_unstable();
    let next = last.saturating_mul(2);
    let is_beyond = || position.game().pool().is_some_and(|pool| next > pool.last());
    spans.push(Span::text(language.say(&match wanted {
        _ if !used.is_empty() => ListWord::Used(used),
        Relation::Multiple if is_beyond() => ListWord::Beyond(next),
        _ => ListWord::None,
    })));
}

fn picks(position: &Position, wanted: impl Fn(Relation) -> bool, language: Language, spans: &mut Vec<Span>) {
    let picks: Vec<u64> = position.legal().map(Move::number).filter(|&n| wanted(position.relation(n))).collect();
    numbers(&picks, Role::Legal, position, language, spans);
}

/// Every number on the table with what it can be divided by: "4 by 2; 7 is prime".
pub(crate) fn choices(position: &Position, language: Language, spans: &mut Vec<Span>) {
    let Numbers::Table(table) = position.numbers() else { return };
    let mut moves = position.legal().peekable();
    for (at, equal) in table.chunk_by(|a, b| a == b).enumerate() {
        let divided = equal[0];
        let of_it = |legal: &Move| matches!(legal, Move::Divide { number, .. } if *number == divided);
        let all: Vec<u64> = std::iter::from_fn(|| moves.next_if(of_it)).filter_map(divisor).collect();
        if at > 0 {
            spans.push(Span::text("; "));
        }
        if all.is_empty() {
            spans.push(Span::text(language.say(&ListWord::IsPrime(divided))));
        } else {
            spans.push(Span::text(language.say(&ListWord::DividedBy(divided)) + " "));
            numbers(&all, Role::Legal, position, language, spans);
        }
    }
}

/// The numbers that are gone, ascending.
pub(crate) fn taken(position: &Position, separator: &str, spans: &mut Vec<Span>) {
    let mut taken: Vec<u64> = position.moves().iter().map(|pick| pick.number()).collect();
    taken.sort_unstable();
    let text = if taken.len() > SHOWN_IN_FULL { ranges(&taken, step(position)) } else { join(&taken, separator) };
    spans.push(Span { text, role: Role::Taken });
}

/// The picks in the order in which they were made.
pub(crate) fn chain(position: &Position, spans: &mut Vec<Span>) {
    let picks: Vec<u64> = position.moves().iter().map(|pick| pick.number()).collect();
    let hidden = if picks.len() > SHOWN_IN_FULL { picks.len() - SHOWN_OF_CHAIN } else { 0 };
    let Some((last, before)) = picks[hidden..].split_last() else {
        return;
    };
    let mut text = join(before, ", ");
    if hidden > 0 {
        text.insert_str(0, "..., ");
    }
    if !text.is_empty() {
        text.push_str(", ");
    }
    spans.push(Span { text, role: Role::Taken });
    spans.push(Span::last(*last));
}

fn numbers(list: &[u64], role: Role, position: &Position, language: Language, spans: &mut Vec<Span>) {
    if list.is_empty() {
        spans.push(Span::text(language.say(&ListWord::None)));
    } else if list.len() > SHOWN_IN_FULL {
        let step = step(position);
        // The legal multiples of the last pick are further apart than the numbers of the pool.
        let last = position.last().filter(|_| role == Role::Legal).unwrap_or(1);
        let (below, above) = list.split_at(list.partition_point(|&number| last > 1 && number < last));
        let parts = [(below, step), (above, lcm(last, step))];
        let shown = parts.iter().filter(|(part, _)| !part.is_empty()).map(|&(part, step)| ranges(part, step));
        spans.push(Span { text: shown.collect::<Vec<_>>().join(", "), role });
    } else {
        for (at, &number) in list.iter().enumerate() {
            if at > 0 {
                spans.push(Span::text(", "));
            }
            let role = if position.relation(number).is_legal() { Role::Legal } else { role };
            spans.push(Span { text: number.to_string(), role });
        }
    }
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).saturating_mul(b)
}

fn step(position: &Position) -> u64 {
    position.game().pool().map_or(1, |pool| pool.step())
}

/// Ascending numbers as ranges: `2-14, 16-30`. Where neighbours are further apart than 1 the way is shown, too, because
/// a dash would promise what lies between: `2, 4, ..., 14, 18`.
pub(crate) fn ranges(numbers: &[u64], step: u64) -> String {
    let runs = numbers.chunk_by(|a, b| b - a == step);
    let shown = runs.map(|run| match run {
        [.., last] if step == 1 && run.len() > 1 => format!("{}-{last}", run[0]),
        [first, second, _, .., last] if step > 1 && run.len() > 3 => format!("{first}, {second}, ..., {last}"),
        _ => join(run, ", "),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_never_promise_a_number_that_is_not_there() {
        for (numbers, step, shown) in [
            (&[][..], 1, ""),
            (&[5], 1, "5"),
            (&[2, 3], 1, "2-3"),
            (&[2, 3, 4, 6, 8, 9], 1, "2-4, 6, 8-9"),
            (&[2, 4, 6, 8, 12], 2, "2, 4, ..., 8, 12"),
            (&[2, 4, 6], 2, "2, 4, 6"),
        ] {
            assert_eq!(ranges(numbers, step), shown);
        }
    }

    #[test]
    fn long_lists_of_legal_picks_are_short() {
        let shown = |code: &str, pick: u64| {
            let mut position = code.parse::<crate::Game>().unwrap().start().unwrap();
            position.play(Move::Pick(pick)).unwrap();
            let text: String = Language::English.legal(&position).into_iter().map(|span| span.text).collect();
            text
        };
        assert_eq!(shown("take:1..1000", 2), "1, 4, 6, ..., 1000");
        assert_eq!(shown("take:1..1000", 1), "2-1000");
        assert_eq!(shown("take:2..1000/2", 4), "2, 8, 12, ..., 1000");
        assert_eq!(
            shown("take:1..1000", 12),
            "1, 2, 3, 4, 6, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 168, 180, 192, 204, 216, 228, 240, 252, 264, 276, 288, 300, 312, 324, 336, 348, 360, 372, 384, 396, 408, 420, 432, 444, 456, 468, 480, 492, 504, 516, 528, 540, 552, 564, 576, 588, 600, 612, 624, 636, 648, 660, 672, 684, 696, 708, 720, 732, 744, 756, 768, 780, 792, 804, 816, 828, 840, 852, 864, 876, 888, 900, 912, 924, 936, 948, 960, 972, 984, 996"
        );
    }
}
