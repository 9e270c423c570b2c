//! The questions, and who answers them.

use duel::{By, Grade, Name, sentence};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answers;
use crate::challenged::{self, Challenged};
use crate::drawn;
use crate::game::{self, Beginning, Game, Wish};
use crate::kept::kept;
use crate::opened::open;
use crate::scene::Scene;
use crate::set_up::set_up;

/// A question. Its form in JSON is an object with the question's name as `"ask"`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// The built-in books and the levels of computer players.
    Books,
    /// The code of a game with numbers as somebody typed them, or with the usual ones.
    SetUp { game: String, numbers: Option<String>, fair: bool },
    /// A book explained.
    Book(Scene),
    /// Everything that is drawn of a position.
    Position(Scene),
    /// What comes of this text, typed at the board.
    Play {
        #[serde(flatten)]
        scene: Scene,
        typed: String,
    },
    /// A new game.
    Begin(Beginning),
    /// A game that somebody kept or brought, to be gone on with, and what it is to be known by.
    Session { record: String, rules: Option<String>, id: Option<String>, seed: Option<String> },
    /// What comes of something that somebody does in a game.
    Act { record: String, rules: Option<String>, by: By, action: Wish, at: u64 },
    /// The move that the computer player makes whose turn it is.
    Computer(Game),
    /// What everything is that was kept.
    Kept { entries: Vec<String> },
    /// A name as it stands in records, if it can.
    Name { name: String },
    /// A good move, and why.
    Hint(Scene),
    /// What comes of an answer to a challenge, or of asking for help with it.
    Challenge(Challenged),
    /// How far somebody is by what was kept.
    Progress { kept: Value },
    /// Who wins, and which moves do.
    Verdicts(Scene),
    /// A proof of that, with its pairing and its barrier.
    Proof(Scene),
    /// The same as a file.
    ProofFile(Scene),
    /// The winning first moves of a whole game.
    Openings(Scene),
    /// What each move of a game did.
    Review(Scene),
    /// What a player can learn from a finished game.
    Lesson {
        #[serde(flatten)]
        scene: Scene,
        player: u8,
    },
    /// A puzzle by its number or its day, of a book or of any.
    Puzzle { game: Option<String>, grade: Option<String>, seed: Option<u64>, day: Option<u64> },
    /// The game as a record.
    Record {
        #[serde(flatten)]
        scene: Scene,
        date: Option<String>,
    },
    /// A record, a rule file, a code or a proof that somebody brings.
    Open { text: String },
    /// The divisor graph to be drawn.
    Picture(Scene),
}

/// Why there is no answer, for a person.
#[derive(Debug)]
pub(crate) struct Problem(String);

impl Problem {
    pub(crate) fn new(message: impl ToString) -> Problem {
        Problem(message.to_string())
    }
}

/// What is wrong is said in so many letters at most: it can quote a word that is as long as a file.
const WORDS: usize = 500;

pub(crate) fn in_words(problem: &str) -> String {
    let words = sentence(problem);
    match words.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// Answers a question: `{"ok": …}`, or `{"error": "What was wrong."}`.
pub fn ask(question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(question) => reply(question),
        Err(error) => Err(Problem(error.to_string())),
    };
    answer.unwrap_or_else(|Problem(problem)| serde_json::json!({ "error": in_words(&problem) }).to_string())
}

fn reply(question: Question) -> Result<String, Problem> {
    match question {
        Question::Books => ok(&answers::books()),
        Question::SetUp { game, numbers, fair } => ok(&set_up(&game, numbers.as_deref(), fair)?),
        Question::Book(scene) => ok(&answers::book(&scene)?),
        Question::Position(scene) => ok(&drawn::position(&scene)?),
        Question::Play { scene, typed } => ok(&answers::play(&scene, &typed)?),
        Question::Begin(beginning) => ok(&game::begin(beginning)?),
        Question::Session { record, rules, id, seed } => {
            ok(&game::session(&Game { record, rules }, id.as_deref(), seed.as_deref())?)
        }
        Question::Act { record, rules, by, action, at } => ok(&game::act(&Game { record, rules }, by, action, at)?),
        Question::Computer(game) => ok(&game::computer(&game)?),
        Question::Kept { entries } => ok(&kept(&entries)),
        Question::Name { name } => ok(&name.parse::<Name>().map_err(Problem::new)?.as_str()),
        Question::Hint(scene) => ok(&answers::hint(&scene)?),
        Question::Challenge(challenged) => ok(&challenged::challenge(&challenged)?),
        Question::Progress { kept } => ok(&challenged::progress(&kept)),
        Question::Verdicts(scene) => ok(&answers::verdicts(&scene)?),
        Question::Proof(scene) => ok(&answers::proof(&scene)?),
        Question::ProofFile(scene) => ok(&answers::proof_file(&scene)?),
        Question::Openings(scene) => ok(&answers::openings(&scene)?),
        Question::Review(scene) => ok(&answers::review(&scene)?),
        Question::Lesson { scene, player } => ok(&answers::lesson(&scene, player)?),
        Question::Puzzle { game, grade, seed, day } => {
            let grade = grade.map(|grade| grade.parse::<Grade>()).transpose().map_err(Problem::new)?;
            ok(&answers::puzzle(game.as_deref(), grade, seed, day)?)
        }
        Question::Record { scene, date } => ok(&answers::record(&scene, date)?),
        Question::Open { text } => ok(&open(&text)?),
        Question::Picture(scene) => ok(&answers::picture(&scene)?),
    }
}

fn ok(answer: &impl Serialize) -> Result<String, Problem> {
    #[derive(Serialize)]
    struct Ok<'a, T> {
        ok: &'a T,
    }
    serde_json::to_string(&Ok { ok: answer }).map_err(Problem::new)
}
