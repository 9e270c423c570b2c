//! How games are played.

use super::{English, grouped, list};
use crate::game::{FirstPickRule, Game, GameError, Kind, Parity, Pool, Take};
use crate::rulebook::Note;
use crate::speech::list::ListWord;
use crate::speech::{InShort, Rules};

/// "the numbers 2 to 50", "the numbers 2 to 20 in steps of 2".
impl English for Pool {
    fn english(&self) -> String {
        match self {
            Pool { lo, hi, .. } if lo == hi => format!("only the number {lo}"),
            Pool { lo, hi, step: 1 } => format!("the numbers {lo} to {hi}"),
            Pool { lo, hi, step: 2 } if lo.is_multiple_of(2) => format!("the even numbers {lo} to {hi}"),
            Pool { lo, hi, step: 2 } => format!("the odd numbers {lo} to {hi}"),
            Pool { lo, hi, step } => format!("the numbers {lo} to {hi} in steps of {step}"),
        }
    }
}

/// "an even number up to 49".
impl English for FirstPickRule {
    fn english(&self) -> String {
        let FirstPickRule { parity, composite, from, to } = self;
        let article = if parity.is_some() { "an" } else { "a" };
        let parity = parity.map_or("", |parity| if parity == Parity::Even { "even " } else { "odd " });
        let number = if *composite { "non-prime" } else { "number" };
        let range = match (from, to) {
            // Neither is 1 a prime.
            (None, None) if *composite => " above 1".into(),
            (None, None) => String::new(),
            (Some(from), None) => format!(" from {from} up"),
            (None, Some(to)) => format!(" up to {to}"),
            (Some(from), Some(to)) => format!(" from {from} to {to}"),
        };
        format!("{article} {parity}{number}{range}")
    }
}

impl English for GameError {
    fn english(&self) -> String {
        match self {
            GameError::TooManyToPlay(count) => format!(
                "a board has at most 1,000,000 numbers and this pool has {}: choose a smaller upper end to play it",
                grouped(*count)
            ),
            GameError::FairDivision => {
                "fair start is about the first pick from a pool, and a division game has none".into()
            }
            GameError::NoUpperEnd => "only a pool has an upper end, and a division game has none".into(),
            GameError::NoNumbers(upper) => format!("there is no pool with the upper end {upper} in this game"),
            GameError::NoFirstPick(rule) => {
                let rule = rule.english();
                let wanted = rule.trim_start_matches("an ").trim_start_matches("a ");
                format!("the first pick allows none of the numbers: there is no {wanted} in the pool")
            }
        }
    }
}

impl English for Rules<'_> {
    fn english(&self) -> String {
        let Rules(game) = self;
        let ending = if game.misere { "wins" } else { "loses" };
        match &game.kind {
            Kind::Take(take) => rules_of_pool(game, take, ending),
            Kind::Divide(numbers) => rules_of_table(numbers, ending),
        }
    }
}

impl English for InShort<'_> {
    fn english(&self) -> String {
        let InShort(game) = self;
        let ending = if game.misere { "wins" } else { "loses" };
        match &game.kind {
            Kind::Take(take) => {
                let pool = take.pool.english();
                let resort = if take.resort { ", 1 only when nothing else is left" } else { "" };
                // Where 1 is a last resort nobody would begin with it.
                let first = game.first_pick_rule().filter(|_| !take.resort);
                let first =
                    first.map(|rule| format!(" The first pick must be {}.", rule.english())).unwrap_or_default();
                format!(
                    "Take turns to pick from {pool}, each a divisor or a multiple of the last{resort}.{first} Whoever \
                     cannot pick {ending}."
                )
            }
            Kind::Divide(numbers) => {
                let (what, faced) = match &numbers[..] {
                    [number] => (number.to_string(), "a prime"),
                    several => (format!("one of {}", list(several)), "nothing but primes"),
                };
                format!("Take turns to divide {what} by a proper divisor. Whoever faces {faced} {ending}.")
            }
        }
    }
}

