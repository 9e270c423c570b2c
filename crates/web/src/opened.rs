//! What somebody brings: a record, a rule file, a game code or a proof.

use duel::{Loss, Move, Position, Proof, Reason, Record, RuleBook, Session, sentence};
use serde::Serialize;

use crate::ask::Problem;
use crate::game::{MOST_BYTES, is_unfinished};
use crate::scene::check_length;

/// What somebody brought.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Opened {
    Record {
        game: String,
        moves: Vec<Move>,
        opening: usize,
        names: [String; 2],
        lost: Option<LostView>,
        /// All of it as everybody writes it, unless that is too much.
        record: Option<String>,
        /// The record with which it can be gone on with.
        unfinished: Option<String>,
    },
    RuleFile {
        title: String,
        code: String,
    },
    Game {
        title: String,
        code: String,
    },
    /// A proof that was checked here: what it proves.
    Proof {
        words: String,
    },
}

/// How a game ended that its moves did not end.
#[derive(Serialize)]
pub(crate) struct LostView {
    player: u8,
    reason: &'static str,
    number: Option<String>,
}

impl LostView {
    pub(crate) fn of(position: &Position) -> Option<LostView> {
        let outcome = position.outcome()?;
        let Reason::Lost(loss) = &outcome.reason else { return None };
        let number = match loss {
            Loss::IllegalNumber(number) => Some(number.to_string()),
            _ => None,
        };
        Some(LostView { player: outcome.winner.other().number(), reason: outcome.reason.code(), number })
    }
}

pub(crate) fn open(text: &str) -> Result<Opened, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.trim_start();
    if first.starts_with('{') {
        let proof: Proof =
            serde_json::from_str(first).map_err(|error| Problem::new(format!("this is no proof: {error}")))?;
        let proved = duel::check(&proof).map_err(|broken| Problem::new(format!("this proves nothing: {broken}")))?;
        return Ok(Opened::Proof { words: sentence(proved) });
    }
    match RuleBook::find(first.trim_end()) {
        Ok(book) => return Ok(Opened::Game { title: book.title().into(), code: book.code() }),
        // A few words in one line are meant as a code.
        Err(error) if !first.is_empty() && !first.trim_end().contains(['\n', '[', '=', '{']) => {
            return Err(Problem::new(error.problem));
        }
        Err(_) => {}
    }
    // A record begins with a header and never has a line such as `game = "…"`.
    let is_rule_file = text.lines().any(|line| line.trim_start().starts_with("game") && line.contains('='));
    if is_rule_file {
        let book = RuleBook::read(text).map_err(Problem::new)?;
        return Ok(Opened::RuleFile { title: book.title().into(), code: book.code() });
    }
    let record: Record = text.parse().map_err(Problem::new)?;
    check_length(record.position().moves().len())?;
    // What keeps a game from being gone on with keeps nobody from looking at it.
    let session = Session::from_record(record.clone()).ok().filter(is_unfinished);
    // What means something to somebody else only is not given away as ours.
    let record = record.without_foreign_headers();
    let text = Some(record.to_string()).filter(|text| text.len() <= MOST_BYTES);
    let unfinished = session.and(text.clone());
    Ok(Opened::Record {
        game: record.code().into(),
        moves: record.position().moves().to_vec(),
        opening: record.opening(),
        names: record.players().each_ref().map(ToString::to_string),
        lost: LostView::of(record.position()),
        record: text,
        unfinished,
    })
}
