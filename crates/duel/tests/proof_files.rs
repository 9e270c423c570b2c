//! The two checkers of proofs are equally strict: on a table of files, and on whatever can be made of a proof.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::checkers::{in_docs, ours, theirs};
use common::codes::{division_code, pool_codes};
use duel::Game;
use duel::solve::{Proof, Watch, prove, solve};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

#[test]
fn both_checkers_say_what_the_table_says() {
    let table = std::fs::read_to_string(in_docs("proofs/table.tsv")).unwrap();
    let rows: Vec<[&str; 3]> =
        table.lines().map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap()).collect();
    let files: Vec<Vec<u8>> =
        rows.iter().map(|[_, name, _]| std::fs::read(in_docs("proofs").join(name)).unwrap()).collect();
    let in_the_folder = std::fs::read_dir(in_docs("proofs")).unwrap().count();
    assert_eq!(in_the_folder, rows.len() + 1, "every file but the table itself has its row");
    for (([verdict, name, what], file), theirs) in rows.iter().zip(&files).zip(theirs(&files)) {
        for said in [ours(file), theirs] {
            match *verdict {
                "accept" => assert_eq!(said.as_deref(), Ok(*what), "{name}"),
                "refuse" => assert!(said.is_err(), "{name}: {what}, and yet: {said:?}"),
                other => panic!("{name}: {other} is no verdict"),
            }
        }
    }
}

/// Proofs of positions of random games, each with another code of a game, which need not be a plain one.
fn some_proofs(rng: &mut ChaCha8Rng) -> Vec<(Proof, String)> {
    let mut codes = pool_codes(rng);
    codes.extend((0..60).map(|_| division_code(rng)));
    codes
        .extend(["last-resort:2", "last-resort:4", "last-resort:6", "last-resort:10", "last-resort"].map(String::from));
    let mut proofs = Vec::new();
    for code in codes {
        let Ok(game) = code.parse::<Game>() else { continue };
        let mut position = game.start().unwrap();
        for _ in 0..rng.random_range(0..6) {
            if let Some(chosen) = position.legal_moves().choose(rng) {
                position.play(*chosen).unwrap();
            }
        }
        // A few positions are enough, and what takes long to search has a long proof.
        if let Ok(proof) = prove(&position, &mut Watch::nodes(10_000)) {
            proofs.push((proof, code));
        }
    }
    proofs
}

/// A number or a text that might be taken for another, or stand in its place.
fn another_value(value: &Value, rng: &mut ChaCha8Rng) -> Value {
    let number = value.as_u64().unwrap_or(2);
    let text = value.as_str().unwrap_or("60/2");
    [
        json!(number.wrapping_add(1)),
        json!(number.wrapping_sub(1)),
        json!(number.wrapping_mul(2)),
        json!(number / 2),
        json!(number as f64),
        json!(-1),
        json!(number.to_string()),
        json!(format!(" {text}")),
        json!(text.replace('/', "/ ")),
        json!(text.replace(',', ",first=2..,")),
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([value]),
        json!(""),
    ]
    .choose(rng)
    .unwrap()
    .clone()
}

/// Changes something somewhere in a proof.
fn change(value: &mut Value, others: &Value, rng: &mut ChaCha8Rng) {
    let go_on = rng.random_bool(0.8);
    match value {
        Value::Object(keys) if go_on && !keys.is_empty() => {
            let key = keys.keys().nth(rng.random_range(0..keys.len())).unwrap().clone();
            match rng.random_range(0..10) {
                0 => drop(keys.remove(&key)),
                1 => {
                    let stray = ["note", "Pick", "then", "factors", "strategy"].choose(rng).unwrap();
                    keys.insert((*stray).into(), json!(null));
                }
                2 | 3 => {
                    let others = others.as_object().unwrap();
                    let (key, value) = others.iter().nth(rng.random_range(0..others.len())).unwrap();
                    keys.insert(key.clone(), value.clone());
                }
                _ => change(&mut keys[&key], others, rng),
            }
        }
        Value::Array(values) if go_on && !values.is_empty() => {
            let (at, other) = (rng.random_range(0..values.len()), rng.random_range(0..values.len()));
            match rng.random_range(0..6) {
                0 => drop(values.remove(at)),
                1 => values.push(values[at].clone()),
                2 => values.swap(at, other),
                _ => change(&mut values[at], others, rng),
            }
        }
        _ => *value = another_value(value, rng),
    }
}

/// Changes a few bytes of a text.
fn spoil(text: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..=2) {
        let (at, other) = (rng.random_range(0..text.len()), rng.random_range(0..text.len()));
        let byte = *b"0123456789,:[]{}\"\\/. -\n\t+eE\x00\xef".choose(rng).unwrap();
        match rng.random_range(0..6) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, byte),
            2 => text[at] = byte,
            3 => text.swap(at, other),
            4 => text.splice(at..at, text[at.min(other)..at.max(other)].to_vec()).for_each(drop),
            _ => text.insert(if rng.random_bool(0.5) { 0 } else { text.len() }, *b" \n\xef".choose(rng).unwrap()),
        }
    }
}

/// Whether the solver says the same.
fn is_true(proof: &Proof) -> bool {
    let position = proof.game.parse::<Game>().unwrap().replay(proof.moves.iter().copied()).unwrap();
    let solution = solve(&position, &mut Watch::forever()).unwrap();
    solution.winner.number() == proof.winner && proof.pick.is_none_or(|pick| solution.winning.contains(&pick))
}

#[test]
fn both_checkers_agree_on_whatever_is_made_of_a_proof() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut files = Vec::new();
    while files.len() < 2_000 {
        let proofs = some_proofs(&mut rng);
        for (proof, code) in &proofs {
            let others = serde_json::to_value(&proofs.choose(&mut rng).unwrap().0).unwrap();
            let mut changed = serde_json::to_value(proof).unwrap();
            match rng.next_u64() % 8 {
                0 => changed["game"] = json!(code),
                1 => changed["game"] = others["game"].clone(),
                _ => change(&mut changed, &others, &mut rng),
            }
            files.push(serde_json::to_vec(&changed).unwrap());
            let mut text = serde_json::to_vec(proof).unwrap();
            spoil(&mut text, &mut rng);
            files.push(text);
        }
    }
    let mut accepted = 0;
    for (file, theirs) in files.iter().zip(theirs(&files)) {
        let ours = ours(file);
        let shown = String::from_utf8_lossy(file);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{shown}\nours: {ours:?}\ntheirs: {theirs:?}");
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            assert_eq!(ours, theirs, "{shown}");
            assert!(is_true(&serde_json::from_slice(file).unwrap()), "{shown}");
            accepted += 1;
        }
    }
    // Some changes change nothing that matters; most of them do.
    assert!(accepted > 50 && accepted < files.len() / 2, "{accepted} of {}", files.len());
}
