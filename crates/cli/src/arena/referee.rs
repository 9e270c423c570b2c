//! One game between two bots, judged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use duel::{BadAnswer, BotLine, Level, Loss, Move, Player, Position, bot_answer, computer_move};
use signal_hook::low_level::signal_name;

use super::log::{Log, LogFile};
use super::plan::{Event, Programme};
use super::process::{AskError, BotProcess, Ended, Surroundings, Trouble};
use super::stop::Stop;

/// A bot is late only when it is later than this beyond its time: so much may be the referee's own fault, or the system's.
pub(crate) const MARGIN: Duration = Duration::from_millis(100);

/// How many characters of what a bot wrote are shown.
const SHOWN: usize = 120;

/// What a referee needs to know about the arena.
pub(crate) struct Hall<'a> {
    pub(crate) programme: &'a Programme,
    /// The command of each bot that is a program.
    pub(crate) commands: &'a [Option<String>],
    pub(crate) surroundings: &'a Surroundings,
    pub(crate) log: &'a Arc<LogFile>,
    pub(crate) stop: &'a Stop,
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
    loss: Loss,
    story: String,
    /// Whether it can be trusted with another game, or has to be started anew.
    is_sane: bool,
}

impl Hall<'_> {
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
        for &played in opening {
            // An opening is made of legal moves, and leaves a game to play.
            let _ = position.play(played);
        }
        let mut fault = None;
        while position.outcome().is_none() {
            let side = position.turn();
            match self.ask(seats[side.index()], number, event, &position)? {
                Ok(chosen) => {
                    let _ = position.play(chosen);
                }
                Err(Fault { loss, story, is_sane }) => {
                    position.lose(side, loss);
                    fault = Some((side, story, is_sane));
                }
            }
        }
        for side in [Player::One, Player::Two] {
            let misbehaved = fault.as_ref().is_some_and(|(culprit, _, is_sane)| *culprit == side && !is_sane);
            self.tell(seats[side.index()], event, &position, side, misbehaved);
        }
        if self.stop.is_set() {
            return Err(Interrupted);
        }
        Ok(Finished { position, fault: fault.map(|(_, story, _)| story) })
    }

    /// The move of whoever has the turn.
    fn ask(
        &self,
        seat: &mut Seated,
        number: usize,
        event: &Event,
        position: &Position,
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
                Ok(chosen.ok_or_else(|| Fault { loss: Loss::Forfeit, story: "had no move".into(), is_sane: true }))
            }
            Seated::Program { name, command, process } => {
                let bot = match process {
                    Some(bot) => bot,
                    None => match BotProcess::start(command, self.surroundings, Log::new(self.log, name.as_str())) {
                        Ok(bot) => process.insert(Box::new(bot)),
                        Err(error) => {
                            let story = format!("could not be started: {error}");
                            return Ok(Err(Fault { loss: Loss::Forfeit, story, is_sane: false }));
                        }
                    },
                };
                let is_fresh = bot.is_fresh;
                let limit = if is_fresh { limit + self.programme.start_time() } else { limit };
                let line = self.line(event, position, position.turn(), limit);
                let trouble = match bot.ask(&line, limit + MARGIN, self.stop) {
                    Ok(answer) => return Ok(bot_answer(position, &answer).map_err(bad_answer)),
                    Err(AskError::Stopped) => return Err(Interrupted),
                    Err(AskError::Trouble(trouble)) => trouble,
                };
                Ok(Err(match trouble {
                    Trouble::Late(written) if written.is_empty() && is_fresh => never_heard_of(limit),
                    Trouble::Late(written) => late(limit, &written),
                    Trouble::Flooded => unruly("wrote a line of more than 64 KiB".into()),
                    Trouble::OutOfTurn(said) => unruly(format!("wrote out of turn: {}", quoted(&said))),
                    Trouble::SeveralLines(first) => {
                        unruly(format!("answered with more than one line, the first of them {}", quoted(&first)))
                    }
                    Trouble::Left => {
                        bot.await_end();
                        left(process.take().map(|bot| bot.end(false)))
                    }
                }))
            }
        }
    }

    /// Tells a bot how the game ended. One that cannot be trusted is ended after that; it is started anew for its next game.
    fn tell(&self, seat: &mut Seated, event: &Event, position: &Position, side: Player, misbehaved: bool) {
        let Seated::Program { process, .. } = seat else { return };
        let Some(mut bot) = process.take() else { return };
        let line = self.line(event, position, side, Duration::ZERO);
        let patience = if misbehaved { Duration::ZERO } else { self.programme.move_time() + MARGIN };
        if bot.tell(&line, patience, self.stop) && !misbehaved && !self.stop.is_set() {
            *process = Some(bot);
        } else {
            bot.end(false);
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
    pub(crate) fn leave(self, politely: bool) {
        if let Seated::Program { process: Some(bot), .. } = self {
            bot.end(politely);
        }
    }
}

fn late(limit: Duration, written: &[u8]) -> Fault {
    let seconds = limit.as_secs_f64();
    let story = match written {
        [] => format!("had no answer after {seconds} s"),
        written => format!("had written {} after {seconds} s, and not the end of a line", quoted(written)),
    };
    Fault { loss: Loss::Time, story, is_sane: false }
}

/// Nothing has ever come from it. Mostly that is a bot whose answers wait in a buffer.
fn never_heard_of(limit: Duration) -> Fault {
    let fault = late(limit, &[]);
    Fault { story: format!("{} (it must flush its output after each line)", fault.story), ..fault }
}

fn bad_answer(answer: BadAnswer) -> Fault {
    let story = format!("answered: {answer}");
    match answer {
        BadAnswer::Illegal(illegal) => Fault { loss: Loss::IllegalNumber(illegal.attempt), story, is_sane: true },
        BadAnswer::Garbage { .. } => Fault { loss: Loss::Forfeit, story, is_sane: false },
    }
}

fn left(ended: Option<Ended>) -> Fault {
    let mut story = match ended.as_ref().and_then(|ended| ended.by_itself).map(|status| status.code()) {
        None => "closed its output instead of answering".to_string(),
        Some(None) => "ended instead of answering".into(),
        Some(Some(code)) => {
            // Above 128 shells put the signal that ended a program.
            let signal = code.checked_sub(128).and_then(signal_name);
            let signal = signal.map(|name| format!(" ({name})")).unwrap_or_default();
            format!("ended with exit code {code}{signal} instead of answering")
        }
    };
    if let Some(words) = ended.and_then(|ended| ended.last_words) {
        story.push_str(&format!("; its last words: {}", quoted(words.as_bytes())));
    }
    unruly(story)
}

fn unruly(story: String) -> Fault {
    Fault { loss: Loss::Forfeit, story, is_sane: false }
}

/// The beginning of what a bot wrote, fit to be shown.
fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    let text = text.trim_end();
    let shown: String = text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let more = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("\"{shown}{more}\"")
}
