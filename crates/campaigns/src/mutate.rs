//! Files of every kind, damaged in every way, through every command that reads them.

use std::sync::Mutex;
use std::sync::PoisonError;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::hall::{Hall, each};
use crate::measured::measure;
use crate::report::Tally;
use crate::samples::{Kind, Sample, samples};
use crate::user::{User, files_below};

/// Longer ones come into the table.
const SLOW: f64 = 1.0;
/// No file of the campaign is larger.
const LARGEST: usize = 4 << 20;

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "007",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "1000000000000",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1000000000000000000000000000000",
    "1e400",
    "NaN",
];

const TEXTS: [&str; 22] = [
    "[RecordTo \"stolen.txt\"]\n",
    "[RecordTo \"/etc/passwd\"]\n",
    "[Rules \"/dev/zero\"]\n",
    "[Rules \"../../../../etc/passwd\"]\n",
    "[Date \"$(touch stolen.txt)\"]\n",
    "[Date \"0000-99-99\"]\n",
    "[BestOf \"1000000000000\"]\n",
    "[Score \"999999999999-999999999999\"]\n",
    "[Seed \"18446744073709551616\"]\n",
    "[Hints1 \"1000000000000\"]\n",
    "[Type1 \"level:9\"]\n",
    "[Game \"take:1..1000000000000\"]\n",
    "[Game \"divide:897612484786617600\"]\n",
    "[Result \"1-0 illegal-number 99999999999999999999\"]\n",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "\u{9b}31m\u{202e}",
    "\0",
    "\u{feff}",
    "\r\n",
    "\\",
    "\"",
    "{player}{winner}{nonsense}{{",
];

const BRACKETS: [&str; 5] = ["[", "{\"a\":", "[[", "{", "("];

/// What came of one file.
struct Outcome {
    findings: Vec<String>,
    runs: usize,
    slow: usize,
}

pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let samples = samples(&hall.program)?;
    let extremes = Mutex::new([(0.0, String::new()), (0.0, String::new())]);
    let files: Vec<usize> = (0..count).collect();
    let outcomes = each(hall, &files, |&number| {
        let mut chance = hall.chance(&format!("mutate {number}"));
        let sample = &samples[number % samples.len()];
        let content = damaged(sample, &samples, &mut chance);
        let user = User::new(&hall.program)?;
        let mut outcome = Outcome { findings: Vec::new(), runs: 0, slow: 0 };
        user.write(sample.kind.place(), &content)?;
        for (arguments, typed) in sample.kind.readings() {
            if arguments.contains(&"resumed.duel") {
                user.write("resumed.duel", &content)?;
            }
            let before = strangers_files(&user);
            let measured = measure(&user, arguments, typed)?;
            let what = || format!("file {number} ({:?}), {}", sample.kind, arguments.join(" "));
            outcome.runs += 1;
            outcome.slow += usize::from(measured.seconds > SLOW);
            outcome.findings.extend(measured.wrong().map(|wrong| format!("{}: {wrong}", what())));
            if before != strangers_files(&user) {
                outcome.findings.push(format!("{}: files outside the store were written", what()));
            }
            let figures = [measured.seconds, measured.kilobytes as f64 / 1024.0];
            let mut extremes = extremes.lock().unwrap_or_else(PoisonError::into_inner);
            for (extreme, figure) in extremes.iter_mut().zip(figures) {
                if figure > extreme.0 {
                    *extreme = (figure, arguments[..2].join(" "));
                }
            }
        }
        if let Some(first) = outcome.findings.first_mut() {
            let kept = std::env::temp_dir().join(format!("soak-mutate-{number}"));
            std::fs::write(&kept, &content)?;
            first.push_str(&format!(" (the file is kept as {})", kept.display()));
        }
        Ok(vec![outcome])
    })?;
    let runs: usize = outcomes.iter().map(|outcome| outcome.runs).sum();
    let slow: usize = outcomes.iter().map(|outcome| outcome.slow).sum();
    let [(seconds, slowest), (megabytes, largest)] = extremes.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Tally {
        amount: format!("{count} files, {runs} runs"),
        findings: outcomes.into_iter().flat_map(|outcome| outcome.findings).collect(),
        besides: format!(
            "slowest {seconds:.1} s (`{slowest}`), {slow} above a second; largest {megabytes:.0} MB (`{largest}`)"
        ),
    })
}

