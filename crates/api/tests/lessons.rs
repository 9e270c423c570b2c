//! Lessons on the page: the same steps, answers and progress as in the terminal.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use common::{answer, problem};
use duel::lesson::Lesson;
use serde_json::{Value, json};

#[test]
fn the_lessons_are_listed_with_what_is_done() {
    let kept =
        json!({"streak": 0, "best": 0, "days": 0, "last_day": null, "seen": [], "lessons": ["first-game", "nim"]});
    let listed = answer(json!({"ask": "lessons", "kept": kept}));
    let done: Vec<&str> = listed["lessons"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|lesson| lesson["is_done"] == true)
        .map(|lesson| lesson["id"].as_str().unwrap())
        .collect();
    assert_eq!((done, &listed["next"]), (vec!["first-game", "nim"], &json!("moves")));
    // Without progress, or with rubbish, everything is before one.
    for kept in [Value::Null, json!(7), json!({"lessons": ["first-game"]})] {
        let listed = answer(json!({"ask": "lessons", "kept": kept}));
        assert_eq!(listed["lessons"].as_array().unwrap().len(), Lesson::built_in().len());
        assert!(listed["lessons"].as_array().unwrap().iter().all(|lesson| lesson["is_done"] == false));
        assert_eq!(listed["next"], "first-game");
    }
}

#[test]
fn a_lesson_has_steps_that_are_challenges_with_words_of_their_own() {
    for lesson in Lesson::built_in() {
        let told = answer(json!({"ask": "lesson", "id": lesson.id()}));
        assert_eq!((&told["title"], &told["learned"]), (&json!(lesson.title()), &json!(lesson.learned())));
        assert_eq!(told["opponent"]["level"], lesson.opponent().number());
        let steps = told["steps"].as_array().unwrap();
        assert_eq!(steps.len(), lesson.steps().len());
        for (at, step) in steps.iter().enumerate() {
            let position = answer(json!({"ask": "position", "scene": {"game": step["game"], "moves": step["moves"]}}));
            assert_eq!(position["outcome"], Value::Null);
            let asked = |attempt: Value| json!({"ask": "challenge", "step": {"lesson": lesson.id(), "at": at}, "attempt": attempt});
            // The answer is told without an end of the step: only a move leads on.
            let came = answer(asked(json!({"help": "move"})));
            assert_eq!((&came["went"], &came["progress"]), (&Value::Null, &Value::Null));
            let found = answer(asked(json!({"move": came["mark"]["move"]})));
            assert_eq!(found["went"], "at-once", "{}: {at}", lesson.id());
        }
    }
    let step = |attempt: Value| {
        answer(json!({"ask": "challenge", "step": {"lesson": "pairs", "at": 0}, "attempt": attempt}))["said"].clone()
    };
    assert_eq!(step(json!({"help": "idea"})), "Leave 2 and 6 for each other.");
    assert_eq!(step(json!({"typed": "2"})), "Then they take 6, and you are stuck. Take the other one.");
    assert_eq!(answer(json!({"ask": "lesson", "id": "pairs"}))["steps"][0]["ask"], "win");
}

#[test]
fn what_is_no_step_and_no_lesson_is_refused() {
    let challenge = |changed: Value| {
        let mut question = json!({"ask": "challenge", "attempt": {"help": "idea"}});
        question.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        question
    };
    let about = "A challenge is about a position";
    for (question, part) in [
        (json!({"ask": "lesson", "id": "chess"}), "There is no lesson called \"chess\"."),
        (json!({"ask": "lesson", "id": "../pairs"}), "no lesson"),
        (challenge(json!({"step": {"lesson": "chess", "at": 0}})), "no lesson"),
        (challenge(json!({"step": {"lesson": "pairs", "at": 99}})), "steps, counted from 0"),
        (challenge(json!({"step": {"lesson": "pairs", "at": -1}})), "-1"),
        (challenge(json!({"step": {"lesson": "pairs"}})), "issing field `at`"),
        (challenge(json!({})), about),
        (challenge(json!({"step": {"lesson": "pairs", "at": 0}, "puzzle": {}})), about),
        (challenge(json!({"step": {"lesson": "pairs", "at": 0}, "scene": {"game": "chain"}})), about),
    ] {
        let refused = problem(question.clone());
        assert!(refused.contains(part), "{question}: {refused}");
    }
}

/// Plays the game at the end of a lesson as well as anybody can, or gives it up.
fn played(lesson: &str, gives_up: bool) -> Value {
    let seats = json!([{"name": "Ada", "who": "human"}, {"name": "Fox", "who": "human"}]);
    let begun = json!({"ask": "begin", "lesson": lesson, "seats": seats, "first": 1, "seed": "1", "at": 0});
    let mut game = answer(begun);
    while !game["view"]["turn"].is_null() {
        let session = json!({"record": game["record"]});
        game = answer(if game["view"]["mover"] == "computer" {
            json!({"ask": "computer", "session": session, "at": 1})
        } else {
            let advice = answer(json!({"ask": "advice", "scene": session, "stage": "move"}));
            let best = json!({"do": "move", "move": advice["advice"]["move"]});
            let wish = if gives_up { json!({"do": "resign"}) } else { best };
            json!({"ask": "act", "session": session, "by": 1, "action": wish, "at": 1})
        });
    }
    game["record"].clone()
}

#[test]
fn a_lesson_is_learned_when_its_game_is_won() {
    for lesson in Lesson::built_in() {
        let record = played(lesson.id(), false);
        let learned = answer(json!({"ask": "learned", "session": {"record": record}}));
        assert_eq!(learned["words"], format!("Lesson done! {}", lesson.learned()));
        assert_eq!(learned["progress"]["lessons"], json!([lesson.id()]));
        let again = answer(json!({"ask": "learned", "session": {"record": record}, "kept": learned["progress"]}));
        assert_eq!(again["progress"], learned["progress"], "it counts once");
    }
}

#[test]
fn nothing_is_learned_by_another_game() {
    let won = played("pairs", false);
    let won = won.as_str().unwrap();
    let without =
        |header: &str| won.lines().filter(|line| !line.starts_with(header)).collect::<Vec<_>>().join("\n") + "\n";
    for record in [
        played("pairs", true).as_str().unwrap().to_string(),
        without("[From"),
        won.replace("lesson pairs", "lesson nim"),
        without("[Type"),
        "[Game \"chain\"]\n\n14 7\n".into(),
        "[Game \"chain\"]\n\n14\n".into(),
    ] {
        let refused = problem(json!({"ask": "learned", "session": {"record": record}}));
        assert_eq!(refused, "This is no game at the end of a lesson that was won.", "{record}");
    }
    assert!(problem(json!({"ask": "learned", "session": {"record": "rubbish"}})).contains("Line 1"));
}
