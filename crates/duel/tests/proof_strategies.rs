//! Strategies, the proofs of what was searched: they hold in both checkers, say what brute force says, and no other list does.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::checkers::theirs;
use common::exhaustive::{Exhaustive, at_random, start};
use duel::solve::{OutOfBudget, Proof, Unproved, Watch, check, prove};
use duel::{Game, Move, Position};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Whether each of these is accepted by the stand-alone checker.
fn python_accepts(proofs: &[Proof]) -> Vec<bool> {
    let files: Vec<String> = proofs.iter().map(|proof| serde_json::to_string(proof).unwrap()).collect();
    theirs(&files).iter().map(Result::is_ok).collect()
}

/// Small misère pools with every kind of clause.
fn small_games() -> Vec<String> {
    let mut codes: Vec<String> =
        (2..=16).flat_map(|n| [format!("take:1..{n},misere"), format!("take:2..{n},misere")]).collect();
    for n in 4..=13 {
        for first in ["", ",first=even", ",first=odd", ",first=composite", ",first=3..", ",first=..3"] {
            codes.push(format!("take:1..{n}{first},resort=1,misere"));
            codes.push(format!("take:2..{n}{first},misere"));
        }
    }
    codes.extend(["take:2..24/2,misere", "take:3..36/3,misere,invalid=loses", "take:1..25/2,misere"].map(String::from));
    codes.extend(["take:1..25/4,resort=1,misere", "take:9..24,misere", "take:1..1,misere"].map(String::from));
    codes.retain(|code| code.parse::<Game>().is_ok_and(|game| game.start().is_ok()));
    codes
}

/// The start, and some positions of random games.
fn positions(code: &str, games: usize, rng: &mut ChaCha8Rng) -> Vec<Position> {
    let mut positions = vec![start(code)];
    for _ in 0..games {
        let mut position = start(code);
        while position.outcome().is_none() {
            position.play(at_random(&position, rng)).unwrap();
            positions.push(position.clone());
        }
    }
    positions
}

fn proved(position: &Position) -> Proof {
    let proof = prove(position, &mut Watch::forever()).unwrap();
    assert_eq!(proof.strategy.is_some(), position.outcome().is_none());
    check(&proof).unwrap_or_else(|broken| panic!("{broken}: {proof:?}"));
    proof
}

#[test]
fn small_games_are_proved_as_brute_force_says() {
    let rng = &mut ChaCha8Rng::seed_from_u64(21);
    let (mut proofs, mut lost_starts) = (Vec::new(), 0);
    for code in small_games() {
        let mut oracle = Exhaustive::default();
        for position in positions(&code, 4, rng) {
            let proof = proved(&position);
            assert_eq!(proof.winner, oracle.winner(&position).number(), "{proof:?}");
            assert_eq!(proof.pick, oracle.winning(&position).first().copied(), "{proof:?}");
            lost_starts += usize::from(proof.moves.is_empty() && proof.winner == 2);
            proofs.push(proof);
        }
    }
    assert!(proofs.len() > 2_000 && lost_starts > 10, "{} proofs, {lost_starts} lost starts", proofs.len());
    for (proof, accepted) in proofs.iter().zip(python_accepts(&proofs)) {
        assert!(accepted, "{proof:?}");
    }
}

#[test]
fn large_boards_are_proved_where_they_can_be_searched() {
    let rng = &mut ChaCha8Rng::seed_from_u64(22);
    let mut proofs = Vec::new();
    for code in ["take:2..50,misere", "take:60..190,misere", "take:250..800,misere", "take:400..1423,misere"] {
        let mut position = start(code);
        for _ in 0..3 {
            proofs.push(proved(&position));
            position.play(at_random(&position, rng)).unwrap();
            if position.outcome().is_some() {
                break;
            }
        }
    }
    let longest = proofs.iter().map(|proof| proof.strategy.as_ref().unwrap().len()).max();
    assert!(longest > Some(1_000), "{longest:?}");
    assert!(python_accepts(&proofs).iter().all(|&accepted| accepted));
}

/// Changes a few replies.
fn change(replies: &mut Vec<u64>, pool: &[u64], rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..=2) {
        let number = *pool.choose(rng).unwrap();
        let (at, other) = (rng.random_range(0..=replies.len()), rng.random_range(0..=replies.len()));
        match rng.random_range(0..6) {
            0 => replies.insert(at, number),
            1 => replies.truncate(at),
            2 if at < replies.len() => drop(replies.remove(at)),
            3 if at.max(other) < replies.len() => replies.swap(at, other),
            _ if at < replies.len() => replies[at] = number,
            _ => replies.push(number),
        }
    }
}

