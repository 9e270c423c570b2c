//! What comes after a game, and beside it: the turning point, the review, the explorer, puzzles, rules.

use std::process::Command;

use browser::{Keys, Person, person, program};
use duel::Move;
use serde_json::json;

use crate::steps::{
    LEGAL, downloaded, is_over, moves, opponent, pick, play_to_the_end, position, press_more, shared_record,
    sorted_moves, taken, wait_for_moves, wait_for_review, wait_for_riddle,
};

/// A game that is thrown away at its first move: nothing can be done against the perfect player after that.
fn lost_game() -> (Person, Vec<Move>, Move) {
    let person = person();
    person.open("#/play?game=juniper-green&level=5&seed=1");
    let (winning, losing) = sorted_moves(&position("juniper-green", ""));
    let mistake = losing[0];
    pick(&person, mistake);
    wait_for_moves(&person, 1);
    play_to_the_end(&person);
    assert!(person.text(".end h2").ends_with(&format!("{} wins!", opponent(5))), "{}", person.text(".end h2"));
    person.wait_for_words(".moral", "You could have won until move 1, where you played");
    (person, winning, mistake)
}

#[test]
fn the_turning_point_is_a_puzzle() {
    let (person, winning, mistake) = lost_game();
    person.press("The turning point");
    person.wait_for_words(".status", &format!("At move 1 you played {mistake}."));
    person.click(&format!(".grid [data-number='{mistake}']"));
    person.wait_for_words(".message", &format!("{mistake} loses: they answer"));
    person.press("Hint");
    person.wait_for("!document.querySelector('.message').textContent.includes('loses')");
    person.click(&format!(".grid [data-number='{}']", winning[0]));
    let said = person.wait_for_words(".message", "Yes!");
    assert!(said.contains(&winning[0].to_string()), "{said}");
    assert_eq!(person.texts(".grid .last .value"), [winning[0].to_string()], "the right move is made");
    assert_eq!(person.count(LEGAL), 0);
    // And back to how it ended.
    person.press("Back");
    person.wait_for_words(".end h2", " wins!");
}

#[test]
fn the_turning_point_can_be_looked_up() {
    let (person, winning, _) = lost_game();
    person.press("The turning point");
    person.press("Show the answer");
    let said = person.wait_for(
        "(() => { const said = document.querySelector('.message').textContent; return said && !said.startsWith('Thinking') && said; })()",
    );
    assert!(winning.iter().any(|each| said.as_str().unwrap().contains(&each.to_string())), "{said}");
}

#[test]
fn a_review_goes_through_the_game_by_arrow_keys() {
    let (person, _, mistake) = lost_game();
    let count = moves(&person).len();
    person.press("Review the game");
    wait_for_review(&person);
    person.wait_for("document.querySelector('.moves li')");
    // Every move, and the end.
    assert_eq!(person.count(".moves li"), count as u64 + 1);
    person.wait_for_words(".status", "The end");
    person.type_keys(Keys::Left);
    person.wait_for_words(".status", &format!("{count}. "));
    person.type_keys(Keys::Left);
    person.wait_for_words(".status", &format!("{}. ", count - 1));
    person.type_keys(Keys::Right);
    person.wait_for_words(".status", &format!("{count}. "));
    person.type_keys(Keys::Home);
    let said = person.wait_for_words(".status", &format!("1. Player 1: {mistake}"));
    assert!(said.contains("threw"), "{said}");
    assert!(person.text(".status").contains("\nBetter: "), "{}", person.text(".status"));
    person.type_keys(Keys::End);
    person.wait_for_words(".status", &format!("{} wins!", opponent(5)));
    // The turning points are listed, and lead to their place.
    person.press(&format!("1. Player 1: {mistake}"));
    person.wait_for_words(".status", &format!("1. Player 1: {mistake}"));
    assert_eq!(person.count(".grid .taken"), 0);
    person.type_keys(Keys::Right);
    person.wait_for("document.querySelectorAll('.grid .taken').length === 1");
    // The way back is there after a reload too.
    person.reload();
    person.press("Back to the end of the game");
    person.wait_for_words(".end h2", &format!("{} wins!", opponent(5)));
    person.press("Rematch, sides swapped");
    wait_for_moves(&person, 1);
}

