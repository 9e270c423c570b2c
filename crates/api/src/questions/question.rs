//! What can be asked. Nobody remembers anything between two questions: one about a game in progress carries its record.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::alone::ChainWish;
use super::answer::Outcome;
use crate::wire::{First, Grade, Id, Moment, Move, Name, Numeral, Origin, Rounds, Seat, Side, Theme, Who};

contract! {
    /// A question. Its form in JSON is an object with the question's name as `"ask"`.
    #[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Question {
        /// The built-in books and the computer players.
        Books {},
        /// The code of a game with numbers as somebody typed them, or with the usual ones.
        SetUp { game: String, numbers: Option<String>, fair: bool },
        /// A book explained.
        Book { scene: Scene },
        /// Everything that is drawn of a position.
        Position { scene: Scene },
        /// What comes of this text, typed at the board.
        Play { scene: Scene, typed: String },
        /// A new game.
        Begin(Beginning),
        /// A game that somebody kept or brought, to be gone on with; at a board that only one of them sees, as whoever has this seat
        /// sees it, or as somebody who only looks.
        Session { session: Saved, id: Option<Id>, seed: Option<Numeral>, seat: Option<Seat>, looks: Option<bool> },
        /// What comes of something that somebody does in a game.
        Act {
            /// The game.
            session: Saved,
            /// Who does it.
            #[cfg_attr(test, ts(type = "By"))]
            by: duel::session::By,
            /// What they do.
            action: Wish,
            /// When.
            at: Moment,
        },
        /// The computer player whose turn it is moves.
        Computer { session: Saved, at: Moment },
        /// What everything is that was kept.
        Kept { entries: Vec<String> },
        /// What these finished games come to, the oldest first.
        Tally {
            /// Their records.
            records: Vec<String>,
            /// The progress that was kept, if any.
            #[cfg_attr(test, ts(type = "unknown | null"))]
            kept: Option<Value>,
        },
        /// A name as it stands in records, if it can.
        Name { name: String },
        /// Advice of this stage, or of a later one where it has nothing to say of its own.
        Advice {
            /// The position.
            scene: Scene,
            /// The stage.
            #[cfg_attr(test, ts(type = "Stage"))]
            stage: duel::coach::Stage,
        },
        /// What a move would leave the other one. Nothing comes of it.
        Peek { scene: Scene, r#move: Move },
        /// What comes of an answer to a challenge, or of asking for help with it.
        Challenge(Challenged),
        /// How far somebody is by what was kept.
        Progress {
            /// What was kept, if anything.
            #[cfg_attr(test, ts(type = "unknown | null"))]
            kept: Option<Value>,
        },
        /// The lessons, and which of them are done by what was kept.
        Lessons {
            /// What was kept, if anything.
            #[cfg_attr(test, ts(type = "unknown | null"))]
            kept: Option<Value>,
        },
        /// A lesson.
        Lesson { id: String },
        /// What somebody has learned who has won the game at the end of a lesson.
        Learned {
            /// The game.
            session: Saved,
            /// The progress that was kept, if any.
            #[cfg_attr(test, ts(type = "unknown | null"))]
            kept: Option<Value>,
        },
        /// What comes of something that somebody does with their chain of the numbers 1 to `size`, or the chain as it stands.
        Alone {
            /// How many numbers there are.
            size: u32,
            /// What was kept, if anything.
            #[cfg_attr(test, ts(type = "unknown | null"))]
            kept: Option<Value>,
            /// What they want to do.
            wish: Option<ChainWish>,
        },
        /// What can follow a chain: `1..100: 4 8 2`.
        Continuation { chain: String },
        /// A chain of the numbers 1 to `size`, as long as can be found here, and whether there is a longer one.
        Longest { size: u32 },
        /// Who wins, and which moves do.
        Verdicts { scene: Scene },
        /// A proof of that, with its pairing and its barrier.
        Proof { scene: Scene },
        /// The same as a file.
        ProofFile { scene: Scene },
        /// The winning first moves of a whole game.
        Openings { scene: Scene },
        /// Who wins this game of numbers that are picked, for every largest number from one to the other.
        Survey { game: String, from: u32, to: u32 },
        /// What each move of a game did.
        Review { scene: Scene },
        /// What a player can learn from a finished game.
        Moral { scene: Scene, player: Side },
        /// A puzzle.
        Puzzle(Sought),
        /// The game as a record.
        Record { scene: Scene, date: Option<String> },
        /// A record, a rule file, a code or a proof that somebody brings.
        Open { text: String },
        /// A text as a QR code, for a device beside this one.
        Qr { text: String },
        /// The divisor graph to be drawn.
        Picture { scene: Scene },
    }

    /// A game in progress as whoever asks has it. They keep nothing else, and what they send is read like any stranger's file.
    #[serde(deny_unknown_fields)]
    pub struct Saved {
        /// The record.
        pub record: String,
        /// The rule file, if the book is home-made.
        pub rules: Option<String>,
    }

    /// A game by its code, by the text of a rule file, or by both (a home-made book varied as the code says), and its moves.
    #[derive(Default)]
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

    /// How a game is to begin. Where it is the game at the end of a lesson, the first seat is that of whoever learns, and the lesson says
    /// what is played, from where, against whom and who moves first.
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
        pub rounds: Option<Rounds>,
        /// The moves that stand on the board already; none when they are not given.
        pub opening: Option<Vec<Move>>,
        /// Where they were taken from, if it is a position that is played on.
        pub origin: Option<Origin>,
        /// The lesson, if it is the game at the end of one.
        pub lesson: Option<String>,
        /// Whether people find the legal numbers themselves.
        pub find: Option<bool>,
        /// Who may be helped; everybody when that is not said.
        pub advice: Option<[bool; 2]>,
        /// What the game is to be known by.
        pub id: Option<Id>,
        /// When it begins.
        pub at: Moment,
    }

    /// Somebody in a seat.
    #[serde(deny_unknown_fields)]
    pub struct Sitter {
        /// What they are called.
        pub name: Name,
        /// What sort of player they are.
        pub who: Who,
    }

    /// What somebody wants to do.
    #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Wish {
        /// To make this move. An illegal one costs nothing.
        Move { r#move: Move },
        /// To make the move that was typed. Where an illegal number loses, this one does.
        Type { text: String },
        /// To have the last move of a person taken back, with all that came after it.
        TakeBack {},
        /// To give the game up.
        Resign {},
        /// That somebody loses who is late or gone: for the referee.
        Lose {
            /// Who loses.
            seat: Seat,
            /// Why.
            #[cfg_attr(test, ts(type = "LostBy"))]
            how: duel::LostBy,
            /// What a program did.
            fault: Option<String>,
        },
        /// To be helped; asked for when the help is there.
        Help {
            /// In this way.
            #[cfg_attr(test, ts(type = "Help"))]
            with: duel::session::Help,
        },
        /// To play the next round of the match.
        NextRound { fair: bool },
        /// To play the same game again, the other one moving first.
        Rematch { fair: bool, id: Option<Id> },
    }

    /// Somebody does something with a challenge.
    #[serde(deny_unknown_fields)]
    pub struct Challenged {
        /// The position,
        pub scene: Option<Scene>,
        /// or the step of a lesson, which has one.
        pub step: Option<AtStep>,
        /// What counts is a puzzle.
        pub puzzle: Option<Posed>,
        /// How they stood with it; nothing at first.
        #[cfg_attr(test, ts(type = "Standing | null"))]
        pub standing: Option<duel::challenge::Standing>,
        /// What they do.
        pub attempt: Attempt,
        /// The progress that was kept, if any.
        #[cfg_attr(test, ts(type = "unknown | null"))]
        pub kept: Option<Value>,
    }

    /// A step of a lesson.
    #[serde(deny_unknown_fields)]
    pub struct AtStep {
        /// The id of the lesson.
        pub lesson: String,
        /// Which of its steps, counted from 0.
        pub at: usize,
    }

    /// A puzzle that was posed.
    #[serde(deny_unknown_fields)]
    pub struct Posed {
        /// The day whose puzzle it is, counted from 1 January 1970.
        pub day: Option<u32>,
    }

    /// What somebody does with a challenge.
    #[serde(rename_all = "kebab-case")]
    pub enum Attempt {
        /// Points at a move.
        Move(Move),
        /// Types an answer.
        Typed(String),
        /// Asks for help.
        Help(#[cfg_attr(test, ts(type = "Stage"))] duel::coach::Stage),
    }

    /// Which puzzle is wanted.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct Sought {
        /// The code of its game; any of the books without one.
        pub game: Option<String>,
        /// How hard it is; without one, of any grade.
        pub grade: Option<Grade>,
        /// What it is about; without one, anything.
        pub theme: Option<Theme>,
        /// By its number,
        pub seed: Option<Numeral>,
        /// or the one of this day, counted from 1 January 1970.
        pub day: Option<u32>,
    }
}

/// What a question is about: a game in progress, or any other position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
