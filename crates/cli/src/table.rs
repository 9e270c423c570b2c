//! Line mode: two people at one keyboard, a prompt at a time, in the words of the book.

use std::io::Write;
use std::path::{Path, PathBuf};

use duel::{Answer, Game, Loss, Match, Move, Name, Outcome as GameOutcome, Phrase, Player, Position, Reason, Record};
use duel::{Level, RuleBook, Seat, Watch, hint};

use crate::board;
use crate::failure::{Failure, Outcome, tell};
use crate::files;
use crate::input::Input;
use crate::players::{Who, computer_move};
use crate::prompt::{self, Command, Request};
use crate::saves::Keeper;
use crate::screen::Screen;
use crate::today::today;

/// How many positions a hint may search: people wait for it.
const HINT_NODES: u64 = 1_000_000;

/// What is played, by whom, and what to do around it.
pub(crate) struct Setup {
    pub(crate) book: RuleBook,
    /// The rule file of a home-made book, so that its words are found again when the game is resumed.
    pub(crate) rule_file: Option<PathBuf>,
    /// The names of those in the two seats, and whether they are people.
    pub(crate) people: [Name; 2],
    pub(crate) players: [Who; 2],
    /// What the computer players' choices come from.
    pub(crate) seed: u64,
    /// Who moves first.
    pub(crate) starter: Seat,
    pub(crate) rounds: Option<Match>,
    /// Where the record of the finished game goes.
    pub(crate) record: Option<PathBuf>,
    /// A game that is taken up again.
    pub(crate) resumed: Option<Record>,
}

/// How people left the table.
#[derive(PartialEq, Eq)]
pub(crate) enum Left {
    /// The game or the match is over.
    AtTheEnd,
    /// They may come back: the game is to be saved.
    InTheMiddle,
}

/// What came of a turn.
#[derive(PartialEq, Eq)]
enum Turn {
    Over,
    Left,
}

/// Two people at a table.
pub(crate) struct Table<W: Write> {
    screen: Screen<W>,
    input: Input,
    keeper: Keeper,
    setup: Setup,
    /// How many hints each side has had in this game.
    hints: [u32; 2],
    /// Whether something was shown already, so that the next block needs a gap before it.
    shown: bool,
}

impl<W: Write> Table<W> {
    pub(crate) fn new(screen: Screen<W>, input: Input, keeper: Keeper, setup: Setup) -> Table<W> {
        Table { screen, input, keeper, setup, hints: [0, 0], shown: false }
    }

    /// Plays the game, or all rounds of the match.
    pub(crate) fn play(&mut self) -> Outcome<Left> {
        loop {
            let position = match &self.setup.resumed {
                Some(record) => record.position().clone(),
                None => self.setup.book.game().start().map_err(Failure::usage)?,
            };
            let Some(finished) = self.round(position)? else {
                return Ok(Left::InTheMiddle);
            };
            self.write_record(&finished)?;
            self.offer_fair_start(&finished)?;
            let Some(rounds) = &mut self.setup.rounds else { break };
            let winner = finished.outcome().map_or(Player::One, |outcome| outcome.winner);
            rounds.won_by(if winner == Player::One { self.setup.starter } else { self.setup.starter.other() });
            self.setup.resumed = None;
            self.setup.starter = rounds.starter();
            let champion = rounds.champion();
            self.score()?;
            if champion.is_some() {
                break;
            }
        }
        self.keeper.finished();
        Ok(Left::AtTheEnd)
    }

    /// One game from here to its end; `None` when people leave before.
    fn round(&mut self, mut position: Position) -> Outcome<Option<Position>> {
        let record = self.record(&position);
        match &self.setup.rounds {
            // The score is worth keeping before the first move of the round is made.
            Some(rounds) if rounds.round() > 1 => self.keeper.keep(&record),
            _ => self.keeper.note(&record),
        }
        self.open(&position)?;
        while position.outcome().is_none() {
            self.gap()?;
            let first = position.moves().is_empty();
            self.say(if first { Phrase::FirstTurn } else { Phrase::Turn }, &position)?;
            let turn = match self.who(&position) {
                Who::Human => self.turn(&mut position)?,
                Who::Computer(level) => self.computer_turn(&mut position, level)?,
            };
            if turn == Turn::Left {
                return Ok(None);
            }
            if position.outcome().is_none() {
                self.keeper.keep(&self.record(&position));
            }
        }
        self.gap()?;
        let end = self.setup.book.say_end(&position, &self.names());
        self.screen.block(&end)?;
        self.hints_used()?;
        self.screen.flush()?;
        Ok(Some(position))
    }

