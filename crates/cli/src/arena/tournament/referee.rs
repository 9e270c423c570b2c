//! One game between two bots, judged.

use std::time::Instant;

use duel::computer::computer_move;
use duel::{Level, Move, Position, Side};

use super::plan::{Contest, Programme};
use crate::arena::bot::program::{Fault, House, Instead, Interrupted, MARGIN, Program, Telling, late, unruly};
use crate::arena::bot::stop::Stop;

/// What a referee needs to know about the arena.
pub(crate) struct Hall {
    pub(crate) programme: Programme,
    /// The command of each bot that is a program.
    pub(crate) commands: Vec<Option<String>>,
    pub(crate) house: House,
    pub(crate) stop: Stop,
}

/// Somebody at the board.
pub(crate) enum Seated {
    Computer(Level),
    Program(Program),
}

/// A game that is over.
pub(crate) struct Finished {
    pub(crate) position: Position,
    /// What a bot did, for one that lost by anything but the rules.
    pub(crate) fault: Option<String>,
}

impl Hall {
    /// Seats a bot.
    pub(crate) fn seat(&self, bot: usize) -> Seated {
        match (self.programme.levels[bot], &self.commands[bot]) {
            (None, Some(command)) => {
                Seated::Program(Program::new(self.programme.names[bot].to_string(), command.as_str()))
            }
            (level, _) => Seated::Computer(level.unwrap_or(Level::Rules)),
        }
    }

    /// Plays a game from this opening. The seats are those of player 1 and player 2.
    pub(crate) fn play(
        &self,
        number: usize,
        contest: &Contest,
        opening: &[Move],
        seats: [&mut Seated; 2],
    ) -> Result<Finished, Interrupted> {
        let mut position = contest.start.clone();
        // An opening is made of legal moves, and leaves a game to play.
        let _ = position.play_all(opening.iter().copied());
        let prose = self.programme.plan.prose.then_some(&contest.book);
        let telling = Telling { code: &contest.code, prose };
        let mut fault = None;
        while position.outcome().is_none() {
            let side = position.turn();
            match self.ask(seats[side.index()], number, &telling, &position)? {
                Ok(chosen) => {
                    let _ = position.play(chosen);
                }
                Err(Fault { instead, story, .. }) => {
                    match instead {
                        Instead::Named(number) => drop(position.offer_strictly(number)),
                        Instead::Lost(by) => position.lose(side, by),
                    }
                    fault = Some(story);
                }
            }
        }
        for (seat, side) in seats.into_iter().zip([Side::One, Side::Two]) {
            if let Seated::Program(program) = seat {
                program.tell(&self.house, &telling, &position, side, &self.stop);
            }
        }
        if self.stop.is_set() {
            return Err(Interrupted);
        }
        Ok(Finished { position, fault })
    }

    /// The move of whoever has the turn.
    fn ask(
        &self,
        seat: &mut Seated,
        number: usize,
        telling: &Telling<'_>,
        position: &Position,
    ) -> Result<Result<Move, Fault>, Interrupted> {
        match seat {
            Seated::Computer(level) => {
                if self.stop.is_set() {
                    return Err(Interrupted);
                }
                let (start, limit) = (Instant::now(), self.house.move_time);
                let chosen = computer_move(position, *level, self.programme.luck(number));
                if start.elapsed() > limit + MARGIN {
                    return Ok(Err(late(limit, &[])));
                }
                // Somebody has the turn, so there is a move.
                Ok(chosen.ok_or_else(|| unruly("had no move".into())))
            }
            Seated::Program(program) => program.ask(&self.house, telling, position, &self.stop),
        }
    }
}

impl Seated {
    /// Lets a program go when it is not needed any more.
    pub(crate) fn leave(self, stop: &Stop) {
        if let Seated::Program(program) = self {
            program.leave(stop);
        }
    }
}
