//! Questions, and what answers them.

mod advised;
pub mod alone;
pub mod answer;
mod challenged;
mod drawn;
mod game;
mod kept;
mod looked;
mod opened;
mod picture;
pub mod question;
mod scene;
mod shelf;
mod tallied;
mod taught;
mod text;
mod trouble;

pub use answer::Answer;
pub use question::Question;
pub use text::{Asked, answer_text};

use duel::speech::{InShort, Language};

use self::question::Scene;
use crate::problem::Problem;
use crate::wire;

/// Answers a question.
///
/// # Errors
/// Why there is no answer.
pub fn answer(question: &Question, language: Language) -> Result<Answer, Problem> {
    let see = |scene: &Scene| scene.see(language);
    Ok(match question {
        Question::Books {} => Answer::Books(shelf::books(language)?),
        Question::SetUp { game, numbers, fair } => {
            let book = shelf::set_up(game, numbers.as_deref(), *fair)?;
            Answer::SetUp { code: book.code(), words: language.say(&InShort(book.game())) }
        }
        Question::Book { scene } => Answer::Book(shelf::book(&scene.book()?, language)),
        Question::Position { scene } => Answer::Position(see(scene)?.drawn()),
        Question::Play { scene, typed } => Answer::Play(looked::play(see(scene)?, typed)),
        Question::Begin(beginning) => Answer::Begin(game::begin(beginning, language)?),
        Question::Session { session, id, seed, seat, looks } => {
            let seen = game::Seen::by(seat.as_ref(), looks.unwrap_or(false));
            Answer::Session(game::session(session, id.as_ref(), seed.as_ref(), seen, language)?)
        }
        Question::Act { session, by, action, at } => Answer::Act(game::act(session, *by, action, at, language)?),
        Question::Computer { session, at } => Answer::Computer(game::computer(session, at, language)?),
        Question::Kept { entries } => Answer::Kept { games: entries.iter().map(|text| kept::summary(text)).collect() },
        Question::Tally { records, kept } => Answer::Tally(tallied::tally(records, kept.as_ref(), language)?),
        Question::Name { name } => Answer::Name { name: wire::Name(name.parse().map_err(Problem::new)?) },
        Question::Advice { scene, stage } => Answer::Advice { advice: advised::advice(&see(scene)?, *stage)? },
        Question::Peek { scene, r#move } => Answer::Peek(advised::peek(see(scene)?, r#move)?),
        Question::Challenge(challenged) => Answer::Challenge(challenged::challenge(challenged, language)?),
        Question::Progress { kept } => Answer::Progress(challenged::progress(kept.as_ref(), language)),
        Question::Lessons { kept } => Answer::Lessons(taught::lessons(kept.as_ref())),
        Question::Lesson { id } => Answer::Lesson(taught::lesson(id, language)?),
        Question::Learned { session, kept } => {
            Answer::Learned(taught::learned(&session.session()?, kept.as_ref(), language)?)
        }
        Question::Alone { size, kept, wish } => {
            Answer::Alone(alone::alone(*size, kept.as_ref(), wish.as_ref(), language)?)
        }
        Question::Continuation { chain } => Answer::Continuation(alone::continuation(chain)?),
        Question::Longest { size } => Answer::Longest(alone::longest(*size, language)?),
        Question::Verdicts { scene } => Answer::Verdicts(looked::verdicts(&see(scene)?)?),
        Question::Proof { scene } => Answer::Proof(looked::proof(&see(scene)?)?),
        Question::ProofFile { scene } => Answer::ProofFile { file: looked::proof_file(&see(scene)?)? },
        Question::Openings { scene } => Answer::Openings(looked::openings(&scene.book()?)?),
        Question::Survey { game, from, to } => Answer::Survey { rows: looked::survey(game, *from, *to)? },
        Question::Review { scene } => Answer::Review(looked::review(&see(scene)?)?),
        Question::Moral { scene, player } => Answer::Moral { moral: looked::moral(&see(scene)?, player)? },
        Question::Puzzle(sought) => Answer::Puzzle(looked::puzzle(sought, language)?),
        Question::Record { scene, date } => Answer::Record { record: looked::record(see(scene)?, date.as_deref())? },
        Question::Open { text } => Answer::Open(opened::open(text, language)?),
        Question::Qr { text } => Answer::Qr { rows: picture::qr(text)? },
        Question::Picture { scene } => Answer::Picture(picture::picture(&scene.book()?)?),
    })
}
