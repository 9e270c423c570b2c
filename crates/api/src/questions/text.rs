//! Questions and answers as text: JSON with a version.

use duel::speech::Language;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::trouble::Trouble;
use super::{Answer, Question};
use crate::problem::Problem;

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
    let mut said: Map<String, Value> = serde_json::from_str(text).map_err(Trouble::Form)?;
    if said.remove("v") == Some(VERSION.into()) { Ok(said) } else { Err(Trouble::Version.into()) }
}

fn form<T: DeserializeOwned>(said: Map<String, Value>) -> Result<T, Problem> {
    Ok(serde_json::from_value(said.into()).map_err(Trouble::Form)?)
}

/// A question, and the language that its answer is to be in.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The question.
    pub question: Question,
    /// The language of whoever asks.
    pub language: Language,
}

/// Asked in English.
impl From<Question> for Asked {
    fn from(question: Question) -> Asked {
        Asked { question, language: Language::English }
    }
}

impl Asked {
    /// The question as text.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Form<'a> {
            language: &'static str,
            #[serde(flatten)]
            question: &'a Question,
        }
        write(Form { language: self.language.code(), question: &self.question })
    }

    /// Reads a question: with every part that it needs, and with no other than it has. Whoever names no language speaks English.
    ///
    /// # Errors
    /// What is no question, one of another version, or one in a language that nobody here speaks.
    pub fn from_json(text: &str) -> Result<Asked, Problem> {
        let (language, question) = read_question(text);
        Ok(Asked { question: question?, language })
    }
}

/// A question, and the language that is spoken about it even if it is none.
fn read_question(text: &str) -> (Language, Result<Question, Problem>) {
    let mut said = match read(text) {
        Ok(said) => said,
        Err(problem) => return (Language::English, Err(problem)),
    };
    let Some(code) = said.remove("language") else { return (Language::English, form(said)) };
    let code = code.as_str().unwrap_or_default();
    match Language::from_code(code) {
        Some(language) => (language, form(said)),
        None => (Language::English, Err(Trouble::Language(code.chars().take(40).collect()).into())),
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
            Some(problem) => Err(Trouble::Said(problem.into()).into()),
            None => form(said),
        }
    }
}

/// Answers a question in JSON: `{"v":1,"answer":…,"ok":…}`, or `{"v":1,"error":"What was wrong."}`.
pub fn answer_text(question: &str) -> String {
    let (language, question) = read_question(question);
    match question.and_then(|question| super::answer(&question, language)) {
        Ok(answer) => answer.to_json(),
        Err(problem) => write(Map::from_iter([("error".to_string(), problem.in_words(language).into())])),
    }
}
