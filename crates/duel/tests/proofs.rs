//! Proofs: every one of ours is accepted by both checkers, and every tampered one is refused by both.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::checkers::theirs;
use duel::solve::{Proof, Unproved, Watch, check, prove, solve};
use duel::speech::English;
use duel::{Game, LostBy, Move, Position, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the stand-alone checker says of each proof: nothing wrong, or what.
fn ask_python(proofs: &[Proof]) -> Vec<Result<String, String>> {
    theirs(&proofs.iter().map(|proof| serde_json::to_string(proof).unwrap()).collect::<Vec<_>>())
}

fn start(code: &str) -> Position {
    code.parse::<Game>().unwrap().start().unwrap()
}

/// The positions of a few random games.
fn positions(code: &str, games: usize, rng: &mut ChaCha8Rng) -> Vec<Position> {
    let mut positions = vec![start(code)];
    for _ in 0..games {
        let mut position = start(code);
        while position.outcome().is_none() {
            let choice = rng.next_u64() % position.legal_count() as u64;
            position.play(position.nth_legal(choice as usize).unwrap()).unwrap();
            positions.push(position.clone());
        }
    }
    positions
}

#[test]
fn every_proof_is_accepted_by_both_checkers() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut codes: Vec<String> =
        ["classic", "chain", "evens", "juniper-green", "classroom", "last-resort", "divider:60,84,90"]
            .into_iter()
            .map(String::from)
            .collect();
    codes.extend(
        (2..=24).flat_map(|n| [format!("take:1..{n}"), format!("take:2..{n}"), format!("take:1..{n},resort=1")]),
    );
    codes.extend((2..=12).map(|n| format!("last-resort:{n}")));
    codes.extend(
        ["take:3..60/5", "divide:18446744073709551615,64,30,misere", "take:2..80,first=odd,first=..30"]
            .map(String::from),
    );
    let mut proofs = Vec::new();
    for code in codes {
        for position in positions(&code, 4, &mut rng) {
            let solution = solve(&position, &mut Watch::forever()).unwrap();
            let proof = prove(&position, &mut Watch::forever()).unwrap();
            assert_eq!(proof.winner, solution.winner.number());
            assert_eq!(proof.pick, solution.winning.first().copied());
            let proved =
                check(&proof).unwrap_or_else(|broken| panic!("{code} {:?}: {broken}\n{proof:?}", position.moves()));
            assert_eq!(proved.is_over(), position.outcome().is_some());
            let json = serde_json::to_string(&proof).unwrap();
            assert_eq!(serde_json::from_str::<Proof>(&json).unwrap(), proof);
            proofs.push(proof);
        }
    }
    assert!(proofs.len() > 1_000, "{}", proofs.len());
    for (proof, verdict) in proofs.iter().zip(ask_python(&proofs)) {
        assert_eq!(verdict, Ok(check(proof).unwrap().english()), "{proof:?}");
    }
}

#[test]
fn an_end_by_giving_up_leaves_no_proof() {
    let mut given_up = start("chain");
    given_up.lose(Side::One, LostBy::Resigning);
    assert_eq!(prove(&given_up, &mut Watch::forever()), Err(Unproved::GivenUp));
}

/// Refused by our checker, and kept to be refused by the other one too.
fn refuse(tampered: Proof, refused: &mut Vec<Proof>, why: &str) {
    let verdict = check(&tampered);
    assert!(verdict.is_err(), "{why}: {tampered:?}");
    refused.push(tampered);
}