#[test]
fn the_explorer_shows_what_wins() {
    let person = person();
    person.open("#/explore?game=juniper-green");
    person.wait_for("document.querySelector('.number.wins')");
    let (winning, _) = sorted_moves(&position("juniper-green", ""));
    let shown: Vec<String> = person.texts(".grid .wins .value");
    assert_eq!(shown, winning.iter().map(ToString::to_string).collect::<Vec<_>>());
    person.wait_for_words(".openings", &format!("{} of ", winning.len()));
    pick(&person, winning[0]);
    person.wait_for_words(".status", "Player 1 wins with best play");
    person.press("Undo");
    person.wait_for_words(".chain", "nothing yet");
    // Another game, and one that is none.
    press_more(&person, "Another game");
    person.fill("[name=code]", "divide:84,90");
    person.press("Show");
    person.wait_for("document.querySelector('.table .wins, .table .loses')");
    press_more(&person, "Another game");
    person.fill("[name=code]", "divide:0");
    person.press("Show");
    person.wait_for("document.querySelector('.problem').textContent");
    assert_eq!(person.count(".table .heap"), 2);
    person.fill("[name=code]", "juniper-green:40");
    person.press("Show");
    pick(&person, "12");
    person.wait_for_words(".status", "Turn 2: Player 2\nLast: 12.");
}

/// Waits until something is in the window.
fn wait_until_seen(person: &Person, selector: &str) {
    person.wait_for(&format!(
        "(() => {{ const place = document.querySelector({selector:?})?.getBoundingClientRect(); return place && place.top >= -1 && place.top < innerHeight - 40; }})()"
    ));
}

#[test]
fn what_a_button_brings_is_seen() {
    let person = person();
    person.screen(360, 640);
    for fragment in [
        "#/explore?game=juniper-green&moves=12+6",
        "#/review?game=juniper-green&moves=12+6",
        "#/play?game=juniper-green&level=0&moves=12+6",
    ] {
        person.open(fragment);
        person.wait_for("document.querySelector('.grid')");
        if fragment.contains("review") {
            press_more(&person, "Graph");
        } else {
            person.press("Graph");
            person.wait_for("document.querySelector('[aria-pressed=true]')");
        }
        wait_until_seen(&person, ".board");
    }
    // A refusal is seen too.
    person.open("#/explore?game=take:1..10000");
    person.wait_for_words(".status", "best play");
    person.press("Graph");
    person.wait_for_words(".message", "at most 260 numbers");
    wait_until_seen(&person, ".message");
    // So is the move that was chosen in the list that stands beside the board where there is room.
    person.screen(1280, 800);
    person.open("#/review?game=juniper-green&moves=12+6+18+9+3+15+5+10+20+40");
    person.wait_for("document.querySelector('.moves li')");
    person.click(".moves li:nth-child(9) button");
    person.wait_for_words(".status", "9. Player 1: 20");
    wait_until_seen(&person, ".status");
}

#[test]
fn a_double_click_in_the_explorer_is_one_move() {
    let person = person();
    person.open("#/explore?game=classic");
    person.wait_for("document.querySelector('.number.wins')");
    let script = "for (const number of arguments) document.querySelector(`[data-number='${number}']`).click();";
    person.script(script, json!([12, 12]));
    person.wait_for_words(".status", "[Turn 2] Player 2");
    assert_eq!(person.text(".chain"), "Selected Numbers: 12");
    person.wait_for_words(".status", "best play");
}

#[test]
fn the_winning_first_picks_of_ten_thousand_numbers() {
    let person = person();
    person.open("#/explore?game=take:2..10000");
    let count = person.wait_for_words(".openings", "first moves win");
    assert!(count.contains(" of 9999 first moves win: "), "{}", &count[..60]);
    // There are too many to choose from: one is typed.
    person.fill("[name=typed]", "10001");
    person.press("Take");
    person.wait_for_words(".message", "10001");
    person.fill("[name=typed]", "5040");
    person.press("Take");
    person.wait_for_words(".chain", "Taken: 5040");
}

