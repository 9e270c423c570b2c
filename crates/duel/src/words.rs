//! What a rule book says on screen: templates with a closed list of slots.
//!
//! A template is text with slots in braces, such as `{player} selects: `; `{{` and `}}` are braces themselves. There are
//! no conditions. Which slots a phrase may use depends on the phrase and on the kind of game, and is checked when the
//! book is read. Saying a phrase gives spans that know what their numbers are, so that a front end can colour them.
//!
//! Opposite a computer a book may have other words for a phrase: some for the person, to whom it is said, and some for the
//! computer, of which it is said ([`Voice`]).

use std::collections::BTreeMap;

use crate::game::{Game, Kind};
use crate::moves::{Move, Side};
use crate::position::Position;
use crate::speech::list::{self, ListWord};
use crate::speech::{Called, Language, Remark, Role, Span};
use crate::text::RuleFileProblem;

/// A moment in a game for which a book has words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phrase {
    /// The name of the list of what was taken.
    TakenList,
    /// Whose turn it is, as the other phrases say it.
    TurnOf,
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
    pub const ALL: [(Phrase, &'static str); 9] = [
        (Phrase::TakenList, "taken_list"),
        (Phrase::TurnOf, "turn_of"),
        (Phrase::Welcome, "welcome"),
        (Phrase::FirstTurn, "first_turn"),
        (Phrase::FirstPrompt, "first_prompt"),
        (Phrase::Turn, "turn"),
        (Phrase::Prompt, "prompt"),
        (Phrase::Played, "played"),
        (Phrase::End, "end"),
    ];

    /// Of whom it is said; of nobody in particular before the first turn.
    fn about(self, position: &Position) -> Option<Side> {
        match self {
            Phrase::TakenList | Phrase::Welcome => None,
            Phrase::Played => Some(position.turn().other()),
            Phrase::End => position.outcome().map(|outcome| outcome.winner.other()),
            Phrase::TurnOf | Phrase::FirstTurn | Phrase::FirstPrompt | Phrase::Turn | Phrase::Prompt => {
                Some(position.turn())
            }
        }
    }
}

/// How a book speaks of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Voice {
    /// By name.
    Anybody,
    /// To them: they play alone against a computer.
    You,
    /// Of a computer, to whoever reads it.
    Computer,
}

/// The words of a book, each in one voice or in several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) BTreeMap<(Voice, Phrase), Template>);

impl Words {
    fn get(&self, voice: Voice, phrase: Phrase) -> Option<&Template> {
        self.0.get(&(voice, phrase)).or_else(|| self.0.get(&(Voice::Anybody, phrase)))
    }
}

/// Somebody who speaks: the words of a book, behind them those for any game, the position and the two sides.
pub(crate) struct Speaker<'a> {
    pub(crate) own: &'a Words,
    pub(crate) general: &'a Words,
    pub(crate) position: &'a Position,
    pub(crate) called: &'a [Called; 2],
    pub(crate) language: Language,
    /// Whether what is legal is to be found.
    pub(crate) hides_legal: bool,
}