    fn open(&mut self, position: &Position) -> Outcome {
        if let Some(rounds) = &self.setup.rounds {
            let [first, _] = self.names();
            let line = format!("Round {} of {}: {first} moves first.", rounds.round(), rounds.best_of());
            self.gap()?;
            self.screen.line(&line)?;
        }
        if let Some(record) = &self.setup.resumed {
            let [first, second] = record.players();
            let line = format!("{}. {first} and {second} go on.", self.setup.book.title());
            let names = self.names();
            self.screen.line(&line)?;
            if self.setup.rounds.as_ref().is_some_and(|rounds| rounds.round() > 1) {
                self.screen.line(&self.score_line())?;
            }
            board::moves_so_far(&mut self.screen, position, &names)?;
            self.shown = true;
        } else if position.outcome().is_none() {
            // Where there is nothing to play there is nobody to welcome: the end says it all.
            let welcome = self.setup.book.say(Phrase::Welcome, position, &self.names());
            let notes = self.setup.book.notes();
            if !welcome.is_empty() || !notes.is_empty() {
                self.gap()?;
                self.screen.block(&welcome)?;
                for note in notes {
                    self.screen.line(&note)?;
                }
            }
        }
        Ok(())
    }

    /// Who is to move.
    fn who(&self, position: &Position) -> Who {
        let Setup { players, starter, .. } = &self.setup;
        let seat = if position.turn() == Player::One { *starter } else { starter.other() };
        players[seat.index()]
    }

    /// A computer player moves, and the transcript reads as if it had typed.
    fn computer_turn(&mut self, position: &mut Position, level: Level) -> Outcome<Turn> {
        let first = position.moves().is_empty();
        let phrase = if first { Phrase::FirstPrompt } else { Phrase::Prompt };
        let words = self.setup.book.say(phrase, position, &self.names());
        self.screen.prompt(&words)?;
        // Each round of a match has luck of its own.
        let round = self.setup.rounds.as_ref().map_or(0, |rounds| u64::from(rounds.round()));
        if let Some(chosen) = computer_move(position, level, self.setup.seed.wrapping_add(round)) {
            let typed = match (chosen, position.numbers()) {
                (Move::Divide { by, .. }, Some([_])) => by.to_string(),
                _ => chosen.to_string(),
            };
            self.screen.line(&typed)?;
            self.offer(position, &typed)?;
        }
        Ok(Turn::Over)
    }

    /// Takes the last move back, and before it those of computer players, so that it is a person's turn again.
    fn take_back(&mut self, position: &mut Position) -> Outcome<bool> {
        let names = self.names();
        let by_a_person = |at: usize| {
            let Setup { players, starter, .. } = &self.setup;
            let seat = if at.is_multiple_of(2) { *starter } else { starter.other() };
            players[seat.index()] == Who::Human
        };
        let Some(last) = (0..position.moves().len()).rev().find(|&at| by_a_person(at)) else { return Ok(false) };
        let mut lines = Vec::new();
        while position.moves().len() > last {
            if let Some(undone) = position.undo() {
                lines.push(format!("Taken back: {undone} by {}.", names[position.turn().index()]));
            }
        }
        for line in lines {
            self.screen.line(&line)?;
        }
        Ok(true)
    }

