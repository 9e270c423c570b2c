//! The tables of `docs/data` are what a survey finds, and what is to be cited is this version.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::path::{Path, PathBuf};
use std::process::Command;

use duel::Game;
use duel::solve::{SurveyRow, Watch, survey};

/// The last row of every table.
const LAST: u64 = 100_000;
/// All rows up to here are worked out again,
const PREFIX: u64 = 2_000;
/// and some further up: primes, powers, numbers with many divisors, and the end.
const SAMPLES: [u64; 8] = [2_003, 4_096, 10_007, 30_030, 55_440, 65_536, 99_991, LAST];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn unpacked(name: &str) -> String {
    let script = "import lzma, sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())";
    let run = Command::new("python3").args(["-c", script]).arg(root().join("docs/data").join(name)).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// A row as the tables have it.
fn line(row: &SurveyRow) -> String {
    let kinds = row.kinds.unwrap();
    let [first, last] = row.ends.map_or([String::new(), String::new()], |ends| ends.map(|pick| pick.to_string()));
    format!(
        "{},{},{},{},{},{},{},{},{first},{last}",
        row.upper,
        row.winner.unwrap().number(),
        row.first_picks,
        row.winning.unwrap(),
        row.matching.unwrap(),
        kinds.d,
        kinds.a,
        kinds.c
    )
}

#[test]
fn the_tables_are_what_a_survey_finds() {
    let heads = "n,winner,first_picks,winning_count,matching,d,a,c,first_winning,last_winning";
    let shown = std::fs::read_to_string(root().join("docs/data/README.md")).unwrap();
    for lowest in [1, 2] {
        let (name, code) = (format!("{lowest}-to-n.csv"), format!("take:{lowest}..{lowest}"));
        assert!(
            shown.contains(&format!(
                "`divisor-duel survey {code} {lowest}..{LAST} --csv --out {name} && xz -9e {name}`"
            ))
        );
        let table = unpacked(&format!("{name}.xz"));
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some(heads));
        let rows: Vec<&str> = lines.collect();
        assert_eq!(rows.len() as u64, LAST - lowest + 1);
        for (n, row) in (lowest..).zip(&rows) {
            let cells: Vec<&str> = row.split(',').collect();
            let [d, a, c] = [5, 6, 7].map(|at: usize| cells[at].parse::<u64>().unwrap());
            assert_eq!((cells.len(), cells[0], d + a + c), (10, n.to_string().as_str(), n - lowest + 1), "{row}");
        }
        let game: Game = code.parse().unwrap();
        let compare = |found: SurveyRow| assert_eq!(rows[(found.upper - lowest) as usize], line(&found), "{name}");
        survey(&game, lowest, PREFIX, &mut Watch::forever(), compare).unwrap();
        for n in SAMPLES {
            survey(&game, n, n, &mut Watch::forever(), compare).unwrap();
        }
    }
}

#[test]
fn what_is_to_be_cited_is_this_version() {
    let citation = std::fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let value = |key: &str| {
        let line = citation.lines().find_map(|line| line.strip_prefix(&format!("{key}: ")));
        line.unwrap_or_else(|| panic!("no {key}"))
    };
    assert_eq!(value("cff-version"), "1.2.0");
    assert_eq!(value("version"), env!("CARGO_PKG_VERSION"));
    let licences: Vec<&str> = citation.lines().filter_map(|line| line.strip_prefix("  - ")).collect();
    assert!(env!("CARGO_PKG_LICENSE").split(" OR ").all(|licence| licences.contains(&licence)));
    let whose = std::fs::read_to_string(root().join("LICENSE-MIT")).unwrap();
    let author = citation.lines().find_map(|line| line.strip_prefix("  - name: ")).unwrap();
    assert!(whose.contains(author), "{author} is whose licence it is");
}
