//! A game between two places when somebody has to wait: for the other one, for a connection, for an answer.

use browser::Server;
use serde_json::json;

use crate::live::{by_turn, join, looks_away, make, play_on, resign, sees_moves, two_people, visitor, without_secret};
use crate::steps::{LEGAL, moves, take_time};

#[test]
fn an_invitation_says_what_is_played_and_whoever_waits_sees_that_it_was_opened() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.choose(".live-form details .field:nth-of-type(2) select", "best-of");
    ada.choose(".live-form select:has([value='180'])", "180");
    let link = make(&ada, "Ada", "evens");
    ada.wait_for_words(".waits", "Waiting for somebody");
    let bo = visitor(&server, &link);
    let said = bo.wait_for_words(".offer p", "Ada invites you");
    let agreed = bo.text(".offer .quiet");
    for part in ["Whoever cannot pick", "Best of 3 rounds.", "Time for each turn: 3 minutes."] {
        assert!(agreed.contains(part), "{part:?} is not in {agreed:?}");
    }
    assert!(said.ends_with("even numbers."), "{said}");
    ada.wait_for_words(".waits", "Somebody has opened the link");
    // Whoever is invited is not told of themselves.
    assert!(!bo.text(".middle").contains("watching"), "{}", bo.text(".middle"));
    bo.fill(".offer [name=name]", "Bo");
    bo.press("Take the seat");
    ada.wait_for("document.querySelector('.stage')");
    ada.wait_for("!document.querySelector('.middle').textContent.includes('watching')");
}

#[test]
fn a_move_that_has_not_got_away_is_marked_and_another_one_can_be_chosen() {
    let mut server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    let [mover, other] = by_turn([ada, bo], 0).unwrap();
    server.kill();
    for person in [mover, other] {
        person.wait_for_words(".lost", "No connection");
    }
    for number in ["24", "36"] {
        mover.click(&format!("#content button.number[data-number='{number}']"));
        mover.wait_for_words(".message", &format!("{number} goes there as soon as it can."));
        mover.wait_for(&format!("document.querySelector('.grid .unsent')?.dataset.number === '{number}'"));
    }
    server.start_again();
    for person in [mover, other] {
        sees_moves(person, 1);
        assert_eq!(moves(person), ["36"]);
        person.wait_for("!document.querySelector('.lost, .unsent')");
    }
    assert!(play_on([ada, bo]));
}

#[test]
fn a_finished_game_is_among_ones_own_and_a_request_calls_whoever_has_left() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    play_on([ada, bo]);
    resign(ada);
    bo.wait_for("document.querySelector('.end h2')");
    for person in [ada, bo] {
        person.reload();
        person.wait_for("document.querySelector('.end h2')");
    }
    bo.go("#/");
    bo.wait_for("document.querySelector('.card')");
    assert_eq!(bo.count(".row.next:not([hidden] *)"), 0);
    bo.go("#/history");
    bo.wait_for_words(".rows .row", "Bo beat Ada");
    assert_eq!(bo.count(".rows .row"), 1);
    ada.press("Rematch, sides swapped");
    ada.wait_for("document.querySelector('.offer')");
    bo.go("#/");
    bo.wait_for_words(".row.next:not([hidden] *)", "Ada would like a rematch.");
    bo.click(".row.next");
    bo.press("Agree");
    for person in [ada, bo] {
        person.wait_for("!document.querySelector('.end h2')");
        take_time(person);
    }
    assert!(play_on([ada, bo]));
}

#[test]
fn the_title_of_a_tab_says_whose_turn_it_is_even_of_one_that_nobody_looks_at() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "juniper-green");
    let bo = join(&server, &ada, &link, "Bo");
    let [mover, other] = by_turn([&ada, &bo], 0).unwrap();
    mover.wait_for("document.title.startsWith('● Your turn. Juniper Green')");
    other.wait_for("document.title.startsWith('Juniper Green')");
    looks_away(other, true);
    mover.wait_for("document.querySelector('.there.away')");
    mover.click(LEGAL);
    mover.wait_for("document.title.startsWith('Juniper Green')");
    other.wait_for("document.title.startsWith('● Your turn. Juniper Green')");
    // The board waits until somebody looks.
    assert_eq!(moves(other).len(), 0);
    looks_away(other, false);
    sees_moves(other, 1);
    mover.press("Ask it back");
    other.wait_for("document.title.startsWith('● You are asked.')");
}

