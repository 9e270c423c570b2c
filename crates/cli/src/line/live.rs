//! A live game in line mode: the other one is somewhere else, so that either a line or news may come first.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use api::live::LiveWish;
use duel::speech::{Remark, Role, Span};
use duel::{Seat, Side, Sitter, Typed, Who};

use crate::failure::{Failure, Fallible, tell};
use crate::line::board;
use crate::line::dialogue::{Dialogue, is_farewell};
use crate::line::game::Course;
use crate::line::input::Input;
use crate::line::keys::{self, Keys};
use crate::line::live_prompt::{self, Request};
use crate::line::manual;
use crate::line::prompt::SaveAs;
use crate::line::teller::{Teller, Turns};
use crate::line::typing::{Stroke, Typing};
use crate::live::link::Link;
use crate::live::{Followed, Heard, News, Standing, clock};
use crate::signals::before_the_end;
use crate::store::record_file;
use crate::store::saves::Store;
use crate::words::{self, say};

/// So much may wait to be told; whoever brings more waits.
pub(super) const WAITING: usize = 64;

/// So much time is left when somebody is told to hurry.
const SHORT: Duration = Duration::from_secs(10);

/// Something that has come.
enum Arrival {
    /// A line; `None` at the end of input.
    Typed(io::Result<Option<String>>),
    /// Keys, at most to the end of a line.
    Keys(io::Result<Option<Vec<u8>>>),
    News(News),
}

/// Plays a live game, or watches it, until it is over or people leave. Gives the game that they go on to, if they do.
pub(crate) fn play(talk: Dialogue<'_>, mut game: Followed, turns: Turns) -> Fallible<Option<Link>> {
    let way_back = game.way_back();
    let said = way_back.clone();
    before_the_end(move || {
        keys::give_back();
        tell(&said);
    })?;
    let (sender, arrivals) = sync_channel(WAITING);
    let news = sender.clone();
    game.follow(move |what| {
        // Where nobody listens any more nobody wants to know.
        let _ = news.send(Arrival::News(what));
    })?;
    let teller = Teller::new(talk, turns, game.address());
    let keys = if teller.talk.is_at_a_terminal() { Keys::take()? } else { None };
    let wanted = if keys.is_some() {
        read(sender, || Arrival::Keys(keys::read()))?
    } else {
        read(sender, || Arrival::Typed(Input::stdin().line()))?
    };
    let asked = Asked::default();
    let mut live = LiveGame {
        teller,
        game,
        arrivals,
        wanted,
        keys,
        typing: Typing::default(),
        asked,
        told: None,
        typed: None,
        is_other_away: false,
        is_other_late: false,
        hurry: Hurry::No,
        goes_on: None,
    };
    let course = live.play()?;
    if live.goes_on.is_some() {
        return Ok(live.goes_on);
    }
    if course == Course::Left && !live.game.now().is_over() {
        tell(&way_back);
    }
    Ok(None)
}

/// Reads something whenever it is wanted: a thread of its own waits for it.
fn read(arrivals: SyncSender<Arrival>, read: fn() -> Arrival) -> io::Result<Sender<()>> {
    let (wanted, wishes) = channel::<()>();
    thread::Builder::new().spawn(move || {
        for () in wishes {
            if arrivals.send(read()).is_err() {
                break;
            }
        }
    })?;
    Ok(wanted)
}

struct LiveGame<'a> {
    teller: Teller<'a>,
    game: Followed,
    arrivals: Receiver<Arrival>,
    /// Asks for a line, or for keys.
    wanted: Sender<()>,
    /// Where keys are read; elsewhere nothing stands half typed before us.
    keys: Option<Keys>,
    typing: Typing,
    asked: Asked,
    /// The turn that was told last: its round, who began it, and how many moves were made in it.
    told: Option<(u32, Seat, usize)>,
    /// What was typed as a move, until it is known what comes of it.
    typed: Option<String>,
    /// Whether it was said that the other one is away.
    is_other_away: bool,
    /// Whether it was said that the game can be claimed from them.
    is_other_late: bool,
    /// What was said of our own time in this turn.
    hurry: Hurry,
    /// Where they go from here.
    goes_on: Option<Link>,
}

/// How urgent it is for us to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd)]
enum Hurry {
    #[default]
    No,
    /// Little time is left,
    Soon,
    /// or none.
    Now,
}

/// What whoever is at the keyboard was asked.
#[derive(Default)]
struct Asked {
    /// Whether a line, or keys, are being read.
    is_reading: bool,
    /// Whether a prompt stands there without an answer.
    is_prompted: bool,
    /// Whether they were asked if they really resign.
    is_resigning: bool,
}