    /// One player's turn: asks until a move is made or taken back, the game ends, or people leave.
    fn turn(&mut self, position: &mut Position) -> Outcome<Turn> {
        let names = self.names();
        loop {
            let first = position.moves().is_empty();
            let phrase = if first { Phrase::FirstPrompt } else { Phrase::Prompt };
            let words = self.setup.book.say(phrase, position, &names);
            self.screen.prompt(&words)?;
            let Some(line) = self.input.line()? else {
                self.screen.line("")?;
                return Ok(Turn::Left);
            };
            if !self.input.is_terminal {
                self.screen.line(&prompt::printable(&line))?;
            }
            match prompt::understand(&line) {
                Request::Move(text) => {
                    if self.offer(position, text)? {
                        return Ok(Turn::Over);
                    }
                }
                Request::Unknown(answer) => self.screen.line(&answer)?,
                Request::Command(Command::Quit) => return Ok(Turn::Left),
                Request::Command(Command::Resign) => {
                    position.lose(position.turn(), Loss::Resigned);
                    return Ok(Turn::Over);
                }
                Request::Command(Command::Undo) => {
                    if self.take_back(position)? {
                        return Ok(Turn::Over);
                    }
                    self.screen.line("There is no move to take back.")?;
                }
                Request::Command(Command::Help) => self.screen.line(&prompt::help(position))?,
                Request::Command(Command::Moves) => board::legal(&mut self.screen, position)?,
                Request::Command(Command::Board) => board::full(&mut self.screen, position, &names)?,
                Request::Command(Command::Hint) => self.hint(position)?,
                Request::Command(Command::Save(file)) => self.save(position, file)?,
            }
        }
    }

    /// Offers what was typed to the rules, and says what came of it; true when the turn is over.
    fn offer(&mut self, position: &mut Position, text: &str) -> Outcome<bool> {
        match position.answer(text) {
            Answer::Played(_) => {
                self.say(Phrase::Played, position)?;
                Ok(true)
            }
            Answer::Lost(illegal) => {
                self.screen.line(&format!("{illegal}."))?;
                Ok(true)
            }
            Answer::AskAgain(illegal) => {
                self.screen.line(&format!("{illegal}. Choose again, or type moves to see what is legal."))?;
                Ok(false)
            }
            Answer::NotAMove(not_a_move) => {
                self.screen.line(&prompt::sentence(&not_a_move.to_string()))?;
                Ok(false)
            }
        }
    }

    fn hint(&mut self, position: &Position) -> Outcome {
        let advice = match hint(position, &mut Watch::nodes(HINT_NODES)) {
            Ok(Some(hint)) => {
                self.hints[position.turn().index()] += 1;
                hint.to_string()
            }
            Ok(None) | Err(_) => "This position is too hard for a hint.".into(),
        };
        Ok(self.screen.line(&advice)?)
    }

    /// Who was helped how often.
    fn hints_used(&mut self) -> Outcome {
        let names = self.names();
        let hints = std::mem::take(&mut self.hints);
        let used = names.iter().zip(hints).filter(|(_, hints)| *hints > 0);
        let used: Vec<String> = used.map(|(name, hints)| format!("{name} {hints}")).collect();
        if !used.is_empty() {
            self.screen.line(&format!("Hints: {}.", used.join(", ")))?;
        }
        Ok(())
    }

    fn save(&mut self, position: &Position, file: Option<&str>) -> Outcome {
        let record = self.record(position);
        let saved = match file {
            None => {
                self.keeper.note(&record);
                self.keeper.save().map(|id| format!("Saved. Take it up again with: divisor-duel resume {id}"))
            }
            Some(file) => save_as(Path::new(file), &record).map(|()| format!("Saved as {file}.")),
        };
        match saved {
            Ok(message) => self.screen.line(&message)?,
            Err(error) => tell(&format!("error: {error:#}; the game goes on")),
        }
        Ok(())
    }

    /// Writes the record of a finished game, if one is wanted.
    fn write_record(&self, position: &Position) -> Outcome {
        let Some(path) = &self.setup.record else { return Ok(()) };
        let path = match &self.setup.rounds {
            Some(rounds) => numbered(path, rounds.round()),
            None => path.clone(),
        };
        let mut record = Record::new(&self.setup.book, position.clone(), self.sides());
        record.set_date(self.date());
        files::write_whole(&path, &record.to_string()).map_err(|error| {
            // The game stays among the saved ones, because that is its only copy.
            self.keeper.keep(&self.record(position));
            Failure::Data(error)
        })
    }

    /// The way to a longer game, for those whose game was over at once.
    fn offer_fair_start(&mut self, position: &Position) -> Outcome {
        if let Some(game) = fair_offer(position) {
            let line = format!(
                "Over after one pick? With a fair start the first pick must be {}: {} --fair",
                game.first_pick_rule().unwrap_or_default(),
                self.command()
            );
            self.screen.line("")?;
            self.screen.line(&line)?;
        }
        Ok(())
    }