#[test]
fn a_pairing_that_is_not_maximum_proves_nothing() {
    let mut after_5 = start("classic");
    after_5.play(Move::Pick(5)).unwrap();
    // Every answer to 5 has a partner in these pairs, and yet 5 loses: Player 2 wins.
    let pairs = [[10, 30], [15, 45], [20, 40], [25, 50], [35, 7]];
    let honest = prove(&after_5, &mut Watch::forever()).unwrap();
    assert_eq!(honest.winner, 2);
    let mut refused = Vec::new();
    for barrier in [vec![], vec![5], vec![10, 15, 20, 25, 35], honest.barrier.clone().unwrap()] {
        let dishonest =
            Proof { winner: 1, pick: None, matching: Some(pairs.to_vec()), barrier: Some(barrier), ..honest.clone() };
        refuse(dishonest, &mut refused, "the pairs of five");
    }
    for verdict in ask_python(&refused) {
        assert!(verdict.is_err(), "{verdict:?}");
    }
}

#[test]
fn every_kind_of_tampering_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut refused = Vec::new();
    for code in [
        "classic",
        "chain",
        "evens",
        "last-resort",
        "take:1..10,resort=1",
        "take:1..40",
        "divide:60,84,90",
        "divide:12,18,misere",
        "take:2..24,misere",
        "take:1..16,resort=1,misere",
    ] {
        for position in positions(code, 3, &mut rng) {
            let Ok(proof) = prove(&position, &mut Watch::forever()) else { continue };
            let solution = solve(&position, &mut Watch::forever()).unwrap();
            refuse(Proof { winner: 3 - proof.winner, ..proof.clone() }, &mut refused, "the other winner");
            refuse(
                Proof { winner: 3 - proof.winner, pick: None, ..proof.clone() },
                &mut refused,
                "the other winner, no pick",
            );
            refuse(Proof { format: 2, ..proof.clone() }, &mut refused, "another format");
            if proof.pick.is_some() {
                let losing = position.legal_moves().into_iter().find(|legal| !solution.winning.contains(legal));
                if let Some(losing) = losing {
                    refuse(Proof { pick: Some(losing), ..proof.clone() }, &mut refused, "a losing pick");
                }
                refuse(Proof { pick: None, then: None, ..proof.clone() }, &mut refused, "no pick");
            }
            if let (Some(matching), Some(barrier)) = (&proof.matching, &proof.barrier) {
                let with_matching = |matching: Vec<[u64; 2]>| Proof { matching: Some(matching), ..proof.clone() };
                let with_barrier = |barrier: Vec<u64>| Proof { barrier: Some(barrier), ..proof.clone() };
                if let [pair, rest @ ..] = &matching[..] {
                    refuse(with_matching(rest.to_vec()), &mut refused, "a pair less");
                    refuse(with_matching([matching.clone(), vec![*pair]].concat()), &mut refused, "a pair twice");
                    refuse(with_matching([rest, &[[pair[0], pair[0]]]].concat()), &mut refused, "a number with itself");
                    refuse(with_matching([rest, &[[pair[0], 97]]].concat()), &mut refused, "a stranger");
                }
                if let [number, rest @ ..] = &barrier[..] {
                    refuse(
                        with_barrier([barrier.clone(), vec![*number]].concat()),
                        &mut refused,
                        "a barrier number twice",
                    );
                    // Leaving one out may leave another good barrier; it is refused unless the formula still holds.
                    let less = with_barrier(rest.to_vec());
                    if check(&less).is_err() {
                        refused.push(less);
                    }
                }
                refuse(with_barrier([barrier.clone(), vec![0]].concat()), &mut refused, "a stranger in the barrier");
                refuse(Proof { matching: None, ..proof.clone() }, &mut refused, "no matching");
                refuse(Proof { barrier: None, ..proof.clone() }, &mut refused, "no barrier");
            }
            if let Some(punishers) = &proof.punishers {
                refuse(
                    Proof { punishers: Some(vec![6]), then: None, ..proof.clone() },
                    &mut refused,
                    "6 has relatives",
                );
                refuse(Proof { punishers: None, ..proof.clone() }, &mut refused, "no punishers");
                assert!(!punishers.is_empty());
            }
            if let Some(replies) = &proof.strategy {
                let with = |strategy: Vec<u64>| Proof { strategy: Some(strategy), ..proof.clone() };
                if let [rest @ .., last] = &replies[..] {
                    refuse(with(rest.to_vec()), &mut refused, "a reply less");
                    refuse(with([rest, &[*last, *last]].concat()), &mut refused, "a reply twice");
                    refuse(with([rest, &[97]].concat()), &mut refused, "a stranger");
                }
                refuse(with([&replies[..], &[2]].concat()), &mut refused, "a reply too much");
                refuse(Proof { strategy: None, ..proof.clone() }, &mut refused, "no strategy");
                refuse(Proof { barrier: Some(Vec::new()), ..proof.clone() }, &mut refused, "a barrier beside it");
            }
            if let Some(factors) = &proof.factors {
                let (number, primes) = &factors[0];
                let merged = (*number, vec![primes.iter().product()]);
                if primes.len() > 1 {
                    refuse(
                        Proof { factors: Some([vec![merged], factors[1..].to_vec()].concat()), ..proof.clone() },
                        &mut refused,
                        "a composite factor",
                    );
                }
                refuse(Proof { factors: Some(factors[1..].to_vec()), ..proof.clone() }, &mut refused, "a number less");
            }
        }
    }
    assert!(refused.len() > 500, "{}", refused.len());
    for (proof, verdict) in refused.iter().zip(ask_python(&refused)) {
        assert!(verdict.is_err(), "{proof:?}");
    }
}

