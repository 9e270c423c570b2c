//! A session whose seats are at several devices.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use duel::live::{Action, Around, Entry, FAIR_TIME, Live, Next, Proposal, Refusal};
use duel::session::{self, Deed, First, Rounds, Setup};
use duel::speech::{Address, Language};
use duel::{Level, LostBy, Move, Outcome, Reason, RuleBook, Seat, Session, Sitter, Who};

/// A game with its log.
struct Room {
    log: Vec<Entry>,
    live: Live,
    around: Around,
}

const START: u64 = 1_000_000;

fn opened(who: [Who; 2], open: [bool; 2], limit: Option<u64>, rounds: Option<Rounds>) -> Room {
    opened_in("evens", who, open, limit, rounds)
}

fn opened_in(book: &str, who: [Who; 2], open: [bool; 2], limit: Option<u64>, rounds: Option<Rounds>) -> Room {
    let sitters = [Seat::One, Seat::Two].map(|seat| Sitter::usual(who[seat.index()], seat, Language::English));
    let setup = Setup { rounds, first: First::Seat(Seat::One), ..Setup::new(RuleBook::find(book).unwrap(), sitters) };
    let (session, _) = Session::begin(setup, START).unwrap();
    let first = Entry::Opened { at: START, record: Box::new(session.record()), rules: None, open, limit };
    let live = Live::replay([&first]).unwrap();
    Room { log: vec![first], live, around: Around { at: START, up_since: 0 } }
}

fn two_people(limit: Option<u64>) -> Room {
    opened([Who::Person; 2], [false, false], limit, None)
}

impl Room {
    fn keep(&mut self, entry: Entry) {
        self.live.apply(&entry).unwrap();
        self.log.push(entry);
        // Whatever happens, the log is the game, and its text is the log.
        let read: Vec<Entry> = self.log.iter().map(|entry| Entry::from_json(&entry.to_json()).unwrap()).collect();
        assert_eq!(read, self.log);
        assert_eq!(Live::replay(&read).unwrap(), self.live);
        self.check_what_may_be_done();
    }

    /// What is said to be possible is, and nothing else.
    fn check_what_may_be_done(&self) {
        for seat in [Seat::One, Seat::Two] {
            let may = self.live.may(seat);
            let can =
                |action| self.live.session().level(seat).is_none() && self.live.act(seat, action, self.around).is_ok();
            let is_free = self.live.proposal().is_none();
            let can_propose = |what| is_free && can(Action::Propose(what));
            let legal = self.live.session().position().legal().next();
            assert_eq!(may.play, legal.is_some_and(|legal| can(Action::Play(session::Action::Move(legal)))));
            assert_eq!(may.resign, can(Action::Play(session::Action::Resign)));
            assert_eq!(may.take_back, can_propose(Proposal::TakeBack));
            assert_eq!(may.next_round, can_propose(Proposal::NextRound { fair: false }));
            assert_eq!(may.rematch, can_propose(Proposal::Rematch { fair: false }));
            let fair = [Proposal::NextRound { fair: true }, Proposal::Rematch { fair: true }];
            assert_eq!(may.fair_start, fair.into_iter().any(can_propose));
            assert!(!may.lose && !may.help);
        }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.around.at += 1;
        let entry = self.live.act(seat, action, self.around)?;
        self.keep(entry);
        Ok(())
    }

    fn pick(&mut self, seat: Seat, number: u64) -> Result<(), Refusal> {
        self.act(seat, Action::Play(session::Action::Move(Move::Pick(number))))
    }

    fn moves(&self) -> usize {
        self.live.session().position().moves().len()
    }
}

