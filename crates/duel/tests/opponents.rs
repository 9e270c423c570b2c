//! Whom a book offers, and whom somebody meets on *auto*: measured with players of every sort.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::exhaustive::{after, at_random};
use duel::computer::{Auto, Showed, WhyThem, auto, choose};
use duel::tally::{Finished, Met, Person, Score, Tally};
use duel::{Level, Move, Position, Record, RuleBook, Side, Who};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Anybody who can choose a move.
type Chooser<'a> = &'a dyn Fn(&Position, &mut ChaCha8Rng) -> Move;

fn level(level: Level) -> impl Fn(&Position, &mut ChaCha8Rng) -> Move {
    move |position, rng| choose(position, level, rng).unwrap()
}

/// Somebody who takes a move that wins at once in so many of a hundred cases, and otherwise any.
fn sees_dead_ends(percent: u32) -> impl Fn(&Position, &mut ChaCha8Rng) -> Move {
    move |position, rng| {
        let wins = |&candidate: &Move| {
            after(position, candidate).outcome().is_some_and(|outcome| outcome.winner == position.turn())
        };
        let winning: Vec<Move> = position.legal_moves().into_iter().filter(wins).collect();
        if !winning.is_empty() && rng.next_u32() % 100 < percent {
            return winning[rng.next_u32() as usize % winning.len()];
        }
        at_random(position, rng)
    }
}

/// Somebody who thinks that large numbers are safe.
fn likes_large_numbers(position: &Position, rng: &mut ChaCha8Rng) -> Move {
    let largest = position.legal_moves().into_iter().max_by_key(|candidate| candidate.number());
    if rng.next_u32().is_multiple_of(2) { largest.unwrap() } else { at_random(position, rng) }
}

/// Somebody who every other time takes what wins at once, and then avoids what lets them win at once.
fn looks_two_ahead_at_times(position: &Position, rng: &mut ChaCha8Rng) -> Move {
    let wins = |position: &Position, candidate: Move| {
        after(position, candidate).outcome().is_some_and(|outcome| outcome.winner == position.turn())
    };
    let lets_them_win = |&candidate: &Move| {
        let after = after(position, candidate);
        after.legal_moves().into_iter().any(|answer| wins(&after, answer))
    };
    let legal = position.legal_moves();
    let winning: Vec<Move> = legal.iter().copied().filter(|&candidate| wins(position, candidate)).collect();
    let safe: Vec<Move> = legal.iter().copied().filter(|candidate| !lets_them_win(candidate)).collect();
    let seen = if winning.is_empty() { safe } else { winning };
    if seen.is_empty() || rng.next_u32().is_multiple_of(2) {
        return at_random(position, rng);
    }
    seen[rng.next_u32() as usize % seen.len()]
}

fn winner(start: &Position, first: Chooser<'_>, second: Chooser<'_>, rng: &mut ChaCha8Rng) -> Side {
    end(start, first, second, rng).outcome().unwrap().winner
}

fn end(start: &Position, first: Chooser<'_>, second: Chooser<'_>, rng: &mut ChaCha8Rng) -> Position {
    let mut position = start.clone();
    while position.outcome().is_none() {
        let chosen = if position.turn() == Side::One { first(&position, rng) } else { second(&position, rng) };
        position.play(chosen).unwrap();
    }
    position
}

fn start(book: &RuleBook) -> Position {
    book.game().start().unwrap()
}

/// The share of games in percent that one wins against another, both moving first equally often.
fn share(start: &Position, one: Chooser<'_>, other: Chooser<'_>, games: u64) -> u64 {
    let is_won = |&game: &u64| {
        let rng = &mut ChaCha8Rng::seed_from_u64(game);
        match game.is_multiple_of(2) {
            true => winner(start, one, other, rng) == Side::One,
            false => winner(start, other, one, rng) == Side::Two,
        }
    };
    (0..games).filter(is_won).count() as u64 * 100 / games
}

#[test]
fn of_two_neighbours_that_a_book_offers_the_stronger_wins_most_games() {
    for book in RuleBook::built_in() {
        for pair in book.opponents().windows(2) {
            // The stronger they are the longer they think, and the more they differ.
            let games = match pair[1] {
                Level::Perfect => 20,
                Level::FarAhead => 80,
                _ => 300,
            };
            let share = share(&start(book), &level(pair[1]), &level(pair[0]), games);
            assert!(share >= 60, "{}: {:?} wins {share} %", book.id(), pair);
        }
    }
}

