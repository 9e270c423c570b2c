//! Who plays in an arena, as it is given on the command line.

use super::plan::{Entrant, Programme};
use crate::failure::{Failure, Fallible};

/// A bot as it is given.
#[derive(Clone)]
pub(crate) struct Competitor {
    pub(crate) entrant: Entrant,
    /// How it is started, if it is a program.
    pub(crate) command: Option<String>,
}

impl Competitor {
    /// For clap: reads NAME=COMMAND or NAME=level:N.
    pub(crate) fn read(text: &str) -> Result<Competitor, String> {
        let shape = "a bot is NAME=COMMAND, or NAME=level:1 to NAME=level:5";
        let (name, given) = text.split_once('=').ok_or(shape)?;
        let name: duel::Name = name.trim().parse().map_err(|error| format!("{error}; {shape}"))?;
        let (level, command) = match given.trim().parse() {
            Ok(duel::Who::Level(level)) => (Some(level.number()), None),
            _ if given.trim().is_empty() => return Err(format!("{name} has no command; {shape}")),
            _ if given.trim().to_ascii_lowercase().starts_with("level:") => {
                return Err(format!("there is no {}: levels go from level:1 to level:5", given.trim()));
            }
            _ => (None, Some(given.into())),
        };
        Ok(Competitor { entrant: Entrant { name: name.to_string(), level }, command })
    }
}

/// The command of each bot that is a program and has been given one.
pub(crate) fn commands(bots: &[Competitor], programme: &Programme) -> Fallible<Vec<Option<String>>> {
    let mut commands: Vec<Option<String>> = vec![None; programme.names.len()];
    for Competitor { entrant: Entrant { name, level }, command } in bots {
        let Some(at) = programme.plan.bots.iter().position(|bot| bot.name == *name) else {
            return Err(Failure::usage(format!("there is no bot called {name} in this arena")));
        };
        match programme.plan.bots[at].level {
            known if known == *level => commands[at] = command.clone(),
            Some(level) => return Err(Failure::usage(format!("{name} is level:{level} in this arena"))),
            None => return Err(Failure::usage(format!("{name} is a program in this arena, and needs a command"))),
        }
    }
    Ok(commands)
}

/// Nobody can play whom nobody can start.
pub(crate) fn require_all(programme: &Programme, commands: &[Option<String>]) -> Fallible {
    for (bot, command) in programme.plan.bots.iter().zip(commands) {
        if bot.level.is_none() && command.is_none() {
            let name = &bot.name;
            return Err(Failure::usage(format!("{name} is a program: say how to start it, --bot {name}=COMMAND")));
        }
    }
    Ok(())
}
