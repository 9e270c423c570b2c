//! One game between two bots, judged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use duel::{
    BadAnswer, BotLine, Level, LostBy, Move, Player, Position, Typed, bot_answer, bytes_in_words, computer_move,
};
use signal_hook::low_level::signal_name;

use super::log::{Log, LogFile};
use super::plan::{Event, Programme};
use super::process::{AskError, BotProcess, Ended, Surroundings, Trouble};
use super::stop::Stop;

/// A bot is late only when it is later than this beyond its time: so much may be the referee's own fault, or the system's.
pub(crate) const MARGIN: Duration = Duration::from_millis(100);

/// What a referee needs to know about the arena.
pub(crate) struct Hall {
    pub(crate) programme: Programme,
    /// The command of each bot that is a program.
    pub(crate) commands: Vec<Option<String>>,
    pub(crate) surroundings: Surroundings,
    pub(crate) log: Arc<LogFile>,
    pub(crate) stop: Stop,
}

/// Somebody at the board. A program stays from game to game until it misbehaves.
pub(crate) enum Seated {
    Computer(Level),
    Program { name: String, command: String, process: Option<Box<BotProcess>> },
}

/// A game that is over.
pub(crate) struct Finished {
    pub(crate) position: Position,
    /// What a bot did, for one that lost by anything but the rules.
    pub(crate) fault: Option<String>,
}

/// We were told to stop before the game was over.
pub(crate) struct Interrupted;

/// What somebody did instead of making a legal move.
struct Fault {
    instead: Instead,
    story: String,
    /// Whether it keeps to the protocol, and is told how the game ended before it is let go.
    is_sane: bool,
}

enum Instead {
    /// This illegal number was named.
    Named(Typed),
    Lost(LostBy),
}

impl Hall {
    /// Seats a bot.
    pub(crate) fn seat(&self, bot: usize) -> Seated {
        match (self.programme.levels[bot], &self.commands[bot]) {
            (None, Some(command)) => {
                let name = self.programme.names[bot].to_string();
                Seated::Program { name, command: command.clone(), process: None }
            }
            (level, _) => Seated::Computer(level.unwrap_or(Level::Rules)),
        }
    }

    /// Plays a game from this opening. The seats are those of player 1 and player 2.
    pub(crate) fn play(
        &self,
        number: usize,
        event: &Event,
        opening: &[Move],
        seats: [&mut Seated; 2],
    ) -> Result<Finished, Interrupted> {
        let mut position = event.start.clone();
        // An opening is made of legal moves, and leaves a game to play.
        let _ = position.play_all(opening.iter().copied());
        let mut fault = None;
        while position.outcome().is_none() {
            let side = position.turn();
            let is_first = position.moves().len() < opening.len() + 2;
            match self.ask(seats[side.index()], number, event, &position, is_first)? {
                Ok(chosen) => {
                    let _ = position.play(chosen);
                }
                Err(Fault { instead, story, is_sane }) => {
                    match instead {
                        Instead::Named(number) => drop(position.offer_strictly(number)),
                        Instead::Lost(by) => position.lose(side, by),
                    }
                    fault = Some((side, story, is_sane));
                }
            }
        }
        for side in [Player::One, Player::Two] {
            let own_fault = fault.as_ref().filter(|(culprit, ..)| *culprit == side);
            let is_sane = own_fault.is_none_or(|&(.., is_sane)| is_sane);
            self.tell(seats[side.index()], event, &position, side, is_sane, own_fault.is_none());
        }
        if self.stop.is_set() {
            return Err(Interrupted);
        }
        Ok(Finished { position, fault: fault.map(|(_, story, _)| story) })
    }

