//! Words for people. Reasons, claims and endings are values everywhere else in this library; here they become
//! sentences, in the language of whoever reads them. The checker of proofs alone has words of its own, because it shares nothing.
//!
//! ```
//! use duel::speech::Language;
//! use duel::{Game, Move};
//!
//! let mut position = "classic".parse::<Game>()?.replay([Move::Pick(12)])?;
//! let refused = position.play(Move::Pick(7)).unwrap_err();
//! assert_eq!(Language::English.sentence(&refused), "7 is neither a divisor nor a multiple of 12.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A second language is one more folder beside `english/`, with a trait of its own that [`Sentence`] asks for: what is not said in
//! it does not compile. What a rule book says is in its file, and in the language of that file.

mod english;
pub(crate) mod list;
#[cfg(feature = "made-up")]
mod made_up;
mod remark;
mod said;

use std::fmt::Display;

pub use crate::suggest::did_you_mean;
pub use english::English;
pub use list::{Role, Span, numbers_for_people};
#[cfg(feature = "made-up")]
pub use made_up::made_up;
pub use remark::{Address, Called, Ending, Remark};
pub(crate) use said::{BoardForBots, LegalForBots, RulesForBots, TheComputer, UsualName};
pub use said::{HowFar, InShort, Learned, Left, Opponent, Rules, Shared, TurningPoints, WhoWasWinning, WhyLegal};

use crate::bot::BadAnswer;
use crate::challenge::{BadProgress, NoChallenge, NoReply, Nonsense};
use crate::date::NotADate;
use crate::game::GameError;
use crate::lesson::Unfounded;
use crate::live::Refusal as LiveRefusal;
use crate::longest::{NoSize, NotAChain};
use crate::moves::IllegalMove;
use crate::name::NameError;
use crate::position::{Contradiction, NotPlayable, ReplayError, WrongMove};
use crate::puzzle::{NoGrade, NoPuzzle, NoTheme};
use crate::seats::{NobodyKnown, NotAnId};
use crate::session::MatchError;
use crate::session::{NoMisses, NoOrigin, NotAnEvent, Refusal, SetupError};
use crate::solve::{OutOfBudget, Unanswered, Unproved, Unsolved};
use crate::text::{CodeError, TextError};
use crate::typed::NotAMove;

/// A language that is spoken here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    English,
    /// English whose letters are others and whose words are longer: for tests, which see in it what does not come from here.
    #[cfg(feature = "made-up")]
    MadeUp,
}

/// What can be said in every language.
pub trait Sentence: English {}

impl<T: English + ?Sized> Sentence for T {}

impl Language {
    /// All languages.
    pub const ALL: &[Language] = &[
        Language::English,
        #[cfg(feature = "made-up")]
        Language::MadeUp,
    ];

    /// What programs call it, as in `lang="en"`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            #[cfg(feature = "made-up")]
            Language::MadeUp => "art-x-made-up",
        }
    }

    /// The language of this code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.code() == code)
    }

    /// What this is in words. Reasons and errors are said so that they can stand within a sentence; see
    /// [`sentence`](Language::sentence).
    pub fn say(self, what: &(impl Sentence + ?Sized)) -> String {
        match self {
            Language::English => what.english(),
            #[cfg(feature = "made-up")]
            Language::MadeUp => made_up(&what.english()),
        }
    }

    /// The same as a sentence of its own.
    pub fn sentence(self, what: &(impl Sentence + ?Sized)) -> String {
        sentence(self.say(what))
    }
}

/// A message as a sentence: a capital letter in front, and a full stop behind unless it asks something.
///
/// ```
/// use duel::speech::sentence;
///
/// assert_eq!(sentence("that is not a number"), "That is not a number.");
/// assert_eq!(sentence("did you mean \"classic\"?"), "Did you mean \"classic\"?");
/// ```
pub fn sentence(message: impl Display) -> String {
    let message = message.to_string();
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if message.ends_with(['?', '.', '!']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// Rust asks that errors can be displayed. Ours are displayed in English, for whoever writes programs; what a player reads is said by
/// a [`Language`].
macro_rules! errors {
    ($($error:ident $({ $($variant:ident($inner:ty))* })?)*) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&English::english(self))
            }
        }

        impl std::error::Error for $error {}

        $($(
            impl From<$inner> for $error {
                fn from(inner: $inner) -> $error {
                    $error::$variant(inner)
                }
            }
        )*)?
    )*};
}

errors! {
    BadAnswer BadProgress CodeError Contradiction GameError IllegalMove LiveRefusal { Session(Refusal) } MatchError NameError NoChallenge { TooHard(OutOfBudget) }
    NoGrade NoMisses NoOrigin NoPuzzle NoReply NoSize NoTheme NobodyKnown Nonsense NotAChain NotADate NotAMove NotAnEvent NotAnId NotPlayable { Illegal(IllegalMove) }
    OutOfBudget Refusal ReplayError { Game(GameError) Move(WrongMove) }
    SetupError { Game(GameError) Match(MatchError) Opening(WrongMove) }
    TextError Unanswered { OutOfBudget(OutOfBudget) } Unfounded Unproved { OutOfBudget(OutOfBudget) } Unsolved { OutOfBudget(OutOfBudget) TooLarge(GameError) } WrongMove
}