fn rules_of_pool(game: &Game, take: &Take, ending: &str) -> String {
    let first = game.first_pick_rule().map_or("may be any number".into(), |rule| format!("must be {}", rule.english()));
    let resort = if take.resort { " The number 1 may be picked only if no other valid move is available." } else { "" };
    let (low, high) = (take.pool.first(), take.pool.last());
    let free = match take.pool.step {
        _ if take.pool.count() == 1 => format!("The number {low} is free."),
        _ if take.pool.count() == 2 => format!("The numbers {low} and {high} are free."),
        1 => format!("The numbers {low} to {high} are free."),
        2 if low.is_multiple_of(2) => format!("The even numbers {low} to {high} are free."),
        2 => format!("The odd numbers {low} to {high} are free."),
        step => format!("The numbers {low}, {} and so on to {high}, {step} apart, are free.", low + step),
    };
    format!(
        "{free} Two players pick in turn, and a picked number is gone. The first pick {first}. Every later pick must be a \
         free number that divides the last pick or is a multiple of it.{resort} Whoever cannot pick {ending}. There are no \
         draws and no points."
    )
}

fn rules_of_table(numbers: &[u64], ending: &str) -> String {
    let (table, one, faced) = match numbers {
        [number] => (format!("One number lies on the table: {number}."), "it", "a prime"),
        several => (format!("These numbers lie on the table: {}.", list(several)), "one of them", "nothing but primes"),
    };
    format!(
        "{table} Each player in turn divides {one} by one of its proper divisors (more than 1, less than the number itself), \
         and the result takes its place. Whoever faces {faced} cannot divide, and {ending}. There are no draws and no points."
    )
}

impl English for Note {
    fn english(&self) -> String {
        match self {
            Note::FirstPick { rule, is_fair: true } => {
                format!("Fair start: the first pick must be {}.", rule.english())
            }
            Note::FirstPick { rule, is_fair: false } => format!("The first pick must be {}.", rule.english()),
            Note::LastResort => "Last resort: 1 may be picked only if no other valid move is available.".into(),
            Note::Misere => "Misère: whoever cannot move wins.".into(),
            Note::IllegalLoses => "An illegal number loses the game at once.".into(),
            Note::IllegalIsAskedAgain => "After an illegal number you choose again.".into(),
        }
    }
}

impl English for ListWord {
    fn english(&self) -> String {
        match self {
            ListWord::None => "None".into(),
            ListWord::Used(used) => match **used {
                [only] => format!("None available ({only} is used)"),
                [one, two] => format!("None available ({one} and {two} are used)"),
                _ => format!("None available ({} are used)", list(used)),
            },
            ListWord::Beyond(next) => format!("None (since {next} is beyond the pool range)"),
            ListWord::IsPrime(number) => format!("{number} is prime"),
            ListWord::DividedBy(number) => format!("{number} by"),
            ListWord::OneIsLeft => "1 is left as a last resort.".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_game_that_is_played() {
        for (code, parts) in [
            ("last-resort:8", &["numbers 1 to 8 are", "must be a number from 2 up", "1 may be picked only"][..]),
            ("evens", &["even numbers 2 to 20", "may be any number", "cannot pick loses."]),
            ("take:2..30,misere", &["numbers 2 to 30", "cannot pick wins."]),
            ("take:3..99/3", &["numbers 3, 6 and so on to 99, 3 apart,"]),
            ("take:1..9/2", &["odd numbers 1 to 9"]),
            ("take:3..6/3", &["The numbers 3 and 6 are free."]),
            ("take:7..7", &["The number 7 is free."]),
            ("classroom", &["must be an even number up to 49"]),
            (
                "divider:60,84",
                &["lie on the table: 60, 84.", "divides one of them", "nothing but primes cannot divide, and loses."],
            ),
        ] {
            let words = Rules(&code.parse().unwrap()).english();
            for part in parts {
                assert!(words.contains(part), "{code}: {words}");
            }
        }
    }

    #[test]
    fn an_invitation_has_the_numbers_that_are_played_with() {
        for (code, said) in [
            (
                "classic:20",
                "Take turns to pick from the numbers 2 to 20, each a divisor or a multiple of the last. Whoever cannot \
                 pick loses.",
            ),
            (
                "last-resort:8,misere",
                "Take turns to pick from the numbers 1 to 8, each a divisor or a multiple of the last, 1 only when \
                 nothing else is left. Whoever cannot pick wins.",
            ),
            ("divider:84", "Take turns to divide 84 by a proper divisor. Whoever faces a prime loses."),
            (
                "divide:60,84",
                "Take turns to divide one of 60, 84 by a proper divisor. Whoever faces nothing but primes loses.",
            ),
        ] {
            assert_eq!(InShort(&code.parse().unwrap()).english(), said, "{code}");
        }
    }
}
