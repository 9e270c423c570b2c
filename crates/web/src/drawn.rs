//! A position as it is drawn.

use duel::{Move, Position, PositionView, Relation, RuleBook, View, heap};
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
    /// How many legal moves there are; of too many `legal` is empty, and so are the next two.
    legal_count: usize,
    /// The legal picks that divide the last one, and those that are multiples of it; at the start both are empty.
    divisors: Vec<u64>,
    multiples: Vec<u64>,
    /// A number that was divided stays where it lay.
    table: Vec<OnTable>,
    /// How many moves a division game can still have.
    most_divisions: u32,
    /// Why the last move was legal.
    move_words: Option<String>,
    end_words: Option<String>,
    notes: Vec<String>,
    loses_by_illegal_number: bool,
}

#[derive(Serialize)]
struct OnTable {
    number: String,
    factors: Vec<String>,
    /// What it can be divided by, ascending; of many the smallest.
    divisors: Vec<String>,
    /// How many there are in all.
    divisor_count: usize,
}

/// So many divisors are listed of a whole table. A number can have 103,680 of them, and a page that draws a button for each
/// stands still; the others are typed.
const DIVISORS: usize = 1_000;

pub(crate) fn position(scene: &Scene) -> Result<Drawn, Problem> {
    let book = scene.book()?;
    let position = scene.position(&book)?;
    Ok(draw(&book, &position, &scene.names()?))
}

pub(crate) fn draw(book: &RuleBook, position: &Position, names: &[String; 2]) -> Drawn {
    let legal = if position.legal_count() <= LISTED { position.legal_moves() } else { Vec::new() };
    let (pool, picks): (_, Vec<u64>) = match position.view() {
        View::Pool(pool) => (Some(pool), legal.iter().map(|pick| pick.number()).collect()),
        View::Table(_) => (None, Vec::new()),
    };
    let related = |wanted| picks.iter().copied().filter(|&pick| position.relation(pick) == wanted).collect();
    let numbers = position.in_their_places();
    let most_divisors = DIVISORS / numbers.len().max(1);
    Drawn {
        position: PositionView {
            game: book.code(),
            moves: position.moves().to_vec(),
            turn: position.turn().number(),
            last: position.moves().last().copied(),
            numbers: position.numbers().map(<[u64]>::to_vec),
            legal,
            outcome: position.outcome().cloned(),
        },
        title: book.title().into(),
        pool: pool.map(PoolView::of),
        first_pick: position.game().first_pick_rule(),
        free: pool.filter(|pool| pool.count() <= LISTED as u64).map(|_| position.free()),
        legal_count: position.legal_count(),
        divisors: related(Relation::Divisor),
        multiples: related(Relation::Multiple),
        table: numbers.iter().map(|&number| on_table(number, position, most_divisors)).collect(),
        most_divisions: numbers.iter().map(|&number| heap(number)).sum(),
        move_words: position.why_it_was_legal(),
        end_words: position.why_it_ended(names),
        notes: book.notes(),
        loses_by_illegal_number: position.game().invalid() == duel::Invalid::Loses,
    }
}

fn on_table(number: u64, position: &Position, most_divisors: usize) -> OnTable {
    let factors = duel::prime_factors(number);
    let divides = |&by: &u64| position.is_legal(Move::Divide { number, by });
    // 1 is the smallest divisor of all, and divides nothing here.
    let divisors = smallest_divisors(&factors, most_divisors + 1).into_iter().filter(divides).take(most_divisors);
    let all: usize = factors.chunk_by(|one, next| one == next).map(|equal| equal.len() + 1).product();
    OnTable {
        number: number.to_string(),
        divisors: divisors.map(|by| by.to_string()).collect(),
        divisor_count: if position.outcome().is_some() { 0 } else { all.saturating_sub(2) },
        factors: factors.iter().map(u64::to_string).collect(),
    }
}

/// The smallest divisors of the product of these primes, ascending, at most so many. No more are ever held: where one is left
/// out, as many smaller ones are there, and so it is with all its multiples.
fn smallest_divisors(factors: &[u64], most: usize) -> Vec<u64> {
    let mut divisors = vec![1];
    for equal in factors.chunk_by(|one, next| one == next) {
        let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(equal[0])).take(equal.len() + 1);
        divisors = powers.flat_map(|power| divisors.iter().map(move |divisor| divisor * power)).collect();
        divisors.sort_unstable();
        divisors.truncate(most);
    }
    divisors
}
