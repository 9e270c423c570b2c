//! The coach tells the truth: every claim of every sentence is checked against exhaustive search.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use std::collections::HashMap;

use common::exhaustive::{Exhaustive, after, at_random, start};
use duel::coach::{Hint, Line, Mark, Why, explain, hint, review, turning_points};
use duel::solve::{Watch, heap};
use duel::speech::{English, TurningPoints};
use duel::{LostBy, Move, Position, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const GAMES: [&str; 13] = [
    "chain",
    "evens",
    "take:1..16",
    "take:2..22",
    "last-resort:16",
    "last-resort:10",
    "take:1..14,resort=1",
    "take:2..16,misere",
    "divider",
    "divide:30,12,8",
    "divide:12,18,7,misere",
    "take:3..45/3",
    "divider:60,84",
];

/// Plays out a pairing strategy against every possible play of the opponent.
fn answering_with_partners_wins(position: &Position, partners: &HashMap<u64, u64>, strategist: Side) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == strategist;
    }
    position.legal_moves().into_iter().all(|answer| {
        let answered = after(position, answer);
        match partners.get(&answer.number()) {
            Some(&partner) if answered.is_legal(Move::Pick(partner)) => {
                answering_with_partners_wins(&after(&answered, Move::Pick(partner)), partners, strategist)
            }
            _ => false,
        }
    })
}

/// Walks a line through to all of its ends, by the rules alone.
fn walk(position: &Position, line: &Line, winner: Side, context: &str) {
    let then = after(position, line.chosen);
    let answers: Vec<Move> = line.answers.iter().map(|&(answer, _)| answer).collect();
    assert_eq!(answers, then.legal_moves(), "every answer is told: {context}");
    if answers.is_empty() {
        assert_eq!(then.outcome().unwrap().winner, winner, "{context}");
    }
    for (answer, reply) in &line.answers {
        let answered = after(&then, *answer);
        match reply {
            Some(reply) => walk(&answered, reply, winner, context),
            None => assert_eq!(answered.outcome().unwrap().winner, winner, "{context}"),
        }
    }
}

/// Checks everything that a hint claims; the kind of claim.
fn check_claims(position: &Position, hint: &Hint, oracle: &mut Exhaustive) -> &'static str {
    let told = hint.english();
    let context = format!("{} {:?}: {told}", position.game(), position.moves());
    assert!(position.is_legal(hint.chosen), "{context}");
    let is_any = hint.why.is_hopeless();
    assert!(told.chars().count() <= 180 || !matches!(hint.why, Why::Line(_)), "too long: {context}");
    assert!(is_any || told.contains(&hint.chosen.to_string()) || told.contains(" by "), "{context}");
    let then = after(position, hint.chosen);
    let winning = oracle.winning(position);
    let claims_win = !matches!(hint.why, Why::EveryMoveEndsIt | Why::Trap { .. });
    assert_eq!(claims_win, winning.contains(&hint.chosen), "{context}");
    assert_eq!(claims_win, !winning.is_empty(), "{context}");
    assert!(!hint.is_any || winning == position.legal_moves(), "{context}");
    match &hint.why {
        Why::DeadEnd => {
            assert!(then.outcome().is_some() && then.legal_moves().is_empty(), "{context}");
            "dead end"
        }
        Why::Primes => {
            assert!(then.on_table().unwrap().iter().all(|&n| duel::factor::is_prime(n)), "{context}");
            "primes"
        }
        Why::Pairing { partners, .. } => {
            let answers: Vec<u64> = partners.iter().map(|&(answer, _)| answer).collect();
            let legal: Vec<u64> = then.legal_moves().into_iter().map(Move::number).collect();
            assert_eq!(answers, legal, "every answer has a partner: {context}");
            for &(answer, partner) in partners {
                let answered = after(&then, Move::Pick(answer));
                assert!(answered.is_legal(Move::Pick(partner)), "{context}");
                let replied = after(&answered, Move::Pick(partner));
                assert_eq!(oracle.winner(&replied), position.turn(), "{context}");
            }
            "pairing"
        }
        Why::Line(line) => {
            assert!((2..=4).contains(&line.length()), "{context}");
            walk(position, line, position.turn(), &context);
            "line"
        }
        Why::Replies { replies } => {
            let answers: Vec<Move> = replies.iter().map(|&(answer, _)| answer).collect();
            assert_eq!(answers, then.legal_moves(), "every answer has a reply: {context}");
            for &(answer, reply) in replies {
                let answered = after(&then, answer);
                match reply {
                    Some(reply) => assert!(oracle.winning(&answered).contains(&reply), "{answer} {context}"),
                    None => assert_eq!(answered.outcome().unwrap().winner, position.turn(), "{answer} {context}"),
                }
            }
            "replies"
        }
        Why::Heaps { heaps, misere } => {
            assert_eq!(*misere, position.game().is_misere(), "{context}");
            let table: Vec<u32> = then.on_table().unwrap().iter().map(|&n| heap(n)).collect();
            assert_eq!(*heaps, table, "{context}");
            "heaps"
        }
        Why::EveryMoveEndsIt => {
            assert!(
                position.legal_moves().into_iter().all(|any| after(position, any).outcome().is_some()),
                "{context}"
            );
            "every move ends it"
        }
        Why::Trap { right, answers, is_only } => {
            assert!(*answers > 0, "{context}");
            // No answer to any move is wrong.
            let is_hopeless = position.legal_moves().into_iter().all(|chosen| {
                let then = after(position, chosen);
                oracle.winning(&then) == then.legal_moves()
            });
            assert_eq!(hint.why.is_hopeless(), is_hopeless, "{context}");
            assert_eq!((right, *answers), (&oracle.winning(&then), then.legal_count()), "{context}");
            assert_eq!(*is_only, position.legal_count() == 1, "{context}");
            if *is_only { "only move" } else { "trap" }
        }
        other => panic!("nobody has checked {other:?}"),
    }
}

