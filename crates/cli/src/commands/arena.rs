//! `divisor-duel arena`: programs play each other.

mod report;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use duel::RuleBook;

use super::parallel::cores;
use crate::arena::bot::log::LogFile;
use crate::arena::bot::process::{MEMORY_MIB, Surroundings, usual_environment};
use crate::arena::bot::program::{House, START_TIME};
use crate::arena::bot::stop::{PATIENCE, Stop};
use crate::arena::bot::warden::Custody;
use crate::arena::programs::MOVE_TIME;
use crate::arena::tournament;
use crate::arena::tournament::competitor::{Competitor, commands, require_all};
use crate::arena::tournament::journal::{Contents, Journal, Tampered, Whole};
use crate::arena::tournament::plan::{Contest, MOST_OF_A_PAIR, MOST_PLIES, Plan, Programme};
use crate::arena::tournament::referee::Hall;
use crate::arena::tournament::standings::{Score, Standings};
use crate::commands::arguments::{Seconds, book, seconds, whole};
use crate::failure::{Failure, Fallible, tell};
use crate::line::output;
use crate::meter::Meter;
use crate::store::files;
use crate::store::games::ARENA_HEAD;
use crate::store::record_file::first_free;
use crate::text::quoted;

/// What is so unless the user says otherwise.
const BUDGET: u64 = 100_000;
const CONCURRENCY: u16 = 1;

/// Let programs play each other, and show who is stronger and who gives away what
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel arena --bot mine=\"python3 bot.py\" --bot easy=level:1 --games 20
  divisor-duel arena --bot a=./a --bot b=./b --game classic --game evens --concurrency 2
  divisor-duel arena --bot new=./new --bot old=./old --bot level3=level:3 --gauntlet --time 0.2
  divisor-duel arena --resume arena.duel --bot mine=\"python3 bot.py\"
  divisor-duel arena --show arena.duel",
    after_help = "\
A bot reads a position as JSON a line and answers with its move; docs/bot-protocol.md has it all. COMMAND is given to sh -c. A \
bot has the rights of whoever starts it: run only what you trust, or put a container around it. It gets PATH, HOME, LANG and \
what --env names, and limits: --memory, 1 GiB a file, 1024 open files, no core dumps. Where Linux allows it, it has namespaces of \
its own: it sees no other processes, has at most about 1024, and nothing of it can outlive the arena.

Each opening is played twice with the sides swapped, the same openings by every pair. An illegal move loses in every game, and \
so does no answer in time. Garbage, speaking out of turn, leaving and a line above 64 KiB lose by forfeit. A bot is late when \
its answer comes more than 100 ms after its time; the first answer after a start may take --start-time longer.

Elo: the logistic model, the ratings under which all results together are most likely, average 0, 95 % error bars; half a win \
is added for each side of every pair, so that a clean sweep has a figure. Mistakes: the share of decisions that gave away a \
won position, among those in which a legal move would have done so, by the exact solver; unsettled where its budget ended.

