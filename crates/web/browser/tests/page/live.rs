//! Games between two places: people in browsers of their own, and a server.

use browser::{Person, Server, person, root};
use serde_json::json;

use crate::looks::{beside_the_screen, findings};
use crate::steps::{LEGAL, downloaded, is_over, moves, press_more, standing, take_time, wait_for_review};

/// Somebody who has the server's page open.
pub(crate) fn visitor(server: &Server, fragment: &str) -> Person {
    let mut person = Person::with_closed_page();
    person.visits(server);
    // The browser logs every answer that says no, and that nobody answered.
    person.overlooks("Failed to load resource");
    person.overlooks("net::ERR_");
    person.open(fragment);
    person
}

/// The fragment of the link that is offered.
pub(crate) fn link(person: &Person) -> String {
    let link = person.wait_for("document.querySelector('.link')?.value");
    let (_, fragment) = link.as_str().unwrap().split_once('#').unwrap();
    format!("#{fragment}")
}

/// Makes a game, as somebody with this name; gives the fragment of the link for the other seat.
pub(crate) fn make(person: &Person, name: &str, book: &str) -> String {
    person.go("#/live");
    person.fill("[name=name]", name);
    person.choose(".live-form select", book);
    person.press("Make the link");
    link(person)
}

/// The address of the game without the secret of a seat.
pub(crate) fn without_secret(link: &str) -> String {
    link.rsplit_once('/').unwrap().0.to_owned()
}

/// Takes the seat that a link is for.
fn take_the_seat(person: &Person, name: &str) {
    person.fill(".offer [name=name]", name);
    person.press("Take the seat");
    person.wait_for("!document.querySelector('.offer [name=name]')");
}

/// Somebody who has opened the link and taken the seat, when both have the board.
pub(crate) fn join(server: &Server, maker: &Person, link: &str, name: &str) -> Person {
    let joiner = visitor(server, link);
    take_the_seat(&joiner, name);
    assert!(!joiner.text(".message").contains(&format!("{name} is here")), "they know that they are");
    for each in [maker, &joiner] {
        each.wait_for("document.querySelector('.stage')");
        take_time(each);
    }
    joiner
}

/// Two people in a game that has just begun.
pub(crate) fn two_people(server: &Server, book: &str) -> [Person; 2] {
    let ada = visitor(server, "");
    let link = make(&ada, "Ada", book);
    let bo = join(server, &ada, &link, "Bo");
    [ada, bo]
}

/// Waits until somebody sees so many moves.
pub(crate) fn sees_moves(person: &Person, count: usize) {
    person.wait_for(&format!("document.querySelectorAll('.chain span').length === {count}"));
}

/// Waits until both see the same; tells whose turn it is, first of whoever has it.
pub(crate) fn by_turn(people: [&Person; 2], made: usize) -> Option<[&Person; 2]> {
    for person in people {
        sees_moves(person, made);
    }
    match people.map(|person| person.count(LEGAL) > 0) {
        [true, true] => panic!("both can play"),
        [true, false] => Some(people),
        [false, true] => Some([people[1], people[0]]),
        [false, false] => None,
    }
}

/// Whoever has the turn makes a move; whether there was one to make.
pub(crate) fn play_on(people: [&Person; 2]) -> bool {
    let made = moves(people[0]).len();
    let Some([mover, other]) = by_turn(people, made) else { return false };
    mover.click(LEGAL);
    for person in [mover, other] {
        sees_moves(person, made + 1);
    }
    true
}

/// Gives the game up.
pub(crate) fn resign(person: &Person) {
    press_more(person, "Resign");
    person.press("Yes, resign");
    person.wait_for("document.querySelector('.end h2')");
}

/// Opens the page a second time in the same browser.
fn another_tab(person: &Person, fragment: &str) {
    person.with(async |driver| {
        let tab = driver.new_tab().await?;
        driver.switch_to_window(tab).await
    });
    person.open(fragment);
    person.wait_for("document.querySelector('.stage .chain')");
}

