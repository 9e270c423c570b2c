//! Advice is true, and it helps: beginners who follow it beat computers that they would lose to.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::exhaustive::{Exhaustive, after, at_random, start};
use duel::coach::{About, Advice, Effect, Stage, advise, plan};
use duel::computer::{Level, choose};
use duel::solve::{Watch, check, heap, solve};
use duel::speech::English;
use duel::{Move, Position, RuleBook, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GAMES: [&str; 9] = [
    "chain",
    "evens",
    "take:1..16",
    "last-resort:16",
    "take:2..16,misere",
    "divider",
    "divide:30,12,8",
    "divide:12,18,7,misere",
    "take:3..45/3",
];

/// Plays games by chance and looks at all of their positions.
fn everywhere(mut look: impl FnMut(&Position, &mut Exhaustive)) {
    let rng = &mut ChaCha8Rng::seed_from_u64(5);
    for code in GAMES {
        let oracle = &mut Exhaustive::default();
        for _ in 0..20 {
            let mut position = start(code);
            while position.outcome().is_none() {
                look(&position, oracle);
                position.play(at_random(&position, rng)).unwrap();
            }
        }
    }
}

fn advice(position: &Position, stage: Stage) -> Advice {
    advise(position, stage, &mut Watch::forever()).unwrap().unwrap()
}

#[test]
fn a_nudge_has_no_number_and_points_at_the_right_move_among_few() {
    let (mut pointed, mut legal) = (0, 0);
    everywhere(|position, oracle| {
        let (Advice::Nudge(nudge), Advice::Move(hint)) =
            (advice(position, Stage::Nudge), advice(position, Stage::Move))
        else {
            panic!("advice of another stage");
        };
        let (told, moves) = (nudge.english(), nudge.moves(position));
        let context = format!("{} {:?}: {told}", position.game(), position.moves());
        assert!(!told.replace("but 1", "").contains(|c: char| c.is_ascii_digit()), "{context}");
        assert!(
            nudge.points_at(position, hint.chosen) && moves.iter().all(|&each| position.is_legal(each)),
            "{context}"
        );
        let winning = oracle.winning(position);
        let can_end = winning.iter().any(|&chosen| after(position, chosen).outcome().is_some());
        let all_win = winning.len() == position.legal_count();
        let says_so = matches!(nudge.about, About::DeadEnd | About::Prime | About::Primes);
        assert_eq!(says_so, can_end && position.legal_count() > 1, "{context}");
        let says_all_win = nudge.about == About::EveryMoveWins;
        assert_eq!(says_all_win, all_win && !can_end && position.legal_count() > 1, "{context}");
        let is_lost = matches!(nudge.about, About::Trap | About::EveryMoveLoses | About::EveryMoveEndsIt);
        assert_eq!(is_lost, winning.is_empty() && position.legal_count() > 1, "{context}");
        let hits = moves.iter().filter(|chosen| winning.contains(chosen)).count();
        assert!(hits * position.legal_count() >= winning.len() * moves.len() || can_end, "{context}");
        // Among two or three a nudge would name the move.
        if position.legal_count() > 3 {
            (pointed, legal) = (pointed + moves.len(), legal + position.legal_count());
        }
    });
    assert!(pointed * 2 < legal, "{pointed} of {legal} moves are pointed at");
}

#[test]
fn an_idea_has_the_right_move_and_wrong_ones_and_says_what_each_does() {
    let (mut ideas, mut skipped) = (0, 0);
    everywhere(|position, oracle| {
        let winning = oracle.winning(position);
        let (idea, hint) = match (advice(position, Stage::Idea), advice(position, Stage::Move)) {
            (Advice::Idea(idea), Advice::Move(hint)) => (idea, hint),
            // There is nothing to weigh, or each of the few does the same.
            (Advice::Move(_), Advice::Move(hint)) => {
                let can_end = winning.iter().any(|&chosen| after(position, chosen).outcome().is_some());
                let is_same = position.legal_count() <= 3;
                let is_decided = winning.len() == position.legal_count() || hint.why.is_hopeless();
                assert!(is_decided || can_end || is_same, "{} {:?}", position.game(), position.moves());
                skipped += 1;
                return;
            }
            other => panic!("advice of another stage: {other:?}"),
        };
        ideas += 1;
        let context = format!("{} {:?}: {}", position.game(), position.moves(), idea.english());
        let moves: Vec<Move> = idea.moves.iter().map(|(chosen, _)| *chosen).collect();
        assert!(moves.contains(&hint.chosen) && moves.is_sorted(), "{context}");
        assert_eq!(moves.len(), position.legal_count().min(3), "{context}");
        assert_eq!(idea.winning, moves.iter().filter(|chosen| winning.contains(chosen)).count(), "{context}");
        let wrong = moves.len() - idea.winning;
        assert!(wrong > 0 && (idea.winning <= 1 || wrong == position.legal_count() - winning.len()), "{context}");
        for (chosen, effect) in idea.moves {
            let then = after(position, chosen);
            let ends = |&answer: &Move| after(&then, answer).outcome().is_some_and(|it| it.winner == then.turn());
            let expected = match (&then.legal_moves()[..], then.on_table()) {
                ([], _) if winning.contains(&chosen) => Effect::Wins,
                ([], _) => Effect::Loses,
                (answers, _) if answers.iter().any(ends) => Effect::LetsThemEnd,
                (_, Some(table)) if table.len() > 1 => Effect::Heaps(table.iter().map(|&n| heap(n)).collect()),
                (answers @ ([_] | [_, _]), _) => Effect::LeavesOnly(answers.to_vec()),
                (answers, _) => Effect::Leaves(answers.len()),
            };
            assert_eq!(effect, expected, "{chosen} {context}");
        }
    });
    assert!(ideas > skipped, "{ideas} ideas, {skipped} skipped");
}

#[test]
fn the_sentences_of_nudges_and_ideas_read_well() {
    let told = |code: &str, moves: &[u64], stage| {
        let mut position = start(code);
        position.play_all(moves.iter().map(|&number| Move::Pick(number))).unwrap();
        advice(&position, stage).english()
    };
    for (told, expected) in [
        (told("chain", &[14], Stage::Nudge), "You can leave them stuck at once. Look among the odd numbers."),
        (told("last-resort", &[26], Stage::Nudge), "Every move wins here."),
        (
            told("juniper-green:40", &[], Stage::Nudge),
            "Think in pairs: whatever they take must have a partner. Look for one that leaves them at most three answers.",
        ),
        (
            told("evens", &[12, 4], Stage::Nudge),
            "Nothing wins if they answer well: set a trap. Look in the smaller half of the multiples.",
        ),
        (
            told("divider:60,84,90", &[], Stage::Nudge),
            "Count prime factors less one, and make the counts balance. Look among the even divisors of the smallest number.",
        ),
        (told("divider", &[], Stage::Nudge), "You can leave a prime. Look in the larger half of the divisors."),
        (
            told("take:2..20,misere", &[], Stage::Nudge),
            "Whoever is stuck wins here. Have a reply ready for each answer of theirs. Look in the smaller half of the numbers you can take.",
        ),
        (told("take:2..3,misere", &[], Stage::Nudge), "Every move leaves them stuck, and being stuck wins here."),
        (told("chain", &[12, 2, 10, 5, 15], Stage::Nudge), "There is only one move."),
        (
            told("last-resort", &[26], Stage::Idea),
            "Every move wins; the simplest is 13. They can only take 1; you take 17, and they are stuck.",
        ),
        (
            told("classic", &[42, 14], Stage::Idea),
            "It is one of 2, 7 and 28. 2 leaves 22 answers; after 7 they can leave you stuck; 28 leaves three answers.",
        ),
        (told("divider", &[], Stage::Idea), "It is one of 60/10, 60/12 and 60/15. One of them leaves them stuck."),
        (
            told("divider:60,84,90", &[], Stage::Idea),
            "It is one of 60/2, 60/4 and 60/12. 60/2 leaves counts of 2, 3 and 3; 60/4 leaves counts of 1, 3 and 3; 60/12 leaves \
             counts of 0, 3 and 3.",
        ),
        (
            told("take:2..14,misere", &[4, 2], Stage::Idea),
            "Whoever is stuck wins here. It is one of 6, 10 and 12. 6 leaves only 3 and 12; 10 leaves only 5; 12 leaves only 3 and 6.",
        ),
        (told("chain", &[7, 14, 2, 6, 3], Stage::Nudge), "Every move loses here, however they answer."),
        (
            told("chain", &[12, 2, 10, 5, 15], Stage::Idea),
            "3 is your only move: of three answers they must find 6 or 9.",
        ),
    ] {
        assert_eq!(told, expected);
    }
}

#[test]
fn the_plan_is_proved_and_names_the_move_of_the_hint() {
    everywhere(|position, oracle| {
        let Ok(plan) = plan(position, &mut Watch::forever()) else { return };
        let Advice::Move(hint) = advice(position, Stage::Move) else { panic!("advice of another stage") };
        let is_won = !oracle.winning(position).is_empty();
        assert_eq!(plan.pick, is_won.then_some(hint.chosen), "{} {:?}", position.game(), position.moves());
        check(&plan).unwrap();
    });
}

#[test]
fn where_to_look_holds_what_wins_and_is_about_half_of_what_is_legal() {
    let rng = &mut ChaCha8Rng::seed_from_u64(6);
    for (book, upper) in
        ["classic", "juniper-green"].into_iter().flat_map(|book| (8..=30).map(move |upper| (book, upper)))
    {
        let mut position = start(&format!("{book}:{upper}"));
        while position.outcome().is_none() {
            let Advice::Nudge(nudge) = advice(&position, Stage::Nudge) else { panic!("advice of another stage") };
            let (moves, winning) = (nudge.moves(&position), solve(&position, &mut Watch::forever()).unwrap().winning);
            let context = format!("{} {:?}: {}", position.game(), position.moves(), nudge.english());
            assert!(winning.is_empty() || moves.iter().any(|chosen| winning.contains(chosen)), "{context}");
            let narrows = nudge.english().contains("Look") && position.legal_count() > 3;
            assert!(!narrows || moves.len() * 2 <= position.legal_count() + 1, "{context}");
            position.play(at_random(&position, rng)).unwrap();
        }
    }
}

#[test]
fn stages_are_asked_for_one_after_the_other_and_read_under_their_former_names() {
    let asked: Vec<Stage> = [None, Some(Stage::Nudge), Some(Stage::Idea), Some(Stage::Move)].map(Stage::after).into();
    assert_eq!(asked, [Stage::Nudge, Stage::Idea, Stage::Move, Stage::Move]);
    for (text, stage) in
        [("nudge", Stage::Nudge), ("idea", Stage::Idea), ("move", Stage::Move), ("answer", Stage::Move)]
    {
        assert_eq!(serde_json::from_str::<Stage>(&format!("\"{text}\"")).unwrap(), stage);
    }
    assert_eq!(serde_json::to_string(&Stage::Move).unwrap(), "\"move\"");
}

/// A beginner: how many of the moves that end and win the game they see, in quarters, and which stage of advice they follow.
#[derive(Clone, Copy)]
struct Beginner {
    sees: u32,
    follows: Option<Stage>,
}

fn any(moves: &[Move], rng: &mut ChaCha8Rng) -> Move {
    moves[(rng.next_u64() % moves.len() as u64) as usize]
}

impl Beginner {
    fn choose(self, position: &Position, rng: &mut ChaCha8Rng) -> Move {
        let legal = position.legal_moves();
        let wins = |chosen: &Move| {
            let mut after = position.clone();
            after.play(*chosen).unwrap();
            after.outcome().is_some_and(|outcome| outcome.winner == position.turn())
        };
        let ending: Vec<Move> = legal.iter().copied().filter(wins).collect();
        if !ending.is_empty() && rng.next_u32() % 4 < self.sees {
            return any(&ending, rng);
        }
        let Some(stage) = self.follows else { return any(&legal, rng) };
        match advise(position, stage, &mut Watch::advice(position.game())).unwrap().unwrap() {
            Advice::Nudge(nudge) => any(&nudge.moves(position), rng),
            Advice::Idea(idea) => any(&idea.moves.into_iter().map(|(chosen, _)| chosen).collect::<Vec<_>>(), rng),
            Advice::Move(hint) => hint.chosen,
        }
    }

    /// How many of so many games out of a hundred they win, moving first in every other one.
    fn wins(self, book: &RuleBook, level: u8, games: u64) -> u64 {
        let mut won = 0;
        for game in 0..games {
            let rng = &mut ChaCha8Rng::seed_from_u64(game);
            let you = if game % 2 == 0 { Side::One } else { Side::Two };
            let mut position = book.game().start().unwrap();
            while position.outcome().is_none() {
                let chosen = if position.turn() == you {
                    self.choose(&position, rng)
                } else {
                    choose(&position, Level::from_number(level).unwrap(), rng).unwrap()
                };
                position.play(chosen).unwrap();
            }
            won += u64::from(position.outcome().unwrap().winner == you);
        }
        won * 100 / games
    }
}

fn books() -> [RuleBook; 2] {
    [RuleBook::find("classic").unwrap().with_fair_start().unwrap(), RuleBook::find("juniper-green").unwrap()]
}

#[test]
fn a_beginner_who_follows_nudges_beats_level_2() {
    for (book, [blind, half, all]) in books().iter().zip([[53, 58, 60], [55, 70, 80]]) {
        for (sees, expected) in [(0, blind), (2, half), (4, all)] {
            let alone = Beginner { sees, follows: None }.wins(book, 2, 200);
            let won = Beginner { sees, follows: Some(Stage::Nudge) }.wins(book, 2, 200);
            assert!(won >= expected && won > alone + 15, "{}, {sees} of 4 seen: {alone} % alone, {won} %", book.id());
        }
    }
}

#[test]
fn who_follows_the_whole_advice_beats_level_4() {
    for book in books() {
        let won = Beginner { sees: 0, follows: Some(Stage::Move) }.wins(&book, 4, 200);
        assert!(won >= 80, "{}: {won} %", book.id());
    }
}
