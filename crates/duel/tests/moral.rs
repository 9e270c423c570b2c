//! The moral of a game is true: the turning point was one, and where there was none the reason is right.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::exhaustive::{Exhaustive, after, at_random, start};
use duel::coach::{Moral, moral};
use duel::solve::Watch;
use duel::{LostBy, Move, Position, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GAMES: [&str; 10] = [
    "chain",
    "evens",
    "take:1..14",
    "last-resort:14",
    "take:2..14,misere",
    "divider",
    "divide:30,12,8",
    "divide:12,18,7,misere",
    "take:2..11,first=..6",
    "divider:60,84",
];

/// A game played at random, which ends early now and then.
fn random_game(code: &str, rng: &mut ChaCha8Rng) -> Position {
    let mut position = start(code);
    while position.outcome().is_none() {
        match rng.next_u32() % 24 {
            0 => position.lose(position.turn(), LostBy::Resigning),
            // Somebody has to go while the other one thinks.
            1 => position.lose(position.turn().other(), LostBy::Resigning),
            _ => position.play(at_random(&position, rng)).unwrap(),
        }
    }
    position
}

/// The positions of a game, from the start to the last one.
fn positions(end: &Position) -> Vec<Position> {
    let mut positions = vec![end.game().start().unwrap()];
    for &played in end.moves() {
        positions.push(after(positions.last().unwrap(), played));
    }
    positions
}

#[test]
fn every_moral_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut kinds = std::collections::HashMap::new();
    for code in GAMES {
        let mut oracle = Exhaustive::default();
        for _ in 0..120 {
            let end = random_game(code, &mut rng);
            let outcome = end.outcome().unwrap();
            let positions = positions(&end);
            for player in [Side::One, Side::Two] {
                let Some(moral) = moral(&end, 0, player, &mut Watch::forever()).unwrap() else {
                    assert!(end.moves().is_empty());
                    continue;
                };
                let context = format!("{code} {:?} {player:?}: {moral:?}", end.moves());
                // The places where each side let a win go: by a move, or by giving up in the last position.
                let mut let_go = [Vec::new(), Vec::new()];
                for (at, position) in positions.iter().enumerate().filter(|(_, position)| position.outcome().is_none())
                {
                    let winning = oracle.winning(position);
                    let kept = match end.moves().get(at) {
                        Some(played) => winning.contains(played),
                        None => outcome.winner == position.turn(),
                    };
                    if !winning.is_empty() && !kept {
                        let_go[position.turn().index()].push(at);
                    }
                }
                let [mine, theirs] = match player {
                    Side::One => let_go,
                    Side::Two => {
                        let [first, second] = let_go;
                        [second, first]
                    }
                };
                let won = outcome.winner == player;
                let gave_up = end.moves().len();
                // Whether somebody gave up while the other one, who could not win any more, was to move.
                let last = &positions[gave_up];
                let gave_up_ahead =
                    last.outcome().is_none() && last.turn() == outcome.winner && oracle.winning(last).is_empty();
                let kind = match moral {
                    Moral::TurningPoint { before, played, better } => {
                        let at = before.moves().len();
                        assert_eq!(mine.last(), Some(&at), "{context}");
                        assert_eq!(end.moves().get(at).copied(), played, "{context}");
                        assert!(oracle.winning(&before).contains(&better.chosen), "{context}");
                        "turning point"
                    }
                    Moral::WonFromTheStart => {
                        assert!(won && mine.is_empty() && theirs.is_empty(), "{context}");
                        "won from the start"
                    }
                    Moral::TookTheChance { mistake } => {
                        let at = *theirs.last().unwrap();
                        assert!(won && mine.is_empty() && end.moves()[at] == mistake, "{context}");
                        "took the chance"
                    }
                    Moral::GaveUpAWin => {
                        assert!(!won && mine.last() == Some(&gave_up), "{context}");
                        assert_eq!(oracle.winning(&positions[gave_up]), positions[gave_up].legal_moves(), "{context}");
                        "gave up a win"
                    }
                    Moral::GaveUpAhead => {
                        assert!(!won && gave_up_ahead, "{context}");
                        "gave up ahead"
                    }
                    Moral::GivenAway => {
                        assert!(won && (theirs.last() == Some(&gave_up) || gave_up_ahead), "{context}");
                        "given away"
                    }
                    Moral::LostForTheFirst => {
                        assert!(!won && player == Side::One && mine.is_empty(), "{context}");
                        assert!(oracle.winning(&positions[0]).is_empty(), "{context}");
                        "lost for the first"
                    }
                    Moral::LostForTheSecond => {
                        assert!(!won && player == Side::Two && mine.is_empty() && theirs.is_empty(), "{context}");
                        assert!(!oracle.winning(&positions[0]).is_empty(), "{context}");
                        "lost for the second"
                    }
                    Moral::NeverToMove => {
                        assert!(!won && end.moves().len() == 1 && positions[1].outcome().is_some(), "{context}");
                        "never to move"
                    }
                    other => panic!("nobody has checked {other:?}"),
                };
                *kinds.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(kinds.len(), 9, "every kind of moral was checked: {kinds:?}");
}

#[test]
fn a_running_game_has_no_moral_yet() {
    let position = after(&start("chain"), Move::Pick(12));
    assert!(moral(&position, 0, Side::One, &mut Watch::forever()).unwrap().is_none());
}

#[test]
fn nobody_is_blamed_for_a_move_that_stood_there_before() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut blamed = 0;
    while blamed < 50 {
        let end = random_game("chain", rng);
        let learned = |opening| moral(&end, opening, Side::Two, &mut Watch::forever()).unwrap();
        let Some(Moral::TurningPoint { before, played: Some(_), .. }) = learned(0) else { continue };
        let at = before.moves().len();
        assert!(matches!(learned(at), Some(Moral::TurningPoint { .. })), "they have made it");
        let later = learned(at + 1);
        assert!(matches!(
            later,
            None | Some(Moral::LostFromHere | Moral::WonFromTheStart | Moral::TookTheChance { .. })
        ));
        blamed += 1;
    }
}
