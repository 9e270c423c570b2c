//! A challenge: a position in which whoever is to move can win, and the question how. A puzzle is one, and so are the
//! turning point of a game and a step of a lesson, which may ask for something else.
//!
//! Somebody makes an [`Attempt`], and [`Challenge::answer`] says what comes of it without changing anything. A [`Reply`] is taken
//! in by [`Challenge::take`], counted by [`Progress::count`] and only then shown.

mod progress;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::coach::{Advice, Hint, Moral, Why, explain, hint};
use crate::lesson::{Step, Task};
use crate::moves::{IllegalMove, Move, Offered};
use crate::position::Position;
use crate::puzzle::{Idea, Puzzle};
use crate::rulebook::RuleBook;
use crate::solve::{OutOfBudget, Watch, solve};
use crate::typed::NotAMove;

pub use crate::coach::Stage;
pub(crate) use progress::Nonsense;
pub use progress::{BadProgress, DayResult, PROGRESS_BYTES, Progress};

/// A position in which whoever is to move can win, and how somebody stands with it.
///
/// ```
/// use duel::{Move, RuleBook};
/// use duel::challenge::{Attempt, Challenge, Reply, Source};
/// use duel::solve::Watch;
///
/// let book = RuleBook::find("chain")?;
/// let mut position = book.game().start()?;
/// position.play(Move::Pick(14))?;
/// let watch = &mut Watch::advice(book.game());
/// let mut challenge = Challenge::new(position, Source::TurningPoint, watch)?;
/// let reply = challenge.answer(Attempt::Typed("7"), watch)?;
/// assert!(matches!(reply, Reply::Right(_)));
/// challenge.take(&reply);
/// assert!(challenge.standing().is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    position: Position,
    solution: Hint,
    source: Source,
    standing: Standing,
}

/// Where a challenge comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is a puzzle, and counts.
    Puzzle {
        /// What it is remembered by.
        name: String,
        /// The day whose puzzle it is, counted from 1 January 1970; `None` for any other puzzle.
        day: Option<u64>,
        /// What would be felt as the same again.
        idea: String,
    },
    /// A game turned here. Nobody is better or worse for it.
    TurningPoint,
    /// It is a step of a lesson, which nothing but a right move ends.
    Step(Arc<Task>),
}

impl Source {
    /// The puzzle that this position of a book is. Its idea is known when it is solved.
    pub fn puzzle(book: &RuleBook, position: &Position, day: Option<u64>) -> Source {
        let moves = position.moves().iter().map(ToString::to_string);
        let name = std::iter::once(book.code()).chain(moves).collect::<Vec<_>>().join(" ");
        Source::Puzzle { name, day, idea: String::new() }
    }

    /// Whether it is the puzzle of a day.
    pub fn is_daily(&self) -> bool {
        matches!(self, Source::Puzzle { day: Some(_), .. })
    }
}

/// How somebody stands with a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Standing {
    wrong: u32,
    help: Option<Stage>,
    found: bool,
}

/// A standing as it is written, by anybody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    wrong: u32,
    help: Option<Stage>,
    found: bool,
}

impl TryFrom<Written> for Standing {
    type Error = &'static str;

    fn try_from(Written { wrong, help, found }: Written) -> Result<Standing, &'static str> {
        if found && help == Some(Stage::Move) {
            return Err("whoever was told the answer cannot have found it");
        }
        Ok(Standing { wrong, help, found })
    }
}

/// How a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Went {
    /// Right at the first try, without help.
    AtOnce,
    /// Right at the first try, after help.
    WithHelp,
    /// Right in the end.
    AfterMistakes,
    /// The answer was asked for.
    Told,
}

impl Standing {
    /// How many wrong answers were given.
    pub fn wrong(self) -> u32 {
        self.wrong
    }

    /// The furthest stage of advice that was had.
    pub fn help(self) -> Option<Stage> {
        self.help
    }

