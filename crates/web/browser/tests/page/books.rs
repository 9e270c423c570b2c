//! The five books on the page: their words, their matches, their rules, and how a game of theirs is looked at afterwards.

use browser::{Person, person};
use duel::rulebook::Phrase;
use duel::speech::{Called, English, Language};
use duel::{Position, RuleBook};

use crate::steps::{
    LEGAL, is_over, moves, opponent, pick, play_against, position, press_more, resign, sorted_moves, standing, unfold,
    wait_for_moves, words,
};

/// The books that others wrote.
const FIVE: [&str; 5] = ["classic", "last-resort", "chain", "evens", "divider"];

fn two() -> [Called; 2] {
    ["Player 1", "Player 2"].map(|name| Called::Name(name.into()))
}

/// What the book says is what is to be read: above the board, at the field, and over the list of what was taken.
fn speaks_the_book(person: &Person, book: &RuleBook, here: &Position) {
    let say = |phrase| words(book.say_beside_a_board(phrase, here, &two(), Language::English));
    if here.outcome().is_some() {
        let end = words(book.say_end_beside_a_board(here, &two(), Language::English));
        assert_eq!(person.text(".end h2"), end);
        assert_eq!(person.count("[name=typed]"), 0);
    } else {
        let (turn, prompt) = match here.moves() {
            [] => (Phrase::FirstTurn, Phrase::FirstPrompt),
            _ => (Phrase::Turn, Phrase::Prompt),
        };
        let status = person.text(".status");
        let rule = here.game().first_pick_rule().filter(|_| here.moves().is_empty());
        let first = rule.map_or_else(String::new, |rule| format!("\nFirst pick: {}.", rule.english()));
        assert_eq!(status, format!("{}{first}", say(turn)), "{}", book.id());
        assert_eq!(person.text(".field:has([name=typed]) span"), say(prompt), "{}", book.id());
    }
    let taken = here.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let taken = if taken.is_empty() { "nothing yet" } else { &taken };
    assert_eq!(person.text(".chain"), format!("{}: {taken}", say(Phrase::TakenList)));
}

#[test]
fn every_turn_of_the_books_own_games_is_in_the_books_words() {
    let person = person();
    for id in FIVE {
        let book = RuleBook::find(id).unwrap();
        person.open(&format!("#/play?game={id}&level=0"));
        is_over(&person);
        let mut here = position(id, "");
        speaks_the_book(&person, &book, &here);
        for &chosen in book.example() {
            here.play(chosen).unwrap();
            let written = *here.moves().last().unwrap();
            // Typed, because a second click at the same place can be taken for a tremble.
            person.fill("[name=typed]", &written.to_string());
            person.click(".typed button");
            wait_for_moves(&person, here.moves().len());
            is_over(&person);
            speaks_the_book(&person, &book, &here);
        }
    }
}

#[test]
fn a_prime_to_divide_ends_the_game_in_the_books_words() {
    let person = person();
    person.open("");
    play_against(&person, "0");
    unfold(&person);
    let field = ".card:has([data-book='divider']) [name=numbers]";
    person.fill(field, "7");
    person.click("[data-book='divider']");
    assert!(is_over(&person));
    speaks_the_book(&person, &RuleBook::find("divider:7").unwrap(), &position("divider:7", ""));
    assert!(person.text(".end h2").starts_with("7 is a prime number. No valid moves left."));
    // Composite numbers are recommended, and a press away.
    person.open("");
    unfold(&person);
    person.wait_for_words(".card", "Composite numbers are recommended");
    for number in person.texts(".card .buttons button") {
        assert!(!duel::factor::is_prime(number.parse().unwrap()), "{number}");
        person.press(&number);
        assert_eq!(person.content(field), number);
    }
    person.click("[data-book='divider']");
    person.wait_for("document.querySelector('.table')");
    assert_eq!(person.text(".on-table"), "120");
}