#[test]
fn what_is_too_hard_ends_with_a_sentence() {
    let person = person();
    // The search goes to the end of its budget, however long that takes here.
    person.open("#/explore?game=take:2..300,misere");
    person.wait_for_words(".message", "too hard to solve here");
    assert!(!person.text("#content").contains("Stopped."));
}

fn proof_is_verified(game: &str, name: &str) {
    let person = person();
    person.open(&format!("#/explore?game={game}"));
    person.wait_for_words(".status", "wins with best play");
    person.press("Proof");
    press_more(&person, "Save the proof");
    let file = downloaded(&person, name);
    let output = Command::new(program()).arg("verify").arg(&file).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    // The page says the same.
    let proved = said.trim().trim_start_matches("Proved: ").to_lowercase();
    assert!(person.text("#content").to_lowercase().contains(&proved), "{proved}");
}

#[test]
fn a_proof_from_the_explorer_is_accepted_by_the_terminal_program() {
    proof_is_verified("classic", "classic-proof.json");
}

#[test]
fn a_proof_of_a_position_and_of_a_division_game_too() {
    proof_is_verified("juniper-green&moves=12+6", "juniper-green-proof.json");
    proof_is_verified("divider:60,84", "divider-60-84-proof.json");
    proof_is_verified("take:2..30,misere", "take-2-30-misere-proof.json");
}

#[test]
fn a_proof_lists_its_pairs_once() {
    let person = person();
    person.open("#/explore?game=classic:20&moves=12+6");
    person.press("Proof");
    person.wait_for("document.querySelector('.over .arc')");
    let pairs = person.count("svg.graph .pair") as usize;
    assert_eq!(person.text("#content").matches('–').count(), pairs);
}

#[test]
fn the_picture_can_be_saved() {
    let person = person();
    person.open("#/play?game=classic&level=0&moves=12");
    is_over(&person);
    press_more(&person, "Share");
    person.press("SVG");
    let path = downloaded(&person, "classic.svg");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg"), "{}", &svg[..80]);
    assert!(!svg.contains("var("));
    // It is a picture by itself.
    person.with(async |driver| driver.goto(format!("file://{}", path.display())).await);
    assert_eq!(person.value("document.documentElement.localName"), "svg");
}

/// The one winning move of the puzzle on the screen, and one that is not.
fn solution(person: &Person, game: &str) -> (Move, Move) {
    let (winning, losing) = sorted_moves(&position(game, &taken(person)));
    assert_eq!(winning.len(), 1);
    (winning[0], losing[0])
}

#[test]
fn a_puzzle_is_solved_and_the_streak_is_kept() {
    let person = person();
    person.open("#/puzzle?game=juniper-green&grade=easy&seed=7");
    wait_for_riddle(&person);
    assert!(person.text(".middle .unseen").starts_with("Streak: 0"));
    let (wins, _) = solution(&person, "juniper-green");
    pick(&person, wins);
    person.wait_for_words(".message", "Yes!");
    person.wait_for_words(".middle .unseen", "Streak: 1");
    person.reload();
    wait_for_riddle(&person);
    assert!(person.text(".middle .unseen").starts_with("Streak: 1"));
    // The same puzzle again counts no more; another one does.
    pick(&person, wins);
    person.wait_for_words(".message", "Yes!");
    assert!(person.text(".middle .unseen").starts_with("Streak: 1"));
    person.open("#/puzzle?game=juniper-green&grade=easy&seed=8");
    wait_for_riddle(&person);
    let (wins, loses) = solution(&person, "juniper-green");
    pick(&person, loses);
    person.wait_for_words(".middle .unseen", "Streak: 0, the best so far 1");
    pick(&person, wins);
    person.wait_for_words(".message", "Yes!");
}

