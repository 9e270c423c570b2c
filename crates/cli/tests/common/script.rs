//! One script of actions at a board, and what a session makes of it: the measure for every surface.

use duel::{Action, By, Event, Help, Lesson, Level, RuleBook, Seat, Session, Setup, Sitter, Watch, Who, hint, lesson};
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
    /// The round is over, and the next one begins. Line mode may ask for the turning point first.
    NextRound {
        is_asked: bool,
    },
}

pub(crate) struct Script {
    pub(crate) steps: Vec<Step>,
    /// What came of them, the beginning first, computer's moves among them.
    pub(crate) events: Vec<Event>,
    pub(crate) session: Session,
}

/// A long match of this book: whatever happens, there is another round.
pub(crate) fn setup(code: &str, opponent: Option<Level>) -> Setup {
    let person = |name: &str| Sitter { name: name.parse().expect("a name"), who: Who::Person };
    let second = match opponent {
        Some(level) => Sitter::usual(Who::Level(level), Seat::Two),
        None => person("Bo"),
    };
    Setup {
        id: Some("5c1397".parse().expect("an id")),
        seed: 7,
        best_of: Some(999),
        ..Setup::new(RuleBook::find(code).expect("a book"), [person("Ada"), second])
    }
}

/// Who acts at a board that everybody shares.
pub(crate) fn here(session: &Session) -> By {
    session.at_the_board().map_or(By::Referee, By::Seat)
}

impl Script {
    /// So many random steps, some of which are refused, each at this time.
    pub(crate) fn random(setup: Setup, at: u64, luck: u64, count: usize) -> Script {
        let mut rng = ChaCha8Rng::seed_from_u64(luck);
        let (session, began) = Session::begin(setup, at).expect("a game");
        let mut script = Script { steps: Vec::new(), events: vec![began], session };
        while script.steps.len() < count {
            script.go_on(at);
            let step = any_step(&script.session, &mut rng);
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
                None => {
                    let step = Step::NextRound { is_asked: is_asked(&self.session) };
                    self.take(step, at);
                }
            }
        }
    }

    fn take(&mut self, step: Step, at: u64) {
        let by = here(&self.session);
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
            Step::NextRound { .. } => self.act(by, Action::NextRound { fair: false }, at),
        }
        self.steps.push(step);
    }

    fn act(&mut self, by: By, action: Action, at: u64) {
        if let Ok(event) = self.session.act(by, action, at) {
            self.session.apply(&event).expect("what can be done can happen");
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
        };
        let lines: String = self.steps.iter().map(line).collect();
        lines + "quit\n"
    }
}

/// Whether the only person is asked in line mode where the game turned.
fn is_asked(finished: &Session) -> bool {
    let (Some(_), Some(pupil)) = (finished.only_person(), finished.pupil()) else { return false };
    let position = finished.position();
    let lesson = lesson(position, finished.side(pupil), &mut Watch::advice(position.game()));
    matches!(lesson, Ok(Some(Lesson::TurningPoint { .. })))
}

/// Something that can be typed by key and in a line, legal or not.
fn any_step(session: &Session, rng: &mut ChaCha8Rng) -> Step {
    let position = session.position();
    let legal = position.legal_moves().choose(rng).map(ToString::to_string).unwrap_or_default();
    match rng.random_range(0..100) {
        0..70 => Step::Type(legal),
        70..78 => Step::Type(rng.random_range(0..60_u64).to_string()),
        78..80 => Step::Type(format!("{}/{}", rng.random_range(0..90_u64), rng.random_range(0..12_u64))),
        80..83 => Step::Type((*["007", "/", "12/", "60//2", "99999999999999999999"].choose(rng).expect("some")).into()),
        83..93 => Step::TakeBack,
        93..97 => Step::Hint,
        _ => Step::Resign,
    }
}
