//! What can be asked for in a game beside the moves, and what there is to learn from it afterwards.

use std::path::Path;

use duel::challenge::Challenge;
use duel::coach::{Moral, Stage, advise, moral, plan, review as look_back};
use duel::session::{Action, By, Help};
use duel::solve::{Watch, solve};
use duel::{Level, Seat, Session, Who};

use crate::failure::{Failure, Fallible, tell};
use crate::line::board;
use crate::line::game::LineGame;
use crate::line::prompt::SaveAs;
use crate::line::review;
use crate::line::riddle::{Riddle, Told};
use crate::proved;
use crate::sitting::contender::Contender;
use crate::sitting::here::Here;
use crate::store::record_file;
use crate::text::quoted;
use crate::words::{self, DUEL, say};

/// The position of a game that somebody names by its move, and whom they want to play there.
pub(super) fn here(session: &Session, typed: &str) -> Result<(Here, Who), String> {
    let moves = Here::in_game(session, None).map_or(0, |last| last.position.moves().len() + 1);
    let (mut at, mut opponent) = (Some(moves), Who::Level(Level::Perfect));
    for word in typed.split_whitespace() {
        match (word.parse(), word.parse().map(|contender: Contender| contender.who(Level::Perfect))) {
            (Ok(number), _) => at = Some(number),
            (_, Ok(who @ (Who::Person | Who::Level(_)))) => opponent = who,
            _ => at = None,
        }
    }
    let here = at.and_then(|at| at.checked_sub(1)).and_then(|at| Here::in_game(session, Some(at)));
    here.map(|here| (here, opponent)).ok_or_else(|| words::line().play_on_from_what(moves))
}

