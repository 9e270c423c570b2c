//! Line mode: two people at one keyboard, a prompt at a time, in the words of the book.

use std::io::Write;
use std::path::Path;

use duel::{
    Answer, Challenge, Lesson, Level, Loss, Move, Phrase, Player, Position, Role, Span, Watch, hint, lesson, sentence,
};

use crate::board;
use crate::failure::{Failure, Outcome, tell};
use crate::input::Input;
use crate::players::Who;
use crate::prompt::{self, Command, File, Request};
use crate::record_file;
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

/// What came of a game, stored and not yet said.
struct Ending {
    words: Vec<Span>,
    /// Whether no other round follows.
    is_last: bool,
    /// What to say of a record that could not be written.
    complaint: Option<String>,
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
        let mut is_whole = true;
        loop {
            let position = match &self.setup.resumed {
                Some(record) => record.position().clone(),
                None => self.setup.book.game().start().map_err(Failure::usage)?,
            };
            let Some(finished) = self.round(position)? else {
                return Ok(Left::InTheMiddle);
            };
            let person = self.setup.person_against_computer();
            let ending = self.settle(&finished)?;
            self.tell_end(&finished, &ending)?;
            is_whole &= ending.complaint.is_none();
            // What is asked from here on is no part of the game: whoever leaves then has finished it.
            match (ending.is_last, &ending.complaint) {
                (false, _) => {}
                (true, None) => self.keeper.finished(),
                (true, Some(_)) => self.keeper.let_go(),
            }
            let told = match person {
                Some(person) => self.lesson(&finished, person)?,
                None => Told::Skipped,
            };
            self.score()?;
            if ending.is_last {
                return if is_whole { Ok(Left::AtTheEnd) } else { Err(Failure::Silent) };
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
        }
        Ok(Some(position))
    }

    /// Stores the game as it will stand. Nobody is told of anything that has not been through here.
    fn store(&mut self, after: &Position) {
        self.keeper.keep(&self.setup.kept(after));
    }

    /// Stores what comes of a finished game before anybody is told: its record, and in a match the score.
    fn settle(&mut self, finished: &Position) -> Outcome<Ending> {
        let mut words = self.setup.book.say_end(finished, &self.setup.names());
        if let Some(hints) = self.setup.hints_line() {
            words.push(Span { text: format!("\n{hints}"), role: Role::Text });
        }
        let failed = self.setup.write_record(finished).err();
        let aside = self.setup.set_aside(finished);
        self.setup.count(finished);
        let is_last = self.setup.rounds.as_ref().is_none_or(|rounds| rounds.champion().is_some());
        // The last game stays where it is; another one is set aside, because its place is the next one's.
        let kept = failed.as_ref().map(|_| if is_last { self.keeper.save() } else { self.keeper.set_aside(&aside) });
        if !is_last {
            self.store(&self.setup.book.game().start().map_err(Failure::usage)?);
        }
        let complaint = failed.zip(kept).map(|(error, kept)| match kept {
            Ok(id) => format!("error: {error:#}; the game is kept: divisor-duel resume {id} --record FILE"),
            Err(lost) => format!("error: {error:#}; and the game is not kept: {lost:#}"),
        });
        Ok(Ending { words, is_last, complaint })
    }

    /// Who won and why, and what became of the record.
    fn tell_end(&mut self, finished: &Position, ending: &Ending) -> Outcome {
        self.gap()?;
        self.screen.block(&ending.words)?;
        self.screen.flush()?;
        if let Some(complaint) = &ending.complaint {
            tell(complaint);
        }
        self.offer_fair_start(finished)
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
        let Some(chosen) = self.setup.computer_move(position, level) else { return Ok(Turn::Over) };
        let first = position.moves().is_empty();
        let phrase = if first { Phrase::FirstPrompt } else { Phrase::Prompt };
        let prompt = self.setup.book.say(phrase, position, &self.setup.names());
        let typed = match (chosen, position.numbers()) {
            (Move::Divide { by, .. }, Some([_])) => by.to_string(),
            _ => chosen.to_string(),
        };
        let mut after = position.clone();
        // Whoever has the turn has a legal move, and that is what was chosen.
        if after.play(chosen).is_ok() {
            self.store(&after);
            *position = after;
            self.screen.prompt(&prompt)?;
            self.screen.line(&typed)?;
            self.say(Phrase::Played, position)?;
        }
        Ok(Turn::Over)
    }

    /// Takes the last move back; false when there is none.
    fn take_back(&mut self, position: &mut Position) -> Outcome<bool> {
        let names = self.setup.names();
        let mut before = position.clone();
        let taken_back = self.setup.take_back(&mut before);
        if taken_back.is_empty() {
            return Ok(false);
        }
        self.store(&before);
        *position = before;
        for (player, undone) in &taken_back {
            self.screen.line(&format!("Taken back: {undone} by {}.", names[player.index()]))?;
        }
        Ok(true)
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
                    let mut after = position.clone();
                    after.lose(position.turn(), Loss::Resigned);
                    self.store(&after);
                    *position = after;
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
        let mut after = position.clone();
        match after.answer(text) {
            Answer::Played(_) => {
                self.store(&after);
                *position = after;
                self.say(Phrase::Played, position)?;
                Ok(true)
            }
            Answer::Lost(illegal) => {
                self.store(&after);
                *position = after;
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
                self.store(position);
                hint.to_string()
            }
            Ok(None) | Err(_) => "This position is too hard for a hint.".into(),
        };
        Ok(self.screen.line(&advice)?)
    }

    fn save(&mut self, position: &Position, file: Option<File<'_>>) -> Outcome {
        let saved = match file {
            None => {
                self.keeper.note(&self.setup.kept(position));
                self.keeper.save().map(|id| format!("Saved. Take it up again with: divisor-duel resume {id}"))
            }
            Some(File { name, force }) => {
                let record = self.setup.record(position);
                let saved = record_file::write(Path::new(name), &record, &self.setup.id, force);
                saved.map(|()| format!("Saved as {name}."))
            }
        };
        match saved {
            Ok(message) => self.screen.line(&message)?,
            Err(error) => tell(&format!("error: {error:#}; the game goes on")),
        }
        Ok(())
    }

    /// What a person can learn from a game against the computer: where it turned, as a puzzle, or a word about it.
    fn lesson(&mut self, finished: &Position, person: Player) -> Outcome<Told> {
        let watch = &mut Watch::advice(finished.game());
        let Ok(Some(lesson)) = lesson(finished, person, watch) else { return Ok(Told::Skipped) };
        self.screen.line("")?;
        let (Some(mut challenge), Lesson::TurningPoint { before, played, .. }) =
            (Challenge::of_lesson(&lesson), &lesson)
        else {
            self.screen.line(&lesson.to_string())?;
            return Ok(Told::Skipped);
        };
        let number = before.moves().len() + 1;
        let instead = played.map(|played| format!(" At move {number} you played {played}.")).unwrap_or_default();
        self.screen.line(&format!("{lesson}{instead}"))?;
        let question = "What wins? (a move, hint, answer, or Enter to go on): ";
        let riddle = Riddle { question, can_be_skipped: true };
        riddle.ask(&mut self.screen, &mut self.input, &mut challenge, |_| {})
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
