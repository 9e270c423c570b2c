//! The game in progress: what can be done in it, and that its events and its record are all there is to it.

use duel::session::{Action, By, Deed, Event, First, Found, Help, Misses, Origin, Refusal, Rounds, Setup, Verdict};
use duel::speech::Language;
use duel::{Level, LostBy, Move, Reason, Record, RuleBook, Seat, Session, Side, Sitter, Who};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ONE: By = By::Seat(Seat::One);
const TWO: By = By::Seat(Seat::Two);

fn sitters(who: [Who; 2]) -> [Sitter; 2] {
    [Sitter::usual(who[0], Seat::One, Language::English), Sitter::usual(who[1], Seat::Two, Language::English)]
}

fn setup(code: &str, who: [Who; 2]) -> Setup {
    Setup::new(RuleBook::find(code).expect("a book"), sitters(who))
}

fn begin(setup: Setup) -> Session {
    Session::begin(setup, 0).expect("a game").0
}

/// Does something and lets it have happened.
fn act(session: &mut Session, by: By, action: Action) -> Result<Deed, Refusal> {
    let event = session.act(by, action, 5)?;
    session.apply(&event)?;
    Ok(event.deed)
}

fn typed(text: &str) -> Action {
    Action::Type(text.into())
}

fn play(session: &mut Session, moves: &[&str]) {
    for text in moves {
        let by = By::Seat(session.turn().expect("a turn"));
        act(session, by, typed(text)).expect("a legal move");
    }
}

const LEVEL_3: Who = Who::Level(Level::Answers);

/// Some action or other: what can be done, and what cannot.
fn any_action(session: &Session, rng: &mut ChaCha8Rng) -> (By, Action) {
    let by = *[ONE, TWO, By::Referee].choose(rng).expect("some");
    let mover = session.turn().map_or(by, By::Seat);
    let legal = session.position().legal_moves().choose(rng).copied().unwrap_or(Move::Pick(1));
    let number = rng.random_range(0..60_u64);
    let fair = rng.random_range(0..4) == 0;
    // A game that is over is not to stay so for long.
    let kind = if session.turn().is_none() && rng.random_bool(0.5) {
        rng.random_range(90..100)
    } else {
        rng.random_range(0..100)
    };
    match kind {
        0..40 => (mover, Action::Move(legal)),
        40..60 => (mover, Action::Type(legal.to_string())),
        60..64 => (by, Action::Type(number.to_string())),
        64..67 => (mover, Action::Type(format!("{number}/{}", rng.random_range(0..9)))),
        67..69 => (
            mover,
            Action::Type((*["", "twelve", "007", "99999999999999999999", "1e3"].choose(rng).expect("some")).into()),
        ),
        69..71 => (by, Action::Move(Move::Pick(number))),
        71..72 => (by, Action::Move(Move::Divide { number, by: 2 })),
        72..80 => (by, Action::TakeBack),
        80..82 => (by, Action::Resign),
        82..84 => {
            let seat = *Seat::BOTH.choose(rng).expect("some");
            let how = *[LostBy::Resigning, LostBy::Time, LostBy::Forfeit].choose(rng).expect("some");
            let fault = rng.random_bool(0.5).then(|| "said \"no\"\n\u{1b}[2J".to_string());
            (by, Action::Lose { seat, how, fault })
        }
        84..90 => (by, Action::Help(*[Help::Advice, Help::Verdicts, Help::Pairing].choose(rng).expect("some"))),
        90..95 => (by, Action::NextRound { fair }),
        _ => (by, Action::Rematch { fair, id: rng.random_bool(0.5).then(|| "another".parse().expect("an id")) }),
    }
}

