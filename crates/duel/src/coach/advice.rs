//! Advice in three stages: where to look, the few moves that matter, and the move with its reason.

use serde::{Deserialize, Serialize};

use crate::coach::{Best, Hint, Why, answers, best};
use crate::computer::most_obvious;
use crate::factor::is_prime;
use crate::moves::Move;
use crate::position::{Numbers, Position};
use crate::solve::{OutOfBudget, Watch, heap};

/// Among more moves than this no part of them is looked for.
const NARROWED: usize = 10_000;
/// Among more moves than this nobody counts the answers to each.
const COUNTED: usize = 100;
/// Among more answers than this nobody looks for one that ends the game.
const LOOKED_THROUGH: usize = 1_000;
/// What a region is worth that must be looked for, and one that is seen at once.
const SEEN: usize = 2;
const SEEN_AT_ONCE: usize = 3;
/// An idea has at most so many moves.
const WEIGHED: usize = 3;

/// A stage of advice, from the least of it to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Where to look, and no number.
    Nudge,
    /// The few moves that matter, and what each of them does.
    Idea,
    /// The move and why: there is nothing left to find. Pages have kept it under its former name.
    #[serde(alias = "answer")]
    Move,
}

impl Stage {
    /// All stages, the least first.
    pub const ALL: [Stage; 3] = [Stage::Nudge, Stage::Idea, Stage::Move];

    /// What somebody gets who asks again, having had this.
    pub fn after(had: Option<Stage>) -> Stage {
        match had {
            None => Stage::Nudge,
            Some(Stage::Nudge) => Stage::Idea,
            Some(Stage::Idea | Stage::Move) => Stage::Move,
        }
    }
}

/// Advice of one stage. In words it speaks to whoever is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Where to look.
    Nudge(Nudge),
    /// The few moves that matter.
    Idea(Idea),
    /// The move, and why.
    Move(Hint),
}

/// Advice of this stage about a position, or the move where there is no idea to have; `None` when the game is over.
///
/// ```
/// use duel::{Game, Move};
/// use duel::coach::{Advice, Stage, advise};
/// use duel::solve::Watch;
///
/// let position = "chain".parse::<Game>()?.replay([Move::Pick(14)])?;
/// let Some(Advice::Nudge(nudge)) = advise(&position, Stage::Nudge, &mut Watch::forever())? else { panic!() };
/// assert!(nudge.points_at(&position, Move::Pick(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the budget ends before the answer is certain there is no advice.
pub fn advise(position: &Position, stage: Stage, watch: &mut Watch<'_>) -> Result<Option<Advice>, OutOfBudget> {
    Ok(best(position, watch)?.map(|best| Advice::of(position, &best, stage)))
}

/// Advice of every stage that there is; none when the game is over.
///
/// # Errors
/// See [`advise`].
pub fn advise_in_stages(position: &Position, watch: &mut Watch<'_>) -> Result<Vec<Advice>, OutOfBudget> {
    let all = |best| Stage::ALL.map(|stage| Advice::of(position, &best, stage));
    let mut all: Vec<Advice> = best(position, watch)?.map(all).into_iter().flatten().collect();
    all.dedup();
    Ok(all)
}

impl Advice {
    /// As much of a hint as belongs to a stage, where these moves are known to win.
    pub(crate) fn of_hint(position: &Position, hint: &Hint, winning: Vec<Move>, stage: Stage) -> Advice {
        Advice::of(position, &Best { hint: hint.clone(), good: vec![hint.chosen], winning }, stage)
    }

    fn of(position: &Position, best: &Best, stage: Stage) -> Advice {
        let idea = || Idea::of(position, best).map(Advice::Idea);
        match stage {
            Stage::Nudge => Some(Advice::Nudge(Nudge::of(position, &best.hint, &best.good))),
            Stage::Idea => idea(),
            Stage::Move => None,
        }
        .unwrap_or(Advice::Move(best.hint.clone()))
    }

    /// Which stage it is of.
    pub fn stage(&self) -> Stage {
        match self {
            Advice::Nudge(_) => Stage::Nudge,
            Advice::Idea(_) => Stage::Idea,
            Advice::Move(_) => Stage::Move,
        }
    }
}

/// Where to look, without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    /// What it is about.
    pub about: About,
    /// Among which moves to look.
    pub region: Region,
    /// Whether whoever cannot move wins, which is easily forgotten.
    pub is_misere: bool,
}

/// What there is to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum About {
    /// There is only one move.
    OnlyMove,
    /// Every move wins, and none at once.
    EveryMoveWins,
    /// They can be left without a move.
    DeadEnd,
    /// The only number can become a prime.
    Prime,
    /// Nothing but primes can be left on the table.
    Primes,
    /// A short line wins, in which they have hardly a choice.
    Forced,
    /// They can be left nothing but 1.
    LastResort,
    /// Numbers that answer each other.
    Partners,
    /// How many prime factors are left of the only number.
    Factors,
    /// Heaps that balance.
    Heaps,
    /// Every answer has a reply.
    Replies,
    /// Every move ends the game, and loses it.
    EveryMoveEndsIt,
    /// Every move loses, and every answer to it wins.
    EveryMoveLoses,
    /// Nothing wins, so set a trap.
    Trap,
}

