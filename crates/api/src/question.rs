//! What can be asked. Nobody remembers anything between two questions: one about a game in progress carries its record.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::answer::Outcome;
use crate::wire::{First, Grade, Id, Moment, Move, Name, Numeral, Seat, Side, Who};

/// A question. Its form in JSON is an object with the question's name as `"ask"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// The built-in books and the levels of computer players.
    Books {},
    /// The code of a game with numbers as somebody typed them, or with the usual ones.
    SetUp {
        /// The code.
        game: String,
        /// What was typed.
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        numbers: Option<String>,
        /// Whether the first pick must be composite, where there is a first pick.
        fair: bool,
    },
    /// A book explained.
    Book {
        /// A game of the book.
        scene: Scene,
    },
    /// Everything that is drawn of a position.
    Position {
        /// The position.
        scene: Scene,
    },
    /// What comes of this text, typed at the board.
    Play {
        /// The position.
        scene: Scene,
        /// The text.
        typed: String,
    },
    /// A new game.
    Begin(Beginning),
    /// A game that somebody kept or brought, to be gone on with.
    Session {
        /// The game.
        session: Saved,
        /// What it is to be known by from now on.
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        id: Option<Id>,
        /// Where luck comes from if the record does not say that.
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        seed: Option<Numeral>,
    },
    /// What comes of something that somebody does in a game.
    Act {
        /// The game.
        session: Saved,
        /// Who does it.
        #[cfg_attr(feature = "declarations", ts(type = "By"))]
        by: duel::By,
        /// What they do.
        action: Wish,
        /// When.
        at: Moment,
    },
    /// The computer player whose turn it is moves.
    Computer {
        /// The game.
        session: Saved,
        /// When.
        at: Moment,
    },
    /// What everything is that was kept.
    Kept {
        /// Each thing as text.
        entries: Vec<String>,
    },
    /// A name as it stands in records, if it can.
    Name {
        /// The name as it was typed.
        name: String,
    },
    /// A good move, and why.
    Hint {
        /// The position.
        scene: Scene,
    },
    /// What comes of an answer to a challenge, or of asking for help with it.
    Challenge(Challenged),
    /// How far somebody is by what was kept.
    Progress {
        /// What was kept, if anything.
        #[cfg_attr(feature = "declarations", ts(type = "unknown", optional))]
        kept: Option<Value>,
    },
    /// Who wins, and which moves do.
    Verdicts {
        /// The position.
        scene: Scene,
    },
    /// A proof of that, with its pairing and its barrier.
    Proof {
        /// The position.
        scene: Scene,
    },
    /// The same as a file.
    ProofFile {
        /// The position.
        scene: Scene,
    },
    /// The winning first moves of a whole game.
    Openings {
        /// The game.
        scene: Scene,
    },
    /// What each move of a game did.
    Review {
        /// The game.
        scene: Scene,
    },
    /// What a player can learn from a finished game.
    Lesson {
        /// The game.
        scene: Scene,
        /// The side that they played.
        player: Side,
    },
    /// A puzzle.
    Puzzle(Sought),
    /// The game as a record.
    Record {
        /// The game.
        scene: Scene,
        /// The day on which it was played, as "2026-11-15".
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        date: Option<String>,
    },
    /// A record, a rule file, a code or a proof that somebody brings.
    Open {
        /// Its text.
        text: String,
    },
    /// The divisor graph to be drawn.
    Picture {
        /// The game.
        scene: Scene,
    },
}

/// What a question is about: a game in progress, or any other position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Scene {
    /// A game in progress.
    Session(Saved),
    /// Any game and its moves.
    Replay(Replay),
}

/// Which of the two it is its parts say, so that what is wrong with it can be said.
impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scene, D::Error> {
        let parts: Map<String, Value> = Map::deserialize(deserializer)?;
        let is_session = parts.contains_key("record");
        let parts = Value::from(parts);
        let scene = if is_session {
            Saved::deserialize(parts).map(Scene::Session)
        } else {
            Replay::deserialize(parts).map(Scene::Replay)
        };
        scene.map_err(serde::de::Error::custom)
    }
}

