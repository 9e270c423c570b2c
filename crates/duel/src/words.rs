//! What a rule book says on screen: templates with a closed list of slots.
//!
//! A template is text with slots in braces, such as `{player} selects: `; `{{` and `}}` are braces themselves. There are
//! no conditions. Which slots a phrase may use depends on the phrase and on the kind of game, and is checked when the
//! book is read. Saying a phrase gives spans that know what their numbers are, so that a front end can colour them.

use crate::game::{Game, Kind};
use crate::moves::Move;
use crate::position::Position;
use crate::speech::list::{self, ListWord};
use crate::speech::{Language, Span};
use crate::text::RuleFileProblem;

/// A moment in a game for which a book has words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phrase {
    /// Before the first turn.
    Welcome,
    /// Above the prompt of the first turn.
    FirstTurn,
    /// The prompt of the first turn.
    FirstPrompt,
    /// Above the prompt of every later turn.
    Turn,
    /// The prompt of every later turn.
    Prompt,
    /// After a move.
    Played,
    /// When the player to move cannot and has lost.
    End,
}

impl Phrase {
    /// Every phrase with its key in a rule file.
    pub const ALL: [(Phrase, &'static str); 7] = [
        (Phrase::Welcome, "welcome"),
        (Phrase::FirstTurn, "first_turn"),
        (Phrase::FirstPrompt, "first_prompt"),
        (Phrase::Turn, "turn"),
        (Phrase::Prompt, "prompt"),
        (Phrase::Played, "played"),
        (Phrase::End, "end"),
    ];
}

macro_rules! slots {
    ($($slot:ident $name:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Slot { $($slot),* }

        impl Slot {
            const ALL: &[(Slot, &str)] = &[$((Slot::$slot, $name)),*];
        }
    };
}

slots! {
    Player "player"
    Mover "mover"
    Winner "winner"
    Loser "loser"
    Turn "turn"
    Legal "legal"
    Pool "pool"
    Ranges "ranges"
    Resort "resort"
    Taken "taken"
    TakenTight "taken_tight"
    Chain "chain"
    Last "last"
    Divisors "divisors"
    Multiples "multiples"
    FirstLow "first_low"
    FirstHigh "first_high"
    Start "start"
    Numbers "numbers"
    Choices "choices"
    Number "number"
    By "by"
    Result "result"
}

impl Slot {
    /// Whether a phrase of this kind of game can fill the slot.
    fn fits(self, phrase: Phrase, kind: &Kind) -> bool {
        use Phrase::{End, FirstPrompt, FirstTurn, Played, Welcome};
        let pool_game = matches!(kind, Kind::Take(_));
        match self {
            Slot::Player | Slot::Turn | Slot::Legal => !matches!(phrase, Welcome | Played),
            Slot::Mover => matches!(phrase, Played),
            Slot::Winner | Slot::Loser => matches!(phrase, End),
            Slot::Pool | Slot::Ranges | Slot::Resort => pool_game,
            Slot::Taken | Slot::TakenTight | Slot::Chain | Slot::Last => {
                pool_game && !matches!(phrase, Welcome | FirstTurn | FirstPrompt)
            }
            Slot::Divisors if !pool_game => !matches!(phrase, Welcome | Played),
            Slot::Divisors | Slot::Multiples => {
                pool_game && !matches!(phrase, Welcome | FirstTurn | FirstPrompt | Played)
            }
            Slot::FirstLow | Slot::FirstHigh => pool_game && matches!(phrase, Welcome | FirstTurn | FirstPrompt),
            Slot::Start => !pool_game,
            Slot::Numbers | Slot::Choices => !pool_game && !matches!(phrase, Welcome),
            Slot::Number | Slot::By | Slot::Result => !pool_game && matches!(phrase, Played),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Slot),
}

/// A phrase with its slots, read and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

/// A template that cannot be filled, and the byte of the brace that is to blame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TemplateError {
    pub(crate) at: usize,
    pub(crate) problem: RuleFileProblem,
}

impl Template {
    pub(crate) fn read(text: &str, phrase: Phrase, game: &Game) -> Result<Template, TemplateError> {
        // A multi-line string in a rule file ends with a line break that nobody means to print.
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut rest = text;
        let mut pieces = Vec::new();
        let mut plain = String::new();
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let (brace, after) = rest[at..].split_at(1);
            if let Some(twice) = after.strip_prefix(brace) {
                plain.push_str(brace);
                rest = twice;
                continue;
            }
            let wrong = |problem| TemplateError { at: text.len() - rest.len() + at, problem };
            let end = if brace == "{" { after.find('}') } else { None };
            let Some(end) = end else {
                return Err(wrong(RuleFileProblem::LoneBrace { brace: brace.into() }));
            };
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
            pieces.push(Piece::Slot(find_slot(&after[..end], phrase, game).map_err(wrong)?));
            rest = &after[end + 1..];
        }
        plain.push_str(rest);
        pieces.push(Piece::Text(plain));
        Ok(Template(pieces))
    }

    /// The phrase for this position; `names` are those of the side that moved first and of the other one.
    pub(crate) fn say(&self, position: &Position, names: &[String; 2], language: Language) -> Vec<Span> {
        let mut spans = Vec::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => spans.push(Span::text(text.clone())),
                Piece::Slot(slot) => fill(*slot, position, names, language, &mut spans),
            }
        }
        spans.retain(|span| !span.text.is_empty());
        spans
    }
}

