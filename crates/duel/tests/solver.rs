//! The solver against exhaustive search, against answers computed elsewhere, and against itself.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::collections::HashMap;

use duel::solve::{Method, OutOfBudget, Pairing, Watch, solve, solve_game};
use duel::{Game, Move, Position, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Exhaustive search that knows nothing but the rules. Positions are known by what is still free (a bit for each number,
/// so the pools are small) and the last pick; in division games by the table and whose turn it is.
#[derive(Default)]
struct Exhaustive {
    known: HashMap<(Vec<u64>, u64, Side), Side>,
}

impl Exhaustive {
    fn winner(&mut self, position: &mut Position) -> Side {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let mover = position.turn();
        let state = match position.on_table() {
            Some(table) => table.to_vec(),
            None => vec![position.free().iter().fold(0, |set, n| set | 1u64 << (n % 64))],
        };
        let key = (state, position.last().unwrap_or(0), mover);
        if let Some(&winner) = self.known.get(&key) {
            return winner;
        }
        let moves = position.legal_moves();
        let wins = moves.into_iter().any(|candidate| self.wins(position, candidate));
        let winner = if wins { mover } else { mover.other() };
        self.known.insert(key, winner);
        winner
    }

    fn wins(&mut self, position: &mut Position, candidate: Move) -> bool {
        let mover = position.turn();
        position.play(candidate).unwrap();
        let wins = self.winner(position) == mover;
        position.undo();
        wins
    }

    fn winning(&mut self, position: &Position) -> Vec<Move> {
        let mut position = position.clone();
        let moves = position.legal_moves();
        moves.into_iter().filter(|&candidate| self.wins(&mut position, candidate)).collect()
    }
}

fn start(code: &str) -> Position {
    code.parse::<Game>().unwrap().start().unwrap()
}

/// Checks the position and a few that follow from it by random play.
fn agree(position: &Position, oracle: &mut Exhaustive, rng: &mut ChaCha8Rng) {
    let mut position = position.clone();
    loop {
        let solution = solve(&position, &mut Watch::forever()).unwrap();
        assert_eq!(solution.winning, oracle.winning(&position), "{} {:?}", position.game(), position.moves());
        assert_eq!(solution.winner, oracle.winner(&mut position.clone()), "{} {:?}", position.game(), position.moves());
        let Some(count) = std::num::NonZero::new(position.legal_count()) else { return };
        let choice = rng.next_u64() % count.get() as u64;
        position.play(position.nth_legal(choice as usize).unwrap()).unwrap();
    }
}

#[test]
fn agrees_with_exhaustive_search_on_every_small_pool() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for n in 2..=26 {
        for clauses in ["", ",misere", ",resort=1", ",resort=1,first=2..", ",resort=1,misere"] {
            let code = format!("take:1..{n}{clauses}");
            check_pool(&code, &mut rng);
        }
        check_pool(&format!("take:2..{n}"), &mut rng);
        check_pool(&format!("take:2..{n},misere"), &mut rng);
    }
}

fn check_pool(code: &str, rng: &mut ChaCha8Rng) {
    let start = start(code);
    let mut oracle = Exhaustive::default();
    for _ in 0..6 {
        agree(&start, &mut oracle, rng);
    }
    let game = solve_game(start.game(), &mut Watch::forever()).unwrap();
    let winning = oracle.winning(&start);
    assert_eq!(game.winning.iter().collect::<Vec<_>>(), winning, "{code}");
    assert_eq!(game.winning.count(), winning.len() as u64);
    assert_eq!((game.winner, game.first_moves), (oracle.winner(&mut start.clone()), start.legal_count() as u64));
}

#[test]
fn agrees_with_exhaustive_search_on_odd_pools() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for code in [
        "take:2..40/2",
        "take:3..45/3,misere",
        "take:3..60/5",
        "take:1..61/4,resort=1",
        "take:1..46/5,resort=1",
        "take:100000000000..100000000012",
        "take:7..7",
        "take:1..1,resort=1",
        "take:12..36",
        "take:2..18,first=composite",
        "take:1..20,first=odd,first=3..9",
    ] {
        let start = start(code);
        let mut oracle = Exhaustive::default();
        for _ in 0..20 {
            agree(&start, &mut oracle, &mut rng);
        }
    }
}

