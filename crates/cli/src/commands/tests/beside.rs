//! What there is beside games: puzzles, lessons, the menu, what was done, reviews.

use super::*;

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
fn the_longest_chain() {
    let mut reader = Reader::new();
    reader.allowed.extend(["OEIS", "A337125"].map(made_up));
    let typed = "help\nhint\n7\n1\n5\n99\nmoves\nboard\ntrun\nturn\nredo\nundo\nredo\nhint\nnew\nundo\n9\n3\n6\n2\n8\n4\n1\n5\n10\n";
    for last in [10, 300] {
        for typed in [typed, "", "quit\n"] {
            reader.reads(typed, |mut talk| {
                let kept = Ok(ChainsFile::at(reader.folder.path()));
                alone::play(&mut talk, Alone::sit_down(Size::new(last).unwrap(), kept)).unwrap();
            });
        }
    }
    std::fs::write(reader.path("chains.txt"), "?").unwrap();
    reader.allowed.push("chains.txt".into());
    reader.reads("2\n", |mut talk| {
        let kept = Ok(ChainsFile::at(reader.folder.path()));
        alone::play(&mut talk, Alone::sit_down(Size::USUAL, kept)).unwrap();
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
