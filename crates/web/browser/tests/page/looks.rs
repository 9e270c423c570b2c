//! Who reads, sees, touches and prints the page in other ways.

use browser::{Person, person, root};
use serde_json::{Value, json};

use crate::views::views;

/// Looks for what keeps people out of a view, with axe-core.
pub(crate) fn findings(person: &Person, axe: &str) -> Vec<String> {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         {axe}
         const words = ({{ id, help, nodes }}) => `${{id}}: ${{help}}: ${{nodes.slice(0, 4).map((node) => node.html.slice(0, 160)).join(' | ')}}`;
         axe.run(document, {{ resultTypes: ['violations'] }}).then(({{ violations }}) => done(violations.map(words)), (error) => done([String(error)]));"
    );
    person.with(async |driver| driver.execute_async(script, vec![]).await?.convert())
}

const DAY: (&str, &str) = ("prefers-color-scheme", "light");
const NIGHT: (&str, &str) = ("prefers-color-scheme", "dark");

/// Everybody can use every view.
fn nobody_is_kept_out(features: &[(&str, &str)], width: u32, height: u32, is_presenting: bool) {
    let axe = std::fs::read_to_string(root().join("target/axe-core-4.14.0/package/axe.min.js")).unwrap();
    let person = person();
    person.screen(width, height);
    person.asks_for(features);
    let mut found = Vec::new();
    for view in views() {
        view.open(&person);
        if is_presenting && !present(&person) {
            continue;
        }
        found.extend(findings(&person, &axe).into_iter().map(|finding| format!("{}: {finding}", view.name)));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn nobody_is_kept_out_by_day() {
    nobody_is_kept_out(&[DAY], 1280, 900, false);
}

#[test]
fn nobody_is_kept_out_by_night() {
    nobody_is_kept_out(&[NIGHT], 1280, 900, false);
}

#[test]
fn nobody_is_kept_out_on_a_phone() {
    nobody_is_kept_out(&[DAY], 360, 640, false);
}

#[test]
fn nobody_is_kept_out_on_a_phone_by_night() {
    nobody_is_kept_out(&[NIGHT], 360, 640, false);
}

#[test]
fn nobody_is_kept_out_of_a_class() {
    nobody_is_kept_out(&[DAY], 1920, 1080, true);
}

#[test]
fn nobody_is_kept_out_by_forced_colours() {
    nobody_is_kept_out(&[DAY, ("forced-colors", "active")], 1280, 900, false);
    nobody_is_kept_out(&[NIGHT, ("forced-colors", "active")], 360, 640, false);
}

#[test]
fn forced_colours_leave_the_board_its_meaning() {
    let person = person();
    person.asks_for(&[DAY, ("forced-colors", "active")]);
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    person.wait_for("document.querySelector('.grid .legal')");
    let looks = "['.legal', '.last', ':not(.legal, .taken)'].map((kind) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(document.querySelector(`.grid .number${kind}`), '::before');
        return `${backgroundColor} ${borderTopWidth}`;
    })";
    let looks: Vec<String> = serde_json::from_value(person.value(looks)).unwrap();
    assert!(looks[0] != looks[1] && looks[1] != looks[2] && looks[0] != looks[2], "{looks:?}");
}

/// Shows the board to a class, where there is one and nothing lies in front of it.
fn present(person: &Person) -> bool {
    let can = person.value(
        "!document.querySelector('dialog') && [...document.querySelectorAll('.tool')].some((each) => each.textContent === 'Present' && each.checkVisibility())",
    );
    if can == true {
        person.press("Present");
        person.wait_for("document.querySelector('.presenting') && document.getAnimations().length === 0");
    }
    can == true
}

#[test]
fn a_class_can_read_the_board_from_ten_metres() {
    let person = person();
    for (width, height) in [(1280, 800), (1920, 1080)] {
        person.screen(width, height);
        for game in ["juniper-green&moves=12+6", "classic&moves=12+6", "chain&moves=12+6"] {
            person.open(&format!("#/play?game={game}&level=0"));
            person.wait_for("document.querySelector('.grid .legal')");
            assert!(present(&person));
            // A hundred numbers in rows of ten: each digit has a thirtieth of the height.
            let size = person.value("parseFloat(getComputedStyle(document.querySelector('.grid .number')).fontSize)");
            assert!(size.as_f64().unwrap() >= f64::from(height) / 30.0, "{game} at {width}: {size} px");
            let board = person.place(".board");
            assert!(board.height >= f64::from(height) * 0.4 && board.top >= 0.0, "{game} at {width}: {board:?}");
            assert!(board.top + board.height <= f64::from(height), "{game} at {width}: {board:?}");
            let chain = person.value("parseFloat(getComputedStyle(document.querySelector('.chain')).fontSize)");
            assert!(chain.as_f64().unwrap() >= 20.0, "{game} at {width}: {chain} px");
        }
    }
}