/// Begins a match of two people.
fn begin_match(person: &Person, kind: &str, rounds: &str) {
    person.open("");
    play_against(person, "0");
    unfold(person);
    person.fill("[name=name1]", "Ada");
    person.fill("[name=name2]", "Bo");
    person.choose("select:has([value=best-of])", kind);
    person.fill("[name=rounds]", rounds);
    person.click("[data-book='last-resort']");
}

#[test]
fn a_match_has_rounds_a_score_and_a_champion() {
    let person = person();
    begin_match(&person, "best-of", "3");
    person.wait_for_words(".status", "Ada's Turn:");
    assert_eq!(standing(&person), "Round 1 of 3");
    pick(&person, "12");
    person.wait_for_words(".status", "Bo's Turn:");
    resign(&person);
    assert_eq!(standing(&person), "Round 1 of 3 Score: Ada 1, Bo 0");
    // The start alternates, and a reload changes nothing.
    person.press("Next round");
    person.wait_for_words(".status", "Bo's Turn:");
    assert_eq!(standing(&person), "Round 2 of 3 Score: Ada 1, Bo 0");
    person.reload();
    person.wait_for_words(".round", "Round 2 of 3");
    person.wait_for_words(".status", "Bo's Turn:");
    resign(&person);
    // Nobody can catch up any more.
    person.wait_for_words(".end .winner.two", "Ada is the champion, 2 to 0!");
    assert!(!person.text(".tray").contains("Next round"));
    person.press("Rematch, sides swapped");
    person.wait_for_words(".round", "Round 1 of 3");
    person.wait_for_words(".status", "Ada's Turn:");
}

#[test]
fn an_even_number_of_rounds_can_end_in_a_tie() {
    let person = person();
    begin_match(&person, "all", "2");
    is_over(&person);
    resign(&person);
    person.press("Next round");
    person.wait_for_words(".round", "Round 2 of 2");
    assert_eq!(standing(&person), "Round 2 of 2 Score: Ada 0, Bo 1");
    resign(&person);
    person.wait_for_words(".end .winner", "The match is a tie, 1 to 1!");
    // What was chosen is remembered.
    person.open("");
    unfold(&person);
    assert_eq!(person.content("[name=rounds]"), "2");
    for (rounds, words) in [("0", "at least one round"), ("1000", "at most 999 rounds"), ("x", "at least one round")] {
        person.fill("[name=rounds]", rounds);
        person.click("[data-book='chain']");
        person.wait_for_words("[role=alert]", words);
        assert_eq!(person.count(".card"), RuleBook::built_in().len() as u64);
    }
    person.fill("[name=rounds]", "999");
    person.click("[data-book='chain']");
    person.wait_for_words(".round", "Round 1 of 999");
    // One game is no match.
    person.open("");
    unfold(&person);
    person.choose("select:has([value=best-of])", "one");
    person.wait_for("!document.querySelector('[name=rounds]').checkVisibility()");
    person.click("[data-book='chain']");
    is_over(&person);
    assert_eq!(standing(&person), "");
}

#[test]
fn a_review_says_how_a_game_was_lost() {
    let person = person();
    for (typed, reason, winner) in
        [(Some("7"), "Player 2 loses by the illegal number 7.", "Player 1"), (None, "Player 2 resigns.", "Player 1")]
    {
        person.open("#/play?game=divider&level=0");
        pick(&person, "60/2");
        wait_for_moves(&person, 1);
        match typed {
            Some(typed) => {
                person.fill("[name=typed]", typed);
                person.press("Divide");
                assert!(is_over(&person));
            }
            None => resign(&person),
        }
        assert_eq!(person.text(".end h2"), format!("{reason}\n{winner} wins!"));
        assert!(person.text(".heap").contains("30 = 2 × 3 × 5"), "{}", person.text(".heap"));
        person.press("Review the game");
        let listed = person.wait_for_words(".moves li:last-child", reason);
        assert!(listed.contains(&format!("{winner} wins!")), "{listed}");
        assert!(!person.text("#content").contains("gave it up"));
        assert!(!person.text(".heap").contains("is prime"));
        // What could have been played is still there, and what was best is marked.
        let said = person.wait_for_words(".status", "Better: ");
        assert_eq!(person.count(".heap .better"), 1);
        assert!(said.contains(&format!("{reason}\n{winner} wins!")), "{said}");
    }
}

