//! The words of the page in a language: `words.en.json` and whatever stands beside it. A second language says what English says, no
//! more and no less, with the same values in its sentences.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};

use duel::speech::{Language, made_up};

/// The language that all others are measured by; its file is also what the page's modules import.
pub(crate) const ENGLISH: &str = "en";

/// The language that is made from English, for tests.
pub(crate) const MADE_UP: &str = "made-up";

/// What browsers call a language.
pub(crate) fn tag_of(language: &str) -> &str {
    if language == MADE_UP { Language::MadeUp.code() } else { language }
}

/// The name of a language's file.
pub(crate) fn file_of(language: &str) -> String {
    format!("words.{language}.json")
}

/// What is said, by its key.
#[derive(Debug, PartialEq)]
pub(crate) struct Words(BTreeMap<String, String>);

impl Words {
    /// The words in a language; `read` gives the text of a file.
    pub(crate) fn of(language: &str, read: &dyn Fn(&str) -> Result<String>) -> Result<Words> {
        let list = |language| {
            let file = file_of(language);
            Words::read(&read(&file)?).with_context(|| format!("in {file}"))
        };
        let english = list(ENGLISH)?;
        match language {
            ENGLISH => Ok(english),
            MADE_UP => Ok(Words(english.0.into_iter().map(|(key, said)| (key, made_up(&said))).collect())),
            other => {
                let words = list(other)?;
                words.check_against(&english).with_context(|| format!("in {}", file_of(other)))?;
                Ok(words)
            }
        }
    }

    fn read(text: &str) -> Result<Words> {
        let words = Words(serde_json::from_str(text)?);
        for (key, said) in &words.0 {
            places(said).with_context(|| format!("{key} cannot be said"))?;
        }
        Ok(words)
    }

    /// Refuses what is missing, what is too much, and a sentence with other values than the English one.
    fn check_against(&self, english: &Words) -> Result<()> {
        for (key, said) in &self.0 {
            let original = english.0.get(key).with_context(|| format!("{key} is nothing that the page says"))?;
            let (here, there) = (places(said)?, places(original)?);
            ensure!(here == there, "{key} has the places {here:?}, and in English it has {there:?}");
        }
        let missing: Vec<&String> = english.0.keys().filter(|key| !self.0.contains_key(*key)).collect();
        ensure!(missing.is_empty(), "there are no words for {missing:?}");
        Ok(())
    }

    /// All of them as they stand in a script.
    pub(crate) fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(&self.0)?)
    }

    /// A text in which `{{say key}}` stands for what is said.
    pub(crate) fn said_in(&self, text: &str) -> Result<String> {
        let mut parts = text.split("{{say ");
        let mut said = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (key, rest) = part.split_once("}}").context("{{say key}} is not closed")?;
            let words = self.0.get(key).with_context(|| format!("there are no words for {key}"))?;
            ensure!(!words.contains(['<', '&', '"', '{']), "{key} cannot stand in HTML as it is");
            said.push_str(words);
            said.push_str(rest);
        }
        Ok(said)
    }
}

/// The names of the values that a sentence has places for: `{name}`, and `{count:one|more}` for words that depend on a number.
fn places(said: &str) -> Result<BTreeSet<&str>> {
    let mut names = BTreeSet::new();
    let (mut alternatives, mut depth) = (0_i32, 0_i32);
    for (at, sign) in said.char_indices() {
        match sign {
            '{' => {
                let inside = &said[at + 1..];
                let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
                ensure!(end > 0, "a place has no name in: {said}");
                names.insert(&inside[..end]);
                alternatives += i32::from(inside[end..].starts_with(':'));
                depth += 1;
            }
            '|' => alternatives -= 1,
            '}' => depth -= 1,
            _ => {}
        }
        ensure!(depth >= 0, "a place is closed that was not opened in: {said}");
    }
    ensure!(depth == 0, "a place is not closed in: {said}");
    ensure!(alternatives == 0, "words for one and for more are {{count:one|more}}, which this is not: {said}");
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH_WORDS: &str =
        r#"{ "title": "Duel", "older": "{count:A game|{count} games} by {name}", "took": "{name} took {number}" }"#;

    fn words_of(language: &str, other: &str) -> Result<Words> {
        Words::of(language, &|file| Ok(if file == "words.en.json" { ENGLISH_WORDS } else { other }.into()))
    }

    fn problem(other: &str) -> String {
        format!("{:#}", words_of("de", other).unwrap_err())
    }

    #[test]
    fn another_language_says_the_same_in_its_own_way() {
        let words = words_of(
            "de",
            r#"{ "title": "Duell", "older": "von {name}: {count:ein Spiel|{count} Spiele}", "took": "{number}: {name}" }"#,
        );
        assert_eq!(words.unwrap().0["title"], "Duell");
    }

    #[test]
    fn another_language_lacks_nothing_and_has_nothing_more() {
        assert_eq!(
            problem(r#"{ "title": "Duell", "took": "{name} nahm {number}" }"#),
            "in words.de.json: there are no words for [\"older\"]"
        );
        assert_eq!(problem(r#"{ "titel": "Duell" }"#), "in words.de.json: titel is nothing that the page says");
        assert_eq!(
            problem(r#"{ "title": "Duell", "took": "{name} nahm {zahl}" }"#),
            "in words.de.json: took has the places {\"name\", \"zahl\"}, and in English it has {\"name\", \"number\"}"
        );
    }

    #[test]
    fn places_that_are_none_are_refused() {
        for (said, why) in [
            ("{name", "a place is not closed"),
            ("name}", "a place is closed that was not opened"),
            ("{}", "a place has no name"),
            ("{count:one}", "words for one and for more"),
        ] {
            let problem = problem(&format!(r#"{{ "title": "{said}" }}"#));
            assert!(
                problem.starts_with("in words.de.json: title cannot be said: ") && problem.contains(why),
                "{problem}"
            );
        }
    }

    #[test]
    fn words_stand_in_html() {
        let words = words_of(ENGLISH, "").unwrap();
        assert_eq!(words.said_in("<h1>{{say title}}</h1>").unwrap(), "<h1>Duel</h1>");
        assert!(words.said_in("{{say took}}").is_err(), "values cannot be put into it there");
        assert!(words.said_in("{{say nothing}}").is_err());
    }

    #[test]
    fn every_language_of_the_page_can_be_built() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../page");
        let read = |file: &str| Ok(std::fs::read_to_string(format!("{folder}/{file}"))?);
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let languages: Vec<String> =
            files.filter_map(|file| Some(file.strip_prefix("words.")?.strip_suffix(".json")?.to_owned())).collect();
        assert!(languages.iter().any(|language| language == ENGLISH));
        for language in languages.iter().map(String::as_str).chain([MADE_UP]) {
            Words::of(language, &read).unwrap();
        }
    }

    #[test]
    fn the_made_up_language_has_the_places_of_english() {
        let made = words_of(MADE_UP, "").unwrap();
        made.check_against(&words_of(ENGLISH, "").unwrap()).unwrap();
        assert_eq!(made.0["title"], "Đúúééļ");
    }
}
