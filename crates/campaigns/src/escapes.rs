//! Whatever comes from outside is shown with control characters made visible: names of files, what is in them, what is typed.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use rand::seq::SliceRandom;

use crate::hall::{Hall, each};
use crate::report::Tally;
use crate::samples::TENS;
use crate::user::User;

/// What a terminal obeys, each as it would come: text, and bytes that are no text.
const PAYLOADS: [&[u8]; 12] = [
    b"\x1b[2J",
    b"\x1b]0;title\x07",
    "\u{9b}31m".as_bytes(),
    b"\x9b31m",
    b"\x07",
    b"\rover",
    b"\x08\x08",
    b"\x7f",
    "\u{202e}abc".as_bytes(),
    "\u{2066}abc".as_bytes(),
    b"\xff\xfe",
    b"\x01\x02",
];

/// A place where text from outside comes in: a file, words, what is typed; `@` is where the text goes.
struct Place {
    name: &'static str,
    file: &'static str,
    content: String,
    arguments: &'static [&'static str],
    typed: &'static str,
}

pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let places = places();
    let all = places.iter().flat_map(|place| PAYLOADS.iter().map(move |payload| (place, *payload)));
    let mut pairs: Vec<(&Place, &[u8])> = all.collect();
    pairs.shuffle(&mut hall.chance("escapes"));
    pairs.truncate(count);
    let findings = each(hall, &pairs, |(place, payload)| Ok(show(hall, place, payload)?.into_iter().collect()))?;
    Ok(Tally {
        amount: format!("{} texts", pairs.len()),
        findings,
        besides: format!("{} places, {} ways to speak to a terminal", places.len(), PAYLOADS.len()),
    })
}

fn show(hall: &Hall, place: &Place, payload: &[u8]) -> anyhow::Result<Option<String>> {
    let user = User::new(&hall.program)?;
    let put = |text: &str| -> Vec<u8> {
        let parts: Vec<&[u8]> = text.split('@').map(str::as_bytes).collect();
        parts.join(payload)
    };
    if !place.file.is_empty() {
        let path = user.path(OsString::from_vec(put(place.file)));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, put(&place.content))?;
    }
    let mut command = user.command(user.program());
    // With colours nothing is filtered on the way, and a terminal gets what we get.
    command.args(["--color", "always"]).args(place.arguments.iter().map(|word| OsString::from_vec(put(word))));
    let stdin = user.path("typed");
    std::fs::write(&stdin, put(place.typed))?;
    let output = command.stdin(std::fs::File::open(stdin)?).output()?;
    let shown = [&output.stdout[..], &output.stderr].concat();
    Ok(speaks(&shown).map(|what| {
        let seen: String = String::from_utf8_lossy(&shown).escape_debug().collect();
        format!("{}, {}: {what}: {seen}", place.name, payload.escape_ascii())
    }))
}

/// What in an output is not for people's eyes, colours apart.
fn speaks(shown: &[u8]) -> Option<String> {
    let Ok(text) = str::from_utf8(shown) else { return Some("bytes that are no text".into()) };
    let mut parts = text.split("\u{1b}[");
    let plain: String = parts.next().into_iter().chain(parts.map(without_colour)).collect();
    // What turns the direction of text makes it read otherwise than it is.
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_bad = |c: &char| (c.is_control() && !matches!(c, '\n' | '\t')) || turns(*c);
    plain.chars().find(is_bad).map(|c| format!("U+{:04X}", u32::from(c)))
}

/// What follows an escape, without the rest of the escape if that was a colour; with something bad in front if not.
fn without_colour(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    rest.strip_prefix('m').unwrap_or("\u{1b}")
}

