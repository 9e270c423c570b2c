//! A challenge says what is right, by exhaustive search, and counts once, whatever is done with it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::exhaustive::{Exhaustive, after};
use duel::challenge::{
    Attempt, Challenge, NoChallenge, NoReply, Progress, Refutation, Reply, Source, Stage, Standing, Went,
};
use duel::coach::{Moral, moral};
use duel::puzzle::{Puzzle, Which};
use duel::solve::Watch;
use duel::speech::English;
use duel::{Move, Position, RuleBook, Side};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

const BOOKS: [&str; 5] = ["chain", "evens", "last-resort:18", "take:2..18,misere", "divider"];

fn puzzle(code: &str, seed: u64) -> Puzzle {
    Puzzle::find(Some(&RuleBook::find(code).unwrap()), None, Which::Seed(seed)).unwrap()
}

fn answer(challenge: &Challenge, attempt: Attempt<'_>) -> Result<Reply, NoReply> {
    challenge.answer(attempt, &mut Watch::advice(challenge.position().game()))
}

fn position(code: &str, moves: &[u64]) -> Position {
    let mut position = RuleBook::find(code).unwrap().game().start().unwrap();
    for &number in moves {
        position.play(Move::Pick(number)).unwrap();
    }
    position
}

#[test]
fn every_move_of_a_position_is_judged_as_exhaustive_search_does() {
    let (mut right, mut wrong) = (0, 0);
    for code in ["chain", "evens", "take:1..14", "last-resort:14", "take:2..14,misere", "divide:30,12,8"] {
        let mut oracle = Exhaustive::default();
        let start = RuleBook::find(code).unwrap().game().start().unwrap();
        for first in start.legal_moves() {
            let position = after(&start, first);
            let winning = oracle.winning(&position);
            let made = Challenge::new(position.clone(), Source::TurningPoint, &mut Watch::forever());
            let Ok(challenge) = made else {
                assert!(winning.is_empty() && made == Err(NoChallenge::NothingWins), "{code} {first}");
                continue;
            };
            for chosen in position.legal_moves() {
                let then = after(&position, chosen);
                let typed = chosen.to_string();
                let reply = answer(&challenge, Attempt::Move(chosen)).unwrap();
                assert_eq!(answer(&challenge, Attempt::Typed(&typed)).as_ref(), Ok(&reply));
                match reply {
                    Reply::Right(hint) => {
                        assert!(hint.chosen == chosen && winning.contains(&chosen), "{code} {first} {chosen}");
                        right += 1;
                    }
                    Reply::Wrong { chosen: judged, because } => {
                        assert!(judged == chosen && !winning.contains(&chosen), "{code} {first} {chosen}");
                        match because {
                            Refutation::Answered(answer) => assert!(oracle.winning(&then).contains(&answer)),
                            Refutation::EndsTheGame => assert!(then.outcome().is_some()),
                            Refutation::NotFound | Refutation::Said(_) => panic!("{code} {first} {chosen}"),
                        }
                        wrong += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(right > 50 && wrong > 50, "{right} {wrong}");
}

#[test]
fn what_is_said_to_an_attempt() {
    let challenge = Challenge::new(position("chain", &[14]), Source::TurningPoint, &mut Watch::forever()).unwrap();
    let said = |typed| match answer(&challenge, Attempt::Typed(typed)) {
        Ok(reply) => reply.english(),
        Err(no_reply) => no_reply.english(),
    };
    assert_eq!(said("7"), "Yes! Take 7. It has no divisor or multiple left: they cannot move.");
    assert_eq!(said("14"), "14 is already taken.");
    assert_eq!(said("5"), "5 is neither a divisor nor a multiple of 14.");
    assert_eq!(
        said("007"),
        "That is not a whole number in plain digits, such as 12 (no sign, no leading zero, at most 20 digits)."
    );
    let nudge = answer(&challenge, Attempt::Help(Stage::Nudge)).unwrap();
    assert_eq!(nudge.english(), "You can leave them stuck at once. Look among the odd numbers.");
    let idea = answer(&challenge, Attempt::Help(Stage::Idea)).unwrap();
    let told = answer(&challenge, Attempt::Help(Stage::Move)).unwrap();
    assert_eq!(idea, told, "where every move wins there is nothing to weigh");
    assert_eq!(
        told.english(),
        "Every move wins; the simplest is 7. It has no divisor or multiple left: they cannot move."
    );
    assert_eq!(challenge.standing(), Standing::default(), "until a reply is taken in nothing has happened");

    for (moves, typed, words) in
        [(&[4][..], "2", "2 loses: they answer 10."), (&[4, 2], "8", "8 ends the game, and you lose it.")]
    {
        let position = position("take:2..14,misere", moves);
        let challenge = Challenge::new(position, Source::TurningPoint, &mut Watch::forever()).unwrap();
        assert_eq!(answer(&challenge, Attempt::Typed(typed)).unwrap().english(), words);
    }
}

#[test]
fn what_is_too_hard_is_not_judged() {
    let position = position("take:2..40,misere", &[24]);
    let none = Challenge::new(position.clone(), Source::TurningPoint, &mut Watch::nodes(10));
    assert!(matches!(none, Err(NoChallenge::TooHard(_))), "{none:?}");
    let challenge = Challenge::new(position.clone(), Source::TurningPoint, &mut Watch::forever()).unwrap();
    let other = position.legal_moves().into_iter().find(|&chosen| chosen != challenge.solution().chosen).unwrap();
    let judged = challenge.answer(Attempt::Move(other), &mut Watch::nodes(10));
    assert_eq!(judged, Err(NoReply::TooHard(other)));
    assert_eq!(judged.unwrap_err().to_string(), format!("{other} is too hard to judge here."));
}

#[test]
fn a_moral_is_a_challenge_at_its_turning_point() {
    let mut turned = 0;
    for code in ["chain", "evens", "last-resort:14", "take:2..14,misere", "divider:60,84"] {
        let mut end = RuleBook::find(code).unwrap().game().start().unwrap();
        while let Some(&smallest) = end.legal_moves().first() {
            end.play(smallest).unwrap();
        }
        for player in [Side::One, Side::Two] {
            let moral = moral(&end, 0, player, &mut Watch::forever()).unwrap().unwrap();
            let challenge = Challenge::of_moral(&moral);
            let Moral::TurningPoint { before, .. } = moral else {
                assert_eq!(challenge, None);
                continue;
            };
            let expected = Challenge::new(before, Source::TurningPoint, &mut Watch::forever());
            assert_eq!(challenge, Some(expected.unwrap()));
            turned += 1;
        }
    }
    assert!(turned > 2, "{turned}");
}

#[test]
fn nobody_finds_what_they_were_told() {
    for rubbish in [
        r#"{"wrong":0,"help":"answer","found":true}"#,
        r#"{"wrong":-1,"help":null,"found":true}"#,
        r#"{"wrong":0,"help":"everything","found":false}"#,
        r#"{"wrong":0,"found":false,"streak":9}"#,
        "{}",
        "7",
    ] {
        assert!(serde_json::from_str::<Standing>(rubbish).is_err(), "{rubbish}");
    }
}

/// What somebody does: a move by its place among the legal ones, some text, or a request for help.
#[derive(Clone, Debug)]
enum Deed {
    Legal(Index),
    Right,
    Text(String),
    Nudge,
    Idea,
    Answer,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        4 => any::<Index>().prop_map(Deed::Legal),
        1 => Just(Deed::Right),
        1 => "\\PC{0,12}".prop_map(Deed::Text),
        1 => Just(Deed::Nudge),
        2 => Just(Deed::Idea),
        1 => Just(Deed::Answer),
    ];
    prop::collection::vec(deed, 0..12)
}

fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    ProptestConfig { rng_seed, failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_is_done_progress_stays_sensible(
        puzzles in prop::collection::vec((select(&BOOKS[..]), 0_u64..3, prop::option::of(20_770_u64..20_774), deeds()), 1..6),
    ) {
        let mut progress = Progress::default();
        for (code, seed, day, deeds) in puzzles {
            let puzzle = puzzle(code, seed);
            let mut challenge = Challenge::of_puzzle(&puzzle, day).unwrap();
            prop_assert_eq!(challenge.solution().chosen, puzzle.answer);
            let was_seen = progress.has_seen(challenge.source());
            let before = numbers(&progress);
            let mut first = Standing::default();
            for deed in deeds {
                let legal = challenge.position().legal_moves();
                let attempt = match &deed {
                    Deed::Legal(at) => Attempt::Move(*at.get(&legal)),
                    Deed::Right => Attempt::Move(puzzle.answer),
                    Deed::Text(text) => Attempt::Typed(text),
                    Deed::Nudge => Attempt::Help(Stage::Nudge),
                    Deed::Idea => Attempt::Help(Stage::Idea),
                    Deed::Answer => Attempt::Help(Stage::Move),
                };
                let stood = challenge.standing();
                let came = answer(&challenge, attempt);
                prop_assert_eq!(stood.is_over(), came == Err(NoReply::Over));
                let Ok(reply) = came else { continue };
                challenge.take(&reply);
                let is_old = matches!(&reply, Reply::Advice(advice) if stood.help() >= Some(advice.stage()));
                prop_assert_eq!(challenge.standing() == stood, is_old);
                if first == Standing::default() {
                    first = challenge.standing();
                }
                progress.count(challenge.source(), challenge.standing());
                let once = progress.clone();
                progress.count(challenge.source(), challenge.standing());
                prop_assert_eq!(&progress, &once, "counting again changes nothing");
                prop_assert!(progress.has_seen(challenge.source()));
                let text = serde_json::to_string(&progress).unwrap();
                prop_assert_eq!(&Progress::read(&text).unwrap(), &progress);
                let standing = serde_json::to_string(&challenge.standing()).unwrap();
                prop_assert_eq!(serde_json::from_str::<Standing>(&standing).unwrap(), challenge.standing());
            }
            let ([streak, best], [old_streak, old_best]) = (numbers(&progress), before);
            prop_assert!(streak <= best && best >= old_best && best <= old_best.max(old_streak + 1));
            // What was done first with a puzzle decides.
            let expected = match first.went() {
                _ if was_seen => old_streak,
                Some(Went::AtOnce) => old_streak + 1,
                Some(_) => 0,
                None if first.wrong() > 0 => 0,
                None => old_streak,
            };
            prop_assert_eq!(streak, expected);
        }
    }
}

/// The streak and the best one.
fn numbers(progress: &Progress) -> [u64; 2] {
    let written = serde_json::to_value(progress).unwrap();
    ["streak", "best"].map(|name| written[name].as_u64().unwrap())
}
