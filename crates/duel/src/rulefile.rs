//! Reading a rule file, and saying where one is wrong.

use std::fmt;
use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::code::parse;
use crate::computer::Level;
use crate::game::{Game, Kind};
use crate::moves::Move;
use crate::rulebook::{Provenance, RuleBook, Tip};
use crate::suggest::did_you_mean;
use crate::text::{RuleFileProblem, TextError, TextProblem};
use crate::words::{Phrase, Template, Voice, Words};

/// A rule file is a page of text; what is much larger is something else.
pub const RULE_FILE_BYTES: usize = 1 << 16;
/// The built-in books have some fifty, nearly all of them placeholders.
const MOST_BRACKETS: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    id: Spanned<String>,
    title: Spanned<String>,
    summary: Spanned<String>,
    game: Spanned<String>,
    rules: Option<Spanned<String>>,
    scoring: Option<Spanned<String>>,
    tips_title: Option<Spanned<String>>,
    #[serde(default)]
    tips: Vec<Spanned<TipEntry>>,
    example: Option<Spanned<String>>,
    opponents: Option<Spanned<Vec<u8>>>,
    #[serde(default)]
    words: WordsTable,
}

/// Advice: a text alone, or one with a name and the truth about it.
struct TipEntry(Tip);

impl<'de> Deserialize<'de> for TipEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TipEntry, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Named {
            name: Option<String>,
            text: String,
            truth: Option<String>,
        }

        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Named;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or a table with text, name and truth")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Named, E> {
                Ok(Named { name: None, text: text.into(), truth: None })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Named, A::Error> {
                Named::deserialize(MapAccessDeserializer::new(map))
            }
        }

        let Named { name, text, truth } = deserializer.deserialize_any(Either)?;
        Ok(TipEntry(Tip { name, text, truth }))
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WordsTable {
    taken_list: Option<Spanned<String>>,
    turn_of: Option<Spanned<String>>,
    welcome: Option<Spanned<String>>,
    first_turn: Option<Spanned<String>>,
    first_prompt: Option<Spanned<String>>,
    turn: Option<Spanned<String>>,
    prompt: Option<Spanned<String>>,
    played: Option<Spanned<String>>,
    end: Option<Spanned<String>>,
    several: Option<Spanned<Box<WordsTable>>>,
    you: Option<Spanned<Box<WordsTable>>>,
    computer: Option<Spanned<Box<WordsTable>>>,
}

impl WordsTable {
    fn get(&self, phrase: Phrase) -> Option<&Spanned<String>> {
        match phrase {
            Phrase::TakenList => &self.taken_list,
            Phrase::TurnOf => &self.turn_of,
            Phrase::Welcome => &self.welcome,
            Phrase::FirstTurn => &self.first_turn,
            Phrase::FirstPrompt => &self.first_prompt,
            Phrase::Turn => &self.turn,
            Phrase::Prompt => &self.prompt,
            Phrase::Played => &self.played,
            Phrase::End => &self.end,
        }
        .as_ref()
    }
}

/// Reads a rule file in which the names of `books` may stand for their codes.
pub(crate) fn read(text: &str, source: Provenance, books: &[RuleBook]) -> Result<RuleBook, TextError> {
    let (text, file) = parsed::<RuleFile>(text)?;
    let reader = Reader { text: &text };
    let id = reader.id(&file.id)?;
    let own_game = parse(file.game.get_ref(), books).map_err(|error| {
        let at = reader.locate(&file.game.span(), file.game.get_ref(), error.at.start);
        reader.wrong(at, error.problem)
    })?;
    if own_game.pool().is_some_and(|pool| pool.count() > crate::game::PLAYABLE_NUMBERS) {
        return Err(reader.wrong(file.game.span().start, RuleFileProblem::PoolTooLarge));
    }
    Ok(RuleBook {
        id,
        title: reader.line_of_text(&file.title, "title")?,
        summary: reader.line_of_text(&file.summary, "summary")?,
        rules: file.rules.as_ref().map_or(Ok(String::new()), |rules| reader.prose(rules))?,
        scoring: file.scoring.as_ref().map_or(Ok(String::new()), |scoring| reader.prose(scoring))?,
        tips_title: file.tips_title.as_ref().map(|title| reader.line_of_text(title, "tips_title")).transpose()?,
        tips: file.tips.iter().map(|tip| reader.tip(tip)).collect::<Result<_, _>>()?,
        opponents: file.opponents.as_ref().map_or(Ok(Level::ALL.into()), |list| reader.opponents(list))?,
        example: file.example.map_or(Ok(Vec::new()), |example| reader.example(&example, &own_game))?,
        several: match &file.words.several {
            Some(words) => reader.several(words, &own_game)?,
            None => Words::default(),
        },
        words: reader.words(&file.words, &own_game)?,
        game: own_game.clone(),
        own_game,
        source,
        text: None,
        hides_legal: false,
    })
}

