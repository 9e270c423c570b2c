//! What can be typed at a prompt besides a number.

use duel::speech::did_you_mean;
use duel::{Invalid, Numbers, Position};

/// Something typed at a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request<'a> {
    /// To be offered to the rules as a move.
    Move(&'a str),
    Help,
    Moves,
    Board,
    Hint,
    Undo,
    Resign,
    Save(Option<SaveAs<'a>>),
    /// A word that is no command, and what to answer.
    Unknown(String),
}

/// A file that somebody named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SaveAs<'a> {
    pub(crate) name: &'a str,
    /// Whether it may take the place of anything.
    pub(crate) force: bool,
}

impl SaveAs<'_> {
    fn read(text: &str) -> Option<SaveAs<'_>> {
        let (name, force) = match text.strip_prefix("--force") {
            Some(rest) if rest.starts_with(char::is_whitespace) => (rest.trim(), true),
            _ => (text, false),
        };
        (!name.is_empty()).then_some(SaveAs { name, force })
    }
}

const WORDS: [&str; 8] = ["help", "moves", "board", "hint", "undo", "resign", "save", "quit"];

/// A line that begins with an ASCII letter or a question mark is a command; everything else is offered as a move.
pub(crate) fn understand(line: &str) -> Request<'_> {
    let text = line.trim();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '?') {
        return Request::Move(line);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    let command = match word.as_str() {
        "help" | "?" => Request::Help,
        "moves" => Request::Moves,
        "board" => Request::Board,
        "hint" => Request::Hint,
        "undo" => Request::Undo,
        "resign" => Request::Resign,
        "save" if rest == "--force" => return Request::Unknown("Say under which name: save --force FILE.".into()),
        "save" => return Request::Save(SaveAs::read(rest)),
        // Alone it never comes here: whoever types it has left.
        "quit" | "q" | "exit" => return stands_alone(&word),
        _ => return Request::Unknown(unknown(&word, &WORDS)),
    };
    if rest.is_empty() { command } else { stands_alone(&word) }
}

/// What is said of a word that is none of the commands.
pub(crate) fn unknown(word: &str, commands: &[&'static str]) -> String {
    match did_you_mean(word, commands.iter().copied()) {
        Some(meant) => format!("\"{}\" is no command; did you mean \"{meant}\"?", printable(word)),
        None => format!("\"{}\" is neither a number nor a command; type help to see them.", printable(word)),
    }
}

fn stands_alone(word: &str) -> Request<'static> {
    Request::Unknown(format!("\"{word}\" stands alone; there is nothing to add to it."))
}

/// What can be typed here.
pub(crate) fn help(position: &Position) -> String {
    let (a_move, a_board) = match position.numbers() {
        Numbers::Pool(_) => ("12           pick the number 12", "what is free, what was taken and by whom"),
        Numbers::Table([_]) => ("2            divide the number by 2", "the number, and who divided what"),
        Numbers::Table(_) => ("84/7         divide the 84 by 7", "the numbers, and who divided what"),
    };
    let cost = match position.game().invalid() {
        Invalid::Loses => "An illegal number loses this game at once; a word or a slip of the keys does not.",
        Invalid::Retry => "An illegal number costs nothing: you are asked again.",
    };
    format!(
        "  {a_move}
  moves        what is legal now
  board        {a_board}
  hint         a good move and why; hints are counted
  undo         take the last move back
  resign       give the game up
  save [FILE]  save the game, or write it as a record to FILE (save --force FILE: whatever is there)
  quit         leave; the game is saved and can be resumed
  help         this list
{cost}"
    )
}

/// What was typed, as it may be shown: short, and without anything that a terminal would obey.
pub(crate) fn printable(line: &str) -> String {
    const SHOWN: usize = 100;
    let mut shown: String = line.trim_end().chars().take(SHOWN).map(|c| if c.is_control() { '?' } else { c }).collect();
    if line.trim_end().chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_all_else_is_offered_as_a_move() {
        for line in ["12", " 12 ", "-1", "", "0x0c", "+12", "１２", "84/7", "12.0"] {
            assert_eq!(understand(line), Request::Move(line));
        }
        assert_eq!(understand("  HELP "), Request::Help);
        assert_eq!(understand("save"), Request::Save(None));
        let saved = |name, force| Request::Save(Some(SaveAs { name, force }));
        assert_eq!(understand("save my game.duel"), saved("my game.duel", false));
        assert_eq!(understand("save --force my game.duel"), saved("my game.duel", true));
        assert!(matches!(understand("save --force"), Request::Unknown(_)));
        assert_eq!(understand("hlep"), Request::Unknown("\"hlep\" is no command; did you mean \"help\"?".into()));
        assert!(matches!(understand("twelve"), Request::Unknown(_)));
        for word in ["undo", "quit"] {
            let answer = format!("\"{word}\" stands alone; there is nothing to add to it.");
            assert_eq!(understand(&format!("{word} 3")), Request::Unknown(answer));
        }
    }

    #[test]
    fn what_is_shown_cannot_drive_a_terminal() {
        assert_eq!(printable("\u{1b}[2Jx"), "?[2Jx");
        assert_eq!(printable(&"1".repeat(1_000_000)).chars().count(), 101);
    }
}
