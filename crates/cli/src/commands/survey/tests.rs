//! Surveys that are interrupted, and files that are none.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use tempfile::TempDir;

use super::*;

#[derive(Parser)]
struct Only {
    #[command(flatten)]
    args: Args,
    #[command(flatten)]
    front: Front,
}

fn run(words: &[&str], out: &Path) -> Fallible {
    let words = ["survey"].iter().chain(words).map(PathBuf::from).chain(["--out".into(), out.into()]);
    let Only { args, front } = Only::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
    args.run(&front)
}

fn part_of(place: &Path) -> PathBuf {
    place.with_file_name(format!("{}.part", place.file_name().unwrap().to_str().unwrap()))
}

/// A folder, a place in it for a survey, and what a survey that nobody disturbs puts there.
fn undisturbed(words: &[&str]) -> (TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("rows");
    run(words, &place).unwrap();
    let whole = fs::read(&place).unwrap();
    assert!(!part_of(&place).exists());
    fs::remove_file(&place).unwrap();
    (folder, place, whole)
}

/// What stands in the unfinished file just before the end.
fn unfinished(words: &[&str], head: &str, whole: &[u8]) -> Vec<u8> {
    let form = words.iter().skip(2).map(|word| word.trim_start_matches('-')).collect::<Vec<_>>().join(" ");
    let rows = &whole[head.len()..];
    [format!("divisor-duel survey 1: {} {} {form}\n", words[0], words[1]).as_bytes(), rows].concat()
}

const SURVEYS: [&[&str]; 5] = [
    &["classic", "2..80", "--csv"],
    &["juniper-green", "1..40", "--json"],
    &["evens", "1..30", "--bfile", "first-picks"],
    &["last-resort", "1..14", "--csv"],
    &["take:2..9,misere", "2..14", "--json"],
];

fn head_of(words: &[&str]) -> &'static str {
    if words.contains(&"--csv") { Form::Csv.head() } else { "" }
}

#[test]
fn a_survey_that_was_cut_at_any_byte_ends_as_if_nothing_had_happened() {
    for words in SURVEYS {
        let (_folder, place, whole) = undisturbed(words);
        let full = unfinished(words, head_of(words), &whole);
        // In the first line, and in the last.
        let first = full.iter().position(|&byte| byte == b'\n').unwrap();
        let last = full[..full.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        for cut in (0..=first + 1).step_by(3).chain(last..=full.len()) {
            fs::write(part_of(&place), &full[..cut]).unwrap();
            run(words, &place).unwrap_or_else(|failure| panic!("{words:?} {cut}: {}", failure.words()));
            assert!(fs::read(&place).unwrap() == whole, "{words:?} cut at {cut}");
            assert!(!part_of(&place).exists());
            fs::remove_file(&place).unwrap();
        }
    }
}

#[test]
fn a_survey_that_was_whole_but_not_yet_put_away_is_put_away() {
    let words = SURVEYS[0];
    let (_folder, place, whole) = undisturbed(words);
    fs::write(part_of(&place), unfinished(words, head_of(words), &whole)).unwrap();
    fs::write(&place, &whole).unwrap();
    run(words, &place).unwrap();
    assert!(fs::read(&place).unwrap() == whole && !part_of(&place).exists());
    // What stands there now is a file like any other.
    assert!(run(words, &place).unwrap_err().words().contains("is there already"));
    fs::write(&place, "mine").unwrap();
    fs::write(part_of(&place), unfinished(words, head_of(words), &whole)).unwrap();
    assert!(run(words, &place).unwrap_err().words().contains("is there already"));
    assert_eq!(fs::read(&place).unwrap(), b"mine");
    run(&[words, &["--force"]].concat(), &place).unwrap();
    assert!(fs::read(&place).unwrap() == whole);
}

#[test]
fn what_is_not_this_survey_is_refused_and_left_alone() {
    let words = SURVEYS[0];
    let (_folder, place, whole) = undisturbed(words);
    let full = String::from_utf8(unfinished(words, head_of(words), &whole)).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(full.contains(from), "{from}");
        full.replacen(from, to, 1)
    };
    for (found, complaint) in [
        (changed("classic", "chain"), "holds another survey (divisor-duel survey 1: chain 2..80 csv)"),
        (changed("2..80", "2..81"), "holds another survey"),
        (changed("csv", "json"), "holds another survey"),
        (changed("survey 1", "survey 2"), "holds another survey"),
        ("\u{1b}[2J".into(), "is no unfinished survey"),
        ("x".repeat(5_000), "is no unfinished survey"),
        (changed("\n3,", "\n4,"), "line 3: the row of n = 3 should stand here"),
        (changed("\n3,1,", "\n3,01,"), "line 3: the row of n = 3"),
        (changed("\n3,1,", "\n3,,1,"), "line 3: the row of n = 3"),
        (changed("\n3,1,", "\n+3,1,"), "line 3: the row of n = 3"),
        (changed("\n3,1,", "\n3,1\0,"), "line 3: the row of n = 3"),
        (changed("\n3,", &format!("\n{},", "3".repeat(9_000))), "line 3: the row of n = 3"),
        (format!("{full}81,1,1,1,1,1,1,1,1,1\n"), "line 81: the end should stand here"),
    ] {
        fs::write(part_of(&place), &found).unwrap();
        let said = run(words, &place).unwrap_err().words();
        assert!(said.contains(complaint), "{said}");
        assert!(fs::read(part_of(&place)).unwrap() == found.as_bytes() && !place.exists());
        run(&[words, &["--force"]].concat(), &place).unwrap();
        assert!(fs::read(&place).unwrap() == whole);
        fs::remove_file(&place).unwrap();
    }
}

