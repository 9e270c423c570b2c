//! What can be typed at a prompt besides a number.

use duel::coach::Stage;
use duel::speech::did_you_mean;
use duel::{Invalid, Numbers, Session};

use crate::text::{PAGE, wrap};
use crate::words;

/// Where it stands in a table of commands what they do.
const INDENT: usize = 15;

/// Something typed at a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request<'a> {
    /// To be offered to the rules as a move.
    Move(&'a str),
    Help,
    Moves,
    Board,
    /// Advice: of the stage that comes next, or of this one.
    Hint(Option<Stage>),
    /// Which moves win.
    Explain,
    Pairing,
    /// What was taken.
    Chain,
    Rules,
    /// Short turns, or whole ones again.
    Brief,
    Undo,
    Resign,
    Save(Option<SaveAs<'a>>),
    /// To play on from a position, perhaps an earlier one, against somebody.
    PlayOn(&'a str),
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

const WORDS: [&str; 14] = [
    "help", "moves", "board", "chain", "hint", "explain", "pairing", "rules", "brief", "undo", "resign", "save",
    "from", "quit",
];

/// A line that begins with an ASCII letter or a question mark is a command; everything else is offered as a move.
pub(crate) fn understand(line: &str) -> Request<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Request::Unknown(words::line().type_a_number());
    }
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
        "hint" => match rest.to_ascii_lowercase().as_str() {
            "" => Request::Hint(None),
            "idea" => return Request::Hint(Some(Stage::Idea)),
            "move" => return Request::Hint(Some(Stage::Move)),
            _ => return Request::Unknown(words::line().hint_of_what("idea", "move")),
        },
        "explain" => Request::Explain,
        "pairing" => Request::Pairing,
        "chain" => Request::Chain,
        "rules" => Request::Rules,
        "brief" => Request::Brief,
        "undo" => Request::Undo,
        "resign" => Request::Resign,
        "save" if rest == "--force" => return Request::Unknown(words::line().save_as_what()),
        "save" => return Request::Save(SaveAs::read(rest)),
        "from" => return Request::PlayOn(rest),
        // Alone it never comes here: whoever types it has left.
        "quit" | "q" | "exit" => return stands_alone(&word),
        _ => return Request::Unknown(unknown(&word, &WORDS)),
    };
    if rest.is_empty() { command } else { stands_alone(&word) }
}

/// What is said of a word that is none of the commands.
pub(crate) fn unknown(word: &str, commands: &[&'static str]) -> String {
    match did_you_mean(word, commands.iter().copied()) {
        Some(meant) => words::line().no_command_but(&printable(word), meant),
        None => words::line().no_command(&printable(word)),
    }
}

fn stands_alone(word: &str) -> Request<'static> {
    Request::Unknown(words::line().stands_alone(word))
}

/// What can be typed here.
pub(crate) fn help(session: &Session) -> String {
    let (words, position) = (words::line(), session.position());
    let (a_move, what_it_does, board) = match position.numbers() {
        Numbers::Pool(_) => ("12", words.help_pick("12"), words.help_board_of_pool()),
        Numbers::Table([_]) => ("2", words.help_divide("2"), words.help_board_of_number()),
        Numbers::Table(_) => ("84/7", words.help_divide_one(84, 7), words.help_board_of_numbers()),
    };
    let mut commands = vec![(a_move, what_it_does)];
    commands.extend((!session.hides_legal()).then(|| ("moves", words.help_moves())));
    commands.extend([
        ("board", board),
        ("chain", words.help_chain()),
        ("hint [move]", words.help_hint()),
        ("explain", words.help_explain()),
        ("pairing", words.help_pairing()),
        ("rules", words.help_rules()),
        ("brief", words.help_brief()),
        ("undo", words.help_undo()),
        ("resign", words.help_resign()),
        ("save [FILE]", words.help_save()),
        ("from 3 fox", words.help_play_on()),
        ("quit", if words::is_at_the_menu() { words.help_quit_to_menu() } else { words.help_quit() }),
        ("help", words.help_help()),
    ]);
    format!("{}\n{}", table(&commands), cost_of_an_illegal_number(session))
}

/// What an illegal number costs here.
pub(crate) fn cost_of_an_illegal_number(session: &Session) -> String {
    match session.position().game().invalid() {
        Invalid::Loses => words::line().illegal_loses(),
        Invalid::Retry => words::line().illegal_is_free(),
    }
}

/// Commands, and what each of them does.
pub(crate) fn table(commands: &[(&str, String)]) -> String {
    let line = |(command, about): &(&str, String)| {
        let about = wrap(about, PAGE - INDENT).join(&format!("\n{:INDENT$}", ""));
        format!("  {command:<12} {about}")
    };
    commands.iter().map(line).collect::<Vec<_>>().join("\n")
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
        for line in ["12", " 12 ", "-1", "0x0c", "+12", "１２", "84/7", "12.0"] {
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
        assert_eq!(understand("  "), Request::Unknown("Type a number, or help.".into()));
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
