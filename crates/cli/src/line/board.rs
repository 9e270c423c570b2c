//! A position as text: what is free, what was taken and by whom, what is legal.

use std::collections::HashSet;
use std::io;

use duel::solve::Solution;
use duel::speech::{Address, Called, Ending, Remark};
use duel::speech::{Role, Span};
use duel::{Move, Numbers, Position, RuleBook, Seat, Session, Side, Who};

use crate::line::output::Output;
use crate::words::{self, language, say};

/// Of more moves than this the last ones are shown.
const SHOWN_MOVES: usize = 100;

/// What is legal now.
pub(crate) fn legal(out: &mut Output<'_>, position: &Position) -> io::Result<()> {
    labelled(out, &words::both().legal(), language().legal(position))
}

/// Which of the legal moves win and which lose.
pub(crate) fn verdicts(out: &mut Output<'_>, position: &Position, solution: &Solution) -> io::Result<()> {
    let winning: HashSet<Move> = solution.winning.iter().copied().collect();
    let (win, lose): (Vec<Move>, Vec<Move>) = position.legal().partition(|legal| winning.contains(legal));
    for (label, moves) in [(words::line().winning(), win), (words::line().losing(), lose)] {
        let shown = if moves.is_empty() { words::line().none() } else { moves_in_short(&moves) };
        out.line(&words::line().list(&label, &shown))?;
    }
    Ok(())
}

/// The pairs of a proof.
pub(crate) fn pairs(out: &mut Output<'_>, pairs: &[[u64; 2]]) -> io::Result<()> {
    let shown = pairs.iter().take(SHOWN_MOVES).map(|&[one, two]| words::line().pair(one, two));
    let mut shown: Vec<String> = shown.collect();
    if pairs.len() > SHOWN_MOVES {
        shown.push(words::line().more_pairs(pairs.len() - SHOWN_MOVES));
    }
    out.line(&words::line().list(&words::line().pairs(), &shown.join(", ")))
}

/// Moves in few words, for those who listen: numbers in a row as a range, equal steps as such.
pub(crate) fn moves_in_short(moves: &[Move]) -> String {
    match moves {
        [Move::Divide { number, .. }, rest @ ..]
            if rest.iter().any(|other| !matches!(other, Move::Divide { number: same, .. } if same == number)) =>
        {
            moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")
        }
        _ => {
            let numbers = moves.iter().map(|chosen| match *chosen {
                Move::Pick(number) => number,
                Move::Divide { by, .. } => by,
            });
            in_short(&numbers.collect::<Vec<_>>())
        }
    }
}

/// Ascending numbers in few words.
pub(crate) fn in_short(numbers: &[u64]) -> String {
    let mut shown = Vec::new();
    let mut rest = numbers;
    while let [first, after @ ..] = rest {
        let step = after.first().map_or(0, |second| second - first);
        let run = 1 + rest.windows(2).take_while(|pair| pair[1] - pair[0] == step).count();
        let (taken, last) = (run, rest[run - 1]);
        let taken = match step {
            1 if run >= 3 => {
                shown.push(words::line().range(*first, last));
                taken
            }
            2.. if run >= 5 => {
                shown.push(words::line().steps(*first, last, step));
                taken
            }
            _ => {
                shown.push(first.to_string());
                1
            }
        };
        rest = &rest[taken..];
    }
    shown.join(", ")
}

/// What is legal now, in few words.
pub(crate) fn legal_in_short(out: &mut Output<'_>, position: &Position) -> io::Result<()> {
    let legal = moves_in_short(&position.legal_moves());
    match position.numbers() {
        Numbers::Pool(_) => {
            if let Some(rule) = position.game().first_pick_rule().filter(|_| position.moves().is_empty())
                && legal.matches(',').count() > 3
            {
                return out.line(&words::line().first_of(&say(&rule), &in_short(&position.free())));
            }
        }
        Numbers::Table(table) => {
            let numbers = table.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            out.line(&format!("{} {numbers}", words::line().on_the_table()))?;
        }
    }
    out.line(&format!("{} {legal}", words::both().legal()))
}

/// Everything on the board.
pub(crate) fn full(out: &mut Output<'_>, position: &Position, names: &[String; 2]) -> io::Result<()> {
    numbers(out, position)?;
    let label = match position.numbers() {
        Numbers::Pool(_) => words::line().taken(),
        Numbers::Table(_) => words::both().divided(),
    };
    moves(out, &label, position, names)
}

/// The same in a game, in the book's words.
pub(crate) fn of_game(out: &mut Output<'_>, session: &Session, address: Address) -> io::Result<()> {
    numbers(out, session.position())?;
    moves_so_far(out, session, address)
}

