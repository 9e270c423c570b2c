//! `divisor-duel verify`: checks a proof.

use std::cell::RefCell;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use duel::solve::{Answered, Proof, Watch, check, check_answer};
use duel::{PLAYABLE_NUMBERS, POOL_NUMBERS};
use serde::Serialize;

use super::arguments::whole;
use super::proof::check_place;
use super::solve::write_winning;
use crate::failure::{Failure, Fallible};
use crate::line::output;
use crate::meter::Meter;
use crate::store::files::Reading;
use crate::words::sentence;

/// A proof about a board of a million numbers has some ten megabytes.
const LONGEST: usize = 1 << 28;

/// The proof of a whole answer begins in this way, and no other proof does.
const ANSWER: &str = r#"{"answer":"#;
/// It has not so many bytes for each number of its pool.
const BYTES_A_NUMBER: u64 = 64;
/// Reading it takes this part of the time; the rest comes after.
const READING: f64 = 0.75;

/// Check a proof: say what it proves, or where it breaks
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel solve classic --proof classic.json
  divisor-duel verify classic.json
  divisor-duel solve take:2..1000000 --proof-all all.json
  divisor-duel verify all.json --winning winning.txt
  divisor-duel solve take:2..10000000 --proof-all - | divisor-duel verify /dev/stdin --numbers 10000000",
    after_help = "\
The checker shares no code with the solver. docs/check_proof.py checks the same files and needs nothing but Python;
docs/proof-format.md says what is checked.
Exit codes: 0 it is a proof, 1 it is not."
)]
pub(crate) struct Args {
    /// The proof
    file: PathBuf,
    /// Print what it proves as JSON; what is no proof is still an error
    #[arg(long)]
    json: bool,
    /// Write the first picks that are proved to win here, one a line; - is standard output. For a proof of all of them
    #[arg(long, value_name = "FILE|-")]
    winning: Option<PathBuf>,
    /// Let --winning take the place of a file that is there
    #[arg(long)]
    force: bool,
    /// How many numbers a pool may have of which all winning first picks are proved; five bytes of memory each
    #[arg(long, default_value_t = PLAYABLE_NUMBERS, value_parser = whole(1..=POOL_NUMBERS))]
    numbers: u64,
}

/// What was proved.
#[derive(Serialize)]
struct Verdict<'a> {
    game: &'a str,
    moves: usize,
    winner: u8,
    /// The move that wins, where whoever is to move does.
    pick: Option<String>,
    over: bool,
}

/// The same of a whole answer.
#[derive(Serialize)]
struct WholeVerdict<'a> {
    game: &'a str,
    first_picks: u64,
    winning_count: u64,
    matching: u64,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut reading = Reading::open(&self.file)?;
        if reading.begins_with(ANSWER)? {
            return self.tell_answer(&self.check_answer(reading)?);
        }
        if self.winning.is_some() {
            return Err(Failure::usage("--winning is for a proof of all winning first picks: solve GAME --proof-all"));
        }
        let shown = self.file.display();
        let bytes = reading.bytes(LONGEST)?;
        let proof: Proof =
            serde_json::from_slice(&bytes).map_err(|error| Failure::data(format!("{shown}: {error}")))?;
        let proved = check(&proof).map_err(|broken| Failure::data(format!("{shown} proves nothing: {broken}")))?;
        if self.json {
            let (game, moves, winner, over) = (proved.game(), proved.moves(), proved.winner(), proved.is_over());
            let pick = proved.pick().map(|pick| pick.to_string());
            return output::stdout().json(&Verdict { game, moves, winner, pick, over });
        }
        Ok(output::stdout().line(&format!("Proved: {}", sentence(&proved)))?)
    }

    /// Checks the proof of a whole answer as it is read: it may be larger than the memory.
    fn check_answer(&self, reading: Reading) -> Fallible<Answered> {
        let to_stdout = self.winning.as_deref() == Some(Path::new("-"));
        if to_stdout && self.json {
            return Err(Failure::usage("--json and --winning - cannot share standard output; give --winning a file"));
        }
        if let Some(path) = self.winning.as_deref().filter(|_| !to_stdout) {
            check_place(path, self.force)?;
        }
        let meter = RefCell::new(Meter::new(format!("checking {}", self.file.display())));
        let (bytes, length) = reading.stream(BYTES_A_NUMBER * (self.numbers + LONGEST as u64 / BYTES_A_NUMBER));
        let told = Told { bytes, read: 0, length, meter: &meter };
        let mut reader = serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, told));
        let mut tell = |done: f64| meter.borrow_mut().tell(READING + (1.0 - READING) * done);
        let answered = check_answer(&mut reader, self.numbers, &mut Watch::forever().telling(&mut tell));
        let shown = self.file.display();
        let answered = answered.and_then(|answered| reader.end().map(|()| answered));
        answered.map_err(|broken| Failure::data(format!("{shown} proves nothing: {broken}")))
    }

    fn tell_answer(&self, answered: &Answered) -> Fallible {
        if let Some(path) = &self.winning {
            write_winning(&answered.winning, path)?;
        }
        let mut out = output::stdout();
        if self.json {
            let Answered { game, first_picks, winning, pairs } = answered;
            let (first_picks, matching) = (*first_picks, *pairs);
            return out.json(&WholeVerdict { game, first_picks, winning_count: winning.count(), matching });
        }
        if self.winning.as_deref() == Some(Path::new("-")) {
            return Ok(());
        }
        Ok(out.line(&format!("Proved: {}", sentence(answered)))?)
    }
}

/// Bytes that tell how many of them were read.
struct Told<'a, R> {
    bytes: R,
    read: u64,
    length: Option<u64>,
    meter: &'a RefCell<Meter>,
}

impl<R: Read> Read for Told<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        self.read += read as u64;
        if let Some(length) = self.length.filter(|_| read > 0) {
            self.meter.borrow_mut().tell(READING * self.read as f64 / length.max(1) as f64);
        }
        Ok(read)
    }
}