impl Nudge {
    fn of(position: &Position, hint: &Hint, good: &[Move]) -> Nudge {
        let about = match &hint.why {
            _ if position.legal_count() == 1 => About::OnlyMove,
            Why::DeadEnd => About::DeadEnd,
            Why::Primes if position.on_table().is_some_and(|table| table.len() == 1) => About::Prime,
            Why::Primes => About::Primes,
            _ if hint.is_any => About::EveryMoveWins,
            Why::Line(line) if position.game().has_last_resort() && line.answers[0].0 == Move::Pick(1) => {
                About::LastResort
            }
            Why::Line(_) => About::Forced,
            Why::Pairing { .. } => About::Partners,
            Why::Heaps { heaps, .. } if heaps.len() == 1 => About::Factors,
            Why::Heaps { .. } => About::Heaps,
            Why::Replies { .. } | Why::Taught(_) => About::Replies,
            Why::EveryMoveEndsIt => About::EveryMoveEndsIt,
            why if why.is_hopeless() => About::EveryMoveLoses,
            Why::Trap { .. } => About::Trap,
        };
        // Where nothing can be left nobody counts what is.
        let ends = matches!(hint.why, Why::DeadEnd | Why::Primes);
        let counts = !ends && position.legal_count() <= COUNTED;
        let region = Region::around(position, hint.chosen, good, counts);
        Nudge { about, region, is_misere: position.game().is_misere() }
    }

    /// The legal moves that it points at, ascending.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        self.region.moves(position)
    }

    /// Whether it points at this move.
    pub fn points_at(&self, position: &Position, chosen: Move) -> bool {
        self.moves(position).contains(&chosen)
    }
}

/// Some of the legal moves, as people speak of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Which part of the board.
    pub part: Part,
    /// Which of the moves there.
    pub quality: Quality,
}

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All numbers that can be picked.
    Pool,
    /// The divisors of the last pick.
    Divisors,
    /// Its multiples.
    Multiples,
    /// The divisors of all numbers on the table.
    Table,
    /// The divisors of the largest number there.
    Largest,
    /// The divisors of the smallest one.
    Smallest,
}

/// What sets moves apart. Of a division it is the divisor that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Nothing.
    Any,
    /// They are primes.
    Prime,
    /// They are odd.
    Odd,
    /// They are even.
    Even,
    /// They are in the larger half; the one in the middle is in both.
    Larger,
    /// They are in the smaller half.
    Smaller,
    /// They leave the opponent at most so many answers.
    AtMost(usize),
}

impl Region {
    /// The region around the right move in which looking helps most: somebody who takes any move in it is the likeliest to take a
    /// good one, of which there is an ascending list. What is seen at once counts more than what must be counted first, and what is
    /// more than about half of the moves is no help. Of equals the one with the fewest words.
    fn around(position: &Position, right: Move, good: &[Move], counts: bool) -> Region {
        use Quality::{Any, AtMost, Even, Larger, Odd, Prime, Smaller};
        let parts = match position.numbers() {
            Numbers::Table(_) => [Part::Table, Part::Largest, Part::Smallest],
            Numbers::Pool(_) => [Part::Pool, Part::Divisors, Part::Multiples],
        };
        let whole = Region { part: parts[0], quality: Any };
        let count = position.legal_count();
        if count > NARROWED {
            return whole;
        }
        // Among so few it would name the move.
        let halves = if count <= WEIGHED { vec![] } else { vec![Larger, Smaller] };
        let counted = if counts { 1..4 } else { 1..1 };
        let qualities = [Any, Prime, Odd, Even].into_iter().chain(halves).chain(counted.map(AtMost));
        let mut regions: Vec<Region> =
            qualities.flat_map(|quality| parts.map(|part| Region { part, quality })).collect();
        regions.sort_by_key(|region| usize::from(region.part != whole.part) + usize::from(region.quality != Any));
        let mut best = (whole, good.len(), count);
        for region in regions {
            let moves = region.moves(position);
            let hits = moves.iter().filter(|chosen| good.binary_search(chosen).is_ok()).count();
            let worth = match region.quality {
                Larger | Smaller | AtMost(_) => SEEN * hits,
                _ => SEEN_AT_ONCE * hits,
            };
            let is_half = 2 * moves.len() <= count + 1;
            let helps = is_half && moves.contains(&right) && hits * count > good.len() * moves.len();
            if helps && worth * best.2 > best.1 * moves.len() {
                best = (region, worth, moves.len());
            }
        }
        best.0
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        let table = position.on_table().unwrap_or_default();
        moves.retain(|&chosen| match (self.part, chosen) {
            (Part::Pool | Part::Table, _) => true,
            (Part::Divisors, _) => position.last().is_some_and(|last| chosen.number() < last),
            (Part::Multiples, _) => position.last().is_some_and(|last| chosen.number() > last),
            (Part::Largest, Move::Divide { number, .. }) => table.last() == Some(&number),
            (Part::Smallest, Move::Divide { number, .. }) => table.first() == Some(&number),
            (Part::Largest | Part::Smallest, Move::Pick(_)) => false,
        });
        let number = |chosen: Move| match chosen {
            Move::Pick(number) => number,
            Move::Divide { by, .. } => by,
        };
        let mut numbers: Vec<u64> = moves.iter().map(|&chosen| number(chosen)).collect();
        numbers.sort_unstable();
        let (upper, lower) = (numbers.get(numbers.len() / 2), numbers.get(numbers.len().saturating_sub(1) / 2));
        let mind = &mut position.clone();
        moves.retain(|&chosen| match self.quality {
            Quality::Any => true,
            Quality::Prime => is_prime(number(chosen)),
            Quality::Odd => number(chosen) % 2 == 1,
            Quality::Even => number(chosen).is_multiple_of(2),
            Quality::Larger => Some(&number(chosen)) >= upper,
            Quality::Smaller => Some(&number(chosen)) <= lower,
            Quality::AtMost(most) => answers(mind, chosen) <= most,
        });
        moves
    }
}