#[test]
fn a_review_shows_what_lay_there_before_the_move() {
    let (winning, losing) = sorted_moves(&position("classic", "50"));
    let loses = losing[0];
    let person = person();
    person.open(&format!("#/review?game=classic&moves=50+{loses}"));
    person.wait_for("document.querySelector('.moves li')");
    // The game goes on: that is what is seen at first.
    assert!(person.text(".status").starts_with("[Turn 3] Player 1, select"), "{}", person.text(".status"));
    person.click(".moves li:nth-child(2) button");
    person.wait_for_words(".status", &format!("2. Player 2: {loses}: threw the win away"));
    assert_eq!(person.texts(".grid .taken .value"), ["50"]);
    assert_eq!(person.texts(".grid .played .value"), [loses.to_string()]);
    let better = person.texts(".grid .better .value");
    assert!(winning.iter().any(|each| [each.to_string()] == better[..]), "{better:?}");
    assert!(person.text(".status").contains("\nBetter: "), "{}", person.text(".status"));
    let label = |kind: &str| {
        let label = person.value(&format!("document.querySelector('.grid .{kind}').ariaLabel"));
        label.as_str().unwrap().to_owned()
    };
    assert!(label("played").ends_with(", played") && label("better").ends_with(", better"));
    assert!(person.text(".legend").contains("played") && person.text(".legend").contains("better"));
    assert_eq!(person.count(LEGAL), 0);
    assert_eq!(person.text(".moves [aria-current]"), format!("Player 2: {loses}"));
}

#[test]
fn the_rules_have_notes_scoring_and_tips_by_their_names() {
    let person = person();
    for book in RuleBook::built_in() {
        person.open(&format!("#/rules/{}", book.id()));
        let said = person.text("#content");
        assert!(said.contains(book.scoring().trim()), "{}: {said}", book.id());
        assert!(person.texts("h2").contains(&book.tips_title().unwrap_or("Tips").to_owned()), "{}", book.id());
        assert_eq!(person.count(".tips li"), book.tips().len() as u64);
        for tip in book.tips() {
            let listed = person.texts(".tips li");
            let is_there = |text: &String| {
                tip.name.as_ref().is_none_or(|name| text.starts_with(&format!("{name}: ")))
                    && text.contains(tip.text.trim())
                    && tip.truth.as_ref().is_none_or(|truth| text.contains(truth.trim()))
            };
            assert!(listed.iter().any(is_there), "{tip:?}: {listed:#?}");
        }
    }
    // What is special about a game, on its page of rules and beside it.
    for game in ["divider:60,84", "classic,misere", "take:1..30,first=odd"] {
        let notes = RuleBook::find(game).unwrap().notes();
        assert!(!notes.is_empty());
        person.open(&format!("#/rules/{game}"));
        let rules = person.text("#content");
        person.open(&format!("#/explore?game={game}"));
        let explored =
            person.wait_for("document.querySelector('.number') && document.querySelector('#content').textContent");
        person.open(&format!("#/play?game={game}&level=0"));
        is_over(&person);
        press_more(&person, "How to play");
        let dialog = person.wait_for("document.querySelector('dialog')?.textContent");
        for note in notes {
            let note = note.english();
            for text in [rules.as_str(), explored.as_str().unwrap(), dialog.as_str().unwrap(), &person.text("#content")]
            {
                assert!(text.contains(&note), "{game}: {note} {text}");
            }
        }
    }
}

#[test]
fn you_are_only_who_plays_alone_against_the_computer() {
    let person = person();
    person.open("#/play?game=evens&level=3&seed=1");
    is_over(&person);
    assert_eq!(person.text(".status"), "It's your turn.");
    pick(&person, "12");
    wait_for_moves(&person, 2);
    is_over(&person);
    let answer = moves(&person).remove(1);
    assert_eq!(person.text(".message"), format!("{} removed {answer}.", opponent(3)));
    person.wait_for_words(".status", &format!("It's your turn.\nLast number removed: {answer}"));
}
