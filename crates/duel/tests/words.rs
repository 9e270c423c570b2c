//! What the five books say: between two people, and to somebody who plays alone against the computer.

use duel::rulebook::{Note, Phrase};
use duel::session::{Action, By, Setup};
use duel::speech::{Address, Called, Language, Span};
use duel::{Level, Loss, Offered, Position, Reason, RuleBook, Seat, Session, Sitter, Who};

fn text(spans: Vec<Span>) -> String {
    spans.into_iter().map(|span| span.text).collect()
}

fn two_people() -> [Called; 2] {
    ["Player 1", "Player 2"].map(|name| Called::Name(name.into()))
}

fn you_first() -> [Called; 2] {
    [Called::You("Player 1".into()), Called::Computer(None)]
}

fn after(code: &str, moves: &[&str]) -> (RuleBook, Position) {
    let book = RuleBook::find(code).expect("a code");
    let mut position = book.game().start().expect("a game");
    for typed in moves {
        assert!(matches!(position.offer_text(typed), Offered::Played(_)), "{code}: {typed}");
    }
    (book, position)
}

#[test]
fn of_the_computer_and_to_you_a_book_speaks_otherwise() {
    let (book, position) = after("classic", &["12", "6"]);
    let say =
        |phrase, called: &[Called; 2]| text(book.say_beside_a_board(phrase, &position, called, Language::English));
    assert_eq!(say(Phrase::Turn, &two_people()), "[Turn 3] Player 1, select a divisor or multiple of 6:");
    assert_eq!(say(Phrase::Turn, &you_first()), "[Turn 3] Your turn, select a divisor or multiple of 6:");
    assert_eq!(say(Phrase::Prompt, &you_first()), "You select: ");
    let [you, computer] = you_first();
    assert_eq!(say(Phrase::Turn, &[computer, you]), "[Turn 3] Computer, select a divisor or multiple of 6:");

    let (evens, position) = after("evens", &["12"]);
    let played = |called: &[Called; 2]| text(evens.say(Phrase::Played, &position, called, Language::English));
    let [you, computer] = you_first();
    assert_eq!(played(&[you, computer.clone()]), "You removed 12.");
    assert_eq!(played(&[computer, Called::You("Player 2".into())]), "Computer removed 12.");
}

#[test]
fn nobody_who_has_won_is_told_that_they_lose() {
    for (code, moves, won, lost) in [
        (
            "classic",
            &["47"][..],
            "[Final Turn] Computer, no valid moves available.\nYou win!",
            "Your turn, no valid moves available. You lose!\nComputer wins!",
        ),
        (
            "last-resort",
            &["29", "1", "23"],
            "You cannot make a valid move.\nComputer wins the game!",
            "Computer cannot make a valid move.\nYou win the game!",
        ),
        (
            "chain",
            &["19"],
            "Result: Computer cannot move and loses the game.\nYou win!",
            "Result: You cannot move and lose the game.\nComputer wins!",
        ),
        (
            "evens",
            &["14", "2", "4", "8", "16"],
            "Computer cannot make a valid move. You win!",
            "You cannot make a valid move. Computer wins!",
        ),
        (
            "divider",
            &["20"],
            "3 is a prime number. No valid moves left.\nComputer cannot make a move. You win!",
            "You cannot make a move. Computer wins!",
        ),
    ] {
        let (book, position) = after(code, moves);
        let outcome = position.outcome().unwrap_or_else(|| panic!("{code} is over"));
        let [you, computer] = you_first();
        let (first, second) = ([you.clone(), computer.clone()], [computer, you]);
        let first_wins = outcome.winner == duel::Side::One;
        let (as_winner, as_loser) = if first_wins { (first, second) } else { (second, first) };
        let (won, lost) = if code == "last-resort" { (lost, won) } else { (won, lost) };
        for (called, end) in [(as_winner, won), (as_loser, lost)] {
            let said = text(book.say_end_beside_a_board(&position, &called, Language::English));
            assert!(said.ends_with(end), "{code}: {said}");
        }
    }
}

#[test]
fn the_session_says_who_is_you_and_who_the_computer_is() {
    let sitters = [Who::Person, Who::Level(Level::Answers)];
    let sitters = [Seat::One, Seat::Two].map(|seat| Sitter::usual(sitters[seat.index()], seat, Language::English));
    let (session, _) = Session::begin(Setup::new(RuleBook::find("chain").unwrap(), sitters.clone()), 0).unwrap();
    assert_eq!(session.called_by_side(Address::AsYou), you_first());
    let [you, mut computer] = sitters;
    computer.name = "Hal".parse().unwrap();
    let (session, _) = Session::begin(Setup::new(RuleBook::find("chain").unwrap(), [you, computer]), 0).unwrap();
    assert_eq!(
        session.called(Seat::Two, Address::AsYou),
        Called::Computer(Some("Hal".into())),
        "who has a name is called by it"
    );
}

#[test]
fn no_computer_is_spoken_to() {
    let (book, position) = after("classic", &["47"]);
    let computers = ["Computer, level 1", "Computer, level 2"].map(|name| Called::Computer(Some(name.into())));
    let said = text(book.say_end(&position, &computers, Language::English));
    assert_eq!(said, "[Final Turn] Computer, level 2, no valid moves available.\nComputer, level 1 wins!");
}

