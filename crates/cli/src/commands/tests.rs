//! Whole games in a made-up language: what a player reads comes from the lists of words or from `duel::speech`, and has room.

mod beside;
mod kept;
mod whole_games;

use std::path::Path;
use std::time::{Duration, SystemTime};

use duel::challenge::Progress;
use duel::coach::review;
use duel::lesson::Lesson;
use duel::longest::Size;
use duel::puzzle::Which;
use duel::session::{Rounds, Setup};
use duel::solve::Watch;
use duel::speech::{Language, made_up};
use duel::tally::Tally;
use duel::{Level, Record, RuleBook, Seat, Sitter, Who};

use crate::commands::asked::Asked;
use crate::commands::resume::Forgotten;
use crate::commands::{history, puzzle, resume, rounds, rules, settings};
use crate::failure::{Failure, TOLD};
use crate::line::alone;
use crate::line::board::usual_names;
use crate::line::deeds::{self, Deeds};
use crate::line::dialogue::Dialogue;
use crate::line::game::LineGame;
use crate::line::input::Input;
use crate::line::lesson;
use crate::line::menu::{self, Choice};
use crate::line::output::Output;
use crate::line::review as line_review;
use crate::line::teller::Turns;
use crate::sitting::alone::Alone;
use crate::sitting::resumption::{self, Custody, Seating};
use crate::sitting::{Around, Sitting};
use crate::store::chains::ChainsFile;
use crate::store::games::{self, ARENA_HEAD};
use crate::store::posed::{Posed, Wanted};
use crate::store::progress::ProgressFile;
use crate::store::record_file::RecordFile;
use crate::store::saves::{Keeper, Store, Unfinished};
use crate::store::settings::{Against, Settings, SettingsFile};
use crate::words::{SPOKEN, language};

/// The width of a small window.
const COLUMNS: usize = 60;
/// What is typed, and is the same in every language.
const COMMANDS: [&str; 40] = [
    "longest 50",
    "undo, redo",
    "turn",
    "new",
    "puzzle easy",
    "learn 2",
    "settings",
    "learn",
    "fair",
    "find",
    "puzzle",
    "daily",
    "resume 2",
    "history fox",
    "review 2",
    "stats",
    "rules chain",
    "fox",
    "first 2",
    "best of 3",
    "advice 1",
    "names Ada,Bo",
    "help",
    "moves",
    "board",
    "chain",
    "hint [move]",
    "hint",
    "explain",
    "pairing",
    "rules",
    "brief",
    "undo",
    "resign",
    "save [FILE]",
    "quit",
    "answer",
    "Divisor Duel",
    "level:3",
    "from 3 fox",
];