#[test]
fn whatever_is_made_of_a_strategy_is_refused_or_true() {
    let rng = &mut ChaCha8Rng::seed_from_u64(23);
    let (mut changed, mut accepted) = (Vec::new(), 0);
    for code in small_games() {
        let mut oracle = Exhaustive::default();
        for position in positions(&code, 1, rng) {
            let honest = proved(&position);
            let Some(replies) = &honest.strategy else { continue };
            for _ in 0..6 {
                let mut proof = honest.clone();
                match rng.random_range(0..6) {
                    0 => proof.pick = position.legal_moves().choose(rng).copied(),
                    1 => (proof.winner, proof.pick) = (3 - proof.winner, None),
                    2 => {
                        proof.winner = position.turn().number();
                        proof.pick = position.legal_moves().choose(rng).copied();
                        change(proof.strategy.as_mut().unwrap(), &position.free(), rng);
                    }
                    _ => change(proof.strategy.as_mut().unwrap(), &position.free(), rng),
                }
                let is_accepted = check(&proof).is_ok();
                if is_accepted {
                    assert_eq!(proof.winner, oracle.winner(&position).number(), "{proof:?}");
                    assert!(proof.pick.is_none_or(|pick| oracle.winning(&position).contains(&pick)), "{proof:?}");
                }
                accepted += usize::from(is_accepted && proof.strategy.as_ref() != Some(replies));
                changed.push((proof, is_accepted));
            }
        }
    }
    let (proofs, verdicts): (Vec<Proof>, Vec<bool>) = changed.into_iter().unzip();
    for ((proof, ours), theirs) in proofs.iter().zip(&verdicts).zip(python_accepts(&proofs)) {
        assert_eq!(*ours, theirs, "{proof:?}");
    }
    // Some positions are won by several replies; most changes break the proof.
    let refused = verdicts.iter().filter(|&&accepted| !accepted).count();
    assert!(accepted > 20 && refused > 2_000, "{accepted} others accepted, {refused} refused");
}

/// Tries every list of replies, as far as it can be the beginning of a proof, and says whether one is; how many it tried is counted.
fn can_be_forged(proof: &mut Proof, pool: &[u64], tried: &mut usize) -> bool {
    *tried += 1;
    match check(proof) {
        Ok(_) => true,
        Err(broken) if broken.to_string().contains("the strategy ends before") => pool.iter().any(|&reply| {
            proof.strategy.as_mut().unwrap().push(reply);
            let is_forged = can_be_forged(proof, pool, tried);
            proof.strategy.as_mut().unwrap().pop();
            is_forged
        }),
        Err(_) => false,
    }
}

#[test]
fn no_list_of_replies_proves_what_is_not_so() {
    let mut tried = 0;
    for code in [
        "take:2..9,misere",
        "take:2..12,misere",
        "take:1..7,misere",
        "take:1..7,resort=1,misere",
        "take:2..14/2,misere",
    ] {
        let mut oracle = Exhaustive::default();
        let mut all = vec![start(code)];
        while let Some(position) = all.pop() {
            if position.outcome().is_some() {
                continue;
            }
            let winning = oracle.winning(&position);
            let honest = proved(&position);
            let claim = |pick: Option<Move>| Proof {
                winner: if pick.is_some() { position.turn().number() } else { position.turn().other().number() },
                pick,
                strategy: Some(Vec::new()),
                ..honest.clone()
            };
            let mut claims: Vec<(Proof, bool)> =
                position.legal_moves().into_iter().map(|pick| (claim(Some(pick)), winning.contains(&pick))).collect();
            claims.push((claim(None), winning.is_empty()));
            for (mut claim, is_true) in claims {
                assert_eq!(can_be_forged(&mut claim, &position.free(), &mut tried), is_true, "{claim:?}");
            }
            // Deeper positions are tried with the first of their moves only, or there would be too many.
            for next in position.legal_moves().into_iter().take(if position.moves().len() < 2 { 20 } else { 1 }) {
                let mut after = position.clone();
                after.play(next).unwrap();
                all.push(after);
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn where_the_budget_ends_there_is_no_proof() {
    let start = start("take:2..40,misere");
    let ended = |watch: &mut Watch<'_>| prove(&start, watch);
    let positions = OutOfBudget::Positions { allowed: 10, hopeless: false };
    assert_eq!(ended(&mut Watch::nodes(10)), Err(Unproved::OutOfBudget(positions)));
    let memory = OutOfBudget::Memory { allowed: 5_000, hopeless: false };
    assert_eq!(ended(&mut Watch::forever().memory(5_000)), Err(Unproved::OutOfBudget(memory)));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let stopped = ended(&mut Watch::forever().stopped_by(&stop));
    assert_eq!(stopped, Err(Unproved::OutOfBudget(OutOfBudget::Stopped)));
    // The search alone takes so many positions; the walk through its answer takes some more.
    let enough = (1..).map(|power| 1 << power).find(|&nodes| ended(&mut Watch::nodes(nodes)).is_ok()).unwrap();
    assert!((1_000..1_000_000).contains(&enough), "{enough}");
}

#[test]
fn limits_are_limits_in_both_checkers() {
    let wide = start("take:1001..2025,misere");
    let too_large = OutOfBudget::TooLarge { numbers: 1_025, most: 1_024 };
    assert_eq!(prove(&wide, &mut Watch::forever()), Err(Unproved::OutOfBudget(too_large)));
    let narrow = start("take:1001..2024,misere");
    let at_the_limit = proved(&narrow);
    let too_wide = Proof { game: "take:1001..2025,misere".into(), ..at_the_limit.clone() };
    let small = proved(&start("take:2..10,misere"));
    let with = |count: usize| Proof { strategy: Some(vec![6; count]), ..small.clone() };
    let (long, longer) = (with(1_000_000), with(1_000_001));
    assert!(check(&long).unwrap_err().to_string().contains("not legal"));
    assert!(check(&longer).unwrap_err().to_string().contains("are the most"));
    assert!(check(&too_wide).unwrap_err().to_string().contains("1024 at most"));
    assert_eq!(python_accepts(&[at_the_limit, too_wide, long, longer]), [true, false, false, false]);
}
