//! The longest chain, which somebody makes alone. Whoever asks keeps what they are given here, and gives it back with the next question.

use duel::longest::known::known;
use duel::longest::{self, Size, Solo, Verdict, cut, find};
use duel::rulebook::RuleBook;
use duel::solve::Watch;
use duel::speech::{Called, Language};
use duel::{Position, Seat, Side, Who};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::{Board, Drawn, Stands};
use super::drawn::draw;
use super::looked::too_hard;
use super::trouble::Trouble;
use crate::problem::{Problem, say};
use crate::wire::{self, Numeral};

/// A board of more numbers is not easily seen whole. The terminal goes further.
const MOST: u32 = 200;
/// How much a long chain, and whether there is a longer one, may cost: a few seconds in a browser.
const BUDGET: u64 = 6_000_000;

contract! {
    /// What somebody wants to do with their chain.
    #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum ChainWish {
        /// To put a number at its end, as it was typed.
        Add { text: String },
        /// To take the last number back.
        Undo {},
        /// To put the number that was taken back last where it was.
        Redo {},
        /// To go on at its other end.
        Turn {},
        /// To begin a new one.
        New {},
    }

    /// A chain as it is kept.
    #[serde(deny_unknown_fields)]
    pub struct ChainKept {
        /// The chain, with what was taken back: `1..100: 4 8 2`.
        pub chain: String,
        /// How many of its last numbers were taken back.
        pub taken_back: usize,
        /// The longest there was.
        pub best: String,
    }

    /// A chain to be kept, and what is to be seen of it.
    pub struct Alone {
        /// What is to be kept, before it is shown.
        pub keep: ChainKept,
        /// Why a wish was not granted; then nothing has changed.
        pub refused: Option<String>,
        /// Why a new chain is begun although one was kept.
        pub problem: Option<String>,
        /// The board.
        pub position: Drawn,
        /// The chain as text.
        pub chain: String,
        /// How many numbers it has.
        pub length: usize,
        /// How many the longest had so far.
        pub best: usize,
        /// How many the longest of all has; null where nobody knows.
        pub longest: Option<usize>,
        /// Who says so.
        pub longest_source: Option<String>,
        /// Whether no chain is longer.
        pub is_longest: bool,
        /// Where it cannot grow and why, in words; null where it can grow at its end.
        pub stuck: Option<String>,
        /// Whether it can grow nowhere.
        pub is_over: bool,
        /// Whether there is something to take back,
        pub can_undo: bool,
        /// and to put back.
        pub can_redo: bool,
        /// Whether it has another end to go on at.
        pub can_turn: bool,
        /// Boards have so many numbers at most.
        pub most_size: u32,
    }

    /// What can follow a chain.
    pub struct Continuation {
        /// A good number to go on with; null where nothing can follow.
        pub next: Option<Numeral>,
        /// So many at least can follow.
        pub count: usize,
    }

    /// A long chain.
    pub struct Longest {
        /// The board with it.
        pub position: Drawn,
        /// How many numbers it has.
        pub length: usize,
        /// What is known about longer ones,
        pub words: String,
        /// and a bound that can be checked by hand.
        pub why: String,
    }
}

pub(crate) fn alone(
    size: u32,
    kept: Option<&Value>,
    wish: Option<&ChainWish>,
    language: Language,
) -> Result<Alone, Problem> {
    let size = size_of(size)?;
    let read = kept.map(|kept| read(kept, size));
    let problem = (read == Some(None)).then(|| say(&Trouble::UnreadableChain, language));
    let (mut solo, mut best) = read.flatten().unwrap_or_else(|| (Solo::new(size), Solo::new(size)));
    let refused = wish.and_then(|wish| grant(&mut solo, wish, language).err());
    if solo.len() > best.len() {
        best = solo.clone();
    }
    // All that was taken back, in its place again.
    let mut whole = solo.clone();
    while whole.redo().is_some() {}
    let known = solo.known();
    let stuck = solo.stuck();
    Ok(Alone {
        keep: ChainKept { chain: whole.to_string(), taken_back: whole.len() - solo.len(), best: best.to_string() },
        refused,
        problem,
        position: drawn(&solo, language)?,
        chain: solo.to_string(),
        length: solo.len(),
        best: best.len(),
        longest: known.map(|known| known.length),
        longest_source: known.map(|known| language.say(&known.source)),
        is_longest: known.is_some_and(|known| known.length == solo.len()),
        stuck: stuck.as_ref().map(|stuck| language.say(stuck)),
        is_over: stuck.is_some_and(|stuck| stuck.grows_at.is_none()),
        can_undo: !solo.is_empty(),
        can_redo: whole.len() > solo.len(),
        can_turn: solo.len() > 1,
        most_size: MOST,
    })
}