/// What a file of TOML says, and its text as places in it are counted.
pub(crate) fn parsed<T: DeserializeOwned>(text: &str) -> Result<(String, T), TextError> {
    if text.len() > RULE_FILE_BYTES {
        return Err(Reader { text }.wrong(0, RuleFileProblem::TooLong));
    }
    // Whoever reads TOML goes one step deeper for each of these, and further than a stack is deep.
    if let Some((at, _)) = text.match_indices(['{', '[']).nth(MOST_BRACKETS) {
        return Err(Reader { text }.wrong(at, RuleFileProblem::TooManyBrackets { most: MOST_BRACKETS }));
    }
    // A file written on Windows means the same, and what is wrong with it is in the same line and column.
    let text = text.replace("\r\n", "\n");
    let file = toml::from_str(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Reader { text: &text }.wrong(at, explain(error.message()))
    })?;
    Ok((text, file))
}

/// What the parser says, and a guess at what an unknown key was meant to be.
fn explain(message: &str) -> RuleFileProblem {
    // The message may quote a key, and a key may hold anything.
    let said = message.replace('\n', "; ").replace(char::is_control, "\u{fffd}");
    let mut quoted = said.split('`').skip(1).step_by(2);
    let meant = match quoted.next() {
        Some(unknown) if said.starts_with("unknown field") => did_you_mean(unknown, quoted).map(String::from),
        _ => None,
    };
    RuleFileProblem::Toml { said, meant }
}

/// Reads what stands in a file, and knows where.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
}