#[test]
fn agrees_with_exhaustive_search_on_division_games() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for code in
        ["divide:60", "divide:64", "divide:97", "divide:12,18", "divide:30,8,9", "divide:4,4,6", "divide:7,11,16"]
    {
        for misere in ["", ",misere"] {
            let start = start(&format!("{code}{misere}"));
            let mut oracle = Exhaustive::default();
            for _ in 0..20 {
                agree(&start, &mut oracle, &mut rng);
            }
        }
    }
    let big = start("divide:18446744073709551615,18401055938125660800");
    assert_eq!(solve(&big, &mut Watch::forever()).unwrap().method, Method::Nim);
}

/// The answers of an independent program: pools LO..N with their matching number and their winning first picks, and the
/// winning first picks of the misère game.
#[test]
fn agrees_with_answers_computed_by_another_program() {
    let known: serde_json::Value = serde_json::from_str(include_str!("data/openings.json")).unwrap();
    let picks = |list: &serde_json::Value| -> Vec<Move> {
        list.as_array().unwrap().iter().map(|n| Move::Pick(n.as_u64().unwrap())).collect()
    };
    let mut rows = 0;
    for (lo, sizes) in known["pools"].as_object().unwrap() {
        for (n, answer) in sizes.as_object().unwrap() {
            let game: Game = format!("take:{lo}..{n}").parse().unwrap();
            let solution = solve_game(&game, &mut Watch::forever()).unwrap();
            assert_eq!(solution.winning.iter().collect::<Vec<_>>(), picks(&answer["winning"]), "{game}");
            assert_eq!(solution.matching, answer["matching"].as_u64(), "{game}");
            rows += 1;
        }
    }
    for (lo, sizes) in known["misere"].as_object().unwrap() {
        for (n, answer) in sizes.as_object().unwrap() {
            let game: Game = format!("take:{lo}..{n},misere").parse().unwrap();
            let solution = solve_game(&game, &mut Watch::forever()).unwrap();
            assert_eq!(solution.winning.iter().collect::<Vec<_>>(), picks(answer), "{game}");
            rows += 1;
        }
    }
    assert!(rows > 100, "{rows}");
}

/// Matching numbers of 1..n: OEIS A344497.
#[test]
fn matching_numbers_are_those_of_the_encyclopedia() {
    let published = [0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 7, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12, 12, 13, 13, 13];
    let rows = published.into_iter().zip(1..).map(|(matching, n)| (n, matching)).chain([(50, 22), (100, 44)]);
    for (n, matching) in rows {
        let game: Game = format!("take:1..{n}").parse().unwrap();
        assert_eq!(solve_game(&game, &mut Watch::forever()).unwrap().matching, Some(matching), "{n}");
    }
}

#[test]
fn large_pools_have_the_matching_number_and_the_missable_numbers_found_by_others() {
    for (n, matching, missable) in
        [(1_000, 437, 220), (10_000, 4_381, 6_207), (100_000, 43_692, 28_515), (1_000_000, 437_310, 649_879)]
    {
        let game: Game = format!("take:2..{n}").parse().unwrap();
        let solution = solve_game(&game, &mut Watch::forever()).unwrap();
        assert_eq!((solution.matching, solution.winning.count()), (Some(matching), missable), "{n}");
    }
}

#[test]
fn what_is_known_of_the_books() {
    let winning = |code: &str| -> Vec<u64> {
        let game: Game = code.parse().unwrap();
        let solution = solve_game(&game, &mut Watch::forever()).unwrap();
        solution.winning.iter().map(Move::number).collect()
    };
    let losing = |code: &str| -> Vec<u64> {
        let winning = winning(code);
        start(code).legal_moves().into_iter().map(Move::number).filter(|n| !winning.contains(n)).collect()
    };
    assert_eq!(losing("classic"), [5, 7, 34, 38, 46, 50]);
    assert_eq!(losing("chain"), [14]);
    assert_eq!(winning("evens"), [0; 0]);
    assert_eq!(winning("juniper-green:40"), [22, 26]);
    assert_eq!(losing("classroom"), [2]);
    assert_eq!(winning("last-resort"), winning("take:2..30"));
    for n in [2, 4, 6, 10] {
        assert_eq!(winning(&format!("last-resort:{n}")), [0; 0], "{n}");
    }
}

