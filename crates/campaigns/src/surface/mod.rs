//! The surfaces of the program that promise something: what is typed there, what was promised by what was shown, and whether
//! a disk keeps the promise.

mod arena;
mod full;
mod games;
mod line;
mod streak;

use std::path::Path;

use crate::run::{Ran, Typist};
use crate::user::{Files, User};

/// One way of using the program.
pub(crate) trait Surface: Sync + Send {
    fn name(&self) -> String;

    /// Finds out, undisturbed, what is not known before.
    fn learn(&mut self, _: &User) -> anyhow::Result<()> {
        Ok(())
    }

    /// What must be there before the program starts.
    fn prepare(&self, user: &User) -> anyhow::Result<()>;

    fn arguments(&self) -> Vec<String>;

    fn typist(&self) -> Typist;

    /// What was shown as done and is not among these files, and files that are half.
    fn lost(&self, ran: &Ran, files: &Files) -> Option<String>;

    /// Whether anything was shown as done.
    fn has_promised(&self, ran: &Ran) -> bool;

    /// Whether everything was shown that there is to show.
    fn has_ended(&self, ran: &Ran) -> bool;

    /// Whether it listens to signals; what has nothing to save may just end.
    fn listens(&self) -> bool {
        true
    }

    /// The words that tell the way back after a signal, when there is something among these files to come back to.
    fn way_back(&self, files: &Files) -> Option<&'static str>;

    /// Takes up again what was left, and goes on to the end; says what went wrong.
    fn go_on(&self, user: &User, ran: &Ran) -> anyhow::Result<Option<String>>;
}

/// The surfaces of a campaign: `line`, `match`, `full`, `streak` or `arena`.
pub(crate) fn surfaces(kind: &str, program: &Path) -> anyhow::Result<Vec<Box<dyn Surface>>> {
    let mut surfaces = match kind {
        "line" => line::games(),
        "match" => line::matches(),
        "full" => full::surfaces(),
        "streak" => streak::surfaces(),
        "arena" => arena::surfaces(),
        _ => anyhow::bail!("there is no surface {kind}"),
    };
    for surface in &mut surfaces {
        let user = User::new(program)?;
        surface.prepare(&user)?;
        surface.learn(&user)?;
    }
    Ok(surfaces)
}

/// All of them.
pub(crate) const KINDS: [&str; 5] = ["line", "match", "full", "streak", "arena"];
