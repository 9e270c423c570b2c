//! `divisor-duel settings`: what is remembered, and where.

use serde::Serialize;

use crate::failure::Fallible;
use crate::line::output::{self, Output};
use crate::store::settings::{Settings, SettingsFile};
use crate::words;

/// Show what is remembered of what you chose, and where; or forget it
#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  divisor-duel settings                 the file, and what is in it
  divisor-duel settings --forget        remove it",
    after_help = "\
What is chosen in a menu, and --brief, is remembered when it is done at a terminal, in a file of lines such as book = \"chain\", \
opponent = \"level:3\", names = \"Ada,Bo\", first = \"toss\", rounds = \"best of 3\", fair = true, advice = \"1\", find = true, brief = true. Edit it as you like. \
The menus begin with it; what stands on the command line comes first, and where input comes from a file or a pipe nothing of it counts."
)]
pub(crate) struct Args {
    /// Remove the file
    #[arg(long, conflicts_with = "json")]
    forget: bool,
    /// Print the settings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    file: String,
    settings: &'a Settings,
}

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let file = SettingsFile::of_user()?;
        let mut out = output::stdout();
        if self.forget {
            return forget(&mut out, &file);
        }
        if self.json {
            return out.json(&Listed { file: file.path().display().to_string(), settings: &file.read()? });
        }
        show(&mut out, &file)
    }
}

pub(super) fn show(out: &mut Output<'_>, file: &SettingsFile) -> Fallible {
    let path = file.path().display();
    let Some(text) = file.text()? else { return Ok(out.line(&words::line().nothing_remembered(&path))?) };
    out.line(&words::line().remembered_in(&path))?;
    out.line(&format!("\n{}", text.trim_end()))?;
    // What stands there and cannot be understood is shown too, and then said.
    file.read()?;
    Ok(())
}

pub(super) fn forget(out: &mut Output<'_>, file: &SettingsFile) -> Fallible {
    let path = file.path().display();
    let told =
        if file.forget()? { words::line().settings_forgotten(&path) } else { words::line().nothing_remembered(&path) };
    Ok(out.line(&told)?)
}
