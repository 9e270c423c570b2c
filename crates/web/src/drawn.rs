//! A position as it is drawn.

use duel::{Move, Phrase, Position, PositionView, RuleBook, Span, heap};
use serde::Serialize;

use crate::answers::{LISTED, PoolView};
use crate::ask::Problem;
use crate::scene::Scene;

/// A position with everything that is drawn of it. Numbers on a table are text, because JavaScript has no 64-bit numbers.
#[derive(Serialize)]
pub(crate) struct Drawn {
    #[serde(flatten)]
    position: PositionView,
    title: String,
    pool: Option<PoolView>,
    /// What a first pick must be, in words; null when any number goes.
    first_pick: Option<String>,
    /// What is free on a board that can be drawn.
    free: Option<Vec<u64>>,
    /// How many legal moves there are; of too many `legal` is empty.
    legal_count: usize,
    /// The legal picks that divide the last one, and those that are multiples of it; at the start and after a pick of 1 as
    /// the last resort any number goes, and both are empty.
    divisors: Vec<u64>,
    multiples: Vec<u64>,
    /// A number that was divided stays where it lay.
    table: Vec<OnTable>,
    /// How many moves a division game can still have.
    most_divisions: u32,
    turn_words: String,
    /// Why the last move was legal.
    move_words: Option<String>,
    end_words: Option<String>,
    /// The code of the same game with a fair start, where that is offered.
    fair_start: Option<String>,
    notes: Vec<String>,
    loses_by_illegal_number: bool,
}

#[derive(Serialize)]
struct OnTable {
    number: String,
    factors: Vec<String>,
    divisors: Vec<String>,
}

pub(crate) fn position(scene: &Scene) -> Result<Drawn, Problem> {
    let book = scene.book()?;
    let position = scene.position(&book)?;
    Ok(draw(&book, &position, &scene.names()))
}

fn draw(book: &RuleBook, position: &Position, names: &[String; 2]) -> Drawn {
    let legal: Vec<u64> = match position.numbers() {
        None => position.legal_moves().into_iter().map(Move::number).collect(),
        Some(_) => Vec::new(),
    };
    let last = position.last().unwrap_or(0);
    let related = |relation: fn(u64, u64) -> bool| legal.iter().copied().filter(|&n| relation(n, last)).collect();
    let phrase = if position.moves().is_empty() { Phrase::FirstTurn } else { Phrase::Turn };
    let is_over = position.outcome().is_some();
    let mut view = PositionView::new(book.code(), position);
    if view.legal.len() > LISTED {
        view.legal.clear();
    }
    let pool = position.game().pool();
    let numbers = in_their_places(position);
    Drawn {
        position: view,
        title: book.title().into(),
        pool: pool.map(PoolView::of),
        first_pick: position.game().first_pick_rule(),
        free: pool.filter(|pool| pool.count() <= LISTED as u64).map(|_| position.free()),
        legal_count: position.legal_count(),
        divisors: related(|number, last| last > 0 && last.is_multiple_of(number)),
        multiples: related(|number, last| last > 0 && number.is_multiple_of(last) && number != last),
        table: numbers.iter().map(|&number| on_table(number, position)).collect(),
        most_divisions: numbers.iter().map(|&number| heap(number)).sum(),
        turn_words: if is_over { String::new() } else { words(&book.say(phrase, position, names)) },
        move_words: position.why_it_was_legal(),
        end_words: position.why_it_ended(names),
        fair_start: fair_start(book, position),
        notes: book.notes(),
        loses_by_illegal_number: position.game().invalid() == duel::Invalid::Loses,
    }
}

fn fair_start(book: &RuleBook, position: &Position) -> Option<String> {
    position.fair_offer()?;
    Some(book.clone().with_fair_start().ok()?.code())
}

/// The numbers on the table, each where the number lay that it was made of.
fn in_their_places(position: &Position) -> Vec<u64> {
    let mut places = position.game().table().unwrap_or_default().to_vec();
    for played in position.moves() {
        if let &Move::Divide { number, by } = played
            && let Some(place) = places.iter_mut().find(|place| **place == number)
        {
            *place /= by;
        }
    }
    places
}

fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

fn on_table(number: u64, position: &Position) -> OnTable {
    let divisors = position.legal_moves().into_iter().filter_map(|legal| match legal {
        Move::Divide { number: divided, by } if divided == number => Some(by.to_string()),
        _ => None,
    });
    OnTable {
        number: number.to_string(),
        factors: duel::prime_factors(number).iter().map(u64::to_string).collect(),
        divisors: divisors.collect(),
    }
}