/// Goes back to the first tab.
fn first_tab(person: &Person) {
    person.with(async |driver| {
        let tabs = driver.windows().await?;
        driver.switch_to_window(tabs[0].clone()).await
    });
}

/// Somebody looks at another tab, or at this one again: it seems so to the page.
pub(crate) fn looks_away(person: &Person, is_away: bool) {
    let script = "const [isAway] = arguments;
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isAway });
        document.dispatchEvent(new Event('visibilitychange'));
        return null;";
    person.script(script, json!([is_away]));
}

#[test]
fn two_people_play_a_whole_game_by_a_link() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "divider");
    while play_on([ada, bo]) {}
    let said = [ada, bo].map(|person| {
        assert!(is_over(person));
        person.text(".end h2")
    });
    assert!(said.iter().any(|said| said.contains("You win")), "{said:?}");
    assert!(said.iter().any(|said| said.contains("Ada wins") || said.contains("Bo wins")), "{said:?}");
    assert_eq!(moves(ada), moves(bo));
    // What there is at the end of every game is there: the record, and the way to look at it again.
    press_more(ada, "Save as a file");
    let record = std::fs::read_to_string(downloaded(ada, "game.duel")).unwrap();
    assert!(record.contains("[Player1 \"") && record.contains("Bo"), "{record}");
    ada.press("Review the game");
    wait_for_review(ada);
}

#[test]
fn a_page_from_disk_has_nothing_of_it() {
    let person = person();
    person.wait_for("document.querySelector('.card')");
    assert_eq!(person.count("a[href='#/live']"), 0);
    person.open("#/live/0123456789abcdef/0123456789abcdef");
    person.wait_for_words("[role=alert]", "There is nothing at the address");
}

#[test]
fn the_page_can_be_installed_and_is_there_without_its_server() {
    let mut server = Server::start();
    let ada = visitor(&server, "");
    ada.script("navigator.serviceWorker.ready.then(() => (window.isInstalled = true)); return null;", json!([]));
    ada.wait_for("window.isInstalled");
    // Once more, by the worker.
    ada.reload();
    server.kill();
    ada.reload();
    ada.wait_for("document.querySelector('.card')");
}

#[test]
fn who_watches_sees_everything_and_can_do_nothing() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "juniper-green");
    let bo = join(&server, &ada, &link, "Bo");
    let cy = visitor(&server, &without_secret(&link));
    cy.wait_for_words(".tray", "You are watching.");
    for _ in 0..3 {
        assert!(play_on([&ada, &bo]));
    }
    sees_moves(&cy, 3);
    assert_eq!(moves(&cy), moves(&ada));
    assert_eq!(cy.count(LEGAL) + cy.count(".chip") + cy.count(".typed"), 0);
    cy.press("More");
    let entries = cy.texts("dialog button");
    assert!(!entries.iter().any(|entry| ["Resign", "Delete this game"].contains(&entry.as_str())), "{entries:?}");
    // Nobody gets advice, neither who plays nor who looks.
    for person in [&ada, &bo, &cy] {
        let tools = person.texts(".tool");
        assert!(!tools.iter().any(|tool| ["Hint", "Who wins"].contains(&tool.as_str())), "{tools:?}");
    }
    ada.wait_for_words(".middle", "1 watching");
}