fn any_setup(code: &str, rng: &mut ChaCha8Rng) -> Setup {
    let who = [Who::Person, Who::Level(Level::Rules), Who::Program];
    let who = [*who.choose(rng).expect("some"), *who.choose(rng).expect("some")];
    let mut setup = setup(code, who);
    setup.first = *[First::Seat(Seat::One), First::Seat(Seat::Two), First::Toss].choose(rng).expect("some");
    setup.seed = *[0, 7, u64::MAX, rng.random()].choose(rng).expect("some");
    let matches =
        [None, Some(Rounds::BestOf(1)), Some(Rounds::BestOf(4)), Some(Rounds::BestOf(5)), Some(Rounds::All(3))];
    setup.rounds = *matches.choose(rng).expect("some");
    setup.id = rng.random_bool(0.5).then(|| "a1B2".parse().expect("an id"));
    setup.advice = [rng.random_bool(0.7), rng.random_bool(0.7)];
    setup.hides_legal = rng.random_bool(0.3);
    let origins = ["game a1B2 move 3", "game move 1", "puzzle", "lesson pairs"];
    setup.origin = rng.random_bool(0.3).then(|| origins.choose(rng).expect("some").parse().expect("an origin"));
    let mut position = setup.book.game().start().expect("a game");
    for _ in 0..rng.random_range(0..3) {
        let Some(&chosen) = position.legal_moves().choose(rng) else { break };
        position.play(chosen).expect("a legal move");
        setup.opening.push(chosen);
    }
    setup
}

/// What `may` says is what `act` does.
fn check_may(session: &Session) {
    let legal = session.position().nth_legal(0).unwrap_or(Move::Pick(1));
    for by in [ONE, TWO, By::Referee] {
        let may = session.may(by);
        let can = |action: Action| session.act(by, action, 0).is_ok();
        assert_eq!(may.play, can(Action::Move(legal)));
        assert_eq!(may.take_back, can(Action::TakeBack));
        assert_eq!(may.resign, can(Action::Resign));
        assert_eq!(may.help, can(Action::Help(Help::Advice)));
        assert_eq!(may.lose, can(Action::Lose { seat: Seat::One, how: LostBy::Time, fault: None }));
        assert_eq!(may.next_round, can(Action::NextRound { fair: false }));
        assert_eq!(may.rematch, can(Action::Rematch { fair: false, id: None }));
        assert_eq!(
            may.fair_start,
            can(Action::NextRound { fair: true }) || can(Action::Rematch { fair: true, id: None })
        );
    }
}

#[test]
fn a_session_is_its_events_and_its_record_whatever_is_tried_in_it() {
    let codes =
        ["classic", "last-resort:30", "chain", "evens:16", "divider:84", "divider:60,84,90", "juniper-green:40"];
    let more = ["classroom", "take:1..12,misere,invalid=loses", "take:2..9", "divide:97", "divide:12,invalid=retry"];
    let mut happened = 0;
    for (at, code) in codes.into_iter().chain(more).enumerate() {
        for run in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(1_000 * at as u64 + run);
            let (mut session, began) = Session::begin(any_setup(code, &mut rng), rng.random_range(0..1 << 41)).unwrap();
            let mut events = vec![began];
            for step in 0..250 {
                check_may(&session);
                let (by, action) = any_action(&session, &mut rng);
                let before = session.clone();
                match session.act(by, action.clone(), step) {
                    Ok(event) => {
                        assert_eq!(session, before, "asking changes nothing");
                        session.apply(&event).unwrap();
                        events.push(event);
                    }
                    Err(refusal) => {
                        assert_eq!(session, before, "{refusal}");
                        assert!(!refusal.to_string().is_empty());
                    }
                }
            }
            assert_eq!(Session::replay(&events).unwrap(), session, "{code}, run {run}");
            let lines: Vec<Event> = events.iter().map(|event| Event::from_json(&event.to_json()).unwrap()).collect();
            assert_eq!(lines, events);
            let text = session.record().to_string();
            let again = Session::from_record(text.parse().unwrap()).unwrap();
            assert_eq!(again, session, "{text}");
            assert_eq!(again.record().to_string(), text);
            assert_eq!((again.turn(), again.score(), again.luck()), (session.turn(), session.score(), session.luck()));
            happened += events.len();
        }
    }
    assert!(happened > 10_000, "{happened} events");
}

