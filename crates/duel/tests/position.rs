//! What is asked of single positions; what holds for all of them is in `conformance.rs`.

use duel::{Game, Loss, Move, Outcome, Reason, Relation, ReplayError, Side, Typed};

#[test]
fn an_end_that_the_moves_contradict_is_refused_and_changes_nothing() {
    let position = |code: &str, moves: &[u64]| {
        code.parse::<Game>().unwrap().replay(moves.iter().copied().map(Move::Pick)).unwrap()
    };
    let lost = |winner, loss| Some(Outcome { winner, reason: Reason::Lost(loss) });
    let stuck = |winner| Some(Outcome { winner, reason: Reason::NoMove });
    let illegal = |number| Loss::IllegalNumber(Typed::Number(number));
    let running = position("chain", &[14, 2]);
    let over = position("take:2..6", &[4, 2, 6, 3]);
    for (position, said, why) in [
        (&running, stuck(Side::Two), "after move 2 there is still a legal move"),
        (&running, lost(Side::One, illegal(3)), "it was the winner's turn to name a number"),
        (&running, lost(Side::Two, illegal(4)), "4 was not an illegal number there"),
        (&running, lost(Side::Two, Loss::IllegalNumber(Typed::Division { number: 7, by: 3 })), "7/3 was not"),
        (&over, None, "after move 4 the game is over, and that is \"0-1 no-move\""),
        (&over, stuck(Side::One), "after move 4 the game is over"),
        (&over, lost(Side::Two, Loss::Resigned), "after move 4 the game is over"),
        (&over, lost(Side::Two, illegal(3)), "after move 4 the game is over"),
    ] {
        let mut tried = position.clone();
        let contradiction = tried.conclude(said.as_ref()).unwrap_err().to_string();
        assert!(contradiction.starts_with(why), "{said:?}: {contradiction}");
        assert_eq!(&tried, position);
    }
    for (position, said) in [
        (&running, None),
        (&running, lost(Side::One, Loss::Time)),
        (&running, lost(Side::Two, illegal(99))),
        (&over, stuck(Side::Two)),
    ] {
        let mut tried = position.clone();
        assert_eq!(tried.conclude(said.as_ref()), Ok(()), "{said:?}");
        assert_eq!(tried.outcome(), said.as_ref());
    }
    // A bare divisor is the division that it stands for.
    let mut divider = "divider".parse::<Game>().unwrap().start().unwrap();
    divider.conclude(lost(Side::Two, illegal(7)).as_ref()).unwrap();
    assert_eq!(divider.outcome().unwrap().to_string(), "0-1 illegal-number 60/7");
}

#[test]
fn a_number_that_was_divided_stays_where_it_lay() {
    let divide = |number, by| Move::Divide { number, by };
    let game: Game = "divider:12,60,84".parse().unwrap();
    let mut position = game.replay([divide(60, 5), divide(84, 2), divide(12, 6)]).unwrap();
    // Of the two twelves the first one was divided.
    assert_eq!(position.in_their_places(), [2, 12, 42]);
    position.undo();
    assert_eq!(position.in_their_places(), [12, 12, 42]);
    assert!("chain".parse::<Game>().unwrap().start().unwrap().in_their_places().is_empty());
}

#[test]
fn a_board_that_is_too_large_is_not_replayed() {
    let large: Game = "take:1..1000001".parse().unwrap();
    assert!(matches!(large.replay([]), Err(ReplayError::Game(_))));
}

#[test]
fn the_moves_of_the_number_with_the_most_divisors_come_in_order() {
    let game: Game = "divider:18401055938125660800,60".parse().unwrap();
    let mut position = game.start().unwrap();
    for by in [2, 3, 1] {
        if by > 1 {
            let number = *position.on_table().unwrap().last().unwrap();
            position.play(Move::Divide { number, by }).unwrap();
        }
        let moves = position.legal_moves();
        assert_eq!((position.legal().len(), moves.len()), (position.legal_count(), position.legal_count()));
        assert!(moves.is_sorted_by(|a, b| a < b) && moves.iter().all(|&legal| position.is_legal(legal)));
        let last = moves.len() - 1;
        assert_eq!((position.nth_legal(last), position.nth_legal(last + 1)), (Some(moves[last]), None));
    }
}

#[test]
fn a_number_that_was_taken_back_belongs_to_whoever_takes_it_then() {
    let mut position = "chain".parse::<Game>().unwrap().replay([4, 2].map(Move::Pick)).unwrap();
    assert_eq!(position.relation(2), Relation::Last(Side::Two));
    position.undo();
    position.undo();
    assert_eq!((position.relation(2), position.relation(4)), (Relation::First, Relation::First));
    position.play_all([2, 4].map(Move::Pick)).unwrap();
    assert_eq!(position.relation(2), Relation::Taken(Side::One));
    assert_eq!(position.relation(4), Relation::Last(Side::Two));
}
