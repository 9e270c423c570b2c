//! What is remembered of what people chose, for commands that play: at a terminal only, so that a script does the same everywhere.

use crate::failure::tell;
use crate::full::Front;
use crate::line::dialogue::Dialogue;
use crate::line::teller::Turns;
use crate::store::settings::{Settings, SettingsFile};
use crate::words;

/// What was chosen before; of a file that cannot be understood is told, and nothing is taken from it.
pub(super) fn settings(talk: &Dialogue<'_>) -> Settings {
    if !talk.is_at_a_terminal() {
        return Settings::default();
    }
    let (settings, complaint) = Settings::of_user();
    note(complaint);
    settings
}

/// Keeps what was chosen just now.
pub(super) fn remember(talk: &Dialogue<'_>, choose: impl FnOnce(&mut Settings)) {
    if talk.is_at_a_terminal() {
        note(Settings::remember(choose));
    }
}

/// Short turns or whole ones: as the command line says, which is remembered, or as they were before.
pub(super) fn turns(talk: &Dialogue<'_>, front: &Front, settings: &Settings) -> Turns {
    if let Some(brief) = front.brief()
        && settings.brief.unwrap_or(false) != brief
    {
        remember(talk, |settings| settings.brief = Some(brief));
    }
    Turns {
        are_brief: front.brief().or(settings.brief).unwrap_or(false),
        kept_in: SettingsFile::of_user().ok().filter(|_| talk.is_at_a_terminal()),
    }
}

fn note(complaint: Option<String>) {
    complaint.iter().for_each(|complaint| tell(&words::line().note(complaint)));
}