impl Reader<'_> {
    pub(crate) fn id(&self, id: &Spanned<String>) -> Result<String, TextError> {
        let text = id.get_ref();
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text.len() > 32 || !text.starts_with(|c: char| c.is_ascii_lowercase()) || !text.chars().all(good) {
            return Err(self.wrong(id.span().start, RuleFileProblem::NotAnId));
        }
        if text == "take" || text == "divide" {
            return Err(self.wrong(id.span().start, RuleFileProblem::ReservedId { id: text.clone() }));
        }
        Ok(text.clone())
    }

    pub(crate) fn line_of_text(&self, field: &Spanned<String>, name: &'static str) -> Result<String, TextError> {
        let text = self.prose(field)?;
        if text.is_empty() || text.contains('\n') {
            return Err(self.wrong(field.span().start, RuleFileProblem::NotOneLine { field: name }));
        }
        Ok(text)
    }

    /// Text for people: anything but control characters, which could do things to a terminal.
    pub(crate) fn prose(&self, field: &Spanned<String>) -> Result<String, TextError> {
        self.prose_within(&field.span(), field.get_ref())
    }

    /// The same for a text that stands somewhere within this span.
    fn prose_within(&self, span: &Range<usize>, text: &str) -> Result<String, TextError> {
        match text.char_indices().find(|&(_, c)| c.is_control() && c != '\n') {
            Some((at, c)) => {
                let at = self.locate(span, text, at);
                Err(self.wrong(at, RuleFileProblem::ControlCharacter(c)))
            }
            None => Ok(text.trim().to_string()),
        }
    }

    fn tip(&self, tip: &Spanned<TipEntry>) -> Result<Tip, TextError> {
        let TipEntry(Tip { name, text, truth }) = tip.get_ref();
        let prose = |text: &String| self.prose_within(&tip.span(), text);
        Ok(Tip {
            name: name.as_ref().map(prose).transpose()?,
            text: prose(text)?,
            truth: truth.as_ref().map(prose).transpose()?,
        })
    }

    /// The computer players that are offered, by their numbers, the weakest first.
    fn opponents(&self, list: &Spanned<Vec<u8>>) -> Result<Vec<Level>, TextError> {
        let levels: Option<Vec<Level>> = list.get_ref().iter().map(|&number| Level::from_number(number)).collect();
        let levels = levels.filter(|levels| !levels.is_empty() && levels.is_sorted_by(|one, next| one < next));
        levels.ok_or_else(|| self.wrong(list.span().start, RuleFileProblem::NoSuchOpponents))
    }

    /// The words for several numbers on the table.
    fn several(&self, table: &Spanned<Box<WordsTable>>, game: &Game) -> Result<Words, TextError> {
        if let Kind::Take(_) = game.kind {
            return Err(self.wrong(table.span().start, RuleFileProblem::SeveralInAPool));
        }
        if let Some(again) = &table.get_ref().several {
            return Err(self.wrong(again.span().start, RuleFileProblem::WordsWithin { table: "several" }));
        }
        self.words(table.get_ref(), game)
    }

    fn words(&self, table: &WordsTable, game: &Game) -> Result<Words, TextError> {
        let mut words = Words::default();
        self.phrases(table, Voice::Anybody, game, &mut words)?;
        for (voice, table) in [(Voice::You, &table.you), (Voice::Computer, &table.computer)] {
            let Some(table) = table else { continue };
            let inner = table.get_ref();
            let within = [("you", &inner.you), ("computer", &inner.computer), ("several", &inner.several)];
            if let Some((name, within)) = within.iter().find_map(|(name, table)| Some((*name, table.as_ref()?))) {
                return Err(self.wrong(within.span().start, RuleFileProblem::WordsWithin { table: name }));
            }
            self.phrases(inner, voice, game, &mut words)?;
        }
        Ok(words)
    }

    fn phrases(&self, table: &WordsTable, voice: Voice, game: &Game, words: &mut Words) -> Result<(), TextError> {
        for (phrase, _) in Phrase::ALL {
            if let Some(field) = table.get(phrase) {
                self.prose(field)?;
                let template = Template::read(field.get_ref(), phrase, game).map_err(|error| {
                    // Escapes make a value shorter than its source, but both have the same braces in the same order.
                    let braces = field.get_ref()[..error.at].matches(['{', '}']).count();
                    let source = &self.text[field.span()];
                    let at = source.match_indices(['{', '}']).nth(braces).map_or(0, |(at, _)| at);
                    self.wrong(field.span().start + at, error.problem)
                })?;
                words.0.insert((voice, phrase), template);
            }
        }
        Ok(())
    }

    fn example(&self, field: &Spanned<String>, game: &Game) -> Result<Vec<Move>, TextError> {
        let text = field.get_ref();
        let mut position = game.start().map_err(|error| self.wrong(field.span().start, error))?;
        for token in text.split_whitespace() {
            let offset = token.as_ptr() as usize - text.as_ptr() as usize;
            let wrong = |problem| {
                let at = self.locate(&field.span(), text, offset);
                self.wrong(at, RuleFileProblem::Example(problem))
            };
            position.play_written(token).map_err(wrong)?;
        }
        Ok(position.moves().to_vec())
    }

    /// Where in the file the character at `offset` of a string value stands; the beginning of the value when escapes
    /// make that unclear.
    pub(crate) fn locate(&self, span: &Range<usize>, value: &str, offset: usize) -> usize {
        self.text[span.clone()].find(value).map_or(span.start, |at| span.start + at + offset)
    }

    pub(crate) fn wrong(&self, at: usize, problem: impl Into<TextProblem>) -> TextError {
        TextError::at(self.text, at, problem)
    }
}
