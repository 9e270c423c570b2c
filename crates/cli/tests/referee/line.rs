//! Line mode: the whole transcript, line by line.

use crate::common::User;
use crate::games::{Game, hold, tidy};

#[test]
fn line_mode_shows_what_the_books_show() {
    hold("line mode", 1_000, User::new, transcript);
}

/// The referee knows every line there is, but for what is offered when all is over.
fn transcript(user: &User, game: &Game) -> Result<(), String> {
    let typed: String = game.steps().map(|step| format!("{}\n", step.typed)).collect();
    let options = game.options();
    let ran = user.run(&options.iter().map(String::as_str).collect::<Vec<_>>(), typed);
    let shown: Vec<&str> = ran.stdout.lines().filter(|line| !tidy(line).is_empty()).collect();
    for (at, expected) in game.lines.iter().enumerate() {
        let is_there = shown.get(at).is_some_and(|line| expected.is(line));
        if !is_there {
            let before = at.checked_sub(1).and_then(|at| shown.get(at));
            return Err(format!(
                "after   {before:?}\nexpected {expected:?}\nshown    {:?}{}",
                shown.get(at),
                ran.stderr
            ));
        }
    }
    if ran.code == Some(0) && ran.stderr.is_empty() { Ok(()) } else { Err(format!("{:?} {}", ran.code, ran.stderr)) }
}
