//! A live game on the screen. What the server tells comes from the tests.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use duel::live::Proposal;
use duel::session::{Action, By, Rounds, Setup};
use duel::{Move, Seat, Session, Sitter};

use ratatui::crossterm::event::KeyCode;

use super::{Hand, set_up};
use crate::full::live::Live;
use crate::live::clock::Awaited;
use crate::live::{Came, News, Standing, made_up};

/// How the game stands after these moves.
fn after(seq: u64, moves: &[u64]) -> Standing {
    let first = made_up::standing();
    let mut session = first.session.clone();
    for &number in moves {
        let by = By::Seat(session.turn().unwrap());
        let moved = session.act(by, Action::Move(Move::Pick(number)), 0).unwrap();
        session.apply(&moved).unwrap();
    }
    Standing { seq, session, open: [false; 2], here: [true; 2], ..first }
}

fn hear(hand: &mut Hand, news: News) {
    hand.app.handle_news(match news {
        News::Standing(standing) => News::Standing(Box::new(made_up::told(*standing))),
        other => other,
    });
    hand.draw();
}

/// In this game, in the first seat; its server is nowhere.
fn at(standing: Standing) -> Hand {
    at_server(1, standing)
}

fn at_server(port: u16, standing: Standing) -> Hand {
    let mut hand = Hand::at_home();
    hand.app.open(Box::new(Live::new(made_up::followed_at(port, standing), None)));
    hand.draw();
    hand
}

