//! A made-up language: English that can still be read, but that nobody has written anywhere. Whatever is still in plain letters on
//! a screen in this language has gone past this room and the lists of words, and since every sentence is about 40 % longer, what has room for it has
//! room for other languages.

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MARKED: &str = "áƀçđéƒğħíĵķļṁñóṗɋřšţúṽŵẋýžÁḂÇĐÉḞĞĦÍĴĶĻṀÑÓṖɊŘŠŢÚṼŴẊÝŽ";

/// The letters that are written twice: the vowels and, because those alone are not enough, two that are common.
const TWICE: &str = "aeiounsAEIOUNS";

/// A text in the made-up language. Places for values stay as they are: `{name}`, and of `{count:move|moves}` all but the words.
/// What is in that language already does not change.
pub fn made_up(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((words, place)) = rest.split_once('{') {
        let end = place.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(place.len());
        made.extend(words.chars().flat_map(marked));
        made.push('{');
        made.push_str(&place[..end]);
        rest = &place[end..];
    }
    made.extend(rest.chars().flat_map(marked));
    made
}

/// A letter as it is written in that language.
fn marked(plain: char) -> impl Iterator<Item = char> {
    let at = PLAIN.chars().position(|letter| letter == plain);
    let letter = at.and_then(|at| MARKED.chars().nth(at)).unwrap_or(plain);
    std::iter::repeat_n(letter, if TWICE.contains(plain) { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_marked_and_no_other_sign() {
        assert_eq!(made_up("Rules of 12, 6?"), "Řúúļééšš óóƒ 12, 6?");
        let all = made_up(PLAIN);
        assert!(!all.contains(|c: char| c.is_ascii_alphabetic()), "{all}");
        assert_eq!(PLAIN.chars().count(), MARKED.chars().count());
    }

    #[test]
    fn places_for_values_stay() {
        assert_eq!(made_up("{name} won"), "{name} ŵóóññ");
        assert_eq!(made_up("{count} {count:move|moves}."), "{count} {count:ṁóóṽéé|ṁóóṽééšš}.");
        assert_eq!(made_up("{count:one|the {count} others}"), "{count:óóññéé|ţħéé {count} óóţħééřšš}");
        assert_eq!(made_up("{"), "{");
    }

    #[test]
    fn what_is_made_up_already_does_not_change() {
        let once = made_up("Taken by {name}: {count:one|more}");
        assert_eq!(made_up(&once), once);
    }

    #[test]
    fn a_sentence_is_about_40_percent_longer() {
        let sentence =
            "Take turns picking numbers, each a divisor or a multiple of the last. Whoever cannot move loses.";
        let longer = made_up(sentence).chars().count() * 100 / sentence.chars().count();
        assert!((135..=145).contains(&longer), "{longer}");
    }
}