    /// How it ended, if it did.
    pub fn went(self) -> Option<Went> {
        match self {
            Standing { help: Some(Stage::Move), .. } => Some(Went::Told),
            Standing { found: false, .. } => None,
            Standing { wrong: 1.., .. } => Some(Went::AfterMistakes),
            Standing { help: Some(Stage::Nudge | Stage::Idea), .. } => Some(Went::WithHelp),
            Standing { help: None, .. } => Some(Went::AtOnce),
        }
    }

    /// Whether there is nothing left to find.
    pub fn is_over(self) -> bool {
        self.went().is_some()
    }
}

/// What somebody does with a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt<'a> {
    /// Types an answer.
    Typed(&'a str),
    /// Points at a move.
    Move(Move),
    /// Asks for help.
    Help(Stage),
}

/// What comes of an attempt. In words it speaks to whoever made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The move wins, and this is why.
    Right(Hint),
    /// The move does not win.
    Wrong {
        /// The move.
        chosen: Move,
        /// Why it does not.
        because: Refutation,
    },
    /// The advice that was asked for; with the move there is nothing left to find.
    Advice(Advice),
    /// What to look for, as a lesson has it.
    Taught(String),
}

/// Why a move does not win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// It ends the game, and loses it.
    EndsTheGame,
    /// It is answered with this.
    Answered(Move),
    /// What it is answered with was not found within the budget.
    NotFound,
    /// A lesson has words for it.
    Said(String),
}

/// Why nothing comes of an attempt: everything is as it was. In words it is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoReply {
    /// The move is not legal. That costs nothing here, whatever it costs in the game.
    Illegal(IllegalMove),
    /// What was typed is no move.
    NotAMove(NotAMove),
    /// The budget ended before it was certain.
    TooHard(Move),
    /// There is nothing left to find.
    Over,
}

/// Why a position is no challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoChallenge {
    /// Whoever is to move cannot win.
    NothingWins,
    /// Nobody knows.
    TooHard(OutOfBudget),
}

impl Challenge {
    /// The challenge of a position.
    ///
    /// # Errors
    /// Whoever is to move must be able to win, and that must be found out within the budget.
    pub fn new(position: Position, mut source: Source, watch: &mut Watch<'_>) -> Result<Challenge, NoChallenge> {
        let solution = hint(&position, watch)?.filter(|hint| hint.why.wins()).ok_or(NoChallenge::NothingWins)?;
        if let Source::Puzzle { idea, .. } = &mut source {
            *idea = Idea::of(&position, solution.chosen).to_string();
        }
        Ok(Challenge { position, solution, source, standing: Standing::default() })
    }

    /// The challenge of a puzzle, which is that of a day if `day` is given.
    ///
    /// # Errors
    /// See [`Challenge::new`]; a puzzle that was found by this library is always one.
    pub fn of_puzzle(puzzle: &Puzzle, day: Option<u64>) -> Result<Challenge, NoChallenge> {
        let source = Source::puzzle(&puzzle.book, &puzzle.position, day);
        // Whatever became a puzzle was solved with a small budget before.
        Challenge::new(puzzle.position.clone(), source, &mut Watch::forever())
    }

    /// The challenge of a step of a lesson.
    ///
    /// # Errors
    /// See [`Challenge::new`]; where a lesson asks for something else than a move that wins there are none.
    pub fn of_step(step: &Step, watch: &mut Watch<'_>) -> Result<Challenge, NoChallenge> {
        let (position, source) = (step.position().clone(), Source::Step(step.task().clone()));
        match step.task().answer(&position) {
            Some(solution) => Ok(Challenge { position, solution, source, standing: Standing::default() }),
            None => {
                let mut challenge = Challenge::new(position, source, watch)?;
                // A lesson has its own reason, which is the idea that it teaches.
                if let Some(hint) = step.task().hint() {
                    challenge.solution.why = Why::Taught(hint.into());
                }
                Ok(challenge)
            }
        }
    }

