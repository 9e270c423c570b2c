//! What came of a campaign, and the table in docs/soak.md.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;

const HEAD: &str = "| campaign | date | amount | findings | besides |\n|---|---|---|---|---|\n";

/// What came of a campaign.
#[derive(Default)]
pub(crate) struct Tally {
    /// How much was done, in words.
    pub(crate) amount: String,
    pub(crate) findings: Vec<String>,
    /// The slowest, the largest: whatever means something.
    pub(crate) besides: String,
}

/// Puts the row of one campaign into the table, and leaves the others as they are.
pub(crate) fn write_row(file: &Path, name: &str, tally: &Tally) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let findings = match tally.findings.len() {
        0 => "none".to_string(),
        many => format!("**{many}**"),
    };
    let row = format!("| {name} | {} | {} | {findings} | {} |\n", today(), tally.amount, tally.besides);
    std::fs::write(file, with_row(&text, name, &row)).with_context(|| format!("cannot write {}", file.display()))
}

fn with_row(text: &str, name: &str, row: &str) -> String {
    let begins = format!("| {name} |");
    let (before, table) = match text.split_once(HEAD) {
        Some((before, table)) => (before.to_string(), table),
        None => (format!("{}\n\n", text.trim_end()), ""),
    };
    let (rows, after): (Vec<&str>, Vec<&str>) = table.split_inclusive('\n').partition(|line| line.starts_with("| "));
    let is_new = !rows.iter().any(|line| line.starts_with(&begins));
    let rows = rows.into_iter().map(|line| if line.starts_with(&begins) { row } else { line });
    let rows: String = rows.chain(is_new.then_some(row)).collect();
    format!("{before}{HEAD}{rows}{}", after.concat())
}

/// Today in UTC. The civil calendar from days, counted from March so that the leap day comes last.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_its_own_place_and_no_other() {
        let one = with_row("# Soak\n\nWords.\n", "a", "| a | 1 |\n");
        assert_eq!(one, format!("# Soak\n\nWords.\n\n{HEAD}| a | 1 |\n"));
        let two = with_row(&format!("{one}\nMore words.\n"), "b", "| b | 1 |\n");
        assert_eq!(two, format!("# Soak\n\nWords.\n\n{HEAD}| a | 1 |\n| b | 1 |\n\nMore words.\n"));
        assert_eq!(with_row(&two, "a", "| a | 2 |\n"), two.replace("| a | 1 |", "| a | 2 |"));
    }
}
