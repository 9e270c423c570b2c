//! The people in a game, how they stand, and what they cannot do.

use super::{English, list};
use crate::computer::{Auto, Level, WhyThem};
use crate::live;
use crate::moves::{Move, Side};
use crate::name::Name;
use crate::outcome::{Loss, Outcome, Reason};
use crate::position::Numbers;
use crate::seats::Who;
use crate::session::{Found, MatchError, Origin, Refusal, Rounds, SetupError};
use crate::speech::{Called, Ending, Opponent, Remark, TheComputer, UsualName};
use crate::tally::Finished;
use crate::typed::Typed;

impl English for UsualName {
    fn english(&self) -> String {
        match self.who {
            Who::Person => format!("Player {}", self.seat.number()),
            Who::Level(level) => format!("Computer, level {}", level.number()),
            Who::Program => format!("Program {}", self.seat.number()),
        }
    }
}

impl English for TheComputer {
    fn english(&self) -> String {
        "Computer".into()
    }
}

impl English for Called {
    fn english(&self) -> String {
        match self {
            Called::You(_) => "You".into(),
            Called::Computer(None) => "The computer".into(),
            Called::Name(name) | Called::Computer(Some(name)) => name.clone(),
        }
    }
}

impl Called {
    /// "you", "Ada".
    fn within_a_sentence(&self) -> String {
        match self {
            Called::You(_) => "you".into(),
            Called::Computer(None) => "the computer".into(),
            Called::Name(name) | Called::Computer(Some(name)) => name.clone(),
        }
    }

    /// "you have", "Ada has".
    fn does_within(&self, you_do: &str, they_do: &str) -> String {
        format!("{} {}", self.within_a_sentence(), self.verb(you_do, they_do))
    }

    /// "You have", "Ada has".
    fn does(&self, you_do: &str, they_do: &str) -> String {
        format!("{} {}", self.english(), self.verb(you_do, they_do))
    }

    fn verb<'a>(&self, you_do: &'a str, they_do: &'a str) -> &'a str {
        if matches!(self, Called::You(_)) { you_do } else { they_do }
    }
}

impl English for Remark {
    fn english(&self) -> String {
        match self {
            Remark::Toss(starter) => format!("The toss: {} first.", starter.does_within("move", "moves")),
            Remark::MovesFirst(starter) => format!("{} first.", starter.does("move", "moves")),
            Remark::ToMove(mover) => match mover {
                Called::You(_) => "Your move.".into(),
                mover => format!("{} to move.", mover.english()),
            },
            Remark::Played(mover, Move::Pick(number)) => format!("{} {number}.", mover.does("took", "took")),
            Remark::Played(mover, Move::Divide { number, by }) => {
                format!("{} {number} by {by}.", mover.does("divided", "divided"))
            }
            Remark::Wins(winner) => format!("{}!", winner.does("win", "wins")),
            Remark::WinsWithBestPlay(winner) => format!("{} with best play.", winner.does("win", "wins")),
            Remark::Champion(champion, won, lost) => {
                format!("{} the champion, {won} to {lost}!", champion.does("are", "is"))
            }
            Remark::Tie(each) => format!("The match is a tie, {each} to {each}!"),
            Remark::Round(round, rounds, starter) => {
                format!("Round {round} of {}: {} first.", rounds.most(), starter.does_within("move", "moves"))
            }
            Remark::Score([(one, wins_one), (two, wins_two)]) => {
                format!("Score: {} {wins_one}, {} {wins_two}", one.english(), two.within_a_sentence())
            }
            Remark::Help(helped) => {
                format!(
                    "Hints: {}.",
                    list(helped.iter().map(|(helped, times)| format!("{times} for {}", helped.within_a_sentence())))
                )
            }
            Remark::Found(found) => {
                let told = |(who, Found { at_once, moves, wrong }): &(Called, Found)| {
                    let tries = match wrong {
                        0 => String::new(),
                        1 => "; 1 try was wrong".into(),
                        _ => format!("; {wrong} tries were wrong"),
                    };
                    let found = who.does("found", "found");
                    let turns = if *moves == 1 { "turn" } else { "turns" };
                    format!("{found} a legal number at the first try in {at_once} of {moves} {turns}{tries}.")
                };
                found.iter().map(told).collect::<Vec<_>>().join(" ")
            }
            Remark::Origin(Origin::Game { at, .. }) => format!("Played on from move {at} of another game."),
            Remark::Origin(Origin::Puzzle) => "Played on from a puzzle.".into(),
            Remark::Origin(Origin::Lesson(name)) => format!("Played on from the lesson {name}."),
            Remark::FindThem => "Legal numbers are not shown: find them yourself.".into(),
            Remark::NoAdvice(without) => format!("{} without advice.", without.does("play", "plays")),
            Remark::Fault(name, fault) => format!("{name} {fault}."),
        }
    }
}

