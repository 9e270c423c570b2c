//! Who plays in an arena, as it is given on the command line.

use super::plan::Programme;
use crate::failure::{Failure, Outcome};

/// A bot as it is given.
#[derive(Clone)]
pub(crate) struct Competitor {
    pub(crate) name: String,
    pub(crate) player: Player,
}

#[derive(Clone)]
pub(crate) enum Player {
    Level(u8),
    Command(String),
}

impl Competitor {
    /// For clap: reads NAME=COMMAND or NAME=level:N.
    pub(crate) fn read(text: &str) -> Result<Competitor, String> {
        let shape = "a bot is NAME=COMMAND, or NAME=level:1 to NAME=level:5";
        let (name, player) = text.split_once('=').ok_or(shape)?;
        let name: duel::Name = name.trim().parse().map_err(|error| format!("{error}; {shape}"))?;
        let player = match player.trim().parse() {
            Ok(duel::Who::Level(level)) => Player::Level(level.number()),
            _ if player.trim().is_empty() => return Err(format!("{name} has no command; {shape}")),
            _ if player.trim().to_ascii_lowercase().starts_with("level:") => {
                return Err(format!("there is no {}: levels go from level:1 to level:5", player.trim()));
            }
            _ => Player::Command(player.into()),
        };
        Ok(Competitor { name: name.to_string(), player })
    }
}

/// The command of each bot that is a program and has been given one.
pub(crate) fn commands(bots: &[Competitor], programme: &Programme) -> Outcome<Vec<Option<String>>> {
    let mut commands: Vec<Option<String>> = vec![None; programme.names.len()];
    for Competitor { name, player } in bots {
        let Some(at) = programme.plan.bots.iter().position(|bot| bot.name == *name) else {
            return Err(Failure::usage(format!("there is no bot called {name} in this arena")));
        };
        match (player, programme.plan.bots[at].level) {
            (Player::Command(command), None) => commands[at] = Some(command.clone()),
            (Player::Level(level), Some(known)) if *level == known => {}
            (_, Some(level)) => return Err(Failure::usage(format!("{name} is level:{level} in this arena"))),
            (_, None) => {
                return Err(Failure::usage(format!("{name} is a program in this arena, and needs a command")));
            }
        }
    }
    Ok(commands)
}

/// Nobody can play whom nobody can start.
pub(crate) fn require_all(programme: &Programme, commands: &[Option<String>]) -> Outcome {
    for (bot, command) in programme.plan.bots.iter().zip(commands) {
        if bot.level.is_none() && command.is_none() {
            let name = &bot.name;
            return Err(Failure::usage(format!("{name} is a program: say how to start it, --bot {name}=COMMAND")));
        }
    }
    Ok(())
}
