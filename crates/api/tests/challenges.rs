//! Challenges on the page: what it keeps is checked like a stranger's file, and the same answers count as in the terminal.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, ask};
use duel::RuleBook;
use duel::puzzle::{Puzzle, Which};
use duel::solve::{Watch, solve};
use duel::speech::{HowFar, Language};
use serde_json::{Value, json};

/// What the page does with every attempt: it sends what it has, and keeps what it gets.
struct Page {
    progress: Value,
}

impl Page {
    fn puzzle(&mut self, asked: &Value, day: Option<u64>, attempts: &[Value]) -> Value {
        let (mut standing, mut last) = (Value::Null, Value::Null);
        for attempt in attempts {
            last = answer(
                json!({"ask": "challenge", "scene": {"game": asked["game"], "moves": asked["moves"]}, "puzzle": {"day": day}, "standing": standing, "attempt": attempt, "kept": self.progress}),
            );
            standing = last["standing"].clone();
            if !last["progress"].is_null() {
                self.progress = last["progress"].clone();
            }
        }
        last
    }
}

#[test]
fn the_same_answers_make_the_same_progress_as_in_the_terminal() {
    let script: Value = serde_json::from_str(include_str!("../../duel/tests/data/challenges.json")).unwrap();
    let game = script["game"].as_str().unwrap();
    let mut page = Page { progress: Value::Null };
    for posed in script["puzzles"].as_array().unwrap() {
        let seed = posed["seed"].as_u64().unwrap();
        let puzzle = Puzzle::find(Some(&RuleBook::find(game).unwrap()), None, Which::Seed(seed)).unwrap();
        let wrong = puzzle.position.legal_moves().into_iter().find(|&chosen| chosen != puzzle.answer).unwrap();
        let attempts: Vec<Value> = posed["deeds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|deed| match deed.as_str().unwrap() {
                "right" => json!({"move": puzzle.answer.to_string()}),
                "wrong" => json!({"move": wrong.to_string()}),
                "hint" => json!({"help": "idea"}),
                "answer" => json!({"help": "answer"}),
                text => json!({"typed": text}),
            })
            .collect();
        page.puzzle(&answer(json!({"ask": "puzzle", "game": game, "seed": seed.to_string()})), None, &attempts);
    }
    let progress: duel::challenge::Progress = serde_json::from_value(script["progress"].clone()).unwrap();
    let known = answer(json!({"ask": "progress", "kept": page.progress}));
    assert_eq!((&known["progress"], &known["problem"]), (&json!(progress), &Value::Null));
    let how_far = HowFar { progress: &progress, is_daily: true };
    assert_eq!(known["words"], Language::English.say(&how_far));
}

#[test]
fn a_puzzle_of_the_day_counts_for_its_day() {
    let mut page = Page { progress: Value::Null };
    for day in [20_772, 20_773] {
        let puzzle = answer(json!({"ask": "puzzle", "day": day}));
        let scene = json!({"game": puzzle["game"], "moves": puzzle["moves"]});
        let hint = answer(json!({"ask": "advice", "scene": scene, "stage": "move"}));
        let came = page.puzzle(&puzzle, Some(day), &[json!({"move": hint["advice"]["move"]})]);
        assert_eq!(came["went"], "at-once");
        let (grade, days) = (&puzzle["grade"], if day == 20_772 { "1 day" } else { "2 days" });
        let share = came["share"].as_str().unwrap();
        assert!(share.starts_with("Divisor Duel, puzzle of the day, 2026-11-1"), "{share}");
        assert!(
            share.contains(&format!(", {}: solved at the first try\n{days} in a row", grade.as_str().unwrap())),
            "{share}"
        );
        assert!(came["how_far"].as_str().unwrap().contains("The puzzle of the day solved"), "{came}");
    }
    assert_eq!((&page.progress["streak"], &page.progress["days"]), (&json!(2), &json!(2)));
}

#[test]
fn there_is_something_to_share_as_soon_as_the_first_answer_is_given_and_it_gives_nothing_away() {
    let mut page = Page { progress: Value::Null };
    let puzzle = answer(json!({"ask": "puzzle", "day": 20_772}));
    let came = page.puzzle(&puzzle, Some(20_772), &[json!({"help": "nudge"})]);
    assert_eq!(came["share"], Value::Null);
    let came = page.puzzle(&puzzle, Some(20_772), &[json!({"help": "move"})]);
    assert!(came["share"].as_str().unwrap().lines().count() == 2, "{came}");
    let any = answer(json!({"ask": "puzzle", "game": "chain", "seed": "1"}));
    let came = page.puzzle(&any, None, &[json!({"help": "move"})]);
    assert_eq!((&came["share"], came["how_far"].is_string()), (&Value::Null, true), "it is nobody else's puzzle");
    // Whoever says that some position is the puzzle of a day has nothing to share.
    let claimed = json!({"game": "chain", "moves": ["14"]});
    assert_eq!(page.puzzle(&claimed, Some(20_772), &[json!({"move": "7"})])["share"], Value::Null);
}