#[test]
fn colours_are_named_in_one_file_only() {
    let mut found = Vec::new();
    for folder in ["crates/web/page", "crates/web/page/style"] {
        for file in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".js") && !name.ends_with(".css") || name == "tokens.css" {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            found.extend(text.lines().filter(|line| has_colour(line)).map(|line| format!("{name}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Whether a line of a style sheet or a script names a colour: in hexadecimal, by a function, or by its name.
fn has_colour(line: &str) -> bool {
    let is_hex = |word: &str| {
        let digits = word.chars().take_while(char::is_ascii_hexdigit).count();
        matches!(digits, 3 | 4 | 6 | 8)
            && !word[digits..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let by_value = line.match_indices('#').any(|(at, _)| is_hex(&line[at + 1..]));
    let by_function = ["rgb(", "rgba(", "hsl(", "oklch(", "lab("].iter().any(|each| line.contains(each));
    let by_name = ["black", "white", "gray", "grey", "red", "green", "blue", "yellow", "orange"].iter().any(|each| {
        [": ", "solid "]
            .iter()
            .any(|before| [";", " ", ","].iter().any(|after| line.contains(&format!("{before}{each}{after}"))))
    });
    by_value || by_function || by_name
}

/// The tiles of a board are smaller where ten of them stand in a row on a phone: for the finger there is the tray.
#[test]
fn a_finger_finds_everything() {
    let person = person();
    person.screen(360, 640);
    let mut small = Vec::new();
    for view in views() {
        view.open(&person);
        let found = person.value(
            "[...document.querySelectorAll('button:not(.grid .number), select, input:not(.unseen), textarea, nav a, .tabs a, a.button, .opponent')]
                .filter((each) => !each.disabled && each.checkVisibility())
                .map((each) => [each, (each.type === 'checkbox' ? each.closest('label') : each).getBoundingClientRect()])
                .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
                .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 120)} ${width.toFixed(1)}×${height.toFixed(1)}`)",
        );
        let found: Vec<String> = serde_json::from_value(found).unwrap();
        small.extend(found.into_iter().map(|each| format!("{}: {each}", view.name)));
    }
    assert!(small.is_empty(), "{small:#?}");
}

#[test]
fn the_tools_are_at_hand_wherever_one_is_on_the_board() {
    let person = person();
    person.screen(360, 640);
    for (fragment, tools) in [
        ("#/play?game=juniper-green&level=0&moves=12+6", vec!["Undo", "Hint", "Who wins", "More"]),
        ("#/explore?game=juniper-green&moves=12+6", vec!["Undo", "Proof", "More"]),
        ("#/review?game=juniper-green&moves=12+6", vec!["To the start", "Back", "Forward", "To the end"]),
    ] {
        person.open(fragment);
        person.wait_for("document.querySelector('.grid')");
        for number in [1, 50, 100] {
            let script = "const isOnTop = (element) => {
                    const { left, right, top, bottom } = element.getBoundingClientRect();
                    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
                };
                const number = document.querySelector(`.grid [data-number='${arguments[0]}']`);
                number.scrollIntoView({ block: arguments[0] === 1 ? 'start' : 'end' });
                const shown = [...document.querySelectorAll('.tools button')].filter(isOnTop).map((each) => each.textContent);
                return [isOnTop(number), shown];";
            let seen = person.script(script, json!([number]));
            assert_eq!(seen[0], true, "{number} is covered in {fragment}");
            let shown: Vec<String> = serde_json::from_value(seen[1].clone()).unwrap();
            assert!(tools.iter().all(|tool| shown.contains(&tool.to_string())), "{fragment} at {number}: {shown:?}");
        }
    }
}

/// Those of the elements that a selector finds whose middle is covered by nothing.
fn on_top(person: &Person, selector: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(arguments[0])].filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        }).map((each) => each.textContent);";
    serde_json::from_value(person.script(script, json!([selector]))).unwrap()
}

#[test]
fn a_phone_on_its_side_shows_the_game() {
    let person = person();
    for (width, height, rows) in [(640, 360, 3), (844, 390, 4)] {
        person.screen(width, height);
        person.open("#/play?game=juniper-green&level=0&moves=12+6");
        person.wait_for("document.querySelector('.grid .legal')");
        assert!(on_top(&person, ".grid .number").len() >= 10 * rows, "{width}");
        assert!(on_top(&person, ".tools button").starts_with(&["Undo".into(), "Hint".into()]), "{width}");
    }
    person.open("#/play?game=divider:60,84,90&level=0");
    person.wait_for("document.querySelector('.table .legal')");
    assert_eq!(on_top(&person, ".division").len() as u64, person.count(".division"));
}

#[test]
fn long_numbers_stay_inside_their_buttons() {
    let person = person();
    for (width, height) in [(360, 640), (1280, 800)] {
        person.screen(width, height);
        for game in [
            "divide:18446744073709551615",
            "divide:5040,18446744073709551615",
            "take:1..1100",
            "take:100000..101000",
            "take:1..1000000&moves=999999",
        ] {
            person.open(&format!("#/play?game={game}&level=0"));
            person.wait_for("document.querySelector('.number .value')");
            let runs_out = "[...document.querySelectorAll('.number')].filter((each) => {
                const box = each.getBoundingClientRect();
                return [...each.children].some((child) => {
                    const range = document.createRange();
                    range.selectNodeContents(child);
                    const { left, right } = range.getBoundingClientRect();
                    return right > left && (left < box.left || right > box.right);
                });
            }).map((each) => each.textContent)";
            let found: Vec<String> = serde_json::from_value(person.value(runs_out)).unwrap();
            assert!(found.is_empty(), "{game} at {width}: {:?}", &found[..found.len().min(5)]);
            assert_eq!(person.value("document.documentElement.scrollWidth <= innerWidth"), true, "{game} at {width}");
        }
    }
}

#[test]
fn a_hundred_square_is_seen_whole_on_a_laptop() {
    let person = person();
    person.screen(1280, 800);
    person.open("#/play?game=juniper-green&level=0&moves=12+6");
    person.wait_for("document.querySelector('.grid')");
    let bottom = person.value("document.querySelector('.grid').getBoundingClientRect().bottom").as_f64().unwrap();
    assert!(bottom <= 800.0, "{bottom}");
}

/// What is to be looked for beside a screen of this width, if there is anything.
pub(crate) fn beside_the_screen(person: &Person, width: u32) -> Option<String> {
    person.wait_for(&format!("innerWidth === {width}"));
    let wide = person.value(
        "document.documentElement.scrollWidth > innerWidth && [...document.querySelectorAll('body *')]
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && each.checkVisibility())
            .map((each) => each.outerHTML.slice(0, 100)).slice(0, 3).join(' | ')",
    );
    wide.as_str().map(|found| format!("at {width}: {found}"))
}

#[test]
fn everything_fits_on_narrow_screens_at_200_percent_and_in_large_print() {
    let person = person();
    let mut wide = Vec::new();
    for view in views() {
        view.open(&person);
        // A window of 1280 pixels at 200 % is one of 640 CSS pixels.
        for (width, height, is_large_print) in
            [(360, 640, false), (320, 568, false), (640, 450, false), (360, 640, true), (1024, 768, true)]
        {
            let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            person.cdp("Emulation.setDeviceMetricsOverride", metrics);
            let script = "document.documentElement.classList.toggle('projector', arguments[0]); return null;";
            person.script(script, json!([is_large_print]));
            wide.extend(beside_the_screen(&person, width).map(|found| format!("{} {found}", view.name)));
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn large_print_and_colours_are_remembered() {
    let person = person();
    let size = || person.value("parseFloat(getComputedStyle(document.documentElement).fontSize)").as_f64().unwrap();
    let before = size();
    person.click("footer input[type=checkbox]");
    assert!(size() > before * 1.4);
    person.choose("footer select", "dark");
    person.reload();
    assert!(size() > before * 1.4);
    assert_eq!(person.value("document.documentElement.dataset.theme"), "dark");
}

#[test]
fn chosen_colours_are_those_of_a_device_that_has_them() {
    let person = person();
    let shown = || {
        person.value("['body', '.card', '.card button', 'footer select'].map((each) => { const { color, backgroundColor, borderColor } = getComputedStyle(document.querySelector(each)); return [color, backgroundColor, borderColor]; })")
    };
    let mut by_device = Vec::new();
    for scheme in ["light", "dark"] {
        person.prefers(scheme);
        by_device.push(shown());
    }
    assert_ne!(by_device[0], by_device[1]);
    for (theme, device, expected) in [("dark", "light", &by_device[1]), ("light", "dark", &by_device[0])] {
        person.prefers(device);
        person.choose("footer select", theme);
        assert_eq!(&shown(), expected, "{theme} on a {device} device");
    }
}

/// Prints what is on the screen; tells how many pages that takes.
fn pages(person: &Person, width: f64, height: f64) -> usize {
    let printed =
        person.cdp("Page.printToPDF", json!({ "paperWidth": width, "paperHeight": height, "printBackground": false }));
    let pdf = base64_text(&printed["data"]);
    assert!(pdf.starts_with("%PDF"));
    pdf.matches("/Type /Page\n").count()
}

/// The bytes behind base64 as text, whatever they are.
fn base64_text(data: &Value) -> String {
    use base64::Engine;
    let bytes = base64::prelude::BASE64_STANDARD.decode(data.as_str().unwrap()).unwrap();
    bytes.into_iter().map(char::from).collect()
}

#[test]
fn a_sheet_for_a_class_is_one_page_and_no_two_of_its_puzzles_are_alike() {
    let person = person();
    for book in duel::RuleBook::built_in() {
        person.open(&format!("#/print/{}", book.id()));
        person.wait_for("document.querySelectorAll('.puzzles li').length > 1");
        let drawn = person.value("[...document.querySelectorAll('.puzzles li')].map((each) => each.innerHTML)");
        let puzzles: Vec<String> = serde_json::from_value(drawn).unwrap();
        assert_eq!(puzzles.iter().collect::<std::collections::BTreeSet<_>>().len(), puzzles.len(), "{puzzles:?}");
        for (paper, width, height) in [("A4", 8.27, 11.69), ("Letter", 8.5, 11.0)] {
            assert_eq!(pages(&person, width, height), 1, "{} on {paper}", book.id());
        }
    }
}

#[test]
fn a_sheet_of_a_division_game_has_lines_for_the_longest_game() {
    let person = person();
    for (game, longest) in [("divider", 3), ("divider:60,84", 6), ("divider:18446744073709551557", 0)] {
        person.open(&format!("#/print/{game}"));
        person.wait_for("document.querySelector('.answers, .sheet')");
        for table in 1..=person.count(".lines") {
            assert_eq!(person.count(&format!(".lines:nth-of-type({table}) tbody tr")), longest, "{game}");
        }
        assert_eq!(person.count(".lines") > 0, longest > 0, "{game}");
    }
}

#[test]
fn a_sheet_has_room_for_the_moves_and_a_board_for_every_puzzle() {
    let person = person();
    person.open("#/print/classic");
    person.wait_for("document.querySelectorAll('.puzzles li').length === 3");
    // The longest games take about every second number.
    assert_eq!(person.count(".boxes li"), 25);
    assert_eq!(person.count(".puzzles rect.last + text"), 3);
    for (text, last) in person.texts(".puzzles li").iter().zip(person.texts(".puzzles rect.last + text")) {
        assert!(text.contains(&format!("Last number: {last}.")), "{text}");
    }
    // Lying on its side the sheet goes on at its second page, with all of the puzzles.
    assert_eq!(pages(&person, 11.69, 8.27), 2);
    // Other numbers.
    person.fill("[name=numbers]", "1");
    person.press("Show");
    person.wait_for_words(".problem", "1 is below 2");
    person.fill("[name=numbers]", "30");
    person.press("Show");
    person.wait_for("document.querySelectorAll('[data-part=board] .paper text').length === 29");
}

#[test]
fn a_sheet_is_black_on_white_by_night_too() {
    let person = person();
    let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    person.cdp("Emulation.setEmulatedMedia", json!({ "media": "print", "features": features }));
    for theme in ["auto", "dark"] {
        person.open("#/print/classic");
        person.script(
            "localStorage.setItem('divisor-duel.theme', JSON.stringify(arguments[0])); return null;",
            json!([theme]),
        );
        person.open("#/print/classic");
        person.wait_for("document.querySelector('.sheet')");
        for (selector, property) in [("h1", "color"), (".sheet > p", "color"), (".sheet .paper text", "fill")] {
            // What is drawn may still be on its way.
            let there = format!("document.querySelector('{selector}')");
            person.wait_for(&format!("{there} && getComputedStyle({there}).{property} === 'rgb(0, 0, 0)'"));
        }
    }
}