#[test]
fn whoever_is_not_offered_would_differ_from_no_neighbour() {
    for book in RuleBook::built_in() {
        let offered = book.opponents();
        let last = *offered.last().unwrap();
        for &left_out in Level::ALL.iter().filter(|level| !offered.contains(level)) {
            let below = *offered.iter().rev().find(|&&level| level < left_out).unwrap();
            let above = *offered.iter().find(|&&level| level > left_out).unwrap_or(&last);
            let over = share(&start(book), &level(left_out), &level(below), 300);
            let under = if above > left_out { share(&start(book), &level(above), &level(left_out), 300) } else { 0 };
            assert!(over < 62 || under < 62, "{}: {left_out:?} {over} {under}", book.id());
        }
    }
}

/// The share of games in percent that somebody wins of their first ten on auto, beginning every other one.
fn share_on_auto(book: &RuleBook, player: Chooser<'_>, runs: u64) -> u64 {
    let start = start(book);
    let mut wins = 0;
    for run in 0..runs {
        let rng = &mut ChaCha8Rng::seed_from_u64(run);
        let mut games: Vec<(Level, Showed)> = Vec::new();
        for game in 0..10 {
            let met = auto(book.opponents(), games.iter().copied()).level;
            let (end, you) = match game % 2 {
                0 => (end(&start, player, &level(met), rng), Side::One),
                _ => (end(&start, &level(met), player, rng), Side::Two),
            };
            let won = end.outcome().unwrap().winner == you;
            let showed = match (won, end.moves().len()) {
                (false, _) => Showed::Lost,
                (true, 1) => Showed::WonAtOnce,
                (true, _) => Showed::Won,
            };
            games.push((met, showed));
            wins += u64::from(won);
        }
    }
    wins * 10 / runs
}

#[test]
fn a_beginner_wins_about_half_of_the_first_ten_games_on_auto() {
    for book in RuleBook::built_in() {
        let share = share_on_auto(book, &sees_dead_ends(50), 60);
        assert!((43..=62).contains(&share), "{}: {share} %", book.id());
    }
}

