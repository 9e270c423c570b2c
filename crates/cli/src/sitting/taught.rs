//! The game at the end of a lesson: an ordinary one, but that a win is counted, and said what was learned by it.

use duel::Who;
use duel::lesson::Lesson;
use duel::session::Setup;
use duel::speech;

use crate::chance;
use crate::failure::Fallible;
use crate::names::Names;
use crate::sitting::{Around, Sitting};
use crate::store::progress::{self, ProgressFile};
use crate::store::saves::Keeper;
use crate::words::{self, say};

/// The lesson that a game belongs to, and where it counts.
pub(crate) struct Taught {
    pub(crate) lesson: Lesson,
    pub(crate) kept: anyhow::Result<ProgressFile>,
}

/// What came of it.
pub(crate) struct Learned {
    pub(crate) is_won: bool,
    /// What there is to say about that.
    pub(crate) words: String,
}

impl Taught {
    /// Sits down to the game.
    pub(crate) fn sit_down(self, keeper: Keeper) -> Fallible<Sitting> {
        let sitters = Names::seat(None, [Who::Person, Who::Level(self.lesson.opponent())]);
        let setup = Setup { id: Some(chance::new_id()?), seed: chance::seed(None)?, ..self.lesson.game(sitters) };
        Ok(Sitting::begin(setup, keeper, Around { taught: Some(self), ..Around::default() })?)
    }

    /// A lesson that is built in counts as done when its game is won. One that somebody wrote has no place to count in.
    pub(super) fn end(&self, is_won: bool) -> Learned {
        if !is_won {
            return Learned { is_won, words: words::both().lesson_lost() };
        }
        let counted = self.lesson.is_built_in().then(|| progress::count_lesson(&self.kept, &self.lesson));
        let complaint =
            counted.and_then(Result::err).map(|error| words::both().lesson_not_counted(&format!("{error:#}")));
        let learned = say(&speech::Learned(&self.lesson));
        Learned { is_won, words: words::together([Some(learned), complaint].into_iter().flatten()) }
    }
}