#[test]
fn what_the_page_kept_under_its_old_names_is_carried_over() {
    let old = json!({"streak": 2, "best": 3, "days": 1, "lastDay": 5, "toldDay": null, "seen": ["divider:60,84 "]});
    let new = json!({"streak": 2, "best": 3, "days": 1, "last_day": 5, "tried_day": null, "tried": [],
        "seen": ["divider:60,84"], "ideas": [], "lessons": [], "puzzles": {"played": 0, "won": 0}});
    for kept in [&old, &new] {
        let known = answer(json!({"ask": "progress", "kept": kept}));
        assert_eq!((&known["progress"], &known["problem"]), (&new, &Value::Null));
    }
    let puzzle = answer(json!({"ask": "puzzle", "game": "chain", "seed": "1"}));
    let mut page = Page { progress: old };
    page.puzzle(&puzzle, None, &[json!({"help": "idea"})]);
    assert_eq!((&page.progress["streak"], &page.progress["best"]), (&json!(2), &json!(3)));
}

#[test]
fn rubbish_that_was_kept_begins_anew_in_words() {
    for kept in [
        json!(7),
        json!([]),
        json!("{"),
        json!({}),
        json!({"streak": {"toString": 1}, "best": [], "seen": []}),
        json!({"streak": 5, "best": 1, "days": 0, "last_day": null, "told_day": null, "seen": []}),
    ] {
        let known = answer(json!({"ask": "progress", "kept": kept}));
        assert_eq!(known["progress"], json!(duel::challenge::Progress::default()), "{kept}");
        let problem = known["problem"].as_str().unwrap();
        assert!(problem.starts_with("What was kept of your streak cannot be read, so it begins anew: "), "{problem}");
    }
}

#[test]
fn rubbish_about_a_challenge_is_refused() {
    let asked = |changed: Value| {
        let mut question =
            json!({"ask": "challenge", "scene": {"game": "chain", "moves": ["14"]}, "attempt": {"help": "idea"}});
        question.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        ask(&question)
    };
    assert_eq!(asked(json!({}))["ok"]["standing"], json!({"wrong": 0, "help": "move", "found": false}));
    for (changed, part) in [
        (json!({"standing": {"wrong": 0, "help": "answer", "found": true}}), "cannot have found it"),
        (json!({"standing": {"wrong": -1, "help": null, "found": false}}), "-1"),
        (json!({"standing": []}), "Invalid"),
        (json!({"attempt": {"move": "14/7/2"}}), "is not a move"),
        (json!({"attempt": "everything"}), "variant"),
        (json!({"puzzle": {"day": -1}}), "-1"),
        (json!({"puzzle": {"dya": 1}}), "nknown field `dya`"),
        (json!({"lost": null}), "nknown field `lost`"),
        (json!({"scene": {"game": "chain", "moves": ["14", "7"]}}), "No move wins here"),
        (json!({"scene": {"game": "chain", "moves": ["14", "5"]}}), "neither a divisor nor a multiple"),
        (json!({"scene": {"game": "take:2..300,misere"}}), "too hard to solve here"),
    ] {
        let refused = asked(changed.clone());
        let problem = refused["error"].as_str().unwrap_or_else(|| panic!("{changed}: {refused}"));
        assert!(problem.contains(part), "{changed}: {problem}");
    }
    for (attempt, words) in [
        (json!({"move": "5"}), "5 is neither a divisor nor a multiple of 14."),
        (json!({"typed": "14"}), "14 is already taken."),
    ] {
        let came = asked(json!({"attempt": attempt, "puzzle": {}}));
        assert_eq!((&came["ok"]["said"], &came["ok"]["progress"]), (&json!(words), &Value::Null));
    }
    let over = asked(json!({"standing": {"wrong": 0, "help": null, "found": true}, "attempt": {"move": "7"}}));
    assert_eq!(over["ok"]["said"], "There is nothing left to find here.");
}

#[test]
fn every_winning_move_of_a_turning_point_is_right() {
    let position = RuleBook::find("juniper-green").unwrap().game().start().unwrap();
    let winning = solve(&position, &mut Watch::forever()).unwrap().winning;
    assert!(winning.len() > 1);
    for chosen in winning.iter().map(ToString::to_string) {
        let came = answer(json!({"ask": "challenge", "scene": {"game": "juniper-green"}, "attempt": {"move": chosen}}));
        assert_eq!(came["mark"], json!({"move": chosen, "wins": true}));
    }
}
