//! `divisor-duel join`: a live game, in which the other one is somewhere else.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use duel::Name;

use crate::arena::programs::{MOVE_TIME, Order};
use crate::commands::arguments::{Seconds, seconds};
use crate::commands::remembered;
use crate::failure::{Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::{live, live_program};
use crate::live::link::Link;
use crate::live::{Followed, Remote};
use crate::store::settings::Settings;
use crate::words::{self, say};

/// Play a live game by its link: the other one is somewhere else
#[derive(Clone, clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel join 'http://localhost:8017/#/live/ID/SECRET'
                                        take the seat that the link is for
  divisor-duel join 'http://localhost:8017/#/live/ID/SECRET' --name Ada
  divisor-duel join 'http://localhost:8017/#/live/ID'
                                        watch, or go on in the seat that you have taken
  divisor-duel join 'http://localhost:8017/#/live/ID/SECRET' --bot \"python3 bot.py\"
                                        let a program play there",
    after_help = "\
The link comes from whoever made the game, on the page of a divisor-duel-server. Put it in quotes: a shell takes # for a comment.
The server keeps the game and checks every move; what is shown here is on its disk. Leave whenever you like: the same link, or the one \
without the secret, goes on in your seat; `divisor-duel resume` lists it as long as it is not over and goes on with it, and `divisor-duel history` when you have seen its end. \
If the connection is lost everything goes on when it is there again.
At a prompt type a number, or: help, moves, board, chain, rules, brief, undo, yes, no, resign, next, rematch, claim, save FILE, quit. \
There is no advice in live games.
A program (--bot) is given to sh -c and plays by docs/bot-protocol.md, as in an arena, to the end of the game or the match. An illegal number, \
silence or anything else loses. It is tried before it sits down: what cannot be started or does not answer takes no seat. It has your rights: run only what you trust."
)]
pub(crate) struct Args {
    /// The link to the game: http://host:port/#/live/ID/SECRET to play, without the secret to watch or to go on
    link: Link,
    /// What you are called
    #[arg(long, value_parser = name)]
    name: Option<Name>,
    /// Let this program play, by docs/bot-protocol.md
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new())]
    bot: Option<String>,
    /// Seconds that the program has for a move; 1 without it
    #[arg(long, value_name = "SECONDS", value_parser = seconds(0.001), requires = "bot")]
    bot_time: Option<Seconds>,
    /// Append what the program writes to standard error to this file
    #[arg(long, value_name = "FILE", requires = "bot")]
    bot_log: Option<PathBuf>,
}

/// For clap: what somebody is called.
fn name(text: &str) -> Result<Name, String> {
    text.parse().map_err(|error: duel::NameError| say(&error))
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let talk = Dialogue::with_user();
        let settings = remembered::settings(&talk);
        // What is remembered is the name of a person.
        let usual = settings.names.as_ref().filter(|_| self.bot.is_none());
        let name = self.name.or_else(|| usual.map(|names| names.first().clone()));
        if let Some(command) = self.bot {
            let move_time = self.bot_time.map_or(MOVE_TIME, Duration::from);
            let order = Order { command, folder: std::env::current_dir()?, move_time };
            let session = Remote::look(self.link.clone())?.session;
            live_program::try_out(session, name.clone(), &order, self.bot_log.as_deref())?;
            let (game, note) = Followed::join(self.link, name, true)?;
            note.iter().for_each(|note| tell(&words::line().note(note)));
            return live_program::play(talk, game, order, self.bot_log.as_deref());
        }
        go_there(talk, front, &settings, self.link, name)
    }
}

/// Plays a live game, or watches it.
pub(super) fn go_there(
    talk: Dialogue<'_>,
    front: &Front,
    settings: &Settings,
    link: Link,
    name: Option<Name>,
) -> Fallible {
    let (game, note) = Followed::join(link, name, false)?;
    if front.is_full_screen() {
        return front.show_live(game, note);
    }
    note.iter().for_each(|note| tell(&words::line().note(note)));
    let turns = remembered::turns(&talk, front, settings);
    live::play(talk, game, turns)
}