#[test]
fn a_move_is_taken_back_if_the_other_one_agrees() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    let [mover, other] = by_turn([ada, bo], 0).unwrap();
    play_on([ada, bo]);
    let [first] = &moves(ada)[..] else { panic!("one move") };
    mover.press("Ask it back");
    other.wait_for_words(".offer", &format!("would like to take {first} back."));
    mover.press("Never mind");
    other.wait_for("!document.querySelector('.offer')");
    mover.press("Ask it back");
    other.press("Agree");
    sees_moves(mover, 0);
    sees_moves(other, 0);
    assert!(by_turn([ada, bo], 0).is_some_and(|[again, _]| std::ptr::eq(again, mover)));
    play_on([ada, bo]);
    mover.press("Ask it back");
    other.press("Decline");
    mover.wait_for_words(".message", "would rather not.");
    sees_moves(other, 1);
    // Neither who was told no can ask again, nor who has made no move that could be taken back.
    let cannot_ask =
        "[...document.querySelectorAll('.tool')].find((each) => each.textContent === 'Ask it back').disabled";
    for person in [mover, other] {
        assert_eq!(person.value(cannot_ask), true);
    }
}

#[test]
fn giving_up_and_a_rematch_that_both_want() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    let [mover, _] = by_turn([ada, bo], 0).unwrap();
    play_on([ada, bo]);
    resign(bo);
    ada.wait_for_words(".end h2", "You win!");
    bo.press("Rematch, sides swapped");
    ada.wait_for_words(".offer", "Bo would like a rematch.");
    // What the game teaches is found meanwhile, and said to whoever can learn it.
    bo.wait_for("document.querySelector('.moral')");
    ada.press("Agree");
    // Who moved second moves first now.
    let [now, _] = by_turn([ada, bo], 0).unwrap();
    assert!(!std::ptr::eq(now, mover));
    play_on([ada, bo]);
}

#[test]
fn after_a_game_the_same_two_play_something_else_without_another_link() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    assert_eq!(ada.count(".tray a[href^='#/live/new/']"), 0, "it is not over");
    resign(bo);
    ada.wait_for("document.querySelector('.end h2')");
    ada.press("Something else with Bo");
    ada.wait_for_words(".lead", "Bo is asked at the board of your last game.");
    assert_eq!(ada.count(".live-form option[value='somebody']"), 0, "it is known who has the other seat");
    ada.choose(".live-form select", "evens");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.choose(".live-form details select", "first");
    ada.press("Ask Bo");
    ada.wait_for_words("#content", "If they are not there any more, send them this link.");
    assert_eq!(ada.text(".waits"), "Waiting for Bo");
    // Whoever is not at the board is called from wherever they are, and looks before they sit down.
    bo.wait_for_words(".offer", "Ada would like to play Divisor Duel: even numbers with you.");
    bo.go("#/");
    bo.wait_for_words(".row.next:not([hidden] *)", "Ada would like to play Divisor Duel: even numbers with you.");
    bo.click(".row.next");
    bo.press("Have a look");
    bo.wait_for_words(".offer p", "Ada invites you to play Divisor Duel: even numbers.");
    let address = bo.script("return location.hash", json!([]));
    assert_eq!(address.as_str().unwrap().split('/').count(), 3, "nothing of a seat is in it: {address}");
    // Whoever has asked is called when they are to move, wherever they are.
    ada.go("#/rules");
    bo.press("Take the seat");
    ada.wait_for_words(".call", "Your turn with Bo: Divisor Duel: even numbers.");
    ada.press("Go there");
    for person in [ada, bo] {
        person.wait_for("document.querySelector('.stage')");
        take_time(person);
    }
    assert!(play_on([ada, bo]));
    bo.go("#/");
    bo.wait_for("document.querySelector('.row.next:not([hidden] *)')");
    assert_eq!(bo.count(".row.next:not([hidden] *)"), 1, "the last game calls nobody any more");
}