Every game is a record in one file, on disk before it is counted; divisor-duel review FILE --round N goes through one. After \
Ctrl-C --resume FILE goes on; it takes everything from the file but the commands. --show FILE has the standings as far as the \
arena has come. What bots write to standard error is kept in the log, up to 1 MiB of each process. Exit code 0 when the arena ran to \
its end, whatever the bots did."
)]
pub(crate) struct Args {
    /// Whoever names the game as elsewhere is told how it is done here.
    #[arg(hide = true, value_name = "GAME", value_parser = misplaced)]
    _misplaced: Option<String>,
    /// Somebody who plays: a command, or one of our own players as level:1 to level:5
    #[arg(long = "bot", value_name = "NAME=COMMAND", value_parser = Competitor::read, required_unless_present_any = ["resume", "show"])]
    bots: Vec<Competitor>,
    /// What is played: a rule book's name, a code or a rule file; several are played one after the other
    #[arg(long = "game", value_name = "GAME", default_value = "classic", value_parser = book)]
    books: Vec<RuleBook>,
    /// How many games each pair plays of each game; rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=MOST_OF_A_PAIR as u32))]
    games: u32,
    /// The first bot meets each of the others, and those do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Seconds for a move
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds::from(MOVE_TIME), value_parser = seconds(0.001))]
    time: Seconds,
    /// Seconds more for the first answer of a bot that has just been started
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds::from(START_TIME), value_parser = seconds(0.0))]
    start_time: Seconds,
    /// How many moves of each game are made by chance before the bots play; fewer where the game would end
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole(0..=MOST_PLIES as u32))]
    opening: u32,
    /// Where the luck begins
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = CONCURRENCY, value_parser = whole(1..=1_024_u16))]
    concurrency: u16,
    /// Tell bots everything in words as well: the rules, the board, what is legal
    #[arg(long)]
    prose: bool,
    /// A variable of the environment that bots are given; NAME=VALUE sets it
    #[arg(long = "env", value_name = "NAME")]
    environment: Vec<String>,
    /// How much memory each process of a bot may allocate, in MiB; 0 for no limit
    #[arg(long, value_name = "MIB", default_value_t = MEMORY_MIB, value_parser = whole(0..=u64::MAX))]
    memory: u64,
    /// How many positions the judge searches at most for a decision, where a search is needed
    #[arg(long, value_name = "POSITIONS", default_value_t = BUDGET, value_parser = whole(0..=u64::MAX))]
    budget: u64,
    /// Where the records go; without it arena.duel, or arena-2.duel and so on
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Where bots' standard error goes; without it beside the records, with .log at the end
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with an arena that was interrupted
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "books", "games", "gauntlet", "time", "start_time", "opening", "seed", "prose", "record",
    ])]
    resume: Option<PathBuf>,
    /// Show the standings of an arena as far as it has come, and play nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "bots", "books", "games", "gauntlet", "time", "start_time", "opening", "seed", "prose", "record", "resume", "log",
        "concurrency", "environment", "memory",
    ])]
    show: Option<PathBuf>,
    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

/// An arena that can begin, or go on.
struct Ready {
    journal: Journal,
    programme: Programme,
    /// The command of each bot that is a program.
    commands: Vec<Option<String>>,
    standings: Standings,
    is_played: Vec<bool>,
}

