//! What must hold for any bytes that somebody gives the library: a refusal that a person can use, or a value that
//! survives being written and read again.
//!
//! The fuzz targets call these functions with what the fuzzer makes up, and a test of the library calls them with every
//! file of the corpus.

use duel::bot::{BadAnswer, bot_answer};
use duel::challenge::{Attempt, Challenge};
use duel::lesson::Lesson;
use duel::longest::Solo;
use duel::record::split_records;
use duel::rulebook::Phrase;
use duel::session::Event;
use duel::solve::Watch;
use duel::speech::{Called, English, Language, Span};
use duel::{
    Game, IllegalReason, Invalid, Loss, Offered, Outcome, PLAYABLE_NUMBERS, Position, Reason, Record, RuleBook, Session,
};

/// Boards above this size are left out where a check goes through the whole board.
const QUICK_NUMBERS: u64 = 2_000;
/// Of what is typed, so many lines are looked at.
const TYPED_LINES: usize = 100;

/// Any text as a long chain.
pub fn long_chain(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut solo: Solo = match text.parse() {
        Ok(solo) => solo,
        Err(error) => return assert_fit_for_people(&error.english()),
    };
    assert_eq!(solo.to_string().parse().as_ref(), Ok(&solo));
    assert_eq!(solo.stuck().is_some(), !solo.is_empty() && solo.legal().is_empty());
    let there = solo.clone();
    solo.turn_around();
    assert_eq!(solo.len(), there.len());
    solo.turn_around();
    assert_eq!(solo, there);
    while solo.undo().is_some() {}
    while solo.redo().is_some() {}
    assert_eq!(solo, there);
}

/// Any text as a game code.
pub fn code(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let game: Game = match text.parse() {
        Ok(game) => game,
        Err(error) => {
            assert!(text.get(error.at.clone()).is_some(), "{:?} is not a part of the code", error.at);
            assert_fit_for_people(&error.problem.english());
            return;
        }
    };
    let shown = game.to_string();
    assert_eq!(shown.parse().as_ref(), Ok(&game));
    let plain = RuleBook::general(game.clone()).code();
    assert_eq!(plain.parse().as_ref(), Ok(&game));
    assert!(shown.len() <= plain.len(), "{shown} is longer than {plain}");

    let book = RuleBook::find(text).expect("a code of a game is also one of a book");
    assert_eq!(book.game(), &game);
    let again = RuleBook::find(&book.code()).expect("a book's own code");
    assert_eq!((again.id(), again.game()), (book.id(), &game));

    let numbers = game.pool().map_or(0, |pool| pool.count());
    if numbers > PLAYABLE_NUMBERS {
        assert!(game.start().is_err(), "{numbers} numbers on a board");
    } else if numbers <= QUICK_NUMBERS {
        let position = game.start().expect("a pool small enough to be played");
        let prime_start = game.table().is_some_and(|table| table.iter().all(|&number| duel::factor::is_prime(number)));
        assert_eq!(position.outcome().is_some(), prime_start);
        assert_eq!(position.legal_count() == 0, prime_start);
    }
}

/// Any text as a lesson.
pub fn lesson(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let lesson = match Lesson::read(text) {
        Ok(lesson) => lesson,
        Err(error) => {
            assert_inside(text, error.line, error.column);
            assert_fit_for_people(&error.problem.english());
            return;
        }
    };
    assert!(!lesson.is_built_in() && lesson.next().is_none());
    let watch = &mut Watch::nodes(10_000);
    if let Err(problem) = lesson.check(watch) {
        assert_fit_for_people(&problem.english());
    }
    for step in lesson.steps() {
        let Ok(challenge) = Challenge::of_step(step, watch) else { continue };
        for chosen in step.position().legal().take(20) {
            if let Ok(reply) = challenge.answer(Attempt::Move(chosen), watch) {
                assert!(!reply.english().contains(char::is_control));
            }
        }
    }
}

/// Any text as a rule file.
pub fn rule_file(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let book = match RuleBook::read(text) {
        Ok(book) => book,
        Err(error) => {
            assert_inside(text, error.line, error.column);
            assert_fit_for_people(&error.problem.english());
            return;
        }
    };
    assert!(book.is_home_made());
    assert_eq!(book.code().parse().as_ref(), Ok(book.game()));
    let mut position = book.game().start().expect("a book that was read can be played");
    if book.game().pool().is_some_and(|pool| pool.count() > QUICK_NUMBERS) {
        return;
    }
    say_everything(&book, &position);
    for &played in book.example() {
        position.play(played).expect("a move of the example");
        say_everything(&book, &position);
    }
}