#[test]
fn what_is_to_be_played_next_can_be_declined_and_called_off() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    resign(bo);
    ada.wait_for("document.querySelector('.end h2')");
    ada.press("Something else with Bo");
    ada.press("Ask Bo");
    link(ada);
    bo.wait_for("document.querySelector('.offer')");
    ada.press("Delete this game");
    ada.press("Yes, delete it");
    ada.wait_for_words(".message", "This game was deleted.");
    bo.wait_for("!document.querySelector('.offer')");
    bo.press("Something else with Ada");
    bo.press("Ask Ada");
    link(bo);
    // There is a way back, and who would rather not says so.
    ada.press("Back to the last board");
    ada.wait_for_words(".offer", "Bo would like to play");
    // Whoever looks at it, and would rather not yet, has a way back as well.
    ada.press("Have a look");
    ada.press("Back to the last board");
    ada.wait_for_words(".offer", "Bo would like to play");
    ada.press("Decline");
    ada.wait_for("!document.querySelector('.offer')");
    bo.wait_for_words(".message", "Ada would rather not.");
    bo.press("Back to the last board");
    bo.press("Something else with Ada");
    bo.press("Ask Ada");
    link(bo);
    // Whoever comes back to the board sees what they have asked.
    bo.press("Back to the last board");
    bo.wait_for_words(".offer", "You have asked Ada to play");
    // Whoever was called is not wanted any more.
    ada.go("#/rules");
    ada.wait_for_words(".call", "Bo would like to play");
    bo.press("Never mind");
    bo.wait_for("!document.querySelector('.offer')");
    ada.wait_for("!document.querySelector('.call')");
}

#[test]
fn a_match_goes_on_round_by_round() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.choose(".live-form details .field:nth-of-type(2) select", "best-of");
    let link = make(&ada, "Ada", "classic");
    let bo = join(&server, &ada, &link, "Bo");
    resign(&ada);
    bo.press("Next round");
    ada.wait_for_words(".offer", "Bo is ready for the next round.");
    bo.wait_for_words(".offer", "Ada is to answer.");
    for person in [&ada, &bo] {
        assert!(is_over(person));
    }
    // Who has changed their mind asks again.
    bo.press("Never mind");
    ada.wait_for("!document.querySelector('.offer')");
    bo.press("Next round");
    ada.wait_for("document.querySelector('.offer')");
    ada.press("Next round");
    for person in [&ada, &bo] {
        person.wait_for("!document.querySelector('.end h2')");
        assert!(standing(person).contains("Round 2"), "{}", standing(person));
    }
    assert!(play_on([&ada, &bo]));
    // Who has won the match is said first.
    resign(&ada);
    for (person, said) in [(&ada, "Bo is the champion"), (&bo, "You are the champion")] {
        person.wait_for_words("h2.champion .winner", said);
    }
}

#[test]
fn a_reload_and_a_second_tab_go_on_where_it_was() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "juniper-green");
    // The link is still there for who loads the page again before anybody has come.
    ada.reload();
    assert_eq!(self::link(&ada), link);
    let bo = join(&server, &ada, &link, "Bo");
    play_on([&ada, &bo]);
    for person in [&ada, &bo] {
        person.reload();
        take_time(person);
    }
    assert!(play_on([&ada, &bo]));
    // The first page knows the way back.
    ada.go("#/");
    ada.wait_for_words(".row.next", "Bo: ");
    another_tab(&ada, &without_secret(&link));
    take_time(&ada);
    assert!(play_on([&ada, &bo]));
    first_tab(&ada);
    ada.click(".row.next");
    sees_moves(&ada, 3);
    take_time(&ada);
    assert!(play_on([&ada, &bo]));
}

#[test]
fn after_a_crash_of_the_server_the_game_goes_on_and_what_was_done_meanwhile_is_done_once() {
    let mut server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    play_on([ada, bo]);
    let [mover, other] = by_turn([ada, bo], 1).unwrap();
    server.kill();
    for person in [mover, other] {
        person.wait_for("document.querySelector('.lost')");
    }
    mover.click(LEGAL);
    mover.wait_for_words(".message", "cannot be reached");
    // What nobody has acknowledged is not shown.
    assert_eq!(moves(mover).len(), 1);
    server.start_again();
    for person in [mover, other] {
        sees_moves(person, 2);
    }
    for person in [mover, other] {
        person.wait_for("!document.querySelector('.lost')");
    }
    assert!(play_on([ada, bo]));
}