/// What somebody wants to do there next. The server does not answer.
fn done_at(server: &TcpListener) -> String {
    let mut asked = server.incoming().map(|stream| made_up::heard(&mut stream.unwrap()));
    let done = asked.find(|asked| asked.starts_with("POST ")).unwrap();
    done.split_once(r#""action":"#).unwrap().1.trim_end_matches('}').to_string() + "}"
}

fn misses(hand: &Hand, text: &str) {
    assert!(!hand.frame().contains(text), "{text:?} is in\n{}", hand.frame());
}

#[test]
fn the_other_ones_moves_and_wishes_come_as_news() {
    let mut hand = at(after(1, &[]));
    insta::assert_snapshot!(hand.frame());

    hear(&mut hand, News::Standing(Box::new(after(2, &[14]))));
    hand.sees("You removed 14.");
    hand.sees("Bo is thinking.");
    hand.sees("u take back");
    hand.type_in("6\n");
    hand.sees("It is not your turn: Bo moves.");
    let asked = Standing { proposed: Some((Seat::Two, Proposal::TakeBack)), ..after(4, &[14, 2]) };
    hear(&mut hand, News::Standing(Box::new(asked)));
    hand.sees("Bo would like to take the last move back. Bo removed 2.");
    hand.sees("y agree  d decline");
    hear(&mut hand, News::Standing(Box::new(after(5, &[14]))));
    hand.sees("Taken back: 2 by Bo.");
    // What is older than what is known is no news.
    hear(&mut hand, News::Standing(Box::new(after(4, &[14, 2]))));
    hand.sees("Taken back: 2 by Bo.");
    hear(&mut hand, News::Lost);
    hand.sees("no connection");
    hear(&mut hand, News::Back);
    misses(&hand, "no connection");
    hear(&mut hand, News::Standing(Box::new(after(8, &[14, 2, 4, 8, 16]))));
    hand.sees("Bo cannot make a valid move. You win!");
    hand.sees("n again");
    hear(&mut hand, News::Ended("the game was deleted".into()));
    hand.sees("The game was deleted. Nothing more will happen here.");
}

#[test]
fn enter_takes_what_somebody_has_chosen_and_nothing_else() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut hand = at_server(server.local_addr().unwrap().port(), after(3, &[14, 2]));
    hand.type_in("\n");
    hand.sees("Choose a number first: by the arrow keys, or by its digits.");
    hand.type_in("8");
    // What is asked in between changes nothing of it.
    let asked = Standing { proposed: Some((Seat::Two, Proposal::TakeBack)), ..after(4, &[14, 2]) };
    hear(&mut hand, News::Standing(Box::new(asked)));
    hand.sees("Bo would like to take the last move back.");
    hand.type_in("\n");
    hand.sees("On its way to the server.");
    assert_eq!(done_at(&server), r#"{"do":"type","text":"8"}"#);
}

#[test]
fn who_is_wanted_is_told_above_what_they_look_up() {
    let mut hand = at(after(2, &[14]));
    hand.type_in("i");
    misses(&hand, "You removed 14.");
    // Nobody is disturbed for what does not concern them.
    hear(&mut hand, News::Presence(api::live::Presence { here: [true, false], watching: 0 }));
    misses(&hand, "You are wanted");
    hear(&mut hand, News::Standing(Box::new(after(3, &[14, 2]))));
    hand.sees("You are wanted in the game: Esc leads back to it.");
    // What closes the rules does not leave the game.
    hand.type_in("q");
    hand.sees("Bo removed 2.");
    misses(&hand, "You are wanted");
    hand.type_in("?");
    misses(&hand, "You are wanted");
}

#[test]
fn the_time_that_is_left_goes_on_while_nothing_happens() {
    let start = Instant::now();
    let waits = |seat, seconds| Awaited::of(seat, Duration::from_secs(seconds), start);
    let limited = |seat, seconds, seq, moves: &[u64]| Standing {
        is_limited: true,
        awaited: Some(waits(seat, seconds)),
        ..after(seq, moves)
    };
    let mut hand = at(limited(Seat::One, 45, 2, &[]));
    let goes_on = |hand: &mut Hand, milliseconds| {
        hand.app.it_is(start + Duration::from_millis(milliseconds));
        hand.draw();
    };
    goes_on(&mut hand, 0);
    hand.sees("0:45 left");
    assert_eq!(hand.app.changes_in(), Some(Duration::from_secs(1)));
    goes_on(&mut hand, 35_250);
    hand.sees("0:10 left");
    assert_eq!(hand.app.changes_in(), Some(Duration::from_millis(750)));
    misses(&hand, "Your time is up");
    goes_on(&mut hand, 45_000);
    hand.sees("Your time is up: Bo can claim the game. Move quickly.");

    // Whoever waits for the other one can claim the game when that time is up, and not before.
    hear(&mut hand, News::Standing(Box::new(limited(Seat::Two, 3_725, 3, &[14]))));
    goes_on(&mut hand, 0);
    hand.sees("1 h 2 min left");
    hand.sees("Bo is thinking.");
    misses(&hand, "c claim");
    goes_on(&mut hand, 3_725_000);
    hand.sees("0:00 left");
    hand.sees("Bo has run out of time. c claims the game.");
    hand.sees("c claim");
    assert_eq!(hand.app.changes_in(), None, "nothing more goes on by itself");
    // A server that was started again has charged nobody for the time in between.
    hear(&mut hand, News::Standing(Box::new(limited(Seat::Two, 3_785, 3, &[14]))));
    hand.sees("1:00 left");
    misses(&hand, "c claim");

    // Without a limit there is no clock, and whoever lets three days pass can be claimed from, there or not.
    let unlimited = |seq, here| Standing { awaited: Some(waits(Seat::Two, 60)), here, ..after(seq, &[14]) };
    hear(&mut hand, News::Standing(Box::new(unlimited(4, [true, true]))));
    misses(&hand, "left");
    hand.sees("Bo has not moved for three days. c claims the game.");
    hear(&mut hand, News::Standing(Box::new(unlimited(5, [true, false]))));
    hand.sees("Bo has not moved for three days. c claims the game.");
    goes_on(&mut hand, 59_000);
    hand.sees("Bo is away.");
    assert_eq!(hand.app.changes_in(), Some(Duration::from_secs(1)));

    // Behind a page of the manual nothing is to be seen of it, and at the end nobody is waited for.
    hand.type_in("?");
    assert_eq!(hand.app.changes_in(), None);
    hand.type_in("?");
    hear(&mut hand, News::Standing(Box::new(after(8, &[14, 2, 4, 8, 16]))));
    assert_eq!(hand.app.changes_in(), None);
}

#[test]
fn a_move_is_asked_back_only_where_that_can_be_granted() {
    let asked = |by| Some((by, Proposal::TakeBack));
    let mut hand = at(after(1, &[]));
    misses(&hand, "u take back");
    hear(&mut hand, News::Standing(Box::new(after(2, &[14]))));
    hand.sees("u take back");
    hear(&mut hand, News::Standing(Box::new(Standing { proposed: asked(Seat::One), ..after(3, &[14]) })));
    misses(&hand, "u take back");
    hear(&mut hand, News::Standing(Box::new(after(4, &[14, 2]))));
    misses(&hand, "u take back");
    // Whatever a computer has answered goes with it.
    let mut session = after(5, &[14, 2]).session;
    let sitter = Sitter::usual("level:1".parse().unwrap(), Seat::Two, crate::words::language());
    session = session.seating(Seat::Two, sitter, 1);
    hear(&mut hand, News::Standing(Box::new(Standing { session, ..after(5, &[]) })));
    hand.sees("u take back");
    // As long as the other one has not come nothing is granted.
    hear(&mut hand, News::Standing(Box::new(Standing { open: [false, true], ..after(6, &[14]) })));
    misses(&hand, "u take back");
    // One thing is asked at a time.
    hear(&mut hand, News::Standing(Box::new(after(7, &[14, 2, 4, 8, 16]))));
    hand.sees("n again");
    let again = Some((Seat::Two, Proposal::Rematch { fair: false }));
    hear(&mut hand, News::Standing(Box::new(Standing { proposed: again, ..after(8, &[14, 2, 4, 8, 16]) })));
    misses(&hand, "n again");
}

#[test]
fn what_the_other_one_asks_comes_before_the_question_whether_somebody_really_resigns() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut hand = at_server(server.local_addr().unwrap().port(), after(1, &[14, 2]));
    hand.type_in("r");
    hand.sees("Do you resign?");
    let asked = Some((Seat::Two, Proposal::TakeBack));
    hear(&mut hand, News::Standing(Box::new(Standing { proposed: asked, ..after(2, &[14, 2]) })));
    hand.sees("Bo would like to take the last move back.");
    misses(&hand, "Do you resign?");
    // The same key would have answered both.
    hand.type_in("y");
    let done =
        server.incoming().map(|stream| made_up::heard(&mut stream.unwrap())).find(|asked| !asked.starts_with("GET"));
    assert!(done.is_some_and(|done| done.ends_with(r#"{"do":"agree"}}"#)));
}

#[test]
fn a_question_that_is_not_to_be_seen_is_not_asked() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut hand = at_server(server.local_addr().unwrap().port(), after(1, &[14, 2]));
    hand.type_in("r");
    hand.sees("Do you resign?");
    hear(&mut hand, News::Came(Came::Refused("It is full.".into(), None)));
    hand.sees("It is full.");
    // This is an answer to nothing but what the other one asks.
    hand.type_in("y");
    assert_eq!(done_at(&server), r#"{"do":"agree"}"#);
    hand.type_in("r");
    misses(&hand, "Do you resign?");
}

/// The end of the first round of a match of two.
fn between_rounds(seq: u64, proposed: Option<(Seat, Proposal)>) -> Standing {
    let first = after(seq, &[]);
    let setup = Setup { rounds: Some(Rounds::All(2)), ..set_up("evens", ["human", "human"]) };
    let mut session = Session::begin(setup, 0).unwrap().0;
    let resigned = session.act(By::Seat(Seat::One), Action::Resign, 0).unwrap();
    session.apply(&resigned).unwrap();
    Standing { session, proposed, ..first }
}

#[test]
fn the_next_round_begins_when_both_want_it_or_the_other_one_is_late() {
    // Whoever wants the next round, too, agrees to how it is to begin.
    let too = r#"{"do":"next-round","fair":false}"#;
    for (key, fair, done) in [('n', false, too), ('n', true, too), ('y', false, r#"{"do":"agree"}"#)] {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut hand = at_server(server.local_addr().unwrap().port(), between_rounds(2, None));
        hand.sees("n next round");
        let next_round = Proposal::NextRound { fair };
        hear(&mut hand, News::Standing(Box::new(between_rounds(3, Some((Seat::Two, next_round))))));
        hand.sees("Bo is ready for the next round.");
        hand.sees("y agree  d decline");
        misses(&hand, "n next round");
        hand.press(KeyCode::Char(key));
        assert_eq!(done_at(&server), done);
    }

    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut hand = at_server(server.local_addr().unwrap().port(), between_rounds(2, None));
    hand.press(KeyCode::Char('n'));
    assert_eq!(done_at(&server), r#"{"do":"next-round","fair":false}"#);
    let start = Instant::now();
    let awaited = Some(Awaited::of(Seat::Two, Duration::from_secs(30), start));
    let asked = between_rounds(3, Some((Seat::One, Proposal::NextRound { fair: false })));
    hear(&mut hand, News::Standing(Box::new(Standing { awaited, is_limited: true, ..asked })));
    hand.app.it_is(start);
    hand.draw();
    hand.sees("Bo is asked for the next round.");
    hand.sees("d withdraw");
    hand.sees("0:30 left");
    misses(&hand, "c claim");
    hand.app.it_is(start + Duration::from_secs(30));
    hand.draw();
    hand.sees("Bo is late for the next round. c begins it.");
    hand.sees("c claim");
}
