//! Messages as people read them.

use std::fmt::Display;

/// A message as a sentence: a capital letter in front, and a full stop behind unless it asks something.
///
/// ```
/// assert_eq!(duel::sentence("that is not a number"), "That is not a number.");
/// assert_eq!(duel::sentence("did you mean \"classic\"?"), "Did you mean \"classic\"?");
/// ```
pub fn sentence(message: impl Display) -> String {
    let message = message.to_string();
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if message.ends_with('?') { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}
