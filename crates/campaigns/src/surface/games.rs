//! A game or a match as a line of states that it goes through, so that what was shown and what is on disk can be compared.

use std::path::Path;

use duel::Record;

use crate::user::{Files, User};

/// Where a match stands: in which round, after which moves, and whether that round is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) round: usize,
    pub(crate) moves: Vec<String>,
    pub(crate) is_over: bool,
}

/// Something that is typed in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Play(u64),
    Undo,
    Resign,
    /// What changes nothing: a hint, an illegal number, a question.
    Say(&'static str),
}

impl Step {
    pub(crate) fn typed(self) -> String {
        match self {
            Step::Play(number) => number.to_string(),
            Step::Undo => "undo".into(),
            Step::Resign => "resign".into(),
            Step::Say(text) => text.into(),
        }
    }
}

/// All states of a game or a match, in the order in which they are gone through.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    pub(crate) states: Vec<State>,
    pub(crate) is_match: bool,
    /// Where the finished games go.
    pub(crate) record: Option<&'static str>,
    /// Whether a person plays, so that finished games are kept by themselves.
    pub(crate) has_people: bool,
}

/// Where unfinished games are, and finished ones.
const GAMES: &str = "data/divisor-duel/games";
const HISTORY: &str = "data/divisor-duel/history";

impl Story {
    pub(crate) fn of(rounds: &[&[Step]], record: Option<&'static str>) -> Story {
        let mut states = Vec::new();
        for (round, steps) in rounds.iter().enumerate() {
            let mut moves: Vec<String> = Vec::new();
            states.push(State { round, moves: moves.clone(), is_over: false });
            for step in *steps {
                match step {
                    Step::Play(number) => moves.push(number.to_string()),
                    Step::Undo => drop(moves.pop()),
                    Step::Say(_) | Step::Resign => continue,
                }
                states.push(State { round, moves: moves.clone(), is_over: false });
            }
            states.push(State { round, moves, is_over: true });
        }
        Story { states, is_match: rounds.len() > 1, record, has_people: true }
    }

    pub(crate) fn rounds(&self) -> usize {
        self.states.last().map_or(0, |state| state.round + 1)
    }

    pub(crate) fn last(&self) -> usize {
        self.states.len() - 1
    }

    /// The first state from this one on that is wanted; this one when there is none.
    pub(crate) fn forward(&self, from: usize, is_wanted: impl Fn(&State) -> bool) -> usize {
        let found = self.states.iter().enumerate().skip(from).find(|(_, state)| is_wanted(state));
        found.map_or(from, |(at, _)| at)
    }

    /// Where a round ends.
    pub(crate) fn end_of(&self, round: usize) -> usize {
        self.forward(0, |state| state.round == round && state.is_over)
    }

    /// The file of a round's record.
    pub(crate) fn record_of(&self, round: usize) -> Option<String> {
        let name = self.record?;
        Some(match name.strip_suffix(".duel") {
            Some(stem) if self.is_match => format!("{stem}-{}.duel", round + 1),
            _ => name.into(),
        })
    }

    /// The furthest state that this record can be of.
    fn state_of(&self, record: &Record, round: Option<usize>) -> Option<usize> {
        let moves: Vec<String> = record.position().moves().iter().map(ToString::to_string).collect();
        let is_over = record.position().outcome().is_some();
        let round = round.unwrap_or(record.score().iter().map(|&wins| wins as usize).sum());
        // The last move of a game that nobody gave up is its end too.
        let fits = |state: &State| state.round == round && state.moves == moves && (!state.is_over || is_over);
        self.states.iter().rposition(fits)
    }

    /// The furthest state among the saved games.
    pub(crate) fn saved(&self, files: &Files) -> Result<Option<usize>, String> {
        let mut furthest = None;
        for (path, content) in files.iter().filter(|(path, _)| path.starts_with(GAMES) && is_record(path)) {
            let record = read(path, content)?;
            let state = self.state_of(&record, None);
            let unknown = || format!("{} holds a game that was never played: {record}", path.display());
            furthest = furthest.max(Some(state.ok_or_else(unknown)?));
        }
        Ok(furthest)
    }

