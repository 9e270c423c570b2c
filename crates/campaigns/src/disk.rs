//! What a disk holds for certain: not what was written, but what was synced. A kill does not show the difference, and a power
//! cut does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::strace::{Call, unquoted};
use crate::user::Files;

#[derive(Clone, Default)]
struct Content {
    written: Vec<u8>,
    synced: Vec<u8>,
}

/// A disk, followed from system call to system call.
pub(crate) struct Disk {
    home: PathBuf,
    contents: Vec<Content>,
    /// Which content a name stands for, and for which one it would stand after a power cut.
    names: BTreeMap<PathBuf, usize>,
    certain: BTreeMap<PathBuf, usize>,
}

impl Disk {
    /// A disk with these files below a home, all of them long on disk.
    pub(crate) fn new(home: &Path, files: &Files) -> Disk {
        let contents = files.values().map(|bytes| Content { written: bytes.clone(), synced: bytes.clone() }).collect();
        let names: BTreeMap<PathBuf, usize> =
            files.keys().enumerate().map(|(at, name)| (home.join(name), at)).collect();
        Disk { home: home.into(), contents, certain: names.clone(), names }
    }

    /// What would be there after a power cut now.
    pub(crate) fn certain(&self) -> Files {
        let inside = |path: &PathBuf| path.strip_prefix(&self.home).map(Path::to_path_buf).ok();
        let certain =
            self.certain.iter().filter_map(|(path, at)| Some((inside(path)?, self.contents[*at].synced.clone())));
        certain.collect()
    }

    /// Follows a system call that has succeeded.
    pub(crate) fn follow(&mut self, call: &Call) {
        let argument = |at: usize| call.arguments.get(at).map_or("", String::as_str);
        match call.name.as_str() {
            "open" | "openat" | "creat" => {
                let path = call.result.as_deref().and_then(named);
                let flags = call.arguments.join(" ");
                if let Some(path) = path.filter(|_| flags.contains("O_CREAT") || flags.contains("O_TRUNC")) {
                    let content = self.content(path);
                    if flags.contains("O_TRUNC") {
                        *content = Content::default();
                    }
                }
            }
            "write" | "pwrite64" => {
                let bytes = unquoted(argument(1));
                if let Some(content) = named(argument(0)).and_then(|path| self.known(&path)) {
                    content.written.extend(bytes);
                }
            }
            "ftruncate" => {
                let length = argument(1).parse().unwrap_or(0);
                if let Some(content) = named(argument(0)).and_then(|path| self.known(&path)) {
                    content.written.truncate(length);
                    content.synced.truncate(length);
                }
            }
            "fsync" | "fdatasync" => {
                let Some(path) = named(argument(0)) else { return };
                match self.known(&path) {
                    Some(content) => content.synced.clone_from(&content.written),
                    None => self.sync_folder(&path),
                }
            }
            "rename" | "link" => self.move_name(plain(argument(0)), plain(argument(1)), call.name == "rename"),
            "renameat" | "renameat2" | "linkat" => {
                let (from, to) = (joined(argument(0), argument(1)), joined(argument(2), argument(3)));
                self.move_name(from, to, call.name != "linkat");
            }
            "unlink" => self.remove(&plain(argument(0))),
            "unlinkat" => self.remove(&joined(argument(0), argument(1))),
            _ => {}
        }
    }

    fn known(&mut self, path: &Path) -> Option<&mut Content> {
        let at = *self.names.get(path)?;
        self.contents.get_mut(at)
    }

    fn content(&mut self, path: PathBuf) -> &mut Content {
        let next = self.contents.len();
        let at = *self.names.entry(path).or_insert(next);
        if at == next {
            self.contents.push(Content::default());
        }
        &mut self.contents[at]
    }

    fn move_name(&mut self, from: PathBuf, to: PathBuf, is_gone: bool) {
        let at = if is_gone { self.names.remove(&from) } else { self.names.get(&from).copied() };
        self.names.extend(at.map(|at| (to, at)));
    }

    /// A name that is removed may be gone at once.
    fn remove(&mut self, path: &Path) {
        self.names.remove(path);
        self.certain.remove(path);
    }

    fn sync_folder(&mut self, folder: &Path) {
        let inside = |path: &PathBuf| path.parent() == Some(folder);
        self.certain.retain(|path, _| !inside(path));
        self.certain.extend(self.names.iter().filter(|(path, _)| inside(path)).map(|(path, at)| (path.clone(), *at)));
    }
}

/// The path in `5</a/path>`.
pub(crate) fn named(descriptor: &str) -> Option<PathBuf> {
    let (_, path) = descriptor.split_once('<')?;
    Some(PathBuf::from(path.strip_suffix('>')?))
}

fn plain(argument: &str) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&unquoted(argument)).into_owned())
}

/// A path that may be relative to a folder.
pub(crate) fn joined(folder: &str, argument: &str) -> PathBuf {
    named(folder).unwrap_or_default().join(plain(argument))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strace::calls;

    /// What is certain after each line of a trace, as text.
    fn certain_after(lines: &[&str]) -> Vec<String> {
        let mut disk = Disk::new(Path::new("/h"), &Files::new());
        let mut seen = Vec::new();
        for line in lines {
            for call in calls(&format!("1 {line}\n")).iter().filter(|call| call.has_succeeded()) {
                disk.follow(call);
            }
            let shown = disk
                .certain()
                .into_iter()
                .map(|(path, bytes)| format!("{}={}", path.display(), String::from_utf8_lossy(&bytes)));
            seen.push(shown.collect::<Vec<_>>().join(" "));
        }
        seen
    }

    #[test]
    fn only_what_was_synced_under_a_synced_name_is_certain() {
        let write = "write(3</h/t>, \"x\", 1) = 1";
        let [open, sync] = ["openat(AT_FDCWD</h>, \"t\", O_RDWR|O_CREAT) = 3</h/t>", "fsync(3</h/t>) = 0"];
        let [rename, folder] = ["rename(\"/h/t\", \"/h/a\") = 0", "fsync(4</h>) = 0"];
        assert_eq!(certain_after(&[open, write, sync, rename, folder]), ["", "", "", "", "a=x"]);
        assert_eq!(certain_after(&[open, write, rename, folder]), ["", "", "", "a="], "a name without its content");
        let link = "linkat(AT_FDCWD</h>, \"t\", AT_FDCWD</h>, \"a\", 0) = 0";
        assert_eq!(certain_after(&[open, write, sync, link, folder])[4], "a=x t=x");
        assert_eq!(certain_after(&[open, write, sync, rename, folder, "unlink(\"/h/a\") = 0"])[5], "");
    }
}