#[test]
fn a_streak_of_the_page_as_it_was_is_carried_over() {
    let person = person();
    let old = r#"{"streak":2,"best":4,"days":0,"lastDay":null,"toldDay":null,"seen":["chain 12 ","evens 8"]}"#;
    person.script("localStorage.setItem('divisor-duel.streak', arguments[0]); return null;", json!([old]));
    person.open("#/puzzle?game=juniper-green&grade=easy&seed=7");
    wait_for_riddle(&person);
    assert_eq!(person.text(".middle .unseen"), "Streak: 2, the best so far 4.");
    let (wins, _) = solution(&person, "juniper-green");
    // What is on the screen whenever something is kept.
    person.script(
        "const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, value) {
          window.shown = document.querySelector('#content').textContent;
          set.call(this, name, value);
        };
        return null;",
        json!([]),
    );
    pick(&person, wins);
    person.wait_for_words(".message", "Yes!");
    assert_eq!(person.text(".middle .unseen"), "Streak: 3, the best so far 4.");
    let shown = person.value("window.shown");
    let shown = shown.as_str().unwrap();
    assert!(shown.contains("Streak: 2") && !shown.contains("Yes!"), "it is kept before it is shown: {shown}");
    let kept = person.value("localStorage.getItem('divisor-duel.progress')");
    let kept = duel::challenge::Progress::read(kept.as_str().unwrap()).unwrap();
    assert_eq!((kept.streak(), kept.best()), (3, 4));
    person.reload();
    wait_for_riddle(&person);
    assert_eq!(person.text(".middle .unseen"), "Streak: 3, the best so far 4.");
}

#[test]
fn a_try_is_answered_in_sight_and_marked_on_the_board() {
    let person = person();
    person.screen(360, 640);
    person.open("#/puzzle?game=classroom&grade=easy&seed=5");
    wait_for_riddle(&person);
    let (winning, losing) = sorted_moves(&position("classroom", &taken(&person)));
    // The largest number is the farthest from the top.
    let (wins, loses) = (winning[0], *losing.last().unwrap());
    let label = |number: Move| {
        let label = format!("document.querySelector('.grid [data-number=\"{number}\"]').ariaLabel");
        person.value(&label).as_str().unwrap().to_owned()
    };
    pick(&person, loses);
    person.wait_for_words(".message", &format!("{loses} loses"));
    person.wait_for("(() => { const { top, bottom } = document.querySelector('.message').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()");
    assert_eq!(person.texts(".grid .number.loses .value"), [loses.to_string()]);
    assert!(label(loses).ends_with(", loses"), "{}", label(loses));
    pick(&person, wins);
    person.wait_for_words(".message", "Yes!");
    // The right move is made, and nobody is named for it.
    assert_eq!(person.texts(".grid .last .value"), [wins.to_string()]);
    assert_eq!(label(wins), format!("{wins}, the last number"));
}

