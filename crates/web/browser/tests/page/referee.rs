//! The page held against the second referee: whose turn it is, the book's words, what was taken, what can be taken, the end.

use browser::{Person, person};
use serde_json::{Value, json};

use crate::games::{Came, Game, Round, State, hold, says, tidy, written};
use crate::steps::{LEGAL, play_against, resign, unfold};

/// The key, as drivers of browsers have it.
const ENTER: char = '\u{e007}';

#[test]
fn the_page_shows_what_the_books_show() {
    hold("page", 15, person, screens);
}

fn screens(person: &Person, game: &Game) -> Result<(), String> {
    person.script("localStorage.removeItem('divisor-duel.games'); return null;", json!([]));
    begin(person, game);
    for (at, round) in game.rounds.iter().enumerate() {
        if at > 0 {
            person.press("Next round");
            let is_over = round.begin.outcome.is_some();
            person.wait_for(&format!("{is_over} || !document.querySelector('.end h2')"));
        }
        play(person, round)?;
    }
    Ok(())
}

/// Two people start this game from the first page. A match is one that was left before its first move.
fn begin(person: &Person, game: &Game) {
    person.go("#/");
    play_against(person, "0");
    let rounds = game.best_of.map(|most| ("BestOf", most)).or(game.all_of.map(|all| ("Rounds", all)));
    if let Some((kind, rounds)) = rounds {
        let [one, two] = if game.first == 1 { [0, 1] } else { [1, 0] }.map(|seat: usize| &game.names[seat]);
        let id = format!("match{}", game.number);
        let record = format!(
            "[Format \"1\"]\n[Game \"{}\"]\n[Player1 \"{one}\"]\n[Player2 \"{two}\"]\n[Result \"*\"]\n[Id \"{id}\"]\n\
             [{kind} \"{rounds}\"]\n[Seat1 \"{}\"]\n\n",
            game.code, game.names[0]
        );
        let kept = json!([{ "id": id, "record": record, "rules": null }]);
        let keep = "localStorage.setItem('divisor-duel.games', JSON.stringify(arguments[0])); return null;";
        person.script(keep, json!([kept]));
        person.go(&format!("#/game?id={id}"));
        return;
    }
    unfold(person);
    for (field, name) in ["[name=name1]", "[name=name2]"].into_iter().zip(&game.names) {
        person.fill(field, if name.starts_with("Player") { "" } else { name });
    }
    person.choose("select:has([value=second])", if game.first == 1 { "first" } else { "second" });
    person.fill("[name=code]", &format!("{}{ENTER}", game.code));
}

fn play(person: &Person, round: &Round) -> Result<(), String> {
    look(person, &round.begin, &[])?;
    for step in &round.steps {
        if step.came == Came::Resigned {
            resign(person);
        } else {
            person.fill("[name=typed]", &format!("{}{ENTER}", step.typed));
        }
        look(person, &step.state, &step.said)?;
    }
    Ok(())
}

/// What is wrong with the page, where the game stands so and this was said last.
fn look(person: &Person, state: &State, said: &[Vec<String>]) -> Result<(), String> {
    // The page is looked at when no answer is awaited any more.
    let seen = person.wait_for(&format!(
        "(() => {{
            const text = (selector) => document.querySelector(selector)?.textContent ?? '';
            const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
            const board = [...document.querySelectorAll('{LEGAL}')];
            if (text('.end h2') === '' && !document.querySelector('[name=typed]')) return null;
            return {{
                whole: text('#content'), status: text('.status'), message: text('.message'), end: text('.end h2'),
                list: text('.chain strong'), taken: texts('.chain span'),
                legal: board.map(({{ dataset }}) => dataset.move ?? dataset.number),
            }};
        }})()"
    ));
    let shown = |part: &str| tidy(seen[part].as_str().unwrap());
    let list = |values: &[Value]| values.iter().map(written).collect::<Vec<_>>();
    let mut missing: Vec<String> = Vec::new();
    let mut expect = |part: &str, what: &str| {
        if !shown(part).contains(what) {
            missing.push(format!("{what:?} in {part}"));
        }
    };
    match &state.outcome {
        Some(_) => state.words.end.iter().for_each(|line| expect("end", line)),
        None => {
            expect("status", &state.mover);
            expect("whole", &state.words.prompt);
            state.words.last.iter().for_each(|line| expect("whole", line));
        }
    }
    if !state.moves.is_empty() {
        expect("list", state.words.taken.as_deref().unwrap_or_default());
    }
    if shown("end").is_empty() == state.outcome.is_some() {
        missing.push(if state.outcome.is_some() { "the end".into() } else { "a turn".into() });
    }
    if state.outcome.is_none() && !said.is_empty() && !says(said, &shown("message")) {
        missing.push(format!("{said:?}"));
    }
    let (taken, legal) = (list(seen["taken"].as_array().unwrap()), list(seen["legal"].as_array().unwrap()));
    if taken != list(&state.moves) {
        missing.push(format!("taken {:?}", list(&state.moves)));
    }
    let expected = if state.outcome.is_none() { list(&state.legal) } else { vec![] };
    if legal != expected {
        missing.push(format!("legal {expected:?}"));
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("missing {missing:?} after {:?}: {seen}", list(&state.moves))) }
}