/// Why the game is over; nothing while it runs.
impl English for Ending<'_> {
    fn english(&self) -> String {
        let Ending { position, called } = self;
        let Some(Outcome { winner, reason }) = position.outcome() else { return String::new() };
        let (won, lost) = (&called[winner.index()], &called[winner.other().index()]);
        match reason {
            Reason::NoMove if position.game().misere => {
                format!("{} move, and in this game that wins.", won.does("cannot", "cannot"))
            }
            Reason::NoMove => match (position.moves().is_empty(), position.numbers()) {
                (true, Numbers::Table([prime])) => {
                    let lost = lost.does_within("have no move and lose", "has no move and loses");
                    format!("{prime} is a prime number: {lost} at once.")
                }
                (true, _) => {
                    let lost = lost.does_within("have no move and lose", "has no move and loses");
                    format!("Only primes are on the table: {lost} at once.")
                }
                (false, _) => format!("{} move.", lost.does("cannot", "cannot")),
            },
            Reason::Lost(Loss::IllegalNumber(attempt)) => {
                let typed = match (*attempt, position.numbers()) {
                    // With one number on the table the divisor alone is what people type.
                    (Typed::Division { number, by }, Numbers::Table([only])) if number == u128::from(*only) => {
                        Typed::Number(by)
                    }
                    (attempt, _) => attempt,
                };
                format!("{} by the illegal number {typed}.", lost.does("lose", "loses"))
            }
            Reason::Lost(Loss::Resigned) => format!("{}.", lost.does("resign", "resigns")),
            Reason::Lost(Loss::Time) => format!("{} run out of time.", lost.does("have", "has")),
            Reason::Lost(Loss::Forfeit) => format!("{} the game.", lost.does("forfeit", "forfeits")),
        }
    }
}

/// What a player of this level sees.
impl English for Level {
    fn english(&self) -> String {
        match self {
            Level::Rules => "knows the rules, looks at nothing ahead",
            Level::DeadEnds => "sees a dead end when it is near",
            Level::Answers => "thinks of your answer and the answer to that",
            Level::FarAhead => "thinks many moves ahead",
            Level::Perfect => "never loses what can be won",
        }
        .into()
    }
}

impl English for Opponent {
    fn english(&self) -> String {
        match self.0 {
            Level::Rules => "Mole",
            Level::DeadEnds => "Hare",
            Level::Answers => "Fox",
            Level::FarAhead => "Owl",
            Level::Perfect => "Euclid",
        }
        .into()
    }
}

/// Who beat whom; whoever played alone is spoken to.
impl English for Finished {
    fn english(&self) -> String {
        let [one, two] = &self.players;
        let opponent = |who, name: &Name| match who {
            Who::Level(level) => format!("{}, level {}", Opponent(level).english(), level.number()),
            Who::Person | Who::Program => name.to_string(),
        };
        let met = if self.who[0] == Who::Person { two } else { one };
        match (self.met(), self.winner) {
            (Some((who, true)), _) => format!("you beat {}", opponent(who, met)),
            (Some((who, false)), _) => format!("you lost to {}", opponent(who, met)),
            (None, Side::One) => format!("{one} beat {two}"),
            (None, Side::Two) => format!("{two} beat {one}"),
        }
    }
}

