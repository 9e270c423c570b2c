//! Several records in one text: one after the other, each beginning with its `[Format …]` line.

/// A text with several records, taken apart but not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records<'a> {
    /// What stands before the first record: comments, if anything.
    pub head: &'a str,
    /// The records in their order.
    pub records: Vec<RecordText<'a>>,
}

/// The text of one record, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordText<'a> {
    /// The text.
    pub text: &'a str,
    /// The line in which it begins, counted from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub at: usize,
}

/// Takes a text with several records apart. Nothing of it is lost: the head and the records together are the text.
///
/// ```
/// use duel::Record;
/// use duel::record::split_records;
///
/// let text = "# two games\n\n[Format \"1\"]\n[Game \"evens\"]\n\n12 6\n\n[Format \"1\"]\n[Game \"chain\"]\n\n14 7\n";
/// let split = split_records(text);
/// assert_eq!((split.head, split.records[1].line), ("# two games\n\n", 8));
/// assert_eq!(split.records[1].text.parse::<Record>()?.code(), "chain");
/// # Ok::<(), duel::TextError>(())
/// ```
pub fn split_records(text: &str) -> Records<'_> {
    let mut starts = Vec::new();
    let mut at = 0;
    for (line, content) in text.split_inclusive('\n').enumerate() {
        if content.trim_start().starts_with("[Format ") {
            starts.push((at, line + 1));
        }
        at += content.len();
    }
    let ends = starts.iter().skip(1).map(|&(at, _)| at).chain([text.len()]);
    let records = starts.iter().zip(ends).map(|(&(at, line), end)| RecordText { text: &text[at..end], line, at });
    Records { head: &text[..starts.first().map_or(text.len(), |&(at, _)| at)], records: records.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_whatever_stands_there() {
        for text in ["", "# only a comment", "[Format \"1\"]", "x\n[Format \"1\"]\n\n 1 2\n  [Format \"2\"]\n3", "\n\n"]
        {
            let split = split_records(text);
            let together: String = split.records.iter().map(|record| record.text).collect();
            assert_eq!(format!("{}{together}", split.head), text);
            for record in split.records {
                assert_eq!(&text[record.at..][..record.text.len()], record.text);
                assert_eq!(text[..record.at].matches('\n').count() + 1, record.line);
            }
        }
    }
}