#[test]
fn nothing_is_played_before_both_seats_are_taken_and_a_seat_is_taken_once() {
    let mut room = opened([Who::Person; 2], [false, true], None, None);
    assert_eq!(room.pick(Seat::One, 12), Err(Refusal::SeatIsOpen));
    let sat = room.live.sit(Seat::Two, "Bo".parse().unwrap(), false, START + 5).unwrap();
    room.keep(sat.clone());
    assert_eq!(room.live.session().sitter(Seat::Two).name.as_str(), "Bo");
    assert_eq!(room.live.sit(Seat::Two, "Cy".parse().unwrap(), false, START + 6), Err(Refusal::SeatIsTaken));
    assert_eq!(room.live.apply(&sat), Err(Refusal::SeatIsTaken));
    room.pick(Seat::One, 12).unwrap();
    assert_eq!(room.pick(Seat::One, 6), Err(Refusal::Session(session::Refusal::NotTheirTurn)));
}

#[test]
fn ones_last_move_is_taken_back_when_the_other_one_agrees_and_only_before_it_is_answered() {
    let mut room = two_people(None);
    let take_back = Action::Propose(Proposal::TakeBack);
    room.pick(Seat::One, 12).unwrap();
    assert_eq!(room.act(Seat::Two, take_back.clone()), Err(Refusal::Answered));
    assert_eq!(room.act(Seat::One, Action::Agree), Err(Refusal::NothingProposed));
    room.act(Seat::One, take_back.clone()).unwrap();
    assert_eq!(room.act(Seat::One, take_back.clone()), Err(Refusal::ProposedAlready));
    assert_eq!(room.act(Seat::One, Action::Agree), Err(Refusal::NothingProposed));
    assert_eq!(room.moves(), 1);
    room.act(Seat::Two, Action::Agree).unwrap();
    assert_eq!((room.moves(), room.live.proposal()), (0, None));
    assert_eq!(room.live.session().turn(), Some(Seat::One));

    room.pick(Seat::One, 12).unwrap();
    room.act(Seat::One, take_back.clone()).unwrap();
    // Whoever withdraws it can change their mind again; who was told no has been told.
    room.act(Seat::One, Action::Decline).unwrap();
    room.act(Seat::One, take_back.clone()).unwrap();
    room.act(Seat::Two, Action::Decline).unwrap();
    assert_eq!((room.moves(), room.live.proposal()), (1, None));
    assert_eq!(room.act(Seat::One, take_back.clone()), Err(Refusal::DeclinedBefore));
    room.pick(Seat::Two, 6).unwrap();
    // Of another move nobody has been told anything yet.
    room.act(Seat::Two, take_back.clone()).unwrap();
    room.act(Seat::One, Action::Agree).unwrap();
    assert_eq!(room.moves(), 1);
    room.act(Seat::One, take_back.clone()).unwrap();
    // Whoever answers the move has answered the proposal.
    room.pick(Seat::Two, 6).unwrap();
    assert_eq!(room.live.proposal(), None);
    assert_eq!(room.act(Seat::One, take_back), Err(Refusal::Answered));
    let at_once = Action::Play(session::Action::TakeBack);
    assert_eq!(room.act(Seat::Two, at_once), Err(Refusal::NotForASeat));
}

#[test]
fn a_computer_agrees_at_once_and_its_answer_goes_too() {
    let mut room = opened([Who::Person, Who::Level(Level::Rules)], [false, false], None, None);
    room.pick(Seat::One, 12).unwrap();
    let chosen = room.live.session().computer_move().unwrap();
    let entry = room.live.computer(chosen, START + 9).unwrap();
    room.keep(entry);
    assert!(room.live.computer(chosen, START + 9).is_err());
    assert_eq!(room.moves(), 2);
    room.act(Seat::One, Action::Propose(Proposal::TakeBack)).unwrap();
    assert_eq!((room.moves(), room.live.proposal()), (0, None));
    assert_eq!(room.live.waiting(Around { at: u64::MAX, ..room.around }), None);
}

#[test]
fn a_game_is_claimed_after_the_limit() {
    let mut room = two_people(Some(60_000));
    room.pick(Seat::One, 12).unwrap();
    let since = room.around.at;
    room.around.at = since + 59_998;
    assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::StillTime));
    assert_eq!(room.act(Seat::Two, Action::Claim), Err(Refusal::NobodyWaitedFor));
    assert_eq!(room.live.waiting(room.around).unwrap().spent, 60_000);
    room.act(Seat::One, Action::Claim).unwrap();
    let outcome = room.live.session().position().outcome().cloned().unwrap();
    assert_eq!(outcome, Outcome { winner: duel::Side::One, reason: Reason::Lost(duel::Loss::Time) });
}

