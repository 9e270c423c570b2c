//! The table: every solver on every pool, beside ours. There is none where two of them disagree.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use crate::measurement::Measurement;

/// The measurements in Markdown, medians where a solver ran several times.
pub fn markdown(measurements: &[Measurement]) -> Result<String, String> {
    let mut table = String::from(
        "| pool | solver | runs | build | solve | both | peak memory | time / ours | memory / ours |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let pools: BTreeSet<u64> = measurements.iter().map(|one| one.n).collect();
    for n in pools {
        let on_pool: Vec<&Measurement> = measurements.iter().filter(|one| one.n == n).collect();
        agree(&on_pool)?;
        let ours = Row::of("ours", &on_pool).ok_or_else(|| format!("2 to {n}: nothing of ours to compare with"))?;
        let peers: BTreeSet<&str> =
            on_pool.iter().map(|one| one.peer.as_str()).filter(|&peer| peer != "ours").collect();
        for row in peers.into_iter().filter_map(|peer| Row::of(peer, &on_pool)) {
            row.write(&mut table, n, &ours);
        }
        ours.write(&mut table, n, &ours);
    }
    Ok(table)
}

/// Every solver has to give every answer that another one gives.
fn agree(on_pool: &[&Measurement]) -> Result<(), String> {
    same(on_pool, |one| one.answer.matching)?;
    same(on_pool, |one| one.answer.missable)
}

fn same<T: PartialEq>(on_pool: &[&Measurement], answer: impl Fn(&Measurement) -> Option<T>) -> Result<(), String> {
    let mut answering = on_pool.iter().filter_map(|one| Some((one, answer(one)?)));
    let Some((first, known)) = answering.next() else { return Ok(()) };
    match answering.find(|(_, other)| *other != known) {
        Some((other, _)) => Err(format!("they disagree:\n{first}\n{other}")),
        None => Ok(()),
    }
}

/// The medians of one solver on one pool.
struct Row<'a> {
    peer: &'a str,
    runs: usize,
    build: Duration,
    solve: Duration,
    both: Duration,
    memory: u64,
}

impl<'a> Row<'a> {
    fn of(peer: &'a str, on_pool: &[&Measurement]) -> Option<Row<'a>> {
        let runs: Vec<&Measurement> = on_pool.iter().copied().filter(|one| one.peer == peer).collect();
        Some(Row {
            peer,
            runs: runs.len(),
            build: median(runs.iter().map(|run| run.build))?,
            solve: median(runs.iter().map(|run| run.solve))?,
            both: median(runs.iter().map(|run| run.build + run.solve))?,
            memory: median(runs.iter().map(|run| run.memory))?,
        })
    }

    fn write(&self, table: &mut String, n: u64, ours: &Row) {
        let ratio = |a: f64, b: f64| rounded(a / b);
        let time = ratio(self.both.as_secs_f64(), ours.both.as_secs_f64());
        let memory = ratio(self.memory as f64, ours.memory as f64);
        let [build, solve, both] = [self.build, self.solve, self.both].map(time_for_people);
        let peak = self.memory as f64 * 1_024.0 / 1e6;
        let (pool, peer, runs, peak) = (grouped(n), self.peer, self.runs, rounded(peak));
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| 2–{pool} | {peer} | {runs} | {build} | {solve} | {both} | {peak} MB | {time} | {memory} |"
        );
    }
}

/// The upper one of two.
fn median<T: Ord>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    let middle = values.len() / 2;
    values.into_iter().nth(middle)
}

fn time_for_people(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0 => "–".into(),
        ..1.0 => format!("{} ms", rounded(seconds * 1e3)),
        _ => format!("{} s", rounded(seconds)),
    }
}

/// Three digits, or all before the point.
fn rounded(value: f64) -> String {
    match value {
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => grouped(value.round() as u64),
    }
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "peer=ours n=20 build=0 solve=0.002 rss=2000 matching=7 missable=18 hash=f";

    fn table(lines: &[&str]) -> Result<String, String> {
        markdown(&lines.iter().map(|line| line.parse().unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn medians_stand_beside_ours() {
        let lemon = |solve| format!("peer=lemon n=20 build=0.01 solve={solve} rss=50000 matching=7 missable=18 hash=f");
        let table =
            table(&[OURS, &lemon(5), &lemon(1), &lemon(2), "peer=petgraph n=20 build=0 solve=1 rss=1 matching=7"]);
        let rows: Vec<String> = table.unwrap().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(rows[0], "| 2–20 | lemon | 3 | 10.0 ms | 2.00 s | 2.01 s | 51.2 MB | 1,005 | 25.0 |");
        assert!(rows[1].starts_with("| 2–20 | petgraph | 1 | – | 1.00 s |"), "{rows:?}");
        assert_eq!(rows[2], "| 2–20 | ours | 1 | – | 2.00 ms | 2.00 ms | 2.05 MB | 1.00 | 1.00 |");
    }

    #[test]
    fn a_disagreement_leaves_no_table() {
        for other in [
            "peer=petgraph n=20 build=0 solve=1 rss=1 matching=6",
            "peer=lemon n=20 build=0 solve=1 rss=1 matching=7 missable=17 hash=f",
            "peer=lemon n=20 build=0 solve=1 rss=1 matching=7 missable=18 hash=e",
        ] {
            let between = "peer=petgraph n=20 build=0 solve=1 rss=1 matching=7";
            assert!(table(&[OURS, between, other]).unwrap_err().starts_with("they disagree"), "{other}");
            assert!(table(&[other, between, OURS]).is_err(), "{other}");
        }
        assert!(table(&["peer=petgraph n=20 build=0 solve=1 rss=1 matching=7"]).is_err());
    }
}
