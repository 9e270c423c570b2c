//! Questions and answers as text: JSON with a version.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::problem::{Problem, Trouble};
use crate::{Answer, Question};

/// The version of the contract that we speak, and the only one we understand.
pub(crate) const VERSION: u32 = 1;

fn write(said: impl Serialize) -> String {
    #[derive(Serialize)]
    struct Versioned<T> {
        v: u32,
        #[serde(flatten)]
        said: T,
    }
    serde_json::to_string(&Versioned { v: VERSION, said }).expect("questions and answers have a form in JSON")
}

/// What is said, if it is of our version. Of another one nothing else is looked at.
fn read(text: &str) -> Result<Map<String, Value>, Problem> {
    let mut said: Map<String, Value> = serde_json::from_str(text).map_err(Problem::new)?;
    if said.remove("v") == Some(VERSION.into()) { Ok(said) } else { Err(Trouble::Version.into()) }
}

fn form<T: DeserializeOwned>(said: Map<String, Value>) -> Result<T, Problem> {
    serde_json::from_value(said.into()).map_err(Problem::new)
}

impl Question {
    /// The question as text.
    pub fn to_json(&self) -> String {
        write(self)
    }

    /// Reads a question: with every part that it needs, and with no other than it has.
    ///
    /// # Errors
    /// What is no question, or one of another version.
    pub fn from_json(text: &str) -> Result<Question, Problem> {
        form(read(text)?)
    }
}

impl Answer {
    /// The answer as text.
    pub fn to_json(&self) -> String {
        write(self)
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// What was said instead of an answer; what is none, or one of another version.
    pub fn from_json(text: &str) -> Result<Answer, Problem> {
        let said = read(text)?;
        match said.get("error").and_then(Value::as_str) {
            Some(problem) => Err(Problem(problem.into())),
            None => form(said),
        }
    }
}

/// Answers a question in JSON: `{"v":1,"answer":…,"ok":…}`, or `{"v":1,"error":"What was wrong."}`.
pub fn answer_text(question: &str) -> String {
    match Question::from_json(question).and_then(|question| crate::answer(&question)) {
        Ok(answer) => answer.to_json(),
        Err(problem) => write(Map::from_iter([("error".to_string(), problem.to_string().into())])),
    }
}
