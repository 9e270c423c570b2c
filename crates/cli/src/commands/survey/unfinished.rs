//! A survey that is being written to a file, and can be gone on with.
//!
//! Until it is whole it stands beside its place, under the name with `.part` behind it: what is surveyed in the first line, then
//! the rows, which are only ever appended. So nobody takes a part for the whole, and the finished file has nothing but rows in it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use duel::Game;
use duel::solve::surveyed;

use super::row::Form;
use super::{PoolGame, Sizes};
use crate::commands::proof::check_place;
use crate::failure::{Failure, Fallible};
use crate::store::files;
use crate::visible::visible;

/// No line of such a file is longer.
const LINE: u64 = 1_024;

pub(super) struct Unfinished<'a> {
    /// Where the whole survey goes, and where it stands until then.
    place: &'a Path,
    part: PathBuf,
    file: File,
    form: Form,
    /// Where the rows begin.
    start: u64,
    /// The first upper end that is still to be looked at.
    pub(super) next: u64,
    /// Whether there is any row, and whether one has no answer.
    pub(super) any: bool,
    pub(super) has_gaps: bool,
}

impl<'a> Unfinished<'a> {
    /// The survey that was begun there, or a new one.
    pub(super) fn open(place: &'a Path, game: &PoolGame, sizes: Sizes, form: Form, force: bool) -> Fallible<Self> {
        if files::is_stream(place) {
            return Err(Failure::usage("--out needs a file to go on with; without it the rows go to standard output"));
        }
        let mut part = place.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let head = format!("divisor-duel survey 1: {} {}..{} {}\n", game.code, sizes.from, sizes.to, form.name());
        let busy = || Failure::data(format!("{} is being written just now", part.display()));
        if files::is_locked(&part) {
            return Err(busy());
        }
        let is_new = match part.symlink_metadata() {
            Ok(_) if !force => false,
            Ok(_) => fs::remove_file(&part).map(|()| true).with_context(|| cannot("remove", &part))?,
            Err(_) => true,
        };
        if is_new {
            check_place(place, force)?;
        }
        let mut options = File::options();
        options.read(true).write(true).create_new(is_new);
        let file = files::lock(&part, &mut options).with_context(|| cannot("open", &part))?;
        let file = file.ok_or_else(busy)?;
        let start = head.len() as u64;
        let mut survey = Unfinished { place, part, file, form, start, next: sizes.from, any: false, has_gaps: false };
        if survey.has_head(&head)? {
            survey.read_rows(&game.game, sizes)?;
        } else {
            survey.file.set_len(0)?;
            survey.file.rewind()?;
            survey.append(&head)?;
            files::sync_folder(files::folder_of(place))?;
        }
        Ok(survey)
    }

    /// Whether the file begins with this line; it may be torn, and then there is nothing in it yet. Any other is refused.
    fn has_head(&mut self, head: &str) -> Fallible<bool> {
        if !self.file.metadata()?.is_file() {
            return Err(Failure::data(format!("{}: it is not a file", cannot("open", &self.part))));
        }
        let mut found = Vec::new();
        BufReader::new(&self.file).take(LINE).read_until(b'\n', &mut found)?;
        if found == head.as_bytes() {
            return Ok(true);
        }
        if head.as_bytes().starts_with(&found) {
            return Ok(false);
        }
        let shown = self.part.display();
        let (found, head) = (String::from_utf8_lossy(&found), head.trim_end());
        Err(Failure::usage(match found.trim_end() {
            other if other.starts_with("divisor-duel survey ") => format!(
                "{shown} holds another survey ({}), and this is {head}; go on with that one, choose another name, or --force",
                visible(other)
            ),
            _ => format!("{shown} is no unfinished survey; choose another name, or --force"),
        }))
    }

    /// Goes through the rows that are there. What is behind the last whole one is cut off.
    fn read_rows(&mut self, game: &Game, sizes: Sizes) -> Fallible {
        let mut end = self.start;
        self.file.seek(SeekFrom::Start(end))?;
        let mut reader = BufReader::new(&self.file);
        for number in 2.. {
            let mut line = Vec::new();
            reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') && (line.len() as u64) < LINE {
                break;
            }
            let row = str::from_utf8(&line).ok().and_then(|line| self.form.read(line));
            // Every upper end has its row, and in this order.
            let expected = (self.next..=sizes.to).find(|&upper| surveyed(game, upper).is_some());
            let Some((n, is_answered)) = row.filter(|&(n, _)| Some(n) == expected) else {
                let wanted = expected.map_or("the end".into(), |n| format!("the row of n = {n}"));
                let shown = self.part.display();
                return Err(Failure::data(format!(
                    "{shown}: line {number}: {wanted} should stand here; --force begins anew"
                )));
            };
            self.any = true;
            self.has_gaps |= !is_answered;
            self.next = n + 1;
            end += line.len() as u64;
        }
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Writes rows, or the first line, and makes sure that they are on disk.
    pub(super) fn append(&mut self, text: &str) -> Fallible {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        Ok(written.with_context(|| cannot("write", &self.part))?)
    }

    /// Puts the whole survey in its place.
    pub(super) fn finish(mut self, force: bool) -> Fallible {
        if !self.is_in_place()? {
            check_place(self.place, force)?;
            let mut rows = &self.file;
            rows.seek(SeekFrom::Start(self.start))?;
            files::replace_with(self.place, |out| {
                out.write_all(self.form.head().as_bytes())?;
                io::copy(&mut rows, out).map(drop)
            })?;
        }
        self.forget()
    }

    /// Whether the whole survey stands in its place already: then somebody was interrupted before the very end.
    fn is_in_place(&mut self) -> Fallible<bool> {
        let place = match File::open(self.place) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            opened => opened.with_context(|| cannot("read", self.place))?,
        };
        self.file.seek(SeekFrom::Start(self.start))?;
        let whole = self.form.head().as_bytes().chain(BufReader::new(&self.file));
        let mut there = BufReader::new(place).bytes();
        for byte in whole.bytes() {
            if there.next().transpose()? != Some(byte?) {
                return Ok(false);
            }
        }
        Ok(there.next().is_none())
    }

    /// Removes what is no longer needed.
    pub(super) fn forget(self) -> Fallible {
        fs::remove_file(&self.part).with_context(|| cannot("remove", &self.part))?;
        Ok(files::sync_folder(files::folder_of(self.place))?)
    }
}

fn cannot(what: &str, path: &Path) -> String {
    format!("cannot {what} {}", path.display())
}