pub(crate) fn continuation(chain: &str) -> Result<Continuation, Problem> {
    let solo: Solo = chain.parse().map_err(Problem::new)?;
    size_of(u32::try_from(solo.size().last()).unwrap_or(u32::MAX))?;
    let follows = longest::continuation(&solo, &mut Watch::forever()).map_err(too_hard)?;
    Ok(Continuation { next: follows.first().copied().map(Numeral), count: follows.len() })
}

/// What goes through all chains is left to the terminal: nobody waits for it here, and it would be a large part of the page.
pub(crate) fn longest(size: u32, language: Language) -> Result<Longest, Problem> {
    let (size, watch) = (size_of(size)?, &mut Watch::nodes(BUDGET));
    let known = known(size);
    let solo = Solo::of(size, find(size, known.map(|known| known.length), watch).map_err(too_hard)?);
    let solo = solo.map_err(Problem::new)?;
    let cut = cut(size, solo.len(), watch).map_err(too_hard)?;
    let verdict = match known {
        _ if cut.at_most() == solo.len() => Verdict::Cut,
        Some(known) if known.length == solo.len() => Verdict::Known(known),
        Some(known) => Verdict::NotLongest { at_most: known.length },
        None => Verdict::Open { at_most: cut.at_most() },
    };
    Ok(Longest {
        position: drawn(&solo, language)?,
        length: solo.len(),
        words: language.say(&verdict),
        why: language.say(&cut),
    })
}

fn size_of(size: u32) -> Result<Size, Problem> {
    let size = (size <= MOST).then(|| Size::new(size.into()).ok()).flatten();
    size.ok_or_else(|| Trouble::NoSize { most: MOST }.into())
}

/// The chain and the best one as they were kept, if that can be read.
fn read(kept: &Value, size: Size) -> Option<(Solo, Solo)> {
    let kept = ChainKept::deserialize(kept).ok()?;
    let chain = |text: &str| text.parse().ok().filter(|solo: &Solo| solo.size() == size);
    let mut solo = chain(&kept.chain)?;
    // Whoever has taken back more than there is has taken back all.
    for _ in 0..kept.taken_back.min(solo.len()) {
        solo.undo();
    }
    Some((solo, chain(&kept.best)?))
}

fn grant(solo: &mut Solo, wish: &ChainWish, language: Language) -> Result<(), String> {
    let nothing = |done: Option<u64>, why: Trouble| done.map(drop).ok_or_else(|| say(&why, language));
    match wish {
        ChainWish::Add { text } => solo.add_text(text).map(drop).map_err(|why| say(&why, language)),
        ChainWish::Undo {} => nothing(solo.undo(), Trouble::NothingToTakeBack),
        ChainWish::Redo {} => nothing(solo.redo(), Trouble::NothingToPutBack),
        ChainWish::Turn {} => {
            solo.turn_around();
            Ok(())
        }
        ChainWish::New {} => {
            *solo = Solo::new(solo.size());
            Ok(())
        }
    }
}

/// The board of a chain: that of the game for two, without anything that only two have.
fn drawn(solo: &Solo, language: Language) -> Result<Drawn, Problem> {
    let position: &Position = solo.position();
    let book = RuleBook::find(&position.game().to_string()).map_err(|error| Problem::new(error.problem))?;
    let names = Seat::BOTH.map(|seat| Who::Person.usual_name(seat, language).to_string());
    let mut drawn = draw(&book, position, &Called::by_names(&names), false, language);
    if let Board::Grid { cells, .. } = &mut drawn.board {
        for cell in cells {
            if let Stands::Taken { by } | Stands::Last { by } = &mut cell.stands {
                *by = wire::Side(Side::One);
            }
        }
    }
    Ok(Drawn {
        turn: wire::Side(Side::One),
        outcome: None,
        turn_words: None,
        prompt: None,
        end_words: None,
        notes: Vec::new(),
        ..drawn
    })
}