#[test]
fn a_seat_goes_to_another_device_once_and_the_old_one_watches() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    play_on([ada, bo]);
    press_more(ada, "Go on with another device");
    let to_other_device = link(ada);
    let tablet = visitor(&server, &to_other_device);
    tablet.wait_for_words(".offer", "Ada, go on with your game on this device?");
    tablet.press("Go on here");
    tablet.wait_for("!document.querySelector('.offer')");
    take_time(&tablet);
    // The link is of no use any more.
    ada.wait_for("!document.querySelector('dialog')");
    ada.wait_for_words(".message", "Your seat is on another device now.");
    assert!(play_on([&tablet, bo]));
    assert!(play_on([&tablet, bo]));
    sees_moves(ada, 3);
    assert_eq!(ada.count(LEGAL), 0);
    // And back again, on the first try.
    press_more(&tablet, "Go on with another device");
    let back = link(&tablet);
    ada.go(&back);
    ada.press("Go on here");
    ada.wait_for("!document.querySelector('.offer')");
    let third = visitor(&server, &to_other_device);
    third.press("Go on here");
    third.wait_for_words(".message", "has been used");
    assert_eq!(third.count(LEGAL), 0);
}

#[test]
fn a_game_is_deleted_for_everybody() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "classic");
    press_more(ada, "Delete this game");
    ada.press("Yes, delete it");
    for (person, said) in [(ada, "This game was deleted."), (bo, "Ada has deleted this game.")] {
        person.wait_for_words(".message", said);
        person.go("#/");
        person.wait_for("document.querySelector('.card')");
        assert_eq!(person.count(".row.next"), 0);
    }
}

#[test]
fn who_takes_too_long_can_lose_by_it() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    // The shortest limit that there is, and that nobody would choose.
    ada.script("document.querySelector(\"option[value='30']\").value = '10'; return null;", json!([]));
    ada.choose(".live-form select:has([value='10'])", "10");
    let link = make(&ada, "Ada", "juniper-green");
    let bo = join(&server, &ada, &link, "Bo");
    let [late, other] = by_turn([&ada, &bo], 0).unwrap();
    late.wait_for("document.querySelector('.plate.turn .clock')?.textContent.startsWith('0:')");
    // Whatever was said before, they hear that their time is up.
    late.click("#content button.number[data-number='7']");
    late.wait_for_words(".message", "Your time is up");
    other.press("Claim the game");
    other.wait_for_words(".end h2", "You win!");
    late.wait_for("document.querySelector('.end h2')");
}

#[test]
fn a_computer_in_the_other_seat_answers() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    ada.fill("[name=name]", "Ada");
    ada.choose(".live-form select", "juniper-green");
    ada.choose(".live-form select:has([value='level:1'])", "level:1");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.choose(".live-form select:has([value='toss'])", "first");
    ada.click(".live-form > .main");
    ada.wait_for("document.querySelector('.stage')");
    take_time(&ada);
    ada.click(LEGAL);
    sees_moves(&ada, 2);
    // It lets one take back whatever one wants.
    ada.press("Undo");
    sees_moves(&ada, 0);
    ada.click(LEGAL);
    sees_moves(&ada, 2);
    resign(&ada);
    ada.press("Rematch, sides swapped");
    sees_moves(&ada, 1);
}