/// The files that nobody may touch: all but the program's own, and what it was asked to go on with.
fn strangers_files(user: &User) -> crate::user::Files {
    let mut files = files_below(user.home());
    files.retain(|path, _| {
        !path.starts_with("data") && !path.starts_with("resumed.duel") && !path.starts_with("resumed.log")
    });
    files
}

fn damaged(sample: &Sample, samples: &[Sample], chance: &mut ChaCha8Rng) -> Vec<u8> {
    let mut content = sample.content.clone();
    // A file with a single damage gets furthest.
    let damages = if chance.random_bool(0.5) { 1 } else { chance.random_range(2..=4) };
    for _ in 0..damages {
        damage(&mut content, sample.kind, samples, chance);
        content.truncate(LARGEST);
    }
    content
}

/// One damage.
fn damage(content: &mut Vec<u8>, kind: Kind, samples: &[Sample], chance: &mut ChaCha8Rng) {
    let mut from_to = |length: usize| {
        let from = chance.random_range(0..=length);
        (from, chance.random_range(from..=length.min(from + 200)))
    };
    let (from, to) = from_to(content.len());
    match chance.random_range(0..13) {
        0 if !content.is_empty() => {
            for _ in 0..chance.random_range(1..=8) {
                let at = chance.random_range(0..content.len());
                content[at] ^= 1 << chance.random_range(0..8);
            }
        }
        1 => content.truncate(from),
        2 => drop(content.drain(from..to)),
        3 => {
            let again = content[from..to].repeat(10_usize.pow(chance.random_range(0..5)));
            content.splice(to..to, again);
        }
        4 => {
            let others: Vec<&Sample> =
                samples.iter().filter(|other| other.kind == kind || chance.random_bool(0.2)).collect();
            let other = &others[chance.random_range(0..others.len())].content;
            let at = chance.random_range(0..=other.len());
            content.splice(from..to, other[at..other.len().min(at + 500)].iter().copied());
        }
        5 | 6 => {
            let digits: Vec<usize> = (0..content.len()).filter(|&at| content[at].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = digits[chance.random_range(0..digits.len())];
                let length = content[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                content.splice(at..at + length, NUMBERS[chance.random_range(0..NUMBERS.len())].bytes());
            }
        }
        7 => {
            let deep = BRACKETS[chance.random_range(0..BRACKETS.len())].repeat(10_usize.pow(chance.random_range(1..6)));
            content.splice(from..from, deep.bytes());
        }
        8 => {
            let mut lines: Vec<&[u8]> = content.split_inclusive(|&byte| byte == b'\n').collect();
            if !lines.is_empty() {
                let [one, two] = [0, 1].map(|_| chance.random_range(0..lines.len()));
                lines.swap(one, two);
                *content = lines.concat();
            }
        }
        9 | 10 => {
            // What stands in quotation marks: a value of a header, a string of TOML or JSON.
            let quotes: Vec<usize> = (0..content.len()).filter(|&at| content[at] == b'"').collect();
            if let Some(pair) = quotes.chunks_exact(2).nth(chance.random_range(0..=quotes.len() / 2)) {
                let texts =
                    [NUMBERS[chance.random_range(0..NUMBERS.len())], TEXTS[chance.random_range(0..TEXTS.len())]];
                content.splice(pair[0] + 1..pair[1], texts[chance.random_range(0..2)].bytes());
            }
        }
        _ => {
            let text = TEXTS[chance.random_range(0..TEXTS.len())];
            // Headers go where headers are, everything else anywhere.
            let at =
                if text.starts_with('[') { content.iter().position(|&byte| byte == b'[').unwrap_or(0) } else { from };
            content.splice(at..at, text.bytes());
        }
    }
}