fn places() -> Vec<Place> {
    let mut places = Vec::new();
    let mut add = |name, file, content: &str, arguments, typed| {
        places.push(Place { name, file, content: content.into(), arguments, typed });
    };
    // Names of files, that are there and that are not.
    let record = "[Game \"evens\"]\n\n12 6\n";
    add("the name of a record", "a@.duel", record, &["show", "a@.duel"], "");
    add("the name of a record to resume", "a@.duel", record, &["resume", "a@.duel"], "quit\n");
    add("the name of a bad record", "a@.duel", "[Game \"evens\"]\n\n7\n", &["review", "a@.duel"], "");
    add("the name of a bad rule file", "a@.toml", "nonsense", &["rules", "check", "a@.toml"], "");
    add("the name of a rule file", "a@.toml", TENS, &["rules", "check", "a@.toml"], "");
    add("the name of a rule book", "a@.toml", TENS, &["play", "--rules", "a@.toml"], "70\n10\nhelp\n");
    add("the name of a proof", "a@.json", "{}", &["verify", "a@.json"], "");
    add("the name of an arena", "a@.duel", "nonsense", &["arena", "--show", "a@.duel"], "");
    add("the name of an arena to resume", "a@.duel", "nonsense", &["arena", "--resume", "a@.duel"], "");
    add("a file that is not there", "", "", &["show", "a@.duel"], "");
    add("a rule file that is not there", "", "", &["play", "--rules", "a@.toml"], "");
    add("a proof that is not there", "", "", &["verify", "a@.json"], "");
    add("a folder that is not there", "", "", &["play", "evens", "--record", "a@/b.duel"], "12\nresign\n");
    add("the name of a new record", "", "", &["play", "evens", "--record", "a@.duel"], "12\nsave b@.duel\nresign\n");
    add("a name to save under", "", "", &["play", "evens"], "12\nsave no@/b.duel\nsave b@.duel\nquit\n");
    add("winning picks to a file", "", "", &["solve", "evens", "--winning", "no@/a"], "");
    add("a proof to a file", "", "", &["solve", "evens", "--proof", "no@/a"], "");
    // Words of the command line.
    for arguments in [
        &["play", "@"][..],
        &["@"],
        &["--@"],
        &["show", "take:1..@"],
        &["show", "evens", "12", "@"],
        &["solve", "@"],
        &["survey", "evens", "@"],
        &["rules", "@"],
        &["play", "evens", "--names", "A@,B@"],
        &["play", "evens", "--first", "@"],
        &["play", "evens", "--p2", "level:@"],
        &["play", "evens", "--best-of", "@"],
        &["play", "evens", "--seed", "@"],
        &["resume", "@"],
        &["resume", "--forget", "@"],
        &["puzzle", "evens", "--grade", "@"],
        &["review", "@", "--round", "@"],
        &["arena", "--bot", "a@=level:1", "--bot", "b=level:2", "--games", "2"],
        &["arena", "--bot", "a=level:@", "--bot", "b=level:2", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--env", "@", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--game", "@", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=printf '@' >&2; exit 3", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=printf '@\\n'", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--record", "no@/a.duel", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--record", "a@.duel", "--games", "2"],
        &["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--log", "no@/a", "--games", "2"],
        &["export", "@"],
        &["completions", "@"],
    ] {
        add("words", "", "", arguments, "");
    }
    // What is typed.
    for arguments in
        [&["play", "evens"][..], &["play", "divider"], &["puzzle", "--seed", "2"], &["bot", "--level", "1"], &[]]
    {
        add("typed", "", "", arguments, "@\nhelp @\nsave@\n12@\n@12\n1@2\nundo @\n60/@\n");
    }
    // What is in a record, wherever it is.
    for header in HEADERS {
        let text = format!("[Format \"1\"]\n[Game \"evens\"]\n{header}\n\n12 6\n");
        for arguments in RECORD_READERS {
            add("a header", "a.duel", &text, arguments, "quit\n");
        }
        add("a header of a saved game", "data/divisor-duel/games/1.duel", &text, &["resume", "--list"], "");
        add("a header of a saved game", "data/divisor-duel/games/1.duel", &text, &["resume", "--json"], "");
        add("a header of a saved game", "data/divisor-duel/games/1.duel", &text, &["resume", "1"], "18\nquit\n");
    }
    for text in ["[Game \"evens\"]\n\n12 @\n", "[Game \"evens\"]\n@\n12\n", "@", "[Game \"evens\"]\n\n12 # @\n"] {
        for arguments in RECORD_READERS {
            add("a record", "a.duel", text, arguments, "quit\n");
        }
    }
    // Every field of a rule file, as TOML writes such characters and raw.
    let fields = [
        "tens\"", "Hopping", "Hop from", "10..100", "Pick any", "70 leads", "20 40", "Hop!", "{player}", "{mover}",
        "welcome", "summary",
    ];
    for field in fields {
        let text = TENS.replacen(field, &format!("@{field}"), 1);
        for arguments in [
            &["rules", "check", "a.toml"][..],
            &["rules", "a.toml"],
            &["play", "--rules", "a.toml"],
            &["show", "a.toml"],
            &["solve", "a.toml"],
        ] {
            add("a rule file", "a.toml", &text, arguments, "20\n40\nresign\n");
            let escaped = TENS.replacen(field, &format!("\\u001b[2J\\u009b{field}"), 1);
            add("a rule file with escapes of its own", "a.toml", &escaped, arguments, "20\n40\nresign\n");
        }
    }
    // Proofs and arenas: keys and values, raw and as JSON writes such characters.
    for at in ["@", "\\u001b[2J\\u009b31m\\u202e"] {
        for text in [
            format!("{{\"{at}\":1}}"),
            format!("{{\"format\":\"{at}\"}}"),
            format!("{{\"format\":1,\"game\":\"{at}\",\"moves\":[],\"winner\":1}}"),
            format!("{{\"format\":1,\"game\":\"evens\",\"moves\":[\"{at}\"],\"winner\":1}}"),
            format!(
                "{{\"format\":1,\"game\":\"take:1..12,first=even\",\"moves\":[],\"winner\":1,\"pick\":\"{at}\",\"matching\":[]}}"
            ),
            format!(
                "{{\"format\":1,\"game\":\"take:1..12\",\"moves\":[],\"winner\":1,\"pick\":2,\"matching\":[],\"{at}\":[]}}"
            ),
        ] {
            add("a proof", "p.json", &text, &["verify", "p.json"], "");
            add("a proof", "p.json", &text, &["show", "p.json"], "");
        }
        let rest =
            "\"count\":2,\"gauntlet\":false,\"opening\":0,\"seed\":1,\"move_ms\":1,\"start_ms\":1,\"prose\":false}\n";
        for plan in [
            format!(
                "{{\"bots\":[{{\"name\":\"{at}\",\"level\":1}},{{\"name\":\"b\",\"level\":2}}],\"games\":[\"evens\"],{rest}"
            ),
            format!(
                "{{\"bots\":[{{\"name\":\"a\",\"level\":1}},{{\"name\":\"b\",\"level\":2}}],\"games\":[\"{at}\"],{rest}"
            ),
            format!("{{\"bots\":[{{\"name\":\"a\",\"level\":\"{at}\"}}],{rest}"),
            format!("{{\"{at}\":1,{rest}"),
        ] {
            let text = format!("# divisor-duel arena 1 {plan}");
            for arguments in
                [&["arena", "--show", "a.duel"][..], &["arena", "--resume", "a.duel"], &["review", "a.duel"]]
            {
                add("an arena's plan", "a.duel", &text, arguments, "");
            }
        }
    }
    let plan = "# divisor-duel arena 1 {\"bots\":[{\"name\":\"a\",\"level\":null},{\"name\":\"b\",\"level\":2}],\"games\":[\"evens\"],\
                \"count\":2,\"gauntlet\":false,\"opening\":0,\"seed\":1,\"move_ms\":1,\"start_ms\":1,\"prose\":false}\n\n";
    for header in HEADERS.iter().chain(&["[Fault \"@\"]", "[Round \"@\"]", "[Moves \"@\"]", "[Opening \"@\"]"]) {
        let text = format!(
            "{plan}[Format \"1\"]\n[Game \"evens\"]\n[Player1 \"a\"]\n[Player2 \"b\"]\n[Round \"1\"]\n[Moves \"0\"]\n{header}\n[Result \"0-1 forfeit\"]\n\n\n"
        );
        for arguments in [
            &["arena", "--show", "a.duel"][..],
            &["review", "a.duel"],
            &["review", "a.duel", "--json"],
            &["review", "a.duel", "--round", "1"],
        ] {
            add("a game of an arena", "a.duel", &text, arguments, "");
        }
    }
    for text in [
        "{\"streak\":\"@\"}",
        "{\"@\":1}",
        "@",
        "{\"streak\":1,\"best\":1,\"days\":0,\"last_day\":null,\"told_day\":null,\"seen\":[\"@\"]}",
    ] {
        add("a streak", "data/divisor-duel/puzzles.json", text, &["puzzle", "--seed", "2"], "answer\n");
    }
    places
}

const HEADERS: [&str; 16] = [
    "[Player1 \"A@\"]",
    "[Player2 \"@\"]",
    "[Game \"@\"]",
    "[Date \"@\"]",
    "[Result \"@\"]",
    "[Type1 \"@\"]",
    "[Seed \"@\"]",
    "[BestOf \"@\"]",
    "[BestOf \"3\"]\n[Score \"@\"]",
    "[BestOf \"3\"]\n[Score \"1-0\"]\n[Seat1 \"@\"]",
    "[Hints1 \"@\"]",
    "[Rules \"@\"]",
    "[RecordTo \"@/@\"]",
    "[@ \"1\"]",
    "[Unknown \"@\"]",
    "[Unclosed \"@",
];

const RECORD_READERS: [&[&str]; 5] = [
    &["show", "a.duel"],
    &["show", "a.duel", "--json"],
    &["review", "a.duel"],
    &["analyze", "a.duel"],
    &["resume", "a.duel"],
];
