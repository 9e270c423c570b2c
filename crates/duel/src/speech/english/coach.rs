//! Advice, reviews, morals and puzzles.

use std::fmt::Display;

use super::{English, list};
use crate::challenge::{NoChallenge, NoReply, Refutation, Reply};
use crate::coach::{
    About, Advice, Effect, Hint, Idea, Line, Mark, Moral, Nudge, Part, Quality, Region, Stage, Why, turning_points,
};
use crate::moves::Move;
use crate::puzzle::{Grade, NoPuzzle, Sort};
use crate::speech::{HowFar, TurningPoints, WhoWasWinning, sentence};

/// How many answers of a pairing a sentence names.
const NAMED: usize = 3;
/// A line of so many letters is told to its end; of a longer one so many.
const TOLD: usize = 100;
const TOLD_OF_MORE: usize = 70;
const EVERY_MOVE_LOSES: &str = "Every move loses here, however they answer.";
const STUCK_WINS: &str = "Whoever is stuck wins here.";

impl English for Advice {
    fn english(&self) -> String {
        match self {
            Advice::Nudge(nudge) => nudge.english(),
            Advice::Idea(idea) => idea.english(),
            Advice::Move(hint) => hint.english(),
        }
    }
}

impl English for Stage {
    fn english(&self) -> String {
        match self {
            Stage::Nudge => "Nudge",
            Stage::Idea => "Idea",
            Stage::Move => "Move",
        }
        .into()
    }
}

impl English for Nudge {
    fn english(&self) -> String {
        let about = match self.about {
            About::OnlyMove => return "There is only one move.".into(),
            About::EveryMoveEndsIt => return "Every move leaves them stuck, and being stuck wins here.".into(),
            About::EveryMoveWins => return "Every move wins here.".into(),
            About::EveryMoveLoses => return EVERY_MOVE_LOSES.into(),
            About::DeadEnd => "You can leave them stuck at once.",
            About::Prime => "You can leave a prime.",
            About::Primes => "You can leave nothing but primes.",
            About::Forced => "Leave them hardly a choice, move after move.",
            About::LastResort => "You can leave them nothing but 1.",
            About::Partners => "Think in pairs: whatever they take must have a partner.",
            About::Factors => "Count the prime factors that each division would leave.",
            About::Heaps => "Count prime factors less one, and make the counts balance.",
            About::Replies => "Have a reply ready for each answer of theirs.",
            About::Trap => "Nothing wins if they answer well: set a trap.",
        };
        let first = if self.is_misere { STUCK_WINS } else { "" };
        format!("{first} {about} {}", self.region.english()).trim().into()
    }
}

impl English for Region {
    fn english(&self) -> String {
        let (noun, of) = match self.part {
            Part::Pool => ("numbers", ""),
            Part::Table => ("divisors", ""),
            Part::Divisors => ("divisors", ""),
            Part::Multiples => ("multiples", ""),
            Part::Largest => ("divisors", " of the largest number"),
            Part::Smallest => ("divisors", " of the smallest number"),
        };
        let which = match self.quality {
            Quality::Any if matches!(self.part, Part::Pool | Part::Table) => return String::new(),
            Quality::Any => "",
            Quality::Prime if self.part == Part::Pool => return "Look among the primes.".into(),
            Quality::Prime => "prime ",
            Quality::Odd => "odd ",
            Quality::Even => "even ",
            Quality::Larger | Quality::Smaller => {
                let half = if self.quality == Quality::Larger { "larger" } else { "smaller" };
                let of = if self.part == Part::Pool { " you can take" } else { of };
                return format!("Look in the {half} half of the {noun}{of}.");
            }
            Quality::AtMost(most) => {
                let one = if self.part == Part::Pool {
                    "one".into()
                } else {
                    format!("a {}{of}", noun.trim_end_matches('s'))
                };
                return format!("Look for {one} that leaves them at most {}.", answers(most));
            }
        };
        format!("Look among the {which}{noun}{of}.")
    }
}

/// So many answers.
fn answers(count: usize) -> String {
    if count == 1 { "one answer".into() } else { format!("{} answers", in_words(count)) }
}