fn misplaced(text: &str) -> Result<String, String> {
    Err(format!("a game is given with --game {text}, and a bot with --bot NAME=COMMAND"))
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let stop = Stop::on_signals()?;
        let start = Instant::now();
        if let Some(path) = &self.show {
            return self.show_standings(path);
        }
        let environment = self.environment()?;
        let Ready { mut journal, programme, commands, mut standings, is_played } = match &self.resume {
            Some(path) => self.go_on(path)?,
            None => self.begin(&stop)?,
        };
        stop.await_games();
        let before = standings.games;
        self.say_what_is_not_as_asked(&programme);
        let has_programs = commands.iter().any(Option::is_some);
        if has_programs && usize::from(self.concurrency) > cores() {
            tell("warning: more games at once than this machine has cores; bots may lose on time for that");
        }
        let custody = if has_programs { custody()? } else { Custody::Open };
        let surroundings = Surroundings { environment, memory_mib: self.memory, custody, folder: None };
        let log = LogFile::new(self.log_path(journal.path()));
        let (move_time, start_time) = (programme.move_time(), programme.start_time());
        let house = House { surroundings, log: Some(Arc::clone(&log)), move_time, start_time };
        let hall = Arc::new(Hall { programme, commands, house, stop });
        let Hall { programme, commands, stop, .. } = &*hall;
        let played =
            tournament::play(&hall, &mut journal, &mut standings, is_played, self.concurrency.into(), self.budget);
        // Whoever is impatient and says stop twice is told how to go on all the same.
        if stop.signal().is_none() {
            stop.games_are_over();
        }
        if let Some(signal) = stop.signal() {
            let way = match &played {
                Err(problem) if problem.is::<Tampered>() => String::new(),
                _ if standings.games as usize == programme.schedule.count() => {
                    format!(
                        " The standings again: divisor-duel arena --show {}",
                        quoted(&journal.path().display().to_string())
                    )
                }
                _ => format!(" Go on with: {}", self.way_back(journal.path())),
            };
            let farewell = format!("\nStopped after {} of {} games.{way}", standings.games, programme.schedule.count());
            leave_soon(&farewell, signal);
            if standings.games > 0 {
                // Where nobody reads any more there is still somebody to be told how to go on.
                let _ = self.print(programme, &standings);
            }
            if let Err(problem) = played {
                tell(&format!("warning: {problem:#}"));
            }
            tell(&farewell);
            return Err(Failure::Stopped(signal));
        }
        if let Err(problem) = played {
            // What the file has lost is to be seen at least once.
            if problem.is::<Tampered>() {
                self.print(programme, &standings)?;
            }
            return Err(problem.into());
        }
        self.print(programme, &standings)?;
        let seconds = start.elapsed().as_secs_f64();
        tell(&format!("{} games in {seconds:.1} s, in {}", standings.games - before, journal.path().display()));
        if log.has_something() {
            tell(&format!("What the bots wrote to standard error is in {}", log.path().display()));
        }
        for (bot, name) in programme.names.iter().enumerate() {
            if commands[bot].is_some() && standings.has_lost_only_by_faults(bot) {
                tell(&format!(
                    "warning: {name} lost every game on time or by forfeit; does its command work? (--env gives it variables)"
                ));
            }
        }
        Ok(())
    }

    /// What comes out otherwise than a user would think who has not read the help.
    fn say_what_is_not_as_asked(&self, programme: &Programme) {
        if self.resume.is_some() {
            return;
        }
        if !self.games.is_multiple_of(2) {
            let count = programme.plan.count;
            tell(&format!("note: {count} games instead of {}: each opening is played twice", self.games));
        }
        for Contest { code, openings, .. } in &programme.contests {
            let shortest = openings.iter().map(Vec::len).min().unwrap_or(0);
            if shortest < programme.plan.opening {
                let longest = openings.iter().map(Vec::len).max().unwrap_or(0);
                let length =
                    if shortest == longest { shortest.to_string() } else { format!("{shortest} to {longest}") };
                let asked = programme.plan.opening;
                let plies = if longest == 1 { "ply" } else { "plies" };
                tell(&format!(
                    "note: {code}: openings of {length} {plies} instead of {asked}; longer ones end the game"
                ));
            }
            let different = openings.iter().collect::<HashSet<_>>().len();
            if programme.plan.opening > 0 && different < openings.len() {
                tell(&format!("note: {code}: {different} different openings for {} games", programme.plan.count));
            }
        }
    }

    fn begin(&self, stop: &Stop) -> Fallible<Ready> {
        let plan = Plan {
            bots: self.bots.iter().map(|bot| bot.entrant.clone()).collect(),
            games: self.books.iter().map(RuleBook::code).collect(),
            count: self.games.next_multiple_of(2) as usize,
            gauntlet: self.gauntlet,
            opening: self.opening as usize,
            seed: self.seed,
            move_ms: self.time.as_millis(),
            start_ms: self.start_time.as_millis(),
            prose: self.prose,
        };
        let programme = Programme::of(plan).map_err(Failure::usage)?;
        let commands = commands(&self.bots, &programme)?;
        let path = self.record.clone().unwrap_or_else(free_name);
        let shown = path.display();
        if path.exists() {
            let going_on = match files::begins_with(&path, ARENA_HEAD) {
                true => format!(", or go on with: {}", self.way_back(&path)),
                false => String::new(),
            };
            return Err(Failure::usage(format!("{shown} is there already; choose another --record{going_on}")));
        }
        let log = self.log_path(&path);
        if log.is_file() {
            let shown = log.display();
            return Err(Failure::usage(format!(
                "{shown}, where the log would go, is there already; choose another --log"
            )));
        }
        check_log(&log, &path)?;
        // From here on there is something that can be gone on with, and whoever stops us is to be told how.
        stop.await_games();
        let journal = Journal::create(&path, &programme.plan)?;
        let standings = Standings::new(&programme);
        let is_played = vec![false; programme.schedule.count()];
        Ok(Ready { journal, programme, commands, standings, is_played })
    }

    fn go_on(&self, path: &Path) -> Fallible<Ready> {
        let (mut journal, found) = Journal::open(path)?;
        check_log(&self.log_path(path), path)?;
        let commands = commands(&self.bots, &found.programme)?;
        // Judging many games takes long: whoever has forgotten a command is told before. Where nothing is left to play
        // none is needed, and the standings are shown again.
        if found.is_unfinished() {
            require_all(&found.programme, &commands)?;
        }
        let (standings, is_played, whole) = self.judge(&found)?;
        journal.cut(&found, whole.length)?;
        if whole.was_cut {
            tell("The last game was half written; it is played again.");
        }
        if is_played.contains(&false) {
            require_all(&found.programme, &commands)?;
        }
        tell(&format!("{} of {} games were played before.", standings.games, is_played.len()));
        Ok(Ready { journal, programme: found.programme, commands, standings, is_played })
    }

    /// What the games of a file come to, and which of them there are.
    fn judge(&self, found: &Contents) -> Fallible<(Standings, Vec<bool>, Whole)> {
        let mut standings = Standings::new(&found.programme);
        let mut is_played = vec![false; found.programme.schedule.count()];
        let mut meter = Meter::new("judging the games so far");
        let whole = found.games(|programme, game, part| {
            let score = Score::of(programme, game.number, &game.position, self.budget, &AtomicBool::new(false));
            standings.count(programme, &score);
            is_played[game.number] = true;
            meter.tell(part);
        })?;
        Ok((standings, is_played, whole))
    }

    /// The standings of an arena as far as it has come, whether it runs, was interrupted or has ended.
    fn show_standings(&self, path: &Path) -> Fallible {
        let found = Contents::look(path)?;
        let (standings, is_played, _) = self.judge(&found)?;
        self.print(&found.programme, &standings)?;
        tell(&format!("{} of {} games have been played.", standings.games, is_played.len()));
        Ok(())
    }

    fn print(&self, programme: &Programme, standings: &Standings) -> Fallible {
        let mut out = output::stdout();
        if self.json {
            report::json(&mut out, programme, standings)?;
        } else {
            report::print(&mut out, programme, standings)?;
        }
        Ok(out.flush()?)
    }

    /// Where the log goes, beside the records unless somebody says otherwise.
    fn log_path(&self, records: &Path) -> PathBuf {
        self.log.clone().unwrap_or_else(|| records.with_extension("log"))
    }

    /// The small environment of a bot, and what was asked for besides.
    fn environment(&self) -> Fallible<Vec<(String, String)>> {
        let mut environment = usual_environment();
        for wanted in &self.environment {
            let (name, value) = match wanted.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (wanted.as_str(), std::env::var(wanted).ok()),
            };
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(is_name) || name.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(Failure::usage(format!(
                    "--env {wanted}: a variable's name has letters, digits and _, and does not begin with a digit"
                )));
            }
            let Some(value) = value else {
                return Err(Failure::usage(format!(
                    "--env {wanted}: there is no such variable; {wanted}=VALUE sets one"
                )));
            };
            environment.retain(|(known, _)| known != name);
            environment.push((name.into(), value));
        }
        Ok(environment)
    }

    /// The command line that goes on with this arena.
    fn way_back(&self, path: &Path) -> String {
        let mut words = vec!["divisor-duel arena --resume".to_string(), quoted(&path.display().to_string())];
        for Competitor { entrant, command } in &self.bots {
            if let Some(command) = command {
                words.push(format!("--bot {}", quoted(&format!("{}={command}", entrant.name))));
            }
        }
        for variable in &self.environment {
            words.push(format!("--env {}", quoted(variable)));
        }
        for (option, value, usual) in [
            ("--memory", self.memory, MEMORY_MIB),
            ("--concurrency", self.concurrency.into(), CONCURRENCY.into()),
            ("--budget", self.budget, BUDGET),
        ] {
            if value != usual {
                words.push(format!("{option} {value}"));
            }
        }
        if let Some(log) = &self.log {
            words.push(format!("--log {}", quoted(&log.display().to_string())));
        }
        if self.json {
            words.push("--json".into());
        }
        words.join(" ")
    }
}

/// How bots are kept here; whoever starts them is told what that cannot promise.
fn custody() -> Fallible<Custody> {
    let custody = Custody::prepare()?;
    if let Some(note) = custody.note() {
        tell(&format!("note: {note}"));
    }
    Ok(custody)
}

/// Somebody who neither reads the standings nor goes away must not keep us from ending.
fn leave_soon(farewell: &str, signal: u8) {
    let farewell = farewell.to_string();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        tell(&farewell);
        std::process::exit(128 + i32::from(signal))
    });
}

/// A name that is not taken, nor that of its log.
fn free_name() -> PathBuf {
    first_free(Path::new("arena.duel"), |path| !path.exists() && !path.with_extension("log").exists())
}

/// A log that could not be kept is noticed before the games and not after them.
fn check_log(log: &Path, records: &Path) -> Fallible {
    if same_file(log, records) {
        return Err(Failure::usage("the log and the records need different files; --log names another one"));
    }
    if log.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(Failure::usage(format!(
            "{}, where the log would go, is not a file; choose another --log",
            log.display()
        )));
    }
    Ok(files::check_writable(log)?)
}

/// Whether two names stand for one file.
fn same_file(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
