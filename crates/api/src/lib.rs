//! Divisor games by question and answer: what a page asks today, and a server and programs in other languages tomorrow.
//!
//! Nothing is remembered between two questions. A question about a game in progress carries its record, and one about any other
//! position the game and its moves, so that work can be stopped at any moment by throwing away whoever does it.
//!
//! ```
//! use api::{Answer, Question};
//!
//! let asked = r#"{"v":1,"ask":"verdicts","scene":{"game":"chain","moves":["14"]}}"#;
//! let answer = r#"{"v":1,"answer":"verdicts","ok":{"winner":2,"winning":["2","7"],"method":"matching"}}"#;
//! assert_eq!(api::answer_text(asked), answer);
//!
//! let Answer::Verdicts(verdicts) = api::answer(&Question::from_json(asked)?)? else { panic!() };
//! assert_eq!(verdicts.method, "matching");
//! assert_eq!(Answer::from_json(answer)?, Answer::Verdicts(verdicts));
//! # Ok::<(), api::Problem>(())
//! ```

#![forbid(unsafe_code)]

#[macro_use]
pub mod wire;

pub mod answer;
mod challenged;
mod drawn;
mod game;
mod kept;
mod looked;
mod opened;
mod picture;
mod problem;
pub mod question;
mod scene;
mod shelf;
mod text;

pub use answer::Answer;
pub use problem::Problem;
pub use question::Question;
pub use text::answer_text;

/// Answers a question.
///
/// # Errors
/// Why there is no answer.
pub fn answer(question: &Question) -> Result<Answer, Problem> {
    Ok(match question {
        Question::Books {} => Answer::Books(shelf::books()?),
        Question::SetUp { game, numbers, fair } => {
            Answer::SetUp { code: shelf::set_up(game, numbers.as_deref(), *fair)? }
        }
        Question::Book { scene } => Answer::Book(shelf::book(&scene.book()?)),
        Question::Position { scene } => Answer::Position(scene.see()?.drawn()),
        Question::Play { scene, typed } => Answer::Play(looked::play(scene.see()?, typed)),
        Question::Begin(beginning) => Answer::Begin(game::begin(beginning)?),
        Question::Session { session, id, seed } => Answer::Session(game::session(session, id.as_ref(), seed.as_ref())?),
        Question::Act { session, by, action, at } => Answer::Act(game::act(session, *by, action, at)?),
        Question::Computer { session, at } => Answer::Computer(game::computer(session, at)?),
        Question::Kept { entries } => Answer::Kept { games: entries.iter().map(|text| kept::summary(text)).collect() },
        Question::Name { name } => Answer::Name { name: wire::Name(name.parse().map_err(Problem::new)?) },
        Question::Hint { scene } => Answer::Hint { advice: looked::hint(&scene.see()?)? },
        Question::Challenge(challenged) => Answer::Challenge(challenged::challenge(challenged)?),
        Question::Progress { kept } => Answer::Progress(challenged::progress(kept.as_ref())),
        Question::Verdicts { scene } => Answer::Verdicts(looked::verdicts(&scene.see()?)?),
        Question::Proof { scene } => Answer::Proof(looked::proof(&scene.see()?)?),
        Question::ProofFile { scene } => Answer::ProofFile { file: looked::proof_file(&scene.see()?)? },
        Question::Openings { scene } => Answer::Openings(looked::openings(&scene.book()?)?),
        Question::Review { scene } => Answer::Review(looked::review(&scene.see()?)?),
        Question::Lesson { scene, player } => Answer::Lesson { lesson: looked::lesson(&scene.see()?, player)? },
        Question::Puzzle(sought) => Answer::Puzzle(looked::puzzle(sought)?),
        Question::Record { scene, date } => Answer::Record { record: looked::record(scene.see()?, date.as_deref())? },
        Question::Open { text } => Answer::Open(opened::open(text)?),
        Question::Picture { scene } => Answer::Picture(picture::picture(&scene.book()?)?),
    })
}
