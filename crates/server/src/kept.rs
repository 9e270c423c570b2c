//! A game as its log has it: the fold of its rows, and what is needed to add another one.

use duel::live::{Entry, Live};
use duel::{Id, Seat};
use serde::{Deserialize, Serialize};

use crate::secret::Hash;
use crate::store::{Key, Row};

/// The hashes of secrets that came with an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Secrets {
    /// Invitations to the open seats, when a game is opened.
    #[serde(skip_serializing_if = "nothing", default)]
    pub(crate) invitations: [Option<Hash>; 2],
    /// Whoever has this seat in the game before has an invitation to the open one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) before: Option<Before>,
    /// The tokens of those who have taken a seat with this entry.
    #[serde(skip_serializing_if = "nothing", default)]
    pub(crate) tokens: [Option<Hash>; 2],
}

/// A seat in the game that was played before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Before {
    pub(crate) game: String,
    /// Its number.
    pub(crate) seat: u8,
}

fn nothing(hashes: &[Option<Hash>; 2]) -> bool {
    hashes.iter().all(Option::is_none)
}

/// A game as its log has it. The log itself stays on disk: whoever wants to see an earlier entry reads it there.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) id: Id,
    pub(crate) live: Live,
    /// How many entries the log has, and
    pub(crate) seq: u64,
    /// when the last thing happened.
    pub(crate) at: u64,
    pub(crate) secrets: Secrets,
}

impl Kept {
    /// The game that these rows are of.
    ///
    /// # Errors
    /// They are not the log of a game.
    pub(crate) fn of_rows(id: &Id, rows: &[Row]) -> anyhow::Result<Kept> {
        let is_whole = rows.iter().zip(1..).all(|(row, seq)| row.seq == seq);
        anyhow::ensure!(is_whole, "the log has a gap");
        let live = Live::replay(&entries(rows)?)?;
        let mut kept = Kept { id: id.clone(), live, seq: rows.len() as u64, at: 0, secrets: Secrets::default() };
        for row in rows {
            kept.remember(row)?;
        }
        Ok(kept)
    }

    /// The next row: with this entry, asked for with this key.
    ///
    /// # Errors
    /// It could not have come of anything here.
    pub(crate) fn next(
        &self,
        entry: &Entry,
        secrets: Option<&Secrets>,
        key: Option<Key>,
    ) -> anyhow::Result<(Row, Live)> {
        let mut after = self.live.clone();
        after.apply(entry)?;
        let secrets = secrets.map(serde_json::to_string).transpose()?;
        let game = self.id.to_string();
        let row = Row { game, seq: self.seq + 1, at: entry.at(), body: entry.to_json(), secrets, key };
        Ok((row, after))
    }

    /// Lets a row be there that is on disk.
    pub(crate) fn add(&mut self, row: &Row, after: Live) -> anyhow::Result<()> {
        self.seq = row.seq;
        self.live = after;
        self.remember(row)
    }

    fn remember(&mut self, row: &Row) -> anyhow::Result<()> {
        self.at = row.at;
        if let Some(secrets) = &row.secrets {
            let Secrets { invitations, before, tokens } = serde_json::from_str(secrets)?;
            let ours = &mut self.secrets;
            ours.before = before.or(ours.before.take());
            for (olds, news) in [(&mut ours.invitations, invitations), (&mut ours.tokens, tokens)] {
                for (old, new) in olds.iter_mut().zip(news) {
                    *old = new.or(old.take());
                }
            }
        }
        Ok(())
    }

    /// The seat that a token is for.
    pub(crate) fn seat_of(&self, token: &str) -> Option<Seat> {
        seat_of(&self.secrets.tokens, token)
    }

    /// The seat that an invitation is to.
    pub(crate) fn invited(&self, secret: &str) -> Option<Seat> {
        seat_of(&self.secrets.invitations, secret)
    }
}

/// What happened, as these rows have it.
pub(crate) fn entries(rows: &[Row]) -> anyhow::Result<Vec<Entry>> {
    Ok(rows.iter().map(|row| Entry::from_json(&row.body)).collect::<Result<_, _>>()?)
}

/// Both are looked at, whichever it is.
fn seat_of(hashes: &[Option<Hash>; 2], secret: &str) -> Option<Seat> {
    let fits = hashes.each_ref().map(|hash| hash.as_ref().is_some_and(|hash| hash.is_of(secret)));
    Seat::BOTH.into_iter().find(|seat| fits[seat.index()])
}
