//! A position as it is drawn. What differs between the kinds of game is said here, so that nobody else has to know.

use duel::rulebook::Phrase;
use duel::solve::heap;
use duel::speech::{Called, Ending, Language, Span};
use duel::{Level, Move, Numbers, Pool, Position, Relation, RuleBook, Seat, Who};

use super::answer::{Board, Cell, Divisor, Drawn, OnTable, Stands, Typing};
use crate::wire::{self, Numeral, Side};

/// A board of more numbers is not drawn whole, and of more legal ones there is only the number: a page with a million of them
/// stands still.
pub(crate) const DRAWN: usize = 1_200;
/// So many divisors are listed of a whole table. A number can have 103,680 of them; the others are typed.
const DIVISORS: usize = 1_000;

/// What is drawn; without what would give the legal numbers away, where people find them themselves.
pub(crate) fn draw(
    book: &RuleBook,
    position: &Position,
    called: &[Called; 2],
    hides_legal: bool,
    language: Language,
) -> Drawn {
    let typing = match position.numbers() {
        Numbers::Pool(_) => Typing::Number,
        Numbers::Table([_]) => Typing::Divisor,
        Numbers::Table(_) => Typing::Division,
    };
    let is_picked = typing == Typing::Number;
    let is_start = position.moves().is_empty();
    let is_over = position.outcome().is_some();
    let said = |phrase| words(book.say_beside_a_board(phrase, position, called, language));
    let (turn, prompt) =
        if is_start { (Phrase::FirstTurn, Phrase::FirstPrompt) } else { (Phrase::Turn, Phrase::Prompt) };
    let first_pick = position.game().first_pick_rule().filter(|_| is_start);
    Drawn {
        game: book.code(),
        title: book.title().into(),
        board: board(position, hides_legal && !is_over),
        moves: position.moves().iter().copied().map(wire::Move).collect(),
        taken_list: said(Phrase::TakenList),
        turn: Side(position.turn()),
        outcome: position.outcome().map(Into::into),
        first_pick: first_pick.map(|rule| language.say(&rule)),
        last: position.last().map(Numeral),
        neighbours: position.all_gone().map(|all| all.into_iter().map(Numeral).collect()),
        typing,
        has_pairing: is_picked,
        // Its lines say what is legal.
        has_picture: is_picked && (is_over || !hides_legal),
        move_words: position.why_legal().map(|why| language.say(&why)),
        turn_words: (!is_over).then(|| said(turn)),
        prompt: (!is_over).then(|| said(prompt)),
        end_words: end_words(book, position, called, language),
        notes: book.notes_at_the_start().iter().map(|note| language.say(note)).collect(),
    }
}

/// Words without what they know about their numbers.
pub(crate) fn words(spans: Vec<Span>) -> String {
    let words: String = spans.into_iter().map(|span| span.text).collect();
    words.trim().into()
}

/// How a game ended, by the book; but a book speaks to the loser, and to a computer nobody speaks.
fn end_words(book: &RuleBook, position: &Position, called: &[Called; 2], language: Language) -> Option<String> {
    let ending = Ending { position, called };
    let wins = ending.winner()?;
    let is_computer = |called: &Called| matches!(called, Called::Name(name) if is_computers(name, language));
    let is_by_name = !called.iter().any(|called| matches!(called, Called::You(_)));
    Some(if is_by_name && called.iter().any(is_computer) {
        format!("{}\n{}", language.say(&ending), language.say(&wins))
    } else {
        words(book.say_end_beside_a_board(position, called, language))
    })
}

/// Whether a computer player has this name that nobody has given another one.
fn is_computers(name: &str, language: Language) -> bool {
    Level::ALL.iter().any(|&level| Who::Level(level).usual_name(Seat::One, language).as_str() == name)
}

pub(crate) fn board(position: &Position, hides_legal: bool) -> Board {
    match position.numbers() {
        Numbers::Pool(pool) if pool.count() <= DRAWN as u64 => grid(position, pool, hides_legal),
        Numbers::Pool(pool) => {
            let legal_count = position.legal_count();
            let legal = || position.legal().map(|pick| Numeral(pick.number())).collect();
            Board::List {
                count: pool.count() as usize,
                largest: Numeral(pool.last()),
                legal_count: (!hides_legal).then_some(legal_count),
                legal: (!hides_legal && legal_count <= DRAWN).then(legal),
            }
        }
        Numbers::Table(_) => {
            let numbers = position.in_their_places();
            let most_divisors = if hides_legal { None } else { Some(DIVISORS / numbers.len().max(1)) };
            Board::Table {
                most_divisions: (!hides_legal).then(|| numbers.iter().map(|&number| heap(number)).sum()),
                numbers: numbers.iter().map(|&number| on_table(number, position, most_divisors)).collect(),
            }
        }
    }
}

fn grid(position: &Position, pool: Pool, hides_legal: bool) -> Board {
    let stands = |number| match position.relation(number) {
        Relation::Taken(player) => Stands::Taken { by: Side(player) },
        Relation::Last(player) => Stands::Last { by: Side(player) },
        _ if hides_legal => Stands::Free,
        Relation::First => Stands::First,
        Relation::Divisor => Stands::Divisor,
        Relation::Multiple => Stands::Multiple,
        Relation::LastResort => Stands::LastResort,
        Relation::Free | Relation::Elsewhere => Stands::Free,
    };
    Board::Grid {
        columns: (pool.last() < 1_000).then_some(10),
        before: if pool.step() == 1 { ((pool.first() - 1) % 10) as u8 } else { 0 },
        cells: pool.numbers().map(|number| Cell { number: Numeral(number), stands: stands(number) }).collect(),
    }
}

/// A number on the table, with at most so many of its divisors; without anything that tells them where these are to be found.
fn on_table(number: u64, position: &Position, most_divisors: Option<usize>) -> OnTable {
    let factors = duel::factor::prime_factors(number);
    let is_prime = factors.len() == 1;
    let Some(most_divisors) = most_divisors else {
        return OnTable { number: Numeral(number), is_prime, factors: None, divisors: Vec::new(), divisor_count: None };
    };
    let divides = |&by: &u64| position.is_legal(Move::Divide { number, by });
    // 1 is the smallest divisor of all, and divides nothing here.
    let divisors = smallest_divisors(&factors, most_divisors + 1).into_iter().filter(divides).take(most_divisors);
    let all: usize = factors.chunk_by(|one, next| one == next).map(|equal| equal.len() + 1).product();
    OnTable {
        number: Numeral(number),
        is_prime,
        divisors: divisors.map(|by| Divisor { by: Numeral(by), left: Numeral(number / by) }).collect(),
        divisor_count: Some(if position.outcome().is_some() { 0 } else { all.saturating_sub(2) }),
        factors: Some(factors.into_iter().map(Numeral).collect()),
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
