//! The contract as JavaScript sees it: one file of declarations, made from the types.

use std::collections::BTreeMap;

use crate::{Answer, Question, live};
use duel::challenge::{Progress, Stage, Standing, Went};
use duel::live::{Entry, Proposal};
use duel::session::{By, Deed, Event, Help, Setup};
use duel::speech::Language;
use duel::{LostBy, Move, RuleBook, Seat, Session, Sitter, Typed, Who};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page/contract.d.ts");
const RENEW: &str = "RENEW=yes cargo test -p divisor-duel-api";

const HEAD: &str = "\
// What the page asks and what it is answered. This file is made from the types of crates/api: change those, then run
// RENEW=yes cargo test -p divisor-duel-api

/** A question as it is asked. */
export type Asked = { v: 1; language?: string } & Question;

/** What comes back: an answer, or what was wrong. */
export type Replied = { v: 1 } & (Answer | { error: string });

/** The name of a question. */
export type Ask = Question[\"ask\"];

/** The answer to the question of this name. */
export type AnswerTo<Name extends Ask> = Extract<Answer, { answer: Name }>[\"ok\"];
";

/// The types that `duel` writes itself. What it writes is compared with this below.
const OF_DUEL: &str = "
/** Who acts: a seat, or the program that sees that the game goes on. */
export type By = 1 | 2 | \"referee\";

/** Something that happened, as it is stored. */
export type Event = { v: 1; at: number; by: By } & (
  | { event: \"began\"; record: string; rules?: string }
  | { event: \"moved\"; move: Move }
  | { event: \"slipped\"; number: Offered }
  | { event: \"missed\"; number: Offered }
  | { event: \"took-back\"; moves: number }
  | { event: \"resigned\" }
  | { event: \"lost\"; seat: Seat; how: LostBy; fault?: string }
  | { event: \"helped\"; with: Help }
  | { event: \"next-round\"; fair: boolean }
  | { event: \"rematch\"; fair: boolean; id?: Id }
);

/** Something that happened in a game between people at several devices. */
export type LiveEvent = Event | { v: 1; at: number; by: By } & (
  | { event: \"opened\"; record: string; rules?: string; open: [boolean, boolean]; limit?: number }
  | { event: \"sat\"; name: Name; who: Who }
  | { event: \"other-device\" }
  | ({ event: \"proposed\" } & Proposal)
  | { event: \"declined\" }
  | { event: \"went-on\"; to: Id; title: string }
  | { event: \"called-off\" }
);

/** What needs the other one's consent. */
export type Proposal = { what: \"take-back\" } | { what: \"next-round\"; fair: boolean } | { what: \"rematch\"; fair: boolean };

/** What counts as help. */
export type Help = \"advice\" | \"verdicts\" | \"pairing\";

/** How somebody can lose a running game without naming a number. */
export type LostBy = \"resigning\" | \"time\" | \"forfeit\";

/** What somebody can do now. */
export type May = Record<\"play\" | \"take_back\" | \"resign\" | \"help\" | \"lose\" | \"next_round\" | \"rematch\" | \"fair_start\", boolean>;

/** What is kept from puzzle to puzzle. */
export type Progress = {
  streak: number;
  best: number;
  days: number;
  last_day: number | null;
  tried_day: number | null;
  tried: Tried[];
  seen: string[];
  ideas: string[];
  lessons: string[];
  puzzles: Solved;
};

/** Puzzles that were tried, and solved at the first try. */
export type Solved = { played: number; won: number };

/** A puzzle of a day that was tried. */
export type Tried = { name: string; help: Stage | null; solved: boolean | null };

/** A stage of help. */
export type Stage = \"nudge\" | \"idea\" | \"move\";

/** How somebody stands with a challenge. */
export type Standing = { wrong: number; help: Stage | null; found: boolean };

/** How a challenge ended. */
export type Went = \"at-once\" | \"with-help\" | \"after-mistakes\" | \"told\";
";

/// What is asked: a part that can be null can be left out as well.
const ASKED: [&str; 12] = [
    "Beginning",
    "Challenged",
    "Joining",
    "Making",
    "Outcome",
    "Place",
    "Posed",
    "Question",
    "Replay",
    "Saved",
    "Sought",
    "Wish",
];

fn optional(declaration: &str) -> String {
    let mut parts: Vec<String> = declaration.split(" | null").map(String::from).collect();
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        let name_ends = part.rfind(": ").unwrap();
        part.insert(name_ends, '?');
    }
    parts.join(" | null")
}

/// Everything that a type is made of, by name.
struct Declared(BTreeMap<String, String>);

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let config = Config::new();
        let name = T::ident(&config);
        let declaration = T::decl(&config);
        let declaration = if ASKED.contains(&&*name) { optional(&declaration) } else { declaration };
        let text = format!("\n{}export {declaration}\n", T::docs().unwrap_or_default());
        if self.0.insert(name, laid_out(&text)).is_none() {
            T::visit_dependencies(self);
        }
    }
}

/// Declarations as people write them: remarks in one line, a line for each part of what has remarks inside.
fn laid_out(text: &str) -> String {
    let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */ ").replace("\n * ", " ").replace(" \n", " ");
    // Of several forms each begins with a stroke, the first one too.
    let text = if text.contains("} | {") { text.replacen(" = {", " = | {", 1) } else { text };
    let mut out = String::new();
    // What is open, and how far its lines are set in if its parts have lines of their own.
    let mut open: Vec<(char, Option<usize>)> = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let depth = open.iter().rev().find_map(|(_, depth)| *depth).unwrap_or(0);
        let mut step = c.len_utf8();
        match (c, open.last()) {
            ('/', _) => {
                step = rest.find("*/").unwrap() + 2;
                out.push_str(&rest[..step]);
                break_line(&mut out, depth);
            }
            ('{', _) if !out.ends_with('$') => {
                let has_lines = rest[..rest.find('}').unwrap()].contains("/**");
                let inside = has_lines.then_some(if out.ends_with("| ") { depth + 2 } else { depth + 1 });
                open.push((c, inside));
                out.push(c);
                match inside {
                    Some(depth) => break_line(&mut out, depth),
                    None => out.push(' '),
                }
            }
            ('[' | '(' | '<', _) => {
                open.push((c, None));
                out.push(c);
            }
            ('}', Some(('{', inside))) => {
                out.truncate(out.trim_end().trim_end_matches(';').len());
                match inside {
                    Some(depth) => {
                        out.push(';');
                        break_line(&mut out, depth - 1);
                    }
                    None => out.push(' '),
                }
                out.push(c);
                open.pop();
            }
            (']' | ')' | '>', _) => {
                out.push(c);
                open.pop();
            }
            (',', Some(('{', inside))) => {
                out.push(';');
                if let Some(depth) = inside {
                    break_line(&mut out, *depth);
                }
            }
            ('|', _) if rest.starts_with("| {") => {
                break_line(&mut out, depth + 1);
                out.push(c);
            }
            // A name needs no quotes.
            ('"', Some(('{', _))) if rest[1..].find('"').is_some_and(|end| rest[end + 2..].starts_with(':')) => {
                let end = rest[1..].find('"').unwrap();
                out.push_str(&rest[1..=end]);
                step = end + 2;
            }
            (' ', _) if out.ends_with([' ', '\n']) => {}
            _ => out.push(c),
        }
        rest = &rest[step..];
    }
    out
}

fn break_line(out: &mut String, depth: usize) {
    out.truncate(out.trim_end().len());
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

#[test]
fn the_declarations_are_those_of_the_types() {
    let mut declared = Declared(BTreeMap::new());
    declared.visit::<Question>();
    declared.visit::<Answer>();
    declared.visit::<live::Making>();
    declared.visit::<live::Made>();
    declared.visit::<live::Joining>();
    declared.visit::<live::Seated>();
    declared.visit::<live::Doing>();
    declared.visit::<live::Done>();
    declared.visit::<live::HandOver>();
    declared.visit::<live::Wrong>();
    declared.visit::<live::Happening>();
    declared.visit::<live::Presence>();
    declared.visit::<live::Deleted>();
    let text = format!("{HEAD}{}{OF_DUEL}", declared.0.into_values().collect::<String>());
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert!(std::fs::read_to_string(FILE).unwrap() == text, "contract.d.ts is out of date: {RENEW}");
}

/// The names that a type knows, as it says itself when it is asked for another one.
fn known<T: DeserializeOwned>(wrong: Value) -> Vec<String> {
    let refused = serde_json::from_value::<T>(wrong).err().unwrap().to_string();
    let (_, expected) = refused.split_once("expected").unwrap();
    expected.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// What is declared of a type of the library, up to the next one.
fn declared(name: &str) -> &'static str {
    let (_, rest) = OF_DUEL.split_once(&format!("export type {name} = ")).unwrap();
    rest.split("\n\n").next().unwrap()
}

#[test]
fn what_the_library_writes_is_as_it_is_declared() {
    let one_of = |names: Vec<String>| format!("\"{}\";", names.join("\" | \""));
    assert_eq!(declared("Help"), one_of(known::<Help>(json!("?"))));
    assert_eq!(declared("LostBy"), one_of(known::<LostBy>(json!("?"))));
    // A former name is read, and never written.
    let is_written = |name: &String| json!(serde_json::from_value::<Stage>(json!(name)).unwrap()) == json!(name);
    let stages = known::<Stage>(json!("?")).into_iter().filter(is_written).collect();
    assert_eq!(declared("Stage"), one_of(stages));
    assert_eq!(declared("Went").trim_end(), one_of(known::<Went>(json!("?"))));
    let by = [By::Seat(Seat::One), By::Seat(Seat::Two), By::Referee].map(|by| json!(by).to_string());
    assert_eq!(declared("By"), format!("{};", by.join(" | ")));

    let parts = |name: &str, value: Value| {
        let names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        for part in &names {
            assert!(declared(name).contains(&format!("{part}: ")), "{name} has no {part}");
        }
        assert_eq!(declared(name).matches(": ").count(), names.len(), "{name}");
    };
    parts("Progress", json!(Progress::default()));
    parts("Standing", json!(Standing::default()));
    let position = RuleBook::find("chain").unwrap();
    let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Language::English));
    let (session, _) = Session::begin(Setup::new(position, sitters), 0).unwrap();
    let may = json!(session.may(By::Seat(Seat::One)));
    assert!(may.as_object().unwrap().keys().all(|part| declared("May").contains(&format!("\"{part}\""))));
    assert_eq!(declared("May").matches('"').count(), 2 * may.as_object().unwrap().len());
}

#[test]
fn events_are_as_they_are_declared() {
    let deeds = [
        Deed::Moved { chosen: Move::Pick(12) },
        Deed::Slipped { number: Typed::Number(7) },
        Deed::Missed { number: Typed::Number(7) },
        Deed::TookBack { moves: 2 },
        Deed::Resigned,
        Deed::Lost { seat: Seat::One, how: LostBy::Time, fault: Some("slept".into()) },
        Deed::Helped { with: Help::Advice },
        Deed::NextRound { fair: true },
        Deed::Rematch { fair: false, id: Some("a1".parse().unwrap()) },
    ];
    let names: Vec<String> = known::<Deed>(json!({"event": "?"}));
    assert_eq!(names.len(), deeds.len() + 1, "the beginning and these: {names:?}");
    assert_eq!(declared("Event").matches("| { event: ").count(), names.len());
    for deed in deeds {
        is_declared("Event", &Event { at: 0, by: By::Referee, deed }.to_json());
    }
}

/// Whether an event has the parts that are declared of it, and no other.
fn is_declared(name: &str, event: &str) {
    let json: Value = serde_json::from_str(event).unwrap();
    let own = json.as_object().unwrap().keys().filter(|part| !["v", "at", "by", "event"].contains(&part.as_str()));
    let own: Vec<&String> = own.collect();
    let line = declared(name).lines().find(|line| line.contains(&format!("{{ event: {}", json["event"]))).unwrap();
    assert!(own.iter().all(|part| line.contains(&format!(" {part}: ")) || line.contains(&format!(" {part}?: "))));
    assert_eq!(line.matches(": ").count(), own.len() + 1, "{line}");
}

#[test]
fn entries_of_a_log_are_as_they_are_declared() {
    let (at, seat) = (0, Seat::Two);
    let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Language::English));
    let (session, _) = Session::begin(Setup::new(RuleBook::find("chain").unwrap(), sitters), 0).unwrap();
    let (record, rules) = (Box::new(session.record()), Some("rules".into()));
    for entry in [
        Entry::Opened { at, record, rules, open: [false, true], limit: Some(60_000) },
        Entry::Sat { at, seat, name: "Bo".parse().unwrap(), who: Who::Program },
        Entry::OtherDevice { at, seat },
        Entry::Declined { at, seat },
        Entry::CalledOff { at, seat },
        Entry::WentOn { at, seat, to: "ab12".parse().unwrap(), title: "Juniper Green".into() },
    ] {
        is_declared("LiveEvent", &entry.to_json());
    }
    for (what, declares) in [
        (Proposal::TakeBack, r#"{ what: "take-back" }"#),
        (Proposal::NextRound { fair: true }, r#"{ what: "next-round"; fair: boolean }"#),
        (Proposal::Rematch { fair: true }, r#"{ what: "rematch"; fair: boolean }"#),
    ] {
        assert!(declared("Proposal").contains(declares));
        let json: Value = serde_json::from_str(&Entry::Proposed { at, seat, what }.to_json()).unwrap();
        let parts = json.as_object().unwrap().keys().filter(|part| declares.contains(&format!(" {part}: ")));
        assert_eq!(parts.count() + 4, json.as_object().unwrap().len());
    }
    assert_eq!(declared("LiveEvent").matches("{ event: ").count(), 7);
}
