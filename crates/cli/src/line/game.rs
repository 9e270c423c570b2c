//! Line mode: people at one keyboard, a prompt at a time, in the words of the book.

use std::io::Write;
use std::path::Path;

use duel::challenge::Challenge;
use duel::coach::{Moral, Stage, advise, moral};
use duel::rulebook::Phrase;
use duel::session::{Action, By, Deed, Help, Refusal};
use duel::solve::{Unproved, Watch, prove, solve};
use duel::speech::{Called, Opponent, Remark, Role, Span};
use duel::{Level, Move, Numbers, Position, Seat, Session, Side, Typed, Who};

use crate::arena::programs::Question;
use crate::failure::{Failure, Fallible, tell};
use crate::line::board;
use crate::line::dialogue::Dialogue;
use crate::line::manual;
use crate::line::prompt::{self, Request, SaveAs};
use crate::line::riddle::{Riddle, Told};
use crate::proved;
use crate::signals::{before_the_end, hush};
use crate::sitting::contender::Contender;
use crate::sitting::here::Here;
use crate::sitting::{Ending, Sitting, Unwritten};
use crate::store::record_file;
use crate::store::saves::{Keeper, Saving, Store};
use crate::store::settings::SettingsFile;
use crate::text::quoted;
use crate::words::{self, ADDRESS, language, say, sentence};

/// What came of a turn, a round or a whole game.
#[derive(PartialEq, Eq)]
pub(crate) enum Course {
    Over,
    /// People left in the middle, and may come back.
    Left,
}

/// Plays a game, or all rounds of a match, until it is over or people leave. Whatever ends it, it is kept as far as it came.
pub(crate) fn play(talk: Dialogue<'_>, sitting: Sitting, turns: Turns) -> Fallible {
    let (keeper, programs) = (sitting.keeper().clone(), sitting.programs().clone());
    if let Some(note) = programs.note() {
        tell(&words::line().note(&note));
    }
    let (left_game, left_programs) = (keeper.clone(), programs.clone());
    before_the_end(move || {
        left_game.leave();
        left_programs.end();
    })?;
    let played = LineGame::new(talk, sitting, turns).play();
    // Also when nobody reads any more, or the input fails: what was played is not lost.
    let is_kept = matches!(played, Ok(Course::Over)) || keeper.leave();
    programs.leave();
    match played {
        Ok(_) if !is_kept => Err(Failure::Silent),
        played => played.map(drop),
    }
}

/// Where a game is kept, also when the program is told to stop.
pub(crate) fn kept_till_the_end() -> Fallible<Keeper> {
    let keeper = Keeper::new(Store::of_user(), None);
    let left = keeper.clone();
    before_the_end(move || {
        left.leave();
    })?;
    Ok(keeper)
}

/// How turns are told.
#[derive(Clone, Default)]
pub(crate) struct Turns {
    /// In short: what changed and what is legal, and no more.
    pub(crate) are_brief: bool,
    /// Where it is remembered when people change that; in a file it is not.
    pub(crate) kept_in: Option<SettingsFile>,
}

/// A session at a prompt.
pub(crate) struct LineGame<'a> {
    talk: Dialogue<'a>,
    sitting: Sitting,
    /// Whether something was shown already, so that the next block needs a gap before it.
    shown: bool,
    turns: Turns,
    /// Whether it has been said what legal numbers are marked by.
    is_legend_told: bool,
    /// How far advice has gone, and in which position.
    advised: Option<(Position, Stage)>,
}

