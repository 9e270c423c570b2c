//! What the records of an arena say, read and judged in the slowest and plainest way.

use std::collections::{BTreeMap, HashMap};

/// A game read by hand: its code, its players by name, its opening, its moves as text, who won (0 or 1) and why.
pub(crate) struct Slow {
    pub(crate) code: String,
    pub(crate) players: [String; 2],
    pub(crate) opening: usize,
    pub(crate) moves: Vec<String>,
    pub(crate) winner: usize,
    pub(crate) reason: String,
}

pub(crate) fn read_slowly(text: &str) -> Vec<Slow> {
    let mut games = Vec::new();
    for part in text.split("[Format \"1\"]\n").skip(1) {
        let header = |name: &str| {
            let start = part.split(&format!("[{name} \"")).nth(1).unwrap_or_else(|| panic!("{name} in {part}"));
            start.split("\"]").next().unwrap().to_string()
        };
        let result = header("Result");
        let moves = part.lines().filter(|line| !line.starts_with('['));
        games.push(Slow {
            code: header("Game"),
            players: [header("Player1"), header("Player2")],
            opening: header("Opening").parse().unwrap(),
            moves: moves.flat_map(str::split_whitespace).map(String::from).collect(),
            winner: if result.starts_with("1-0") { 0 } else { 1 },
            reason: result.split(' ').nth(1).unwrap().into(),
        });
    }
    games
}

/// Numbers that are there, and the last pick of a pool game.
pub(crate) type Situation = (Vec<u64>, Option<u64>);

pub(crate) fn start_of(code: &str) -> Situation {
    match code {
        "evens" => ((1..=10).map(|half| half * 2).collect(), None),
        "take:2..16" => ((2..=16).collect(), None),
        "divider:60,84" => (vec![60, 84], None),
        other => panic!("{other} is not a game of this test"),
    }
}

/// What can be played, as text, and what it leads to.
pub(crate) fn options(code: &str, (numbers, last): &Situation) -> Vec<(String, Situation)> {
    let mut options = Vec::new();
    if code.starts_with("divider") {
        for (at, &number) in numbers.iter().enumerate() {
            for by in (2..number).filter(|by| number % by == 0) {
                let mut after = numbers.clone();
                after[at] = number / by;
                after.sort_unstable();
                options.push((format!("{number}/{by}"), (after, None)));
            }
        }
        options.dedup();
    } else {
        for &pick in numbers {
            if last.is_none_or(|last| pick % last == 0 || last % pick == 0) {
                let after = numbers.iter().copied().filter(|&other| other != pick).collect();
                options.push((pick.to_string(), (after, Some(pick))));
            }
        }
    }
    options
}

pub(crate) fn wins(code: &str, situation: &Situation, known: &mut HashMap<Situation, bool>) -> bool {
    if let Some(&wins) = known.get(situation) {
        return wins;
    }
    let found = options(code, situation).iter().any(|(_, after)| !wins(code, after, known));
    known.insert(situation.clone(), found);
    found
}

/// Decisions, critical ones and mistakes, by bot, game and ply.
pub(crate) type Counts = BTreeMap<(String, String, usize), [u64; 3]>;

pub(crate) fn judge_slowly(games: &[Slow]) -> Counts {
    let mut counts = Counts::new();
    let mut known: HashMap<String, HashMap<Situation, bool>> = HashMap::new();
    for game in games {
        let known = known.entry(game.code.clone()).or_default();
        let mut situation = start_of(&game.code);
        for (ply, played) in game.moves.iter().enumerate() {
            let options = options(&game.code, &situation);
            let good = |(_, after): &&(String, Situation), known: &mut _| !wins(&game.code, after, known);
            let winning = options.iter().filter(|option| good(option, known)).count();
            let (_, after) = options.iter().find(|(text, _)| text == played).unwrap().clone();
            if ply >= game.opening {
                let is_critical = winning > 0 && winning < options.len();
                let is_mistake = is_critical && wins(&game.code, &after, known);
                let key = (game.players[ply % 2].clone(), game.code.clone(), ply + 1);
                let count = counts.entry(key).or_default();
                for (count, add) in count.iter_mut().zip([true, is_critical, is_mistake]) {
                    *count += u64::from(add);
                }
            }
            situation = after;
        }
        if game.reason == "no-move" {
            assert_eq!(options(&game.code, &situation), [], "the game is over");
            assert_eq!(game.winner, (game.moves.len() + 1) % 2, "whoever cannot move has lost");
        }
    }
    counts
}

/// Ratings by trying: one bot after the other a little up or down, as long as the results become more likely.
pub(crate) fn rate_slowly(names: &[String], games: &[Slow]) -> Vec<f64> {
    let at = |name: &String| names.iter().position(|known| known == name).unwrap();
    let mut wins = vec![vec![0.5; names.len()]; names.len()];
    for game in games {
        wins[at(&game.players[game.winner])][at(&game.players[1 - game.winner])] += 1.0;
    }
    let likelihood = |elo: &[f64]| -> f64 {
        let mut sum = 0.0;
        for (a, row) in wins.iter().enumerate() {
            for (b, won) in row.iter().enumerate().filter(|&(b, _)| b != a) {
                sum -= won * (1.0 + 10f64.powf((elo[b] - elo[a]) / 400.0)).ln();
            }
        }
        sum
    };
    let mut elo = vec![0.0; names.len()];
    let mut step = 128.0;
    while step > 1e-5 {
        let mut best = None;
        for bot in 0..names.len() {
            for change in [step, -step] {
                let mut moved = elo.clone();
                moved[bot] += change;
                if likelihood(&moved) > likelihood(&elo) + 1e-12 {
                    best = Some(moved);
                }
            }
        }
        match best {
            Some(moved) => elo = moved,
            None => step /= 2.0,
        }
    }
    let average = elo.iter().sum::<f64>() / elo.len() as f64;
    elo.iter().map(|rating| rating - average).collect()
}