#[test]
fn the_record_is_enough_to_go_on_in_the_middle_of_everything() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for code in ["classic", "evens:16", "divider:60,84"] {
        let mut here = begin(any_setup(code, &mut rng));
        for step in 0..300 {
            // Somebody carries the record to another device before every step.
            let text = here.record().to_string();
            let mut there = Session::from_record(text.parse().unwrap()).unwrap();
            let (by, action) = any_action(&here, &mut rng);
            let (one, two) = (here.act(by, action.clone(), step), there.act(by, action, step));
            assert_eq!(one, two);
            if let Ok(event) = one {
                here.apply(&event).unwrap();
                there.apply(&event).unwrap();
            }
            assert_eq!(here, there);
            assert_eq!(here.computer_move(), there.computer_move());
        }
    }
}

#[test]
fn events_that_cannot_have_happened_are_refused() {
    let (mut session, began) = Session::begin(setup("evens", [Who::Person, LEVEL_3]), 0).unwrap();
    play(&mut session, &["12", "6"]);
    let event = |by, deed| Event { at: 0, by, deed };
    let before = session.clone();
    for (event, refusal) in [
        (event(ONE, Deed::Moved { chosen: Move::Pick(8) }), None),
        (event(TWO, Deed::Moved { chosen: Move::Pick(2) }), Some(Refusal::NotTheirTurn)),
        (event(ONE, Deed::TookBack { moves: 1 }), Some(Refusal::DidNotHappen)),
        (event(TWO, Deed::TookBack { moves: 2 }), Some(Refusal::ForPeople)),
        (event(ONE, Deed::Slipped { number: "2".parse().unwrap() }), Some(Refusal::DidNotHappen)),
        (event(ONE, Deed::Slipped { number: "7".parse().unwrap() }), None),
        (event(TWO, Deed::Resigned), Some(Refusal::ForPeople)),
        (event(ONE, Deed::Lost { seat: Seat::Two, how: LostBy::Time, fault: None }), Some(Refusal::ForTheReferee)),
        (event(ONE, Deed::Rematch { fair: false, id: None }), Some(Refusal::NotOver)),
        (began.clone(), Some(Refusal::BegunAlready)),
    ] {
        let refused = session.apply(&event).unwrap_err();
        assert!(refusal.as_ref().is_none_or(|refusal| *refusal == refused), "{event:?}: {refused:?}");
        assert_eq!(session, before);
    }
    assert_eq!(Session::replay([]), Err(Refusal::NotBegun));
    assert_eq!(Session::replay([&event(ONE, Deed::Resigned)]), Err(Refusal::NotBegun));
}

#[test]
fn what_is_no_event_is_refused_with_a_sentence() {
    let began = Session::begin(setup("divider", [Who::Person, LEVEL_3]), 0).unwrap().1.to_json();
    assert!(Event::from_json(&began).is_ok());
    for text in [
        "",
        "[]",
        "{}",
        r#"{"v":2,"at":0,"by":1,"event":"resigned"}"#,
        r#"{"at":0,"by":1,"event":"resigned"}"#,
        r#"{"v":1,"at":-1,"by":1,"event":"resigned"}"#,
        r#"{"v":1,"at":0,"by":3,"event":"resigned"}"#,
        r#"{"v":1,"at":0,"by":"1","event":"resigned"}"#,
        r#"{"v":1,"at":0,"by":1,"event":"won"}"#,
        r#"{"v":1,"at":0,"by":1,"event":"resigned","winner":1}"#,
        r#"{"v":1,"at":0,"by":1,"event":"moved","move":12}"#,
        r#"{"v":1,"at":0,"by":1,"event":"moved","move":"012"}"#,
        r#"{"v":1,"at":0,"by":1,"event":"moved","move":" 12"}"#,
        r#"{"v":1,"at":0,"by":1,"event":"took-back","moves":-1}"#,
        r#"{"v":1,"at":0,"by":"referee","event":"began","record":"[Game \"classic\"]\n\n12 7\n"}"#,
        r#"{"v":1,"at":0,"by":"referee","event":"began","record":"[Game \"classic\"]\n\n12 6\n"}"#,
    ] {
        let problem = Event::from_json(text).unwrap_err().to_string();
        assert!(problem.starts_with("this is no event"), "{text}: {problem}");
    }
}