#[test]
fn every_form_reads_what_it_writes() {
    let values =
        [Column::Winner, Column::FirstPicks, Column::Winning, Column::Matching, Column::D, Column::A, Column::C];
    let forms = values.into_iter().chain([Column::First, Column::Last]).map(Form::BFile).chain([Form::Csv, Form::Json]);
    let mut rows = Vec::new();
    survey(&"juniper-green".parse().unwrap(), 2, 60, &mut duel::solve::Watch::forever(), |row| rows.push(row)).unwrap();
    for form in forms {
        for row in &rows {
            let line = form.write(&row.into()).unwrap();
            assert_eq!(form.read(&line), Some((row.upper, true)), "{line}");
            assert_eq!(form.read(line.trim_end()), None);
        }
    }
}

#[test]
fn a_survey_that_somebody_is_writing_is_left_to_them() {
    let words = SURVEYS[0];
    let (_folder, place, whole) = undisturbed(words);
    let full = unfinished(words, head_of(words), &whole);
    fs::write(part_of(&place), &full).unwrap();
    let theirs = fs::File::open(part_of(&place)).unwrap();
    theirs.lock().unwrap();
    for words in [words, &[words, &["--force"]].concat()] {
        assert!(run(words, &place).unwrap_err().words().contains("is being written just now"));
        assert!(fs::read(part_of(&place)).unwrap() == full && !place.exists());
    }
    drop(theirs);
    run(words, &place).unwrap();
    assert!(fs::read(&place).unwrap() == whole);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_neither_followed_nor_waited_for() {
    let words = SURVEYS[0];
    let (folder, place, _) = undisturbed(words);
    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, "").unwrap();
    std::os::unix::fs::symlink(&elsewhere, part_of(&place)).unwrap();
    assert!(run(words, &place).unwrap_err().words().contains("cannot open"));
    assert_eq!(fs::read(&elsewhere).unwrap(), b"");
    fs::remove_file(part_of(&place)).unwrap();
    fs::create_dir(part_of(&place)).unwrap();
    assert!(run(words, &place).unwrap_err().words().contains("cannot open"));
}