    /// The move of whoever has the turn; whether it is the first question of the game to this seat.
    fn ask(
        &self,
        seat: &mut Seated,
        number: usize,
        event: &Event,
        position: &Position,
        is_first: bool,
    ) -> Result<Result<Move, Fault>, Interrupted> {
        let limit = self.programme.move_time();
        match seat {
            Seated::Computer(level) => {
                if self.stop.is_set() {
                    return Err(Interrupted);
                }
                let start = Instant::now();
                let chosen = computer_move(position, *level, self.programme.luck(number));
                if start.elapsed() > limit + MARGIN {
                    return Ok(Err(late(limit, &[])));
                }
                // Somebody has the turn, so there is a move.
                let forfeit = Instead::Lost(LostBy::Forfeit);
                Ok(chosen.ok_or_else(|| Fault { instead: forfeit, story: "had no move".into(), is_sane: true }))
            }
            Seated::Program { name, command, process } => loop {
                let bot = match process {
                    Some(bot) => bot,
                    None => match BotProcess::start(command, &self.surroundings, Log::new(&self.log, name.as_str())) {
                        Ok(bot) => process.insert(Box::new(bot)),
                        Err(error) => return Ok(Err(unruly(format!("could not be started: {error}")))),
                    },
                };
                let is_fresh = bot.is_fresh;
                let limit = if is_fresh { limit + self.programme.start_time() } else { limit };
                let line = self.line(event, position, position.turn(), limit);
                // What it says first in a game may be meant for the game before.
                let may_be_late = is_first && !is_fresh;
                let trouble = match bot.ask(&line, limit + MARGIN, &self.stop) {
                    Ok(answer) => {
                        return Ok(bot_answer(position, &answer).map_err(|answer| bad_answer(&answer, may_be_late)));
                    }
                    Err(AskError::Stopped) => return Err(Interrupted),
                    Err(AskError::Trouble(trouble)) => trouble,
                };
                return Ok(Err(match trouble {
                    Trouble::Late(written) if written.is_empty() && is_fresh => never_heard_of(limit),
                    Trouble::Late(written) => late(limit, &written),
                    Trouble::Flooded => unruly("wrote a line of more than 64 KiB".into()),
                    Trouble::OutOfTurn(said) => {
                        let rule = "one line for each question, and none for the last line of a game";
                        unruly(format!("wrote out of turn: {} ({rule})", bytes_in_words(&said)))
                    }
                    Trouble::SeveralLines(said) => {
                        unruly(format!("answered with more than one line: {}", bytes_in_words(&said)))
                    }
                    Trouble::Left(written) => {
                        bot.await_end(&self.stop);
                        let ended = process.take().map(|bot| bot.end(false, &self.stop));
                        let has_ended_well =
                            ended.as_ref().and_then(|ended| ended.by_itself).is_some_and(|it| it.success());
                        if may_be_late && has_ended_well && written.is_empty() {
                            // It took the end of a game for the end of everything; a new one of it goes on.
                            continue;
                        }
                        left(ended, &written)
                    }
                }));
            },
        }
    }

    /// Tells a bot how the game ended. One that does not stay is ended after that, and started anew for its next game.
    fn tell(&self, seat: &mut Seated, event: &Event, position: &Position, side: Player, is_sane: bool, stays: bool) {
        let Seated::Program { process, .. } = seat else { return };
        let Some(mut bot) = process.take() else { return };
        let line = self.line(event, position, side, Duration::ZERO);
        let patience = if is_sane { self.programme.move_time() + MARGIN } else { Duration::ZERO };
        let is_told = bot.tell(&line, patience, &self.stop) && !self.stop.is_set();
        if is_told && stays {
            *process = Some(bot);
        } else {
            bot.end(is_told && is_sane, &self.stop);
        }
    }

    fn line(&self, event: &Event, position: &Position, you: Player, limit: Duration) -> Vec<u8> {
        let mut line = BotLine::new(&event.code, position, you, limit.as_millis() as u64);
        if self.programme.plan.prose {
            line = line.with_prose(&event.book, position);
        }
        let mut bytes = serde_json::to_vec(&line).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

impl Seated {
    /// Lets a program go when it is not needed any more.
    pub(crate) fn leave(self, stop: &Stop) {
        if let Seated::Program { process: Some(bot), .. } = self {
            bot.end(true, stop);
        }
    }
}

fn late(limit: Duration, written: &[u8]) -> Fault {
    let seconds = limit.as_secs_f64();
    let story = match written {
        [] => format!("had no answer after {seconds} s"),
        written => format!("had written {} after {seconds} s, and not the end of a line", bytes_in_words(written)),
    };
    Fault { instead: Instead::Lost(LostBy::Time), story, is_sane: false }
}

/// Nothing has ever come from it. Mostly that is a bot whose answers wait in a buffer.
fn never_heard_of(limit: Duration) -> Fault {
    let fault = late(limit, &[]);
    Fault { story: format!("{}; if it wrote one, it did not flush its output", fault.story), ..fault }
}

fn bad_answer(answer: &BadAnswer, may_be_late: bool) -> Fault {
    let hint = if may_be_late { " (if that was meant for the game before: its last line needs no answer)" } else { "" };
    let story = format!("answered: {answer}{hint}");
    match answer {
        BadAnswer::Illegal(illegal) => Fault { instead: Instead::Named(illegal.attempt), story, is_sane: true },
        BadAnswer::Garbage { .. } => unruly(story),
    }
}

fn left(ended: Option<Ended>, written: &[u8]) -> Fault {
    let how = match ended.as_ref().and_then(|ended| ended.by_itself).map(|status| status.code()) {
        None => "closed its output".to_string(),
        Some(None) => "ended".into(),
        Some(Some(code)) => {
            // Above 128 shells put the signal that ended a program.
            let signal = code.checked_sub(128).and_then(signal_name);
            let signal = signal.map(|name| format!(" ({name})")).unwrap_or_default();
            format!("ended with exit code {code}{signal}")
        }
    };
    let mut story = match written {
        [] => format!("{how} instead of answering"),
        written => format!("{how} after {}, which has no end of a line", bytes_in_words(written)),
    };
    if let Some(words) = ended.and_then(|ended| ended.last_words) {
        story.push_str(&format!("; its last words: {}", bytes_in_words(words.as_bytes())));
    }
    unruly(story)
}

fn unruly(story: String) -> Fault {
    Fault { instead: Instead::Lost(LostBy::Forfeit), story, is_sane: false }
}
