//! What makes a position a puzzle, how hard it is to find the answer, and what the answer is about.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::coach::{Why, explain};
use crate::computer::{CERTAIN, Level, hidden_behind, likelihood};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::solve::{OutOfBudget, Watch, heap, solve};

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
const LONG: u32 = 7;
/// How many positions are solved to find out how long it is.
const READ: u32 = 200;

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
        if wanted.is_some_and(|wanted| wanted < with(0) || wanted > with(doublings(LONG + 1))) {
            return None;
        }
        let grade = with(doublings(length(position.after(answer)?).ok()?));
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
        let watch = &mut Watch::nodes(SEARCHED);
        let mut after = position.after(answer)?;
        let theme = match explain(position, answer, watch).ok()??.why {
            _ if after.outcome().is_some() => Theme::DeadEnd,
            Why::Heaps { heaps, .. } if heaps.iter().all(|&heap| heap < 2) => Theme::Counting,
            Why::Heaps { .. } => Theme::Heaps,
            Why::PunishedOne { .. } => Theme::LastResort,
            _ if is_forced(&mut after, LONG) => Theme::ForcedLine,
            Why::Pairing { .. } => Theme::Partners,
            _ => Theme::LookingAhead,
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

/// Whether the opponent has no choice from here to a lost end, within so many moves.
fn is_forced(after: &mut Position, moves: u32) -> bool {
    let [only] = after.legal_moves()[..] else { return after.outcome().is_some() };
    if moves == 0 || after.play(only).is_err() {
        return false;
    }
    let winning = solve(after, &mut Watch::nodes(SEARCHED)).map(|solution| solution.winning).unwrap_or_default();
    let forced = winning.into_iter().any(|reply| {
        let forced = after.play(reply).is_ok() && is_forced(after, moves - 1);
        after.undo();
        forced
    });
    after.undo();
    forced
}

/// How many moves of one's own must be thought of after the answer. On a table it is as many as are left to make.
fn length(mut after: Position) -> Result<u32, OutOfBudget> {
    match after.on_table() {
        Some(table) => Ok(table.iter().map(|&number| heap(number)).sum::<u32>() / 2),
        None => Ok(moves_to_see(&mut after, LONG, &mut READ.clone())?.unwrap_or(LONG + 1)),
    }
}

/// How many moves of one's own must be thought of to be certain of the win, with the opponent to move: one for every
/// answer, and so on to the end. `None` when that is more than `limit`, or when too much must be solved to find out.
fn moves_to_see(after: &mut Position, limit: u32, solves: &mut u32) -> Result<Option<u32>, OutOfBudget> {
    let mut sum = 0;
    for answer in after.legal_moves() {
        if sum >= limit || *solves == 0 {
            return Ok(None);
        }
        *solves -= 1;
        if after.play(answer).is_err() {
            continue;
        }
        let winning = solve(after, &mut Watch::nodes(SEARCHED))?.winning;
        // In a misère game an answer can be the end of whoever gave it.
        let mut fewest = after.outcome().map(|_| 0);
        for reply in winning {
            let most = fewest.map_or(limit - sum, |fewest: u32| fewest - 1);
            if most == 0 || after.play(reply).is_err() {
                continue;
            }
            let seen = moves_to_see(after, most - 1, solves);
            after.undo();
            fewest = seen?.map(|seen| seen + 1).or(fewest);
        }
        after.undo();
        match fewest {
            Some(fewest) => sum += fewest,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}