#[test]
fn whoever_is_wanted_in_a_game_hears_of_it_wherever_on_the_page_they_are() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    let [mover, other] = by_turn([ada, bo], 0).unwrap();
    // It is asked now and then, and at once by whoever comes back to the tab.
    let comes_back = |person| [true, false].map(|is_away| looks_away(person, is_away));
    other.go("#/learn");
    other.wait_for("document.querySelector('.rows')");
    mover.click(LEGAL);
    sees_moves(mover, 1);
    comes_back(other);
    other.wait_for_words(".call", "Your turn with");
    other.press("Go there");
    sees_moves(other, 1);
    assert_eq!(other.count(".call"), 0);
    // The first page says the same, and goes on saying how things stand.
    mover.go("#/");
    mover.wait_for_words(".row.next", "their turn");
    other.click(LEGAL);
    sees_moves(other, 2);
    comes_back(mover);
    mover.wait_for_words(".row.next", "your turn");
    mover.click(".call .plain");
    mover.click(".row.next");
    sees_moves(mover, 2);
    resign(other);
    mover.wait_for("document.querySelector('.end h2')");
    // Whoever looks at the game again finds the way back.
    mover.press("Review the game");
    mover.press("Back to the end of the game");
    mover.wait_for("document.querySelector('.end h2')");
    mover.go("#/rules");
    mover.wait_for("document.querySelector('.tabs')");
    other.press("Rematch, sides swapped");
    other.wait_for("document.querySelector('.offer')");
    comes_back(mover);
    mover.wait_for_words(".call", "would like a rematch.");
    mover.click(".call .plain");
    assert_eq!(mover.count(".call"), 0);
    // Of the same thing nobody is told twice.
    comes_back(mover);
    mover.go("#/");
    mover.wait_for_words(".row.next", "would like a rematch.");
    assert_eq!(mover.count(".call"), 0);
}

#[test]
fn whoever_looks_at_where_the_game_turned_goes_on_with_that_when_they_are_asked() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    let [learner, other] = by_turn([ada, bo], 0).unwrap();
    // Nearly every other number would have won.
    learner.click("#content button.number[data-number='5']");
    sees_moves(other, 1);
    resign(learner);
    other.wait_for("document.querySelector('.end h2')");
    learner.press("The turning point");
    learner.wait_for("!document.querySelector('.stage.over')");
    other.press("Rematch, sides swapped");
    learner.wait_for_words(".call", "would like a rematch.");
    learner.press("Go there");
    learner.wait_for_words(".offer", "would like a rematch.");
    learner.press("Agree");
    for person in [ada, bo] {
        person.wait_for("!document.querySelector('.end h2')");
        take_time(person);
    }
    assert!(play_on([ada, bo]));
}

#[test]
fn whoever_was_invited_can_watch_instead_and_the_seat_stays_free() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "classic");
    let cy = visitor(&server, &link);
    cy.press("Only watch");
    cy.wait_for_words(".tray", "The other seat is still free.");
    assert_eq!(cy.value("location.hash"), without_secret(&link));
    // They can change their mind, as long as it is free.
    cy.press("Take the seat");
    cy.wait_for("document.querySelector('.offer [name=name]')");
    cy.press("Only watch");
    cy.wait_for_words(".tray", "The other seat is still free.");
    let bo = join(&server, &ada, &link, "Bo");
    assert!(play_on([&ada, &bo]));
    sees_moves(&cy, 1);
}

#[test]
fn an_invitation_is_seen_whole_on_every_phone() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let bo = visitor(&server, &make(&ada, "Ada", "juniper-green"));
    for (width, height) in [(360, 640), (390, 664), (844, 390)] {
        bo.screen(width, height);
        let seen = "[...document.querySelectorAll('.offer button, .offer input')].every((each) => { \
                    const { top, bottom } = each.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })";
        bo.wait_for(seen);
    }
}

#[test]
fn where_the_divisors_are_not_shown_one_is_typed_on_a_phone_too() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.click("[name=find]");
    let link = make(&ada, "Ada", "divider");
    let bo = join(&server, &ada, &link, "Bo");
    for person in [&ada, &bo] {
        person.screen(360, 640);
    }
    let is_turn = "document.querySelector('.plate.turn b').textContent === 'You'";
    let [mover, other] = if ada.value(is_turn) == true { [&ada, &bo] } else { [&bo, &ada] };
    mover.wait_for("document.querySelector('[name=typed]')?.checkVisibility()");
    mover.wait_for_words(".tray", "An illegal number loses");
    mover.fill("[name=typed]", "6");
    mover.press("Divide");
    sees_moves(other, 1);
}