#[test]
fn from_a_prime_start_the_book_says_what_it_says_at_every_end() {
    let (book, position) = after("divider:7", &[]);
    let said = text(book.say_end(&position, &two_people(), Language::English));
    assert_eq!(
        said,
        "Player 1's turn.\nCurrent Number: 7\nProper Divisors: None\n7 is a prime number. No valid moves left.\n\
         Player 1 cannot make a move. Player 2 wins!"
    );
}

#[test]
fn a_slip_of_the_pen_is_no_loss() {
    for (code, typed) in [("divider", "1/2"), ("divider", "12/6"), ("divider:30", "60/5"), ("divider:60,84", "30/5")] {
        let (_, position) = after(code, &[]);
        let mut after = position.clone();
        assert!(matches!(after.offer_text(typed), Offered::AskAgain(_)), "{code}: {typed}");
        assert_eq!(after, position);
        let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Language::English));
        let (session, _) = Session::begin(Setup::new(RuleBook::find(code).unwrap(), sitters), 0).unwrap();
        assert!(session.act(By::Seat(Seat::One), Action::Type(typed.into()), 1).is_err(), "{code}: {typed}");
    }
    for (code, typed) in [("divider", "60/7"), ("divider", "7"), ("divider:60,84", "84/9")] {
        let (_, mut position) = after(code, &[]);
        assert!(matches!(position.offer_text(typed), Offered::Lost(_)), "{code}: {typed}");
        assert!(matches!(position.outcome().unwrap().reason, Reason::Lost(Loss::IllegalNumber(_))));
    }
}

#[test]
fn why_a_list_of_the_chain_is_empty_is_said() {
    for (moves, divisors, multiples) in [
        (&["12"][..], "Divisors: 2, 3, 4, 6", "Multiples: None (since 24 is beyond the pool range)"),
        (&["12", "4", "16", "8"], "Divisors: 2", "Multiples: None available (16 is used)"),
        (&["12", "4", "2", "10", "5"], "Divisors: None", "Multiples: 15, 20"),
        (&["2", "10", "5", "15", "3", "6"], "Divisors: None available (2 and 3 are used)", "Multiples: 12, 18"),
    ] {
        let (book, position) = after("chain", moves);
        let said = text(book.say(Phrase::Turn, &position, &two_people(), Language::English));
        assert!(said.contains(&format!("{divisors}\n")) && said.ends_with(multiples), "{said}");
    }
}

#[test]
fn every_one_of_the_five_has_its_tips_by_name_and_says_how_it_is_scored() {
    for (id, title, names) in [
        ("classic", "Notes on Strategy", &["Plan Ahead", "Control the Game", "Number Properties", "Strategy Tip"][..]),
        (
            "last-resort",
            "Strategic Tips",
            &["Plan Ahead", "Control the Game", "Avoid Dead Ends", "Use the Number 1 Wisely"],
        ),
        ("chain", "Strategic Tips", &["Plan Ahead", "Control the Chain", "Resource Management", "Forcing Moves"]),
        ("evens", "Strategy Tips", &["Plan Ahead", "Control the Game", "Number Selection"]),
        (
            "divider",
            "Additional Guidelines",
            &[
                "Input Validation",
                "Strategy Tip: a prime",
                "Strategy Tip: few proper divisors",
                "Strategy Tip: plan ahead",
                "Custom Starting Number",
            ],
        ),
    ] {
        let book = RuleBook::find(id).unwrap();
        assert_eq!(book.tips_title(), Some(title), "{id}");
        let named: Vec<&str> = book.tips().iter().filter_map(|tip| tip.name.as_deref()).collect();
        assert!(named.starts_with(names), "{id}: {named:?}");
        let scoring = book.scoring().to_lowercase();
        assert!(scoring.contains("draw") && scoring.contains("point"), "{id}: {scoring}");
    }
}

#[test]
fn what_is_true_of_its_own_numbers_a_book_says_of_no_others() {
    for code in ["last-resort:12", "evens:8", "divider:84"] {
        let book = RuleBook::find(code).unwrap();
        assert_eq!((book.tips(), book.scoring()), (&[][..], ""), "{code}");
    }
    let fair = RuleBook::find("classic").unwrap().with_fair_start().unwrap();
    assert!(!fair.tips().is_empty() && !fair.scoring().is_empty());
}

#[test]
fn what_a_book_leaves_unsaid_is_said_before_the_first_move() {
    let notes = |code: &str| RuleBook::find(code).unwrap().notes_at_the_start();
    assert_eq!(notes("divider"), [Note::IllegalLoses]);
    assert_eq!(notes("divider:60,84"), [Note::IllegalLoses]);
    assert_eq!(RuleBook::find("divider").unwrap().notes(), [], "its rules say it");
    assert_eq!(RuleBook::find("divider:60,84").unwrap().notes(), [Note::IllegalLoses], "the general rules do not");
    assert_eq!(notes("classic"), []);
    let mine = "id = \"mine\"\ntitle = \"Mine\"\nsummary = \"Odd.\"\ngame = \"take:1..30,first=odd,misere\"\n";
    let notes = RuleBook::read(mine).unwrap().notes();
    assert!(matches!(notes[..], [Note::FirstPick { is_fair: false, .. }, Note::Misere]), "{notes:?}");
}
