//! "Did you mean …?": the nearest of a few known words.

/// The word of `known` that `typed` was probably meant to be, if one is near enough to be worth naming.
///
/// ```
/// assert_eq!(duel::speech::did_you_mean("clasic", ["classic", "chain"]), Some("classic"));
/// assert_eq!(duel::speech::did_you_mean("xyzzy", ["classic", "chain"]), None);
/// ```
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = typed.chars().take(64).flat_map(char::to_lowercase).collect();
    known
        .into_iter()
        .map(|word| (distance(&typed, &word.chars().collect::<Vec<_>>()), word))
        .filter(|&(distance, word)| distance <= 1 + word.len() / 5 && distance < word.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// How many letters must be put in, left out, replaced or swapped with a neighbour to turn one word into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_found() {
        let commands = ["help", "moves", "board", "undo", "resign", "save", "quit"];
        for (typed, meant) in [("hlep", "help"), ("Undo", "undo"), ("qiut", "quit"), ("resing", "resign")] {
            assert_eq!(did_you_mean(typed, commands), Some(meant));
        }
        for nonsense in ["", "z", "12.0", "two"] {
            assert_eq!(did_you_mean(nonsense, commands), None, "{nonsense}");
        }
    }
}
