//! The game and the position that a question is about.

use duel::{Loss, Move, Name, Outcome, Player, Position, Reason, RuleBook, Typed};
use serde::Deserialize;

use crate::ask::Problem;

/// How many moves of a game are followed. Nobody plays so many; a stranger's link or record can have a hundred thousand.
const FOLLOWED: usize = 1_000;

/// Refuses a game that is too long.
pub(crate) fn check_length(moves: usize) -> Result<(), Problem> {
    if moves <= FOLLOWED {
        return Ok(());
    }
    Err(Problem::new(format!("this game has {moves} moves, and games of up to {FOLLOWED} can be followed here")))
}

/// A game, by its code or by the text of a rule file, and its moves.
#[derive(Debug, Deserialize)]
pub(crate) struct Scene {
    game: Option<String>,
    rules: Option<String>,
    #[serde(default)]
    moves: Vec<Move>,
    /// How many of the moves were made by chance before anybody played.
    #[serde(default)]
    pub(crate) opening: usize,
    /// How the game ended, if not by its moves.
    lost: Option<Lost>,
    /// What the two sides are called.
    names: Option<[String; 2]>,
}

/// Somebody lost before the moves ended the game.
#[derive(Debug, Deserialize)]
struct Lost {
    player: u8,
    reason: String,
    /// The illegal number.
    number: Option<String>,
}

impl Scene {
    pub(crate) fn book(&self) -> Result<RuleBook, Problem> {
        match (&self.game, &self.rules) {
            (_, Some(rules)) => RuleBook::read(rules).map_err(Problem::new),
            (Some(code), None) => RuleBook::find(code).map_err(|error| Problem::new(error.problem)),
            (None, None) => Err(Problem::new("the question names no game")),
        }
    }

    /// The position that the moves lead to.
    pub(crate) fn position(&self, book: &RuleBook) -> Result<Position, Problem> {
        check_length(self.moves.len())?;
        let mut position = book.game().replay(self.moves.iter().copied()).map_err(Problem::new)?;
        if let Some(lost) = &self.lost {
            let contradicts = |why| Problem::new(format!("this end contradicts the moves: {why}"));
            position.conclude(Some(&lost.outcome()?)).map_err(contradicts)?;
        }
        Ok(position)
    }

    pub(crate) fn names(&self) -> [String; 2] {
        self.names.clone().unwrap_or_else(|| ["Player 1", "Player 2"].map(String::from))
    }

    /// The names, if they are good for a record.
    pub(crate) fn people(&self) -> Result<[Name; 2], Problem> {
        let [one, two] = self.names();
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