#[test]
fn while_a_move_is_asked_back_the_clock_stands_still() {
    let mut room = two_people(Some(60_000));
    room.pick(Seat::One, 12).unwrap();
    let since = room.around.at;
    room.around.at = since + 49_999;
    room.act(Seat::One, Action::Propose(Proposal::TakeBack)).unwrap();
    room.around.at += 600_000;
    assert_eq!(room.live.waiting(room.around), None);
    assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::NobodyWaitedFor));
    let withdrawn = room.around.at + 1;
    room.act(Seat::One, Action::Decline).unwrap();
    assert_eq!(room.around.at, withdrawn);
    assert_eq!(room.live.waiting(room.around).unwrap().spent, 50_000);
    room.around.at += 9_998;
    assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::StillTime));
    room.act(Seat::One, Action::Claim).unwrap();
}

#[test]
fn without_a_limit_a_game_is_claimed_after_a_fair_time() {
    let mut room = two_people(None);
    room.pick(Seat::One, 12).unwrap();
    let since = room.around.at;
    room.around.at = since + FAIR_TIME - 2;
    assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::StillTime));
    room.around.at = since + FAIR_TIME;
    room.act(Seat::One, Action::Claim).unwrap();
    let outcome = room.live.session().position().outcome().cloned().unwrap();
    assert_eq!(outcome.reason, Reason::Lost(duel::Loss::Forfeit));
}

#[test]
fn time_in_which_nobody_could_play_is_not_charged() {
    let mut room = two_people(Some(60_000));
    room.pick(Seat::One, 12).unwrap();
    room.around.at += 600_000;
    room.around.up_since = room.around.at - 1_000;
    assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::StillTime));
    assert_eq!(room.live.waiting(room.around).unwrap().spent, 1_001);
    // A clock that was set back charges nothing either.
    room.around.at = START;
    assert_eq!(room.live.waiting(room.around).unwrap().spent, 0);
}

#[test]
fn a_rematch_needs_both() {
    let mut room = two_people(None);
    let rematch = Action::Propose(Proposal::Rematch { fair: false });
    assert_eq!(room.act(Seat::One, rematch.clone()), Err(Refusal::Session(session::Refusal::NotOver)));
    room.act(Seat::Two, Action::Play(session::Action::Resign)).unwrap();
    room.act(Seat::Two, rematch).unwrap();
    assert!(room.live.session().turn().is_none());
    room.act(Seat::One, Action::Agree).unwrap();
    assert_eq!(room.live.session().score(), [1, 0]);
    assert_eq!(room.live.session().turn(), Some(Seat::Two));
}