/// Small numbers as words, so that nobody takes them for moves.
fn in_words(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).into())
}

/// Things in a row, the last of them behind a word.
fn row(things: impl IntoIterator<Item = impl ToString>, word: &str) -> String {
    let mut things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match things.pop() {
        Some(last) if things.is_empty() => last,
        Some(last) => format!("{} {word} {last}", things.join(", ")),
        None => String::new(),
    }
}

impl English for Idea {
    fn english(&self) -> String {
        let named = row(self.moves.iter().map(|(chosen, _)| chosen), "and");
        let between = match self.winning {
            0 => format!("Nothing wins here. Weigh {named}."),
            _ if self.is_misere => format!("{STUCK_WINS} It is one of {named}."),
            _ => format!("It is one of {named}."),
        };
        if self.can_end() {
            let ending = self.moves.iter().filter(|(_, effect)| *effect == Effect::Wins).count();
            let leave = if ending == 1 { "leaves" } else { "leave" };
            return format!("{between} {}", sentence(format!("{} of them {leave} them stuck", in_words(ending))));
        }
        let mut effects: Vec<(&Effect, Vec<Move>)> = Vec::new();
        for (chosen, effect) in &self.moves {
            match effects.iter_mut().find(|(known, _)| *known == effect) {
                Some((_, moves)) => moves.push(*chosen),
                None => effects.push((effect, vec![*chosen])),
            }
        }
        let is_all = effects.len() == 1;
        let does = effects.into_iter().map(|(effect, moves)| {
            let leave = if is_all || moves.len() == 1 { "leaves" } else { "each leave" };
            let is_after = matches!(effect, Effect::Loses | Effect::LetsThemEnd);
            let these = if is_all { "each of them".into() } else { row(moves, if is_after { "or" } else { "and" }) };
            match effect {
                Effect::Wins => format!("{these} {leave} them stuck"),
                Effect::Loses => format!("after {these} they are stuck, and win"),
                Effect::LetsThemEnd => format!("after {these} they can leave you stuck"),
                Effect::Heaps(heaps) => format!("{these} {leave} counts of {}", row(heaps, "and")),
                Effect::LeavesOnly(answers) => format!("{these} {leave} only {}", row(answers, "and")),
                Effect::Leaves(count) => format!("{these} {leave} {}", answers(*count)),
            }
        });
        let does = sentence(does.collect::<Vec<_>>().join("; "));
        match self.winning {
            0 | 1 => format!("{between} {does}"),
            several => format!("{between} {does} {}", sentence(format!("{} of them win", in_words(several)))),
        }
    }
}

/// What answers what, of which not all is named; `None` where nothing does.
fn pairs_of<T: Display>(pairs: &[(T, T)]) -> Option<String> {
    let named = pairs.iter().take(NAMED).map(|(answer, reply)| format!("{answer} with {reply}"));
    let more = if pairs.len() > NAMED { ", and so on" } else { "" };
    (!pairs.is_empty()).then(|| format!("{}{more}", list(named)))
}

/// That every answer has something, and what.
fn answered<T: Display>(has: &str, pairs: &[(T, T)]) -> String {
    match pairs {
        [(only, reply)] => format!("They can only take {only}: answer {reply}."),
        _ => format!("Whatever they take {has}: answer {}.", pairs_of(pairs).unwrap_or_default()),
    }
}