/// A game in progress as whoever asks has it. They keep nothing else, and what they send is read like any stranger's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The record.
    pub record: String,
    /// The rule file, if the book is home-made.
    pub rules: Option<String>,
}

/// A game by its code, by the text of a rule file, or by both (a home-made book varied as the code says), and its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The code.
    pub game: Option<String>,
    /// The rule file.
    pub rules: Option<String>,
    /// The moves; none when they are not given.
    pub moves: Option<Vec<Move>>,
    /// How many of the moves were made by chance before anybody played.
    pub opening: Option<usize>,
    /// How the game ended, if not by its moves.
    pub outcome: Option<Outcome>,
    /// What the two sides are called.
    pub names: Option<[String; 2]>,
}

/// How a game is to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// The code of the game.
    pub game: Option<String>,
    /// The rule file, if the book is home-made.
    pub rules: Option<String>,
    /// Who plays.
    pub seats: [Sitter; 2],
    /// Who moves first.
    pub first: First,
    /// Where the toss and the computer players' luck come from.
    pub seed: Numeral,
    /// How many rounds the match has at most, if it is to be one.
    pub best_of: Option<u32>,
    /// The moves that stand on the board already; none when they are not given.
    pub opening: Option<Vec<Move>>,
    /// What the game is to be known by.
    pub id: Option<Id>,
    /// When it begins.
    pub at: Moment,
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Sitter {
    /// What they are called.
    pub name: Name,
    /// What sort of player they are.
    pub who: Who,
}

/// What somebody wants to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wish {
    /// To make this move. An illegal one costs nothing.
    Move {
        /// The move.
        r#move: Move,
    },
    /// To make the move that was typed. Where an illegal number loses, this one does.
    Type {
        /// What was typed.
        text: String,
    },
    /// To have the last move of a person taken back, with all that came after it.
    TakeBack {},
    /// To give the game up.
    Resign {},
    /// That somebody loses who is late or gone: for the referee.
    Lose {
        /// Who loses.
        seat: Seat,
        /// Why.
        #[cfg_attr(feature = "declarations", ts(type = "LostBy"))]
        how: duel::LostBy,
        /// What a program did.
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        fault: Option<String>,
    },
    /// To be helped; asked for when the help is there.
    Help {
        /// In this way.
        #[cfg_attr(feature = "declarations", ts(type = "Help"))]
        with: duel::Help,
    },
    /// To play the next round of the match.
    NextRound {
        /// With a fair start from now on.
        fair: bool,
    },
    /// To play the same game again, the other one moving first.
    Rematch {
        /// With a fair start from now on.
        fair: bool,
        /// What it is to be known by, if it is to be another game.
        #[cfg_attr(feature = "declarations", ts(optional = nullable))]
        id: Option<Id>,
    },
}

/// Somebody does something with a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Challenged {
    /// The position.
    pub scene: Scene,
    /// What counts is a puzzle.
    pub puzzle: Option<Posed>,
    /// How they stood with it; nothing at first.
    #[cfg_attr(feature = "declarations", ts(type = "Standing | null", optional))]
    pub standing: Option<duel::Standing>,
    /// What they do.
    pub attempt: Attempt,
    /// The progress that was kept, if any.
    #[cfg_attr(feature = "declarations", ts(type = "unknown", optional))]
    pub kept: Option<Value>,
}

/// A puzzle that was posed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Posed {
    /// The day whose puzzle it is, counted from 1 January 1970.
    pub day: Option<u32>,
}

/// What somebody does with a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Attempt {
    /// Points at a move.
    Move(Move),
    /// Types an answer.
    Typed(String),
    /// Asks for help.
    Help(#[cfg_attr(feature = "declarations", ts(type = "Stage"))] duel::Stage),
}

/// Which puzzle is wanted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "declarations", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct Sought {
    /// The code of its game; any of the books without one.
    pub game: Option<String>,
    /// How hard it is; without one, of any grade.
    pub grade: Option<Grade>,
    /// By its number,
    pub seed: Option<Numeral>,
    /// or the one of this day, counted from 1 January 1970.
    pub day: Option<u32>,
}