#[test]
fn a_match_goes_on_until_it_is_decided_and_the_start_alternates() {
    let mut setup = setup("evens", [Who::Person, LEVEL_3]);
    (setup.rounds, setup.seed, setup.first) = (Some(Rounds::BestOf(3)), 40, First::Seat(Seat::Two));
    let mut session = begin(setup);
    assert_eq!((session.starter(), session.round(), session.luck()), (Seat::Two, 1, 40));
    act(&mut session, ONE, Action::Resign).unwrap();
    assert_eq!((session.score(), session.verdict(), session.turn()), ([0, 1], None, None));
    assert_eq!(act(&mut session, ONE, Action::Rematch { fair: false, id: None }), Err(Refusal::MatchGoesOn));
    act(&mut session, By::Referee, Action::NextRound { fair: false }).unwrap();
    assert_eq!((session.starter(), session.round(), session.luck()), (Seat::One, 2, 41));
    act(&mut session, ONE, Action::Resign).unwrap();
    assert_eq!((session.score(), session.verdict()), ([0, 2], Some(Verdict::Champion(Seat::Two))));
    assert_eq!(act(&mut session, ONE, Action::NextRound { fair: false }), Err(Refusal::NoMoreRounds));
    act(&mut session, ONE, Action::Rematch { fair: false, id: None }).unwrap();
    assert_eq!((session.starter(), session.round(), session.luck()), (Seat::Two, 1, 42));
    assert_eq!((session.score(), session.rounds()), ([0, 0], Some(Rounds::BestOf(3))));
}

#[test]
fn games_one_after_the_other_have_a_score() {
    let mut session = begin(setup("evens", [Who::Person, Who::Person]));
    act(&mut session, TWO, Action::Resign).unwrap();
    act(&mut session, ONE, Action::Rematch { fair: false, id: None }).unwrap();
    assert_eq!((session.score(), session.starter(), session.round()), ([1, 0], Seat::Two, 2));
    let text = session.record().to_string();
    assert!(text.contains("[Score \"0-1\"]\n[Seat1 \"Player 1\"]"), "{text}");
}

#[test]
fn a_person_gets_the_turn_back() {
    let mut session = begin(setup("evens", [Who::Person, LEVEL_3]));
    assert_eq!(session.act(ONE, Action::TakeBack, 0), Err(Refusal::NothingToTakeBack));
    play(&mut session, &["12", "6"]);
    assert_eq!(act(&mut session, ONE, Action::TakeBack), Ok(Deed::TookBack { moves: 2 }));
    play(&mut session, &["12"]);
    assert_eq!(act(&mut session, ONE, Action::TakeBack), Ok(Deed::TookBack { moves: 1 }));

    let mut people = begin(setup("evens", [Who::Person, Who::Person]));
    play(&mut people, &["12", "6"]);
    assert_eq!(act(&mut people, ONE, Action::TakeBack), Ok(Deed::TookBack { moves: 1 }));

    let mut from_here = setup("evens", [Who::Person, Who::Person]);
    from_here.opening = vec![Move::Pick(12)];
    let mut from_here = begin(from_here);
    assert_eq!(from_here.act(TWO, Action::TakeBack, 0), Err(Refusal::NothingToTakeBack), "nobody has played that");
    play(&mut from_here, &["6"]);
    assert_eq!(act(&mut from_here, ONE, Action::TakeBack), Ok(Deed::TookBack { moves: 1 }));
}

#[test]
fn a_number_that_loses_does_so_where_the_book_says_and_for_programs_everywhere() {
    let mut divider = begin(setup("divider", [Who::Person, Who::Person]));
    assert!(matches!(divider.act(ONE, Action::Move(Move::Divide { number: 60, by: 7 }), 0), Err(Refusal::Illegal(_))));
    assert!(matches!(divider.act(ONE, typed("seven"), 0), Err(Refusal::NotAMove(_))));
    assert!(matches!(act(&mut divider, ONE, typed("7")), Ok(Deed::Slipped { .. })));
    assert_eq!(divider.position().outcome().unwrap().winner, Side::Two);

    let mut chain = begin(setup("chain", [Who::Person, Who::Program]));
    play(&mut chain, &["12"]);
    assert!(matches!(act(&mut chain, TWO, typed("5")), Ok(Deed::Slipped { .. })));
    assert_eq!(chain.position().outcome().unwrap().reason.code(), "illegal-number");
    assert!(chain.record().to_string().contains("[Type2 \"bot\"]"));
}

