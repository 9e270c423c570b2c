//! A row of a survey as it is written: its columns, and the forms that a file of rows can have.

use std::fmt::Write;

use clap::ValueEnum;
use duel::solve::SurveyRow;
use serde::{Deserialize, Serialize};

/// What a row says about an upper end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Column {
    /// Who wins, 1 or 2
    Winner,
    /// How many first picks are allowed
    FirstPicks,
    /// How many of them win
    Winning,
    /// How many pairs a largest pairing has
    Matching,
    /// How many numbers some largest pairing misses
    D,
    /// How many others go with one of those
    A,
    /// How many are left
    C,
    /// The smallest first pick that wins, 0 where none does
    First,
    /// The largest first pick that wins, 0 where none does
    Last,
}

/// A row in all its columns. What is absent was not found out, or means nothing in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) n: u64,
    pub(super) winner: Option<u8>,
    first_picks: u64,
    winning_count: Option<u64>,
    matching: Option<u64>,
    d: Option<u64>,
    a: Option<u64>,
    c: Option<u64>,
    first_winning: Option<u64>,
    last_winning: Option<u64>,
}

impl From<&SurveyRow> for Row {
    fn from(row: &SurveyRow) -> Row {
        Row {
            n: row.upper,
            winner: row.winner.map(duel::Side::number),
            first_picks: row.first_picks,
            winning_count: row.winning,
            matching: row.matching,
            d: row.kinds.map(|kinds| kinds.d),
            a: row.kinds.map(|kinds| kinds.a),
            c: row.kinds.map(|kinds| kinds.c),
            first_winning: row.ends.map(|[first, _]| first),
            last_winning: row.ends.map(|[_, last]| last),
        }
    }
}

impl Row {
    /// One value of it. Where no first pick wins the first and the last of them are 0, so that a sequence has no holes.
    pub(super) fn value(&self, column: Column) -> Option<u64> {
        let or_none_wins = |pick: Option<u64>| pick.or(self.winning_count.filter(|&count| count == 0));
        match column {
            Column::Winner => self.winner.map(u64::from),
            Column::FirstPicks => Some(self.first_picks),
            Column::Winning => self.winning_count,
            Column::Matching => self.matching,
            Column::D => self.d,
            Column::A => self.a,
            Column::C => self.c,
            Column::First => or_none_wins(self.first_winning),
            Column::Last => or_none_wins(self.last_winning),
        }
    }

    /// Which part of the first picks wins.
    pub(super) fn share(&self) -> Option<f64> {
        self.winning_count.map(|count| count as f64 / self.first_picks as f64)
    }

    /// All that stands behind `n`, in the order in which it is written.
    fn values(&self) -> [Option<u64>; 9] {
        let Row { first_picks, winning_count, matching, d, a, c, first_winning, last_winning, .. } = *self;
        let winner = self.winner.map(u64::from);
        [winner, Some(first_picks), winning_count, matching, d, a, c, first_winning, last_winning]
    }

    /// The row as people read it, in 80 columns.
    pub(super) fn for_people(&self) -> String {
        let mut line = format!("{:>7}", self.n);
        for (value, (_, width)) in self.values().into_iter().zip(HEADS) {
            let shown = value.map_or("-".into(), |value| value.to_string());
            // Nothing fails that writes into a text.
            let _ = write!(line, " {shown:>width$}");
        }
        line
    }
}

/// The heads of the columns behind `n`, and how wide they are.
const HEADS: [(&str, usize); 9] = [
    ("winner", 6),
    ("picks", 7),
    ("winning", 7),
    ("matching", 8),
    ("D", 7),
    ("A", 6),
    ("C", 7),
    ("first", 6),
    ("last", 7),
];

/// The heads of all columns, for people.
pub(super) fn heads() -> String {
    HEADS.iter().fold(format!("{:>7}", "n"), |line, (head, width)| format!("{line} {head:>width$}"))
}

/// What rows are written as, one a line, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Csv,
    Json,
    BFile(Column),
}

impl Form {
    /// What the form is called where two of them must be told apart.
    pub(super) fn name(self) -> String {
        match self {
            Form::Csv => "csv".into(),
            Form::Json => "json".into(),
            Form::BFile(column) => {
                let value = column.to_possible_value();
                format!("bfile {}", value.as_ref().map_or("", |value| value.get_name()))
            }
        }
    }

    /// What stands before the rows.
    pub(super) fn head(self) -> &'static str {
        match self {
            Form::Csv => "n,winner,first_picks,winning_count,matching,d,a,c,first_winning,last_winning\n",
            Form::Json | Form::BFile(_) => "",
        }
    }

    /// A row and the end of its line; none where there is no such value.
    pub(super) fn write(self, row: &Row) -> Option<String> {
        let mut line = match self {
            Form::BFile(column) => format!("{} {}", row.n, row.value(column)?),
            Form::Json => serde_json::to_string(row).ok()?,
            Form::Csv => {
                let cells = row.values().map(|value| value.map_or(String::new(), |value| value.to_string()));
                format!("{},{}", row.n, cells.join(","))
            }
        };
        line.push('\n');
        Some(line)
    }

    /// Reads a line that was written so, its end included: the upper end that it is about, and whether it has an answer. A line
    /// that would not have been written just like this is none.
    pub(super) fn read(self, line: &str) -> Option<(u64, bool)> {
        let cells = line.strip_suffix('\n')?;
        let row = match self {
            Form::Json => serde_json::from_str(cells).ok()?,
            Form::BFile(_) => {
                let (n, value) = cells.split_once(' ')?;
                let (n, value): (u64, u64) = (n.parse().ok()?, value.parse().ok()?);
                return (line == format!("{n} {value}\n")).then_some((n, true));
            }
            Form::Csv => {
                let read = |cell: &str| if cell.is_empty() { Some(None) } else { cell.parse::<u64>().ok().map(Some) };
                let cells: Vec<Option<u64>> = cells.split(',').map(read).collect::<Option<_>>()?;
                let &[n, winner, first_picks, winning_count, matching, d, a, c, first_winning, last_winning] =
                    cells.as_slice()
                else {
                    return None;
                };
                let winner = winner.map(u8::try_from).transpose().ok()?;
                let (n, first_picks) = (n?, first_picks?);
                Row { n, winner, first_picks, winning_count, matching, d, a, c, first_winning, last_winning }
            }
        };
        (self.write(&row).as_deref() == Some(line)).then_some((row.n, row.winner.is_some()))
    }
}
