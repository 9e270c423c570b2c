//! The door through which every text of the full screen goes.

/// A text for people: a whole sentence or a label, never a part of one.
macro_rules! say {
    ($($text:tt)*) => { $crate::full::say::said(format!($($text)*)) };
}
pub(crate) use say;

pub(crate) fn said(text: String) -> String {
    #[cfg(test)]
    let text = super::tests::longer::hear(text);
    text
}

/// Sentences one after the other, without those that are empty.
pub(crate) fn together(sentences: impl IntoIterator<Item = String>) -> String {
    let said: Vec<String> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
    said.join(" ")
}
