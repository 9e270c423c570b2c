//! English.

mod coach;
mod longest;
mod moves;
mod people;
mod prose;
mod puzzles;
mod rules;
mod solve;
mod text;

/// What can be said in English.
pub trait English {
    /// It in English.
    fn english(&self) -> String;
}

/// Numbers, moves and the like, with commas between them.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// A large number with a comma between every three digits.
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
