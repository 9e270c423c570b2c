//! The full screen on a pseudo-terminal, as it is without any option: whose turn it is, the book's words, what was taken, the end.

use crate::common::User;
use crate::common::terminal::Terminal;
use crate::games::{Came, Game, Round, State, hold, numbers_in, says, tidy, written};

/// No moves anywhere, typed in turn. Once one is on the screen, everything that was typed before it has been drawn.
const MARKS: [&str; 2] = ["4444", "7777"];

/// A game on a terminal, and how often the screen was looked at.
struct Screen {
    terminal: Terminal,
    looks: usize,
}

#[test]
fn the_full_screen_shows_what_the_books_show() {
    hold("full screen", 40, User::new, screens);
}

fn screens(user: &User, game: &Game) -> Result<(), String> {
    let mut command = user.command();
    command.args(game.options());
    let mut screen = Screen { terminal: Terminal::start(command, 80, 24), looks: 0 };
    for (at, round) in game.rounds.iter().enumerate() {
        if at > 0 {
            screen.terminal.send("n");
            let number = format!("round {} of", at + 1);
            let is_there = |shown: &str| shown.contains(&number) && is_over(shown) == round.begin.outcome.is_some();
            screen.terminal.wait(&number, is_there);
        }
        screen.play(round)?;
    }
    screen.terminal.send("q");
    let (code, left) = screen.terminal.end();
    if (code, left.is_full_screen) == (0, false) { Ok(()) } else { Err(format!("left with {code}: {}", left.contents)) }
}

impl Screen {
    fn play(&mut self, round: &Round) -> Result<(), String> {
        self.look(&round.begin, &[])?;
        for step in &round.steps {
            let typed = step.typed.trim();
            let is_typed = |letter: char| letter.is_ascii_digit() || letter == '/';
            match step.came {
                Came::Resigned => self.terminal.send("ry"),
                _ if !typed.is_empty() && typed.chars().all(is_typed) => self.terminal.send(&format!("{typed}\r")),
                // These are keys that do nothing; letters are keys that do something else.
                _ if !typed.chars().any(|letter| is_typed(letter) || letter.is_ascii_alphabetic()) => {
                    self.terminal.send(typed);
                    self.look(&step.state, &[])?;
                    continue;
                }
                _ => continue,
            }
            self.look(&step.state, &step.said)?;
        }
        Ok(())
    }

    /// What is wrong with the screen, where the game stands so and this was said last.
    fn look(&mut self, state: &State, said: &[Vec<String>]) -> Result<(), String> {
        // Where there is a turn it is asked for, and where the game is over nobody types anything.
        let mark = MARKS[self.looks % MARKS.len()];
        self.looks += 1;
        self.terminal.send(mark);
        let mut screen = self.terminal.wait("a turn or the end", |shown| shown.contains(mark) || is_over(shown));
        if !is_over(&screen) {
            // A screen comes in pieces, but not the next one before all of it is there.
            let next = format!("{mark}0");
            self.terminal.send("0");
            screen = self.terminal.wait(&next, |shown| shown.contains(&next));
        }
        let whole = tidy(&screen);
        let mut missing: Vec<String> = Vec::new();
        let mut expect = |what: &str| {
            if !whole.contains(what) {
                missing.push(what.into());
            }
        };
        match &state.outcome {
            Some(_) => state.words.end.iter().for_each(|line| expect(line)),
            None => {
                expect(&state.mover);
                expect(&state.words.prompt);
                state.words.last.iter().for_each(|line| expect(line));
            }
        }
        if is_over(&screen) != state.outcome.is_some() {
            missing.push(if state.outcome.is_some() { "the end".into() } else { "a turn".into() });
        }
        if state.outcome.is_none() && !said.is_empty() && !says(said, &whole) {
            missing.push(format!("{said:?}"));
        }
        missing.extend(wrong_list(state, &screen));
        if state.outcome.is_none() {
            missing.extend(wrong_board(state, &screen));
        }
        if !missing.is_empty() {
            return Err(format!("missing {missing:?} after {:?}:\n{screen}", state.moves));
        }
        self.terminal.send(&"\u{7f}".repeat(mark.len() + 1));
        Ok(())
    }
}

/// The end has keys of its own, on the last line.
fn is_over(screen: &str) -> bool {
    screen.contains("v review")
}

/// The list of what was taken, if it is not as it should be: of a long one the end is enough.
fn wrong_list(state: &State, screen: &str) -> Option<String> {
    // Where the book has no name for it any will do that is one.
    let names = state.words.taken.as_deref().map_or(vec!["Divided:", "Divisions:"], |name| vec![name]);
    if state.moves.is_empty() {
        return None;
    }
    let Some(line) = screen.lines().find(|line| names.iter().any(|name| line.trim().starts_with(name))) else {
        return Some(format!("a list called one of {names:?}"));
    };
    let list = line.split_once(':').map_or(line, |(_, list)| list);
    let taken: Vec<u64> = state.moves.iter().flat_map(|each| numbers_in(&written(each))).collect();
    let shown = numbers_in(list);
    let is_cut = list.contains("...");
    let is_right = if is_cut { shown.len() > 1 && taken.ends_with(&shown) } else { taken == shown };
    (!is_right).then(|| format!("{taken:?}"))
}

/// The board, if it offers what is not legal; or, where all of it is in view, leaves something out.
fn wrong_board(state: &State, screen: &str) -> Option<String> {
    let board: Vec<&str> = screen.lines().skip(1).take_while(|line| !line.contains("----")).collect();
    let board = board.join("\n");
    let mut legal: Vec<String> = state.legal.iter().map(written).collect();
    let (mut offered, is_whole) = match (&state.pool, &state.numbers) {
        (Some(pool), _) => {
            // A sign stands in front of what can be picked, or the cursor around it.
            let signed = board.split(['.', '<', '>', '[']).skip(1).filter_map(leading_number);
            (signed.collect::<Vec<_>>(), numbers_in(&board).len() == pool.len() + state.moves.len())
        }
        (_, Some(numbers)) => {
            let divisors = board.split('/').skip(1).filter_map(leading_number);
            let offered: Vec<String> = divisors.map(|by| format!("{}/{by}", numbers[0])).collect();
            let is_whole = offered.len() == legal.len();
            (offered, is_whole)
        }
        (None, None) => return Some("a game with numbers".into()),
    };
    offered.sort();
    legal.sort();
    let is_right = if is_whole { offered == legal } else { offered.iter().all(|each| legal.contains(each)) };
    (!is_right).then(|| format!("legal {legal:?} and not {offered:?}"))
}

fn leading_number(text: &str) -> Option<String> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}