#[test]
fn the_referee_ends_a_game_and_the_record_says_why() {
    let mut session = begin(setup("chain", [Who::Person, Who::Program]));
    let lose = Action::Lose { seat: Seat::Two, how: LostBy::Time, fault: Some("had no answer after 1 s".into()) };
    assert_eq!(session.act(ONE, lose.clone(), 0), Err(Refusal::ForTheReferee));
    act(&mut session, By::Referee, lose).unwrap();
    assert!(matches!(session.position().outcome().unwrap().reason, Reason::Lost(_)));
    assert_eq!(session.record().fault(), Some("had no answer after 1 s"));
    act(&mut session, ONE, Action::Rematch { fair: false, id: None }).unwrap();
    assert_eq!(session.record().fault(), None);
}

#[test]
fn help_counts_for_whoever_asked() {
    let mut session = begin(setup("chain", [Who::Person, LEVEL_3]));
    for help in [Help::Advice, Help::Verdicts, Help::Pairing] {
        act(&mut session, ONE, Action::Help(help)).unwrap();
    }
    assert_eq!(session.act(TWO, Action::Help(Help::Advice), 0), Err(Refusal::ForPeople));
    assert_eq!((session.help(), session.record().help()), ([3, 0], [3, 0]));
    play(&mut session, &["13"]);
    assert_eq!(session.pupil(), Some(Seat::One));
}

#[test]
fn a_seat_without_advice_gets_none_and_the_other_one_does() {
    let setup = Setup { advice: [true, false], first: First::Seat(Seat::Two), ..setup("chain", [Who::Person; 2]) };
    let mut session = begin(setup);
    assert_eq!(session.act(TWO, Action::Help(Help::Advice), 0), Err(Refusal::NoAdvice));
    assert!(session.record().to_string().contains("[Advice1 \"no\"]"), "by side, as everything in a record");
    play(&mut session, &["12"]);
    act(&mut session, ONE, Action::Help(Help::Advice)).unwrap();
    assert_eq!((session.help(), session.advice()), ([1, 0], [true, false]));
    act(&mut session, ONE, Action::Resign).unwrap();
    act(&mut session, ONE, Action::Rematch { fair: false, id: None }).unwrap();
    assert_eq!(session.advice(), [true, false], "a handicap belongs to the seat");
}

#[test]
fn where_people_find_them_themselves_a_wrong_try_is_kept_and_counted() {
    let mut session = begin(Setup { hides_legal: true, ..setup("chain", [Who::Person, LEVEL_3]) });
    play(&mut session, &["12"]);
    let reply = session.computer_move().unwrap();
    act(&mut session, TWO, Action::Move(reply)).unwrap();
    let wrong = (2..=20).map(Move::Pick).find(|&pick| session.position().check(pick).is_err()).unwrap();
    assert!(matches!(act(&mut session, ONE, Action::Move(wrong)), Ok(Deed::Missed { .. })));
    assert!(matches!(act(&mut session, ONE, typed("21")), Ok(Deed::Missed { .. })));
    assert!(matches!(session.act(ONE, typed("twelve"), 0), Err(Refusal::NotAMove(_))), "that is no number");
    let right = session.position().nth_legal(0).unwrap();
    act(&mut session, ONE, Action::Move(right)).unwrap();
    assert_eq!(session.found(Seat::One), Some(Found { at_once: 1, moves: 2, wrong: 2 }));
    assert_eq!(session.found(Seat::Two), None, "a computer finds nothing");
    assert!(session.record().to_string().contains("[Misses \"3:2\"]"));
    assert_eq!(Session::from_record(session.record().to_string().parse().unwrap()).unwrap(), session);
    act(&mut session, ONE, Action::TakeBack).unwrap();
    act(&mut session, ONE, Action::Move(right)).unwrap();
    assert_eq!(session.found(Seat::One), Some(Found { at_once: 1, moves: 2, wrong: 2 }), "a miss is not taken back");

    let mut shown = begin(setup("chain", [Who::Person; 2]));
    play(&mut shown, &["12"]);
    assert!(matches!(shown.act(TWO, typed("5"), 0), Err(Refusal::Illegal(_))));
    assert_eq!(shown.found(Seat::One), None);
    let divider = begin(Setup { hides_legal: true, ..setup("divider", [Who::Person; 2]) });
    assert!(
        matches!(divider.act(ONE, typed("7"), 0), Ok(Event { deed: Deed::Slipped { .. }, .. })),
        "the book says that it loses"
    );
}

