//! `divisor-duel join`: a live game, in which the other one is somewhere else.

use duel::Name;

use crate::commands::remembered;
use crate::failure::Fallible;
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::live;
use crate::live::link::Link;
use crate::live::{Followed, Table};
use crate::words::say;

/// Play a live game by its link: the other one is somewhere else
#[derive(Clone, clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel join 'http://localhost:8017/#/live/ID/SECRET'
                                        take the seat that the link is for
  divisor-duel join 'http://localhost:8017/#/live/ID/SECRET' --name Ada
  divisor-duel join 'http://localhost:8017/#/live/ID'
                                        watch, or go on in the seat that you have taken",
    after_help = "\
The link comes from whoever made the game, on the page of a divisor-duel-server. Put it in quotes: a shell takes # for a comment.
The server keeps the game and checks every move; what is shown here is on its disk. Leave whenever you like: the same link, or the one \
without the secret, goes on in your seat. If the connection is lost everything goes on when it is there again.
At a prompt type a number, or: help, moves, board, chain, rules, brief, undo, yes, no, resign, next, rematch, claim, save FILE, quit. \
There is no advice in live games."
)]
pub(crate) struct Args {
    /// The link to the game: http://host:port/#/live/ID/SECRET to play, without the secret to watch or to go on
    link: Link,
    /// What you are called
    #[arg(long, value_parser = name)]
    name: Option<Name>,
}

/// For clap: what somebody is called.
fn name(text: &str) -> Result<Name, String> {
    text.parse().map_err(|error: duel::NameError| say(&error))
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let talk = Dialogue::with_user();
        let settings = remembered::settings(&talk);
        let name = self.name.or_else(|| settings.names.as_ref().map(|names| names.first().clone()));
        let (table, standing) = Table::sit_down(self.link, name, false)?;
        let game = Followed::new(table, standing);
        let turns = remembered::turns(&talk, front, &settings);
        live::play(talk, game, turns)
    }
}
