//! What a program that plays is told, and what its answers mean. The page about it is `docs/bot-protocol.md`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json::PositionView;
use crate::moves::{IllegalMove, Move, Side};
use crate::position::Position;
use crate::rulebook::RuleBook;
use crate::speech::{BoardForBots, Language, LegalForBots, RulesForBots};
use crate::typed::Typed;

/// The longest line that a bot may write.
pub const BOT_LINE_BYTES: usize = 1 << 16;

/// How many characters of what a program wrote are shown.
const SHOWN: usize = 120;

/// A line for a bot: the position, and what only this bot needs to know.
#[derive(Clone, Debug, Serialize)]
pub struct BotLine {
    #[serde(flatten)]
    position: PositionView,
    you: u8,
    clock_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    prose: Option<Prose>,
}

/// The same in words.
#[derive(Clone, Debug, Serialize)]
struct Prose {
    rules: String,
    board: String,
    legal: String,
}

impl BotLine {
    /// What the bot on this side is told, with so much time to answer; no time when the game is over. The game is called by
    /// `code`, which is a code of that game.
    pub fn new(code: &str, position: &Position, you: Side, clock_ms: u64) -> BotLine {
        BotLine { position: PositionView::new(code, position), you: you.number(), clock_ms, prose: None }
    }

    /// The same with everything in words as well: the rules, the board, and what is legal.
    #[must_use]
    pub fn with_prose(mut self, book: &RuleBook, position: &Position) -> BotLine {
        // The protocol's prose is English.
        let language = Language::English;
        self.prose = Some(Prose {
            rules: language.say(&RulesForBots(book)),
            board: language.say(&BoardForBots(position)),
            legal: language.say(&LegalForBots { position, you: self.you }),
        });
        self
    }
}

/// An answer of a bot that is not a legal move. It loses the game, whatever an illegal number costs people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadAnswer {
    /// A move, but not a legal one.
    Illegal(IllegalMove),
    /// Something else altogether.
    Garbage {
        /// The beginning of what was said, in quotation marks and fit to be shown.
        said: String,
        /// A legal move.
        example: String,
    },
}

/// The move that a bot's line stands for: `12`, `60/2`, either of them in quotation marks, or an object with a `"move"`.
/// Whatever else that object has is ignored, so that nobody wins by saying so.
///
/// ```
/// use duel::{Game, Move};
/// use duel::bot::bot_answer;
///
/// let start = "chain".parse::<Game>()?.start()?;
/// assert_eq!(bot_answer(&start, b"12"), Ok(Move::Pick(12)));
/// assert_eq!(bot_answer(&start, br#"{"move": 12, "winner": "me"}"#), Ok(Move::Pick(12)));
/// assert!(bot_answer(&start, b"I win").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is not a legal move here.
pub fn bot_answer(position: &Position, line: &[u8]) -> Result<Move, BadAnswer> {
    let text = str::from_utf8(line).ok();
    let understood = text.and_then(read).and_then(|typed| position.understand(typed).ok());
    let Some(typed) = understood else {
        let said = bytes_in_words(line);
        let example = position.nth_legal(0).map_or("none".into(), |first| first.to_string());
        return Err(BadAnswer::Garbage { said, example });
    };
    position.check(typed).map_err(BadAnswer::Illegal)
}

/// The beginning of what a program wrote, in quotation marks. What a reader could not see, or a terminal would obey, is
/// spelled out.
pub fn bytes_in_words(bytes: &[u8]) -> String {
    let mut shown = String::from("\"");
    let mut room = SHOWN;
    for chunk in bytes.trim_ascii_end().utf8_chunks() {
        let valid = chunk.valid().chars().map(|c| match c {
            '"' | '\'' | '\\' => c.to_string(),
            c => c.escape_debug().to_string(),
        });
        let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        for piece in valid.chain(invalid) {
            if room == 0 {
                return shown + "…\"";
            }
            room -= 1;
            shown.push_str(&piece);
        }
    }
    shown + "\""
}

