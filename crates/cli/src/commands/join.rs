//! `divisor-duel join`: a live game, in which the other one is somewhere else.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use duel::{Name, Seat};

use crate::arena::programs::{MOVE_TIME, Order};
use crate::commands::arguments::{Seconds, seconds};
use crate::commands::remembered;
use crate::failure::{Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::{live, live_program};
use crate::live::link::Link;
use crate::live::{Followed, Remote};
use crate::names::Names;
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
  divisor-duel join 'http://localhost:8017/#/live/ID' --hand-over
                                        go on in that seat on another device
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
    /// What you are called; without it you are asked once, and that is remembered
    #[arg(long, value_parser = name)]
    name: Option<Name>,
    /// Do not play: print a link by which another device goes on in your seat, once
    #[arg(long, conflicts_with_all = ["name", "bot"])]
    hand_over: bool,
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
        let mut talk = Dialogue::with_user();
        if self.hand_over {
            let host = self.link.place.host.clone();
            talk.line(&Remote::hand_over(self.link)?)?;
            tell(&words::line().handed_over());
            tell(&words::line().handed_over_then());
            if ["localhost", "127.0.0.1", "[::1]"].contains(&&*host) {
                tell(&words::line().handed_over_here(&host));
            }
            return Ok(());
        }
        if let Some(command) = self.bot {
            let move_time = self.bot_time.map_or(MOVE_TIME, Duration::from);
            let order = Order { command, folder: std::env::current_dir()?, move_time };
            let session = Remote::look(self.link.clone())?.session;
            live_program::try_out(session, self.name.clone(), &order, self.bot_log.as_deref())?;
            let (game, note) = Followed::join(self.link, self.name, true)?;
            note.iter().for_each(|note| tell(&words::line().note(note)));
            return live_program::play(talk, game, order, self.bot_log.as_deref());
        }
        let settings = remembered::settings(&talk);
        // What is remembered is the name of a person.
        let usual = settings.names.as_ref().map(|names| names.first().clone());
        let name = match self.name.clone().or(usual) {
            None => match ask_name(&mut talk, &self.link)? {
                Answer::Left => return Ok(()),
                Answer::Name(name) => name,
            },
            known => known,
        };
        go_there(talk, front, &settings, self.link, name, self.name.as_ref())
    }
}

/// What somebody is called who is asked.
enum Answer {
    /// `None` for what the seat is called.
    Name(Option<Name>),
    /// They would rather not play.
    Left,
}

/// Asks whoever is offered a seat what they are called, once: it is remembered.
fn ask_name(talk: &mut Dialogue<'_>, link: &Link) -> Fallible<Answer> {
    if !talk.is_at_a_terminal() {
        return Ok(Answer::Name(None));
    }
    let Some(offered) = Remote::invitation(link)? else { return Ok(Answer::Name(None)) };
    let (session, words) = (&offered.session, words::line());
    let title = session.book().title();
    // Which seat it is is known where the other one is taken.
    let own = Seat::BOTH.into_iter().find(|own| !offered.open[own.other().index()]);
    let (invited, question) = match own.map(|own| [own, own.other()].map(|seat| &session.sitter(seat).name)) {
        Some([usual, other]) => (words.invited_by(title, other), words.what_are_you_called(usual)),
        None => (words.invited(title), words.what_are_you_called_here()),
    };
    talk.line(&invited)?;
    loop {
        let Some(typed) = talk.ask(&question)? else { return Ok(Answer::Left) };
        match typed.trim() {
            "" => return Ok(Answer::Name(None)),
            typed => match name(typed) {
                Ok(name) => {
                    remembered::remember(talk, |settings| settings.names = Some(Names::one(name.clone())));
                    return Ok(Answer::Name(Some(name)));
                }
                Err(why) => talk.line(&why)?,
            },
        }
    }
}

/// Plays a live game, or watches it, and those that come after it. Whoever has asked for a name and has another one already is told.
pub(super) fn go_there(
    mut talk: Dialogue<'_>,
    front: &Front,
    settings: &Settings,
    mut link: Link,
    mut name: Option<Name>,
    mut asked_for: Option<&Name>,
) -> Fallible {
    loop {
        let (game, note) = Followed::join(link, name, false)?;
        let called = game.own_name();
        let other = called.as_ref().filter(|called| asked_for.is_some_and(|asked_for| asked_for != *called));
        let note = note.or_else(|| other.map(|called| words::line().is_called_already(called)));
        if front.is_full_screen() {
            return front.show_live(game, note);
        }
        note.iter().for_each(|note| tell(&words::line().note(note)));
        let turns = remembered::turns(&talk, front, settings);
        match live::play(talk, game, turns)? {
            // There they are called as here.
            Some(next) => (link, name, asked_for, talk) = (next, called, None, Dialogue::with_user()),
            None => return Ok(()),
        }
    }
}
