//! Who is to play, as it is given on the command line.

use std::fmt::{self, Display};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use duel::{Level, Who};

use crate::arena::programs::Order;
use crate::store::settings::Against;

/// Somebody who is to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Contender {
    #[default]
    Person,
    /// A computer that is found: whoever is beaten about half the time.
    Auto,
    Level(Level),
    /// A program, by its command.
    Program(String),
}

impl Contender {
    /// Whoever was chosen before; nobody knows which program was meant.
    pub(crate) fn remembered(against: Against) -> Option<Contender> {
        match against {
            Against::Auto => Some(Contender::Auto),
            Against::This(Who::Person) => Some(Contender::Person),
            Against::This(Who::Level(level)) => Some(Contender::Level(level)),
            Against::This(Who::Program) => None,
        }
    }

    /// What is remembered of who was chosen.
    pub(crate) fn to_remember(&self) -> Option<Against> {
        match self {
            Contender::Person => Some(Against::This(Who::Person)),
            Contender::Auto => Some(Against::Auto),
            Contender::Level(level) => Some(Against::This(Who::Level(*level))),
            Contender::Program(_) => None,
        }
    }

    /// What sort of player that is, where auto has found somebody of this level. The command is no part of a game.
    pub(crate) fn who(&self, auto: Level) -> Who {
        match self {
            Contender::Person => Who::Person,
            Contender::Auto => Who::Level(auto),
            Contender::Level(level) => Who::Level(*level),
            Contender::Program(_) => Who::Program,
        }
    }

    /// How a program is started that was named here, and how long it has for a move.
    pub(crate) fn order(&self, move_time: Duration) -> Option<Order> {
        match self {
            Contender::Program(command) => {
                // Where there is no such folder any more nothing can be started in it, and that is said then.
                let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
                Some(Order { command: command.clone(), folder, move_time })
            }
            Contender::Person | Contender::Auto | Contender::Level(_) => None,
        }
    }
}

const SHAPE: &str =
    "a player is human, a computer (auto, mole, hare, fox, owl, euclid, or level:1 to level:5), or bot:COMMAND";

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        let command = if text == "bot" { Some("") } else { text.strip_prefix("bot:") };
        match command.map(str::trim) {
            Some("") => Err(format!("a bot needs its command; {SHAPE}")),
            // It is kept in a file as a line.
            Some(command) if command.contains(char::is_control) => Err("the command of a bot is one line".into()),
            Some(command) => Ok(Contender::Program(command.into())),
            None if text == "auto" => Ok(Contender::Auto),
            None => match Level::from_word(text).map_or_else(|| text.parse(), |level| Ok(Who::Level(level))) {
                Ok(Who::Person) => Ok(Contender::Person),
                Ok(Who::Level(level)) => Ok(Contender::Level(level)),
                Ok(Who::Program) | Err(_) => Err(SHAPE.into()),
            },
        }
    }
}

/// As it is given.
impl Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Person => Who::Person.fmt(f),
            Contender::Auto => write!(f, "auto"),
            Contender::Level(level) => Who::Level(*level).fmt(f),
            Contender::Program(command) => write!(f, "bot:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_read_as_it_is_written() {
        for text in
            ["human", "auto", "level:1", "level:5", "bot:python3 bot.py", "bot:cd x && ./a 'b:c' \"d\"", "bot:level:3"]
        {
            assert_eq!(text.parse::<Contender>().map(|contender| contender.to_string()), Ok(text.into()));
        }
    }

    #[test]
    fn a_computer_is_called_by_its_name_too() {
        for (text, number) in [("mole", 1), ("Hare", 2), ("fox", 3), ("owl", 4), ("EUCLID", 5)] {
            assert_eq!(text.parse::<Contender>().unwrap().to_string(), format!("level:{number}"));
        }
    }

    #[test]
    fn what_is_no_player_is_refused_in_a_sentence() {
        for text in ["", "Human", "foxy", "level:6", "level:", "robot:x", "Bot:x"] {
            assert_eq!(text.parse::<Contender>(), Err(SHAPE.into()), "{text}");
        }
        for text in ["bot", "bot:", "bot:  "] {
            assert_eq!(text.parse::<Contender>(), Err(format!("a bot needs its command; {SHAPE}")), "{text}");
        }
        for text in ["bot:a\nb", "bot:a\u{1b}[2J"] {
            assert_eq!(text.parse::<Contender>(), Err("the command of a bot is one line".into()), "{text}");
        }
    }
}
