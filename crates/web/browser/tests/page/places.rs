//! One game at three places: a browser, another kind of browser, and a terminal.

use std::process::Command;

use browser::{Kind, Person, Server};
use duel::Position;

use crate::live::{link, make, sees_moves, visitor, without_secret};
use crate::steps::{LEGAL, moves, position, press_more, take_time};
use crate::terminal::Terminal;

/// Somebody who has opened a link of the server's in Firefox.
fn in_firefox(server: &Server, fragment: &str) -> Person {
    let mut person = Person::using(Kind::Firefox);
    person.visits(server);
    person.overlooks("NetworkError");
    person.open(fragment);
    person
}

/// Somebody who joins in line mode.
fn in_a_terminal(address: &str, home: &std::path::Path) -> Terminal {
    let program = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("divisor-duel");
    assert!(program.exists(), "{} is missing: scripts/test-page builds it", program.display());
    let mut command = Command::new(program);
    command.env("HOME", home).env("XDG_DATA_HOME", home.join("data")).env("XDG_CONFIG_HOME", home.join("config"));
    command.args(["--plain", "join", address, "--name", "Bo"]);
    Terminal::start(command, 100, 400)
}

/// The position after what somebody has seen happen.
fn seen_by(person: &Person, code: &str) -> Position {
    position(code, &moves(person).join(" "))
}

#[test]
fn two_browsers_and_a_terminal_are_in_one_game() {
    let server = Server::start();
    let home = tempfile::tempdir().unwrap();
    let ada = visitor(&server, "");
    let to_bo = make(&ada, "Ada", "evens");
    let mut bo = in_a_terminal(&format!("{}{to_bo}", server.address()), home.path());
    bo.see("You play against Ada.");
    ada.wait_for("document.querySelector('.stage')");
    take_time(&ada);
    let cy = in_firefox(&server, &without_secret(&to_bo));
    cy.wait_for_words(".tray", "You are watching.");

    // Ada plays in Chromium, then in Firefox; what one does, all the others see.
    let mut made = 0;
    let mut play = |ada: &Person, others: [&Person; 2], turns: usize| {
        for _ in 0..turns {
            let standing = seen_by(others[0], "evens");
            let Some(best) = standing.legal_moves().into_iter().next() else { return };
            if ada.count(LEGAL) > 0 {
                ada.click(LEGAL);
                made += 1;
                sees_moves(ada, made);
                let picked = moves(ada).last().unwrap().clone();
                bo.see(&format!("Ada removed {picked}."));
            } else {
                bo.send(&format!("{best}\r"));
                bo.see(&format!("You removed {best}."));
                made += 1;
            }
            for person in others {
                sees_moves(person, made);
            }
        }
    };
    play(&ada, [&ada, &cy], 2);
    press_more(&ada, "Go on with another device");
    let to_firefox = link(&ada);
    ada.press("Close");
    cy.go(&to_firefox);
    cy.press("Go on here");
    cy.wait_for("!document.querySelector('.offer')");
    take_time(&cy);
    ada.wait_for_words(".message", "Your seat is on another device now.");
    play(&cy, [&cy, &ada], 100);
    let end = seen_by(&ada, "evens");
    assert!(end.outcome().is_some());
    assert_eq!(moves(&ada), moves(&cy));
    for person in [&ada, &cy] {
        person.wait_for("document.querySelector('.end h2')");
    }
    let said = cy.text(".end h2");
    let bo_has_won = bo.wait("the end", |screen| screen.contains("You win!") || screen.contains("Ada wins!"));
    assert_eq!(bo_has_won.contains("You win!"), said.contains("Bo wins"), "{said}\n{bo_has_won}");
    bo.send("quit\r");
    assert_eq!(bo.end().0, 0);
}