    /// The challenge of a moral, if a turning point is its moral.
    pub fn of_moral(moral: &Moral) -> Option<Challenge> {
        let Moral::TurningPoint { before, better, .. } = moral else { return None };
        let (position, solution) = (before.clone(), Hint::clone(better));
        Some(Challenge { position, solution, source: Source::TurningPoint, standing: Standing::default() })
    }

    /// The same challenge for somebody who stands so with it.
    #[must_use]
    pub fn resumed(self, standing: Standing) -> Challenge {
        Challenge { standing, ..self }
    }

    /// The position, with the one to move who can win.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// A move that wins, and why.
    pub fn solution(&self) -> &Hint {
        &self.solution
    }

    /// Where it comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How somebody stands with it.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Checks what comes of an attempt. Nothing changes until the reply is taken in.
    ///
    /// # Errors
    /// What is no legal move, or cannot be judged within the budget, has no reply; neither has anything after the end.
    pub fn answer(&self, attempt: Attempt<'_>, watch: &mut Watch<'_>) -> Result<Reply, NoReply> {
        if self.standing.is_over() {
            return Err(NoReply::Over);
        }
        let (chosen, after) = match attempt {
            Attempt::Help(stage) => {
                if let (Source::Step(task), true) = (&self.source, stage < Stage::Move)
                    && let Some(hint) = task.hint()
                {
                    return Ok(Reply::Taught(hint.into()));
                }
                let known = solve(&self.position, watch).map(|solution| solution.winning);
                let known = known.unwrap_or_else(|_| vec![self.solution.chosen]);
                return Ok(Reply::Advice(Advice::of_hint(&self.position, &self.solution, known, stage)));
            }
            Attempt::Move(chosen) => {
                let mut after = self.position.clone();
                after.play(chosen).map_err(NoReply::Illegal)?;
                (chosen, after)
            }
            Attempt::Typed(text) => {
                let mut after = self.position.clone();
                match after.offer_text(text) {
                    Offered::Played(chosen) => (chosen, after),
                    Offered::Lost(illegal) | Offered::AskAgain(illegal) => return Err(NoReply::Illegal(illegal)),
                    Offered::NotAMove(not_a_move) => return Err(NoReply::NotAMove(not_a_move)),
                }
            }
        };
        if let Source::Step(task) = &self.source
            && let Some(reply) = task.judge(chosen)
        {
            return Ok(reply);
        }
        if chosen == self.solution.chosen {
            return Ok(Reply::Right(self.solution.clone()));
        }
        match explain(&self.position, chosen, watch) {
            Ok(Some(why)) => Ok(Reply::Right(why)),
            Ok(None) => Ok(Reply::Wrong { chosen, because: refutation(&after, watch) }),
            Err(_) => Err(NoReply::TooHard(chosen)),
        }
    }

    /// Takes a reply in: how somebody stands now.
    pub fn take(&mut self, reply: &Reply) {
        let standing = &mut self.standing;
        // In a lesson only a move leads on: being told is no end of it, and a mistake costs nothing.
        let is_step = matches!(self.source, Source::Step(_));
        if standing.is_over() {
            return;
        }
        match reply {
            Reply::Right(_) => standing.found = true,
            Reply::Wrong { .. } if is_step => {}
            Reply::Wrong { .. } => standing.wrong = standing.wrong.saturating_add(1),
            Reply::Taught(_) => standing.help = standing.help.max(Some(Stage::Idea)),
            Reply::Advice(advice) => {
                let most = if is_step { Stage::Idea } else { Stage::Move };
                standing.help = standing.help.max(Some(advice.stage().min(most)));
            }
        }
    }
}

fn refutation(after: &Position, watch: &mut Watch<'_>) -> Refutation {
    if after.outcome().is_some() {
        return Refutation::EndsTheGame;
    }
    let winning = solve(after, watch).ok().and_then(|solution| solution.winning.first().copied());
    winning.map_or(Refutation::NotFound, Refutation::Answered)
}