/// Even-first on 1..n: for which n the second player wins, up to 50 and then none from 119 to 566.
#[test]
fn juniper_green_by_size() {
    let second_wins = |n: u64| {
        let game: Game = format!("juniper-green:{n}").parse().unwrap();
        solve_game(&game, &mut Watch::forever()).unwrap().winner == Side::Two
    };
    let small: Vec<u64> = (2..=42).filter(|&n| second_wins(n)).collect();
    assert_eq!(small, [2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29, 32, 35, 42]);
    assert!((119..=566).all(|n| !second_wins(n)));
}

#[test]
fn a_pairing_follows_a_game() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for code in ["classic", "take:1..100", "take:3..200/7"] {
        for _ in 0..20 {
            let mut position = start(code);
            let mut following = Pairing::of(&position).unwrap();
            while let Some(count) = std::num::NonZero::new(position.legal_count()) {
                let pick = position.nth_legal((rng.next_u64() % count.get() as u64) as usize).unwrap();
                position.play(pick).unwrap();
                following.remove(pick.number());
                let mut anew = Pairing::of(&position).unwrap();
                assert_eq!((following.pairs(), following.numbers()), (anew.pairs(), anew.numbers()));
                for number in position.free() {
                    let partner = following.partner(number);
                    assert!(partner.is_none_or(|partner| following.partner(partner) == Some(number)));
                    assert!(partner.is_none_or(|partner| position.is_free(partner)));
                }
                following.refresh();
                anew.refresh();
                for number in position.free() {
                    assert_eq!(following.is_missable(number), anew.is_missable(number), "{code} {number}");
                }
            }
        }
    }
}

#[test]
fn an_answer_is_certain_or_not_given() {
    let misere = start("take:2..50,misere");
    let ended = OutOfBudget::Positions { allowed: 10, hopeless: false };
    assert_eq!(solve(&misere, &mut Watch::nodes(10)), Err(ended));
    let ended = OutOfBudget::Memory { allowed: 100_000, hopeless: false };
    assert_eq!(solve(&misere, &mut Watch::forever().memory(100_000)), Err(ended));
    assert_eq!(
        solve(&misere, &mut Watch::forever().memory(0)),
        Err(OutOfBudget::Memory { allowed: 0, hopeless: false })
    );
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(solve(&misere, &mut Watch::forever().stopped_by(&stop)), Err(OutOfBudget::Stopped));
    assert_eq!(solve(&start("take:2..9000"), &mut Watch::forever().stopped_by(&stop)), Err(OutOfBudget::Stopped));
    let mut parts = Vec::new();
    let mut tell = |done| parts.push(done);
    solve(&start("take:2..9000"), &mut Watch::forever().telling(&mut tell)).unwrap();
    assert!(parts.is_sorted() && parts.len() > 1 && parts.iter().all(|done| (0.0..=1.0).contains(done)));
}

/// What is out of reach is told from what a larger budget would settle.
#[test]
fn fault_51_an_end_says_whether_more_would_help() {
    let ends = |code: &str| solve(&start(code), &mut Watch::nodes(100)).unwrap_err();
    for code in ["take:2..80,misere", "take:1..80,misere", "take:2..120,misere", "take:100..1000,misere"] {
        assert!(!ends(code).is_hopeless(), "{code}");
    }
    for code in ["take:2..200,misere", "take:1..1000,misere", "take:3..900/3,misere"] {
        assert_eq!(ends(code), OutOfBudget::Positions { allowed: 100, hopeless: true }, "{code}");
    }
    assert_eq!(ends("take:2..1026,misere"), OutOfBudget::TooLarge { numbers: 1_025, most: 1_024 });
    let little = solve(&start("take:1..1000,misere"), &mut Watch::forever().memory(1 << 20));
    assert_eq!(little, Err(OutOfBudget::Memory { allowed: 1 << 20, hopeless: true }));
    // Nobody can go back to the many numbers from here.
    let mut late = start("take:2..1000,misere");
    late.play_all([2, 998].map(Move::Pick)).unwrap();
    assert!(solve(&late, &mut Watch::nodes(100)).is_ok());
}
