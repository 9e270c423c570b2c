//! Asking as the page does.
#![allow(dead_code, reason = "not every test file uses everything")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use serde_json::Value;

pub(crate) fn ask(question: &Value) -> Value {
    serde_json::from_str(&web::ask(&question.to_string())).unwrap()
}

pub(crate) fn answer(question: Value) -> Value {
    let answer = ask(&question);
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer["ok"].clone()
}

pub(crate) fn problem(question: Value) -> String {
    let answer = ask(&question);
    answer["error"].as_str().unwrap_or_else(|| panic!("{question}: {answer}")).to_string()
}