/// The moves of a game and who made them.
pub(crate) fn moves_so_far(out: &mut Output<'_>, session: &Session, address: Address) -> io::Result<()> {
    let label = words::list_name(session.book(), session.position(), &session.called_by_side(address));
    moves(out, &label, session.position(), &names_in_a_list(session, address))
}

/// The moves of a book's example and who made them.
pub(crate) fn example(out: &mut Output<'_>, book: &RuleBook, example: &Position) -> io::Result<()> {
    let names = usual_names();
    moves(out, &words::list_name(book, example, &Called::by_names(&names)), example, &names)?;
    out.line(&standing(example, &names))
}

/// How the two sides are called in a list, or behind a word: whoever moved first, and the other one.
pub(crate) fn names_in_a_list(session: &Session, address: Address) -> [String; 2] {
    session.called_by_side(address).map(|called| match called {
        Called::You(_) => words::line().by_you(),
        Called::Computer(None) => words::line().by_the_computer(),
        Called::Name(name) | Called::Computer(Some(name)) => name,
    })
}

pub(crate) fn numbers(out: &mut Output<'_>, position: &Position) -> io::Result<()> {
    match position.numbers() {
        Numbers::Pool(_) => labelled(out, &words::line().free(), language().free(position))?,
        Numbers::Table(table) => {
            let table: Vec<String> = table.iter().map(u64::to_string).collect();
            let table = Span { text: table.join(", "), role: Role::Text };
            labelled(out, &words::line().on_the_table(), vec![table])?;
        }
    }
    Ok(())
}

/// The moves and who made them.
fn moves(out: &mut Output<'_>, label: &str, position: &Position, names: &[String; 2]) -> io::Result<()> {
    let moves = position.moves();
    let hidden = if moves.len() > SHOWN_MOVES { moves.len() - SHOWN_MOVES } else { 0 };
    let mut spans = Vec::new();
    if moves.is_empty() {
        spans.push(Span { text: words::both().nothing_yet(), role: Role::Text });
    }
    if hidden > 0 {
        spans.push(Span { text: format!("{} ", words::line().moves_not_shown(hidden)), role: Role::Text });
    }
    for (at, played) in moves.iter().enumerate().skip(hidden) {
        let last = at + 1 == moves.len();
        let role = if last && matches!(played, Move::Pick(_)) { Role::Last } else { Role::Taken };
        let separator = if last { "" } else { ", " };
        spans.push(Span { text: played.to_string(), role });
        spans.push(Span { text: format!(" ({}){separator}", names[Side::of_ply(at).index()]), role: Role::Text });
    }
    labelled(out, label, spans)
}

/// What was taken, in its order, under the book's own name for that.
pub(crate) fn chain(out: &mut Output<'_>, session: &Session, address: Address) -> io::Result<()> {
    let position = session.position();
    let name = words::list_name(session.book(), position, &session.called_by_side(address));
    let taken = position.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(", ");
    let taken = if taken.is_empty() { words::both().nothing_yet() } else { taken };
    out.line(&format!("{name} {taken}"))
}

/// How the game stands: whose turn it is, or who has won and why.
pub(crate) fn standing(position: &Position, names: &[String; 2]) -> String {
    let called = &Called::by_names(names);
    let ending = Ending { position, called };
    match ending.winner() {
        Some(wins) => format!("{} {}", say(&ending), say(&wins)),
        None => say(&Remark::ToMove(called[position.turn().index()].clone())),
    }
}

/// The names of two people who have not said theirs.
pub(crate) fn usual_names() -> [String; 2] {
    Seat::BOTH.map(|seat| Who::Person.usual_name(seat, language()).to_string())
}

fn labelled(out: &mut Output<'_>, label: &str, mut spans: Vec<Span>) -> io::Result<()> {
    spans.insert(0, Span { text: format!("{label} "), role: Role::Text });
    out.block(&spans).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_few_words() {
        for (numbers, short) in [
            (&[][..], ""),
            (&[7], "7"),
            (&[2, 3], "2, 3"),
            (&[2, 3, 4, 6, 18], "2-4, 6, 18"),
            (&[1, 2, 3, 5, 6, 7], "1-3, 5-7"),
            (&[4, 6, 8, 10], "4, 6, 8, 10"),
            (&[4, 6, 8, 10, 12], "4 to 12 in steps of 2"),
            (&[2, 3, 6, 9, 12, 15, 20], "2, 3 to 15 in steps of 3, 20"),
            (&[u64::MAX - 2, u64::MAX - 1, u64::MAX], "18446744073709551613-18446744073709551615"),
        ] {
            assert_eq!(in_short(numbers), short);
        }
    }
}