/// The slot of this name, or why the phrase cannot have it.
fn find_slot(name: &str, phrase: Phrase, game: &Game) -> Result<Slot, RuleFileProblem> {
    let known: Vec<&'static str> =
        Slot::ALL.iter().filter(|(slot, _)| slot.fits(phrase, &game.kind)).map(|&(_, name)| name).collect();
    match Slot::ALL.iter().find(|&&(_, known)| known == name) {
        Some(&(slot, _)) if slot.fits(phrase, &game.kind) => Ok(slot),
        Some(_) => Err(RuleFileProblem::IdleSlot { slot: name.into(), known }),
        None => {
            let meant = crate::suggest::did_you_mean(name, known.iter().copied());
            Err(RuleFileProblem::UnknownSlot { slot: crate::code::shorten(name), meant, known })
        }
    }
}

fn fill(slot: Slot, position: &Position, names: &[String; 2], language: Language, spans: &mut Vec<Span>) {
    let name = |player: crate::Side| Span::text(names[player.index()].clone());
    let last_move = position.moves().last().copied();
    let number = |number: u64| Span::text(number.to_string());
    let winner = position.outcome().map_or(position.turn(), |outcome| outcome.winner);
    match slot {
        Slot::Player => spans.push(name(position.turn())),
        Slot::Mover => spans.push(name(position.turn().other())),
        Slot::Winner => spans.push(name(winner)),
        Slot::Loser => spans.push(name(winner.other())),
        Slot::Turn => spans.push(Span::text((position.moves().len() + 1).to_string())),
        Slot::Legal => list::legal(position, language, spans),
        Slot::Pool => list::pool(position, language, spans),
        Slot::Ranges => list::pool_ranges(position, language, spans),
        Slot::Resort => {
            if position.game().has_last_resort() && position.is_free(1) {
                spans.push(Span::text(format!("; {}", language.say(&ListWord::OneIsLeft))));
            }
        }
        Slot::Taken => list::taken(position, ", ", spans),
        Slot::TakenTight => list::taken(position, ",", spans),
        Slot::Chain => list::chain(position, spans),
        Slot::Last => spans.extend(position.last().map(Span::last)),
        Slot::Divisors => list::divisors(position, language, spans),
        Slot::Multiples => list::multiples(position, language, spans),
        Slot::FirstLow => spans.extend(position.nth_legal(0).map(|first| number(first.number()))),
        Slot::FirstHigh => {
            let highest = position.legal_count().checked_sub(1).and_then(|at| position.nth_legal(at));
            spans.extend(highest.map(|last| number(last.number())));
        }
        Slot::Start => spans.push(Span::text(list::join(position.game().table().unwrap_or_default(), ", "))),
        Slot::Numbers => spans.push(Span::text(list::join(position.on_table().unwrap_or_default(), ", "))),
        Slot::Choices => list::choices(position, language, spans),
        Slot::Number | Slot::By | Slot::Result => {
            if let Some(Move::Divide { number: divided, by }) = last_move {
                spans.push(number(match slot {
                    Slot::Number => divided,
                    Slot::By => by,
                    _ => divided / by,
                }));
            }
        }
    }
}
