//! `divisor-duel play`: a game between two people.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use duel::session::{First, Rounds, Setup};
use duel::{Invalid, RuleBook, Seat, Session};

use crate::arena::programs::MOVE_TIME;
use crate::chance;
use crate::commands::arguments::{GameOrFile, Seconds, game_or_file, seconds, whole};
use crate::commands::history::file_or_number;
use crate::commands::{Cli, learn, remembered};
use crate::failure::{Failure, Fallible};
use crate::full::{Front, Home};
use crate::line::deeds::Deeds;
use crate::line::dialogue::Dialogue;
use crate::line::game;
use crate::line::lesson;
use crate::line::menu::{self, Choice, Wish};
use crate::line::teller::Turns;
use crate::names::Names;
use crate::sitting::contender::Contender;
use crate::sitting::here::Here;
use crate::sitting::{Around, Sitting};
use crate::store::games;
use crate::store::history::Listing;
use crate::store::record_file::RecordFile;
use crate::store::saves::{Keeper, Store};
use crate::store::settings::{Advised, Against, Written};
use crate::words::{self, ADDRESS, say};

/// Play a game: people at one keyboard, computers, or both
#[derive(Clone, clap::Args, Default)]
#[command(
    before_help = "\
Examples:
  divisor-duel play                     choose from a menu
  divisor-duel play chain --p2 fox --names Ada
                                        against the computer
  divisor-duel play chain --p2 \"bot:python3 bot.py\"
  divisor-duel play chain --first toss
  divisor-duel play classic --fair --names Ada,Bo --record game.duel
  divisor-duel play take:1..60,first=odd
  divisor-duel play --from game.duel --move 7 --p2 level:5
  divisor-duel play --rules my-book.toml
  printf '12\\n4\\n16\\n' | divisor-duel play chain",
    after_help = "\
Computers: auto finds whom you beat about half the time, from the games you have finished in this book, and you move first in turns; mole (level:1) knows the rules, hare (level:2) sees a dead end when it is near, fox (level:3) thinks of your answer and of the \
answer to that, owl (level:4) thinks many moves ahead, euclid (level:5) never loses what can be won (misère pools of more than 60 \
numbers are beyond it). The same --seed gives the same game.
Programs: bot:COMMAND is given to sh -c and plays by docs/bot-protocol.md, as in an arena: 1 s for a move (--bot-time), and 5 s \
more for the first one after a start. An illegal number, silence or anything else loses. It has your rights: run only what you trust.
At a prompt type a number, or: help, moves, board, chain, hint, explain, pairing, rules, brief, undo, resign, save [FILE], from [MOVE] [PLAYER], quit.
The game is saved after every move; divisor-duel resume takes it up again."
)]
pub(crate) struct Args {
    /// A rule book's name, a code, or a rule file; a menu without it
    #[arg(value_parser = game_or_file)]
    game: Option<GameOrFile>,
    /// Play the book in this rule file
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    rules: Option<PathBuf>,
    /// Play on from a position of the game in this record, or of a finished game by its number, against the same player; with --p1 or --p2 the first seat has the turn
    #[arg(long, value_name = "FILE|NUMBER", conflicts_with_all = ["game", "rules", "fair", "invalid", "first", "best_of", "rounds"])]
    from: Option<PathBuf>,
    /// Before which move of it, counted from 1; as late as can be without it
    #[arg(long, value_name = "N", requires = "from", value_parser = counted_from_1)]
    r#move: Option<u32>,
    /// Who plays in the first seat: human, a computer (auto, mole, hare, fox, owl, euclid, or level:1 to level:5), or bot:COMMAND
    #[arg(long, value_name = "PLAYER")]
    p1: Option<Contender>,
    /// Who plays in the second seat
    #[arg(long, value_name = "PLAYER")]
    p2: Option<Contender>,
    /// Seconds that a bot has for a move; 1 without it
    #[arg(long, value_name = "SECONDS", value_parser = seconds(0.001))]
    bot_time: Option<Seconds>,
    /// Append what bots write to standard error to this file; without it their last words are told when they crash
    #[arg(long, value_name = "FILE")]
    bot_log: Option<PathBuf>,
    /// The players' names; one is enough against a computer
    #[arg(long, value_name = "NAME[,NAME]")]
    names: Option<Names>,
    /// Who moves first; without it the first seat, and on auto you and the computer in turns
    #[arg(long, value_parser = first())]
    first: Option<First>,
    /// Fair start: the first pick must not be a prime
    #[arg(long)]
    fair: bool,
    /// Legal numbers are not shown: find them yourself, and see at the end how many were found at the first try
    #[arg(long)]
    find: bool,
    /// Who may ask for advice: a handicap for families; both without it
    #[arg(long, value_name = "SEAT", value_parser = advised())]
    advice: Option<Advised>,
    /// What an illegal number costs; without it the book decides
    #[arg(long, value_parser = invalid())]
    invalid: Option<Invalid>,
    /// Makes the toss and the computers' choices come out the same every time
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Write the record of the finished game here (in a match game-1.duel, game-2.duel, …)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Let the record take the place of whatever is there
    #[arg(long, requires = "record")]
    force: bool,
    /// Play a match: at most so many rounds, the start alternating; it is over when nobody can catch up
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    best_of: Option<u32>,
    /// Play a match of so many rounds, all of them; an even number can end in a tie
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX), conflicts_with = "best_of")]
    rounds: Option<u32>,
}