impl Speaker<'_> {
    /// What is said at this moment; beside a board without the lines that list what the board shows.
    pub(crate) fn say(&self, phrase: Phrase, is_beside_a_board: bool) -> Vec<Span> {
        let mut spans = Vec::new();
        let template = self.template(phrase).filter(|_| phrase != Phrase::End || self.position.outcome().is_some());
        match template {
            Some(template) if is_beside_a_board => self.fill(&template.without_lists(), &mut spans),
            Some(template) => self.fill(template, &mut spans),
            None => {}
        }
        spans.retain(|span| !span.text.is_empty());
        if self.hides_legal {
            spans.iter_mut().filter(|span| span.role == Role::Legal).for_each(|span| span.role = Role::Free);
        }
        spans
    }

    fn template(&self, phrase: Phrase) -> Option<&Template> {
        let voice = match phrase.about(self.position).map(|side| &self.called[side.index()]) {
            Some(Called::You(_)) => Voice::You,
            Some(Called::Computer(_)) => Voice::Computer,
            Some(Called::Name(_)) | None => Voice::Anybody,
        };
        self.own.get(voice, phrase).or_else(|| self.general.get(voice, phrase))
    }

    fn fill(&self, template: &Template, spans: &mut Vec<Span>) {
        for piece in &template.0 {
            match piece {
                Piece::Text(text) => spans.push(Span::text(text.clone())),
                Piece::Slot(slot) => self.fill_slot(*slot, spans),
            }
        }
    }

    fn fill_slot(&self, slot: Slot, spans: &mut Vec<Span>) {
        let Speaker { position, called, language, .. } = *self;
        let name = |side: Side| Span::text(called[side.index()].name(language));
        let last_move = position.moves().last().copied();
        let number = |number: u64| Span::text(number.to_string());
        let winner = position.outcome().map_or(position.turn(), |outcome| outcome.winner);
        let is_legal = matches!(slot, Slot::Legal | Slot::Divisors | Slot::Multiples | Slot::Choices);
        match slot {
            _ if is_legal && self.hides_legal && position.outcome().is_none() => spans.push(Span::text("?")),
            Slot::TurnOf => spans.extend(self.say(Phrase::TurnOf, false)),
            Slot::TurnText => spans.extend(self.say(Phrase::Turn, false)),
            Slot::Player => spans.push(name(position.turn())),
            Slot::Mover => spans.push(name(position.turn().other())),
            Slot::Winner => spans.push(name(winner)),
            Slot::Loser => spans.push(name(winner.other())),
            Slot::Wins => {
                // As the rest of the phrase calls them.
                let winner = match &called[winner.index()] {
                    winner @ Called::Computer(_) => Called::Name(winner.name(language)),
                    winner => winner.clone(),
                };
                spans.push(Span::text(language.say(&Remark::Wins(winner))));
            }
            Slot::Turn => spans.push(Span::text((position.moves().len() + 1).to_string())),
            Slot::Legal => list::legal(position, language, spans),
            Slot::Pool => list::pool(position, language, spans),
            Slot::Ranges => list::pool_ranges(position, language, spans),
            Slot::Abridged => list::pool_abridged(position, language, spans),
            Slot::Resort => {
                if position.game().has_last_resort() && position.is_free(1) {
                    spans.push(Span::text(language.say(&ListWord::OneIsLeft)));
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
    TurnOf "turn_of"
    TurnText "turn_text"
    Player "player"
    Mover "mover"
    Winner "winner"
    Loser "loser"
    Wins "wins"
    Turn "turn"
    Legal "legal"
    Pool "pool"
    Ranges "ranges"
    Resort "resort"
    Taken "taken"
    TakenTight "taken_tight"
    Abridged "abridged"
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
        use Phrase::{End, FirstPrompt, FirstTurn, Played, TakenList, TurnOf, Welcome};
        let pool_game = matches!(kind, Kind::Take(_));
        match (phrase, self) {
            (TakenList, _) => return false,
            (TurnOf, _) => return matches!(self, Slot::Player | Slot::Turn),
            _ => {}
        }
        match self {
            Slot::TurnOf | Slot::Player | Slot::Turn | Slot::Legal => !matches!(phrase, Welcome | Played),
            Slot::Mover => matches!(phrase, Played),
            Slot::TurnText | Slot::Winner | Slot::Loser | Slot::Wins => matches!(phrase, End),
            Slot::Pool | Slot::Ranges | Slot::Abridged | Slot::Resort => pool_game,
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

    /// Whether a board shows it, so that nobody beside one has to list it.
    fn is_on_the_board(self) -> bool {
        use Slot::{Abridged, Chain, Choices, Divisors, Multiples, Pool, Ranges, Taken, TakenTight, TurnText};
        matches!(
            self,
            Pool | Ranges | Abridged | Taken | TakenTight | Chain | Divisors | Multiples | Choices | TurnText
        )
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

    /// The same without empty lines and without those that list what a board shows.
    fn without_lists(&self) -> Template {
        let mut lines = vec![Vec::new()];
        for piece in &self.0 {
            let Piece::Text(text) = piece else {
                lines.last_mut().expect("there is a line").push(piece.clone());
                continue;
            };
            for (at, part) in text.split('\n').enumerate() {
                if at > 0 {
                    lines.push(Vec::new());
                }
                lines.last_mut().expect("there is a line").push(Piece::Text(part.into()));
            }
        }
        lines.retain(|line| {
            let is_list = line.iter().any(|piece| matches!(piece, Piece::Slot(slot) if slot.is_on_the_board()));
            let is_empty = line.iter().all(|piece| matches!(piece, Piece::Text(text) if text.is_empty()));
            !is_list && !is_empty
        });
        Template(lines.join(&Piece::Text("\n".into())))
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