/// Whatever a book says is text for a terminal.
fn say_everything(book: &RuleBook, position: &Position) {
    let called = |name: &str| Called::Name(name.into());
    let you = || Called::You("Ada".into());
    let mut said: Vec<Span> = Vec::new();
    for called in [[called("Ada"), called("Bo")], [you(), Called::Computer(None)], [Called::Computer(None), you()]] {
        said.extend(book.say_end(position, &called, Language::English));
        for (phrase, _) in Phrase::ALL {
            said.extend(book.say(phrase, position, &called, Language::English));
            said.extend(book.say_beside_a_board(phrase, position, &called, Language::English));
        }
    }
    for span in said {
        assert!(!span.text.contains(|c: char| c.is_control() && c != '\n'), "{:?} is said", span.text);
    }
}

/// Any text as a record.
pub fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let split = split_records(text);
    let together: String = split.records.iter().map(|record| record.text).collect();
    assert_eq!(format!("{}{together}", split.head), text, "taken apart, nothing is lost");
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(error) => {
            assert_inside(text, error.line, error.column);
            assert_fit_for_people(&error.problem.english());
            return;
        }
    };
    assert_survives_writing(&record);
    let book = RuleBook::find(record.code()).expect("a record's code");
    let mut replayed = book.game().replay(record.position().moves().iter().copied()).expect("moves of a record");
    replayed.conclude(record.position().outcome()).expect("the end of a record");
    assert_eq!(&replayed, record.position());
    match Session::from_record(record) {
        Ok(session) => assert_is_its_record(&session),
        Err(refusal) => assert_fit_for_people(&refusal.to_string()),
    }
}

/// Any lines as the events of a session.
pub fn events(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut session: Option<Session> = None;
    for line in text.lines().take(TYPED_LINES) {
        let event = match Event::from_json(line) {
            Ok(event) => event,
            Err(error) => {
                assert_fit_for_people(&error.to_string());
                continue;
            }
        };
        assert_eq!(Event::from_json(&event.to_json()).as_ref(), Ok(&event));
        match &mut session {
            None => session = Session::replay([&event]).ok(),
            Some(session) => {
                let before = session.clone();
                if let Err(refusal) = session.apply(&event) {
                    assert_fit_for_people(&refusal.to_string());
                    assert_eq!(*session, before, "a refusal changes nothing");
                }
            }
        }
    }
    session.iter().for_each(assert_is_its_record);
}

/// A session is in its record; the words of a home-made book are not.
fn assert_is_its_record(session: &Session) {
    let text = session.record().to_string();
    let read: Record = text.parse().unwrap_or_else(|error| panic!("what we wrote cannot be read: {error}\n{text}"));
    let again = Session::from_record(read).unwrap_or_else(|error| panic!("cannot be gone on with: {error}\n{text}"));
    assert_eq!(again.record(), session.record());
    assert_eq!((again.turn(), again.score(), again.luck()), (session.turn(), session.score(), session.luck()));
}

/// A game code in the first line, and any text typed as moves in the lines after it.
pub fn typed_move(data: &[u8]) {
    let mut lines = data.split(|&byte| byte == b'\n').map(String::from_utf8_lossy);
    let Some(Ok(game)) = lines.next().map(|code| code.parse::<Game>()) else { return };
    if game.pool().is_some_and(|pool| pool.count() > QUICK_NUMBERS) {
        return;
    }
    let start = game.start().expect("a pool small enough to be played");
    let mut position = start.clone();
    for line in lines.take(TYPED_LINES) {
        let before = position.clone();
        let answer = position.offer_text(&line);
        check_answer(&before, &answer, &position);
    }
    let players = ["Ada", "Bo"].map(|name| name.parse().expect("a name"));
    assert_survives_writing(&Record::new(&RuleBook::general(game), position.clone(), players));
    // A game that was lost before its first move stays lost: there is no move to take back.
    if position.undo().is_some() {
        while position.undo().is_some() {}
        assert_eq!(position, start);
    }
}