/// The hint in a sentence or two.
impl English for Hint {
    fn english(&self) -> String {
        let Hint { chosen, why, is_any } = self;
        let take = match chosen {
            _ if *is_any => format!("Every move wins; the simplest is {chosen}."),
            Move::Pick(number) => format!("Take {number}."),
            Move::Divide { number, by } => format!("Divide {number} by {by}."),
        };
        match why {
            Why::DeadEnd => format!("{take} It has no divisor or multiple left: they cannot move."),
            Why::Primes => format!("{take} {} is prime: they cannot divide.", chosen.number()),
            Why::Line(line) => format!("{take} {}", line.english()),
            Why::Pairing { of, partners } => {
                let answered = answered("has a partner", partners);
                match of {
                    _ if *is_any => format!("{take} {answered}"),
                    Some(last) => format!("Take {chosen}, the partner of {last}. {answered}"),
                    None => format!("Take {chosen}, which is left over. {answered}"),
                }
            }
            Why::Heaps { heaps, misere } => {
                format!("{take} Prime factors less one: {}. {}", row(heaps, "and"), why_lost(heaps, *misere))
            }
            Why::Taught(why) => format!("{take} {why}"),
            Why::Replies { replies } => {
                let going_on = why.answers();
                let ends = replies.iter().filter(|(_, reply)| reply.is_none()).map(|(answer, _)| answer);
                match row(ends, "or") {
                    ends if ends.is_empty() => {
                        format!("{take} {}", answered("has a reply that wins again", &going_on))
                    }
                    ends => {
                        let then = [format!("after {ends} you are stuck, and win")];
                        let then = then.into_iter().chain(pairs_of(&going_on).map(|pairs| format!("answer {pairs}")));
                        format!("{take} {}", sentence(then.collect::<Vec<_>>().join("; ")))
                    }
                }
            }
            Why::EveryMoveEndsIt => "Whatever you play, they are stuck, and being stuck wins here.".into(),
            Why::Trap { right, answers: count, is_only } => {
                let then = match (&right[..], count - right.len()) {
                    ([only], 0) => format!("they can only answer {only}"),
                    (_, 0) => "every answer of theirs wins".into(),
                    (right, _) if right.len() <= NAMED => {
                        format!("of {} they must find {}", answers(*count), row(right, "or"))
                    }
                    (_, 1) => format!("one of their {} loses", answers(*count)),
                    (_, wrong) => format!("{} of their {} lose", in_words(wrong), answers(*count)),
                };
                match is_only {
                    true => format!("{chosen} is your only move: {then}."),
                    false if why.is_hopeless() => EVERY_MOVE_LOSES.into(),
                    false => format!("Nothing wins if they answer well. Try {chosen}: {then}."),
                }
            }
        }
    }
}

/// Why whoever must move loses when the counts are these, in the words of the lesson on several numbers.
fn why_lost(counts: &[u32], is_misere: bool) -> String {
    let mut counted = counts.to_vec();
    counted.retain(|&count| count > 0);
    let parts = |count: &u32| {
        let bits = (0..u32::BITS).rev().map(|bit| count & (1 << bit)).filter(|&part| part > 0);
        bits.map(|part| part.to_string()).collect::<Vec<_>>().join("+")
    };
    let balance = match counted[..] {
        _ if is_misere && counted.iter().all(|&count| count == 1) => {
            return "An odd number of ones: the last move is theirs, and it loses.".into();
        }
        [one, two] if one == two => "Those two balance: do to one what they do to the other".into(),
        _ if counted.iter().all(|count| count.is_power_of_two()) => "They balance: every part is there in twos".into(),
        _ => format!("Split into {}, every part is there in twos", row(counted.iter().map(parts), "and")),
    };
    if is_misere { format!("{balance}. At the end leave an odd number of ones.") } else { format!("{balance}.") }
}

/// What follows after the first move of a line.
impl English for Line {
    fn english(&self) -> String {
        let told = after(self);
        let told = told.trim_start_matches("; ");
        if told.len() <= TOLD {
            return sentence(told);
        }
        let mut clauses: Vec<&str> = told.split("; ").collect();
        while clauses.len() > 2 && clauses.iter().map(|clause| clause.len()).sum::<usize>() > TOLD_OF_MORE {
            clauses.pop();
        }
        // What they do is told together with what you do then.
        clauses.pop_if(|clause| clause.starts_with("they"));
        let told_of = clauses.join("; ");
        if told_of == told { sentence(told) } else { sentence(format!("{told_of}; and so on until you win")) }
    }
}