impl<'a> LineGame<'a> {
    pub(crate) fn new(talk: Dialogue<'a>, sitting: Sitting, turns: Turns) -> LineGame<'a> {
        LineGame { talk, sitting, shown: false, turns, is_legend_told: false, advised: None }
    }

    /// Whoever has talked here can go on talking, about what was played.
    pub(crate) fn into_parts(self) -> (Dialogue<'a>, Sitting) {
        (self.talk, self.sitting)
    }

    fn session(&self) -> &Session {
        self.sitting.session()
    }

    fn position(&self) -> &Position {
        self.session().position()
    }

    /// Plays the game, or all rounds of the match.
    pub(crate) fn play(&mut self) -> Fallible<Course> {
        let mut is_whole = true;
        loop {
            if self.round()? == Course::Left {
                return Ok(Course::Left);
            }
            let ending = self.sitting.end_round();
            let finished = self.session().clone();
            if !ending.is_last {
                // The next round is stored before anybody hears of the score.
                self.act(self.session().at_the_board(), Action::NextRound { fair: false }).map_err(Failure::refused)?;
            }
            self.tell_end(&finished, &ending)?;
            is_whole &= ending.unwritten.is_none();
            // What is asked from here on is no part of the game: whoever leaves then has finished it.
            match (ending.is_last, &ending.unwritten) {
                (false, _) => {}
                (true, None) => self.sitting.keeper().finished(),
                (true, Some(_)) => self.sitting.keeper().let_go(),
            }
            // Whoever has won the game of a lesson has been told what they learned.
            let is_learned = ending.learned.as_ref().is_some_and(|learned| learned.is_won);
            let told = match finished.pupil().filter(|_| !is_learned) {
                // Between people it is asked at a terminal only: the next line of a file is meant for the next round.
                Some(pupil) if finished.only_person().is_some() || self.talk.is_at_a_terminal() => {
                    self.moral(&finished, pupil)?
                }
                _ => Told::Skipped,
            };
            self.score(&finished)?;
            match (ending.is_last, told) {
                (true, _) if !is_whole => return Err(Failure::Silent),
                (true, Told::Answer | Told::Skipped) if self.wants_another()? => {
                    // The last one is put away, so its place is free.
                    let keeper = self.sitting.keeper().clone();
                    self.sitting.rematch(keeper, false).map_err(Failure::refused)?;
                }
                (true, _) => return Ok(Course::Over),
                (false, Told::Left) => return Ok(Course::Left),
                (false, _) => {}
            }
        }
    }

    /// One round from here to its end, unless people leave before.
    fn round(&mut self) -> Fallible<Course> {
        self.sitting.note();
        self.open()?;
        while let Some(seat) = self.session().turn() {
            if self.turns.are_brief {
                self.short_turn(seat)?;
            } else {
                self.gap()?;
                self.say(if self.position().moves().is_empty() { Phrase::FirstTurn } else { Phrase::Turn })?;
            }
            let turn = match self.session().sitter(seat).who {
                Who::Person => self.turn(seat)?,
                Who::Level(_) => self.computer_turn(seat)?,
                Who::Program => self.program_turn()?,
            };
            if turn == Course::Left {
                return Ok(Course::Left);
            }
        }
        Ok(Course::Over)
    }

    /// Somebody does something: it is checked and stored, and nobody is told of anything that has not been through here.
    fn act(&mut self, by: By, action: Action) -> Result<Deed, Refusal> {
        let done = self.sitting.act(by, action)?;
        match done.saving {
            Saving::Works => {}
            Saving::WorksAgain => tell(&words::both().saved_again()),
            Saving::Fails(complaint) => tell(&words::line().not_saved(&complaint)),
            Saving::StillFails => tell(&words::line().still_not_saved()),
        }
        Ok(done.deed)
    }

    /// Who won and why, and what became of the record.
    fn tell_end(&mut self, finished: &Session, ending: &Ending) -> Fallible {
        let (book, position, called) = (finished.book(), finished.position(), finished.called_by_side(ADDRESS));
        let mut words = match self.turns.are_brief {
            true => book.say_end_beside_a_board(position, &called, language()),
            false => book.say_end(position, &called, language()),
        };
        for remark in finished.remarks_at_the_end(ADDRESS) {
            words.push(Span { text: format!("\n{}", say(&remark)), role: Role::Text });
        }
        self.gap()?;
        self.talk.block(&words)?;
        self.talk.flush()?;
        if let Some(Unwritten { error, kept }) = &ending.unwritten {
            tell(&match kept {
                Ok(id) => words::line().record_not_written(&format!("{error:#}"), *id),
                Err(lost) => words::line().record_and_game_lost(&format!("{error:#}"), &format!("{lost:#}")),
            });
        }
        match &ending.learned {
            Some(learned) => Ok(self.talk.line(&learned.words)?),
            None => self.offer_fair_start(finished),
        }
    }

    /// At a terminal: whether the same players want to play once more. In a file nobody is there to be asked, and after a lesson its
    /// next one is.
    fn wants_another(&mut self) -> Fallible<bool> {
        if !self.talk.is_at_a_terminal() || self.session().is_watched() || self.sitting.lesson().is_some() {
            return Ok(false);
        }
        self.talk.line("")?;
        self.talk.confirm(&words::line().play_again())
    }

    /// Whom somebody plays who plays alone.
    fn introduce(&mut self) -> Fallible {
        let session = self.session();
        let Some(opponent) = session.only_person().map(Seat::other) else { return Ok(()) };
        let Some(level) = session.level(opponent) else { return Ok(()) };
        let line = match session.called(opponent, ADDRESS) {
            Called::Name(name) | Called::Computer(Some(name)) => {
                words::line().you_play_named(&name, &say(&Opponent(level)), level.number(), &say(&level))
            }
            Called::Computer(None) | Called::You(_) => {
                words::line().you_play(&say(&Opponent(level)), level.number(), &say(&level))
            }
        };
        self.gap()?;
        Ok(self.talk.line(&line)?)
    }

    fn open(&mut self) -> Fallible {
        let session = self.session();
        let auto = self.sitting.auto().filter(|_| session.rounds().is_none() || session.round() == 1);
        if let Some(auto) = auto {
            self.gap()?;
            self.talk.line(&say(&auto))?;
        }
        let session = self.session();
        if (session.round() == 1 || auto.is_some()) && !self.sitting.is_resumed() && session.turn().is_some() {
            self.introduce()?;
        }
        let session = self.session();
        if session.rounds().is_none() && session.round() > 1 && !self.sitting.is_resumed() {
            let first = Remark::MovesFirst(session.called(session.starter(), ADDRESS));
            self.gap()?;
            self.talk.line(&say(&first))?;
        }
        let session = self.session();
        if let Some(round) = session.round_remark(ADDRESS) {
            self.gap()?;
            self.talk.line(&say(&round))?;
        }
        let session = self.sitting.session();
        if self.sitting.is_resumed() {
            let title = session.book().title();
            self.talk.line(&match session.only_person() {
                Some(you) => words::line().you_go_on(title, &session.sitter(you.other()).name),
                None => words::line().they_go_on(title, &session.names()[0], &session.names()[1]),
            })?;
            if session.round() > 1 && session.turn().is_some() {
                self.talk.line(&say(&session.score_remark(ADDRESS)))?;
            }
            board::moves_so_far(&mut self.talk, session)?;
            self.shown = true;
        } else {
            // Where moves stand on the board it has begun already.
            let is_new = session.position().moves().is_empty();
            let called = session.called_by_side(ADDRESS);
            let welcome = if is_new {
                session.book().say(Phrase::Welcome, session.position(), &called, language())
            } else {
                Vec::new()
            };
            // Where there is nothing to play there is nothing to know about playing.
            let notes = session.turn().map(|_| session.book().notes_at_the_start()).unwrap_or_default();
            let remarks = session.remarks_at_the_start(ADDRESS);
            if !welcome.is_empty() || !notes.is_empty() || !remarks.is_empty() {
                self.gap()?;
                self.talk.block(&welcome)?;
                for line in notes.iter().map(say).chain(remarks.iter().map(say)) {
                    self.talk.line(&line)?;
                }
            }
        }
        Ok(())
    }

    /// What whoever has the turn is asked.
    fn question(&self) -> Vec<Span> {
        let phrase = if self.position().moves().is_empty() { Phrase::FirstPrompt } else { Phrase::Prompt };
        self.session().book().say(phrase, self.position(), &self.session().called_by_side(ADDRESS), language())
    }

    /// A computer player moves, and the transcript reads as if it had typed.
    fn computer_turn(&mut self, seat: Seat) -> Fallible<Course> {
        let Some(chosen) = self.session().computer_move() else {
            return Err(Failure::data("the computer has no move where it has the turn"));
        };
        self.take(By::Seat(seat), Action::Move(chosen))
    }

    /// A program is asked, and the transcript reads as if it had typed.
    fn program_turn(&mut self) -> Fallible<Course> {
        // Whoever waits is to see for whom.
        self.talk.flush()?;
        let question = self.sitting.programs().ask(self.session());
        match question.and_then(Question::answer) {
            Some((by, action)) => self.take(by, action),
            // The programs are gone because the game is left.
            None => {
                hush();
                Ok(Course::Left)
            }
        }
    }

    /// Something that nobody has typed happens, and is shown as if somebody had.
    fn take(&mut self, by: By, action: Action) -> Fallible<Course> {
        let (question, before) = (self.question(), self.position().clone());
        match self.act(by, action).map_err(Failure::refused)? {
            Deed::Moved { chosen } => {
                let typed = match (chosen, before.numbers()) {
                    (Move::Divide { by, .. }, Numbers::Table([_])) => by.to_string(),
                    _ => chosen.to_string(),
                };
                if !self.turns.are_brief {
                    self.talk.prompt(&question)?;
                    self.talk.line(&typed)?;
                }
                self.tell_move()?;
            }
            Deed::Slipped { number } => {
                self.talk.prompt(&question)?;
                self.talk.line(&number.to_string())?;
                self.refuse(&before, number)?;
            }
            // The end says why.
            _ => {}
        }
        Ok(Course::Over)
    }

    /// Takes the last move back; false when there is none.
    fn take_back(&mut self, seat: Seat) -> Fallible<bool> {
        let before = self.session().clone();
        let names = board::names_in_a_list(&before);
        let Ok(Deed::TookBack { moves }) = self.act(By::Seat(seat), Action::TakeBack) else { return Ok(false) };
        for (at, undone) in before.position().moves().iter().enumerate().rev().take(moves) {
            self.talk.line(&words::both().taken_back(*undone, &names[Side::of_ply(at).index()]))?;
        }
        Ok(true)
    }

    /// One player's turn: asks until a move is made or taken back, the game ends, or people leave.
    fn turn(&mut self, seat: Seat) -> Fallible<Course> {
        loop {
            let question = self.question();
            let Some(line) = self.talk.ask_in(&question)? else { return Ok(Course::Left) };
            let session = self.sitting.session();
            match prompt::understand(&line) {
                Request::Move(text) => {
                    if self.offer(seat, text)? {
                        return Ok(Course::Over);
                    }
                }
                Request::Unknown(answer) => self.talk.line(&answer)?,
                Request::Resign => {
                    // In a file whoever wrote it has thought about it.
                    if self.talk.is_at_a_terminal() && !self.talk.confirm(&words::line().really_resign())? {
                        continue;
                    }
                    self.act(By::Seat(seat), Action::Resign).map_err(Failure::refused)?;
                    return Ok(Course::Over);
                }
                Request::Undo => {
                    if self.take_back(seat)? {
                        return Ok(Course::Over);
                    }
                    self.talk.line(&words::line().nothing_to_take_back())?;
                }
                Request::Help => self.talk.line(&prompt::help(session.position()))?,
                Request::Moves if session.hides_legal() => self.talk.line(&say(&Remark::FindThem))?,
                Request::Moves => board::legal(&mut self.talk, session.position())?,
                Request::Board => board::of_game(&mut self.talk, session)?,
                Request::Hint(_) | Request::Explain | Request::Pairing if !session.may(By::Seat(seat)).help => {
                    self.talk.line(&sentence(&Refusal::NoAdvice))?;
                }
                Request::Hint(stage) => self.hint(seat, stage)?,
                Request::Explain => self.explain(seat)?,
                Request::Pairing => self.pairing(seat)?,
                Request::Chain => board::chain(&mut self.talk, session)?,
                Request::Rules => manual::print(&mut self.talk, session.book())?,
                Request::Brief => self.change_turns()?,
                Request::Save(file) => self.save(file)?,
                Request::PlayOn(from) => {
                    if self.play_on(from)? {
                        return Ok(Course::Over);
                    }
                }
            }
        }
    }

    /// Offers what was typed to the rules, and says what came of it; true when the turn is over.
    fn offer(&mut self, seat: Seat, text: &str) -> Fallible<bool> {
        let before = self.position().clone();
        match self.act(By::Seat(seat), Action::Type(text.into())) {
            Ok(Deed::Slipped { number }) => {
                self.refuse(&before, number)?;
                Ok(true)
            }
            Ok(Deed::Missed { number }) => {
                self.refuse(&before, number)?;
                Ok(false)
            }
            Ok(_) => {
                self.tell_move()?;
                Ok(true)
            }
            Err(Refusal::Illegal(illegal)) => {
                self.talk.line(&format!("{} {}", sentence(&illegal), words::line().choose_again()))?;
                Ok(false)
            }
            Err(refusal) => {
                self.talk.line(&sentence(&refusal))?;
                Ok(false)
            }
        }
    }

    /// Why a number was not legal.
    fn refuse(&mut self, before: &Position, number: Typed) -> Fallible {
        let why = before.check(number).err().map(|illegal| sentence(&illegal));
        Ok(self.talk.line(&why.unwrap_or_default())?)
    }

    /// Advice of this stage, or of the one that comes next in this position.
    fn hint(&mut self, seat: Seat, stage: Option<Stage>) -> Fallible {
        let position = self.position().clone();
        let had = self.advised.take().filter(|(about, _)| *about == position).map(|(_, stage)| stage);
        let stage = stage.unwrap_or(Stage::after(had));
        let advice = match advise(&position, stage, &mut Watch::advice(position.game())) {
            Ok(Some(advice)) => {
                self.act(By::Seat(seat), Action::Help(Help::Advice)).map_err(Failure::refused)?;
                self.advised = Some((position, stage));
                say(&advice)
            }
            Ok(None) | Err(_) => words::line().too_hard_for_a_hint(),
        };
        Ok(self.talk.line(&advice)?)
    }

    /// Which moves win, exactly.
    fn explain(&mut self, seat: Seat) -> Fallible {
        let Ok(solution) = solve(self.position(), &mut Watch::advice(self.position().game())) else {
            return Ok(self.talk.line(&words::line().too_hard_to_judge())?);
        };
        self.act(By::Seat(seat), Action::Help(Help::Verdicts)).map_err(Failure::refused)?;
        Ok(board::verdicts(&mut self.talk, self.sitting.session().position(), &solution)?)
    }

    /// The plan behind a win: which numbers answer each other, or how the numbers on the table are counted.
    fn pairing(&mut self, seat: Seat) -> Fallible {
        let proof = match prove(self.position(), &mut Watch::advice(self.position().game())) {
            Ok(proof) => proof,
            Err(Unproved::Searched) => return Ok(self.talk.line(&words::both().no_pairing())?),
            Err(_) => return Ok(self.talk.line(&words::line().too_hard_to_judge())?),
        };
        if let Some(help) = Help::of_proof(&proof) {
            self.act(By::Seat(seat), Action::Help(help)).map_err(Failure::refused)?;
        }
        if let Some(pairs) = &proof.matching {
            board::pairs(&mut self.talk, pairs)?;
        }
        Ok(self.talk.line(&proved::in_words(&proof))?)
    }

    /// Short turns from now on, or whole ones; at a terminal that is remembered.
    fn change_turns(&mut self) -> Fallible {
        let are_brief = !self.turns.are_brief;
        self.turns.are_brief = are_brief;
        let kept = self.turns.kept_in.as_ref().map(|file| file.remember(|settings| settings.brief = Some(are_brief)));
        if let Some(Err(error)) = kept {
            tell(&words::line().note(&words::both().settings_not_kept(&format!("{error:#}"))));
        }
        let told = if are_brief { words::line().turns_are_brief() } else { words::line().turns_are_whole() };
        Ok(self.talk.line(&told)?)
    }

    /// What came of a move: in the book's words, or who made it and no more.
    fn tell_move(&mut self) -> Fallible {
        match self.session().move_remark(ADDRESS) {
            Some(made) if self.turns.are_brief => Ok(self.talk.line(&say(&made))?),
            _ => self.say(Phrase::Played),
        }
    }

    /// A turn in few words: whose it is where that could be two, and what is legal. A computer's move says all there is.
    fn short_turn(&mut self, seat: Seat) -> Fallible {
        let session = self.sitting.session();
        let position = session.position();
        if session.sitter(seat).who != Who::Person {
            return Ok(());
        }
        if session.only_person().is_none() {
            self.talk.line(&say(&Remark::ToMove(session.called(seat, ADDRESS))))?;
        }
        if session.hides_legal() { Ok(()) } else { Ok(board::legal_in_short(&mut self.talk, position)?) }
    }

    fn save(&mut self, file: Option<SaveAs<'_>>) -> Fallible {
        let saved = match file {
            None => self.sitting.save().map(|id| words::both().saved(id)),
            Some(SaveAs { name, force }) => {
                let saved = record_file::write(Path::new(name), &self.session().record(), force);
                saved.map(|()| words::line().saved_as(name))
            }
        };
        match saved {
            Ok(message) => self.talk.line(&message)?,
            Err(error) => tell(&words::line().failed_in_game(&format!("{error:#}"))),
        }
        Ok(())
    }

    /// Another game from a position of this one takes its place, and this one is kept; false when nothing comes of it.
    fn play_on(&mut self, from: &str) -> Fallible<bool> {
        let moves = self.position().moves().len() + 1;
        let (mut at, mut opponent) = (Some(moves), Who::Level(Level::Perfect));
        for word in from.split_whitespace() {
            match (word.parse(), word.parse().map(|contender: Contender| contender.who(Level::Perfect))) {
                (Ok(number), _) => at = Some(number),
                (_, Ok(who @ (Who::Person | Who::Level(_)))) => opponent = who,
                _ => at = None,
            }
        }
        let here = at.and_then(|at| at.checked_sub(1)).and_then(|at| Here::in_game(self.session(), Some(at)));
        let Some(here) = here else {
            self.talk.line(&words::line().play_on_from_what(moves))?;
            return Ok(false);
        };
        let here = here.in_the_words_of(self.sitting.rule_file().cloned());
        let kept = match self.session().is_worth_keeping().then(|| self.sitting.set_aside()).transpose() {
            Ok(kept) => kept,
            Err(error) => {
                tell(&words::line().failed_in_game(&format!("{error:#}")));
                return Ok(false);
            }
        };
        // Two people stay who they are: whoever has the turn there comes first.
        let mut names = self.session().names();
        if here.position.turn() == Side::Two {
            names.swap(0, 1);
        }
        let names =
            names.join(",").parse().ok().filter(|_| opponent == Who::Person && self.session().only_person().is_none());
        self.sitting = here.sit_down(opponent, true, names.as_ref(), self.sitting.keeper().clone())?;
        if let Some(id) = kept {
            self.talk.line(&words::line().game_kept(id))?;
        }
        self.sitting.note();
        self.open()?;
        Ok(true)
    }

    /// What somebody can learn from a game: where it turned, as a puzzle, or a word about it.
    fn moral(&mut self, finished: &Session, pupil: Seat) -> Fallible<Told> {
        let position = finished.position();
        let watch = &mut Watch::advice(position.game());
        let Ok(Some(moral)) = moral(position, finished.side(pupil), watch) else { return Ok(Told::Skipped) };
        // With two people at the board it must be clear who is meant.
        let told = |what: String| match finished.only_person() {
            Some(_) => what,
            None => words::line().to_one_of_them(&finished.sitter(pupil).name, &what),
        };
        self.talk.line("")?;
        let (Some(mut challenge), Moral::TurningPoint { before, played, .. }) = (Challenge::of_moral(&moral), &moral)
        else {
            self.talk.line(&told(say(&moral)))?;
            return Ok(Told::Skipped);
        };
        let number = before.moves().len() + 1;
        let mut sentences = vec![say(&moral)];
        sentences.extend(played.map(|played| words::line().you_played(number, played)));
        self.talk.line(&told(sentences.join(" ")))?;
        let riddle = Riddle { question: words::line().what_wins(), can_be_skipped: true };
        riddle.ask(&mut self.talk, &mut challenge, |_| {})
    }

    /// The way to a longer game, for those whose game was over at once.
    fn offer_fair_start(&mut self, finished: &Session) -> Fallible {
        if let Some(game) = finished.position().fair_offer() {
            let rule = game.first_pick_rule().map(|rule| say(&rule)).unwrap_or_default();
            let line = words::line().fair_start(&rule, &self.command());
            self.talk.line("")?;
            self.talk.line(&line)?;
        }
        Ok(())
    }

    fn command(&self) -> String {
        let mut command = match self.sitting.rule_file() {
            Some(file) => format!("divisor-duel play --rules {}", file.display()),
            None => format!("divisor-duel play {}", self.session().book().code()),
        };
        for (option, seat) in ["--p1", "--p2"].into_iter().zip(Seat::BOTH) {
            let player = match (self.session().sitter(seat).who, self.sitting.programs().order(seat)) {
                (Who::Person, _) => continue,
                (_, Some(order)) => quoted(&format!("bot:{}", order.command)),
                (who, None) => who.to_string(),
            };
            command.push_str(&format!(" {option} {player}"));
        }
        command
    }

    fn score(&mut self, finished: &Session) -> Fallible {
        if finished.rounds().is_none() && finished.round() == 1 {
            return Ok(());
        }
        let mut remarks = vec![finished.score_remark(ADDRESS)];
        remarks.extend(finished.verdict_remark(ADDRESS));
        self.gap()?;
        for remark in remarks {
            self.talk.line(&say(&remark))?;
        }
        Ok(())
    }

    fn say(&mut self, phrase: Phrase) -> Fallible {
        let session = self.sitting.session();
        let words = session.book().say(phrase, session.position(), &session.called_by_side(ADDRESS), language());
        if self.talk.block(&words)? && !std::mem::replace(&mut self.is_legend_told, true) {
            self.talk.line(&words::line().legend())?;
        }
        Ok(())
    }

    /// An empty line between blocks.
    fn gap(&mut self) -> Fallible {
        if std::mem::replace(&mut self.shown, true) {
            self.talk.line("")?;
        }
        Ok(())
    }
}