impl LineGame<'_> {
    /// Advice of this stage, or of the one that comes next in this position.
    pub(super) fn hint(&mut self, seat: Seat, stage: Option<Stage>) -> Fallible {
        let position = self.position().clone();
        let had = self.advised.take().filter(|(about, _)| *about == position).map(|(_, stage)| stage);
        let stage = stage.unwrap_or(Stage::after(had));
        let advice = match advise(&position, stage, &mut Watch::advice(position.game())) {
            Ok(Some(advice)) => {
                // What was said before costs nothing more.
                if had < Some(advice.stage()) {
                    self.act(By::Seat(seat), Action::Help(Help::Advice)).map_err(Failure::refused)?;
                }
                self.advised = had.max(Some(advice.stage())).map(|stage| (position, stage));
                say(&advice)
            }
            Ok(None) | Err(_) => words::line().too_hard_for_a_hint(),
        };
        Ok(self.teller.talk.line(&advice)?)
    }

    /// Which moves win, exactly.
    pub(super) fn explain(&mut self, seat: Seat) -> Fallible {
        let Ok(solution) = solve(self.position(), &mut Watch::advice(self.position().game())) else {
            return Ok(self.teller.talk.line(&words::line().too_hard_to_judge())?);
        };
        self.act(By::Seat(seat), Action::Help(Help::Verdicts)).map_err(Failure::refused)?;
        Ok(board::verdicts(&mut self.teller.talk, self.sitting.session().position(), &solution)?)
    }

    /// The plan behind a win: which numbers answer each other, or how the numbers on the table are counted.
    pub(super) fn pairing(&mut self, seat: Seat) -> Fallible {
        let Ok(proof) = plan(self.position(), &mut Watch::advice(self.position().game())) else {
            return Ok(self.teller.talk.line(&words::line().too_hard_to_judge())?);
        };
        if let Some(help) = Help::of_proof(&proof) {
            self.act(By::Seat(seat), Action::Help(help)).map_err(Failure::refused)?;
        }
        if let Some(pairs) = &proof.matching {
            board::pairs(&mut self.teller.talk, pairs)?;
        }
        Ok(self.teller.talk.line(&proved::in_words(&proof))?)
    }

    pub(super) fn save(&mut self, file: Option<SaveAs<'_>>) -> Fallible {
        let saved = match file {
            None => self.sitting.save().map(|id| words::both().saved(id)),
            Some(SaveAs { name, force }) => {
                let saved = record_file::write(Path::new(name), &self.session().record(), force);
                saved.map(|()| words::line().saved_as(name))
            }
        };
        match saved {
            Ok(message) => self.teller.talk.line(&message)?,
            Err(error) => tell(&words::line().failed_in_game(&format!("{error:#}"))),
        }
        Ok(())
    }

    /// Another game from a position of this one takes its place, and this one is kept; false when nothing comes of it.
    pub(super) fn play_on(&mut self, from: &str) -> Fallible<bool> {
        let (here, opponent) = match here(self.session(), from) {
            Ok(found) => found,
            Err(problem) => {
                self.teller.talk.line(&problem)?;
                return Ok(false);
            }
        };
        let here = here.in_the_words_of(self.sitting.rule_file().cloned());
        let is_kept = self.session().is_worth_keeping() && self.session().turn().is_some();
        let kept = match is_kept.then(|| self.sitting.part_with()).transpose() {
            Ok(kept) => kept,
            Err(error) => {
                tell(&words::line().failed_in_game(&format!("{error:#}")));
                return Ok(false);
            }
        };
        self.sitting = here.sit_down(opponent, true, self.sitting.keeper().clone())?;
        if let Some(id) = kept {
            self.teller.talk.line(&words::line().game_kept(id))?;
            self.left.push(id);
        }
        Ok(true)
    }

    /// What each move of the game did.
    pub(super) fn review(&mut self) -> Fallible {
        let record = self.session().record();
        match look_back(record.position(), record.opening(), &mut Watch::advice(record.position().game())) {
            Ok(reviewed) => review::print(&mut self.teller.talk, &record, &reviewed),
            Err(_) => Ok(self.teller.talk.line(&words::line().too_hard_to_judge())?),
        }
    }

    /// What somebody can learn from a game: where it turned, as a puzzle, or a word about it.
    pub(super) fn moral(&mut self, finished: &Session, pupil: Seat) -> Fallible<Told> {
        let position = finished.position();
        let watch = &mut Watch::advice(position.game());
        let Ok(Some(moral)) = moral(position, finished.opening(), finished.side(pupil), watch) else {
            return Ok(Told::Skipped);
        };
        // With two people at the board it must be clear who is meant.
        let told = |what: String| match finished.only_person() {
            Some(_) => what,
            None => words::line().to_one_of_them(&finished.sitter(pupil).name, &what),
        };
        self.teller.talk.line("")?;
        let (Some(mut challenge), Moral::TurningPoint { before, played, .. }) = (Challenge::of_moral(&moral), &moral)
        else {
            self.teller.talk.line(&told(say(&moral)))?;
            return Ok(Told::Skipped);
        };
        let number = before.moves().len() + 1;
        let mut sentences = vec![say(&moral)];
        sentences.extend(played.map(|played| words::line().you_played(number, played)));
        self.teller.talk.line(&told(sentences.join(" ")))?;
        let riddle = Riddle {
            task: None,
            question: words::line().what_wins(),
            can_be_skipped: true,
            hides_legal: finished.hides_legal(),
        };
        riddle.ask(&mut self.teller.talk, &mut challenge, |_| {})
    }

    /// The way to a longer game, for those whose game was over at once.
    pub(super) fn offer_fair_start(&mut self, finished: &Session) -> Fallible {
        if let Some(game) = finished.position().fair_offer() {
            let rule = game.first_pick_rule().map(|rule| say(&rule)).unwrap_or_default();
            let command = match self.sitting.rule_file() {
                None if words::is_at_the_menu() => format!("fair {}", self.session().book().code()),
                _ => format!("{} --fair", self.command()),
            };
            let line = words::line().fair_start(&rule, &command);
            self.teller.talk.line("")?;
            self.teller.talk.line(&line)?;
        }
        Ok(())
    }

    pub(super) fn command(&self) -> String {
        let mut command = match self.sitting.rule_file() {
            Some(file) => format!("{DUEL}play --rules {}", file.display()),
            None => format!("{DUEL}play {}", self.session().book().code()),
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
}
