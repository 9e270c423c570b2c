//! A program in a seat: started, asked, told and ended, and what it did wrong in words. The arena and a game with people at the
//! board both ask here.

use std::sync::Arc;
use std::time::Duration;

use duel::bot::{BadAnswer, BotLine, bot_answer, bytes_in_words};
use duel::{LostBy, Move, Position, RuleBook, Side, Typed};
use signal_hook::low_level::signal_name;

use super::log::{Log, LogFile};
use super::process::{AskError, BotProcess, Ended, Surroundings, Trouble};
use super::stop::Stop;

/// How much more than for a move a program has for the first answer after it was started, unless somebody says otherwise.
pub(crate) const START_TIME: Duration = Duration::from_secs(5);
/// A bot is late only when it is later than this beyond its time: so much may be the referee's own fault, or the system's.
pub(crate) const MARGIN: Duration = Duration::from_millis(100);

/// What every program has that plays here.
pub(crate) struct House {
    pub(crate) surroundings: Surroundings,
    /// Where their standard error goes, if it is kept.
    pub(crate) log: Option<Arc<LogFile>>,
    pub(crate) move_time: Duration,
    pub(crate) start_time: Duration,
}

/// A program. It stays from game to game until it misbehaves.
pub(crate) struct Program {
    name: String,
    command: String,
    process: Option<Box<BotProcess>>,
    /// Whether it has been asked in this game.
    is_asked: bool,
    /// What it did instead of making a legal move in this game.
    conduct: Conduct,
}

/// How a program has behaved in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conduct {
    Good,
    /// It made a wrong move, but keeps to the protocol.
    Sane,
    Unruly,
}

/// What a program is told a position of.
pub(crate) struct Telling<'a> {
    pub(crate) code: &'a str,
    /// The book, where everything is to be told in words as well.
    pub(crate) prose: Option<&'a RuleBook>,
}

/// What somebody did instead of making a legal move.
pub(crate) struct Fault {
    pub(crate) instead: Instead,
    /// A verb and what follows.
    pub(crate) story: String,
    conduct: Conduct,
}

/// What there is instead of a legal move.
pub(crate) enum Instead {
    /// This illegal number was named.
    Named(Typed),
    Lost(LostBy),
}

/// We were told to stop before there was an answer.
pub(crate) struct Interrupted;

impl Program {
    pub(crate) fn new(name: impl Into<String>, command: impl Into<String>) -> Program {
        let (name, command) = (name.into(), command.into());
        Program { name, command, process: None, is_asked: false, conduct: Conduct::Good }
    }

    /// Starts it, if it does not run.
    pub(crate) fn start(&mut self, house: &House) -> std::io::Result<&mut BotProcess> {
        if self.process.is_none() {
            let log = Log::new(house.log.as_ref(), self.name.as_str());
            self.process = Some(Box::new(BotProcess::start(&self.command, &house.surroundings, log)?));
        }
        self.process.as_deref_mut().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Its move in this position, in which it has the turn, or what it did instead.
    pub(crate) fn ask(
        &mut self,
        house: &House,
        telling: &Telling<'_>,
        position: &Position,
        stop: &Stop,
    ) -> Result<Result<Move, Fault>, Interrupted> {
        let is_first = !std::mem::replace(&mut self.is_asked, true);
        let answer = self.answer(house, telling, position, is_first, stop)?;
        self.conduct = answer.as_ref().map_or_else(|fault| fault.conduct, |_| Conduct::Good);
        Ok(answer)
    }

    fn answer(
        &mut self,
        house: &House,
        telling: &Telling<'_>,
        position: &Position,
        is_first: bool,
        stop: &Stop,
    ) -> Result<Result<Move, Fault>, Interrupted> {
        loop {
            let bot = match self.start(house) {
                Ok(bot) => bot,
                Err(error) => return Ok(Err(unruly(format!("could not be started: {error}")))),
            };
            let is_fresh = bot.is_fresh;
            let limit = if is_fresh { house.move_time + house.start_time } else { house.move_time };
            // What it says first in a game may be meant for the game before.
            let may_be_late = is_first && !is_fresh;
            let trouble = match bot.ask(&telling.line(position, position.turn(), limit), limit + MARGIN, stop) {
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
                    bot.await_end(stop);
                    let ended = self.process.take().map(|bot| bot.end(false, stop));
                    let has_ended_well =
                        ended.as_ref().and_then(|ended| ended.by_itself).is_some_and(|it| it.success());
                    if may_be_late && has_ended_well && written.is_empty() {
                        // It took the end of a game for the end of everything; a new one of it goes on.
                        continue;
                    }
                    left(ended, &written)
                }
            }));
        }
    }

    /// Tells it how the game ended. One that has misbehaved is ended after that, and started anew for its next game.
    pub(crate) fn tell(&mut self, house: &House, telling: &Telling<'_>, position: &Position, side: Side, stop: &Stop) {
        self.is_asked = false;
        let conduct = std::mem::replace(&mut self.conduct, Conduct::Good);
        let Some(mut bot) = self.process.take() else { return };
        let is_sane = conduct != Conduct::Unruly;
        let patience = if is_sane { house.move_time + MARGIN } else { Duration::ZERO };
        let is_told = bot.tell(&telling.line(position, side, Duration::ZERO), patience, stop) && !stop.is_set();
        if is_told && conduct == Conduct::Good {
            self.process = Some(bot);
        } else {
            bot.end(is_told && is_sane, stop);
        }
    }

    /// Lets it go when it is not needed any more.
    pub(crate) fn leave(self, stop: &Stop) {
        if let Some(bot) = self.process {
            bot.end(true, stop);
        }
    }
}

impl Telling<'_> {
    fn line(&self, position: &Position, you: Side, limit: Duration) -> Vec<u8> {
        let mut line = BotLine::new(self.code, position, you, limit.as_millis() as u64);
        if let Some(book) = self.prose {
            line = line.with_prose(book, position);
        }
        let mut bytes = serde_json::to_vec(&line).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

pub(crate) fn late(limit: Duration, written: &[u8]) -> Fault {
    let seconds = limit.as_secs_f64();
    let story = match written {
        [] => format!("had no answer after {seconds} s"),
        written => format!("had written {} after {seconds} s, and not the end of a line", bytes_in_words(written)),
    };
    Fault { instead: Instead::Lost(LostBy::Time), story, conduct: Conduct::Unruly }
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
        BadAnswer::Illegal(illegal) => {
            Fault { instead: Instead::Named(illegal.attempt), story, conduct: Conduct::Sane }
        }
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

pub(crate) fn unruly(story: String) -> Fault {
    Fault { instead: Instead::Lost(LostBy::Forfeit), story, conduct: Conduct::Unruly }
}
