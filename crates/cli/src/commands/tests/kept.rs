//! Games that are kept, taken up again, or cannot be.

use super::*;
use crate::store::seats::Ongoing;

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
    let link = "http://localhost:8017/#/live/ab12";
    reader.allowed.push(link.into());
    let at = |record| Ongoing { link: link.into(), record, seen: SystemTime::now() };
    let ongoing = [at(Ok(reader.store().read(games[0].id).unwrap())), at(Err(anyhow::anyhow!("")))];
    for minutes in [0, 1, 5, 60, 120, 1_440, 9_999] {
        let ages = reader.store().list().unwrap().into_iter();
        let old = |game: Unfinished| Unfinished {
            saved: SystemTime::now() - Duration::from_secs(60 * minutes),
            is_open: minutes == 5,
            ..game
        };
        let games: Vec<Unfinished> = ages.map(old).collect();
        reader.reads("x9\n0\n\n", |mut talk| {
            resume::list(&mut talk, &games, &ongoing).unwrap();
            resume::ask(&mut talk, &games, &ongoing, games[0].id.to_string()).unwrap();
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
        resume::list(&mut talk, &reader.store().list().unwrap(), &[]).unwrap();
        resume::forget(&mut talk, &reader.store(), &reader.path("live"), Forgotten::All).unwrap();
        resume::list(&mut talk, &reader.store().list().unwrap(), &[]).unwrap();
    });
}

#[test]
fn what_cannot_be_done() {
    let mut reader = Reader::new();
    reader.allowed.push("/7".into());
    let file = reader.path("7");
    std::fs::write(&file, format!("{ARENA_HEAD}{{}}\n\n[Format \"1\"]\n[Round \"1\"]\n")).unwrap();
    let failures = [
        resume::forget(&mut Output::new(std::io::sink()), &reader.store(), &reader.path("live"), Forgotten::One(77))
            .unwrap_err(),
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