#[test]
fn every_hint_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut kinds = HashMap::new();
    for code in GAMES {
        let mut oracle = Exhaustive::default();
        for _ in 0..25 {
            let mut position = start(code);
            while position.outcome().is_none() {
                let hint = hint(&position, &mut Watch::forever()).unwrap().unwrap();
                *kinds.entry(check_claims(&position, &hint, &mut oracle)).or_insert(0) += 1;
                position.play(at_random(&position, &mut rng)).unwrap();
            }
        }
    }
    assert_eq!(kinds.len(), 9, "every kind of sentence was checked: {kinds:?}");
}

#[test]
fn every_winning_move_is_explained_and_no_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for code in GAMES {
        let mut oracle = Exhaustive::default();
        for _ in 0..8 {
            let mut position = start(code);
            while position.outcome().is_none() {
                let winning = oracle.winning(&position);
                for candidate in position.legal_moves() {
                    match explain(&position, candidate, &mut Watch::forever()).unwrap() {
                        Some(hint) => {
                            assert_eq!(hint.chosen, candidate);
                            check_claims(&position, &hint, &mut oracle);
                        }
                        None => assert!(!winning.contains(&candidate), "{code} {:?} {candidate}", position.moves()),
                    }
                }
                position.play(at_random(&position, &mut rng)).unwrap();
            }
        }
    }
}

#[test]
fn a_certified_pairing_is_a_strategy_to_the_end() {
    for code in ["take:2..14", "evens", "take:1..12"] {
        let start = start(code);
        for first in start.legal_moves() {
            let position = after(&start, first);
            let Some(hint) = hint(&position, &mut Watch::forever()).unwrap() else { continue };
            if !matches!(hint.why, Why::Pairing { .. }) {
                continue;
            }
            let pairing = duel::solve::prove(&position, &mut Watch::forever()).unwrap();
            let pairs = pairing.matching.unwrap().into_iter().flat_map(|[a, b]| [(a, b), (b, a)]).collect();
            let then = after(&position, pairing.pick.unwrap());
            assert!(answering_with_partners_wins(&then, &pairs, position.turn()), "{code} {first}");
        }
    }
}