    fn command(&self) -> String {
        match &self.setup.rule_file {
            Some(file) => format!("divisor-duel play --rules {}", file.display()),
            None => format!("divisor-duel play {}", self.setup.book.code()),
        }
    }

    fn score(&mut self) -> Outcome {
        let Some(rounds) = &self.setup.rounds else { return Ok(()) };
        let [wins_one, wins_two] = rounds.score();
        let mut lines = vec![self.score_line()];
        if let Some(champion) = rounds.champion() {
            let (won, lost) = (wins_one.max(wins_two), wins_one.min(wins_two));
            lines.push(format!("{} is the champion, {won} to {lost}!", self.setup.people[champion.index()]));
        }
        self.gap()?;
        for line in lines {
            self.screen.line(&line)?;
        }
        Ok(())
    }

    fn score_line(&self) -> String {
        let [one, two] = &self.setup.people;
        let [wins_one, wins_two] = self.setup.rounds.as_ref().map_or([0, 0], Match::score);
        format!("Score: {one} {wins_one}, {two} {wins_two}")
    }

    /// The record of the game as it stands, with what it takes to resume it.
    fn record(&self, position: &Position) -> Record {
        let mut record = Record::new(&self.setup.book, position.clone(), self.sides());
        record.set_date(self.date());
        for (name, value) in self.setup.resumed.iter().flat_map(Record::headers) {
            record.set_header(name, value);
        }
        let Setup { players, starter, seed, .. } = &self.setup;
        if players.iter().any(|&who| who != Who::Human) {
            record.set_header("Type1", players[starter.index()].to_string());
            record.set_header("Type2", players[starter.other().index()].to_string());
            record.set_header("Seed", seed.to_string());
        }
        if let Some(file) = &self.setup.record {
            record.set_header("RecordTo", file.display().to_string());
        }
        if let Some(file) = &self.setup.rule_file {
            record.set_header("Rules", file.display().to_string());
        }
        if let Some(rounds) = &self.setup.rounds {
            let wins = rounds.score();
            let starter = self.setup.starter;
            record.set_header("BestOf", rounds.best_of().to_string());
            record.set_header("Score", format!("{}-{}", wins[starter.index()], wins[starter.other().index()]));
            record.set_header("Seat1", self.setup.people[0].to_string());
        }
        record
    }

    fn date(&self) -> String {
        self.setup.resumed.as_ref().and_then(|record| record.date().map(String::from)).unwrap_or_else(today)
    }

    /// The people by the side they play: who moved first, then the other one.
    fn sides(&self) -> [Name; 2] {
        let Setup { people, starter, .. } = &self.setup;
        [people[starter.index()].clone(), people[starter.other().index()].clone()]
    }

    fn names(&self) -> [String; 2] {
        self.sides().map(|name| name.to_string())
    }

    fn say(&mut self, phrase: Phrase, position: &Position) -> Outcome {
        let words = self.setup.book.say(phrase, position, &self.names());
        Ok(self.screen.block(&words)?)
    }

    /// An empty line between blocks.
    fn gap(&mut self) -> Outcome {
        if std::mem::replace(&mut self.shown, true) {
            self.screen.line("")?;
        }
        Ok(())
    }
}

/// The same game with a fair start, if this one was over after its first pick and a fair start would have helped.
fn fair_offer(position: &Position) -> Option<Game> {
    let over_at_once = matches!(position.moves(), [Move::Pick(_)])
        && matches!(position.outcome(), Some(GameOutcome { reason: Reason::NoMove, .. }));
    if !over_at_once || position.game().is_misere() || position.game().has_fair_start() {
        return None;
    }
    position.game().clone().with_fair_start().ok()
}

/// Saves a record under a name that a player chose. What is there is replaced only if it is a record itself.
fn save_as(path: &Path, record: &Record) -> anyhow::Result<()> {
    if path.is_file() && crate::invocation::read_record(path).is_err() {
        anyhow::bail!("{} is there already and is not a record; choose another name", path.display());
    }
    files::write_whole(path, &record.to_string())
}

/// The file of one round of a match: `final.duel` becomes `final-2.duel`.
fn numbered(path: &Path, round: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{round}"));
    if let Some(kind) = path.extension() {
        name.push(".");
        name.push(kind);
    }
    path.with_file_name(name)
}