/// What follows a move of a line, beginning with what stands between.
fn after(line: &Line) -> String {
    let verb = if matches!(line.chosen, Move::Pick(_)) { "take" } else { "play" };
    let mut ways: Vec<(Vec<Move>, &Line)> = Vec::new();
    for (answer, then) in &line.answers {
        let Some(then) = then else { continue };
        match ways.iter_mut().find(|(_, known)| *known == then) {
            Some((answers, _)) => answers.push(*answer),
            None => ways.push((vec![*answer], then)),
        }
    }
    let go_on = |then: &Line| format!("you {verb} {}{}", then.chosen, after(then));
    let ends: Vec<Move> = line.answers.iter().filter(|(_, then)| then.is_none()).map(|(answer, _)| *answer).collect();
    match (&ways[..], &ends[..]) {
        ([], []) => ", and they are stuck".into(),
        ([], [only]) => format!("; they can only {verb} {only}; you are stuck, and win"),
        ([], _) => format!("; whatever they {verb}, you are stuck, and win"),
        ([(answers, then)], []) => match answers[..] {
            [only] => format!("; they can only {verb} {only}; {}", go_on(then)),
            _ => format!("; whatever they {verb}, {}", go_on(then)),
        },
        _ => {
            // What goes on longest comes last, so that nobody loses the thread.
            ways.sort_by_key(|(_, then)| then.length());
            let ways = ways.into_iter().map(|(answers, then)| format!("{}, {}", row(answers, "or"), go_on(then)));
            let ended = (!ends.is_empty()).then(|| format!("{}, you are stuck, and win", row(ends, "or")));
            format!("; if they {verb} {}", ended.into_iter().chain(ways).collect::<Vec<_>>().join("; if "))
        }
    }
}

impl English for Mark {
    fn english(&self) -> String {
        match self {
            Mark::OnlyMove => "the only move",
            Mark::KeptTheWin => "kept the win",
            Mark::ThrewItAway => "threw the win away",
            Mark::LostAnyway => "lost anyway",
            Mark::NotKnown => "too hard to judge",
            Mark::ByChance => "given",
        }
        .into()
    }
}

impl English for TurningPoints<'_> {
    fn english(&self) -> String {
        let TurningPoints(reviewed) = self;
        let turns = turning_points(reviewed);
        let is_given_up = reviewed.last().is_some_and(|last| last.played.is_none() && last.mark == Mark::ThrewItAway);
        let is_known = reviewed.iter().all(|each| each.mark != Mark::NotKnown);
        match (&turns[..], is_given_up) {
            ([], false) if is_known => "No turning point: nobody threw a win away.".into(),
            ([], false) => "No turning point in what could be judged.".into(),
            ([], true) => "Turning point: the last position could be won.".into(),
            ([turn], false) => format!("Turning point: move {turn}."),
            (turns, false) => format!("Turning points: moves {}.", list(turns)),
            ([turn], true) => format!("Turning points: move {turn}, and the last position, which could be won."),
            (turns, true) => {
                format!("Turning points: moves {}, and the last position, which could be won.", list(turns))
            }
        }
    }
}

/// "Winning: Ada at moves 1-3, Bo at 4."
impl English for WhoWasWinning<'_> {
    fn english(&self) -> String {
        let WhoWasWinning(reviewed, names) = self;
        let (mut told, mut last) = (Vec::new(), 0);
        for run in reviewed.chunk_by(|one, next| one.winning == next.winning) {
            let first = last + 1;
            last += run.len();
            let Some(winner) = run[0].winning else { continue };
            let (what, to) = if first == last { ("move ", String::new()) } else { ("moves ", format!("-{last}")) };
            let what = if told.is_empty() { what } else { "" };
            told.push(format!("{} at {what}{first}{to}", names[winner.index()]));
        }
        if told.is_empty() { String::new() } else { format!("Winning: {}.", told.join(", ")) }
    }
}

/// To the player whose moral it is.
impl English for Moral {
    fn english(&self) -> String {
        match self {
            Moral::TurningPoint { .. } => "You were winning here. Find the winning move.".into(),
            Moral::WonFromTheStart => {
                "Well played: you could win from the first move on, and no move of yours let it go.".into()
            }
            Moral::TookTheChance { mistake } => {
                format!("Well played: their {mistake} threw the win away, and no move of yours gave it back.")
            }
            Moral::GaveUpAWin => "You were winning: where the game ended, every move of yours would have won.".into(),
            Moral::GaveUpAhead => "You were winning: where the game ended, no move of theirs would have won.".into(),
            Moral::GivenAway => "You were lucky: they were winning when they lost it.".into(),
            Moral::LostForTheFirst => {
                "There was nothing to find: whoever moves first loses this game against best play.".into()
            }
            Moral::LostForTheSecond => {
                "There was nothing to find: whoever moves first wins this game, and they never slipped.".into()
            }
            Moral::LostFromHere => {
                "There was nothing to find: this was lost against best play from where you began.".into()
            }
            Moral::NeverToMove => "There was nothing to find: their first move left you none.".into(),
        }
    }
}

