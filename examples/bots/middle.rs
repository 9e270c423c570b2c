//! Plays the legal move in the middle. Needs nothing but a compiler:
//! rustc -O examples/bots/middle.rs && divisor-duel arena --bot rust=./middle --bot easy=level:1

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some((_, rest)) = line.split_once(r#""legal":["#) else { continue };
        let Some((legal, _)) = rest.split_once(']') else { continue };
        // At the end of a game nothing is legal, and nobody is asked.
        if !legal.is_empty() {
            let moves: Vec<&str> = legal.split(',').collect();
            let mut out = io::stdout();
            writeln!(out, "{}", moves[moves.len() / 2])?;
            out.flush()?;
        }
    }
    Ok(())
}
