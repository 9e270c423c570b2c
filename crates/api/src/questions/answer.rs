//! What is answered. Lists that could be too long for anybody to draw are left out, and how long they are is said.

use serde::{Deserialize, Serialize};

use super::alone::{Alone, Continuation, Longest};
use super::question::Sitter;
use crate::wire::{Grade, Id, Move, Name, Numeral, Offered, Origin, Rounds, Seat, Side, Theme, Verdict, Who};

contract! {
    /// An answer. Its form in JSON has the question's name as `"answer"` and what there is to say as `"ok"`.
    #[serde(tag = "answer", content = "ok", rename_all = "kebab-case")]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Answer {
        /// The books.
        Books(Books),
        /// A game that can be played, and how, in short.
        SetUp { code: String, words: String },
        /// A book explained.
        Book(Book),
        /// A position as it is drawn.
        Position(Drawn),
        /// What came of something typed.
        Play(Played),
        /// The game that began.
        Begin(InProgress),
        /// The game as it stands.
        Session(InProgress),
        /// What came of a wish.
        Act(Came),
        /// What came of the computer's turn.
        Computer(Came),
        /// What was kept.
        Kept { games: Vec<Option<Summary>> },
        /// What finished games come to.
        Tally(Tallied),
        /// A name that records take.
        Name { name: Name },
        /// Advice; null when the game is over.
        Advice { advice: Option<Advice> },
        /// What a move would leave the other one.
        Peek(Peeked),
        /// What came of an attempt.
        Challenge(Judged),
        /// How far somebody is.
        Progress(Known),
        /// The lessons.
        Lessons(Lessons),
        /// A lesson.
        Lesson(Lesson),
        /// What was learned.
        Learned(Learned),
        /// A chain.
        Alone(Alone),
        /// What can follow it.
        Continuation(Continuation),
        /// A long one.
        Longest(Longest),
        /// Who wins.
        Verdicts(Verdicts),
        /// Why.
        Proof(Proved),
        /// The proof as the file that `divisor-duel verify` reads, however long.
        ProofFile { file: String },
        /// Which first moves win.
        Openings(Openings),
        /// Who wins on pools of these sizes.
        Survey { rows: Vec<SurveyRow> },
        /// What each move did.
        Review(Review),
        /// What a player can learn.
        Moral { moral: Option<Moral> },
        /// A puzzle.
        Puzzle(Puzzle),
        /// The game as a record.
        Record { record: String },
        /// What somebody brought.
        Open(Opened),
        /// The divisor graph.
        Picture(Picture),
        /// The rows of a QR code, dark where there is a 1.
        Qr { rows: Vec<String> },
    }

    /// The shelf of books.
    pub struct Books {
        /// The built-in books.
        pub books: Vec<OnShelf>,
        /// The computer players, from the weakest.
        pub opponents: Vec<Opponent>,
        /// Nothing larger can be opened.
        pub most_bytes: usize,
    }

    /// A computer player.
    pub struct Opponent {
        /// Its level, from 1 on.
        pub level: u8,
        /// What it is called.
        pub name: String,
        /// What it sees.
        pub sees: String,
    }

    /// A book to choose.
    pub struct OnShelf {
        /// The book.
        #[serde(flatten)]
        pub book: Book,
        /// A small picture: a pick, and what is legal after it; or the numbers to divide.
        pub board: Board,
    }

    /// A book explained.
    pub struct Book {
        /// What it is called in codes.
        pub id: String,
        /// What it is called.
        pub title: String,
        /// It in a sentence.
        pub summary: String,
        /// The code of this game of it.
        pub code: String,
        /// Which other numbers it can be played with; null for a book that is not on the shelf.
        pub numbers: Option<NumberField>,
        /// Whether it can be played with a fair start: where numbers are divided there is no first pick that could be unfair.
        pub can_be_fair: bool,
        /// The levels of the computer players that are worth playing against in it, from the weakest.
        pub opponents: Vec<u8>,
        /// What its puzzles can be about.
        pub themes: Vec<Themed>,
        /// Its rules as they are played, with empty lines between paragraphs.
        pub rules: String,
        /// How it is scored.
        pub scoring: String,
        /// What the book calls what is worth knowing; null where it has no name for it.
        pub tips_title: Option<String>,
        /// What is worth knowing; nothing where the numbers are others.
        pub tips: Vec<Tip>,
        /// What is special about this game of it.
        pub notes: Vec<String>,
        /// A sample game; empty where the numbers are others.
        pub example: Vec<Move>,
    }

    /// Something worth knowing.
    pub struct Tip {
        /// What the book calls it.
        pub name: Option<String>,
        /// What it says.
        pub text: String,
        /// What is true of it, where that is not quite true.
        pub truth: Option<String>,
    }

    /// Which numbers a book can be played with.
    pub struct NumberField {
        /// What is asked for.
        pub ask_for: AskFor,
        /// Those of this game, as somebody would type them.
        pub typed: String,
        /// The least of them there can be,
        pub least: Numeral,
        /// and the largest.
        pub most: Numeral,
        /// How many can be named.
        pub count: usize,
        /// Good ones to begin with, where not every one is.
        pub recommended: Vec<Numeral>,
    }

    /// Which numbers are asked for.
    #[serde(rename_all = "kebab-case")]
    pub enum AskFor {
        /// The largest number of a pool.
        Largest,
        /// The numbers to divide.
        ToDivide,
    }

    /// A position with everything that is drawn of it.
    pub struct Drawn {
        /// The code of the game.
        pub game: String,
        /// The title of its book.
        pub title: String,
        /// The board.
        pub board: Board,
        /// The moves so far,
        pub moves: Vec<Move>,
        /// and what the book calls the list of them.
        pub taken_list: String,
        /// Whose turn it is; at the end the side that is stuck.
        pub turn: Side,
        /// How the game ended; null while it runs.
        pub outcome: Option<Outcome>,
        /// At the start: what the first pick must be, where not every number may be picked.
        pub first_pick: Option<String>,
        /// The number that was picked last, where numbers are picked.
        pub last: Option<Numeral>,
        /// At the end of a game in which numbers are picked, where somebody was stuck: every number that goes with the last one, all
        /// taken.
        pub neighbours: Option<Vec<Numeral>>,
        /// What can be typed.
        pub typing: Typing,
        /// Whether a pairing can be asked for,
        pub has_pairing: bool,
        /// and a picture of the divisor graph.
        pub has_picture: bool,
        /// Why the last move was legal.
        pub move_words: Option<String>,
        /// What the book says above the prompt, in lines and without what the board shows; null when the game is over.
        pub turn_words: Option<String>,
        /// The book's prompt; null when the game is over.
        pub prompt: Option<String>,
        /// Why the game is over, and who has won it, in lines; null while it runs.
        pub end_words: Option<String>,
        /// What is special about this game of its book, and what an illegal number costs where it costs the game.
        pub notes: Vec<String>,
    }

    /// What can be typed as a move.
    #[serde(rename_all = "kebab-case")]
    pub enum Typing {
        /// A number to take.
        Number,
        /// A divisor of the only number there is.
        Divisor,
        /// A number and its divisor.
        Division,
    }

    /// What is drawn of a position's numbers. A grid has so many in a row (in a hundred square the rows end with the tens; null where
    /// they are too wide for rows) and so many empty places before the first. Of a list that is too long there is only the count. Where
    /// people find the legal numbers themselves every number that is not taken is free, and whatever would give them away is null.
    #[serde(tag = "kind", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Board {
        /// Every number of a pool, ascending.
        Grid { columns: Option<u8>, before: u8, cells: Vec<Cell> },
        /// A pool that is too large to be drawn: how many numbers it has, the largest of them, and what is legal, ascending.
        List { count: usize, largest: Numeral, legal_count: Option<usize>, legal: Option<Vec<Numeral>> },
        /// Numbers on the table, to be divided, and how many moves that can still be. One that was divided stays where it lay.
        Table { numbers: Vec<OnTable>, most_divisions: Option<u32> },
    }

    /// A number of a pool.
    pub struct Cell {
        /// The number.
        pub number: Numeral,
        /// How it stands to the board.
        #[serde(flatten)]
        pub stands: Stands,
    }

    /// How a number stands to the board now.
    #[serde(tag = "stands", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Stands {
        /// Legal as the first pick.
        First,
        /// Legal as a divisor of the last pick.
        Divisor,
        /// Legal as a multiple of the last pick.
        Multiple,
        /// It is 1, free, and has to wait until nothing else is legal.
        LastResort,
        /// Free, and not legal now.
        Free,
        /// Taken.
        Taken { by: Side },
        /// Taken last.
        Last { by: Side },
    }

    /// A number on the table.
    pub struct OnTable {
        /// The number.
        pub number: Numeral,
        /// Its prime factors, ascending.
        pub factors: Option<Vec<Numeral>>,
        /// Whether it is prime.
        pub is_prime: bool,
        /// What it can be divided by, ascending; of many the smallest.
        pub divisors: Vec<Divisor>,
        /// How many there are in all.
        pub divisor_count: Option<usize>,
    }

    /// Something that a number can be divided by.
    pub struct Divisor {
        /// The divisor.
        pub by: Numeral,
        /// What lies on the table then.
        pub left: Numeral,
    }

    /// How a game ended.
    #[serde(deny_unknown_fields)]
    pub struct Outcome {
        /// Who won.
        pub winner: Side,
        /// Why.
        pub reason: Reason,
        /// The illegal number, where somebody lost by one.
        pub number: Option<Offered>,
    }

    /// Why a game ended.
    #[serde(rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Reason {
        NoMove,
        IllegalNumber,
        Resigned,
        Time,
        Forfeit,
    }

    /// What came of something typed.
    #[serde(tag = "came", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Played {
        /// It was a legal move.
        Played { r#move: Move },
        /// It was illegal, and that lost the game.
        Lost { number: Offered, why: String },
        /// It was illegal or no move at all: try again.
        Again { why: String },
    }

    /// A game as it is to be kept, and what is to be seen of it.
    pub struct InProgress {
        /// The record.
        pub record: String,
        /// What is to be seen.
        pub view: Box<SessionView>,
    }

    /// What came of a wish.
    #[serde(tag = "came", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Came {
        /// It happened: to be kept, then shown.
        Happened {
            /// What happened.
            #[serde(with = "event")]
            #[cfg_attr(test, ts(type = "Event"))]
            event: duel::session::Event,
            /// The record after it.
            record: String,
            /// What is to be seen after it.
            view: Box<SessionView>,
            /// Why the number that was tried is not legal, where people find the legal ones themselves.
            missed: Option<String>,
        },
        /// It cannot be done.
        Refused { why: String },
    }

    /// What is to be seen of a game in progress. Pairs are by seat, except for `names`.
    pub struct SessionView {
        /// What the game is known by.
        pub id: Option<Id>,
        /// The position.
        pub position: Drawn,
        /// Who moved first in this round, then the other one.
        pub names: [String; 2],
        /// Who sits where.
        pub seats: [Sitter; 2],
        /// The seat that moved first in this round, and so has the first side.
        pub first: Seat,
        /// The seat that has the turn; null when the round is over.
        pub turn: Option<Seat>,
        /// What sort of player sits there.
        pub mover: Option<Mover>,
        /// Who acts for the people at this board,
        #[cfg_attr(test, ts(type = "By"))]
        pub by: duel::session::By,
        /// and what they can do now.
        #[cfg_attr(test, ts(type = "May"))]
        pub may: duel::session::May,
        /// Rounds won.
        pub score: [u32; 2],
        /// Which round it is.
        pub round: u32,
        /// How many rounds the match has at most; null without a match.
        pub rounds: Option<Rounds>,
        /// The seat that has won the match.
        pub verdict: Option<Verdict>,
        /// How often each was helped in this round.
        pub help: [u32; 2],
        /// Whether a toss decided who moved first.
        pub is_tossed: bool,
        /// The day on which it began.
        pub date: Option<String>,
        /// Who can learn something from the round.
        pub pupil: Option<Pupil>,
        /// How many moves stood on the board before anybody played,
        pub opening: usize,
        /// and where they were taken from, if it is a position that is played on.
        pub origin: Option<Origin>,
        /// The lesson that this is the game at the end of.
        pub lesson: Option<String>,
        /// Whether people find the legal numbers themselves.
        pub hides_legal: bool,
        /// Who may be helped.
        pub advice: [bool; 2],
        /// What there is to say about the people.
        pub remarks: Remarks,
    }

    /// What there is to say about the people in a game, each to those who play it at this board.
    pub struct Remarks {
        /// How whoever moved first is called, then the other one.
        pub called: [String; 2],
        /// What is to be known before it begins: where its position was taken from, and what people have agreed on.
        pub start: Vec<String>,
        /// Who won the toss, if one decided who moves first.
        pub toss: Option<String>,
        /// What was said after the last move, by the book if it has words for that.
        pub played: Option<String>,
        /// How it is played, in short.
        pub rules: String,
        /// Which round it is of how many.
        pub round: Option<String>,
        /// Who has won how often, as soon as somebody has.
        pub score: Option<String>,
        /// Who has won the match.
        pub verdict: Option<String>,
        /// Who was helped how often.
        pub help: Option<String>,
        /// How well people have found the legal numbers themselves.
        pub found: Option<String>,
        /// What a program did that lost.
        pub fault: Option<String>,
    }

    /// What sort of player has the turn.
    #[serde(rename_all = "kebab-case")]
    pub enum Mover {
        /// A person.
        Person,
        /// A computer player of ours.
        Computer,
        /// A program of somebody's.
        Program,
    }

    /// Who can learn something from a round.
    pub struct Pupil {
        /// The side that they played.
        pub player: Side,
        /// What they are called, where it would not be clear who is meant.
        pub name: Option<String>,
    }

    /// What a kept game is.
    pub struct Summary {
        /// The title of its lesson, or else of its book.
        pub title: String,
        /// By seat.
        pub names: [String; 2],
        /// How many moves were made.
        pub moves: usize,
        /// Whether there is something to go on with.
        pub is_unfinished: bool,
        /// The same game as it is kept now, where an older page kept it.
        pub carried: Option<Entry>,
    }

    /// A game as it is kept, with the id that its record has.
    pub struct Entry {
        /// What it is known by.
        pub id: String,
        /// The record.
        pub record: String,
        /// The rule file of a home-made book.
        pub rules: Option<String>,
    }

    /// What finished games come to.
    pub struct Tallied {
        /// The games, the newest first.
        pub games: Vec<Finished>,
        /// How many records are none of a finished game that a person played.
        pub skipped: usize,
        /// What they come to.
        pub stats: Stats,
        /// Whom somebody meets next who wants an opponent that they beat about half the time: in each built-in book.
        pub auto: Vec<Next>,
    }

    /// A finished game. Pairs are by side.
    pub struct Finished {
        /// Which of the records it is, counted from 0.
        pub at: usize,
        /// What it is known by.
        pub id: Option<Id>,
        /// The code of the game,
        pub game: String,
        /// and the title of its book.
        pub title: String,
        /// Who moved first, and the other one.
        pub names: [String; 2],
        /// What sort of player each was.
        pub who: [Who; 2],
        /// The day on which it began.
        pub date: Option<String>,
        /// How it ended, in a sentence; whoever played alone is spoken to.
        pub result: String,
        /// How many moves were made.
        pub moves: usize,
        /// Who was helped.
        pub helped: [bool; 2],
        /// Whom somebody met who played alone.
        pub opponent: Option<String>,
        /// The title of the lesson that it comes from,
        pub lesson: Option<String>,
        /// and in a sentence where its position was taken from, whatever that is.
        pub origin: Option<String>,
    }

    /// What finished games come to, as `divisor-duel stats --json` has it. Only whole games count.
    pub struct Stats {
        /// The games of whoever played alone,
        pub played: u32,
        /// how many were won,
        pub won: u32,
        /// how many in a row by now,
        pub streak: u32,
        /// and the longest such row.
        pub best: u32,
        /// The same by book and opponent, in the order in which they first came.
        pub books: Vec<Met>,
        /// The games of two people, by their names.
        pub people: Vec<Person>,
        /// The puzzles by what was kept.
        pub puzzles: Streak,
        /// The ids of the lessons that are done.
        pub lessons: Vec<String>,
    }

    /// Games of a book against an opponent.
    pub struct Met {
        /// The id of the book; the code of a game that is in none.
        pub book: String,
        /// The opponent.
        pub opponent: Who,
        /// How many games were played,
        pub played: u32,
        /// and how many won.
        pub won: u32,
    }

    /// The games of somebody against other people.
    pub struct Person {
        /// What they are called.
        pub name: String,
        /// How many games they played,
        pub played: u32,
        /// and how many they won.
        pub won: u32,
    }

    /// Puzzles one after the other.
    pub struct Streak {
        /// How many were solved at the first try,
        pub streak: u32,
        /// the most so far,
        pub best: u32,
        /// and on how many days in a row that of the day.
        pub days: u32,
    }

    /// Whom somebody meets next.
    pub struct Next {
        /// The id of the book.
        pub book: String,
        /// The level of the opponent.
        pub level: u8,
        /// Who that is and why, in a sentence.
        pub words: String,
    }

    /// Advice of one stage.
    pub struct Advice {
        /// Of which stage it is: not the one that was asked for where that has nothing to say of its own.
        #[cfg_attr(test, ts(type = "Stage"))]
        pub stage: duel::coach::Stage,
        /// What it says.
        pub words: String,
        /// What it points at: legal moves of the part of the board that a nudge speaks of, the few that matter, or the move. Nothing
        /// where these are too many to be drawn, and by a nudge where people find the legal numbers themselves.
        pub points_at: Vec<Move>,
        /// The move, at its stage.
        pub r#move: Option<Move>,
        /// And then each number that they may answer with, and what is taken next, as far as that is known.
        pub partners: Vec<[Numeral; 2]>,
        /// What can be asked for next.
        #[cfg_attr(test, ts(type = "Stage | null"))]
        pub next: Option<duel::coach::Stage>,
    }

    /// A move and why.
    pub struct Hint {
        /// The move.
        pub r#move: Move,
        /// The move and why, in words.
        pub words: String,
    }

    /// What a move would leave the other one.
    pub struct Peeked {
        /// What they could answer: nothing where they would be stuck; null when that is too much to be drawn.
        pub legal: Option<Vec<Move>>,
        /// The same in words.
        pub words: String,
    }

    /// What came of an attempt at a challenge, to be kept before it is shown.
    pub struct Judged {
        /// What is said about it.
        pub said: String,
        /// The move that was judged or told.
        pub mark: Option<Mark>,
        /// How they stand with the challenge now.
        #[cfg_attr(test, ts(type = "Standing"))]
        pub standing: duel::challenge::Standing,
        /// How it ended, if it did.
        #[cfg_attr(test, ts(type = "Went | null"))]
        pub went: Option<duel::challenge::Went>,
        /// The progress to keep; null when nothing counted.
        #[cfg_attr(test, ts(type = "Progress | null"))]
        pub progress: Option<duel::challenge::Progress>,
        /// How far they are, in words; null when nothing counted.
        pub how_far: Option<String>,
        /// What became of the puzzle of a day, to be shared, in lines that give nothing away; null as long as that is open.
        pub share: Option<String>,
    }

    /// A move that was judged.
    pub struct Mark {
        /// The move.
        pub r#move: Move,
        /// Whether it wins.
        pub wins: bool,
    }

    /// How far somebody is.
    pub struct Known {
        /// Their progress.
        #[cfg_attr(test, ts(type = "Progress"))]
        pub progress: duel::challenge::Progress,
        /// In words.
        pub words: String,
        /// Why it begins anew.
        pub problem: Option<String>,
    }

    /// The lessons.
    pub struct Lessons {
        /// All of them, the first game first.
        pub lessons: Vec<LessonListed>,
        /// The id of the one to learn next; when all are done, of the first.
        pub next: String,
    }

    /// A lesson to choose.
    pub struct LessonListed {
        /// What it is asked for by.
        pub id: String,
        /// What it is called.
        pub title: String,
        /// What whoever has won the game at its end has learned.
        pub learned: String,
        /// How many steps it has.
        pub steps: usize,
        /// Whether that game was won.
        pub is_done: bool,
    }

    /// A lesson.
    pub struct Lesson {
        /// What it is called.
        pub title: String,
        /// What whoever has won the game at its end has learned.
        pub learned: String,
        /// The steps: each is a challenge.
        pub steps: Vec<Step>,
        /// What is said before the game at its end.
        pub before_the_game: String,
        /// Against whom that is.
        pub opponent: Opponent,
    }

    /// A step of a lesson.
    pub struct Step {
        /// What is said before the move.
        pub say: String,
        /// The code of its game,
        pub game: String,
        /// and the moves that lead to its position.
        pub moves: Vec<Move>,
        /// What sort of move is asked for: any legal one, one that wins, or one that the lesson has in mind.
        #[cfg_attr(test, ts(type = "\"legal\" | \"win\" | \"move\""))]
        pub ask: duel::lesson::Ask,
    }

    /// What was learned by a game, to be kept before it is shown.
    pub struct Learned {
        /// In words.
        pub words: String,
        /// The progress to keep.
        #[cfg_attr(test, ts(type = "Progress"))]
        pub progress: duel::challenge::Progress,
    }

    /// Who wins.
    pub struct Verdicts {
        /// Who wins with best play.
        pub winner: Side,
        /// The moves that win; null when they are too many.
        pub winning: Option<Vec<Move>>,
        /// The same in words.
        pub words: String,
        /// How that was found out,
        pub method: String,
        /// and that in words.
        pub method_words: String,
    }

    /// A proof of who wins.
    pub struct Proved {
        /// What it proves.
        pub words: String,
        /// What is drawn of it; null when that is too much.
        pub shown: Option<Certificate>,
        /// The help that it is to whoever sees it in a game.
        #[cfg_attr(test, ts(type = "Help | null"))]
        pub help: Option<duel::session::Help>,
    }

    /// What is drawn of a proof. Each part is null where there is no such argument.
    pub struct Certificate {
        /// The pairs of a largest pairing.
        pub pairs: Option<Vec<[Numeral; 2]>>,
        /// The last number and the winning pick, which is its partner as long as nobody has taken it.
        pub plan: Option<[Numeral; 2]>,
        /// The barrier that shows that no pairing has more pairs.
        pub barrier: Option<Vec<Numeral>>,
        /// The numbers that punish taking 1.
        pub punishers: Option<Vec<Numeral>>,
        /// Every number on the table with its prime factors.
        pub factors: Option<Vec<(Numeral, Vec<Numeral>)>>,
        /// How many replies the strategy has that wins a game which was searched.
        pub replies: Option<usize>,
    }

    /// Which first moves win.
    pub struct Openings {
        /// Who wins with best play.
        pub winner: Side,
        /// How many first moves there are,
        pub first_moves: usize,
        /// how many of them win,
        pub winning_count: usize,
        /// and which; null when they are too many.
        pub winning: Option<Vec<Move>>,
        /// How many pairs a largest pairing has, where there is one.
        pub pairs: Option<usize>,
        /// How that was found out.
        pub method: String,
    }

    /// Who wins a game on a pool of one size. What is null was too hard to find out.
    pub struct SurveyRow {
        /// The largest number of the pool.
        pub size: u32,
        /// Who wins with best play.
        pub winner: Option<Side>,
        /// How many first moves win,
        pub winning: Option<usize>,
        /// and how many there are.
        pub first_moves: usize,
    }

    /// What each move of a game did.
    pub struct Review {
        /// Each move, and perhaps the one that was not made because somebody gave up.
        pub moves: Vec<Reviewed>,
        /// Where the game turned, in a sentence.
        pub turned: String,
        /// Who was winning before which moves, in a sentence; empty where that is not known.
        pub winning_words: String,
        /// Who has won, or is winning where the moves end; null where that is too hard to find out.
        pub end: Option<Side>,
    }

    /// What a move did.
    pub struct Reviewed {
        /// The move; null where the player gave the game up.
        pub r#move: Option<Move>,
        /// Who made it.
        pub player: Side,
        /// Who was winning before it; null where that is too hard to find out.
        pub winning: Option<Side>,
        /// What it did, as a code,
        pub mark: String,
        /// and in words.
        pub mark_words: String,
        /// Whether the game turned here.
        pub is_turning_point: bool,
        /// What would have won.
        pub better: Option<Hint>,
    }

    /// What a player can learn from a game.
    pub struct Moral {
        /// In words.
        pub words: String,
        /// At a turning point: how many moves had been made,
        pub moves_before: Option<usize>,
        /// what was played,
        pub played: Option<Move>,
        /// and what wins.
        pub better: Option<Hint>,
    }

    /// A puzzle.
    pub struct Puzzle {
        /// The code of its game.
        pub game: String,
        /// The title of its book.
        pub title: String,
        /// The moves that lead to it.
        pub moves: Vec<Move>,
        /// How hard it is.
        pub grade: Grade,
        /// What it is about: for whoever knows the answer.
        pub theme: Themed,
    }

    /// What a puzzle is about.
    pub struct Themed {
        /// As it is asked for.
        pub theme: Theme,
        /// In words.
        pub words: String,
    }

    /// What somebody brought.
    #[serde(tag = "is", rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the names of the parts say it")]
    pub enum Opened {
        /// A game.
        Record {
            /// Its code.
            game: String,
            /// Its moves.
            moves: Vec<Move>,
            /// How many of the moves were made by chance before anybody played.
            opening: usize,
            /// What the two sides are called.
            names: [String; 2],
            /// How it ended, if it did.
            outcome: Option<Outcome>,
            /// All of it as everybody writes it; null when that is too much.
            record: Option<String>,
            /// The record with which it can be gone on with, if it can.
            unfinished: Option<String>,
        },
        /// A rule file.
        RuleFile { title: String, code: String },
        /// A game code.
        Game { title: String, code: String },
        /// A proof that was checked here.
        Proof { words: String },
    }

    /// The divisor graph, to be drawn: each number in the row of how many prime factors it has.
    pub struct Picture {
        /// The numbers of each row, ascending; row 0 has the number 1 alone.
        pub rows: Vec<Vec<Numeral>>,
        /// Lines between a number and the next multiples of it: those without another number of the pool between the two.
        pub lines: Vec<[Numeral; 2]>,
    }
}

/// An event with its own version, as it is stored.
mod event {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<S: Serializer>(event: &duel::session::Event, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Value = serde_json::from_str(&event.to_json()).map_err(serde::ser::Error::custom)?;
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<duel::session::Event, D::Error> {
        duel::session::Event::from_json(&Value::deserialize(deserializer)?.to_string()).map_err(D::Error::custom)
    }
}