#[test]
fn misses_and_origins_that_cannot_be_are_refused() {
    for text in ["", "0:1", "3:0", "3:2 3:1", "5:1 3:1", "3", "3:2  5:1", "03:1", "a:b"] {
        assert!(text.parse::<Misses>().is_err(), "{text}");
    }
    for text in ["none", "3:2", "3:2 5:1"] {
        assert_eq!(text.parse::<Misses>().unwrap().to_string(), text);
    }
    for text in ["", "game", "game x", "game x move 0", "game ../x move 1", "lesson ../x", "lesson Pairs", "puzzle 3"] {
        assert!(text.parse::<Origin>().is_err(), "{text}");
    }
    for header in ["[Misses \"5:1\"]", "[From \"home\"]", "[Advice1 \"yes\"]"] {
        let record: Record = format!("[Format \"1\"]\n[Game \"chain\"]\n{header}\n\n12 6\n").parse().unwrap();
        assert!(record.problem().is_some(), "{header}");
    }
}

#[test]
fn a_position_that_is_played_on_is_played_on_again_by_the_other_one() {
    let opening = vec![Move::Pick(12), Move::Pick(6)];
    let setup = Setup { opening, origin: Some(Origin::Puzzle), ..setup("chain", [Who::Person; 2]) };
    let mut session = begin(setup);
    assert!(session.record().to_string().contains("[From \"puzzle\"]"));
    act(&mut session, ONE, Action::Resign).unwrap();
    act(&mut session, ONE, Action::Rematch { fair: false, id: None }).unwrap();
    assert_eq!((session.position().moves().len(), session.turn()), (2, Some(Seat::Two)));
    assert_eq!(session.origin(), Some(&Origin::Puzzle));
}

#[test]
fn who_learns_from_a_game() {
    let pupil = |who| {
        let mut session = begin(setup("chain", who));
        assert_eq!(session.pupil(), None);
        let lose = Action::Lose { seat: Seat::Two, how: LostBy::Forfeit, fault: None };
        act(&mut session, By::Referee, lose).unwrap();
        session.pupil()
    };
    assert_eq!(pupil([Who::Person, Who::Person]), Some(Seat::Two));
    assert_eq!(pupil([Who::Person, LEVEL_3]), Some(Seat::One));
    assert_eq!(pupil([Who::Program, Who::Person]), Some(Seat::Two));
    assert_eq!(pupil([LEVEL_3, Who::Program]), None);
}

#[test]
fn a_fair_start_stays_for_the_games_that_follow() {
    let mut session = begin(setup("classic", [Who::Person, Who::Person]));
    play(&mut session, &["47"]);
    act(&mut session, ONE, Action::Rematch { fair: true, id: None }).unwrap();
    assert!(session.book().game().has_fair_start());
    assert_eq!(session.record().code(), "classic,first=composite");
    let again: Session = Session::from_record(session.record()).unwrap();
    assert_eq!(again, session);
}

#[test]
fn a_home_made_book_goes_with_the_events() {
    let text = include_str!("../src/rulebooks/evens.toml").replace("\"evens\"", "\"mine\"").replace("Evens", "Mine");
    let book = RuleBook::read(&text).unwrap();
    let (_, began) = Session::begin(Setup::new(book, sitters([Who::Person; 2])), 0).unwrap();
    let session = Session::replay([&Event::from_json(&began.to_json()).unwrap()]).unwrap();
    assert_eq!(session.book().id(), "mine");
    let record: Record = session.record().to_string().parse().unwrap();
    assert_eq!(Session::from_record(record).unwrap().book().id(), "pool", "a code brings no words back");
}