#[test]
fn when_it_is_over_one_of_them_makes_another_game_for_both() {
    let next = |by, id: &str| Next { by, id: id.parse().unwrap(), title: "Juniper Green".into() };
    let mut room = opened([Who::Person; 2], [false, false], None, Some(Rounds::All(2)));
    let go_on = |room: &mut Room, by, id| {
        let entry = room.live.go_on(next(by, id), START + 9)?;
        room.keep(entry);
        Ok(())
    };
    let not_over = Err(Refusal::Session(session::Refusal::NotOver));
    assert_eq!(go_on(&mut room, Seat::One, "ab12"), not_over);
    room.act(Seat::One, Action::Play(session::Action::Resign)).unwrap();
    assert_eq!(go_on(&mut room, Seat::One, "ab12"), not_over, "the match goes on");
    room.act(Seat::One, Action::Propose(Proposal::NextRound { fair: false })).unwrap();
    room.act(Seat::Two, Action::Agree).unwrap();
    room.act(Seat::Two, Action::Play(session::Action::Resign)).unwrap();

    assert_eq!(room.live.next(), None);
    go_on(&mut room, Seat::One, "ab12").unwrap();
    assert_eq!(go_on(&mut room, Seat::Two, "cd34"), Err(Refusal::WentOnAlready));
    let Ok(Entry::WentOn { title, .. }) =
        room.live.go_on(Next { title: "x".repeat(20_000), ..next(Seat::One, "ab12") }, START + 9)
    else {
        panic!("it can be made again")
    };
    assert_eq!(title.len(), 200);
    // Whoever has lost the answer makes it again.
    go_on(&mut room, Seat::One, "ef56").unwrap();
    assert_eq!(room.live.next(), Some(&next(Seat::One, "ef56")));
    // Either of them can call it off, and it is called off where it is gone.
    room.act(Seat::Two, Action::Decline).unwrap();
    assert_eq!(room.live.next(), None);
    assert_eq!(room.act(Seat::Two, Action::Decline), Err(Refusal::NothingProposed));
    go_on(&mut room, Seat::Two, "ef56").unwrap();
    assert_eq!(room.live.is_gone(&"ab12".parse().unwrap(), START + 9), None);
    let gone = room.live.is_gone(&"ef56".parse().unwrap(), START + 9).unwrap();
    room.keep(gone);
    assert_eq!(room.live.next(), None);
    go_on(&mut room, Seat::One, "ef56").unwrap();
    // A rematch is another beginning.
    room.act(Seat::Two, Action::Propose(Proposal::Rematch { fair: false })).unwrap();
    room.act(Seat::One, Action::Agree).unwrap();
    assert_eq!(room.live.next(), None);

    let mut alone = opened([Who::Person, Who::Level(Level::Rules)], [false, false], None, None);
    alone.act(Seat::One, Action::Play(session::Action::Resign)).unwrap();
    assert_eq!(go_on(&mut alone, Seat::One, "ab12"), Err(Refusal::NobodyToAsk));
    let mut open = opened([Who::Person; 2], [false, true], None, None);
    assert_eq!(go_on(&mut open, Seat::One, "ab12"), Err(Refusal::SeatIsOpen));
}

#[test]
fn programs_play_a_match_round_by_round() {
    let next_round = Action::Propose(Proposal::NextRound { fair: false });
    let mut room = opened([Who::Program; 2], [false, false], None, Some(Rounds::BestOf(3)));
    room.around.at += 1;
    // A program has read the rules: an illegal number loses the round.
    room.act(Seat::One, Action::Play(session::Action::Type("7".into()))).unwrap();
    for seat in [Seat::One, Seat::Two] {
        room.act(seat, next_round.clone()).unwrap();
    }
    assert_eq!((room.live.session().round(), room.live.session().turn()), (2, Some(Seat::Two)));
    // Whoever runs one can end the round for it, whosever turn it is.
    room.act(Seat::One, Action::Play(session::Action::Resign)).unwrap();
    let outcome = room.live.session().position().outcome().unwrap();
    assert_eq!(room.live.session().score(), [0, 2]);
    assert_eq!(outcome.reason, Reason::Lost(LostBy::Forfeit.into()));
}

/// A match in which the first round was given up.
fn after_a_round(limit: Option<u64>, other: Who) -> Room {
    let mut room = opened([Who::Person, other], [false, false], limit, Some(Rounds::All(3)));
    room.act(Seat::One, Action::Play(session::Action::Resign)).unwrap();
    room
}

const NEXT: Action = Action::Propose(Proposal::NextRound { fair: false });