#[test]
fn the_puzzle_of_a_day_is_the_same_everywhere() {
    let person = person();
    let day = 20_772;
    person.open(&format!("#/puzzle?day={day}"));
    wait_for_riddle(&person);
    let daily = duel::puzzle::daily(day).unwrap();
    let shown = taken(&person);
    assert_eq!(shown, daily.position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    assert!(person.text("h1").contains(daily.book.title()), "{}", person.text("h1"));
    pick(&person, sorted_moves(&daily.position).0[0]);
    person.wait_for_words(".middle .unseen", "solved: 1 day");
    // What is shared says how it went, and not what wins.
    person.press("Share the result");
    let shared = person.value("document.querySelector('.share textarea').value").to_string();
    assert!(shared.contains("solved at the first try"), "{shared}");
    person.press("Close");
    // It stays solved when it is opened again.
    person.reload();
    wait_for_riddle(&person);
    person.wait_for_words(".middle .unseen", "1 day");
    // Today's is there without an address.
    person.open("#/puzzle");
    person.wait_for_words("h1", "Puzzle of the day");
    person.press("Next puzzle");
    person.wait_for("/^Puzzle \\d/.test(document.querySelector('h1').textContent)");
}

#[test]
fn no_number_of_a_puzzle_begins_with_a_zero() {
    let person = person();
    // Of the largest numbers the last six digits were once taken.
    person.before_every_page(
        "const { getRandomValues } = crypto;
         crypto.getRandomValues = (list) => {
           if (list instanceof BigUint64Array) return list.fill(1_000_006_723n);
           return list instanceof Uint32Array ? list.fill(1_000_005_722) : getRandomValues.call(crypto, list);
         };",
    );
    person.open("#/puzzle");
    person.press("Next puzzle");
    person.wait_for("document.querySelector('h1').textContent.startsWith('Puzzle 6723')");
}

#[test]
fn every_book_is_explained_with_a_sample_game() {
    let person = person();
    for book in duel::RuleBook::built_in() {
        person.open(&format!("#/rules/{}", book.id()));
        assert_eq!(person.text("h1"), format!("Rules of {}", book.title()));
        for at in 1..=book.example().len() {
            person.click("[aria-label=Forward]");
            person.wait_for_words(".status", &format!("{at}. "));
        }
        assert_eq!(person.value("document.querySelector('[aria-label=Forward]').disabled"), true);
        let end = position(book.id(), &book.example().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        let stops = person.text(".status").ends_with("The book's example stops here.");
        assert_eq!(stops, end.outcome().is_none(), "{}", book.id());
        person.click("[aria-label=Back]");
        let said = person.wait_for_words(".status", &format!("{}. ", book.example().len() - 1));
        assert!(["divisor", "multiple", "divides"].iter().any(|why| said.contains(why)), "{said}");
    }
}

#[test]
fn the_tools_of_a_game_show_what_is_true() {
    let person = person();
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    is_over(&person);
    let here = position("juniper-green", "12 6");
    let (winning, losing) = sorted_moves(&here);
    person.press("Who wins");
    person.wait_for("document.querySelector('.grid .wins, .grid .loses')");
    assert_eq!(person.count(".grid .wins"), winning.len() as u64);
    assert_eq!(person.count(".grid .loses"), losing.len() as u64);
    press_more(&person, "Show the pairing");
    person.wait_for("document.querySelector('[data-partner]')");
    person.press("Graph");
    person.wait_for("document.querySelector('.over .arc')");
    let record = shared_record(&person);
    assert_eq!(record.position().moves().len(), 2);
}

#[test]
fn the_pairing_shows_the_answer_to_the_last_number() {
    let person = person();
    for (game, moves) in [("chain", "12 2"), ("juniper-green", "22 66")] {
        person.open(&format!("#/play?game={game}&level=0&moves={}", moves.replace(' ', "+")));
        is_over(&person);
        press_more(&person, "Show the pairing");
        person.wait_for("document.querySelector('[data-partner]')");
        let (winning, _) = sorted_moves(&position(game, moves));
        let partner = person.value("document.querySelector('.number.last').dataset.partner");
        assert!(winning.iter().any(|wins| partner == wins.to_string()), "{partner}: {winning:?}");
    }
}

#[test]
fn what_a_tool_says_goes_with_it() {
    let person = person();
    person.open("#/play?game=take:2..12,misere&level=0&moves=12");
    is_over(&person);
    let words = "wins with best play.";
    person.press("Who wins");
    person.wait_for_words("#content", words);
    assert!(person.text("#voice").contains(words), "{}", person.text("#voice"));
    person.press("Who wins");
    person.wait_for("!document.querySelector('[aria-pressed=true]')");
    assert!(!person.text("#content").contains(words));
    let words = "no pairing to show";
    press_more(&person, "Show the pairing");
    person.wait_for_words(".status", words);
    assert!(person.text("#voice").contains(words), "{}", person.text("#voice"));
    press_more(&person, "Hide the pairing");
    person.wait_for(&format!("!document.querySelector('.status').textContent.includes({words:?})"));
}