/// For clap: the number of a move.
fn counted_from_1(text: &str) -> Result<u32, String> {
    whole(1..=u32::MAX)(text).map_err(|_| "a whole number, counted from 1".into())
}

/// For clap: who moves first.
fn first() -> impl TypedValueParser<Value = First> {
    PossibleValuesParser::new(["1", "2", "toss"]).map(|word| match word.as_str() {
        "1" => First::Seat(Seat::One),
        "2" => First::Seat(Seat::Two),
        _ => First::Toss,
    })
}

/// For clap: who may ask for advice.
fn advised() -> impl TypedValueParser<Value = Advised> {
    PossibleValuesParser::new(Advised::ALL.map(|(word, _)| word))
        .map(|word| Advised::read(&word).expect("one of those that are possible"))
}

/// For clap: what an illegal number costs.
fn invalid() -> impl TypedValueParser<Value = Invalid> {
    let words = [
        PossibleValue::new("retry").help("The player is told why and asked again"),
        PossibleValue::new("loses").help("It loses the game at once"),
    ];
    PossibleValuesParser::new(words).map(|word| if word == "retry" { Invalid::Retry } else { Invalid::Loses })
}

impl Args {
    pub(crate) fn run(mut self, front: &Front) -> Fallible {
        let played = match (&self.from, &self.game, &self.rules) {
            (Some(path), _, _) => {
                let (here, players, has_the_turn) = from(path, self.r#move)?;
                let is_as_it_was = self.p1.is_none() && self.p2.is_none();
                if is_as_it_was {
                    [self.p1, self.p2] = players;
                }
                let (book, here) = (here.book.clone(), Some((here, has_the_turn || !is_as_it_was)));
                Played { book, rule_file: None, here }
            }
            (None, Some(game), _) => {
                let (book, rule_file) = game.clone().book(|path| words::line().is_a_record_to_resume(&path))?;
                Played { book, rule_file, here: None }
            }
            (None, None, Some(path)) => {
                Played { book: games::read_rule_file(path)?, rule_file: Some(path.clone()), here: None }
            }
            (None, None, None) if front.is_full_screen() => return front.show_home(self.home()?),
            (None, None, None) => return self.stay_at_the_menu(front),
        };
        self.begin(played, front, None)
    }

    /// The menu of line mode: whatever is begun there leads back to it, until people leave.
    fn stay_at_the_menu(mut self, front: &Front) -> Fallible {
        words::come_to_the_menu();
        let mut talk = Dialogue::with_user();
        let (mut choice, mut deeds) = (self.choice(&talk, front), Deeds::of_user());
        let run = |line: &str, is_brief| Cli::run_typed(line, is_brief).map(|()| Deeds::of_user());
        menu::greet(&mut talk, &choice, &deeds)?;
        while let Some(wish) = menu::choose(&mut talk, &mut choice, &mut deeds, &run)? {
            match wish {
                Wish::Learn => {
                    if let Some(lesson) = lesson::choose(&mut talk, &deeds.progress)? {
                        learn::teach(Dialogue::with_user(), lesson, front)?;
                    }
                }
                Wish::Play => {
                    remembered::remember(&talk, |settings| choice.remember(settings));
                    // A record is of one game: the first.
                    let record = self.record.take();
                    let played = Played { book: choice.book.clone(), rule_file: None, here: None };
                    Args { record, ..self.clone() }.chosen(&choice).begin(played, front, Some(choice.is_brief))?;
                }
            }
            deeds = Deeds::of_user();
            choice.is_brief = remembered::settings(&talk).brief.unwrap_or(choice.is_brief);
            talk.line("")?;
            talk.line(&words::line().back_at_the_menu())?;
        }
        Ok(())
    }

    /// The same with what was chosen in the menu.
    fn chosen(self, choice: &Choice) -> Args {
        let names = choice.names();
        let Choice { book, players: [p1, p2], first, rounds, advice, find, fair, .. } = choice.clone();
        let (best_of, rounds) = match rounds {
            Some(Rounds::BestOf(rounds)) => (Some(rounds), None),
            Some(Rounds::All(rounds)) => (None, Some(rounds)),
            None => (None, None),
        };
        Args {
            // Where there is no fair start nobody misses it.
            fair: fair && book.with_fair_start().is_ok(),
            p1: Some(p1),
            p2: Some(p2),
            advice: Some(advice),
            names,
            first,
            best_of,
            rounds,
            find,
            ..self
        }
    }

    /// Plays it; in turns as short as they are in the menu, if it comes from there.
    fn begin(self, played: Played, front: &Front, brief_in_menu: Option<bool>) -> Fallible {
        let full_screen = front.is_full_screen();
        let mut talk = Dialogue::with_user();
        // In a menu, and on auto: a beginner who always moves first wins too easily in some books.
        let takes_turns = brief_in_menu.is_some() || [&self.p1, &self.p2].contains(&&Some(Contender::Auto));
        let Played { book, rule_file, here } = played;
        let players = self.players();
        let rounds = self.match_rounds();
        let book = vary(book, self.fair, self.invalid)?;
        book.game().start().map_err(Failure::misused)?;
        let id = chance::new_id()?;
        let record = self.record.map(|path| RecordFile::for_game(&path, self.force, Some(&id), rounds));
        let rule_file = rule_file.map(|path| path.canonicalize().unwrap_or(path));
        let keeper = Keeper::new(Store::of_user(), None);
        let finished = if takes_turns { keeper.finished_games() } else { Listing::default() };
        let auto = finished.auto(&book);
        let who = players.each_ref().map(|player| player.who(auto.level));
        let around = Around {
            rule_file,
            record: record.transpose()?,
            auto: players.contains(&Contender::Auto).then_some(auto),
            ..Around::default()
        };
        let in_turn = if takes_turns { First::Seat(finished.starter(&book, who)) } else { First::default() };
        let sitters = Names::seat(self.names.as_ref(), who);
        let usual = match here {
            Some((here, has_the_turn)) => {
                let setup = here.setup(who, has_the_turn);
                Setup { sitters: if self.names.is_some() { sitters } else { setup.sitters.clone() }, ..setup }
            }
            None => Setup { first: self.first.unwrap_or(in_turn), ..Setup::new(book, sitters) },
        };
        let setup = Setup {
            id: Some(id),
            seed: chance::seed(self.seed)?,
            rounds,
            advice: self.advice.map_or(usual.advice, |Advised(advice)| advice),
            hides_legal: self.find || usual.hides_legal,
            ..usual
        };
        let mut sitting = Sitting::begin(setup, keeper, around).map_err(Failure::misused)?;
        let bot_time = self.bot_time.map_or(MOVE_TIME, Duration::from);
        let orders = players.each_ref().map(|player| player.order(bot_time));
        sitting.start_programs(orders, self.bot_log.as_deref())?;
        let toss = sitting.session().toss_remark(ADDRESS).map(|toss| say(&toss));
        if full_screen {
            return front.show_game(sitting, toss);
        }
        if let Some(toss) = toss {
            talk.line(&format!("{toss}\n"))?;
        }
        let turns = remembered::turns(&talk, front, &remembered::settings(&talk));
        let are_brief = brief_in_menu.unwrap_or(turns.are_brief);
        game::play(talk, sitting, Turns { are_brief, ..turns })
    }

    /// What the menu begins with: what was chosen the last time, and what was asked for.
    fn choice(&self, talk: &Dialogue<'_>, front: &Front) -> Choice {
        let mut choice = Choice::of(&remembered::settings(talk), talk.is_at_a_terminal());
        if self.p1.is_some() || self.p2.is_some() {
            choice.players = self.players();
        }
        choice.names = self.names.clone().or(choice.names);
        choice.first = self.first.or(choice.first);
        choice.rounds = self.match_rounds().or(choice.rounds);
        choice.advice = self.advice.unwrap_or(choice.advice);
        choice.find |= self.find;
        choice.fair |= self.fair;
        choice.is_brief = front.brief().unwrap_or(choice.is_brief);
        choice
    }

    fn players(&self) -> [Contender; 2] {
        [&self.p1, &self.p2].map(|player| player.clone().unwrap_or_default())
    }

    fn match_rounds(&self) -> Option<Rounds> {
        self.best_of.map(Rounds::BestOf).or(self.rounds.map(Rounds::All))
    }

    /// The menu of the full screen, with everything set that was asked for.
    fn home(self) -> Fallible<Home> {
        let mut home = Home::of_user();
        let rounds = self.match_rounds();
        if self.p1.is_some() || self.p2.is_some() {
            home.seat(self.players(), self.bot_time.map_or(MOVE_TIME, Duration::from), self.bot_log);
        }
        home.first = self.first.or(home.first);
        home.invalid = self.invalid;
        rounds.map_or(Ok(()), |rounds| rounds.check([0, 0])).map_err(Failure::misused)?;
        // The games of the menu have ids of their own: none of them is the one that this record is of.
        home.record = self.record.map(|path| RecordFile::for_game(&path, self.force, None, rounds)).transpose()?;
        home.names = self.names.or(home.names);
        home.set_rounds(rounds.or(home.rounds));
        home.fair_start |= self.fair;
        home.advice = self.advice.unwrap_or(home.advice);
        home.find |= self.find;
        home.seed = self.seed;
        Ok(home)
    }
}

/// What is played.
struct Played {
    book: RuleBook,
    rule_file: Option<PathBuf>,
    /// From where, and whether the first seat has the turn there.
    here: Option<(Here, bool)>,
}

/// The position of a record that is to be played on, who played there, and whether the first seat has the turn. Which program
/// played there no record says.
fn from(path: &Path, before: Option<u32>) -> Fallible<(Here, [Option<Contender>; 2], bool)> {
    let record = games::read_record(&file_or_number(path)?)?;
    let moves = record.position().moves().len();
    let session = Session::from_record(record).map_err(Failure::refused)?;
    let here = Here::in_game(&session, before.map(|before| before as usize - 1));
    let here = here.ok_or_else(|| Failure::data(words::line().no_move_to_play_on(&path.display(), moves)))?;
    let players = Seat::BOTH.map(|seat| Contender::remembered(Against::This(session.sitter(seat).who)));
    let has_the_turn = session.seat(here.position.turn()) == Seat::One;
    Ok((here, players, has_the_turn))
}

fn vary(book: RuleBook, fair: bool, invalid: Option<Invalid>) -> Fallible<RuleBook> {
    let book = if fair { book.with_fair_start().map_err(Failure::misused)? } else { book };
    Ok(match invalid {
        Some(invalid) => book.with_invalid(invalid),
        None => book,
    })
}
