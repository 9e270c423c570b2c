//! A user with a home of their own, and the program that is tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A memory disk is as good as any for files that live for a moment, and much quicker to sync.
const MEMORY_DISK: &str = "/dev/shm";

/// A home folder with nothing in it, and the program.
pub(crate) struct User {
    folder: TempDir,
    program: PathBuf,
}

/// What a command did when nobody disturbed it.
pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Done {
    /// Whether the program itself failed, in a way that is never right.
    pub(crate) fn is_a_crash(&self) -> bool {
        self.code.is_none() || self.code == Some(101) || self.stderr.contains("panicked")
    }
}

impl User {
    pub(crate) fn new(program: &Path) -> anyhow::Result<User> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("soak-");
        let folder = builder.tempdir_in(MEMORY_DISK).or_else(|_| builder.tempdir())?;
        Ok(User { folder, program: program.into() })
    }

    pub(crate) fn home(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Where the program keeps everything of its own.
    pub(crate) fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> anyhow::Result<PathBuf> {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, content)?;
        Ok(path)
    }

    /// A command with this user's folders, and nothing of the environment that the campaign runs in but the way to programs.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.home()).env("XDG_DATA_HOME", self.data());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.current_dir(self.home());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str], typed: &str) -> anyhow::Result<Done> {
        let mut command = self.command(&self.program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // What is typed here fits into a pipe; a program that ends early does not read it all.
            let _ = std::io::Write::write_all(&mut stdin, typed.as_bytes());
        }
        let output = child.wait_with_output()?;
        Ok(Done {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        })
    }
}

/// Every regular file below a folder with its content, by the path from there.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) fn files_below(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
                folders.push(path);
            } else if kind.is_ok_and(|kind| kind.is_file())
                && let (Ok(name), Ok(content)) = (path.strip_prefix(folder), fs::read(&path))
            {
                files.insert(name.into(), content);
            }
        }
    }
    files
}
