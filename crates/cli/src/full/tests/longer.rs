//! Texts that are longer, as those of another language may be.

use std::cell::Cell;

thread_local! {
    /// Whether every text of this test is longer than it is.
    pub(crate) static IS_LONG: Cell<bool> = const { Cell::new(false) };
}

/// The same text, each word of letters two fifths longer, and a letter at least.
pub(crate) fn stretched(text: &str) -> String {
    let longer = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        match word.char_indices().filter(|(_, c)| c.is_alphabetic()).last() {
            Some((at, last)) => {
                let (start, end) = word.split_at(at + last.len_utf8());
                format!("{start}{}{end}", last.to_string().repeat((letters * 2).div_ceil(5)))
            }
            None => word.to_string(),
        }
    };
    text.split(' ').map(longer).collect::<Vec<_>>().join(" ")
}
