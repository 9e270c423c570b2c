//! `divisor-duel resume`: go on with an unfinished game.

use std::path::{Path, PathBuf};
use std::time::Duration;

use duel::Record;
use serde::Serialize;

use crate::commands::arguments::{Seconds, seconds};
use crate::commands::{join, remembered};
use crate::failure::{Failure, Fallible, tell};
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::game;
use crate::line::output::Output;
use crate::sitting::contender::Contender;
use crate::sitting::resumption;
use crate::sitting::resumption::{Custody, Seating};
use crate::store::games;
use crate::store::record_file::{self, RecordFile};
use crate::store::saves::{Keeper, Store, Unfinished};
use crate::store::seats::{self, Ongoing};
use crate::words;

/// Go on with an unfinished game
#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  divisor-duel resume                   list the unfinished games, live ones too, and take one up
  divisor-duel resume 3                 go on with game 3
  divisor-duel resume L1                go on with the live game that was seen last
  divisor-duel resume game.duel         go on with a game saved as a file; the file stays as it is
  divisor-duel resume game.duel --p2 \"bot:python3 bot.py\"
  divisor-duel resume --forget 3
  divisor-duel resume --forget all")]
pub(crate) struct Args {
    /// The number of an unfinished game, L1 and so on for a live one, or a record; asks without it
    #[arg(value_name = "NUMBER|FILE")]
    game: Option<String>,
    /// Only list the unfinished games
    #[arg(long, conflicts_with_all = ["game", "forget"])]
    list: bool,
    /// List them as JSON
    #[arg(long, conflicts_with_all = ["game", "forget"])]
    json: bool,
    /// Remove an unfinished game, take a live one off the list, or all of them
    #[arg(long, value_name = "NUMBER|all", conflicts_with = "game", value_parser = forgotten)]
    forget: Option<Forgotten>,
    /// Write the record of the finished game here instead of where `play --record` said
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seat this player in the first seat from now on: human, a computer such as fox or level:3, or bot:COMMAND
    #[arg(long, value_name = "PLAYER", requires = "game")]
    p1: Option<Contender>,
    /// Seat this player in the second seat from now on
    #[arg(long, value_name = "PLAYER", requires = "game")]
    p2: Option<Contender>,
    /// Seconds that a bot has for a move; as before without it
    #[arg(long, value_name = "SECONDS", requires = "game", value_parser = seconds(0.001))]
    bot_time: Option<Seconds>,
    /// Append what bots write to standard error to this file
    #[arg(long, value_name = "FILE", requires = "game")]
    bot_log: Option<PathBuf>,
    /// Let the record take the place of whatever is there
    #[arg(long, requires = "record")]
    force: bool,
}

impl Args {
    pub(crate) fn run(self, front: &Front) -> Fallible {
        let store = Store::of_user()?;
        let mut talk = Dialogue::with_user();
        if let Some(forgotten) = self.forget {
            return forget(&mut talk, &store, &seats::folder_of_user()?, forgotten);
        }
        if self.json {
            return talk.json(&as_json(store.list()?, seats::ongoing(&seats::folder_of_user()?)?));
        }
        if self.game.is_none() && !self.list && front.is_full_screen() {
            return front.show_saved();
        }
        let wanted = match self.game {
            Some(game) => game,
            None => {
                let (games, live) = (store.list()?, seats::ongoing(&seats::folder_of_user()?)?);
                list(&mut talk, &games, &live)?;
                let newest = games.iter().find(|game| game.record.is_ok() && !game.is_open);
                let newest = newest.map(|game| game.id.to_string()).or((!live.is_empty()).then(|| seats::label(0)));
                match newest {
                    Some(newest) if !self.list => match ask(&mut talk, &games, &live, newest)? {
                        Some(answer) => answer,
                        None => return Ok(()),
                    },
                    _ => return Ok(()),
                }
            }
        };
        if let Some(at) = seats::place_of(&wanted) {
            let is_for_a_saved_one = self.record.is_some() || self.p1.is_some() || self.p2.is_some();
            if is_for_a_saved_one || self.bot_time.is_some() || self.bot_log.is_some() {
                return Err(Failure::usage(words::line().not_of_a_live_game()));
            }
            let link =
                live_game(&seats::folder_of_user()?, at)?.link.parse().map_err(|why: String| Failure::data(why))?;
            let settings = remembered::settings(&talk);
            return join::go_there(talk, front, &settings, link, None, None);
        }
        let (record, custody, keeper) = match wanted.parse() {
            Ok(id) => {
                let claim = store.claim(id)?;
                (store.read(id)?, Custody::OurStore, Keeper::new(Ok(store), Some(claim)))
            }
            Err(_) => {
                let record = games::read_record(Path::new(&wanted))?;
                (record, Custody::Elsewhere, Keeper::new(Ok(store), None))
            }
        };
        let seating =
            Seating { players: [self.p1, self.p2], bot_time: self.bot_time.map(Duration::from), bot_log: self.bot_log };
        let (mut sitting, note) = resumption::take_up(record, custody, keeper, seating)?;
        let is_over = sitting.session().is_over();
        // A game of ours that is over was left before that was dealt with: its record, the next round. That is done now.
        if is_over && (custody == Custody::Elsewhere || self.record.is_some()) {
            let Some(path) = self.record else {
                return Err(Failure::data(words::line().over_already(&wanted)));
            };
            record_file::write(&path, &sitting.session().record(), self.force)?;
            sitting.keeper().finished();
            return Ok(talk.line(&words::line().over_and_written(&path.display()))?);
        }
        if let Some(path) = &self.record {
            let session = sitting.session();
            sitting.write_record_to(RecordFile::for_game(path, self.force, session.id(), session.rounds())?);
        }
        if front.is_full_screen() {
            return front.show_game(sitting, note);
        }
        if let Some(note) = note {
            tell(&words::line().note(&note));
        }
        talk.line("")?;
        let turns = remembered::turns(&talk, front, &remembered::settings(&talk));
        game::play(talk, sitting, turns)
    }
}

