//! Whole games in a made-up language: what a player reads comes from the lists of words or from `duel::speech`, and has room.

use std::path::Path;
use std::time::{Duration, SystemTime};

use duel::challenge::Progress;
use duel::coach::review;
use duel::lesson::Lesson;
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
use crate::line::board::usual_names;
use crate::line::deeds::{self, Deeds};
use crate::line::dialogue::Dialogue;
use crate::line::game::{LineGame, Turns};
use crate::line::input::Input;
use crate::line::lesson;
use crate::line::menu::{self, Choice};
use crate::line::output::Output;
use crate::line::review as line_review;
use crate::sitting::resumption::{self, Custody, Seating};
use crate::sitting::{Around, Sitting};
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
const COMMANDS: [&str; 36] = [
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

#[test]
fn a_pool_game_between_people() {
    let reader = Reader::new();
    let file = reader.path("7.duel").display().to_string();
    let folder = reader.folder.path().display().to_string();
    std::fs::write(reader.path("8"), "a").unwrap();
    let saves = format!("save {file}\nsave {folder}\nsave {folder}/8\nsave {folder}/games/9\n");
    // Rounds that are given up, and one that is left.
    let rounds =
        "undo\nhint\n7\n0x0c\n99\n12\nboard\n4\n4\n5\nundo\n4\nhint\nboard\n16\n8\nresign\n2\nresign\n11\nquit\n";
    let said = reader.reads(&format!("{WORDS}{saves}{rounds}"), |talk| {
        begin(talk, &reader, setup(book("take:2..20"), None, Some(5)));
    });
    assert!(said.contains(&made_up("Round 3")), "{said}");
}

#[test]
fn a_pool_game_in_which_an_illegal_number_loses_and_a_champion() {
    let reader = Reader::new();
    let said = reader.reads("help\n12\n5\n99\n", |talk| {
        begin(talk, &reader, setup(book("take:2..20,invalid=loses"), None, Some(3)));
    });
    assert!(said.contains(&made_up("champion")), "{said}");
}

#[test]
fn a_game_that_is_over_at_once_and_the_fair_start() {
    let mut reader = Reader::new();
    reader.allowed.push("take:2..20".into());
    let said = reader.reads("11\n", |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
    assert!(said.contains(&made_up("--fair")), "{said}");
    reader.reads("11\n12\n6\nboard\nquit\n", |talk| {
        begin(talk, &reader, setup(book("take:2..20").with_fair_start().unwrap(), None, None));
    });
}

#[test]
fn a_moral_after_a_game_against_a_computer() {
    let reader = Reader::new();
    let riddle =
        "help\n?\nhint\nmoves\nboard\n99\n0x\n2\n3\n4\n5\n6\n7\n8\n9\n10\n12\n14\n15\n16\n18\n20\nanswr\nanswer\n";
    for level in [Level::Rules, Level::Perfect] {
        for first in ["14\n7\n", "12\n", "2\n"] {
            reader.reads(&format!("{first}resign\n{riddle}"), |talk| {
                begin(talk, &reader, setup(book("take:2..20"), Some(level), None));
            });
        }
    }
    let said = reader.reads(&format!("14\nresign\n{riddle}\n\n"), |talk| {
        begin(talk, &reader, setup(book("take:2..20"), Some(Level::Perfect), Some(3)));
    });
    assert!(said.contains(&made_up("What wins?")), "{said}");
}

#[test]
fn a_moral_between_people_says_whose_it_is() {
    let mut reader = Reader::new();
    reader.is_at_a_terminal = true;
    let said = reader.reads("14\n7\nhint\nanswer\n", |talk| {
        begin(talk, &reader, setup(book("take:2..20"), None, None));
    });
    assert!(said.contains(&made_up("What wins?")), "{said}");
}

#[test]
fn division_games() {
    let reader = Reader::new();
    let one = "hint\n7\n61\n1/2\n2\nundo\n2\nboard\n5\nhint\n3\n";
    for opponent in [None, Some(Level::Answers)] {
        reader.reads(&format!("{WORDS}{one}"), |talk| {
            begin(talk, &reader, setup(book("divide:60"), opponent, None));
        });
        reader.reads(
            &format!("{WORDS}hint\n60\n60/7\n7/2\n84/7\nboard\nundo\n84/7\nhint\n60/2\nresign\nhint\nanswer\n"),
            |talk| {
                begin(talk, &reader, setup(book("divide:60,84,90"), opponent, Some(3)));
            },
        );
    }
    reader.reads(&format!("{WORDS}7\n"), |talk| {
        begin(talk, &reader, setup(book("divide:60,invalid=loses"), None, None));
    });
    reader.reads("hint\n2\n5\n3\n", |talk| begin(talk, &reader, setup(book("divide:60,misere"), None, None)));
}

#[test]
fn at_a_terminal_resigning_is_asked_about_and_another_game_is_offered() {
    let mut reader = Reader::new();
    reader.is_at_a_terminal = true;
    let typed = "resign\n\n12\n4\nresign\ny\ny\n12\n4\nresign\nYES\nn\n";
    let said = reader.reads(typed, |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
    let asked = |question: &str| said.matches(&made_up(question)).count();
    assert_eq!((asked("Give the game up?"), asked("Play again?"), asked("moves first.")), (3, 2, 1), "{said}");
    assert_eq!(asked("* marks what is legal."), 1, "{said}");
    assert!(said.contains("2*, 3*, 4*, 5, 6*, 7"), "{said}");
    assert_eq!(reader.store().list().unwrap().len(), 0);
    // Afterwards one can look at it, and play on from it; whoever left a game for that hears where it is.
    let typed = "12\n4\nresign\ny\nreviw\nreview\nfrom 9\nfrom 2 human\n6\nfrom 2 human\n4\nresign\ny\n\n";
    let said = reader.reads(typed, |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
    let asked = |question: &str| said.matches(&made_up(question)).count();
    assert_eq!((asked("Play again?"), asked("Winning: "), asked("Your other game is kept")), (5, 1, 1), "{said}");
    assert_eq!(reader.store().list().unwrap().len(), 2, "one of each reading");
    // In a file nobody is asked.
    reader.is_at_a_terminal = false;
    let said = reader.reads("12\n4\nresign\n", |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
    for question in ["Give the game up?", "Play again?", "*"] {
        assert!(!said.contains(&made_up(question)), "{said}");
    }
}

#[test]
fn a_game_in_which_nothing_has_happened_is_not_kept() {
    let reader = Reader::new();
    for typed in ["quit\n", "hint\nquit\n", "12\nundo\nquit\n", "moves\n"] {
        reader.reads(typed, |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
        assert_eq!(reader.store().list().unwrap().len(), 0, "{typed}");
    }
    reader.reads("save\n", |talk| begin(talk, &reader, setup(book("take:2..20"), None, None)));
    assert!(!reader.store().list().unwrap().is_empty(), "whoever says so has it saved");
}

#[test]
fn short_turns() {
    let reader = Reader::new();
    let brief = |talk: Dialogue<'_>, setup| {
        let sitting = Sitting::begin(setup, reader.keeper(), Around::default()).unwrap();
        LineGame::new(talk, sitting, Turns { are_brief: true, kept_in: None }).play().unwrap();
    };
    for code in ["take:2..20", "take:1..60,first=even", "divide:60", "divide:60,84"] {
        for opponent in [None, Some(Level::Answers)] {
            reader.reads("2\n12\n60/2\n4\n5\nresign\n\n", |talk| brief(talk, setup(book(code), opponent, None)));
        }
    }
    let said = reader.reads("12\n4\nbrief\n16\nquit\n", |talk| brief(talk, setup(book("take:2..20"), None, None)));
    assert!(said.contains(&made_up("Player 2 to move.\nLegal: 2-4, 6\n")), "{said}");
    assert!(said.ends_with(&format!("{}quit\n", "Ŵĥîçĥ? ")), "{said}");
}

#[test]
fn the_computer_is_introduced_once() {
    let reader = Reader::new();
    let against = || setup(book("take:2..20"), Some(Level::Answers), Some(3));
    let said = reader.reads("resign\nresign\n\n", |talk| begin(talk, &reader, against()));
    let introduced =
        made_up("You play against the computer: Fox, level 3 (thinks of your answer and the answer to that).");
    assert_eq!(said.matches(&introduced).count(), 1, "{said}");
}

#[test]
fn a_long_game_shows_its_last_moves() {
    let reader = Reader::new();
    let mut position = book("take:1..2000").game().start().unwrap();
    // Whatever leaves most to choose from.
    while position.moves().len() < 110 {
        let answers = |next: &duel::Move| {
            let mut after = position.clone();
            after.play(*next).unwrap();
            after.legal().count()
        };
        let next = position.legal().max_by_key(answers).unwrap();
        position.play(next).unwrap();
    }
    let said = reader.reads("", |mut talk| crate::line::board::full(&mut talk, &position, &usual_names()).unwrap());
    assert!(said.contains(&made_up("(10 before)")), "{said}");
}

#[test]
fn a_game_that_cannot_be_kept() {
    let reader = Reader::new();
    std::fs::write(reader.path("games"), "in the way").unwrap();
    let mut reader = reader;
    // What the system says is its own.
    reader.allowed.extend(["cannot make the folder", "File exists", "Not a directory", "os error"].map(String::from));
    reader.reads("12\n4\n16\nsave\nquit\n", |talk| {
        begin(talk, &reader, setup(book("take:2..20"), None, None));
    });
    reader.reads("12\nresign\n", |talk| {
        let record = RecordFile { path: reader.path("games"), force: false };
        let around = Around { record: Some(record), ..Around::default() };
        play(talk, Sitting::begin(setup(book("take:2..20"), None, None), reader.keeper(), around).unwrap());
    });
}

#[test]
fn a_record_that_cannot_be_written() {
    let reader = Reader::new();
    std::fs::write(reader.path("7"), "no record").unwrap();
    for best_of in [None, Some(1)] {
        reader.reads("12\nresign\n", |talk| {
            let around =
                Around { record: Some(RecordFile { path: reader.path("7"), force: false }), ..Around::default() };
            play(talk, Sitting::begin(setup(book("take:2..20"), None, best_of), reader.keeper(), around).unwrap());
        });
    }
    reader.reads("", |_| {
        let sitting =
            Sitting::begin(setup(book("take:2..20"), None, None), reader.keeper(), Around::default()).unwrap();
        sitting.keeper().note(&sitting.session().record(), true);
        assert!(sitting.keeper().leave());
    });
}

#[test]
fn games_that_are_taken_up_again() {
    let mut reader = Reader::new();
    let rule_file = reader.path("7.toml");
    std::fs::write(&rule_file, book("take:2..20").rule_file().unwrap()).unwrap();
    reader.allowed.extend(["take:2..20", "/7.toml"].map(String::from));
    for (best_of, typed) in [(None, "12\n"), (None, "save\n"), (Some(3), "11\n12\n4\nquit\n")] {
        let around = Around { rule_file: Some(rule_file.clone()), ..Around::default() };
        let talk = Dialogue::new(Output::new(std::io::sink()), Input::from_text(typed.into()));
        play(talk, Sitting::begin(setup(book("take:2..20"), None, best_of), reader.keeper(), around).unwrap());
    }
    let games = reader.store().list().unwrap();
    assert_eq!(games.len(), 3);
    for minutes in [0, 1, 5, 60, 120, 1_440, 9_999] {
        let ages = reader.store().list().unwrap().into_iter();
        let old = |game: Unfinished| Unfinished {
            saved: SystemTime::now() - Duration::from_secs(60 * minutes),
            is_open: minutes == 5,
            ..game
        };
        let games: Vec<Unfinished> = ages.map(old).collect();
        reader.reads("x9\n0\n\n", |mut talk| {
            resume::list(&mut talk, &games).unwrap();
            resume::ask(&mut talk, &games, games[0].id).unwrap();
        });
    }
    for game in games {
        let record = game.record.unwrap();
        reader.reads("board\n6\nquit\n", |talk| {
            let (sitting, note) =
                resumption::take_up(record.clone(), Custody::OurStore, reader.keeper(), Seating::default()).unwrap();
            assert_eq!(note, None);
            play(talk, sitting);
        });
        // The book is another one by now, and then none at all.
        for other in [book("take:2..30").rule_file().unwrap(), "no book"] {
            std::fs::write(&rule_file, other).unwrap();
            let taken_up = resumption::take_up(record.clone(), Custody::OurStore, reader.keeper(), Seating::default());
            let (_, note) = taken_up.unwrap();
            note.iter().for_each(|note| reader.understands(note, ""));
        }
        std::fs::write(&rule_file, book("take:2..20").rule_file().unwrap()).unwrap();
    }
    reader.reads("", |mut talk| {
        std::fs::write(reader.path("games/1.duel"), "no record").unwrap();
        resume::list(&mut talk, &reader.store().list().unwrap()).unwrap();
        resume::forget(&mut talk, &reader.store(), Forgotten::All).unwrap();
        resume::list(&mut talk, &reader.store().list().unwrap()).unwrap();
    });
}

#[test]
fn what_cannot_be_done() {
    let mut reader = Reader::new();
    reader.allowed.push("/7".into());
    let file = reader.path("7");
    std::fs::write(&file, format!("{ARENA_HEAD}{{}}\n\n[Format \"1\"]\n[Round \"1\"]\n")).unwrap();
    let failures = [
        resume::forget(&mut Output::new(std::io::sink()), &reader.store(), Forgotten::One(77)).unwrap_err(),
        games::read_record(&file).map(drop).unwrap_err(),
        games::read_round(&file, 1).map(drop).unwrap_err(),
        games::read_round(&file, 2).map(drop).unwrap_err(),
        games::read_rule_file(&file).map(drop).unwrap_err(),
        Posed::find(Some(&book("take:2..9999")), None, Wanted::This(Which::Seed(7))).map(drop).unwrap_err(),
        Posed::find(Some(&book("take:2..3")), None, Wanted::This(Which::Seed(7))).map(drop).unwrap_err(),
    ];
    failures.into_iter().for_each(|failure| reader.understands(&failure.words(), ""));
    begin(
        Dialogue::new(Output::new(std::io::sink()), Input::from_text("12\n".into())),
        &reader,
        setup(book("take:2..20"), None, None),
    );
    let claim = reader.store().claim(1).unwrap();
    reader.understands(&reader.store().claim(1).map(drop).unwrap_err().to_string(), "");
    drop(claim);
}

#[test]
fn puzzles() {
    let mut reader = Reader::new();
    reader.allowed.push("take:2..30".into());
    let book = book("take:2..30");
    let kept = |reader: &Reader| Ok(ProgressFile::at(reader.folder.path()));
    let answers = "help\nhint\nmoves\nboard\n2\n3\n4\n5\n6\n7\n8\n9\n10\nanswr\nanswer\n";
    for wanted in [Wanted::This(Which::Seed(7)), Wanted::today()] {
        let posed = || Posed::find(Some(&book), None, wanted).unwrap();
        let answer = posed().puzzle.answer;
        for typed in [format!("{answer}\n"), answers.to_string(), "quit\n".into()] {
            reader.reads(&format!("{typed}\n"), |mut talk| {
                puzzle::present(&mut talk, posed(), &kept(&reader)).unwrap();
                puzzle::wants_another(&mut talk).unwrap();
            });
        }
    }
    std::fs::write(reader.path("puzzles.json"), "{").unwrap();
    reader.allowed.extend(["puzzles.json", "EOF while parsing an object at line", "column"].map(String::from));
    reader.reads("2\nanswer\n", |mut talk| {
        let posed = Posed::find(Some(&book), None, Wanted::This(Which::Seed(7))).unwrap();
        puzzle::present(&mut talk, posed, &kept(&reader)).unwrap();
    });
}

#[test]
fn lessons() {
    let mut reader = Reader::new();
    let text = "format = 1\nid = \"l-1\"\ntitle = \"Ťĥé ĺéššõñ\"\nlearned = \"Ṁûçĥ.\"\n\
        [[step]]\ngame = \"take:2..8/2\"\nmoves = \"4\"\nsay = \"Ŵĥîçĥ 2?\"\nask = \"win\"\n\
        [[step]]\nmoves = \"2\"\nsay = \"Ãñď?\"\nask = \"move\"\nright = \"6\"\nother = \"Ñõ.\"\nhint = \"Ḣéŕé.\"\n\
        [end]\nsay = \"Ãĺõñé.\"\ngame = \"take:2..8/2\"\nfirst = \"them\"\nopponent = 1\n";
    let taught = Lesson::read(text).unwrap_or_else(|error| panic!("{error}"));
    let kept = |reader: &Reader| Ok(ProgressFile::at(reader.folder.path()));
    let typed = "help\nhint\nmoves\nboard\nanswr\n3\n2\nanswer\n8\n4\n3\nhint\nanswer\nquit\n";
    let said = reader.reads(typed, |talk| {
        lesson::learn(talk, &taught, (&reader.keeper(), || kept(&reader)), &Turns::default()).unwrap();
    });
    assert!(said.contains("Ñõ.\n") && said.contains(&made_up("step 2 of 2")), "{said}");
    let mut progress = Progress::default();
    progress.count_lesson(&Lesson::built_in()[0]);
    for lesson in Lesson::built_in() {
        reader.allowed.extend([lesson.title().to_string(), lesson.id().to_string()]);
    }
    reader.allowed.sort_by_key(|allowed| std::cmp::Reverse(allowed.len()));
    for typed in ["99\npears\nx\n3\n", "\n", "quit\n"] {
        reader.reads(typed, |mut talk| {
            lesson::choose(&mut talk, &progress).unwrap();
        });
    }
}

#[test]
fn the_menu_and_the_rules() {
    let mut reader = Reader::new();
    for book in RuleBook::built_in() {
        reader.allowed.extend([book.summary().to_string(), book.title().to_string(), book.plain_code()]);
        reader.allowed.push(book.id().to_string());
    }
    // Of two names one may stand in the other.
    reader.allowed.sort_by_key(|allowed| std::cmp::Reverse(allowed.len()));
    reader.allowed.push("divider:84".into());
    let wrong = "99\nclasic\ntake:9..1\nx y\n1 2\nhumen\nlevel:9\nfirst 3\nbest 3\nbest of 0\nrounds x\nnames 7,7\nnames 7,8,9\n";
    let set = "auto\nhelp\nhistory x\nfair\nbrief\nbrief\nadvice 1\nadvice 2\nunfair\nadvice both\nturns\nlevel:3\ntoss\nfirst 2\nbest of 3\nrounds 4\nsingle\nnames 7,8\nnames\nhuman\n";
    for typed in
        [format!("{wrong}{set}4 level:3 toss\n"), "\n".into(), "quit\n".into(), "5\n61\n2\n84\n".into(), "5\n".into()]
    {
        for is_at_a_terminal in [false, true] {
            reader.is_at_a_terminal = is_at_a_terminal;
            let choice = || Choice::of(&Settings::default(), is_at_a_terminal);
            let run = |_: &str, _| Err(Failure::Silent);
            reader.reads(&typed, |mut talk| {
                let mut choice = choice();
                menu::greet(&mut talk, &choice, &Deeds::default()).unwrap();
                menu::choose(&mut talk, &mut choice, &mut Deeds::default(), &run).unwrap();
            });
        }
    }
    reader.is_at_a_terminal = false;
    reader.reads("", |mut talk| rules::list(&mut talk).unwrap());
    reader.allowed.extend(["b-1", "take:2..20", "divide:60"].map(String::from));
    for code in ["take:2..20", "take:2..20,first=odd", "take:2..20,misere", "divide:60", "divide:60,84,invalid=loses"] {
        let book = book(code);
        reader.allowed.push(book.plain_code());
        reader.allowed.sort_by_key(|allowed| std::cmp::Reverse(allowed.len()));
        for book in [book.clone().with_invalid(duel::Invalid::Loses), book] {
            reader.allowed.insert(0, book.plain_code());
            reader.reads("", |mut talk| rules::explain(&mut talk, &book, "7").unwrap());
        }
    }
}

#[test]
fn what_was_done() {
    let mut reader = Reader::new();
    reader.allowed.extend(["take:2..20", "chain", "/history/"].map(String::from));
    let kept = |reader: &Reader| (reader.store().history(), reader.store().history().list().unwrap());
    let list = |reader: &Reader, searched: &str| {
        reader.reads("", |mut talk| deeds::list(&mut talk, &kept(reader).1, searched).unwrap());
        let tally = Tally::of(kept(reader).1.finished());
        reader.reads("", |mut talk| deeds::count(&mut talk, &tally, &Progress::default()).unwrap());
    };
    list(&reader, "");
    for opponent in [None, Some(Level::Answers)] {
        reader.reads("11\n\n", |talk| begin(talk, &reader, setup(book("take:2..20"), opponent, None)));
        list(&reader, "");
    }
    list(&reader, "777");
    let deleted = |number: &str, typed: &str| {
        reader.reads(typed, |mut talk| {
            let (history, listing) = kept(&reader);
            history::delete(&mut talk, &history, &listing, number).unwrap();
        });
    };
    deleted("1", "");
    deleted("all", "\n");
    deleted("all", "y\n");
    deleted("all", "y\n");
    reader.understands(&history::find(&kept(&reader).1, "7").map(drop).unwrap_err().words(), "");
}

#[test]
fn what_is_remembered() {
    let mut reader = Reader::new();
    let file = SettingsFile::at(reader.folder.path());
    // The file is written as it is on the command line; what its reader says is its own.
    reader.allowed.extend(["/settings.toml", "opponent = \"level:3\""].map(String::from));
    reader.allowed.extend(
        [
            "unknown field `bok`, expected one of `book`, `opponent`, `names`, `first`, `rounds`, `fair`, `brief`",
            "book",
            "bok = 7",
        ]
        .map(String::from),
    );
    reader.reads("", |mut talk| {
        settings::show(&mut talk, &file).unwrap();
        file.remember(|settings| settings.opponent = Some(Against::This(Who::Level(Level::Answers)))).unwrap();
        settings::show(&mut talk, &file).unwrap();
        settings::forget(&mut talk, &file).unwrap();
        settings::forget(&mut talk, &file).unwrap();
        std::fs::write(file.path(), "bok = 7").unwrap();
        let failure = settings::show(&mut talk, &file).unwrap_err();
        talk.line(&failure.words()).unwrap();
        settings::forget(&mut talk, &file).unwrap();
    });
}

#[test]
fn positions_and_reviews() {
    let mut reader = Reader::new();
    reader.allowed.extend(["take:2..20", "chain", "classic"].map(String::from));
    let names = usual_names();
    for moves in ["", "12", "12 4 16 8 2 6 18 9 3 15 5 10 20"] {
        let mut position = book("take:2..20").game().start().unwrap();
        for text in moves.split_whitespace() {
            position.play_written(text).unwrap();
        }
        let asked = Asked { code: "7".into(), title: "Ťĥé ḃõõķ ".repeat(9), position, names: names.clone() };
        reader.reads("", |mut talk| asked.print(&mut talk).unwrap());
    }
    let head = format!("[Format \"1\"]\n[Game \"chain\"]\n[Player1 \"{}\"]\n[Player2 \"{}\"]\n", names[0], names[1]);
    let ends = [
        ("*", "12 4"),
        ("1-0 no-move", "12 4 16 8 2 6 18 9 3 15 5 10 20"),
        ("1-0 resigned", "12 4 16"),
        ("1-0 time", "12 4 16"),
        ("1-0 forfeit", "12 4 16"),
        ("0-1 no-move", "14 7"),
        ("1-0 illegal-number 7", "12 4 16"),
    ];
    let mut arena = String::new();
    for (result, moves) in ends {
        let fault = if result.ends_with("forfeit") { "[Fault \"çŕãšĥéď\"]\n" } else { "" };
        let text = format!("{head}{fault}[Result \"{result}\"]\n\n{moves}\n");
        let Ok(record) = text.parse::<Record>() else { panic!("{text}: {:?}", text.parse::<Record>().err()) };
        let reviewed = review(record.position(), 0, &mut Watch::advice(record.position().game())).unwrap();
        reader.reads("", |mut talk| {
            line_review::print(&mut talk, &record, &reviewed).unwrap();
        });
        arena += &record.to_string();
        arena += "\n";
    }
    reader.reads("", |mut talk| {
        rounds::list(&mut talk, Path::new("7"), &arena, false).unwrap();
    });
}