/// To whoever made the attempt.
impl English for Reply {
    fn english(&self) -> String {
        match self {
            Reply::Right(hint) => format!("Yes! {}", Hint { is_any: false, ..hint.clone() }.english()),
            Reply::Wrong { chosen, because: Refutation::EndsTheGame } => {
                format!("{chosen} ends the game, and you lose it.")
            }
            Reply::Wrong { chosen, because: Refutation::Answered(answer) } => {
                format!("{chosen} loses: they answer {answer}.")
            }
            Reply::Wrong { because: Refutation::Said(why), .. } => why.clone(),
            Reply::Wrong { chosen, because: Refutation::NotFound } => format!("{chosen} does not win."),
            Reply::Advice(advice) => advice.english(),
            Reply::Taught(hint) => hint.clone(),
        }
    }
}

impl English for NoReply {
    fn english(&self) -> String {
        match self {
            NoReply::Illegal(illegal) => sentence(illegal.english()),
            NoReply::NotAMove(not_a_move) => sentence(not_a_move.english()),
            NoReply::TooHard(chosen) => format!("{chosen} is too hard to judge here."),
            NoReply::Over => "There is nothing left to find here.".into(),
        }
    }
}

impl English for NoChallenge {
    fn english(&self) -> String {
        match self {
            NoChallenge::NothingWins => "no move wins here, so there is nothing to find",
            NoChallenge::TooHard(_) => "this position is too hard to solve here",
        }
        .into()
    }
}

impl English for HowFar<'_> {
    fn english(&self) -> String {
        let HowFar { progress, is_daily } = self;
        let days = match (is_daily, progress.days()) {
            (false, _) | (_, 0) => String::new(),
            (_, 1) => " The puzzle of the day solved: 1 day.".into(),
            (_, days) => format!(" The puzzle of the day solved: {days} days in a row."),
        };
        format!("Streak: {}, the best so far {}.{days}", progress.streak(), progress.best())
    }
}

impl English for Grade {
    fn english(&self) -> String {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
        .into()
    }
}

impl English for NoPuzzle {
    fn english(&self) -> String {
        match self {
            NoPuzzle::TooLarge { count, most, is_misere } => {
                let what = if *is_misere { "puzzles of a misère game" } else { "puzzles" };
                format!("{what} come from pools of at most {most} numbers, and this one has {count}")
            }
            NoPuzzle::NotFound(Sort { grade, theme }) => {
                let grade = grade.map(|grade| grade.english() + " ").unwrap_or_default();
                let about = theme.map(|theme| format!(" about {}", theme.english())).unwrap_or_default();
                format!(
                    "no {grade}puzzle{about} was found in this game: a puzzle has at least four legal moves of which one wins"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coach::Reviewed;
    use crate::moves::Side;

    #[test]
    fn who_was_winning_is_told_in_runs_of_moves() {
        let names = ["Ada".to_string(), "Bo".to_string()];
        let told = |winning: &[Option<Side>]| {
            let reviewed =
                winning.iter().map(|&winning| Reviewed { played: None, mark: Mark::NotKnown, winning, better: None });
            WhoWasWinning(&reviewed.collect::<Vec<_>>(), &names).english()
        };
        let (one, two) = (Some(Side::One), Some(Side::Two));
        assert_eq!(told(&[one, one, one, two]), "Winning: Ada at moves 1-3, Bo at 4.");
        assert_eq!(told(&[None, two, None, None, two]), "Winning: Bo at move 2, Bo at 5.");
        assert_eq!(told(&[None]), "");
    }
}