#[derive(Clone, Copy)]
pub(super) enum Forgotten {
    One(u32),
    /// A live game, by its place in the list.
    Live(usize),
    All,
}

fn forgotten(text: &str) -> Result<Forgotten, String> {
    match text {
        "all" => Ok(Forgotten::All),
        label => match seats::place_of(label) {
            Some(at) => Ok(Forgotten::Live(at)),
            None => label.parse().map(Forgotten::One).map_err(|_| "the number of a game, or all".into()),
        },
    }
}

/// The live game at this place of the list.
fn live_game(folder: &Path, at: usize) -> Fallible<Ongoing> {
    let game = seats::ongoing(folder)?.into_iter().nth(at);
    game.ok_or_else(|| Failure::data(words::both().no_such_live_game(&seats::label(at))))
}

pub(super) fn forget(out: &mut Output<'_>, store: &Store, folder: &Path, forgotten: Forgotten) -> Fallible {
    let (ids, live) = match forgotten {
        Forgotten::One(id) => (vec![id], Vec::new()),
        Forgotten::Live(at) => (Vec::new(), vec![(at, live_game(folder, at)?)]),
        Forgotten::All => {
            let games = store.list()?.into_iter().filter(|game| !game.is_open);
            (games.map(|game| game.id).collect(), seats::ongoing(folder)?.into_iter().enumerate().collect())
        }
    };
    for (at, game) in live {
        seats::forget(folder, &game.link)?;
        out.line(&words::line().forgotten(&seats::label(at)))?;
    }
    for id in ids {
        store.claim(id)?;
        store.forget(id)?;
        out.line(&words::line().forgotten(&id))?;
    }
    Ok(())
}

pub(super) fn list(out: &mut Output<'_>, games: &[Unfinished], live: &[Ongoing]) -> Fallible {
    if games.is_empty() && live.is_empty() {
        return Ok(out.line(&words::line().no_unfinished_game())?);
    }
    for saved in games {
        out.line(&format!("{:>4}  {}", saved.id, resumption::describe(saved)))?;
    }
    for (at, ongoing) in live.iter().enumerate() {
        let told = words::line().live_game(&resumption::describe_live(ongoing), &ongoing.link);
        out.line(&format!("{:>4}  {told}", seats::label(at)))?;
    }
    Ok(())
}

pub(super) fn ask(
    talk: &mut Dialogue<'_>,
    games: &[Unfinished],
    live: &[Ongoing],
    newest: String,
) -> Fallible<Option<String>> {
    loop {
        let Some(line) = talk.ask(&words::line().which_saved_game(&newest))? else { return Ok(None) };
        match line.trim() {
            "" => return Ok(Some(newest)),
            answer if games.iter().any(|game| game.id.to_string() == answer) => return Ok(Some(answer.to_string())),
            answer if seats::place_of(answer).is_some_and(|at| at < live.len()) => return Ok(Some(answer.to_string())),
            // No saved game has this number: it is that of a live one.
            answer if seats::place_of(&format!("L{answer}")).is_some_and(|at| at < live.len()) => {
                return Ok(Some(format!("L{answer}")));
            }
            _ => talk.line(&words::line().type_its_number())?,
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Known {
    Number(u32),
    Label(String),
}

#[derive(Serialize)]
struct Listed {
    id: Known,
    game: Option<String>,
    players: Option<[String; 2]>,
    moves: Option<usize>,
    open: bool,
    problem: Option<String>,
    /// Where a live game is.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

fn as_json(games: Vec<Unfinished>, live: Vec<Ongoing>) -> Vec<Listed> {
    let listed = |id, record: anyhow::Result<Record>, open, link| {
        let game = record.as_ref().ok();
        Listed {
            id,
            game: game.map(|record| record.code().to_string()),
            players: game.map(|record| record.players().clone().map(|name| name.to_string())),
            moves: game.map(|record| record.position().moves().len()),
            open,
            problem: record.as_ref().err().map(|error| format!("{error:#}")),
            link,
        }
    };
    let games = games.into_iter().map(|game| listed(Known::Number(game.id), game.record, game.is_open, None));
    let live = live.into_iter().enumerate();
    let live = live.map(|(at, game)| listed(Known::Label(seats::label(at)), game.record, false, Some(game.link)));
    games.chain(live).collect()
}