/// A book of this game whose own words nobody can take for English.
fn book(code: &str) -> RuleBook {
    let words = |list: &str| {
        format!(
            "taken_list = \"Ťãķéñ\"\nwelcome = \"Ŵéļçõṁé!\"\nfirst_turn = \"{{player}}: {{{list}}}\"\nfirst_prompt = \"Ŵĥîçĥ? \"\n\
             turn = \"{{player}}: {{{list}}}\"\nprompt = \"Ŵĥîçĥ? \"\nplayed = \"Ťĥéŕé.\"\n\
             end = \"{{loser}} îš šťûçķ, ãñď {{winner}} ŵîñš!\"\n"
        )
    };
    let (one, several) = if code.starts_with("take") { ("pool", "") } else { ("divisors", "choices") };
    let example = if code == "take:2..20" { "example = \"11\"\n" } else { "" };
    let mut text = format!(
        "id = \"b-1\"\ntitle = \"Ťĥé ḃõõķ\"\nsummary = \"Šħõŕť.\"\ngame = \"{code}\"\nrules = \"Ṽéŕý.\"\n\
         tips = [\"Ťŕý.\"]\n{example}\n[words]\n{}",
        words(one)
    );
    if !several.is_empty() {
        text += &format!("\n[words.several]\n{}", words(several));
    }
    RuleBook::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Somebody who reads and types, in a folder of their own.
struct Reader {
    folder: tempfile::TempDir,
    /// What books and files are called, and say.
    allowed: Vec<String>,
    is_at_a_terminal: bool,
}

impl Reader {
    fn new() -> Reader {
        SPOKEN.set(Language::MadeUp);
        TOLD.take();
        Reader { folder: tempfile::tempdir().unwrap(), allowed: Vec::new(), is_at_a_terminal: false }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn store(&self) -> Store {
        Store::at(self.path("games"))
    }

    fn keeper(&self) -> Keeper {
        Keeper::new(Ok(self.store()), None)
    }

    /// What is said while this is typed: all of it in the made-up language, and no line longer than the window is wide.
    fn reads(&self, typed: &str, mut talk: impl FnMut(Dialogue<'_>)) -> String {
        let mut heard = |measure: fn() -> Option<usize>| {
            let mut said = Vec::new();
            let out = Output::measured_by(measure, anstream::StripStream::new(&mut said));
            let out = if self.is_at_a_terminal { out.marking() } else { out };
            let mut input = Input::from_text(typed.into());
            input.is_terminal = self.is_at_a_terminal;
            talk(Dialogue::new(out, input));
            String::from_utf8(said).unwrap()
        };
        let narrow = heard(|| Some(COLUMNS));
        // What is typed stands behind the question, and a terminal breaks it as it likes.
        let wide = narrow.lines().filter(|line| crate::text::width(without_echo(line, typed)) > COLUMNS);
        let wide: Vec<&str> = wide.filter(|_| !self.is_at_a_terminal).collect();
        assert!(wide.is_empty(), "{wide:#?}\n{narrow}");
        let said = heard(|| None);
        self.understands(&said, typed);
        TOLD.take().iter().for_each(|told| self.understands(told, typed));
        said
    }

    /// Nothing here is English, but for what must be.
    fn understands(&self, said: &str, typed: &str) {
        let english = said.lines().filter_map(|line| {
            let mut line = without_echo(line, typed).replace(&*self.folder.path().display().to_string(), "");
            self.allowed.iter().for_each(|allowed| line = line.replace(allowed, ""));
            // Commands stand by themselves, as what can be typed.
            for command in COMMANDS {
                if line.trim_start().starts_with(command) {
                    line = line.replacen(command, "", 1);
                }
            }
            let is_word = |word: &[char]| word.len() > 1 && word[0].is_ascii_alphabetic();
            let letters: Vec<char> = line.chars().collect();
            let mut runs = letters.chunk_by(|a, b| a.is_ascii_alphabetic() && b.is_ascii_alphabetic());
            runs.any(is_word).then_some(line)
        });
        let english: Vec<String> = english.collect();
        assert!(english.is_empty(), "{english:#?}\n{said}");
    }
}

/// A line without what was typed at its end.
fn without_echo<'a>(line: &'a str, typed: &str) -> &'a str {
    let echoes = typed.lines().filter_map(|typed| line.strip_suffix(typed));
    echoes.min_by_key(|rest| rest.len()).unwrap_or(line)
}

/// Two people, or one and a computer.
fn setup(book: RuleBook, opponent: Option<Level>, best_of: Option<u32>) -> Setup {
    let who = [Who::Person, opponent.map_or(Who::Person, Who::Level)];
    let sitters = Seat::BOTH.map(|seat| Sitter::usual(who[seat.index()], seat, language()));
    Setup { rounds: best_of.map(Rounds::BestOf), seed: 1, ..Setup::new(book, sitters) }
}

/// Plays it as far as what is typed goes, and leaves.
fn play(talk: Dialogue<'_>, sitting: Sitting) {
    let keeper = sitting.keeper().clone();
    let played = LineGame::new(talk, sitting, Turns::default()).play();
    assert!(played.is_ok() || TOLD.with_borrow(|told| !told.is_empty()));
    keeper.leave();
}

/// Plays a new game.
fn begin(talk: Dialogue<'_>, reader: &Reader, setup: Setup) {
    play(talk, Sitting::begin(setup, reader.keeper(), Around::default()).unwrap());
}

/// Everything that can be typed besides a move.
const WORDS: &str =
    "help\n?\nmoves\nboard\nchain\nrules\nexplain\npairing\nbrief\nbrief\nhlep\ntwelve\nundo 3\nsave --force\nsave\n";
