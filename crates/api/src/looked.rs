//! What `duel` sees in a position and in a game, in a form that can be drawn.

use duel::{Help, Hint, Proof, Puzzle, Record, RuleBook, Solution, Unproved, Unsolved, Watch, Which};

use crate::answer::{self, Advice, Certificate, Lesson, Openings, Played, Proved, Review, Reviewed, Verdicts};
use crate::problem::{Problem, Trouble, say};
use crate::question::Sought;
use crate::scene::{Seen, find};
use crate::wire::{Grade, Move, Numeral, Offered, Side};

/// Of more moves than this there is only the number: a page that reads a million of them stands still.
const LISTED: usize = 10_000;

fn too_hard(_: duel::OutOfBudget) -> Problem {
    Trouble::TooHard.into()
}

pub(crate) fn play(mut seen: Seen, typed: &str) -> Played {
    match seen.position.answer(typed) {
        duel::Answer::Played(chosen) => Played::Played { r#move: Move(chosen) },
        duel::Answer::Lost(illegal) => Played::Lost { number: Offered(illegal.attempt), why: say(illegal) },
        duel::Answer::AskAgain(illegal) => Played::Again { why: say(illegal) },
        duel::Answer::NotAMove(not_a_move) => Played::Again { why: say(not_a_move) },
    }
}

fn advice(hint: &Hint) -> Advice {
    Advice { r#move: Move(hint.chosen), words: hint.to_string(), idea: hint.why.idea().into() }
}

pub(crate) fn hint(seen: &Seen) -> Result<Option<Advice>, Problem> {
    let hint = duel::hint(&seen.position, &mut seen.watch()).map_err(too_hard)?;
    Ok(hint.as_ref().map(advice))
}

pub(crate) fn verdicts(seen: &Seen) -> Result<Verdicts, Problem> {
    let Solution { winner, winning, method } = duel::solve(&seen.position, &mut seen.watch()).map_err(too_hard)?;
    let winning = (winning.len() <= LISTED).then(|| winning.into_iter().map(Move).collect());
    Ok(Verdicts { winner: Side(winner), winning, method: method.to_string() })
}

pub(crate) fn proof(seen: &Seen) -> Result<Proved, Problem> {
    let (proof, words) = proved(seen)?;
    let is_drawn = seen.book.game().pool().is_none_or(|pool| pool.count() <= LISTED as u64);
    let help = Help::of_proof(&proof);
    Ok(Proved { words, shown: is_drawn.then(|| certificate(proof, seen.position.last())), help })
}

fn certificate(proof: Proof, last: Option<u64>) -> Certificate {
    let numerals = |numbers: Vec<u64>| numbers.into_iter().map(Numeral).collect();
    let plan = || Some([last?, proof.pick?.number()].map(Numeral));
    Certificate {
        plan: if proof.matching.is_some() { plan() } else { None },
        pairs: proof.matching.map(|pairs| pairs.into_iter().map(|pair| pair.map(Numeral)).collect()),
        barrier: proof.barrier.map(numerals),
        punishers: proof.punishers.map(numerals),
        factors: proof.factors.map(|all| all.into_iter().map(|(n, primes)| (Numeral(n), numerals(primes))).collect()),
    }
}

pub(crate) fn proof_file(seen: &Seen) -> Result<String, Problem> {
    let (proof, _) = proved(seen)?;
    Ok(serde_json::to_string(&proof).map_err(Problem::new)? + "\n")
}

/// A proof and what it proves. Nobody has to trust the solver: what it proved is checked by the checker before it is shown.
fn proved(seen: &Seen) -> Result<(Proof, String), Problem> {
    let proof = duel::prove(&seen.position, &mut seen.watch()).map_err(|unproved| match unproved {
        Unproved::OutOfBudget(error) => too_hard(error),
        other => Problem::new(other),
    })?;
    let words = duel::check(&proof).map_err(Problem::new)?.to_string();
    Ok((proof, words))
}

pub(crate) fn openings(book: &RuleBook) -> Result<Openings, Problem> {
    let solution =
        duel::solve_game(book.game(), &mut Watch::advice(book.game())).map_err(|unsolved| match unsolved {
            Unsolved::OutOfBudget(error) => too_hard(error),
            Unsolved::TooLarge(error) => Problem::new(error),
        })?;
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

pub(crate) fn review(seen: &Seen) -> Result<Review, Problem> {
    let reviewed = duel::review(&seen.position, seen.opening, &mut seen.watch()).map_err(too_hard)?;
    let turned = duel::turning_points_in_words(&reviewed);
    let turning_points = duel::turning_points(&reviewed);
    let sides = [duel::Player::One, duel::Player::Two];
    let look = |(at, reviewed): (usize, duel::Reviewed)| Reviewed {
        r#move: reviewed.played.map(Move),
        player: Side(sides[at % 2]),
        mark: reviewed.mark.code().into(),
        mark_words: reviewed.mark.to_string(),
        is_turning_point: turning_points.contains(&(at + 1)),
        better: reviewed.better.as_ref().map(advice),
    };
    Ok(Review { moves: reviewed.into_iter().enumerate().map(look).collect(), turned })
}

pub(crate) fn lesson(seen: &Seen, player: &Side) -> Result<Option<Lesson>, Problem> {
    let lesson = duel::lesson(&seen.position, player.0, &mut seen.watch()).map_err(too_hard)?;
    Ok(lesson.map(|lesson| {
        let words = lesson.to_string();
        match lesson {
            duel::Lesson::TurningPoint { before, played, better } => Lesson {
                words,
                moves_before: Some(before.moves().len()),
                played: played.map(Move),
                better: Some(advice(&better)),
            },
            _ => Lesson { words, moves_before: None, played: None, better: None },
        }
    }))
}

pub(crate) fn puzzle(sought: &Sought) -> Result<answer::Puzzle, Problem> {
    let book = sought.game.as_deref().map(find).transpose()?;
    let seed = sought.seed.as_ref().map_or(0, |seed| seed.0);
    let which = sought.day.map_or(Which::Seed(seed), |day| Which::Day(day.into()));
    let grade = sought.grade.as_ref().map(|grade| grade.0);
    let puzzle = Puzzle::find(book.as_ref(), grade, which).map_err(Problem::new)?;
    Ok(answer::Puzzle {
        game: puzzle.book.code(),
        title: puzzle.book.title().into(),
        moves: puzzle.position.moves().iter().copied().map(Move).collect(),
        grade: Grade(puzzle.grade),
    })
}

pub(crate) fn record(seen: Seen, date: Option<&str>) -> Result<String, Problem> {
    let [one, two] = &seen.names;
    let names = [one.parse().map_err(Problem::new)?, two.parse().map_err(Problem::new)?];
    let mut record = Record::new(&seen.book, seen.position, names);
    if let Some(date) = date {
        record.set_date(date.parse().map_err(|error: duel::NotADate| Problem::new(error))?);
    }
    record.set_opening(seen.opening);
    Ok(record.to_string())
}
