//! Who plays in an arena, as it is given on the command line.

use super::plan::Programme;
use crate::failure::{Failure, Fallible};

/// A bot as it is given.
#[derive(Clone)]
pub(crate) struct Competitor {
    pub(crate) name: String,
    pub(crate) machine: Machine,
}

#[derive(Clone)]
pub(crate) enum Machine {
    Level(u8),
    Command(String),
}

impl Competitor {
    /// For clap: reads NAME=COMMAND or NAME=level:N.
    pub(crate) fn read(text: &str) -> Result<Competitor, String> {
        let shape = "a bot is NAME=COMMAND, or NAME=level:1 to NAME=level:5";
        let (name, machine) = text.split_once('=').ok_or(shape)?;
        let name: duel::Name = name.trim().parse().map_err(|error| format!("{error}; {shape}"))?;
        let machine = match machine.trim().parse() {
            Ok(duel::Who::Level(level)) => Machine::Level(level.number()),
            _ if machine.trim().is_empty() => return Err(format!("{name} has no command; {shape}")),
            _ if machine.trim().to_ascii_lowercase().starts_with("level:") => {
                return Err(format!("there is no {}: levels go from level:1 to level:5", machine.trim()));
            }
            _ => Machine::Command(machine.into()),
        };
        Ok(Competitor { name: name.to_string(), machine })
    }
}

/// The command of each bot that is a program and has been given one.
pub(crate) fn commands(bots: &[Competitor], programme: &Programme) -> Fallible<Vec<Option<String>>> {
    let mut commands: Vec<Option<String>> = vec![None; programme.names.len()];
    for Competitor { name, machine } in bots {
        let Some(at) = programme.plan.bots.iter().position(|bot| bot.name == *name) else {
            return Err(Failure::usage(format!("there is no bot called {name} in this arena")));
        };
        match (machine, programme.plan.bots[at].level) {
            (Machine::Command(command), None) => commands[at] = Some(command.clone()),
            (Machine::Level(level), Some(known)) if *level == known => {}
            (_, Some(level)) => return Err(Failure::usage(format!("{name} is level:{level} in this arena"))),
            (_, None) => {
                return Err(Failure::usage(format!("{name} is a program in this arena, and needs a command")));
            }
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
