//! A language for tests: English whose every letter is another one, and about two fifths longer.

/// A text in the made-up language. Numbers and signs stay; every letter becomes one that no English word has, and vowels are said
/// twice.
///
/// ```
/// assert_eq!(duel::speech::made_up("Take 12."), "Ťààķéé 12.");
/// ```
pub fn made_up(text: &str) -> String {
    const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const STRANGE: &str = "ÀßÇĎÉƑĜĤÎĴĶĹṀŃÕṖǪŔŠŤÛṼŴẊÝŽàƀçďéƒĝĥîĵķĺṁńõṗǫŕšťûṽŵẋýž";
    let strange = |letter| PLAIN.find(letter).and_then(|at| STRANGE.chars().nth(at)).unwrap_or(letter);
    let mut said = String::new();
    for letter in text.chars() {
        said.push(strange(letter));
        if "aeiouAEIOU".contains(letter) {
            said.extend(strange(letter).to_lowercase());
        }
    }
    said
}