/// A game code in the first line, and what bots answer in the lines after it.
pub fn bot_line(data: &[u8]) {
    let mut lines = data.split(|&byte| byte == b'\n');
    let code = lines.next().map(String::from_utf8_lossy).unwrap_or_default();
    let Ok(game) = code.parse::<Game>() else { return };
    if game.pool().is_some_and(|pool| pool.count() > QUICK_NUMBERS) {
        return;
    }
    let mut position = game.start().expect("a pool small enough to be played");
    for line in lines.take(TYPED_LINES) {
        if position.outcome().is_some() {
            break;
        }
        let answer = bot_answer(&position, line);
        if let Some(text) = str::from_utf8(line).ok().filter(|text| !text.contains(['"', '\\', '{'])) {
            // Quotation marks and an object around it change nothing.
            let in_object = format!("{{\"outcome\":{{\"winner\":1}},\"move\":\"{text}\"}}");
            for written in [format!("\"{text}\""), in_object] {
                match (&answer, bot_answer(&position, written.as_bytes())) {
                    (Err(BadAnswer::Garbage { .. }), Err(BadAnswer::Garbage { .. })) => {}
                    // White space such as a tab may stand around a move, but not in JSON's quotation marks.
                    (_, Err(BadAnswer::Garbage { .. })) if text.contains(char::is_control) => {}
                    (answer, again) => assert_eq!(*answer, again, "{written}"),
                }
            }
        }
        match answer {
            Ok(chosen) => {
                assert!(position.is_legal(chosen), "{chosen} is taken for legal");
                position.play(chosen).expect("a legal move");
            }
            Err(bad) => {
                assert_fit_for_people(&bad.to_string());
                if let BadAnswer::Illegal(illegal) = bad {
                    // What a record says about it can be read again.
                    let mut lost = position.clone();
                    assert_eq!(lost.offer_strictly(illegal.attempt), Offered::Lost(illegal));
                    let players = ["Ada", "Bo"].map(|name| name.parse().expect("a name"));
                    assert_survives_writing(&Record::new(&RuleBook::general(game.clone()), lost, players));
                }
            }
        }
    }
}

fn check_answer(before: &Position, answer: &Offered, after: &Position) {
    let running = before.outcome().is_none();
    match answer {
        Offered::Played(played) => {
            assert!(running && before.is_legal(*played), "{played} was played");
            assert_eq!(after.moves().split_last(), Some((played, before.moves())));
            return;
        }
        Offered::NotAMove(not_a_move) => assert_fit_for_people(&not_a_move.to_string()),
        Offered::AskAgain(illegal) => {
            let is_slip = matches!(illegal.reason, IllegalReason::NotOnTable { .. });
            assert!(!running || is_slip || before.game().invalid() == Invalid::Retry, "asked again for {illegal:?}");
            assert_fit_for_people(&illegal.to_string());
        }
        Offered::Lost(illegal) => {
            let is_slip = matches!(illegal.reason, IllegalReason::NotOnTable { .. });
            assert!(running && !is_slip && before.game().invalid() == Invalid::Loses, "lost by {illegal:?}");
            assert_fit_for_people(&illegal.to_string());
            let reason = Reason::Lost(Loss::IllegalNumber(illegal.attempt));
            assert_eq!(after.outcome(), Some(&Outcome { winner: before.turn().other(), reason }));
            assert_eq!(after.moves(), before.moves());
            return;
        }
    }
    assert_eq!((after, after.moves()), (before, before.moves()));
}

fn assert_survives_writing(record: &Record) {
    let text = record.to_string();
    let read: Record = text.parse().unwrap_or_else(|error| panic!("what we wrote cannot be read: {error}\n{text}"));
    assert_eq!(&read, record);
    assert_eq!(read.to_string(), text);
}

/// Messages are shown on terminals: what they quote must not do anything there.
fn assert_fit_for_people(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?} is shown to people");
}

/// A place in a text is a line of it and a character of that line, or just behind its end.
fn assert_inside(text: &str, line: usize, column: usize) {
    let width = line.checked_sub(1).and_then(|line| text.split('\n').nth(line)).map(|line| line.chars().count());
    assert!(width.is_some_and(|width| (1..=width + 1).contains(&column)), "line {line}, column {column} is not there");
}
