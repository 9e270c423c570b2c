//! What `duel` sees in a position and in a game, in a form that can be drawn.

use duel::puzzle::{Puzzle, Sort, Theme, Which};
use duel::session::Help;
use duel::solve::{Proof, Solution, Unproved, Unsolved, Watch};
use duel::{Name, Record, RuleBook};

use super::answer::{self, Certificate, Hint, Moral, Openings, Played, Proved, Review, Reviewed, Verdicts};
use duel::speech::{Language, Remark, TurningPoints, WhoWasWinning};

use super::question::Sought;
use super::scene::Seen;
use super::trouble::Trouble;
use crate::book::find;
use crate::problem::{Problem, say};
use crate::wire::{self, Grade, Move, Numeral, Offered, Side};

/// Of more moves than this there is only the number: a page that reads a million of them stands still.
const LISTED: usize = 10_000;
/// A chart of more rows than this shows nothing any more,
const ROWS: u64 = 200;
/// and for larger pools than this nobody waits.
const LARGEST: u32 = 100_000;
/// How many positions are searched for all rows together, where no theorem helps.
const SURVEYED: u64 = 5_000_000;

pub(crate) fn too_hard(_: duel::solve::OutOfBudget) -> Problem {
    Trouble::TooHard.into()
}

pub(crate) fn play(mut seen: Seen, typed: &str) -> Played {
    let language = seen.language;
    match seen.position.offer_text(typed) {
        duel::Offered::Played(chosen) => Played::Played { r#move: Move(chosen) },
        duel::Offered::Lost(illegal) => Played::Lost { number: Offered(illegal.attempt), why: say(&illegal, language) },
        duel::Offered::AskAgain(illegal) => Played::Again { why: say(&illegal, language) },
        duel::Offered::NotAMove(not_a_move) => Played::Again { why: say(&not_a_move, language) },
    }
}

fn hint(hint: &duel::coach::Hint, language: Language) -> Hint {
    Hint { r#move: Move(hint.chosen), words: language.say(hint) }
}

pub(crate) fn verdicts(seen: &Seen) -> Result<Verdicts, Problem> {
    let Solution { winner, winning, method } =
        duel::solve::solve(&seen.position, &mut seen.watch()).map_err(too_hard)?;
    let winning = (winning.len() <= LISTED).then(|| winning.into_iter().map(Move).collect());
    let words = seen.language.say(&Remark::WinsWithBestPlay(seen.called[winner.index()].clone()));
    let method_words = seen.language.say(&method);
    Ok(Verdicts { winner: Side(winner), winning, words, method: method.to_string(), method_words })
}

pub(crate) fn proof(seen: &Seen) -> Result<Proved, Problem> {
    let (proof, proved) = proved(seen)?;
    let is_drawn = seen.book.game().pool().is_none_or(|pool| pool.count() <= LISTED as u64);
    let help = Help::of_proof(&proof);
    Ok(Proved {
        words: seen.language.say(&proved),
        shown: is_drawn.then(|| certificate(proof, seen.position.last())),
        help,
    })
}

fn certificate(proof: Proof, last: Option<u64>) -> Certificate {
    let numerals = |numbers: Vec<u64>| numbers.into_iter().map(Numeral).collect();
    let plan = || Some([last?, proof.pick?.number()].map(Numeral));
    Certificate {
        plan: if proof.matching.is_some() { plan() } else { None },
        pairs: proof.matching.map(|pairs| pairs.into_iter().map(|pair| pair.map(Numeral)).collect()),
        barrier: proof.barrier.map(numerals),
        punishers: proof.punishers.map(numerals),
        replies: proof.strategy.map(|replies| replies.len()),
        factors: proof.factors.map(|all| all.into_iter().map(|(n, primes)| (Numeral(n), numerals(primes))).collect()),
    }
}

pub(crate) fn proof_file(seen: &Seen) -> Result<String, Problem> {
    let (proof, _) = proved(seen)?;
    Ok(serde_json::to_string(&proof).map_err(Trouble::Form)? + "\n")
}

/// A proof and what it proves. Nobody has to trust the solver: what it proved is checked by the checker before it is shown.
fn proved(seen: &Seen) -> Result<(Proof, duel::solve::Proved), Problem> {
    let proof = duel::coach::plan(&seen.position, &mut seen.watch()).map_err(|unproved| match unproved {
        Unproved::OutOfBudget(error) => too_hard(error),
        other => Problem::new(other),
    })?;
    let proved = duel::solve::check(&proof).map_err(Trouble::ProvesNothing)?;
    Ok((proof, proved))
}

fn unsolved(unsolved: Unsolved) -> Problem {
    match unsolved {
        Unsolved::OutOfBudget(error) => too_hard(error),
        Unsolved::TooLarge(error) => Problem::new(error),
    }
}

pub(crate) fn openings(book: &RuleBook) -> Result<Openings, Problem> {
    let solution = duel::solve::solve_game(book.game(), &mut Watch::advice(book.game())).map_err(unsolved)?;
    let winning_count = solution.winning.count() as usize;
    Ok(Openings {
        winner: Side(solution.winner),
        first_moves: solution.first_moves as usize,
        winning_count,
        winning: (winning_count <= LISTED).then(|| solution.winning.iter().map(Move).collect()),
        pairs: solution.matching.map(|pairs| pairs as usize),
        method: solution.method.to_string(),
    })
}

/// For every largest number that there is a game with. All rows together take as long as a piece of advice.
pub(crate) fn survey(game: &str, from: u32, to: u32) -> Result<Vec<answer::SurveyRow>, Problem> {
    let rows = u64::from(to).checked_sub(from.into()).map_or(0, |apart| apart + 1);
    if !(1..=ROWS).contains(&rows) || to > LARGEST {
        return Err(Trouble::Survey { rows: ROWS, largest: LARGEST }.into());
    }
    let mut found = Vec::new();
    let each = |row: duel::solve::SurveyRow| {
        found.push(answer::SurveyRow {
            size: row.upper as u32,
            winner: row.winner.map(Side),
            winning: row.winning.map(|count| count as usize),
            first_moves: row.first_picks as usize,
        });
    };
    duel::solve::survey(find(game)?.game(), from.into(), to.into(), &mut Watch::nodes(SURVEYED / rows), each)
        .map_err(unsolved)?;
    Ok(found)
}

pub(crate) fn review(seen: &Seen) -> Result<Review, Problem> {
    let reviewed = duel::coach::review(&seen.position, seen.opening, &mut seen.watch()).map_err(too_hard)?;
    let turned = seen.language.say(&TurningPoints(&reviewed));
    let winning_words = seen.language.say(&WhoWasWinning(&reviewed, &seen.names));
    let won = seen.position.outcome().map(|outcome| outcome.winner);
    let end =
        won.or_else(|| duel::solve::solve(&seen.position, &mut seen.watch()).ok().map(|solution| solution.winner));
    let turning_points = duel::coach::turning_points(&reviewed);
    let look = |(at, reviewed): (usize, duel::coach::Reviewed)| Reviewed {
        r#move: reviewed.played.map(Move),
        player: Side(duel::Side::of_ply(at)),
        winning: reviewed.winning.map(Side),
        mark: reviewed.mark.code().into(),
        mark_words: seen.language.say(&reviewed.mark),
        is_turning_point: turning_points.contains(&(at + 1)),
        better: reviewed.better.map(|better| hint(&better, seen.language)),
    };
    Ok(Review {
        moves: reviewed.into_iter().enumerate().map(look).collect(),
        turned,
        winning_words,
        end: end.map(Side),
    })
}

pub(crate) fn moral(seen: &Seen, player: &Side) -> Result<Option<Moral>, Problem> {
    // A link may hold a whole game: whoever opens it wants to know where it turned.
    let moral = duel::coach::moral(&seen.position, 0, player.0, &mut seen.watch()).map_err(too_hard)?;
    Ok(moral.map(|moral| {
        let words = seen.language.say(&moral);
        match moral {
            duel::coach::Moral::TurningPoint { before, played, better } => Moral {
                words,
                moves_before: Some(before.moves().len()),
                played: played.map(Move),
                better: Some(hint(&better, seen.language)),
            },
            _ => Moral { words, moves_before: None, played: None, better: None },
        }
    }))
}

pub(crate) fn themed(theme: Theme, language: Language) -> answer::Themed {
    answer::Themed { theme: wire::Theme(theme), words: language.say(&theme) }
}

pub(crate) fn puzzle(sought: &Sought, language: Language) -> Result<answer::Puzzle, Problem> {
    let book = sought.game.as_deref().map(find).transpose()?;
    let seed = sought.seed.as_ref().map_or(0, |seed| seed.0);
    let which = sought.day.map_or(Which::Seed(seed), |day| Which::Day(day.into()));
    let theme = sought.theme.as_ref().map(|theme| theme.0);
    let sort = Sort { grade: sought.grade.as_ref().map(|grade| grade.0), theme };
    let puzzle = Puzzle::find(book.as_ref(), sort, which).map_err(Problem::new)?;
    Ok(answer::Puzzle {
        game: puzzle.book.code(),
        title: puzzle.book.title().into(),
        moves: puzzle.position.moves().iter().copied().map(Move).collect(),
        grade: Grade(puzzle.grade),
        theme: themed(puzzle.theme, language),
    })
}

pub(crate) fn record(seen: Seen, date: Option<&str>) -> Result<String, Problem> {
    let [one, two] = &seen.names;
    let names = [one.parse::<Name>().map_err(Problem::new)?, two.parse::<Name>().map_err(Problem::new)?];
    let mut record = Record::new(&seen.book, seen.position, names);
    if let Some(date) = date {
        record.set_date(date.parse::<duel::Date>().map_err(Problem::new)?);
    }
    record.set_opening(seen.opening);
    Ok(record.to_string())
}
