//! The standings at the end of an arena, for people and as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use crate::arena::tournament::Tally;
use crate::arena::tournament::plan::{Plan, Programme};
use crate::arena::tournament::standings::{Played, REASONS, Standings};
use crate::failure::Fallible;
use crate::line::output::Output;
use crate::text::width;

#[derive(Serialize)]
struct Summary<'a> {
    games: u64,
    /// How many games there are when all have been played.
    planned: usize,
    plies: u64,
    seed: u64,
    plan: &'a Plan,
    bots: Vec<Bot<'a>>,
    pairs: Vec<Pair<'a>>,
}

#[derive(Serialize)]
struct Bot<'a> {
    name: &'a str,
    games: u64,
    wins: u64,
    losses: BTreeMap<&'a str, u64>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    mistakes: Mistakes,
    by_game: BTreeMap<&'a str, InGame>,
    by_ply: BTreeMap<usize, Mistakes>,
}

#[derive(Serialize)]
struct InGame {
    #[serde(flatten)]
    played: Played,
    #[serde(flatten)]
    mistakes: Mistakes,
}

#[derive(Serialize)]
struct Mistakes {
    #[serde(flatten)]
    tally: Tally,
    share: Option<f64>,
}

#[derive(Serialize)]
struct Pair<'a> {
    bots: [&'a str; 2],
    wins: [u64; 2],
}

impl From<Tally> for Mistakes {
    fn from(tally: Tally) -> Mistakes {
        Mistakes { share: tally.share(), tally }
    }
}

/// The whole report as one line of JSON.
pub(crate) fn json(out: &mut Output<'_>, programme: &Programme, standings: &Standings) -> Fallible {
    let ratings = standings.ratings();
    let name = |bot: usize| programme.names[bot].as_str();
    let bots = (0..programme.names.len()).map(|bot| Bot {
        name: name(bot),
        games: standings.won(bot) + standings.lost(bot),
        wins: standings.won(bot),
        losses: REASONS.into_iter().zip(standings.losses[bot]).collect(),
        elo: ratings.as_ref().map(|ratings| ratings[bot].elo),
        elo_error: ratings.as_ref().map(|ratings| ratings[bot].error),
        mistakes: standings.overall(bot).into(),
        by_game: (0..programme.contests.len())
            .map(|game| {
                let (played, mistakes) = (standings.by_game[bot][game], standings.in_game(bot, game).into());
                (programme.contests[game].code.as_str(), InGame { played, mistakes })
            })
            .collect(),
        by_ply: (1..=standings.last_ply())
            .map(|ply| (ply, standings.at_plies(bot, ply..=ply)))
            .filter(|(_, tally)| tally.decisions > 0)
            .map(|(ply, tally)| (ply, tally.into()))
            .collect(),
    });
    let count = programme.names.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
    out.json(&Summary {
        games: standings.games,
        planned: programme.schedule.count(),
        plies: standings.plies,
        seed: programme.plan.seed,
        plan: &programme.plan,
        bots: bots.collect(),
        pairs: pairs
            .map(|(one, two)| Pair {
                bots: [name(one), name(two)],
                wins: [standings.wins[one][two], standings.wins[two][one]],
            })
            .filter(|pair| pair.wins != [0, 0])
            .collect(),
    })
}

/// The standings for people, the strongest first.
pub(crate) fn print(out: &mut Output<'_>, programme: &Programme, standings: &Standings) -> Fallible {
    let mut order: Vec<usize> = (0..programme.names.len()).collect();
    let ratings = standings.ratings();
    if let Some(ratings) = &ratings {
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    }
    let name = |bot: usize| programme.names[bot].as_str();
    let results = order.iter().map(|&bot| {
        let [no_move, illegal, time, forfeit] = standings.losses[bot].map(|count| count.to_string());
        let games = standings.won(bot) + standings.lost(bot);
        let elo = ratings
            .as_ref()
            .map_or("-".into(), |ratings| format!("{:+.0} ± {:.0}", ratings[bot].elo, ratings[bot].error));
        let share = percent((games > 0).then(|| standings.won(bot) as f64 / games as f64));
        vec![
            name(bot).into(),
            games.to_string(),
            standings.won(bot).to_string(),
            share,
            no_move,
            illegal,
            time,
            forfeit,
            elo,
        ]
    });
    let heads = ["bot", "games", "won", "score", "by rule", "illegal", "time", "forfeit", "Elo"];
    columns(out, "Results, and how games were lost", &heads, results.collect())?;

    let mut games: Vec<Vec<String>> = Vec::new();
    for &bot in &order {
        for (at, contest) in programme.contests.iter().enumerate() {
            let Played { games: played, wins } = standings.by_game[bot][at];
            let mistakes = mistakes_cells(standings.in_game(bot, at));
            games.push(
                [vec![name(bot).into(), contest.code.clone(), played.to_string(), wins.to_string()], mistakes].concat(),
            );
        }
        if programme.contests.len() > 1 {
            let played = standings.won(bot) + standings.lost(bot);
            let all = vec![name(bot).into(), "all".into(), played.to_string(), standings.won(bot).to_string()];
            games.push([all, mistakes_cells(standings.overall(bot))].concat());
        }
    }
    let heads = ["bot", "game", "games", "won", "decisions", "critical", "mistakes", "share", "unsettled"];
    out.line("")?;
    columns(
        out,
        "By game: won positions given away, among critical decisions (won, with a legal move that loses)",
        &heads,
        games,
    )?;

    let mut plies: Vec<Vec<String>> = Vec::new();
    let mut from = 1;
    while from <= standings.last_ply() {
        let to = from + from.next_power_of_two().max(4) - 1;
        for &bot in &order {
            let cells = mistakes_cells(standings.at_plies(bot, from..=to));
            plies.push([vec![name(bot).into(), format!("{from}-{to}")], cells].concat());
        }
        from = to + 1;
    }
    let heads = ["bot", "plies", "decisions", "critical", "mistakes", "share", "unsettled"];
    out.line("")?;
    columns(out, "The same by ply", &heads, plies)?;
    let is_settled = |tally: Tally| tally.critical + tally.unsettled == 0;
    if standings.games > 0 && order.iter().all(|&bot| is_settled(standings.overall(bot))) {
        let by = if programme.plan.opening > 0 { ", and the openings had decided every game" } else { "" };
        out.line(&format!("\nNo decision was critical: whatever the bots did changed nothing{by}."))?;
    }
    Ok(())
}

fn mistakes_cells(tally: Tally) -> Vec<String> {
    let Tally { decisions, critical, mistakes, unsettled } = tally;
    let mut cells: Vec<String> = [decisions, critical, mistakes].map(|count| count.to_string()).into();
    cells.extend([percent(tally.share()), unsettled.to_string()]);
    cells
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.1} %", share * 100.0))
}

/// Rows whose first columns are words and whose other columns are figures.
fn columns(out: &mut Output<'_>, title: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Fallible {
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).chain([width(heads[column])]).max();
    let widths: Vec<usize> = (0..heads.len()).filter_map(widest).collect();
    let line = |cells: Vec<&str>| {
        let cell = |(column, text): (usize, &str)| {
            let room = " ".repeat(widths[column] - width(text));
            let is_word = matches!(heads[column], "bot" | "game" | "plies");
            if is_word { format!("{text}{room}") } else { format!("{room}{text}") }
        };
        cells.into_iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    out.heading(title)?;
    out.heading(&line(heads.to_vec()))?;
    for row in &rows {
        writeln!(out, "{}", line(row.iter().map(String::as_str).collect()))?;
    }
    Ok(())
}
