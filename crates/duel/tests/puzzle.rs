//! Puzzles: exactly one move wins, the grade means something, and a seed or a date means the same puzzle everywhere.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::exhaustive::{Exhaustive, after};
use duel::RuleBook;
use duel::puzzle::{Grade, NoPuzzle, Puzzle, daily, daily_of, puzzle};
use duel::solve::{Watch, solve};

fn book(code: &str) -> RuleBook {
    RuleBook::find(code).unwrap()
}

fn as_text(puzzle: &Puzzle) -> String {
    let moves: Vec<String> = puzzle.position.moves().iter().map(ToString::to_string).collect();
    format!("{} {}: {} -> {}", puzzle.book.code(), puzzle.grade, moves.join(" "), puzzle.answer)
}

/// Whether the player who made the answer wins whatever happens, and needs at most so many further moves on the way.
fn can_be_seen(after_answer: &duel::Position, oracle: &mut Exhaustive, moves: &mut usize) -> bool {
    after_answer.legal_moves().into_iter().all(|answer| {
        let position = after(after_answer, answer);
        if position.outcome().is_some() {
            return true;
        }
        let best = oracle.winning(&position).into_iter().find_map(|reply| {
            let mut left = moves.checked_sub(1)?;
            can_be_seen(&after(&position, reply), oracle, &mut left).then_some(left)
        });
        best.map(|left| *moves = left).is_some()
    })
}

#[test]
fn every_puzzle_of_a_small_game_has_one_winning_move_by_exhaustive_search() {
    let mut found = 0;
    for code in ["chain", "evens", "take:2..24", "take:1..18", "last-resort:18", "take:2..18,misere", "divider"] {
        let mut oracle = Exhaustive::default();
        for seed in 0..40 {
            let Ok(puzzle) = puzzle(&book(code), None, seed) else { continue };
            let context = as_text(&puzzle);
            // The tables of division games can be too large to search exhaustively.
            if puzzle.position.on_table().is_some_and(|table| table.iter().product::<u64>() > 40_000) {
                continue;
            }
            assert!(puzzle.position.legal_count() >= 4, "{context}");
            assert_eq!(oracle.winning(&puzzle.position), [puzzle.answer], "{context}");
            let then = after(&puzzle.position, puzzle.answer);
            if then.outcome().is_some() {
                assert_eq!(puzzle.grade, Grade::Easy, "one move ends the game: {context}");
            }
            if puzzle.grade == Grade::Easy {
                assert!(can_be_seen(&then, &mut oracle, &mut 2), "{context}");
            }
            found += 1;
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn every_puzzle_of_every_book_has_one_winning_move() {
    for book in RuleBook::built_in() {
        for grade in Grade::ALL {
            for seed in 0..60 {
                let Ok(puzzle) = puzzle(book, Some(grade), seed) else { continue };
                let context = as_text(&puzzle);
                assert_eq!(puzzle.grade, grade, "{context}");
                assert!(puzzle.position.legal_count() >= 4, "{context}");
                let solution = solve(&puzzle.position, &mut Watch::forever()).unwrap();
                assert_eq!(solution.winning, [puzzle.answer], "{context}");
                let ends = after(&puzzle.position, puzzle.answer).outcome().is_some();
                assert!(!ends || grade == Grade::Easy, "the one-move trick is easy: {context}");
            }
        }
    }
}

#[test]
fn the_larger_books_have_puzzles_of_every_grade_and_the_small_ones_easy_ones() {
    for code in ["classic", "divider", "juniper-green", "classroom", "take:2..30,misere"] {
        for grade in Grade::ALL {
            for seed in 0..20 {
                assert!(puzzle(&book(code), Some(grade), seed).is_ok(), "{code} {grade} {seed}");
            }
        }
    }
    for code in ["chain", "evens", "last-resort"] {
        for grade in [Grade::Easy, Grade::Medium] {
            assert!(puzzle(&book(code), Some(grade), 1).is_ok(), "{code} {grade}");
        }
    }
}

#[test]
fn where_there_is_no_puzzle_the_reason_is_given() {
    let refused = puzzle(&book("take:2..2000"), None, 1).unwrap_err();
    assert_eq!(refused, NoPuzzle::TooLarge { count: 1_999, most: 1_000, is_misere: false });
    assert_eq!(refused.to_string(), "puzzles come from pools of at most 1000 numbers, and this one has 1999");
    let refused = puzzle(&book("take:2..100,misere"), None, 1).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "puzzles of a misère game come from pools of at most 60 numbers, and this one has 99"
    );
    let none = puzzle(&book("evens"), Some(Grade::Hard), 1).unwrap_err();
    assert_eq!(
        none.to_string(),
        "no hard puzzle was found in this game: a puzzle has at least four legal moves of which one wins"
    );
    assert!(puzzle(&book("take:2..4"), None, 1).is_err());
}

#[test]
fn a_seed_and_a_date_mean_the_same_puzzle_everywhere() {
    let puzzles: Vec<String> = ["classic", "divider", "juniper-green"]
        .iter()
        .map(|code| as_text(&puzzle(&book(code), Some(Grade::Medium), 42).unwrap()))
        .collect();
    assert_eq!(puzzles, SEED_42, "the meaning of a seed has changed");
    // The week from Monday 16 to Sunday 22 November 2026.
    let week: Vec<String> = (20_773..20_780).map(|day| as_text(&daily(day).unwrap())).collect();
    assert_eq!(week, WEEK, "the meaning of a date has changed");
    let of_a_book = daily_of(&book("chain"), 20_772).unwrap();
    assert_eq!(of_a_book.book.code(), "chain");
    assert_eq!(as_text(&of_a_book), as_text(&daily_of(&book("chain"), 20_772).unwrap()));
}

#[test]
fn a_month_of_days_has_no_puzzle_twice() {
    let month: std::collections::HashSet<String> = (20_758..20_788).map(|day| as_text(&daily(day).unwrap())).collect();
    assert_eq!(month.len(), 30);
}

const SEED_42: [&str; 3] = [
    "classic medium: 4 48 3 12 2 50 5 15 30 6 -> 24",
    "divider:27,81 medium:  -> 81/3",
    "juniper-green medium: 24 8 2 66 6 1 62 31 93 3 57 19 76 4 28 56 14 70 -> 35",
];

const WEEK: [&str; 7] = [
    "classic easy: 50 10 40 2 48 8 16 32 4 20 5 35 7 42 -> 21",
    "divider:73,729 easy:  -> 729/243",
    "classic medium: 25 5 30 10 2 28 14 42 -> 21",
    "classroom medium: 46 2 30 90 5 15 3 75 25 100 4 -> 92",
    "divider:32,33,69,512 medium:  -> 512/16",
    "juniper-green hard: 72 6 36 2 16 32 96 12 84 21 63 -> 9",
    "last-resort hard: 10 30 6 24 -> 12",
];

#[test]
fn the_last_day_of_all_has_a_puzzle() {
    assert!(daily(u64::MAX).is_ok());
}