#[test]
fn a_record_that_cannot_be_gone_on_with_can_still_be_looked_at() {
    for header in [
        "[Opening \"Sicilian\"]",
        "[Id \"game-12\"]",
        "[Toss \"no\"]",
        "[Seed \"007\"]",
        "[Hints1 \"many\"]",
        "[BestOf \"0\"]",
        "[Rounds \"1000\"]",
        "[Score \"1.5-0\"]",
        "[Type1 \"engine\"]",
        "[Seat1 \"Eve\"]",
    ] {
        let text = format!("[Game \"chain\"]\n[Player1 \"Ada\"]\n{header}\n\n12 4\n");
        let record: Record = text.parse().unwrap();
        assert_eq!(record.position().moves().len(), 2);
        assert!(record.to_string().contains(header), "{record}");
        assert_eq!(record.to_string().parse::<Record>().unwrap().to_string(), record.to_string());
        let problem = record.problem().unwrap().clone();
        assert_eq!(problem.line, 3, "{problem}");
        assert_eq!(Session::from_record(record), Err(Refusal::Record(problem)));
    }
}

#[test]
fn two_with_one_name_keep_their_seats() {
    for name in ["Ada", "Player1", "Player2"] {
        for first in [Seat::One, Seat::Two] {
            let mut setup = setup("chain", [Who::Person, LEVEL_3]);
            setup.sitters.iter_mut().for_each(|sitter| sitter.name = name.parse().unwrap());
            setup.first = First::Seat(first);
            let session = begin(setup);
            let again = Session::from_record(session.record().to_string().parse().unwrap()).unwrap();
            assert_eq!(again, session, "{name}, {first:?}");
            assert_eq!(again.level(Seat::Two), session.level(Seat::Two), "{name}, {first:?}");
        }
    }
}

#[test]
fn whoever_goes_on_with_the_longest_record_can_read_it_again() {
    let foreign: String = (0..1_000).map(|at| format!("[X{at} \"\"]\n")).collect();
    let record: Record = format!("[Game \"chain\"]\n{foreign}\n12 4\n").parse().unwrap();
    let mut session = Session::from_record(record).unwrap();
    play(&mut session, &["2"]);
    assert_eq!(Session::from_record(session.record().to_string().parse().unwrap()).unwrap(), session);
}

#[test]
fn a_fault_is_that_of_somebody_who_has_lost() {
    let record: Record = "[Game \"chain\"]\n[Type2 \"bot\"]\n[Fault \"said no\"]\n\n12\n".parse().unwrap();
    let mut session = Session::from_record(record).unwrap();
    act(&mut session, ONE, Action::Resign).unwrap();
    assert_eq!(session.record().fault(), None);
}

#[test]
fn a_rematch_can_be_known_by_another_name() {
    let mut setup = setup("chain", [Who::Person, Who::Person]);
    setup.id = Some("one".parse().unwrap());
    let mut session = begin(setup);
    assert!(!session.is_worth_keeping());
    act(&mut session, ONE, Action::Resign).unwrap();
    assert!(session.is_over());
    act(&mut session, ONE, Action::Rematch { fair: false, id: Some("two".parse().unwrap()) }).unwrap();
    assert!(session.is_worth_keeping() && !session.is_over());
    let opened = Setup { opening: vec![Move::Pick(12)], ..self::setup("chain", [Who::Person, Who::Person]) };
    assert!(!begin(opened).is_worth_keeping(), "nobody has moved in it");
    assert_eq!(session.id().map(ToString::to_string).as_deref(), Some("two"));
}

#[test]
fn luck_that_nobody_has_settled_is_settled_once() {
    let record: Record = "[Game \"classic\"]\n[Type2 \"level:1\"]\n\n12\n".parse().unwrap();
    let session = Session::from_record(record).unwrap().with_luck(5);
    assert_eq!((session.record().seed(), session.clone().with_luck(6).luck()), (Some(5), 5));
    let people = begin(setup("classic", [Who::Person, Who::Person])).with_luck(5);
    assert_eq!(people.record().seed(), None, "nobody needs any");
    let seated = people.seating(Seat::Two, Sitter::usual(LEVEL_3, Seat::Two, Language::English), 9);
    assert_eq!((seated.record().seed(), seated.level(Seat::Two)), (Some(9), Some(Level::Answers)));
}