/// What is written in a line, before it is known whether it is legal.
fn read(line: &str) -> Option<Typed> {
    #[derive(Deserialize)]
    struct Object<'a> {
        #[serde(borrow)]
        r#move: &'a RawValue,
    }
    // Some programs put an invisible mark in front of what they write.
    let mut text = line.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') {
        text = serde_json::from_str::<Object<'_>>(text).ok()?.r#move.get();
    }
    if text.starts_with('"') {
        return serde_json::from_str::<String>(text).ok()?.parse().ok();
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn start(code: &str) -> Position {
        code.parse::<Game>().unwrap().start().unwrap()
    }

    #[test]
    fn a_move_can_be_written_in_a_few_ways() {
        let chain = start("chain");
        for line in [
            "12",
            " 12\r",
            "\"12\"",
            "{\"move\":12}",
            "{\"move\": \"12\", \"outcome\": {\"winner\": 1}}",
            "\"1\\u0032\"",
            "\u{feff}12",
        ] {
            assert_eq!(bot_answer(&chain, line.as_bytes()), Ok(Move::Pick(12)), "{line}");
        }
        let divider = start("divider");
        for line in ["60/2", "2", "\"60/2\"", "{\"move\":\"60/2\"}", "{\"move\":2}"] {
            assert_eq!(bot_answer(&divider, line.as_bytes()), Ok(Move::Divide { number: 60, by: 2 }), "{line}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        for (bytes, shown) in [
            (&b"hello \"you\" \\o/\r\n"[..], r#""hello "you" \o/""#),
            (b"a\r\nb\0\x1b[2J", r#""a\r\nb\0\u{1b}[2J""#),
            (b"\xff\xfe2", r#""\xff\xfe2""#),
            ("\u{feff}zwölf\u{202e}".as_bytes(), r#""\u{feff}zwölf\u{202e}""#),
        ] {
            assert_eq!(bytes_in_words(bytes), shown);
        }
        assert_eq!(bytes_in_words(&[b'x'; 200]), format!("\"{}…\"", "x".repeat(120)));
    }

    #[test]
    fn what_is_no_move_is_told_from_what_is_an_illegal_one() {
        let chain = start("chain");
        let lines: [&[u8]; 13] = [
            b"",
            b"hello",
            b"12.0",
            b"012",
            b"-1",
            b"12 6",
            b"60/2",
            b"[12]",
            b"null",
            b"{\"outcome\":{\"winner\":1}}",
            b"{\"move\":12.0}",
            b"{\"move\":12,\"move\":6}",
            b"\xff\xfe\x00",
        ];
        for line in lines {
            assert!(matches!(bot_answer(&chain, line), Err(BadAnswer::Garbage { .. })), "{line:?}");
        }
        for line in ["1", "21", "0", "99999999999999999999", "{\"move\":18446744073709551616}"] {
            assert!(matches!(bot_answer(&chain, line.as_bytes()), Err(BadAnswer::Illegal(_))), "{line:?}");
        }
        let several = start("divider:60,84");
        assert!(matches!(bot_answer(&several, b"2"), Err(BadAnswer::Garbage { .. })));
        assert!(matches!(bot_answer(&several, b"60/7"), Err(BadAnswer::Illegal(_))));
    }

    #[test]
    fn a_line_is_one_line_and_has_everything_in_words_on_request() {
        let book = RuleBook::find("chain").unwrap();
        let mut position = start("chain");
        position.play(Move::Pick(14)).unwrap();
        let plain = serde_json::to_string(&BotLine::new("chain", &position, Side::Two, 1_000)).unwrap();
        assert_eq!(
            plain,
            "{\"game\":\"chain\",\"moves\":[14],\"turn\":2,\"last\":14,\"legal\":[2,7],\"outcome\":null,\"you\":2,\"clock_ms\":1000}"
        );
        let line = BotLine::new("chain", &position, Side::Two, 1_000).with_prose(&book, &position);
        let prose = line.prose.as_ref().unwrap();
        assert!(prose.rules.contains("20") && prose.board.contains("Last pick: 14"), "{prose:?}");
        assert_eq!(prose.legal, "You can pick: 2, 7");
        assert!(!serde_json::to_string(&line).unwrap().contains('\n'));
    }
}
