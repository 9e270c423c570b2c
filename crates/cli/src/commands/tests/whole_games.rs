//! Games from the first move to the last.

use super::*;

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