impl English for Auto {
    fn english(&self) -> String {
        let name = Opponent(self.level).english();
        match self.why {
            WhyThem::Beginning => format!("{name}, to begin with."),
            WhyThem::Won => format!("{name} this time, who sees more: you won."),
            WhyThem::Lost => format!("{name} this time, who sees less: you lost."),
            WhyThem::Owes(1) => format!("{name} once more: win again, and the next one comes."),
            WhyThem::Owes(_) => format!("{name} once more: win twice in a row, and the next one comes."),
            WhyThem::Strongest => format!("{name} once more: nobody here is stronger."),
            WhyThem::Helped => format!("{name} once more: a win with hints does not count."),
            WhyThem::AtOnce => format!("{name} once more, who had no turn in the last game."),
            WhyThem::AsBefore => format!("{name}, as before."),
        }
    }
}

/// "best of 3", "4 rounds".
impl English for Rounds {
    fn english(&self) -> String {
        match self {
            Rounds::BestOf(rounds) => format!("best of {rounds}"),
            Rounds::All(1) => "1 round".into(),
            Rounds::All(rounds) => format!("{rounds} rounds"),
        }
    }
}

impl English for MatchError {
    fn english(&self) -> String {
        match self {
            MatchError::NoRounds => "a match has at least one round".into(),
            MatchError::TooLong(rounds) => format!("a match has at most 999 rounds, not {rounds}"),
            MatchError::Score(one, two, rounds) => {
                format!("a score of {one} to {two} cannot come about in a match of {}", rounds.english())
            }
        }
    }
}

impl English for SetupError {
    fn english(&self) -> String {
        match self {
            SetupError::Game(error) => error.english(),
            SetupError::Match(error) => error.english(),
            SetupError::Opening(error) => error.english(),
        }
    }
}

impl English for Refusal {
    fn english(&self) -> String {
        match self {
            Refusal::NotAMove(not_a_move) => return not_a_move.english(),
            Refusal::Illegal(illegal) => return illegal.english(),
            Refusal::CannotStart(error) => return error.english(),
            Refusal::Record(error) | Refusal::Rules(error) => return error.english(),
            Refusal::NotTheirTurn => "it is not their turn",
            Refusal::Over => "the game is over",
            Refusal::NotOver => "the game is not over yet",
            Refusal::NothingToTakeBack => "there is no move to take back",
            Refusal::ForPeople => "only a person at the board can do that",
            Refusal::NoAdvice => "this seat plays without advice",
            Refusal::ForTheReferee => "only the referee can do that",
            Refusal::NoMoreRounds => "there is no other round to play",
            Refusal::MatchGoesOn => "the match goes on: there is another round to play",
            Refusal::NoFairStart => "there is no fair start to be had here",
            Refusal::NotBegun => "the events do not begin with a beginning",
            Refusal::BegunAlready => "a session begins once",
            Refusal::DidNotHappen => "that cannot have happened here",
            Refusal::OtherRules => "the rule file is of another game",
        }
        .into()
    }
}

impl English for live::Refusal {
    fn english(&self) -> String {
        match self {
            live::Refusal::Session(refusal) => return refusal.english(),
            live::Refusal::SeatIsOpen => "the other seat is still empty",
            live::Refusal::SeatIsTaken => "somebody has taken that seat",
            live::Refusal::NotForASeat => "that needs the other player's consent: propose it",
            live::Refusal::Answered => "your last move has been answered, and can no longer be taken back",
            live::Refusal::ProposedAlready => "something has been proposed already, and waits for an answer",
            live::Refusal::DeclinedBefore => "they would rather not: a move is asked back once",
            live::Refusal::NothingProposed => "nothing has been proposed",
            live::Refusal::NobodyWaitedFor => "nobody is waited for from whom the game could be claimed",
            live::Refusal::StillTime => "the other player still has time",
            live::Refusal::NobodyToAsk => "a computer plays here, and nobody has to be asked for another game",
            live::Refusal::WentOnAlready => "the other player has made another game already",
            live::Refusal::NotOpened => "the log does not begin with an opening",
        }
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_as_it_is_whatever_it_begins_with() {
        let named = |name: &str| Remark::Toss(Called::Name(name.into())).english();
        assert_eq!(named("You Li"), "The toss: You Li moves first.");
        assert_eq!(Remark::Toss(Called::You("Ada".into())).english(), "The toss: you move first.");
    }
}