#[test]
fn who_finds_the_numbers_themselves_is_told_why_one_is_wrong() {
    let server = Server::start();
    let ada = visitor(&server, "#/live");
    ada.script("document.querySelector('.live-form details').open = true; return null;", json!([]));
    ada.click("[name=find]");
    let link = make(&ada, "Ada", "juniper-green");
    let bo = join(&server, &ada, &link, "Bo");
    let is_turn = "document.querySelector('.plate.turn b').textContent === 'You'";
    let [mover, other] = if ada.value(is_turn) == true { [&ada, &bo] } else { [&bo, &ada] };
    mover.click("#content button.number[data-number='7']");
    mover.wait_for_words(".message", "7");
    assert_eq!(moves(mover).len(), 0);
    // No picture says what is legal, and no sign.
    assert!(!mover.text(".tools").contains("Graph") && !mover.text(".stage").contains("divisor"));
    mover.click("#content button.number[data-number='12']");
    sees_moves(mover, 1);
    sees_moves(other, 1);
    // Whoever wants another game wants mostly the same.
    ada.go("#/live");
    ada.wait_for("document.querySelector('.live-form [name=find]').checked");
    assert_eq!(ada.content(".live-form select"), "juniper-green");
    for rubbish in ["7", "[]", "{\"book\": 3, \"numbers\": {}, \"limit\": \"9\", \"rounds\": [1]}"] {
        ada.script("localStorage['divisor-duel.live-choices'] = arguments[0]; return null;", json!([rubbish]));
        ada.reload();
        ada.wait_for("document.querySelector('.live-form .summary')?.textContent.includes('2 to 50')");
    }
}

#[test]
fn without_https_the_link_is_copied_in_the_old_way_or_taken_by_hand() {
    let server = Server::start();
    let ada = visitor(&server, "");
    ada.before_every_page(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });
         document.execCommand = () => window.canCopy;",
    );
    ada.open("#/live");
    let link = make(&ada, "Ada", "classic");
    for (can_copy, said) in [(true, "Copied"), (false, "copy it")] {
        ada.script("[window.canCopy] = arguments; return null;", json!([can_copy]));
        ada.press("Copy");
        ada.wait_for_words("[role=status]:not(.waits, .unseen)", said);
        let selected = ada.value("(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.querySelector('.link'))");
        assert!(selected.as_str().unwrap().ends_with(&link), "{selected}");
    }
}

#[test]
fn a_page_that_is_older_than_the_server_is_loaded_again_once() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "classic");
    ada.before_every_page(
        "if (location.protocol === 'http:') {
           sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;
           const { fetch } = window;
           window.fetch = async (address, options) => String(address).endsWith('/events')
             ? new Response('event: state\\ndata: {\"v\":2}\\n\\n')
             : fetch(address, options);
         }",
    );
    ada.open(&without_secret(&link));
    ada.wait_for("sessionStorage.loads === '2'");
    ada.wait_for_words(".message", "The server is newer than this page.");
    assert_eq!(ada.value("sessionStorage.loads"), "2");
}

#[test]
fn fault_27_the_secret_of_a_seat_leaves_the_address_and_is_in_no_other() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let link = make(&ada, "Ada", "classic");
    let (_, secret) = link.rsplit_once('/').unwrap();
    let bo = join(&server, &ada, &link, "Bo");
    assert_eq!(bo.value("location.hash"), without_secret(&link));
    let asked = bo.value("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')");
    assert!(!asked.as_str().unwrap().contains(secret), "{asked}");
    let token = bo.value("JSON.parse(localStorage.getItem('divisor-duel.live'))[0].token");
    assert!(!asked.as_str().unwrap().contains(token.as_str().unwrap()), "{asked}");
    assert!(!bo.text("html").contains(secret) && !ada.text("#content").contains(secret));
    // Whoever comes later with the same link only watches.
    let cy = visitor(&server, &link);
    cy.wait_for_words(".message", "has been used");
    assert_eq!(cy.value("location.hash"), without_secret(&link));
}

#[test]
fn fault_29_a_name_is_text_wherever_it_is_shown() {
    let server = Server::start();
    let ada = visitor(&server, "");
    let [one, two] = ["<img src=x onerror=ha()>", "<b onclick='ha()'>Bo</b>"];
    let link = make(&ada, one, "classic");
    let bo = join(&server, &ada, &link, two);
    let cy = visitor(&server, &without_secret(&link));
    cy.wait_for_words(".plate .who b", one);
    play_on([&ada, &bo]);
    resign(&ada);
    bo.press("Rematch, sides swapped");
    ada.wait_for_words(".offer", &format!("{two} would like a rematch."));
    bo.go("#/");
    bo.wait_for("document.querySelector('.row.next')");
    bo.wait_for_words(".row.next", one);
    for person in [&ada, &bo, &cy] {
        assert_eq!(person.count("img") + person.count("[onclick], [onerror]"), 0);
    }
}

