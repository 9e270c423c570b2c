//! `show`: the position after every move, and what is no move there.

use serde_json::{Value, json};

use crate::common::User;
use crate::games::{Came, Game, State, hold, says, written};

#[test]
fn show_tells_what_the_rules_say() {
    hold("show", 200, User::new, positions);
}

fn positions(user: &User, game: &Game) -> Result<(), String> {
    for round in &game.rounds {
        let mut state = &round.begin;
        position(user, game, state)?;
        for step in &round.steps {
            match step.came {
                Came::Move => position(user, game, &step.state)?,
                Came::Again | Came::Loss => refused(user, game, state, &step.typed, &step.said)?,
                // Nobody resigns there.
                Came::Resigned => {}
            }
            state = &step.state;
        }
    }
    Ok(())
}

fn arguments(game: &Game, state: &State) -> Vec<String> {
    let moves = state.moves.iter().map(written);
    ["show".into(), game.code.clone()].into_iter().chain(moves).collect()
}

fn show(user: &User, arguments: &[String]) -> crate::common::Ran {
    user.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

fn position(user: &User, game: &Game, state: &State) -> Result<(), String> {
    let mut arguments = arguments(game, state);
    arguments.push("--json".into());
    let ran = show(user, &arguments);
    let shown: Value =
        serde_json::from_str(&ran.stdout).map_err(|error| format!("{arguments:?}: {error} {}", ran.stderr))?;
    let mut expected = json!({
        "game": game.code,
        "moves": state.moves,
        "turn": state.turn,
        "last": state.last,
        "legal": state.legal,
        "outcome": state.outcome.as_ref().map(|outcome| json!({ "winner": outcome.winner, "reason": outcome.reason })),
    });
    if let Some(numbers) = &state.numbers {
        expected["numbers"] = json!(numbers);
    }
    if shown == expected { Ok(()) } else { Err(format!("{arguments:?}\nexpected {expected}\nshown    {shown}")) }
}

/// A text that is no legal move: in a list of moves it is wrong, whatever it costs in a game.
fn refused(user: &User, game: &Game, state: &State, typed: &str, said: &[Vec<String>]) -> Result<(), String> {
    // A list of moves is cut at white space.
    if typed.is_empty() || typed.contains(' ') {
        return Ok(());
    }
    let mut arguments = arguments(game, state);
    arguments.push(typed.into());
    let ran = show(user, &arguments);
    let is_refused = ran.code == Some(1) && ran.stdout.is_empty() && says(said, &ran.stderr);
    if is_refused {
        Ok(())
    } else {
        Err(format!("{arguments:?}\nexpected {said:?}\nshown    {} {}", ran.stdout, ran.stderr))
    }
}
