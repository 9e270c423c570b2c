//! `divisor-duel resume`: go on with an unfinished game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use duel::{Match, Record, Role, RuleBook, Seat, Span};
use serde::Serialize;

use super::{TEMPLATE, play};
use crate::failure::{Failure, Outcome, tell};
use crate::files;
use crate::input::Input;
use crate::invocation;
use crate::players::{self, Who};
use crate::saves::{Keeper, Saved, Store};
use crate::screen::{self, Screen};
use crate::setup::{HINTS, Setup};

/// Go on with an unfinished game
#[derive(clap::Args)]
#[command(
    help_template = TEMPLATE,
    before_help = "\
Examples:
  divisor-duel resume                   list the unfinished games and take one up
  divisor-duel resume 3                 go on with game 3
  divisor-duel resume game.duel         go on with a game saved as a file; the file stays as it is
  divisor-duel resume --forget 3
  divisor-duel resume --forget all"
)]
pub(crate) struct Args {
    /// The number of an unfinished game, or a record; asks without it
    #[arg(value_name = "NUMBER|FILE")]
    game: Option<String>,
    /// Only list the unfinished games
    #[arg(long, conflicts_with_all = ["game", "forget"])]
    list: bool,
    /// List them as JSON
    #[arg(long, conflicts_with_all = ["game", "forget"])]
    json: bool,
    /// Remove an unfinished game, or all of them
    #[arg(long, value_name = "NUMBER|all", conflicts_with = "game", value_parser = forgotten)]
    forget: Option<Forgotten>,
    /// Write the record of the finished game here instead of where `play --record` said, replacing what is there
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Outcome {
        let store = Store::of_user()?;
        let mut screen = screen::stdout();
        if let Some(forgotten) = self.forget {
            return forget(&mut screen, &store, forgotten);
        }
        if self.json {
            return Ok(writeln!(screen, "{}", serde_json::to_string(&as_json(store.list()?))?)?);
        }
        let mut input = Input::stdin();
        let wanted = match self.game {
            Some(game) => game,
            None => {
                let games = store.list()?;
                list(&mut screen, &games)?;
                let newest = games.iter().find(|game| game.record.is_ok() && !game.is_open).map(|game| game.id);
                match newest {
                    Some(newest) if !self.list => match ask(&mut screen, &mut input, &games, newest)? {
                        Some(answer) => answer,
                        None => return Ok(()),
                    },
                    _ => return Ok(()),
                }
            }
        };
        let (record, keeper) = match wanted.parse() {
            Ok(id) => {
                let claim = store.claim(id)?;
                (store.read(id)?, Keeper::new(Ok(store), Some(claim)))
            }
            Err(_) => (invocation::read_record(Path::new(&wanted))?, Keeper::new(Ok(store), None)),
        };
        if record.position().outcome().is_some() {
            return finish(&mut screen, record, &keeper, &wanted, self.record.as_deref());
        }
        let mut setup = set_up(record)?;
        if let Some(path) = &self.record {
            setup.record = Some(play::record_path(path)?);
        }
        screen.line("")?;
        play::sit_down(screen, input, keeper, setup)
    }
}

#[derive(Clone, Copy)]
enum Forgotten {
    One(u32),
    All,
}

fn forgotten(text: &str) -> Result<Forgotten, String> {
    match text {
        "all" => Ok(Forgotten::All),
        number => number.parse().map(Forgotten::One).map_err(|_| "the number of a game, or all".into()),
    }
}

fn forget<W: Write>(screen: &mut Screen<W>, store: &Store, forgotten: Forgotten) -> Outcome {
    let ids = match forgotten {
        Forgotten::One(id) => vec![id],
        Forgotten::All => store.list()?.into_iter().filter(|game| !game.is_open).map(|game| game.id).collect(),
    };
    for id in ids {
        store.claim(id)?;
        store.forget(id)?;
        screen.line(&format!("Game {id} is forgotten."))?;
    }
    Ok(())
}

/// A saved game that is over is one whose record could not be written: another place may do.
fn finish<W: Write>(
    screen: &mut Screen<W>,
    record: Record,
    keeper: &Keeper,
    wanted: &str,
    path: Option<&Path>,
) -> Outcome {
    let Some(path) = path else {
        let problem = format!("that game is over; for its record: divisor-duel resume {wanted} --record FILE");
        return Err(Failure::data(problem));
    };
    files::write_whole(path, &record.to_string())?;
    keeper.finished();
    Ok(screen.line(&format!("The game is over; its record is in {}.", path.display()))?)
}

