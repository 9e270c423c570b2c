//! Asking as a page does.
#![allow(dead_code, reason = "not every test file uses everything")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use api::{Answer, Asked};
use serde_json::Value;

/// Asks a question, of which only the version is not said. Whatever is asked and answered in the tests survives the way there and
/// back.
pub(crate) fn ask(question: &Value) -> Value {
    let mut question = question.clone();
    question["v"] = 1.into();
    let text = question.to_string();
    let said = api::answer_text(&text);
    if let Ok(asked) = Asked::from_json(&text) {
        assert_eq!(Asked::from_json(&asked.to_json()).unwrap(), asked);
    }
    if let Ok(answer) = Answer::from_json(&said) {
        assert_eq!(answer.to_json(), said);
    }
    let mut said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said.as_object_mut().unwrap().remove("v"), Some(1.into()));
    said
}

pub(crate) fn answer(question: Value) -> Value {
    let answer = ask(&question);
    assert_eq!(answer["answer"], question["ask"], "{question}: {answer}");
    answer["ok"].clone()
}

pub(crate) fn problem(question: Value) -> String {
    let answer = ask(&question);
    answer["error"].as_str().unwrap_or_else(|| panic!("{question}: {answer}")).to_string()
}
