//! The file in the user's data folder that long chains are kept in: of every number of numbers the best one and the last.

use std::collections::BTreeMap;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use duel::longest::{Size, Solo};

use crate::store::files;
use crate::words;

/// The first line of the file.
const HEADER: &str = "divisor-duel chains 1";
/// A file that is larger is not read.
const BYTES: usize = 16 << 20;

/// What is kept of the chains of so many numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chains {
    /// The longest that there was.
    pub(crate) best: Option<Solo>,
    /// The one that was left.
    pub(crate) last: Option<Solo>,
}

/// The file that they are kept in.
pub(crate) struct ChainsFile {
    path: PathBuf,
}

impl ChainsFile {
    pub(crate) fn of_user() -> anyhow::Result<ChainsFile> {
        Ok(ChainsFile { path: files::data_folder()?.join("chains.txt") })
    }

    /// Chains kept in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> ChainsFile {
        ChainsFile { path: folder.join("chains.txt") }
    }

    /// What is kept for so many numbers. A file that cannot be understood is left alone.
    pub(crate) fn read(&self, size: Size) -> anyhow::Result<Chains> {
        Ok(self.read_all()?.remove(&size).unwrap_or_default())
    }

    fn read_all(&self) -> anyhow::Result<BTreeMap<Size, Chains>> {
        if !self.path.exists() {
            return Ok(BTreeMap::new());
        }
        let text = files::Reading::open_own(&self.path)?.text(BYTES)?;
        let damaged = |line: usize| words::both().chains_damaged(&self.path.display(), line);
        let mut lines = text.lines().enumerate();
        if !text.trim().is_empty() && lines.next().is_none_or(|(_, line)| line.trim_end() != HEADER) {
            anyhow::bail!(damaged(1));
        }
        let mut all: BTreeMap<Size, Chains> = BTreeMap::new();
        for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let (word, chain) = line.split_once(' ').with_context(|| damaged(at + 1))?;
            let solo: Solo = chain.parse().with_context(|| damaged(at + 1))?;
            let chains = all.entry(solo.size()).or_default();
            match word {
                "best" => chains.best = Some(solo),
                "last" => chains.last = Some(solo),
                _ => anyhow::bail!(damaged(at + 1)),
            }
        }
        Ok(all)
    }

    /// Keeps a chain as the last of its size, and as the best if there was no longer one.
    pub(crate) fn keep(&self, solo: &Solo) -> anyhow::Result<()> {
        files::make_folder(files::folder_of(&self.path))?;
        // Another window may keep a chain at the same moment. Where files cannot be locked the last one wins.
        let _lock = files::wait_for_lock(&self.path.with_extension("lock"));
        let mut all = self.read_all()?;
        let chains = all.entry(solo.size()).or_default();
        chains.last = Some(solo.clone());
        if chains.best.as_ref().map_or(0, Solo::len) < solo.len() {
            chains.best = Some(solo.clone());
        }
        let mut text = format!("{HEADER}\n");
        for chains in all.values() {
            for (word, solo) in [("best", &chains.best), ("last", &chains.last)] {
                text.extend(solo.iter().filter(|solo| !solo.is_empty()).map(|solo| format!("{word} {solo}\n")));
            }
        }
        files::write_whole(&self.path, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solo(text: &str) -> Solo {
        text.parse().unwrap()
    }

    #[test]
    fn the_best_chain_stays_and_the_last_one_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = ChainsFile::at(folder.path());
        let nine = Size::new(9).unwrap();
        assert_eq!(file.read(nine).unwrap(), Chains::default());
        for text in ["1..9: 4 8 2", "1..30: 15 30", "1..9: 3 6", "1..9:"] {
            file.keep(&solo(text)).unwrap();
        }
        assert_eq!(file.read(nine).unwrap(), Chains { best: Some(solo("1..9: 4 8 2")), last: None });
        let text = std::fs::read_to_string(folder.path().join("chains.txt")).unwrap();
        assert_eq!(text, "divisor-duel chains 1\nbest 1..9: 4 8 2\nbest 1..30: 15 30\nlast 1..30: 15 30\n");
    }

    #[test]
    fn a_damaged_file_is_told_and_left_alone() {
        for (text, line) in [
            ("chains", 1),
            ("divisor-duel chains 1\nbest 1..9: 4 6\n", 2),
            ("divisor-duel chains 1\nbest 1..9: 4\nworst 1..9: 4\n", 3),
            ("divisor-duel chains 1\nbest\n", 2),
            ("divisor-duel chains 2\n", 1),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("chains.txt");
            std::fs::write(&path, text).unwrap();
            let refused = ChainsFile::at(folder.path()).keep(&solo("1..9: 4 8")).unwrap_err();
            assert!(refused.to_string().contains(&format!("line {line}")), "{refused:#}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