/// Everything a record says about the table it was saved from.
fn set_up(record: Record) -> Outcome<Setup> {
    let (book, rule_file) = find_book(&record)?;
    // In a match people keep their seats while the start alternates.
    let [first, second] = record.players().clone();
    let swapped = record.header("Seat1") == Some(second.as_str());
    let (people, starter) = if swapped { ([second, first], Seat::Two) } else { ([first, second], Seat::One) };
    let rounds = match record.header("BestOf") {
        Some(best_of) => {
            let score = record.header("Score").unwrap_or("0-0");
            Some(read_match(best_of, score, starter).ok_or_else(|| {
                Failure::data(format!("the record has a match that cannot be: best of {best_of}, score {score}"))
            })?)
        }
        None => None,
    };
    let who = |header| match record.header(header).map_or(Ok(Who::Human), str::parse) {
        Ok(who) => Ok(who),
        Err(problem) => Err(Failure::data(format!("the record's [{header}]: {problem}"))),
    };
    let (first, second) = (who("Type1")?, who("Type2")?);
    let players = if swapped { [second, first] } else { [first, second] };
    let seed = players::seed(record.header("Seed").and_then(|seed| seed.parse().ok()))?;
    let path = record.header("RecordTo").map(PathBuf::from);
    let hints = HINTS.map(|header| record.header(header).and_then(|hints| hints.parse().ok()).unwrap_or(0));
    Ok(Setup { book, rule_file, people, players, seed, starter, rounds, record: path, resumed: Some(record), hints })
}

/// The match of a record. Its score begins with the wins of whoever started this round.
fn read_match(best_of: &str, score: &str, starter: Seat) -> Option<Match> {
    let (first, second) = score.split_once('-')?;
    let (first, second): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    let rounds_before = first.checked_add(second)?;
    let first_starter = if rounds_before.is_multiple_of(2) { starter } else { starter.other() };
    let score = if starter == Seat::One { [first, second] } else { [second, first] };
    Match::resume(best_of.parse().ok()?, first_starter, score).ok()
}

/// The book of a record; for a home-made one its rule file, if that still describes the same game.
fn find_book(record: &Record) -> Outcome<(RuleBook, Option<PathBuf>)> {
    if let Some(path) = record.header("Rules").map(PathBuf::from) {
        match invocation::read_rule_file(&path) {
            Ok(book) => match book.varied_to(record.position().game()) {
                Some(book) => return Ok((book, Some(path))),
                None => tell(&format!("note: {} is another game now; going on in general words", path.display())),
            },
            Err(Failure::Data(error)) => tell(&format!("note: {error:#}; going on in general words")),
            Err(_) => {}
        }
    }
    let book = RuleBook::find(record.code()).map_err(Failure::data)?;
    Ok((book, None))
}

fn list<W: Write>(screen: &mut Screen<W>, games: &[Saved]) -> Outcome {
    if games.is_empty() {
        return Ok(screen.line("There is no unfinished game.")?);
    }
    for Saved { id, record, saved, is_open } in games {
        let line = match record {
            Ok(record) => {
                let [first, second] = record.players();
                let moves = match record.position().moves().len() {
                    1 => "1 move".to_string(),
                    moves => format!("{moves} moves"),
                };
                let open = if *is_open { ", open in another window" } else { "" };
                let rounds = match (record.header("BestOf"), record.header("Score")) {
                    (Some(best_of), Some(score)) => format!(" (best of {best_of}, {score} so far)"),
                    _ => String::new(),
                };
                format!("{}: {first} and {second}{rounds}, {moves}, {}{open}", record.code(), age(*saved))
            }
            Err(error) => format!("damaged: {error:#}"),
        };
        screen.line(&format!("{id:>4}  {line}"))?;
    }
    Ok(())
}

fn ask<W: Write>(screen: &mut Screen<W>, input: &mut Input, games: &[Saved], newest: u32) -> Outcome<Option<String>> {
    loop {
        let words = format!("Which one? (Enter for {newest}, quit to leave): ");
        screen.prompt(&[Span { text: words, role: Role::Text }])?;
        let Some(line) = input.line()? else {
            screen.line("")?;
            return Ok(None);
        };
        if !input.is_terminal {
            screen.line(&crate::prompt::printable(&line))?;
        }
        match line.trim() {
            "" => return Ok(Some(newest.to_string())),
            "q" | "quit" | "exit" => return Ok(None),
            answer if games.iter().any(|game| game.id.to_string() == answer) => return Ok(Some(answer.to_string())),
            _ => screen.line("Type the number in front of a game.")?,
        }
    }
}

/// How long ago, roughly.
fn age(then: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(then).map_or(0, |age| age.as_secs());
    let (count, unit) = match seconds {
        0..60 => return "just now".into(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[derive(Serialize)]
struct Listed {
    id: u32,
    game: Option<String>,
    players: Option<[String; 2]>,
    moves: Option<usize>,
    open: bool,
    problem: Option<String>,
}

fn as_json(games: Vec<Saved>) -> Vec<Listed> {
    let listed = |Saved { id, record, is_open, .. }: Saved| match record {
        Ok(record) => Listed {
            id,
            game: Some(record.code().to_string()),
            players: Some(record.players().clone().map(|name| name.to_string())),
            moves: Some(record.position().moves().len()),
            open: is_open,
            problem: None,
        },
        Err(error) => {
            Listed { id, game: None, players: None, moves: None, open: is_open, problem: Some(format!("{error:#}")) }
        }
    };
    games.into_iter().map(listed).collect()
}
