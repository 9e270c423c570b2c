//! One script of actions at a board, and what a session makes of it: the measure for every surface.

use duel::coach::{Moral, hint, moral};
use duel::session::{Action, By, Deed, Event, First, Help, Rounds, Setup};
use duel::solve::{Watch, prove, solve};
use duel::{Id, Level, RuleBook, Seat, Session, Sitter, Who};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What somebody at the board does.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Type(String),
    TakeBack,
    Resign,
    Hint,
    Verdicts,
    Pairing,
    /// The round is over, and the next one begins. Line mode may ask for the turning point first.
    NextRound {
        is_asked: bool,
    },
    /// The game is over, and the same begins again.
    Rematch {
        fair: bool,
    },
}

/// What a script has in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A match, and what can be done on every surface.
    Match,
    /// Games one after the other, and what there are buttons and keys for.
    Rematches,
}

pub(crate) struct Script {
    pub(crate) steps: Vec<Step>,
    /// What came of them, the beginning first, computer's moves among them.
    pub(crate) events: Vec<Event>,
    pub(crate) session: Session,
    rng: ChaCha8Rng,
    /// What is drawn on the board already: who asks for it once more wants it gone.
    drawn: Option<Help>,
}

/// What every game here is known by.
pub(crate) fn id() -> Id {
    "5c1397".parse().expect("an id")
}

/// A long match of this book, in which there is another round whatever happens; or one game after a toss.
pub(crate) fn setup(code: &str, opponent: Option<Level>, kind: Kind) -> Setup {
    let person = |name: &str| Sitter { name: name.parse().expect("a name"), who: Who::Person };
    let second = match opponent {
        Some(level) => Sitter::usual(Who::Level(level), Seat::Two, duel::speech::Language::English),
        None => person("Bo"),
    };
    Setup {
        id: Some(id()),
        seed: 7,
        first: if kind == Kind::Match { First::Seat(Seat::One) } else { First::Toss },
        rounds: (kind == Kind::Match).then_some(Rounds::BestOf(999)),
        ..Setup::new(RuleBook::find(code).expect("a book"), [person("Ada"), second])
    }
}

impl Script {
    /// So many random steps, some of which are refused, each at this time.
    pub(crate) fn random(setup: Setup, at: u64, luck: u64, count: usize) -> Script {
        let rng = ChaCha8Rng::seed_from_u64(luck);
        let (session, began) = Session::begin(setup, at).expect("a game");
        let mut script = Script { steps: Vec::new(), events: vec![began], session, rng, drawn: None };
        while script.steps.len() < count {
            script.go_on(at);
            let step = script.any_step();
            script.take(step, at);
        }
        script.go_on(at);
        script
    }

    /// To where somebody is asked: computers move, and rounds follow each other.
    fn go_on(&mut self, at: u64) {
        loop {
            match self.session.mover().map(|mover| mover.who) {
                Some(Who::Person) => return,
                Some(_) => {
                    let seat = self.session.turn().expect("somebody has the turn");
                    let chosen = self.session.computer_move().expect("a computer moves");
                    self.act(By::Seat(seat), Action::Move(chosen), at);
                }
                None if self.session.match_goes_on() => {
                    self.take(Step::NextRound { is_asked: is_asked(&self.session) }, at);
                }
                None => {
                    let fair = self.session.may(self.session.at_the_board()).fair_start && self.rng.random_bool(0.5);
                    self.take(Step::Rematch { fair }, at);
                }
            }
        }
    }

    fn take(&mut self, step: Step, at: u64) {
        let by = self.session.at_the_board();
        match &step {
            Step::Type(text) => self.act(by, Action::Type(text.clone()), at),
            Step::TakeBack => self.act(by, Action::TakeBack, at),
            Step::Resign => self.act(by, Action::Resign, at),
            Step::Hint => {
                let position = self.session.position();
                let is_there = matches!(hint(position, &mut Watch::advice(position.game())), Ok(Some(_)));
                assert!(is_there, "a book with a position that is too hard for a hint");
                self.act(by, Action::Help(Help::Advice), at);
            }
            Step::Verdicts => {
                let position = self.session.position();
                assert!(solve(position, &mut Watch::advice(position.game())).is_ok());
                self.act(by, Action::Help(Help::Verdicts), at);
            }
            Step::Pairing => {
                let position = self.session.position();
                let proof = prove(position, &mut Watch::advice(position.game())).expect("a proof");
                if let Some(help) = Help::of_proof(&proof) {
                    self.act(by, Action::Help(help), at);
                }
            }
            Step::NextRound { .. } => self.act(by, Action::NextRound { fair: false }, at),
            Step::Rematch { fair } => self.act(by, Action::Rematch { fair: *fair, id: Some(id()) }, at),
        }
        self.steps.push(step);
    }

    fn act(&mut self, by: By, action: Action, at: u64) {
        if let Ok(event) = self.session.act(by, action, at) {
            self.session.apply(&event).expect("what can be done can happen");
            self.drawn = match event.deed {
                Deed::Helped { with: with @ (Help::Verdicts | Help::Pairing) } => Some(with),
                Deed::Helped { .. } => self.drawn,
                _ => None,
            };
            self.events.push(event);
        }
    }

    /// The script as it is typed into a pipe.
    pub(crate) fn lines(&self) -> String {
        let line = |step: &Step| match step {
            Step::Type(text) => format!("{text}\n"),
            Step::TakeBack => "undo\n".into(),
            Step::Resign => "resign\n".into(),
            Step::Hint => "hint\n".into(),
            Step::NextRound { is_asked: true } => "\n".into(),
            Step::NextRound { is_asked: false } => String::new(),
            Step::Verdicts | Step::Pairing | Step::Rematch { .. } => panic!("line mode has no word for that"),
        };
        let lines: String = self.steps.iter().map(line).collect();
        lines + "quit\n"
    }
}

/// Whether the only person is asked in line mode where the game turned.
fn is_asked(finished: &Session) -> bool {
    let (Some(_), Some(pupil)) = (finished.only_person(), finished.pupil()) else { return false };
    let position = finished.position();
    let moral = moral(position, finished.opening(), finished.side(pupil), &mut Watch::advice(position.game()));
    matches!(moral, Ok(Some(Moral::TurningPoint { .. })))
}

impl Script {
    /// Something that can be done by key and in a line, legal or not; in a match nothing that line mode has no word for.
    fn any_step(&mut self) -> Step {
        let Script { session, rng, drawn, .. } = self;
        let legal = session.position().legal_moves().choose(rng).map(ToString::to_string).unwrap_or_default();
        let rubbish = ["007", "/", "12/", "60//2", "99999999999999999999"];
        match rng.random_range(0..100) {
            0..70 => Step::Type(legal),
            70..78 => Step::Type(rng.random_range(0..60_u64).to_string()),
            78..80 => Step::Type(format!("{}/{}", rng.random_range(0..90_u64), rng.random_range(0..12_u64))),
            80..83 => Step::Type((*rubbish.choose(rng).expect("some")).into()),
            83..91 => Step::TakeBack,
            91..93 if session.rounds().is_none() && *drawn != Some(Help::Verdicts) => Step::Verdicts,
            93..95 if session.rounds().is_none() && *drawn != Some(Help::Pairing) => Step::Pairing,
            91..97 => Step::Hint,
            _ => Step::Resign,
        }
    }
}
