//! What makes a position a puzzle, how hard it is to find the answer, and what the answer is about.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::coach::{Line, line};
use crate::computer::{CERTAIN, Level, hidden_behind, likelihood};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::solve::{Watch, heap, solve};

/// So many legal moves make it worth asking which one wins.
pub(super) const CHOICES: usize = 4;
/// How many positions a search may look at where no theorem helps.
const SEARCHED: u64 = 20_000;
/// Up to so many points a puzzle is easy, or of medium difficulty. Measured in every book: of the easy ones the level that thinks
/// of the answer finds more than four in five, of the hard ones hardly one in ten.
const EASY: u32 = 10;
const MEDIUM: u32 = 17;
/// More wrong moves than these make nothing harder.
const TEMPTING: usize = 4;
/// A line of more moves of one's own is long, and how long need not be known.
const LONG: usize = 7;

/// How hard a puzzle is: to find, not to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Whoever thinks of the answer to a move finds it.
    Easy,
    /// More obvious moves are in the way, or it takes a move more to see.
    Medium,
    /// It does not come to mind, and it takes a plan to be certain of it.
    Hard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// How hard it is to find this answer: by what players who look a little ahead do instead, by how many moves come to mind
    /// before it, and by how many moves of one's own must be seen to be certain. `None` as soon as it is not what is wanted.
    pub(super) fn of(position: &Position, answer: Move, wanted: Option<Grade>) -> Option<Grade> {
        let missed = |level| 4 * (CERTAIN - likelihood(position, level, answer)) / CERTAIN;
        let tempting = hidden_behind(position, answer).min(TEMPTING) as u32;
        let points = missed(Level::DeadEnds) + 2 * missed(Level::Answers) + tempting;
        let with = |doublings: u32| match points + 2 * doublings {
            points if points <= EASY => Grade::Easy,
            points if points <= MEDIUM => Grade::Medium,
            _ => Grade::Hard,
        };
        // The length counts by its doublings: from 7 to 8 is less than from 1 to 2. It takes the longest to find out.
        let doublings = |length: u32| u32::BITS - length.leading_zeros();
        if wanted.is_some_and(|wanted| wanted < with(0) || wanted > with(doublings(LONG as u32 + 1))) {
            return None;
        }
        let grade = with(doublings(length(position, answer)?));
        wanted.is_none_or(|wanted| wanted == grade).then_some(grade)
    }
}

impl Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        })
    }
}

/// A text that names no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoGrade;

impl FromStr for Grade {
    type Err = NoGrade;

    fn from_str(text: &str) -> Result<Grade, NoGrade> {
        Grade::ALL.into_iter().find(|grade| grade.to_string() == text).ok_or(NoGrade)
    }
}

/// What a puzzle is about: the reason why its answer wins. Whoever knows it knows half of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The answer leaves no move at all.
    DeadEnd,
    /// Every move that is left to the opponent is forced, to the end.
    ForcedLine,
    /// Whatever they take has a partner.
    Partners,
    /// They are driven to 1, or kept from it.
    LastResort,
    /// Every number on the table has one move left, or none: it is enough to count.
    Counting,
    /// The numbers on the table balance each other.
    Heaps,
    /// Nothing shorter tells it: one has to look ahead.
    LookingAhead,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 7] = [
        Theme::DeadEnd,
        Theme::ForcedLine,
        Theme::Partners,
        Theme::LastResort,
        Theme::Counting,
        Theme::Heaps,
        Theme::LookingAhead,
    ];

    /// What puzzles of a game can be about.
    pub fn of_game(game: &Game) -> &'static [Theme] {
        match (game.pool(), game.is_misere(), game.has_last_resort()) {
            (None, ..) => &[Theme::DeadEnd, Theme::Counting, Theme::Heaps],
            (_, true, _) => &[Theme::ForcedLine, Theme::LookingAhead],
            (_, _, true) => &[Theme::DeadEnd, Theme::ForcedLine, Theme::Partners, Theme::LastResort],
            _ => &[Theme::DeadEnd, Theme::ForcedLine, Theme::Partners],
        }
    }

    /// Why this answer wins.
    pub(super) fn of(position: &Position, answer: Move) -> Option<Theme> {
        let game = position.game();
        if position.ends_by(answer) {
            return Some(Theme::DeadEnd);
        }
        if let Some(table) = position.after(answer)?.on_table() {
            let is_counted = table.iter().all(|&number| heap(number) < 2);
            return Some(if is_counted { Theme::Counting } else { Theme::Heaps });
        }
        let line = line(position, answer, LONG + 1, &Watch::nodes(SEARCHED)).ok()?;
        let theme = match line {
            Some(line) if game.has_last_resort() && matches!(line.answers[..], [(Move::Pick(1), _)]) => {
                Theme::LastResort
            }
            Some(line) if is_forced(&line) => Theme::ForcedLine,
            _ if game.is_misere() => Theme::LookingAhead,
            _ => Theme::Partners,
        };
        Some(theme)
    }
}

impl Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::DeadEnd => "dead-end",
            Theme::ForcedLine => "forced-line",
            Theme::Partners => "partners",
            Theme::LastResort => "last-resort",
            Theme::Counting => "counting",
            Theme::Heaps => "heaps",
            Theme::LookingAhead => "looking-ahead",
        })
    }
}

/// A text that names no theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTheme;

impl FromStr for Theme {
    type Err = NoTheme;

    fn from_str(text: &str) -> Result<Theme, NoTheme> {
        Theme::ALL.into_iter().find(|theme| theme.to_string() == text).ok_or(NoTheme)
    }
}

/// The only winning move, if that is so and there are enough others.
pub(super) fn only_answer(position: &Position) -> Option<Move> {
    if position.legal_count() < CHOICES {
        return None;
    }
    match solve(position, &mut Watch::nodes(SEARCHED)).ok()?.winning[..] {
        [answer] => Some(answer),
        _ => None,
    }
}

/// Whether the opponent has no choice, to the end.
fn is_forced(line: &Line) -> bool {
    match &line.answers[..] {
        [] => true,
        [(_, then)] => then.as_ref().is_none_or(is_forced),
        _ => false,
    }
}

/// How many moves of one's own must be thought of after the answer. On a table it is as many as are left to make.
fn length(position: &Position, answer: Move) -> Option<u32> {
    if let Some(table) = position.after(answer)?.on_table() {
        return Some(table.iter().map(|&number| heap(number)).sum::<u32>() / 2);
    }
    let line = line(position, answer, LONG + 1, &Watch::nodes(SEARCHED)).ok()?;
    Some(line.map_or(LONG as u32 + 1, |line| line.length() as u32 - 1))
}
