//! Reading a rule file, and saying where one is wrong.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::code::parse;
use crate::game::{Game, Kind};
use crate::moves::Move;
use crate::rulebook::{Provenance, RuleBook, Words};
use crate::suggest::did_you_mean;
use crate::text::{RuleFileProblem, TextError, TextProblem};
use crate::words::{Phrase, Template};

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
    #[serde(default)]
    tips: Vec<Spanned<String>>,
    example: Option<Spanned<String>>,
    #[serde(default)]
    words: WordsTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WordsTable {
    welcome: Option<Spanned<String>>,
    first_turn: Option<Spanned<String>>,
    first_prompt: Option<Spanned<String>>,
    turn: Option<Spanned<String>>,
    prompt: Option<Spanned<String>>,
    played: Option<Spanned<String>>,
    end: Option<Spanned<String>>,
    several: Option<Spanned<Box<WordsTable>>>,
}

impl WordsTable {
    fn get(&self, phrase: Phrase) -> Option<&Spanned<String>> {
        match phrase {
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
    if text.len() > RULE_FILE_BYTES {
        return Err(Reader { text }.wrong(0, RuleFileProblem::TooLong));
    }
    // Whoever reads TOML goes one step deeper for each of these, and further than a stack is deep.
    if let Some((at, _)) = text.match_indices(['{', '[']).nth(MOST_BRACKETS) {
        return Err(Reader { text }.wrong(at, RuleFileProblem::TooManyBrackets { most: MOST_BRACKETS }));
    }
    // A file written on Windows means the same, and what is wrong with it is in the same line and column.
    let text = &text.replace("\r\n", "\n");
    let reader = Reader { text };
    let file: RuleFile = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.wrong(at, explain(error.message()))
    })?;
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
        tips: file.tips.iter().map(|tip| reader.prose(tip)).collect::<Result<_, _>>()?,
        example: file.example.map_or(Ok(Vec::new()), |example| reader.example(&example, &own_game))?,
        several: match &file.words.several {
            Some(words) => reader.words(words.get_ref(), &own_game)?,
            None => Words::new(),
        },
        words: reader.words(&file.words, &own_game)?,
        game: own_game.clone(),
        own_game,
        source,
        text: None,
    })
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

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn id(&self, id: &Spanned<String>) -> Result<String, TextError> {
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

    fn line_of_text(&self, field: &Spanned<String>, name: &'static str) -> Result<String, TextError> {
        let text = self.prose(field)?;
        if text.is_empty() || text.contains('\n') {
            return Err(self.wrong(field.span().start, RuleFileProblem::NotOneLine { field: name }));
        }
        Ok(text)
    }

    /// Text for people: anything but control characters, which could do things to a terminal.
    fn prose(&self, field: &Spanned<String>) -> Result<String, TextError> {
        let text = field.get_ref();
        match text.char_indices().find(|&(_, c)| c.is_control() && c != '\n') {
            Some((at, c)) => {
                let at = self.locate(&field.span(), text, at);
                Err(self.wrong(at, RuleFileProblem::ControlCharacter(c)))
            }
            None => Ok(text.trim().to_string()),
        }
    }

    fn words(&self, table: &WordsTable, game: &Game) -> Result<Words, TextError> {
        if let Some(several) = &table.several {
            if let Kind::Take(_) = game.kind {
                return Err(self.wrong(several.span().start, RuleFileProblem::SeveralInAPool));
            }
            if let Some(again) = &several.get_ref().several {
                return Err(self.wrong(again.span().start, RuleFileProblem::SeveralTwice));
            }
        }
        let mut words = Words::new();
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
                words.insert(phrase, template);
            }
        }
        Ok(words)
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
    fn locate(&self, span: &Range<usize>, value: &str, offset: usize) -> usize {
        self.text[span.clone()].find(value).map_or(span.start, |at| span.start + at + offset)
    }

    fn wrong(&self, at: usize, problem: impl Into<TextProblem>) -> TextError {
        TextError::at(self.text, at, problem)
    }
}
