//! The book that is meant.

use duel::RuleBook;
use duel::speech::English;

use crate::problem::Problem;

/// Why none is meant.
enum NoBook {
    NoGame,
    OtherGame,
}

impl English for NoBook {
    fn english(&self) -> String {
        match self {
            NoBook::NoGame => "the question names no game".into(),
            NoBook::OtherGame => "the rule file is of another game".into(),
        }
    }
}

impl From<NoBook> for Problem {
    fn from(why: NoBook) -> Problem {
        Problem::new(why)
    }
}

pub(crate) fn find(code: &str) -> Result<RuleBook, Problem> {
    RuleBook::find(code).map_err(|error| Problem::new(error.problem))
}

/// A book by a code, by the text of a rule file, or by both: a home-made book varied as the code says.
pub(crate) fn book_of(code: Option<&str>, rules: Option<&str>) -> Result<RuleBook, Problem> {
    let home_made = rules.map(RuleBook::read).transpose().map_err(Problem::new)?;
    match (code, home_made) {
        (None, Some(home_made)) => Ok(home_made),
        (Some(code), None) => find(code),
        (Some(code), Some(home_made)) => home_made.varied_to(find(code)?.game()).ok_or(NoBook::OtherGame.into()),
        (None, None) => Err(NoBook::NoGame.into()),
    }
}
