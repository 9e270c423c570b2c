//! Takes the pictures of the page in docs/pictures: `cargo run -p divisor-duel-browser-tests --features browser --example pictures`.

use browser::{Person, root};

fn main() {
    let person = Person::with_closed_page();
    let folder = std::env::args().nth(1).map_or_else(|| root().join("docs/pictures"), Into::into);
    for (device, width, height) in [("phone", 360, 640), ("desktop", 1000, 700)] {
        person.screen(width, height);
        person.prefers("light");
        let picture = |name: &str| person.screenshot(&folder.join(format!("page-{name}-{device}.png")));
        person.open("");
        person.wait_for("document.querySelector('.card')");
        picture("home");
        person.open("#/play?game=juniper-green&level=3&seed=42&moves=96+48+24+12");
        person.wait_for("document.querySelector('.grid .legal')");
        picture("game");
        person.open("#/explore?game=classic:30&moves=12+6");
        person.press("Proof");
        person.wait_for("document.querySelector('svg.graph .pair')");
        person.wait_for("document.querySelector('.number.wins, .number.loses')");
        person.script(
            "document.querySelector('svg.graph').scrollIntoView({ block: 'center' }); return null;",
            serde_json::json!([]),
        );
        picture("graph");
    }
}