/// The two or three moves that matter, ascending: the right one and those that tempt. It does not say which is which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    /// The moves, and what each of them does.
    pub moves: Vec<(Move, Effect)>,
    /// How many of them win.
    pub winning: usize,
    /// Whether whoever cannot move wins.
    pub is_misere: bool,
}

/// What a move does that everybody can see who looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It leaves them no move, and wins.
    Wins,
    /// It leaves them no move, and they win.
    Loses,
    /// After it they can leave whoever made it no move, and win.
    LetsThemEnd,
    /// The numbers on the table then are heaps of these sizes.
    Heaps(Vec<u32>),
    /// It leaves them only these answers.
    LeavesOnly(Vec<Move>),
    /// It leaves them so many answers.
    Leaves(usize),
}

impl Idea {
    /// `None` where there is nothing to weigh, or nothing to say that is not known already.
    fn of(position: &Position, best: &Best) -> Option<Idea> {
        let Best { hint, winning, .. } = best;
        if hint.is_any || hint.why.is_hopeless() {
            return None;
        }
        let right = hint.chosen;
        let wins = |other: &Move| winning.binary_search(other).is_ok();
        // Beside the right move stand wrong ones, the most obvious of those that the nudge has pointed at.
        let pointed_at = Nudge::of(position, hint, &best.good).moves(position);
        let mut others = most_obvious(position, usize::MAX);
        others.retain(|&other| other != right);
        others.sort_by_key(|other| (wins(other), pointed_at.binary_search(other).is_err()));
        let mut moves: Vec<Move> = others.into_iter().take(WEIGHED - 1).chain([right]).collect();
        moves.sort_unstable();
        let winning = moves.iter().filter(|chosen| wins(chosen)).count();
        let moves: Vec<(Move, Effect)> =
            moves.into_iter().map(|chosen| (chosen, Effect::of(position, chosen))).collect();
        let idea = Idea { moves, winning, is_misere: position.game().is_misere() };
        let tells = !idea.can_end() && idea.moves.iter().any(|(_, effect)| *effect != idea.moves[0].1);
        (tells || position.legal_count() > WEIGHED).then_some(idea)
    }

    /// Whether one of them ends the game, and wins it: what each of them does would give that away.
    pub fn can_end(&self) -> bool {
        self.moves.iter().any(|(_, effect)| *effect == Effect::Wins)
    }
}

impl Effect {
    fn of(position: &Position, chosen: Move) -> Effect {
        let Some(mut after) = position.after(chosen) else { return Effect::Leaves(0) };
        let answers = after.legal_moves();
        let them = after.turn();
        let mut ends = |&answer: &Move| {
            let wins = after.play(answer).is_ok_and(|()| after.outcome().is_some_and(|outcome| outcome.winner == them));
            after.undo();
            wins
        };
        let lets_them_end = (1..=LOOKED_THROUGH).contains(&answers.len()) && answers.iter().any(&mut ends);
        match (answers.len(), after.on_table()) {
            (0, _) if after.outcome().is_some_and(|outcome| outcome.winner == them) => Effect::Loses,
            (0, _) => Effect::Wins,
            _ if lets_them_end => Effect::LetsThemEnd,
            (_, Some(table @ [_, _, ..])) => Effect::Heaps(table.iter().map(|&number| heap(number)).collect()),
            (1 | 2, _) => Effect::LeavesOnly(answers),
            (count, _) => Effect::Leaves(count),
        }
    }
}