#[test]
fn so_do_other_beginners() {
    let [sees_few, sees_many, sees_all] = [20, 80, 100].map(sees_dead_ends);
    let [rules, dead_ends, answers] = [Level::Rules, Level::DeadEnds, Level::Answers].map(level);
    let players: [(&str, Chooser<'_>); 9] = [
        ("random", &at_random),
        ("large numbers", &likes_large_numbers),
        ("sees a few dead ends", &sees_few),
        ("sees most", &sees_many),
        ("sees all", &sees_all),
        ("two ahead", &looks_two_ahead_at_times),
        ("level 1", &rules),
        ("level 2", &dead_ends),
        ("level 3", &answers),
    ];
    for book in RuleBook::built_in() {
        for (name, player) in players {
            let share = share_on_auto(book, player, 15);
            assert!((33..=67).contains(&share), "{}, {name}: {share} %", book.id());
        }
    }
}

#[test]
fn auto_goes_up_and_down() {
    use Level::{Answers, DeadEnds, FarAhead, Perfect, Rules};
    use Showed::{Lost as L, Won as W, WonAtOnce as Quick, WonWithHelp as Helped};
    use WhyThem::{AsBefore, AtOnce, Beginning, Lost, Owes, Strongest, Won};
    let met = |offered: &[Level], games: &[(Level, Showed)]| auto(offered, games.iter().copied());
    for (games, level, why) in [
        (&[][..], Rules, Beginning),
        (&[(Rules, W)], DeadEnds, Won),
        (&[(Rules, L)], Rules, Owes(2)),
        // Whoever lost to the first one beats it twice.
        (&[(Rules, L), (Rules, W)], Rules, Owes(1)),
        (&[(Rules, L), (Rules, W), (Rules, W)], DeadEnds, Won),
        (&[(Rules, W), (DeadEnds, L)], Rules, Lost),
        (&[(Rules, W), (DeadEnds, L), (Rules, W)], DeadEnds, Won),
        // Somebody much stronger was asked for: to lose says nothing, to win does; and a weaker one cannot be lost to for nothing.
        (&[(Perfect, L)], Rules, Beginning),
        (&[(Rules, W), (Perfect, L)], DeadEnds, AsBefore),
        (&[(FarAhead, W)], FarAhead, Won),
        (&[(FarAhead, W), (Rules, W)], FarAhead, AsBefore),
        (&[(FarAhead, W), (FarAhead, W)], FarAhead, Strongest),
        (&[(FarAhead, W), (Rules, L)], Rules, Owes(2)),
        // One that is not offered counts as the next below.
        (&[(Rules, W), (Answers, W)], FarAhead, Won),
        // A first pick that ends the game says nothing of a newcomer, and something of others.
        (&[(Rules, Quick)], Rules, AtOnce),
        (&[(Rules, Quick), (Rules, Quick)], Rules, AtOnce),
        (&[(Rules, Quick), (Rules, W)], DeadEnds, Won),
        (&[(Rules, W), (DeadEnds, Quick)], FarAhead, Won),
        (&[(Rules, Helped)], Rules, WhyThem::Helped),
        (&[(Rules, Helped), (Rules, W)], DeadEnds, Won),
    ] {
        assert_eq!(met(&[Rules, DeadEnds, FarAhead], games), Auto { level, why }, "{games:?}");
    }
    assert_eq!(met(&[Rules], &[(Rules, W)]).level, Rules);
}

#[test]
fn other_numbers_offer_everybody() {
    let offered = |code: &str| RuleBook::find(code).unwrap().opponents().len();
    assert_eq!([offered("chain"), offered("chain:40"), offered("chain,first=composite")], [2, 5, 5]);
    assert_eq!([offered("take:2..9"), offered("classic")], [5, 5]);
}

fn finished(record: &str) -> Option<Finished> {
    Finished::of(&record.parse::<Record>().unwrap())
}

#[test]
fn games_are_counted_by_book_opponent_and_name() {
    let game = |code: &str, types: &str, result: &str, moves: &str| {
        finished(&format!(
            "[Format \"1\"]\n[Game \"{code}\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n[Result \"{result}\"]\n{types}\n\n{moves}\n"
        ))
    };
    let second = "[Type1 \"human\"]\n[Type2 \"level:2\"]";
    let first = "[Type1 \"level:2\"]\n[Type2 \"human\"]";
    let games = [
        game("chain", second, "1-0 no-move", "19"),
        game("chain:19", first, "0-1 resigned", "12"),
        game("chain", first, "1-0 no-move", "19"),
        game("take:2..7", "[Type1 \"human\"]\n[Type2 \"bot\"]", "1-0 no-move", "7"),
        game("chain", "", "1-0 no-move", "17"),
    ];
    let games: Vec<Finished> = games.into_iter().map(Option::unwrap).collect();
    let tally = Tally::of(&games);
    let hare = Who::Level(Level::DeadEnds);
    let met = |book: &str, opponent, played, won| Met { book: book.into(), opponent, score: Score { played, won } };
    assert_eq!(tally.books, [met("chain", hare, 3, 2), met("take:2..7", Who::Program, 1, 1)]);
    let person = |name: &str, played, won| Person { name: name.into(), score: Score { played, won } };
    assert_eq!(tally.people, [person("Ada", 1, 1), person("Bo", 1, 0)]);
    assert_eq!((tally.streak, tally.best, tally.yours), (1, 2, Score { played: 4, won: 3 }));
    assert!(game("chain", second, "*", "12").is_none(), "it is not over");
    assert!(game("chain", "[Type1 \"level:1\"]\n[Type2 \"bot\"]", "1-0 no-move", "19").is_none(), "nobody played");
}

#[test]
fn what_is_no_whole_game_counts_for_nothing_and_a_win_with_help_moves_nobody() {
    let played = |headers: &str, moves: &str| {
        let types = "[Type1 \"human\"]\n[Type2 \"level:1\"]";
        let end = "[Result \"1-0 no-move\"]";
        finished(&format!("[Format \"1\"]\n[Game \"chain\"]\n{types}\n{end}\n{headers}\n\n{moves}\n")).unwrap()
    };
    let game = |headers: &str| played(headers, "2 14 7");
    let met = |game: &Finished| (game.met_level(), Tally::of([game]).yours.played);
    assert_eq!(met(&game("")), (Some((Level::Rules, Showed::Won)), 1));
    assert_eq!(met(&played("", "19")), (Some((Level::Rules, Showed::WonAtOnce)), 1));
    assert_eq!(met(&game("[Hints1 \"2\"]")), (Some((Level::Rules, Showed::WonWithHelp)), 1));
    assert_eq!(met(&game("[Hints2 \"2\"]")), (Some((Level::Rules, Showed::Won)), 1));
    for origin in ["puzzle", "lesson pairs", "game move 3"] {
        assert_eq!(met(&game(&format!("[From \"{origin}\"]"))), (None, 0), "{origin}");
    }
}
