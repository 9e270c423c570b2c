//! What somebody brings: a record, a rule file, a game code or a proof.

use duel::solve::Proof;
use duel::speech::Language;
use duel::{Loss, Reason, Record, RuleBook, Session};

use super::answer::{self, Opened, Outcome};
use super::game::{MOST_BYTES, is_unfinished};
use super::scene::check_length;
use super::trouble::Trouble;
use crate::problem::{Problem, say};
use crate::wire::{Move, Offered, Side};

impl From<&duel::Outcome> for Outcome {
    fn from(outcome: &duel::Outcome) -> Outcome {
        let (reason, number) = match outcome.reason {
            Reason::NoMove => (answer::Reason::NoMove, None),
            Reason::Lost(Loss::IllegalNumber(number)) => (answer::Reason::IllegalNumber, Some(Offered(number))),
            Reason::Lost(Loss::Resigned) => (answer::Reason::Resigned, None),
            Reason::Lost(Loss::Time) => (answer::Reason::Time, None),
            Reason::Lost(Loss::Forfeit) => (answer::Reason::Forfeit, None),
        };
        Outcome { winner: Side(outcome.winner), reason, number }
    }
}

impl Outcome {
    /// The same for the rules to check: anybody can say how a game ended.
    pub(crate) fn read(&self) -> Result<duel::Outcome, Trouble> {
        let reason = match (&self.reason, &self.number) {
            (answer::Reason::NoMove, _) => Reason::NoMove,
            (answer::Reason::IllegalNumber, None) => return Err(Trouble::NoNumber),
            (answer::Reason::IllegalNumber, Some(number)) => Reason::Lost(Loss::IllegalNumber(number.0)),
            (answer::Reason::Resigned, _) => Reason::Lost(Loss::Resigned),
            (answer::Reason::Time, _) => Reason::Lost(Loss::Time),
            (answer::Reason::Forfeit, _) => Reason::Lost(Loss::Forfeit),
        };
        Ok(duel::Outcome { winner: self.winner.0, reason })
    }
}

pub(crate) fn open(brought: &str, language: Language) -> Result<Opened, Problem> {
    let text = brought.strip_prefix('\u{feff}').unwrap_or(brought);
    let first = text.trim_start();
    if first.starts_with('{') {
        // A proof has one written form, and nothing goes in front of it.
        let proof: Proof = serde_json::from_str(brought).map_err(Trouble::NoProof)?;
        let proved = duel::solve::check(&proof).map_err(Trouble::ProvesNothing)?;
        return Ok(Opened::Proof { words: say(&proved, language) });
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
    let position = record.position();
    Ok(Opened::Record {
        game: record.code().into(),
        moves: position.moves().iter().copied().map(Move).collect(),
        opening: record.opening(),
        names: record.players().each_ref().map(ToString::to_string),
        outcome: position.outcome().map(Into::into),
        unfinished: session.and(text.clone()),
        record: text,
    })
}
