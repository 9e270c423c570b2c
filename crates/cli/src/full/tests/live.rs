//! A live game on the screen. What the server tells comes from the tests.

use duel::live::Proposal;
use duel::session::{Action, By};
use duel::{Move, Seat};

use super::Hand;
use crate::full::live::Live;
use crate::live::{News, Standing, made_up};

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

#[test]
fn the_other_ones_moves_and_wishes_come_as_news() {
    let mut hand = Hand::at_home();
    hand.app.open(Box::new(Live::new(made_up::followed())));
    hand.draw();
    insta::assert_snapshot!(hand.frame());

    let hear = |hand: &mut Hand, news| {
        hand.app.handle_news(news);
        hand.draw();
    };
    hear(&mut hand, News::Standing(Box::new(after(2, &[14]))));
    hand.sees("You removed 14.");
    hand.sees("Bo is thinking.");
    hand.sees("u take back");
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
    assert!(!hand.frame().contains("no connection"));
    hear(&mut hand, News::Standing(Box::new(after(8, &[14, 2, 4, 8, 16]))));
    hand.sees("Bo cannot make a valid move. You win!");
    hand.sees("n again");
    hear(&mut hand, News::Ended("the game was deleted".into()));
    hand.sees("The game was deleted. Nothing more will happen here.");
}
