//! Line mode: two people at one keyboard, a prompt at a time, in the words of the book.

use std::io::Write;
use std::path::Path;

use duel::{Answer, Lesson, Level, Loss, Move, Phrase, Player, Position, Record, Watch, hint, lesson, sentence};

use crate::board;
use crate::failure::{Failure, Outcome, tell};
use crate::files;
use crate::input::Input;
use crate::players::Who;
use crate::prompt::{self, Command, Request};
use crate::riddle::{Riddle, Told};
use crate::saves::Keeper;
use crate::screen::Screen;
use crate::setup::Setup;

/// How many positions a hint may search: people wait for it.
const HINT_NODES: u64 = 1_000_000;

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
    /// Whether something was shown already, so that the next block needs a gap before it.
    shown: bool,
}

impl<W: Write> Table<W> {
    pub(crate) fn new(screen: Screen<W>, input: Input, keeper: Keeper, setup: Setup) -> Table<W> {
        Table { screen, input, keeper, setup, shown: false }
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
            let person = self.setup.person_against_computer();
            self.setup.count(&finished);
            let is_last = self.setup.rounds.as_ref().is_none_or(|rounds| rounds.champion().is_some());
            // What is asked from here on is no part of the game: whoever leaves then has finished it.
            if is_last {
                self.keeper.finished();
            } else {
                self.keeper.keep(&self.setup.kept(&self.setup.book.game().start().map_err(Failure::usage)?));
            }
            let told = match person {
                Some(person) => self.lesson(&finished, person)?,
                None => Told::Skipped,
            };
            self.score()?;
            if is_last {
                return Ok(Left::AtTheEnd);
            }
            if told == Told::Left {
                return Ok(Left::InTheMiddle);
            }
        }
    }

    /// One game from here to its end; `None` when people leave before.
    fn round(&mut self, mut position: Position) -> Outcome<Option<Position>> {
        self.keeper.note(&self.setup.kept(&position));
        self.open(&position)?;
        while position.outcome().is_none() {
            self.gap()?;
            let first = position.moves().is_empty();
            self.say(if first { Phrase::FirstTurn } else { Phrase::Turn }, &position)?;
            let turn = match self.setup.who(&position) {
                Who::Human => self.turn(&mut position)?,
                Who::Computer(level) => self.computer_turn(&mut position, level)?,
            };
            if turn == Turn::Left {
                return Ok(None);
            }
            if position.outcome().is_none() {
                self.keeper.keep(&self.setup.kept(&position));
            }
        }
        self.gap()?;
        let end = self.setup.book.say_end(&position, &self.setup.names());
        self.screen.block(&end)?;
        if let Some(hints) = self.setup.hints_line() {
            self.screen.line(&hints)?;
        }
        self.screen.flush()?;
        Ok(Some(position))
    }

    fn open(&mut self, position: &Position) -> Outcome {
        if let Some(rounds) = &self.setup.rounds {
            let [first, _] = self.setup.names();
            let line = format!("Round {} of {}: {first} moves first.", rounds.round(), rounds.best_of());
            self.gap()?;
            self.screen.line(&line)?;
        }
        if let Some(record) = &self.setup.resumed {
            let [first, second] = record.players();
            let line = format!("{}. {first} and {second} go on.", self.setup.book.title());
            let names = self.setup.names();
            self.screen.line(&line)?;
            if self.setup.rounds.as_ref().is_some_and(|rounds| rounds.round() > 1) {
                self.screen.line(&self.setup.score_line())?;
            }
            board::moves_so_far(&mut self.screen, position, &names)?;
            self.shown = true;
        } else if position.outcome().is_none() {
            // Where there is nothing to play there is nobody to welcome: the end says it all.
            let welcome = self.setup.book.say(Phrase::Welcome, position, &self.setup.names());
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

    /// A computer player moves, and the transcript reads as if it had typed.
    fn computer_turn(&mut self, position: &mut Position, level: Level) -> Outcome<Turn> {
        let first = position.moves().is_empty();
        let phrase = if first { Phrase::FirstPrompt } else { Phrase::Prompt };
        let words = self.setup.book.say(phrase, position, &self.setup.names());
        self.screen.prompt(&words)?;
        if let Some(chosen) = self.setup.computer_move(position, level) {
            let typed = match (chosen, position.numbers()) {
                (Move::Divide { by, .. }, Some([_])) => by.to_string(),
                _ => chosen.to_string(),
            };
            self.screen.line(&typed)?;
            self.offer(position, &typed)?;
        }
        Ok(Turn::Over)
    }

    /// Takes the last move back; false when there is none.
    fn take_back(&mut self, position: &mut Position) -> Outcome<bool> {
        let names = self.setup.names();
        let taken_back = self.setup.take_back(position);
        for (player, undone) in &taken_back {
            self.screen.line(&format!("Taken back: {undone} by {}.", names[player.index()]))?;
        }
        Ok(!taken_back.is_empty())
    }

    /// One player's turn: asks until a move is made or taken back, the game ends, or people leave.
    fn turn(&mut self, position: &mut Position) -> Outcome<Turn> {
        let names = self.setup.names();
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
                self.screen.line(&sentence(not_a_move))?;
                Ok(false)
            }
        }
    }

    fn hint(&mut self, position: &Position) -> Outcome {
        let advice = match hint(position, &mut Watch::nodes(HINT_NODES)) {
            Ok(Some(hint)) => {
                let hints = &mut self.setup.hints[position.turn().index()];
                *hints = hints.saturating_add(1);
                self.keeper.note(&self.setup.kept(position));
                hint.to_string()
            }
            Ok(None) | Err(_) => "This position is too hard for a hint.".into(),
        };
        Ok(self.screen.line(&advice)?)
    }

    fn save(&mut self, position: &Position, file: Option<&str>) -> Outcome {
        let saved = match file {
            None => {
                self.keeper.note(&self.setup.kept(position));
                self.keeper.save().map(|id| format!("Saved. Take it up again with: divisor-duel resume {id}"))
            }
            Some(file) => save_as(Path::new(file), &self.setup.record(position)).map(|()| format!("Saved as {file}.")),
        };
        match saved {
            Ok(message) => self.screen.line(&message)?,
            Err(error) => tell(&format!("error: {error:#}; the game goes on")),
        }
        Ok(())
    }

    /// Writes the record of a finished game, if one is wanted.
    fn write_record(&self, finished: &Position) -> Outcome {
        self.setup.write_record(finished).map(drop).map_err(|error| {
            // The game stays among the saved ones, because that is its only copy.
            self.keeper.keep(&self.setup.kept(finished));
            Failure::Data(error)
        })
    }

    /// What a person can learn from a game against the computer: where it turned, as a puzzle, or a word about it.
    fn lesson(&mut self, finished: &Position, person: Player) -> Outcome<Told> {
        let Ok(Some(lesson)) = lesson(finished, person, &mut Watch::nodes(HINT_NODES)) else {
            return Ok(Told::Skipped);
        };
        self.screen.line("")?;
        let Lesson::TurningPoint { before, played, better } = &lesson else {
            self.screen.line(&lesson.to_string())?;
            return Ok(Told::Skipped);
        };
        let number = before.moves().len() + 1;
        let instead = played.map(|played| format!(" At move {number} you played {played}.")).unwrap_or_default();
        self.screen.line(&format!("{lesson}{instead}"))?;
        let question = "What wins? (a move, hint, answer, or Enter to go on): ";
        let riddle = Riddle { position: before, solution: better, question, can_be_skipped: true };
        riddle.ask(&mut self.screen, &mut self.input, |_| {})
    }

    /// The way to a longer game, for those whose game was over at once.
    fn offer_fair_start(&mut self, position: &Position) -> Outcome {
        if let Some(game) = position.fair_offer() {
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
        let mut command = match &self.setup.rule_file {
            Some(file) => format!("divisor-duel play --rules {}", file.display()),
            None => format!("divisor-duel play {}", self.setup.book.code()),
        };
        for (seat, who) in ["--p1", "--p2"].into_iter().zip(self.setup.players) {
            if who != Who::Human {
                command.push_str(&format!(" {seat} {who}"));
            }
        }
        command
    }

    fn score(&mut self) -> Outcome {
        let Some(rounds) = &self.setup.rounds else { return Ok(()) };
        let [wins_one, wins_two] = rounds.score();
        let mut lines = vec![self.setup.score_line()];
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

    fn say(&mut self, phrase: Phrase, position: &Position) -> Outcome {
        let words = self.setup.book.say(phrase, position, &self.setup.names());
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

/// Saves a record under a name that a player chose. What is there is replaced only if it is a record itself.
fn save_as(path: &Path, record: &Record) -> anyhow::Result<()> {
    if path.is_file() && crate::invocation::read_record(path).is_err() {
        anyhow::bail!("{} is there already and is not a record; choose another name", path.display());
    }
    files::write_whole(path, &record.to_string())
}
