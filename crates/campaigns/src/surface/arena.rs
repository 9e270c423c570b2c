//! An arena: a game that was counted or spoken of is in its file, and the file can be taken up.

use std::collections::BTreeSet;
use std::path::Path;

use duel::Record;
use duel::record::split_records;
use serde_json::Value;

use super::Surface;
use crate::run::{Ran, Typist};
use crate::user::{Files, User};

const FILE: &str = "arena.duel";
const GAMES: usize = 6;
/// Answers every position with its first legal move.
const SHELL: &str = r#"shell=sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'"#;
/// Answers nonsense, so that its losses are spoken of.
const NONSENSE: &str = "shell=while read -r line; do echo nonsense; done";

struct Arena {
    name: &'static str,
    bot: &'static str,
    /// The games of our own players, which are always the same ones; none with a program.
    games: BTreeSet<String>,
}

impl Arena {
    fn is_ours(&self) -> bool {
        self.bot.ends_with("level:2")
    }

    /// The games of the file, each without the date; only the last one may be half.
    fn read(&self, files: &Files) -> Result<Vec<Record>, String> {
        let Some(content) = files.get(Path::new(FILE)) else { return Ok(Vec::new()) };
        let text = String::from_utf8_lossy(content);
        let split = split_records(&text);
        let last = split.records.len();
        let mut games = Vec::new();
        for (at, record) in split.records.iter().enumerate() {
            match record.text.parse::<Record>() {
                Ok(game) => games.push(game),
                Err(_) if at + 1 == last => {}
                Err(error) => return Err(format!("game {} of {FILE} is half: {error}", at + 1)),
            }
        }
        Ok(games)
    }
}

fn essence(games: &[Record]) -> BTreeSet<String> {
    let essence = |game: &Record| {
        let moves: Vec<String> = game.position().moves().iter().map(ToString::to_string).collect();
        format!("{} {}", game.header("Round").unwrap_or_default(), moves.join(" "))
    };
    games.iter().map(essence).collect()
}

fn rounds(games: &[Record]) -> BTreeSet<usize> {
    games.iter().filter_map(|game| game.header("Round")?.parse().ok()).collect()
}

/// How many games the table has, if it was shown.
fn counted(ran: &Ran) -> usize {
    let report: Value = serde_json::from_slice(&ran.chunks.concat()).unwrap_or_default();
    report["games"].as_u64().and_then(|games| usize::try_from(games).ok()).unwrap_or(0)
}

impl Surface for Arena {
    fn name(&self) -> String {
        self.name.into()
    }

    fn learn(&mut self, user: &User) -> anyhow::Result<()> {
        if self.is_ours() {
            let arguments = self.arguments();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            user.run(&arguments, "")?;
            let files = crate::user::files_below(user.home());
            self.games = essence(&self.read(&files).map_err(anyhow::Error::msg)?);
            anyhow::ensure!(self.games.len() == GAMES, "{} games instead of {GAMES}", self.games.len());
        }
        Ok(())
    }

    fn prepare(&self, _: &User) -> anyhow::Result<()> {
        Ok(())
    }

    fn arguments(&self) -> Vec<String> {
        let games = GAMES.to_string();
        let arguments = [
            &["arena", "--bot", self.bot, "--bot", "ours=level:1", "--games", &games, "--game", "evens", "--seed", "3"]
                [..],
            &["--record", FILE, "--time", "60", "--start-time", "60", "--concurrency", "2", "--json"],
        ];
        arguments.concat().into_iter().map(String::from).collect()
    }

    fn typist(&self) -> Typist {
        Typist::Everything(String::new())
    }

    fn lost(&self, ran: &Ran, files: &Files) -> Option<String> {
        let games = match self.read(files) {
            Err(half) => return Some(half),
            Ok(games) => rounds(&games),
        };
        if counted(ran) > games.len() {
            return Some(format!("the table has {} games, and {FILE} has {}", counted(ran), games.len()));
        }
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        let spoken_of = told.split(" lost game ").skip(1).filter_map(|rest| rest.split(':').next()?.parse().ok());
        let missing = spoken_of.into_iter().find(|round| !games.contains(round));
        missing.map(|round: usize| format!("game {round} was spoken of and is not in {FILE}"))
    }

    fn has_promised(&self, ran: &Ran) -> bool {
        counted(ran) > 0 || String::from_utf8_lossy(&ran.stderr).contains(" lost game ")
    }

    fn has_ended(&self, ran: &Ran) -> bool {
        counted(ran) == GAMES
    }

    fn way_back(&self, files: &Files) -> Option<&'static str> {
        let is_begun = files.get(Path::new(FILE)).is_some_and(|content| content.contains(&b'\n'));
        let is_whole = self.read(files).is_ok_and(|games| games.len() == GAMES);
        (is_begun && !is_whole).then_some("arena --resume ")
    }

    fn go_on(&self, user: &User, _: &Ran) -> anyhow::Result<Option<String>> {
        let files = crate::user::files_below(user.home());
        // Without its first line it is not the file of an arena yet.
        if !files.get(Path::new(FILE)).is_some_and(|content| content.contains(&b'\n')) {
            return Ok(None);
        }
        let whole = self.read(&files).map_or(0, |games| games.len());
        let table = user.run(&["arena", "--show", FILE, "--json"], "")?;
        let report: Value = serde_json::from_str(&table.stdout).unwrap_or_default();
        let shown = report["games"].as_u64().and_then(|games| usize::try_from(games).ok());
        // The last game can be read and still lack its end.
        if table.code != Some(0) || !shown.is_some_and(|shown| shown == whole || shown + 1 == whole) {
            return Ok(Some(format!("--show: {:?} instead of {whole}: {}{}", shown, table.stdout, table.stderr)));
        }
        let mut arguments = vec!["arena", "--resume", FILE, "--json"];
        if !self.is_ours() {
            arguments.extend(["--bot", self.bot]);
        }
        let ran = user.run(&arguments, "")?;
        let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
        if ran.code != Some(0) || report["games"] != GAMES {
            return Ok(Some(format!("--resume: {:?} {}{}", ran.code, ran.stdout, ran.stderr)));
        }
        let games = self.read(&crate::user::files_below(user.home())).map_err(anyhow::Error::msg)?;
        if games.len() != GAMES || rounds(&games).len() != GAMES {
            return Ok(Some(format!("after --resume there are {} games", games.len())));
        }
        let is_same = !self.is_ours() || essence(&games) == self.games;
        Ok((!is_same).then(|| "after --resume the games are other ones".into()))
    }
}

pub(super) fn surfaces() -> Vec<Box<dyn Surface>> {
    let of = |name, bot| -> Box<dyn Surface> { Box::new(Arena { name, bot, games: BTreeSet::new() }) };
    vec![
        of("our own players", "strong=level:2"),
        of("a bot in the shell", SHELL),
        of("a bot that talks nonsense", NONSENSE),
    ]
}