    /// Whether a game is saved that has begun and is not over.
    pub(crate) fn is_in_the_middle(&self, files: &Files) -> bool {
        self.saved(files).is_ok_and(|at| at.is_some_and(|at| at > 0 && !self.states[at].is_over))
    }

    /// What was shown up to this state and is not on disk.
    pub(crate) fn lost(&self, shown: usize, files: &Files) -> Option<String> {
        self.missing(shown, files).err()
    }

    fn missing(&self, shown: usize, files: &Files) -> Result<(), String> {
        let saved = self.saved(files)?;
        let mut furthest = saved;
        for round in 0..self.rounds() {
            let (Some(name), end) = (self.record_of(round), self.end_of(round)) else { continue };
            let recorded = match files.get(Path::new(&name)) {
                None => None,
                Some(content) => self.state_of(&read(Path::new(&name), content)?, Some(round)),
            };
            if shown >= end && recorded != Some(end) && saved != Some(end) {
                return Err(format!("the end of round {} was shown, and {name} does not have it", round + 1));
            }
            furthest = furthest.max(recorded);
        }
        let mut finished = Vec::new();
        for (path, content) in files.iter().filter(|(path, _)| path.starts_with(HISTORY) && is_record(path)) {
            finished.extend(self.state_of(&read(path, content)?, None));
        }
        for end in (0..self.rounds()).map(|round| self.end_of(round)).filter(|&end| self.has_people && shown >= end) {
            if !finished.contains(&end) && saved != Some(end) {
                return Err(format!("the end was shown, and is not among the finished games: {:?}", self.states[end]));
            }
        }
        if shown == self.last() && self.record.is_none() {
            return Ok(());
        }
        let state = &self.states[shown];
        // A game in which nobody has moved has nothing to lose. It is not kept, so one whose last move is being taken back may be gone.
        let is_nothing = |state: &State| state.round == 0 && state.moves.is_empty() && !state.is_over;
        let is_taken_back = furthest.is_none() && self.states.get(shown + 1).is_some_and(is_nothing);
        if is_nothing(state) || is_taken_back || furthest.is_some_and(|furthest| furthest >= shown) {
            return Ok(());
        }
        let on_disk = furthest.map(|at| &self.states[at]);
        Err(format!("shown and not on disk: {state:?}; on disk: {on_disk:?}"))
    }

    /// What is typed to get from a state to the end of everything.
    pub(crate) fn rest(&self, from: usize, resigned: &[bool]) -> Vec<String> {
        let State { round, moves, is_over } = &self.states[from];
        let mut typed = Vec::new();
        for (next, &resigned) in resigned.iter().enumerate().skip(*round) {
            let end = &self.states[self.end_of(next)].moves;
            let already: &[String] = if next == *round { moves } else { &[] };
            if next == *round && *is_over {
                continue;
            }
            let common = already.iter().zip(end).take_while(|(one, other)| one == other).count();
            typed.extend((common..already.len()).map(|_| "undo".to_string()));
            typed.extend(end[common..].iter().cloned());
            typed.extend(resigned.then(|| "resign".into()));
        }
        typed
    }
}

/// The only unfinished game as the program lists it: its number, when there is one.
pub(crate) fn listed(user: &User) -> anyhow::Result<Result<Option<u64>, String>> {
    let list = user.run(&["resume", "--json"], "")?;
    let games: Option<Vec<serde_json::Value>> = serde_json::from_str(&list.stdout).ok();
    let Some(games) = games.filter(|_| list.code == Some(0)) else {
        return Ok(Err(format!("resume --json: {:?} {}{}", list.code, list.stdout, list.stderr)));
    };
    if let Some(bad) = games.iter().find(|game| !game["problem"].is_null() || game["open"] != false) {
        return Ok(Err(format!("resume --json: {bad}")));
    }
    Ok(match games.as_slice() {
        [] => Ok(None),
        [game] => Ok(game["id"].as_u64()),
        _ => Err(format!("one game became {}", games.len())),
    })
}

/// Files that are whole under their name; those on the way there begin with a dot or end otherwise.
fn is_record(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.ends_with(".duel") && !name.starts_with('.')
}

fn read(path: &Path, content: &[u8]) -> Result<Record, String> {
    let text = str::from_utf8(content).map_err(|_| format!("{} is not text", path.display()))?;
    text.parse().map_err(|error| format!("{} is half: {error}", path.display()))
}
