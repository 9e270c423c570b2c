//! Text for a terminal: how many columns it takes, where its lines break, how a shell takes it.

use std::ops::Range;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// What a terminal rings at, or shows in its own way.
pub(crate) const BELL: &str = "\x07";

/// The width to which prose is wrapped.
pub(crate) const PAGE: usize = 80;

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A text as lines of at most this many columns. Its own line breaks are kept; a word longer than a line is broken.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let options = options(columns);
    text.lines().flat_map(|line| textwrap::wrap(line, &options)).map(String::from).collect()
}

/// Where the lines of a text stand in it, broken between words alone: for whoever gives the pieces of a line colours.
/// White space at a break is in no line; at the end of the text it is in the last.
pub(crate) fn lines(text: &str, columns: usize) -> Vec<Range<usize>> {
    let options = options(columns).break_words(false).preserve_trailing_space(true);
    let mut lines = Vec::new();
    let mut start = 0;
    for paragraph in text.split('\n') {
        let wrapped = textwrap::wrap(paragraph, &options);
        for (at, line) in wrapped.iter().enumerate() {
            let shown = if at + 1 < wrapped.len() { line.trim_end() } else { line };
            lines.push(start..start + shown.len());
            start += line.len();
        }
        start += 1;
    }
    lines
}

fn options(columns: usize) -> Options<'static> {
    Options::new(columns)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
}

/// Prose as a page has it, every line behind this indent.
pub(crate) fn prose(text: &str, indent: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = wrap(&text, PAGE - width(indent)).into_iter().map(|line| format!("{indent}{line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// "1 move", "2 moves".
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_and_not_characters() {
        assert_eq!([width("abc"), width("漢字"), width("e\u{301}"), width("")], [3, 4, 1, 0]);
        assert_eq!(wrap("漢字 漢字", 4), ["漢字", "漢字"]);
        assert_eq!(wrap("漢字 漢字", 9), ["漢字 漢字"]);
    }

    #[test]
    fn line_breaks_are_kept_and_long_words_are_broken() {
        assert_eq!(wrap("one two\n\nthree", 5), ["one", "two", "", "three"]);
        assert_eq!(wrap("see /a/long/path", 6), ["see", "/a/lon", "g/path"]);
        assert_eq!(wrap("漢字", 1), ["漢", "字"], "a letter that is wider than the line has a line of its own");
        assert_eq!(wrap("well-known 1–2", 8), ["well-kno", "wn 1–2"], "only white space separates words");
        assert_eq!(wrap("", 5), [""; 0]);
    }

    #[test]
    fn the_lines_of_a_text_say_where_they_stand() {
        let text = "12, 345 6 \nabcdefg ";
        let shown = |columns| lines(text, columns).into_iter().map(|line| &text[line]).collect::<Vec<_>>();
        assert_eq!(shown(80), ["12, 345 6 ", "abcdefg "]);
        assert_eq!(shown(4), ["12,", "345", "6 ", "abcdefg "], "no word is broken");
    }

    #[test]
    fn no_line_is_wider_than_the_page() {
        let wrapped = prose(&"seven letters\n".repeat(30), "  ");
        assert!(wrapped.lines().all(|line| line.starts_with("  ") && line.len() <= PAGE));
        assert_eq!(wrapped.split_whitespace().count(), 60);
    }
}