impl LiveGame<'_> {
    fn play(&mut self) -> Fallible<Course> {
        self.keep();
        self.open()?;
        if self.game.session().turn().is_none() {
            self.tell_end()?;
        }
        // Whoever comes back is still asked what they were asked before.
        if let Some(proposed) = self.game.proposed_words() {
            self.teller.talk.line(&proposed)?;
        }
        self.tell_how_to_answer()?;
        loop {
            // A file has nothing to say to what others play: it is watched to its end.
            let is_watched = self.game.seat().is_none() && !self.teller.talk.is_at_a_terminal();
            if is_watched && self.game.session().is_over() {
                return Ok(Course::Over);
            }
            self.show_lateness()?;
            self.show_hurry()?;
            self.ask()?;
            let arrival = match self.until_a_clock_says_something(Instant::now()) {
                None => self.arrivals.recv().map_err(RecvTimeoutError::from),
                Some(time) => self.arrivals.recv_timeout(time),
            };
            match arrival {
                // Somebody's time is up, or almost.
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Course::Left),
                Ok(Arrival::News(news)) => self.hear(news)?,
                Ok(Arrival::Typed(line)) => {
                    self.asked.is_reading = false;
                    let Some(line) = line? else { return self.leave() };
                    self.teller.talk.echo(&line)?;
                    if let Some(course) = self.finish(&line)? {
                        return Ok(course);
                    }
                }
                Ok(Arrival::Keys(keys)) => {
                    self.asked.is_reading = false;
                    let Some(keys) = keys? else { return self.leave() };
                    if let Some(course) = self.take_keys(&keys)? {
                        return Ok(course);
                    }
                }
            }
        }
    }

    /// Leaves where nothing was typed.
    fn leave(&mut self) -> Fallible<Course> {
        self.teller.talk.line("")?;
        Ok(Course::Left)
    }

    /// Shows what is typed, and does what a finished line says.
    fn take_keys(&mut self, keys: &[u8]) -> Fallible<Option<Course>> {
        for &key in keys {
            let talk = &mut self.teller.talk;
            match self.typing.take(key) {
                Stroke::Nothing => {}
                Stroke::Shown(letter) => talk.letter(letter)?,
                Stroke::Erased(columns) => talk.erase(columns)?,
                Stroke::End => return self.leave().map(Some),
                Stroke::Pause => {
                    self.interrupt()?;
                    self.teller.talk.flush()?;
                    if let Some(keys) = &self.keys {
                        keys.pause()?;
                    }
                }
                Stroke::Line(line) => {
                    talk.line("")?;
                    if let Some(course) = self.finish(&line)? {
                        return Ok(Some(course));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Does what was typed, or leaves.
    fn finish(&mut self, line: &str) -> Fallible<Option<Course>> {
        self.asked.is_prompted = false;
        if is_farewell(line) {
            return Ok(Some(Course::Left));
        }
        self.obey(line)?;
        Ok(self.goes_on.is_some().then_some(Course::Left))
    }

    /// Who plays, and how it stands.
    fn open(&mut self) -> Fallible {
        let (game, address) = (&self.game, self.game.address());
        let (session, open) = (game.session(), game.now().open);
        let title = session.book().title();
        let name = |seat: Seat| match session.sitter(seat) {
            Sitter { name, who: Who::Program } => words::line().is_a_program(name),
            Sitter { name, .. } => name.to_string(),
        };
        self.teller.gap()?;
        self.teller.talk.line(&match game.seat() {
            Some(own) => words::line().you_play_live(title, &name(own.other())),
            None => words::line().you_watch(title, &name(Seat::One), &name(Seat::Two)),
        })?;
        if open != [false, false] {
            self.teller.talk.line(&words::line().seat_is_open())?;
        }
        let is_begun = session.position().moves().len() > session.opening();
        let first = session.called(session.starter(), address);
        let first = if session.is_tossed() { Remark::Toss(first) } else { Remark::MovesFirst(first) };
        // Who moves first is no news where they have moved.
        if let Some(remark) = session.round_remark(address).or((!is_begun).then_some(first)) {
            self.teller.talk.line(&say(&remark))?;
        }
        if is_begun {
            if session.round() > 1 && session.turn().is_some() {
                self.teller.talk.line(&say(&session.score_remark(address)))?;
            }
            return Ok(board::moves_so_far(&mut self.teller.talk, session, address)?);
        }
        self.teller.welcome(session)
    }

    /// Tells whose turn it is, and asks for a line where one is wanted.
    fn ask(&mut self) -> Fallible {
        let is_at_a_terminal = self.teller.talk.is_at_a_terminal();
        if self.game.is_doing() || self.asked.is_prompted {
            // Nothing is asked, and somebody at a terminal may want to leave.
            return self.read(is_at_a_terminal);
        }
        let turn = self.turn();
        let is_new = self.game.now().turn().is_some() && self.told != Some(turn);
        if is_new {
            self.interrupt()?;
        }
        let session = self.game.session();
        if let Some(seat) = self.game.now().turn().filter(|_| is_new) {
            self.told = Some(turn);
            self.teller.turn(session, seat)?;
            if let Some(left) = self.game.time_left(Instant::now()).filter(|_| self.game.is_our_turn()) {
                self.teller.talk.line(&time_for_us(left))?;
            }
            self.hurry = self.hurry_now();
        }
        let plain = |text: String| Some(vec![Span { text: format!("{text} "), role: Role::Text }]);
        let prompt = match self.game.seat() {
            Some(_) if self.asked.is_resigning => plain(words::line().really_resign()),
            Some(_) if self.game.is_our_turn() => Some(self.teller.question(session, session.position())),
            // Whoever has asked for more waits for the answer.
            Some(own) if self.game.now().proposed.is_some_and(|(by, _)| by == own) => None,
            Some(_) if session.match_goes_on() && session.turn().is_none() => {
                plain(words::line().next_round_or_leave())
            }
            Some(_) if session.turn().is_none() && self.game.way_on().is_some() => {
                plain(words::line().go_on_or_leave())
            }
            Some(own) if session.turn().is_none() => plain(match session.sitter(own.other()) {
                Sitter { name, who: Who::Program } if !self.game.now().here[own.other().index()] => {
                    words::line().leave_after(name)
                }
                _ => words::line().rematch_or_leave(),
            }),
            _ => None,
        };
        if let Some(prompt) = &prompt {
            self.interrupt()?;
            self.teller.talk.prompt(prompt)?;
            self.asked.is_prompted = true;
        } else if let Some(mover) = session.mover().filter(|_| is_new && is_at_a_terminal) {
            self.teller.talk.line(&words::line().waiting_for(&mover.name))?;
        }
        // A file's next line is for the next turn, whoever sits at a terminal may want something at any time.
        self.read(prompt.is_some() || is_at_a_terminal)
    }

    /// Lets something be read if it is wanted, behind what was typed already.
    fn read(&mut self, is_wanted: bool) -> Fallible {
        for letter in self.typing.uncover().chars() {
            self.teller.talk.letter(letter)?;
        }
        if is_wanted && !self.asked.is_reading {
            self.asked.is_reading = self.wanted.send(()).is_ok();
        }
        Ok(self.teller.talk.flush()?)
    }

    /// Begins a line of its own where a prompt stands, or what is being typed.
    fn interrupt(&mut self) -> Fallible {
        if self.typing.cover() | std::mem::take(&mut self.asked.is_prompted) {
            self.teller.talk.line("")?;
        }
        Ok(())
    }

    /// Does what was typed.
    fn obey(&mut self, line: &str) -> Fallible {
        if std::mem::take(&mut self.asked.is_resigning) {
            if matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
                self.game.act(LiveWish::Resign { fault: None });
            }
            return Ok(());
        }
        let (session, address) = (self.game.session(), self.game.address());
        let talk = &mut self.teller.talk;
        match live_prompt::understand(line) {
            Request::Wish(_) | Request::Resign if self.game.seat().is_none() => {
                talk.line(&words::line().only_watching())?;
            }
            Request::Wish(_) | Request::Resign if self.game.is_doing() => {
                talk.line(&words::line().still_sending())?;
            }
            Request::Wish(LiveWish::Type { .. }) if let Some(name) = self.game.waits_for() => {
                talk.line(&words::both().not_your_turn(name))?;
            }
            Request::Wish(LiveWish::ProposeTakeBack {}) if let Some(name) = self.game.would_rather_not() => {
                talk.line(&words::both().would_rather_not(name))?;
            }
            Request::Wish(wish) => {
                self.typed = if let LiveWish::Type { text } = &wish { Some(text.clone()) } else { None };
                self.game.act(wish);
            }
            // There is nothing to say to nothing, where no move is asked for.
            Request::Unknown(_) if line.trim().is_empty() && !self.game.is_our_turn() => {}
            // What has ended is not given up, and the server says so.
            Request::Resign if session.turn().is_none() => self.game.act(LiveWish::Resign { fault: None }),
            // In a file whoever wrote it has thought about it.
            Request::Resign if talk.is_at_a_terminal() => self.asked.is_resigning = true,
            Request::Resign => self.game.act(LiveWish::Resign { fault: None }),
            Request::GoOn => match self.game.way_on() {
                Some(link) => self.goes_on = Some(link),
                None => talk.line(&words::line().nothing_to_go_to())?,
            },
            Request::Help => talk.line(&live_prompt::help(session, self.game.seat().is_some()))?,
            Request::Moves if session.hides_legal() => talk.line(&say(&Remark::FindThem))?,
            Request::Moves => board::legal(talk, session.position())?,
            Request::Board => board::of_game(talk, session, address)?,
            Request::Chain => board::chain(talk, session, address)?,
            Request::Rules => manual::print(talk, session.book())?,
            Request::Brief => self.teller.change_turns()?,
            Request::Advice => {
                let seat = self.game.seat().unwrap_or(Seat::One);
                talk.line(&say(&Remark::NoAdvice(session.called(seat, address))))?;
            }
            Request::Save(SaveAs { name, force }) => {
                match record_file::write(Path::new(name), &session.record(), force) {
                    Ok(()) => talk.line(&words::line().saved_as(name))?,
                    Err(error) => tell(&words::line().failed_in_game(&format!("{error:#}"))),
                }
            }
            Request::Unknown(answer) => talk.line(&answer)?,
        }
        Ok(())
    }

    fn hear(&mut self, news: News) -> Fallible {
        match self.game.hear(news) {
            Heard::Changed(before) => {
                self.interrupt()?;
                if self.game.calls_us(&before) {
                    self.teller.talk.ring()?;
                }
                self.show(&before)
            }
            Heard::Refused(words, before) => {
                self.interrupt()?;
                let typed = self.typed.take();
                let is_ours = self.game.is_our_turn() && typed.is_some();
                let again = if is_ours { format!(" {}", words::line().choose_again()) } else { String::new() };
                self.teller.talk.line(&format!("{words}{again}"))?;
                before.map_or(Ok(()), |before| self.show(&before))
            }
            Heard::Presence(before) => self.show_presence(before),
            Heard::Lost => {
                self.interrupt()?;
                tell(&words::line().no_connection());
                Ok(())
            }
            Heard::Back => {
                self.interrupt()?;
                tell(&words::line().connected_again());
                Ok(())
            }
            Heard::SeatIsGone(words) => {
                self.interrupt()?;
                self.asked.is_resigning = false;
                // Nobody here is spoken to as the one who plays any more.
                self.teller.address = self.game.address();
                self.typed = None;
                Ok(self.teller.talk.line(&words)?)
            }
            Heard::Ended(reason) => {
                self.interrupt()?;
                Err(Failure::data(reason))
            }
            Heard::Done | Heard::Nothing => Ok(()),
        }
    }

    /// Who comes and goes, for whoever waits.
    fn show_presence(&mut self, before: [bool; 2]) -> Fallible {
        let now = self.game.now();
        let other = self.game.seat().map(Seat::other).filter(|seat| !now.open[seat.index()]);
        let Some(seat) = other.filter(|seat| before[seat.index()] != now.here[seat.index()]) else { return Ok(()) };
        if !self.teller.talk.is_at_a_terminal() {
            return Ok(());
        }
        let (name, is_here) = (now.session.sitter(seat).name.clone(), now.here[seat.index()]);
        // Whoever has just come was not away.
        if is_here && !self.is_other_away {
            return Ok(());
        }
        self.is_other_away = !is_here;
        self.interrupt()?;
        Ok(self.teller.talk.line(&if is_here {
            words::line().is_here_again(&name)
        } else {
            words::line().has_gone(&name)
        })?)
    }

    fn until_a_clock_says_something(&self, now: Instant) -> Option<Duration> {
        let until_up = self.game.until_time_is_up(now)?;
        let is_ours = self.game.is_our_turn() && self.game.now().is_limited;
        Some(until_up.checked_sub(SHORT).filter(|time| is_ours && !time.is_zero()).unwrap_or(until_up))
    }

    /// How urgent it is for us to move.
    fn hurry_now(&self) -> Hurry {
        let now = Instant::now();
        let is_short = self.game.is_our_turn() && self.game.time_left(now).is_some_and(|left| left <= SHORT);
        match self.game.may_be_claimed_by(now) {
            Some(_) => Hurry::Now,
            None if is_short => Hurry::Soon,
            None => Hurry::No,
        }
    }

    /// That our own time runs out, once.
    fn show_hurry(&mut self) -> Fallible {
        let hurry = self.hurry_now();
        let is_silent = !self.teller.talk.is_at_a_terminal() || self.told != Some(self.turn());
        if is_silent || hurry <= std::mem::replace(&mut self.hurry, hurry) {
            return Ok(());
        }
        self.interrupt()?;
        Ok(self.teller.talk.line(&match self.game.may_be_claimed_by(Instant::now()) {
            Some(name) => words::both().your_time_is_up(name),
            None => words::line().seconds_left(SHORT.as_secs()),
        })?)
    }

    /// The turn as it is told: its round, who began it, and how many moves were made in it.
    fn turn(&self) -> (u32, Seat, usize) {
        let session = self.game.session();
        (session.round(), session.starter(), session.position().moves().len())
    }

    /// That the game can be claimed, once.
    fn show_lateness(&mut self) -> Fallible {
        let is_late = self.teller.talk.is_at_a_terminal() && self.game.may_claim(Instant::now());
        if is_late == std::mem::replace(&mut self.is_other_late, is_late) || !is_late {
            return Ok(());
        }
        self.interrupt()?;
        let now = self.game.now();
        let Some(late) = now.awaited else { return Ok(()) };
        let name = &now.session.sitter(late.seat).name;
        Ok(self.teller.talk.line(&match now.session.turn() {
            None => words::line().is_late_for_the_next_round(name),
            Some(_) if now.is_limited => words::line().is_late(name),
            Some(_) => words::line().has_not_moved(name),
        })?)
    }

    /// What is shown is kept before.
    fn keep(&mut self) {
        if let Some(complaint) = self.game.keep(Store::of_user().map(|store| store.history())) {
            tell(&words::line().note(&complaint));
        }
    }

    /// Tells how the game came from there to here.
    fn show(&mut self, before: &Standing) -> Fallible {
        self.keep();
        let typed = self.typed.take();
        // Whatever happens comes before the question: a word that answers it could be meant for that.
        if std::mem::take(&mut self.asked.is_resigning) {
            self.typing.forget();
        }
        let now = self.game.now();
        for tidings in self.game.tidings(before) {
            self.teller.talk.line(&tidings)?;
        }
        if now.is_another_round(before) {
            return self.open();
        }
        let (session, was) = (&now.session, before.session.position());
        let position = session.position();
        let same = was.moves().iter().zip(position.moves()).take_while(|(one, other)| one == other).count();
        let names = board::names_in_a_list(session, self.game.address());
        for (at, undone) in was.moves().iter().enumerate().skip(same).rev() {
            self.teller.talk.line(&words::both().taken_back(*undone, &names[Side::of_ply(at).index()]))?;
            self.told = None;
        }
        for (at, chosen) in position.moves().iter().enumerate().skip(same) {
            let is_typed = typed.is_some() && Some(session.seat(Side::of_ply(at))) == self.game.seat();
            if let Some(from) = position.at_ply(at).filter(|_| !is_typed) {
                self.teller.as_if_typed(session, &from, *chosen)?;
            }
            if let Some(after) = position.at_ply(at + 1) {
                self.teller.played(session, &after)?;
            }
        }
        let is_tried = same == was.moves().len() && same == position.moves().len();
        if let Some(number) = typed.filter(|_| is_tried).and_then(|typed| typed.parse::<Typed>().ok()) {
            self.teller.refuse(was, number)?;
        }
        if before.proposed != now.proposed {
            self.tell_how_to_answer()?;
        }
        let session = self.game.session();
        if session.turn().is_none() && before.session.turn().is_some() {
            self.tell_end()?;
        }
        Ok(())
    }

    /// What whoever is asked for something can type, and how long there is for it.
    fn tell_how_to_answer(&mut self) -> Fallible {
        if !self.game.is_asked_to_agree() {
            return Ok(());
        }
        self.teller.talk.line(&words::line().yes_or_no())?;
        let is_over = self.game.session().turn().is_none();
        if let Some(left) = self.game.time_left(Instant::now()).filter(|_| is_over) {
            self.teller.talk.line(&time_for_us(left))?;
        }
        Ok(())
    }

    fn tell_end(&mut self) -> Fallible {
        let finished = self.game.session();
        self.teller.end(finished)?;
        self.teller.score(finished)?;
        self.teller.gap()
    }
}

/// How much time we have.
fn time_for_us(left: Duration) -> String {
    match clock::seconds(left) {
        seconds @ 0..=120 => words::line().you_have_seconds(seconds),
        _ => words::line().you_have_time(&clock::face(left)),
    }
}
