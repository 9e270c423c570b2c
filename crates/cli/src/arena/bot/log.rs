//! What bots write to their standard error, kept in one file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::files;
use crate::visible::visible;

/// How much of one process is kept. A bot that writes without end does not fill the disk.
const KEPT: usize = 1 << 20;
/// A line that is longer than this is kept in pieces.
const LINE: usize = 1 << 13;

/// The file, which is made when the first line comes.
pub(crate) struct LogFile {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl LogFile {
    pub(crate) fn new(path: PathBuf) -> Arc<LogFile> {
        Arc::new(LogFile { path, file: Mutex::new(None) })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether anything has been written.
    pub(crate) fn has_something(&self) -> bool {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn append(&self, lines: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            *file = files::open_to_append(&self.path).ok();
        }
        if let Some(file) = file.as_mut() {
            // A log that cannot be written is no reason to end an arena.
            let _ = file.write_all(lines.as_bytes());
        }
    }
}

/// What one process writes.
pub(crate) struct Log {
    /// Where it is kept; without it the last words are, and nothing else.
    file: Option<Arc<LogFile>>,
    name: String,
    line: Vec<u8>,
    last_words: Option<String>,
    kept: usize,
}

impl Log {
    pub(crate) fn new(file: Option<&Arc<LogFile>>, name: impl Into<String>) -> Log {
        Log { file: file.cloned(), name: name.into(), line: Vec::new(), last_words: None, kept: 0 }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        if self.kept > KEPT {
            return;
        }
        self.kept += bytes.len();
        let mut lines = String::new();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.line.len() > LINE {
                self.take_line(&mut lines);
            }
        }
        if self.kept > KEPT {
            self.take_line(&mut lines);
            lines.push_str(&format!("{}: (what this process writes from here on is not kept)\n", self.name));
        }
        self.append(&lines);
    }

    fn append(&self, lines: &str) {
        if let Some(file) = self.file.as_ref().filter(|_| !lines.is_empty()) {
            file.append(lines);
        }
    }

    /// Keeps a last line that has no end. The last line with words on it.
    pub(crate) fn finish(mut self) -> Option<String> {
        let mut lines = String::new();
        self.take_line(&mut lines);
        self.append(&lines);
        self.last_words
    }

    fn take_line(&mut self, lines: &mut String) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        // Whoever looks at a log must not have their terminal played with.
        let text = visible(String::from_utf8_lossy(&line).trim_end()).into_owned();
        lines.push_str(&format!("{}: {text}\n", self.name));
        self.kept += self.name.len() + 2;
        if !text.trim().is_empty() {
            self.last_words = Some(text);
        }
    }
}
