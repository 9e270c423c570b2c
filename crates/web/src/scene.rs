//! The game and the position that a question is about.

use duel::{Loss, Move, Name, Outcome, Player, Position, Reason, RuleBook, Session, Typed};
use serde::Deserialize;

use crate::ask::Problem;
use crate::game::Game;

/// How many moves of a game are followed. Nobody plays so many; a stranger's link or record can have a hundred thousand.
const FOLLOWED: usize = 1_000;

/// Refuses a game that is too long.
pub(crate) fn check_length(moves: usize) -> Result<(), Problem> {
    if moves <= FOLLOWED {
        return Ok(());
    }
    Err(Problem::new(format!("this game has {moves} moves, and games of up to {FOLLOWED} can be followed here")))
}

/// A book by a code, by the text of a rule file, or by both: a home-made book varied as the code says.
pub(crate) fn book_of(code: Option<&str>, rules: Option<&str>) -> Result<RuleBook, Problem> {
    let find = |code: &str| RuleBook::find(code).map_err(|error| Problem::new(error.problem));
    let read = |rules: &str| RuleBook::read(rules).map_err(Problem::new);
    match (code, rules) {
        (None, Some(rules)) => read(rules),
        (Some(code), None) => find(code),
        (Some(code), Some(rules)) => {
            let varied = read(rules)?.varied_to(find(code)?.game());
            varied.ok_or_else(|| Problem::new("the rule file is of another game"))
        }
        (None, None) => Err(Problem::new("the question names no game")),
    }
}

/// The position that these moves lead to, perhaps with somebody's loss there.
pub(crate) fn position_of(book: &RuleBook, moves: &[Move], lost: Option<&Lost>) -> Result<Position, Problem> {
    check_length(moves.len())?;
    let mut position = book.game().replay(moves.iter().copied()).map_err(Problem::new)?;
    if let Some(lost) = lost {
        let contradicts = |why| Problem::new(format!("this end contradicts the moves: {why}"));
        position.conclude(Some(&lost.outcome()?)).map_err(contradicts)?;
    }
    Ok(position)
}

/// A game in progress, by its record; or any game, by its code or by the text of a rule file, and its moves.
#[derive(Debug, Deserialize)]
pub(crate) struct Scene {
    record: Option<String>,
    game: Option<String>,
    rules: Option<String>,
    #[serde(default)]
    moves: Vec<Move>,
    /// How many of the moves were made by chance before anybody played.
    #[serde(default)]
    opening: usize,
    /// How the game ended, if not by its moves.
    lost: Option<Lost>,
    /// What the two sides are called.
    names: Option<[String; 2]>,
}

/// Somebody lost before the moves ended the game.
#[derive(Debug, Deserialize)]
pub(crate) struct Lost {
    player: u8,
    reason: String,
    /// The illegal number.
    number: Option<String>,
}

impl Scene {
    /// The session, where the question carries one.
    fn session(&self) -> Result<Option<Session>, Problem> {
        let Some(record) = self.record.clone() else { return Ok(None) };
        Game { record, rules: self.rules.clone() }.session().map(Some)
    }

    pub(crate) fn book(&self) -> Result<RuleBook, Problem> {
        match self.session()? {
            Some(session) => Ok(session.book().clone()),
            None => book_of(self.game.as_deref(), self.rules.as_deref()),
        }
    }

    /// The position that the moves lead to.
    pub(crate) fn position(&self, book: &RuleBook) -> Result<Position, Problem> {
        if let Some(session) = self.session()? {
            return Ok(session.position().clone());
        }
        position_of(book, &self.moves, self.lost.as_ref())
    }

    /// How many of the moves were made by chance before anybody played.
    pub(crate) fn opening(&self) -> Result<usize, Problem> {
        Ok(self.session()?.map_or(self.opening, |session| session.opening()))
    }

    pub(crate) fn names(&self) -> Result<[String; 2], Problem> {
        let usual = || ["Player 1", "Player 2"].map(String::from);
        Ok(self.session()?.map_or_else(|| self.names.clone().unwrap_or_else(usual), |session| session.names()))
    }

    /// The names, if they are good for a record.
    pub(crate) fn people(&self) -> Result<[Name; 2], Problem> {
        let [one, two] = self.names()?;
        Ok([one.parse().map_err(Problem::new)?, two.parse().map_err(Problem::new)?])
    }
}

impl Lost {
    fn outcome(&self) -> Result<Outcome, Problem> {
        let winner = match self.player {
            1 => Player::Two,
            2 => Player::One,
            other => return Err(Problem::new(format!("the players are 1 and 2, so {other} cannot have lost"))),
        };
        let how = match self.reason.as_str() {
            "resigned" => Loss::Resigned,
            "time" => Loss::Time,
            "forfeit" => Loss::Forfeit,
            "illegal-number" => {
                let number = self.number.as_deref().unwrap_or_default();
                Loss::IllegalNumber(number.parse::<Typed>().map_err(Problem::new)?)
            }
            other => return Err(Problem::new(format!("nobody loses by \"{other}\""))),
        };
        Ok(Outcome { winner, reason: Reason::Lost(how) })
    }
}