/// Proofs that were forged to get past a checker.
#[test]
fn forged_proofs_are_refused() {
    let forged = [
        // An argument about what follows excuses nothing unless it was needed and checked.
        r#"{"format":1,"game":"take:2..2","moves":[],"winner":2,"pick":null,"matching":[],"barrier":[],
            "then":{"format":1,"game":"","moves":[2],"winner":1,"pick":null,"matching":[],"barrier":[]}}"#,
        r#"{"format":1,"game":"take:2..4","moves":[],"winner":2,"pick":null,"matching":[[2,4]],"barrier":[],
            "then":{"format":1,"game":"take:2..4","moves":[3],"winner":2,"pick":null}}"#,
        r#"{"format":1,"game":"take:1..30,first=2..2,resort=1","moves":[],"winner":2,"pick":null,"matching":[],"barrier":[],
            "punishers":[29,23],"then":{"format":1,"game":"take:1..30,first=2..2,resort=1","moves":[2],"winner":2,"pick":null}}"#,
        // No move follows when the game is over.
        r#"{"format":1,"game":"take:2..2","moves":[2],"winner":1,"pick":2,"matching":[],"barrier":[]}"#,
        r#"{"format":1,"game":"divide:4","moves":["4/2"],"winner":1,"pick":"2/1","factors":[[2,[2]]]}"#,
        // The game is given by its plain code, and the code is one.
        r#"{"format":1,"game":"chain:2","moves":[],"winner":1,"pick":2,"matching":[],"barrier":[]}"#,
        r#"{"format":1,"game":"take:5..3","moves":[],"winner":2,"pick":null,"matching":[],"barrier":[]}"#,
        r#"{"format":1,"game":"take:0..3","moves":[],"winner":2,"pick":null,"matching":[],"barrier":[]}"#,
        r#"{"format":1,"game":"divide:1,misere","moves":[],"winner":2,"pick":null,"factors":[[1,[]]]}"#,
        // A composite number is no prime factor.
        r#"{"format":1,"game":"divide:60","moves":[],"winner":1,"pick":"60/30","factors":[[60,[2,2,15]]]}"#,
    ];
    let forged: Vec<Proof> = forged.iter().map(|json| serde_json::from_str(json).unwrap()).collect();
    for proof in &forged {
        assert!(check(proof).is_err(), "{proof:?}");
    }
    for (proof, verdict) in forged.iter().zip(ask_python(&forged)) {
        assert!(verdict.is_err(), "{proof:?}");
    }
}
