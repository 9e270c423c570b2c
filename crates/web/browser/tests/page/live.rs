//! Games between two places: people in browsers of their own, and a server.

use browser::{Person, Server};

use crate::steps::{LEGAL, is_over, moves, take_time};

/// Somebody who has the server's page open.
fn visitor(server: &Server, fragment: &str) -> Person {
    let mut person = Person::with_closed_page();
    person.visits(server);
    person.open(fragment);
    person
}

/// Makes a game, as somebody with this name; gives the fragment of the link for the other seat.
fn make(person: &Person, name: &str, book: &str) -> String {
    person.go("#/live");
    person.fill("[name=name]", name);
    person.choose(".live-form select", book);
    person.press("Make the link");
    let link = person.wait_for("document.querySelector('.link')?.value");
    let (_, fragment) = link.as_str().unwrap().split_once('#').unwrap();
    format!("#{fragment}")
}

/// Takes the seat that a link is for.
fn take_the_seat(person: &Person, name: &str) {
    person.fill(".offer [name=name]", name);
    person.press("Take the seat");
    person.wait_for("!document.querySelector('.offer [name=name]')");
}

/// Two people in a game that has just begun.
fn two_people(server: &Server, book: &str) -> [Person; 2] {
    let ada = visitor(server, "");
    let link = make(&ada, "Ada", book);
    let bo = visitor(server, &link);
    take_the_seat(&bo, "Bo");
    ada.wait_for("document.querySelector('.stage')");
    for person in [&ada, &bo] {
        take_time(person);
    }
    [ada, bo]
}

/// Which of two has the turn, as both see it; nobody when the game is over.
fn turn(people: &[Person; 2], made: usize) -> Option<usize> {
    for person in people {
        let seen = format!("document.querySelectorAll('.chain span').length === {made}");
        person.wait_for(&seen);
    }
    let has_turn = people.each_ref().map(|person| person.count(LEGAL) > 0);
    assert!(has_turn != [true, true], "both can play");
    has_turn.iter().position(|has_turn| *has_turn)
}

/// Makes a move for whoever has the turn; whether there was one to make.
fn play_on(people: &[Person; 2]) -> bool {
    let made = moves(&people[0]).len();
    let Some(at) = turn(people, made) else { return false };
    people[at].click(LEGAL);
    for person in people {
        person.wait_for(&format!("document.querySelectorAll('.chain span').length === {}", made + 1));
    }
    true
}

#[test]
fn two_people_play_a_whole_game_by_a_link() {
    let server = Server::new();
    let people = two_people(&server, "divider");
    while play_on(&people) {}
    let said = people.each_ref().map(|person| {
        assert!(is_over(person));
        person.text(".end h2")
    });
    assert!(said.iter().any(|said| said.contains("You win")), "{said:?}");
    assert_eq!(moves(&people[0]), moves(&people[1]));
}
