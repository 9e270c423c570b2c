//! Takes the pictures of the page in docs/pictures: `cargo run -p divisor-duel-browser-tests --example pictures`.

use browser::{Person, root};

/// A game on a phone, to its end: nothing is left that goes with 7.
const GAME: [&str; 8] = ["12", "4", "16", "8", "2", "14", "7", ""];

fn main() {
    let person = Person::with_closed_page();
    let folder = std::env::args().nth(1).map_or_else(|| root().join("docs/pictures"), Into::into);
    person.prefers("light");
    for (device, width, height) in [("phone", 390, 844), ("desktop", 1280, 800)] {
        person.screen(width, height);
        let picture = |name: &str| {
            // What glides or fades has to be where it belongs.
            person.wait_for("document.getAnimations().length === 0");
            person.screenshot(&folder.join(format!("page-{name}-{device}.png")));
        };
        person.open("");
        person.wait_for("document.querySelector('.card')");
        picture("home");
        person.open("#/play?game=juniper-green&level=0&moves=30+15+60+4");
        person.wait_for("document.querySelector('.grid .legal')");
        picture("game");
        for _ in 0..3 {
            person.press("Hint");
        }
        person.wait_for("document.querySelector('.over .arc')");
        picture("advice");
        person.press("Graph");
        picture("graph");
    }
    person.screen(390, 844);
    person.open("#/play?game=chain&level=0");
    for (at, chosen) in GAME.iter().enumerate() {
        person.wait_for(&format!("document.querySelectorAll('.chain span').length === {at}"));
        person.wait_for("document.getAnimations().length === 0");
        person.screenshot(&folder.join(format!("page-turn-{}.png", at + 1)));
        if !chosen.is_empty() {
            person.click(&format!("#content button.number[data-number='{chosen}']:not([aria-disabled])"));
        }
    }
}