#[test]
fn fault_42_a_tab_that_nobody_looks_at_leaves_its_connection_and_catches_up() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    let [mover, other] = by_turn([ada, bo], 0).unwrap();
    looks_away(other, true);
    mover.wait_for("document.querySelector('.there.away')");
    mover.click(LEGAL);
    sees_moves(mover, 1);
    assert_eq!(moves(other).len(), 0);
    mover.wait_for_words(".message", "is away. The game waits");
    looks_away(other, false);
    sees_moves(other, 1);
    mover.wait_for("!document.querySelector('.there.away')");
    mover.wait_for_words(".message", "Now ");
    assert!(play_on([ada, bo]));
}

#[test]
fn fault_42_eight_tabs_of_one_browser_can_all_be_used() {
    let server = Server::start();
    let [ada, bo] = &two_people(&server, "juniper-green");
    let game = ada.value("location.hash");
    for _ in 0..7 {
        looks_away(ada, true);
        another_tab(ada, game.as_str().unwrap());
        take_time(ada);
        assert!(play_on([ada, bo]));
    }
    looks_away(ada, true);
    first_tab(ada);
    looks_away(ada, false);
    sees_moves(ada, 7);
    assert!(play_on([ada, bo]));
}

/// Everybody can use every view of this, too.
fn nobody_is_kept_out(width: u32, height: u32, scheme: &str) {
    let axe = std::fs::read_to_string(root().join("target/axe-core-4.14.0/package/axe.min.js")).unwrap();
    let server = Server::start();
    let mut found = Vec::new();
    let mut look = |person: &Person, name: &str| {
        let findings = findings(person, &axe).into_iter().chain(beside_the_screen(person, width));
        found.extend(findings.map(|finding| format!("{name}: {finding}")));
    };
    let sized = |person: Person| {
        person.screen(width, height);
        person.prefers(scheme);
        person
    };
    let ada = sized(visitor(&server, "#/live"));
    look(&ada, "form");
    let link = make(&ada, "Ada", "juniper-green");
    ada.wait_for("document.querySelector('.link')");
    look(&ada, "waiting");
    let bo = sized(visitor(&server, &link));
    bo.wait_for("document.querySelector('.offer')");
    look(&bo, "invited");
    take_the_seat(&bo, "Bo");
    ada.wait_for("document.querySelector('.stage')");
    let [mover, other] = by_turn([&ada, &bo], 0).unwrap();
    look(mover, "turn");
    mover.click(LEGAL);
    sees_moves(mover, 1);
    sees_moves(other, 1);
    mover.press("Ask it back");
    other.wait_for("document.querySelector('.offer')");
    look(other, "asked");
    mover.press("More");
    look(mover, "more");
    mover.press("Go on with another device");
    mover.wait_for("document.querySelector('dialog .link')");
    look(mover, "another device");
    other.press("Decline");
    resign(other);
    mover.press("Close");
    mover.press("Rematch, sides swapped");
    other.wait_for("document.querySelector('.offer')");
    look(other, "rematch");
    let cy = sized(visitor(&server, &without_secret(&link)));
    cy.wait_for("document.querySelector('.stage')");
    look(&cy, "watching");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn nobody_is_kept_out_of_a_game_between_two_places() {
    nobody_is_kept_out(1280, 900, "light");
}

#[test]
fn nobody_is_kept_out_of_a_game_between_two_places_on_a_phone_by_night() {
    nobody_is_kept_out(360, 640, "dark");
}
