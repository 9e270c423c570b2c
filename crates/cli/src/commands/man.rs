//! `divisor-duel man`: the manual pages.

use std::io::Write;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Cli;
use crate::failure::{Failure, Fallible};

/// Print the manual page, or that of a command
#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  divisor-duel man | man -l -
  divisor-duel man play > ~/.local/share/man/man1/divisor-duel-play.1")]
pub(crate) struct Args {
    /// The command
    command: Option<String>,
}

type Rows = &'static [(&'static str, &'static str)];

/// What the page of the program has besides its arguments.
const SECTIONS: [(&str, Rows); 5] = [
    ("KEYS", KEYS),
    ("WORDS AT A PROMPT", WORDS),
    ("FILES", FILES),
    ("ENVIRONMENT", ENVIRONMENT),
    ("EXIT STATUS", EXIT_STATUS),
];

const KEYS: Rows = &[
    ("arrow keys, Enter", "Move over the legal numbers, and take one; so does a click. Digits type one."),
    ("h", "Advice: where to look; again the moves that matter; then the move, and why."),
    ("e", "The exact verdict of every legal move."),
    ("p", "The pairing: every number with its partner, the plan behind a win."),
    ("u, r, s", "Take back, resign, save."),
    ("i, ?", "The rules of this book; all keys."),
    ("m, q", "The menu; leave. The game is kept."),
];

const WORDS: Rows = &[
    ("moves, board, chain", "What is legal; everything on the board; what was taken, in its order."),
    (
        "hint, explain, pairing",
        "Where to look, then the moves that matter, then the move and why (hint move: at once); which moves win; which numbers \
         answer each other. They are counted.",
    ),
    ("rules, help", "The rules of this book; all words."),
    ("brief", "Short turns, or whole ones again."),
    ("undo, resign, save [FILE], quit", "Take back, give up, save, leave. The game is kept."),
];

const FILES: Rows = &[
    ("$XDG_DATA_HOME/divisor-duel/games/", "Unfinished games, a record each; without the variable in ~/.local/share."),
    ("$XDG_DATA_HOME/divisor-duel/history/", "Finished games, a record each: the newest 1,000."),
    ("$XDG_DATA_HOME/divisor-duel/puzzles.json", "Which puzzles are solved, the streak, and which lessons are done."),
    ("$XDG_CONFIG_HOME/divisor-duel/settings.toml", "What was chosen in the menus; without the variable in ~/.config."),
];

const ENVIRONMENT: Rows = &[
    ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "Whether there are colours, where --color does not say it."),
    ("TERM", "What the terminal can do; a dumb one gets line mode without colours."),
    ("LC_ALL, LC_CTYPE, LANG", "Whether the full screen may use other signs than ASCII."),
    ("XDG_DATA_HOME, XDG_CONFIG_HOME, HOME", "Where files are kept."),
    ("COMPLETE", "Set by a shell that asks what can be completed."),
];

const EXIT_STATUS: Rows = &[
    ("0", "Done."),
    ("1", "A file, a move given as an argument or the system failed."),
    ("2", "Wrong arguments."),
    ("3", "The budget ended before an answer was certain."),
    ("129, 130, 143", "Stopped by a closed terminal, Ctrl-C or a request to terminate, the game saved."),
];

impl Args {
    pub(crate) fn run(self) -> Fallible {
        let mut whole = Cli::command();
        whole.build();
        let page = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.get_subcommands().find(|command| command.get_name() == name).cloned();
                found.ok_or_else(|| Failure::usage(format!("there is no command {name}")))?
            }
        };
        Ok(std::io::stdout().write_all(&render(page, self.command.is_none())?)?)
    }
}

fn render(page: Command, is_of_the_program: bool) -> std::io::Result<Vec<u8>> {
    let examples = page.get_before_help().map(ToString::to_string).unwrap_or_default();
    let more = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = page.has_subcommands();
    let man = Man::new(page);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    let mut roff = Roff::new();
    lines(&mut roff, "EXAMPLES", examples.trim_start_matches("Examples:\n"));
    roff.to_writer(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    if is_of_the_program {
        // What its help says of exit codes has a section of its own here.
        lines(&mut roff, "GAMES", more.split("\n\n").next().unwrap_or_default());
        for (heading, rows) in SECTIONS {
            roff.control("SH", [heading]);
            for (term, about) in rows {
                roff.control("TP", []);
                roff.text([bold(*term)]);
                roff.text([roman(*about)]);
            }
        }
    } else if !more.is_empty() {
        roff.control("SH", ["NOTES"]);
        for paragraph in more.lines() {
            roff.control("PP", []);
            roff.text([roman(paragraph)]);
        }
    }
    roff.to_writer(&mut text)?;
    Ok(text)
}

/// A section of lines that stand as they are.
fn lines(roff: &mut Roff, heading: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    roff.control("SH", [heading]);
    roff.control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}
