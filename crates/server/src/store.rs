//! The log on disk: the only truth. Everything that is kept goes through these few functions.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

/// The version of what is on disk.
const VERSION: u32 = 1;
const FILE: &str = "games.sqlite";
const LOCK: &str = "lock";
/// So long somebody else may have what is needed.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which game it is of.
    pub game: String,
    /// Which entry of it, from 1 on.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The entry, as JSON.
    pub body: String,
    /// The hashes of secrets that came with it, as JSON.
    pub secrets: Option<String>,
    /// The idempotency key that it was asked for with, and a digest of what was asked.
    pub key: Option<Key>,
}

/// An idempotency key, and what it was used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The seat that used it, with the key.
    pub name: String,
    /// A digest of the request.
    pub digest: String,
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Change {
    /// A row, unless there is one of this game and number.
    Add(Row),
    /// All rows of a game, gone.
    Delete(String),
    /// Nothing that anybody reads, to see whether it gets to the disk.
    Probe,
}

/// The log, open for writing by this process alone.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    folder: PathBuf,
    /// Held as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the log in this folder, which is made if need be.
    ///
    /// # Errors
    /// The folder cannot be written to, another server has it, or what is in it is not a log of ours.
    pub fn open(folder: &Path) -> anyhow::Result<Store> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK));
        let lock = lock.with_context(|| format!("cannot write to the folder {}", folder.display()))?;
        if lock.try_lock().is_err() {
            bail!(
                "another server is using the folder {}: give this one a folder of its own with --data",
                folder.display()
            );
        }
        let path = folder.join(FILE);
        let connection = Connection::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
        set_up(&connection).with_context(|| format!("{} cannot be used", path.display()))?;
        Ok(Store { connection, folder: folder.into(), _lock: lock })
    }

    /// Writes all of it in one transaction, and gives for each change whether it was made: a row is not where there is one already.
    /// When this returns, what was made is on disk.
    ///
    /// # Errors
    /// The disk is full or broken. Nothing was written then.
    pub fn write(&mut self, changes: &[Change]) -> rusqlite::Result<Vec<bool>> {
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut made = Vec::with_capacity(changes.len());
        {
            let mut add = transaction.prepare_cached(
                "INSERT INTO event (game, seq, at, body, secrets, key, digest) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )?;
            let mut delete = transaction.prepare_cached("DELETE FROM event WHERE game = ?")?;
            for change in changes {
                made.push(match change {
                    Change::Add(Row { game, seq, at, body, secrets, key }) => {
                        let (key, digest) = key.as_ref().map(|key| (&key.name, &key.digest)).unzip();
                        add.execute(params![game, number(*seq), number(*at), body, secrets, key, digest])? > 0
                    }
                    Change::Delete(game) => delete.execute([game])? > 0,
                    Change::Probe => {
                        transaction.pragma_update(None, "user_version", VERSION)?;
                        true
                    }
                });
            }
        }
        transaction.commit()?;
        Ok(made)
    }

    /// Lets nothing of what was deleted stay on disk: free pages are overwritten by now, and what the write-ahead log still has goes
    /// with this. Whether it did: somebody may read it just now.
    ///
    /// # Errors
    /// The disk is full or broken.
    pub fn forget(&self) -> rusqlite::Result<bool> {
        // Nobody waits for a reader who has the log open for long.
        self.connection.busy_timeout(std::time::Duration::ZERO)?;
        let is_busy = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
        self.connection.busy_timeout(PATIENCE)?;
        is_busy.map(|is_busy| !is_busy)
    }

    /// A second way to the same log, for reading.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn reader(&self) -> rusqlite::Result<Reader> {
        Reader::open(&self.folder)
    }

    /// So many pages of 4,096 bytes is all that the log may have.
    #[doc(hidden)]
    pub fn let_disk_be_full_at(&self, pages: u32) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "max_page_count", pages)
    }
}

/// The log, open for reading.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
}

impl Reader {
    fn open(folder: &Path) -> rusqlite::Result<Reader> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
        connection.busy_timeout(PATIENCE)?;
        Ok(Reader { connection })
    }

    /// The log of a game, from its first entry on; nothing where there is no such game.
    ///
    /// # Errors
    /// The disk is broken.
    pub fn read(&self, game: &str) -> rusqlite::Result<Vec<Row>> {
        let mut rows = self
            .connection
            .prepare_cached("SELECT seq, at, body, secrets, key, digest FROM event WHERE game = ? ORDER BY seq")?;
        let rows = rows.query_map([game], |row| {
            let (name, digest): (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
            Ok(Row {
                game: game.into(),
                seq: row.get::<_, i64>(0)?.cast_unsigned(),
                at: row.get::<_, i64>(1)?.cast_unsigned(),
                body: row.get(2)?,
                secrets: row.get(3)?,
                key: name.zip(digest).map(|(name, digest)| Key { name, digest }),
            })
        })?;
        rows.collect()
    }

    /// How many games there are.
    ///
    /// # Errors
    /// The disk is broken.
    pub fn count(&self) -> rusqlite::Result<usize> {
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        let games = self.connection.query_row("SELECT count(*) FROM event WHERE seq = 1", [], count)?;
        Ok(usize::try_from(games).unwrap_or(0))
    }

    /// The games in which nothing has happened after this time.
    ///
    /// # Errors
    /// The disk is broken.
    pub fn untouched_since(&self, at: u64) -> rusqlite::Result<Vec<String>> {
        let mut games = self.connection.prepare_cached("SELECT game FROM event GROUP BY game HAVING max(at) <= ?")?;
        let games = games.query_map([number(at)], |row| row.get(0))?;
        games.collect()
    }
}

/// Copies the log of a folder, as it stands at one moment, into a new file. A server may be writing to it.
///
/// # Errors
/// There is no log, or the file exists or cannot be written.
pub fn backup(folder: &Path, to: &Path) -> anyhow::Result<()> {
    if to.exists() {
        bail!("{} exists already: name a new file", to.display());
    }
    let from = folder.join(FILE);
    let reader = Reader::open(folder).with_context(|| format!("there are no games in {}", from.display()))?;
    reader
        .connection
        .execute("VACUUM INTO ?", [to.to_string_lossy()])
        .with_context(|| format!("cannot write {}", to.display()))?;
    File::open(to)?.sync_all()?;
    Ok(())
}

fn set_up(connection: &Connection) -> anyhow::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // What is acknowledged survives a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What is deleted is overwritten.
    connection.pragma_update(None, "secure_delete", "ON")?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let has_something: Option<String> =
        connection.query_row("SELECT name FROM sqlite_schema LIMIT 1", [], |row| row.get(0)).optional()?;
    match version {
        VERSION => {}
        0 if has_something.is_none() => connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             CREATE TABLE event (
                 game TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
                 secrets TEXT, key TEXT, digest TEXT,
                 PRIMARY KEY (game, seq)
             ) STRICT, WITHOUT ROWID;
             CREATE UNIQUE INDEX event_key ON event (game, key) WHERE key IS NOT NULL;
             PRAGMA user_version = {VERSION};
             COMMIT;"
        ))?,
        0 => bail!("it is a database, but none of this program's"),
        newer => bail!("it is of version {newer}, and this program knows version {VERSION} only: use a newer program"),
    }
    Ok(())
}

/// SQLite has signed numbers. No game has that many entries, and no year that many milliseconds.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