#[test]
fn the_next_round_begins_when_both_want_it_and_nobodys_time_runs_before() {
    let mut room = after_a_round(Some(60_000), Who::Person);
    let at_once = Action::Play(session::Action::NextRound { fair: false });
    assert_eq!(room.act(Seat::One, at_once), Err(Refusal::NotForASeat));
    room.around.at += 3_600_000;
    assert_eq!(room.live.waiting(room.around), None);
    room.act(Seat::One, NEXT).unwrap();
    assert_eq!((room.live.session().round(), room.live.session().turn()), (1, None));
    assert_eq!(room.act(Seat::One, NEXT), Err(Refusal::ProposedAlready));
    let fair = Action::Propose(Proposal::NextRound { fair: true });
    assert!(room.act(Seat::Two, fair).is_err());
    // Whoever wants it, too, has agreed.
    room.around.at += 3_600_000;
    room.act(Seat::Two, NEXT).unwrap();
    assert_eq!((room.live.session().round(), room.live.proposal()), (2, None));
    assert_eq!(room.live.waiting(room.around).unwrap().spent, 0);

    let mut room = after_a_round(None, Who::Level(Level::Rules));
    room.act(Seat::One, NEXT).unwrap();
    assert_eq!(room.live.session().round(), 2);
}

#[test]
fn whoever_has_not_asked_for_a_fair_start_agrees_to_one() {
    let mut room = opened_in("classic", [Who::Person; 2], [false, false], None, Some(Rounds::All(3)));
    room.pick(Seat::One, 37).unwrap();
    room.act(Seat::One, Action::Propose(Proposal::NextRound { fair: true })).unwrap();
    room.act(Seat::Two, NEXT).unwrap();
    let Some(Entry::Happened(began)) = room.log.last() else { panic!("nothing has begun") };
    assert_eq!(began.deed, Deed::NextRound { fair: true });
}

#[test]
fn who_does_not_come_to_the_next_round_finds_it_begun() {
    for limit in [Some(60_000), None] {
        let mut room = after_a_round(limit, Who::Person);
        assert_eq!(room.act(Seat::Two, Action::Claim), Err(Refusal::NobodyWaitedFor));
        room.act(Seat::Two, NEXT).unwrap();
        let asked = room.around.at;
        let waiting = room.live.waiting(room.around).unwrap();
        assert_eq!((waiting.seat, waiting.spent, waiting.allowed), (Seat::One, 0, limit.unwrap_or(FAIR_TIME)));
        assert_eq!(room.act(Seat::Two, Action::Claim), Err(Refusal::StillTime));
        assert_eq!(room.act(Seat::One, Action::Claim), Err(Refusal::NobodyWaitedFor));
        room.around.at = asked + waiting.allowed;
        room.act(Seat::Two, Action::Claim).unwrap();
        assert_eq!((room.live.session().round(), room.live.session().turn()), (2, Some(Seat::Two)));
        assert_eq!(room.live.session().score(), [0, 1]);
    }
}

#[test]
fn whoever_sits_at_another_board_is_spoken_of_and_not_to() {
    let mut room = two_people(None);
    room.pick(Seat::One, 12).unwrap();
    let session = room.live.session();
    let played =
        |address| session.say_played(address, Language::English).into_iter().map(|span| span.text).collect::<String>();
    assert_eq!(played(Address::To(Seat::One)), "You removed 12.");
    assert_eq!(played(Address::To(Seat::Two)), "Player 1 removed 12.");
}

#[test]
fn what_is_no_log_is_no_game() {
    let room = two_people(None);
    assert_eq!(Live::replay(&[]), Err(Refusal::NotOpened));
    assert_eq!(
        Live::replay(&[room.log[0].clone(), room.log[0].clone()]),
        Err(Refusal::Session(session::Refusal::BegunAlready))
    );
    for text in [
        "",
        "{}",
        r#"{"v":1,"at":1,"by":1,"event":"sat","name":"","who":"human"}"#,
        r#"{"v":1,"at":1,"by":1,"event":"sat","name":"Bo","who":"king"}"#,
        r#"{"v":1,"at":1,"by":"referee","event":"declined"}"#,
        r#"{"v":2,"at":1,"by":1,"event":"declined"}"#,
        r#"{"v":1,"at":1,"by":1,"event":"went-on","to":"a b","title":"x"}"#,
        r#"{"v":1,"at":1,"by":1,"event":"opened","record":"","open":[true,false]}"#,
    ] {
        assert!(Entry::from_json(text).is_err(), "{text}");
    }
}