#[test]
fn every_mark_of_a_review_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for code in GAMES {
        let mut oracle = Exhaustive::default();
        for _ in 0..20 {
            let mut end = start(code);
            while end.outcome().is_none() {
                end.play(at_random(&end, &mut rng)).unwrap();
            }
            let mut position = start(code);
            let reviewed = review(&end, 0, &mut Watch::forever()).unwrap();
            assert_eq!(reviewed.len(), end.moves().len());
            for looked_at in reviewed {
                let winning = oracle.winning(&position);
                let expected =
                    match (position.legal_count(), winning.contains(&looked_at.played.unwrap()), winning.is_empty()) {
                        (1, ..) => Mark::OnlyMove,
                        (_, true, _) => Mark::KeptTheWin,
                        (_, false, true) => Mark::LostAnyway,
                        (_, false, false) => Mark::ThrewItAway,
                    };
                assert_eq!(looked_at.mark, expected, "{code} {:?}", position.moves());
                assert_eq!(looked_at.winning, Some(oracle.winner(&position)), "{code} {:?}", position.moves());
                assert_eq!(looked_at.better.is_some(), expected == Mark::ThrewItAway);
                assert!(looked_at.better.is_none_or(|better| winning.contains(&better.chosen)));
                position.play(looked_at.played.unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn giving_up_a_won_position_is_a_turning_point_too() {
    let mut position = after(&start("chain"), Move::Pick(14));
    position.lose(Side::Two, LostBy::Resigning);
    let reviewed = review(&position, 0, &mut Watch::forever()).unwrap();
    let marks: Vec<(Option<Move>, Mark)> = reviewed.iter().map(|each| (each.played, each.mark)).collect();
    assert_eq!(marks, [(Some(Move::Pick(14)), Mark::ThrewItAway), (None, Mark::ThrewItAway)]);
    assert!(reviewed[1].better.is_some());
    let words = "Turning points: move 1, and the last position, which could be won.";
    assert_eq!(TurningPoints(&reviewed).english(), words);
    assert_eq!(turning_points(&reviewed), [1]);
    let mut unknown = reviewed.clone();
    unknown.iter_mut().for_each(|each| each.mark = Mark::NotKnown);
    assert_eq!(TurningPoints(&unknown).english(), "No turning point in what could be judged.");
    unknown.iter_mut().for_each(|each| each.mark = Mark::LostAnyway);
    assert_eq!(TurningPoints(&unknown).english(), "No turning point: nobody threw a win away.");
}

#[test]
fn nobody_answers_for_an_opening_by_chance() {
    let mut end = after(&start("chain"), Move::Pick(14));
    end.lose(Side::Two, LostBy::Time);
    let reviewed = review(&end, 1, &mut Watch::forever()).unwrap();
    let marks: Vec<Mark> = reviewed.iter().map(|each| each.mark).collect();
    assert_eq!(marks, [Mark::ByChance, Mark::ThrewItAway]);
    assert!(reviewed[0].better.is_none());
}

#[test]
fn what_the_budget_does_not_reach_is_not_known() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut end = start("take:2..80,misere");
    while end.outcome().is_none() {
        end.play(at_random(&end, &mut rng)).unwrap();
    }
    let reviewed = review(&end, 0, &mut Watch::nodes(200)).unwrap();
    assert_eq!(reviewed.len(), end.moves().len());
    assert_eq!(reviewed[0].mark, Mark::NotKnown);
    assert!(reviewed.iter().any(|each| !matches!(each.mark, Mark::NotKnown | Mark::OnlyMove)), "{reviewed:?}");
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert!(review(&end, 0, &mut Watch::nodes(200).stopped_by(&stop)).is_err());
}

#[test]
fn the_sentences_read_well() {
    let sentence = |code: &str, moves: &[Move]| {
        let mut position = start(code);
        position.play_all(moves.iter().copied()).unwrap();
        hint(&position, &mut Watch::forever()).unwrap().unwrap().english()
    };
    let pick = |numbers: &[u64]| numbers.iter().map(|&number| Move::Pick(number)).collect::<Vec<_>>();
    for (told, expected) in [
        (sentence("classic", &[]), "Take 29. It has no divisor or multiple left: they cannot move."),
        (
            sentence("chain", &pick(&[14])),
            "Every move wins; the simplest is 7. It has no divisor or multiple left: they cannot move.",
        ),
        (sentence("divider", &[]), "Divide 60 by 12. 5 is prime: they cannot divide."),
        (
            sentence("divider:60,84,90", &[]),
            "Divide 60 by 12. Prime factors less one: 0, 3 and 3. Those two balance: do to one what they do to the other.",
        ),
        (
            sentence("divide:4,8,32", &[]),
            "Divide 32 by 2. Prime factors less one: 1, 2 and 3. Split into 1, 2 and 2+1, every part is there in twos.",
        ),
        (
            sentence("divide:4,6,10", &[]),
            "Every move wins; the simplest is 6/2. If they play 4/2, you play 10/2, and they are stuck; if 10/2 or 10/5, you play 4/2, and they \
             are stuck.",
        ),
        (
            sentence("evens", &pick(&[8])),
            "Take 16, the partner of 8. Whatever they take has a partner: answer 2 with 14, 4 with 12.",
        ),
        (
            sentence("juniper-green:40", &[]),
            "Take 22, which is left over. Whatever they take has a partner: answer 1 with 37, 2 with 26, 11 with 33.",
        ),
        (
            sentence("last-resort", &pick(&[26])),
            "Every move wins; the simplest is 13. They can only take 1; you take 17, and they are stuck.",
        ),
        (
            sentence("last-resort:10", &pick(&[6])),
            "Take 2, the partner of 6. Whatever they take has a partner: answer 4 with 8, 8 with 4, 10 with 5.",
        ),
        (sentence("divide:64,6,misere", &[]), "Divide 64 by 32. Whatever they play, you are stuck, and win."),
        (
            sentence("divide:64,16,misere", &[]),
            "Divide 64 by 4. Prime factors less one: 3 and 3. Those two balance: do to one what they do to the other. At the end \
             leave an odd number of ones.",
        ),
        (
            sentence("take:2..9,misere", &[]),
            "Take 9. They can only take 3; you take 6; they can only take 2; you take 4; and so on until you win.",
        ),
        (sentence("take:2..20,misere", &[]), "Take 7. They can only take 14: answer 2."),
        (
            sentence("evens", &pick(&[12, 4])),
            "Nothing wins if they answer well. Try 8: of two answers they must find 16.",
        ),
        (
            sentence("divide:12,8", &[]),
            "Nothing wins if they answer well. Try 12/2: of four answers they must find 8/2.",
        ),
        (sentence("chain", &pick(&[12, 2, 10, 5, 15])), "3 is your only move: of three answers they must find 6 or 9."),
        (sentence("take:2..3,misere", &[]), "Whatever you play, they are stuck, and being stuck wins here."),
        (sentence("take:2..4,misere", &pick(&[2])), "Whatever you play, they are stuck, and being stuck wins here."),
    ] {
        assert_eq!(told, expected);
    }
}
