//! Proofs of whole answers: every one that is written holds, and what is changed in one is refused or still true.

mod common;

use common::checkers::{ours, theirs};
use duel::Game;
use duel::solve::{Answered, Unanswered, Watch, check_answer, prove_answer, solve_game};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn proof_of(code: &str) -> String {
    let mut proof = String::new();
    prove_answer(&game(code), &mut proof, &mut Watch::forever()).unwrap_or_else(|why| panic!("{code}: {why}"));
    proof
}

fn game(code: &str) -> Game {
    code.parse().unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn checked(proof: &str) -> Result<Answered, String> {
    let mut reader = serde_json::Deserializer::from_str(proof);
    let answered = check_answer(&mut reader, 1_000_000, &mut Watch::forever()).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(answered)
}

/// What the solver says about the same game, by another way where the pool is small.
fn is_what_the_solver_says(answered: &Answered) -> bool {
    let solution = solve_game(&game(&answered.game), &mut Watch::forever()).expect("pairs need no budget");
    solution.winning.iter().eq(answered.winning.iter())
        && solution.matching == Some(answered.pairs)
        && solution.first_moves == answered.first_picks
}

#[test]
fn every_answer_about_a_small_pool_is_proved() {
    let mut codes = Vec::new();
    for upper in 1..=200 {
        codes.extend((1..=upper.min(5)).map(|lower| format!("take:{lower}..{upper}")));
    }
    for upper in [300, 512, 720, 1_000, 1_260, 2_000, 3_001] {
        codes.extend([format!("take:1..{upper}"), format!("take:2..{upper}"), format!("take:7..{upper}")]);
    }
    for (lower, upper, step) in [(2, 400, 2), (3, 999, 3), (1, 1_001, 2), (5, 3_005, 6), (3, 1_503, 10), (7, 7_007, 70)]
    {
        codes.push(format!("take:{lower}..{upper}/{step}"));
    }
    for clauses in ["first=even", "first=odd,first=composite", "first=10..40", "first=composite,invalid=loses"] {
        codes.push(format!("take:2..100,{clauses}"));
    }
    codes.extend((12..=120).map(|upper| format!("take:1..{upper},resort=1")));
    for code in codes {
        let answered = checked(&proof_of(&code)).unwrap_or_else(|broken| panic!("{code}: {broken}"));
        assert!(is_what_the_solver_says(&answered), "{code}");
    }
}

#[test]
fn an_answer_about_a_large_pool_is_proved() {
    for code in ["take:2..30000", "take:2..60000/2", "take:1..50000,resort=1"] {
        assert!(is_what_the_solver_says(&checked(&proof_of(code)).unwrap()), "{code}");
    }
}

#[test]
fn games_that_pairs_do_not_decide_have_no_such_proof() {
    for code in ["take:2..20,misere", "divide:60,84", "take:1..10,resort=1,first=2.."] {
        let proved = prove_answer(&game(code), &mut String::new(), &mut Watch::forever());
        assert_eq!(proved.map(|_| ()), Err(Unanswered::NotByPairs), "{code}");
    }
}

/// Numbers are changed, rows taken out, doubled and exchanged: both checkers say the same of it, and whatever is still accepted is true.
#[test]
fn what_is_changed_is_refused_by_both_checkers_or_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    let mut files = Vec::new();
    for code in ["take:2..40", "take:1..100", "take:2..200/2", "take:1..60,resort=1", "take:3..63/4", "take:2..300"] {
        let proof = proof_of(code);
        files.extend((0..400).map(|_| change(&proof, &mut rng)));
    }
    let mut refused = 0;
    for (file, theirs) in files.iter().zip(theirs(&files)) {
        let ours = ours(file.as_bytes());
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{file}\nours: {ours:?}\ntheirs: {theirs:?}");
        match checked(file) {
            Ok(answered) => {
                assert!(is_what_the_solver_says(&answered), "{file}");
                assert_eq!(ours, theirs, "{file}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 2_000 && refused < files.len(), "{refused} of {}", files.len());
}

fn change(proof: &str, rng: &mut ChaCha8Rng) -> String {
    let is_digit = |at: &usize| proof.as_bytes()[*at].is_ascii_digit();
    let mut lines: Vec<&str> = proof.lines().collect();
    match rng.random_range(0..4) {
        0 => {
            let digits: Vec<usize> = (0..proof.len()).filter(is_digit).collect();
            let at = digits[rng.random_range(0..digits.len())];
            let digit = rng.random_range(0..10).to_string();
            format!("{}{digit}{}", &proof[..at], &proof[at + 1..])
        }
        1 => {
            lines.remove(rng.random_range(0..lines.len()));
            lines.concat()
        }
        2 => {
            let (one, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
            lines.swap(one, other);
            lines.concat()
        }
        _ => {
            let (one, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
            lines.insert(one, lines[other]);
            lines.concat()
        }
    }
}
