//! The lessons: all that they say is so, what is wrong with one is said where, and their games are won by their ideas and hardly
//! without them.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::collections::BTreeMap;

use duel::challenge::{Attempt, Challenge, Reply, Stage};
use duel::computer::computer_move;
use duel::factor::prime_factors;
use duel::lesson::{EXAMPLE, Lesson};
use duel::solve::Watch;
use duel::{Move, Position, Seat, Session, Sitter, Who};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn all_that_the_lessons_say_is_so() {
    for lesson in Lesson::built_in() {
        let checked = lesson.check(&mut Watch::forever());
        assert!(checked.is_ok(), "{}: {}", lesson.id(), checked.unwrap_err());
        assert_eq!(lesson.can_be_won(&mut Watch::forever()), Some(true), "{}", lesson.id());
        for step in lesson.steps() {
            let challenge = Challenge::of_step(step, &mut Watch::forever()).unwrap();
            let told = challenge.answer(Attempt::Help(Stage::Move), &mut Watch::forever()).unwrap().to_words();
            assert!(!told.contains('?'), "a question is no reason: {told}");
        }
        assert!((4..=9).contains(&lesson.steps().len()), "{}", lesson.id());
    }
}

#[test]
fn the_example_stands_on_the_page_and_is_a_good_lesson() {
    let page = include_str!("../../../docs/lessons.md");
    assert!(page.contains(&format!("```toml\n{EXAMPLE}```")));
    let lesson = Lesson::read(EXAMPLE).unwrap();
    lesson.check(&mut Watch::forever()).unwrap();
    assert!(Lesson::find(lesson.id()).is_none());
}

#[test]
fn what_is_wrong_with_a_lesson_is_said_where() {
    let changed = |from: &str, to: &str| {
        assert!(EXAMPLE.contains(from), "{from}");
        Lesson::read(&EXAMPLE.replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, problem) in [
        ("format = 1", "format = 2", "line 1, column 10: this lesson has format 2, and this program reads format 1"),
        ("id = \"", "id = \"../", "line 2, column 6: an id is up to 32 lower-case letters"),
        ("title", "titel", "line 3, column 1: unknown field `titel`"),
        ("game = \"take:2..6\"\n", "", "the first step needs its game"),
        ("take:2..6\"", "take:2..6,first=red\"", "line 7, column 25: \"red\" is no rule for the first pick"),
        ("take:2..6", "take:2..100000000", "a board of a lesson has at most 1,000 numbers"),
        ("moves = \"3\"", "moves = \"3 5\"", "line 8, column 9: 5 is neither a divisor nor a multiple of 3"),
        ("moves = \"3\"", "moves = \"3 6 2 4\"", "the game is over here"),
        ("ask = \"legal\"", "ask = \"anything\"", "unknown variant `anything`, expected one of `legal`, `win`, `move`"),
        ("ask = \"legal\"", "ask = \"move\"", "what is asked here needs right and other"),
        ("ask = \"legal\"", "ask = \"legal\"\nright = \"6\"", "belong to ask = \"move\" alone"),
        ("hint = ", "hint = \"\"\nother = ", "belong to ask = \"move\" alone"),
        ("They took 3.", &"They took 3. ".repeat(12), "this is a text of at most 2 lines of 58 columns"),
        ("They took 3.", "They took \\u001b 3.", "control character"),
        ("\"only 6\"", "\"surely 6\"", "a claim is one of legal, only, illegal, ends"),
        ("\"only 6\"", "\"pair 6\"", "a claim is one of"),
        ("\"only 6\"", "\"wins x\"", "a claim is one of"),
        ("2 = \"", "6 = \"", "6 is neither a divisor nor a multiple"),
        ("first = \"them\"", "first = \"me\"", "unknown variant `me`, expected `you` or `them`"),
        ("opponent = 5", "opponent = 6", "an opponent is a level, 1 to 5"),
        ("opponent = 5", "opponent = -1", "an opponent is a level, 1 to 5"),
        ("opponent = 5", "opponent = \"fox\"", "an opponent is a level, 1 to 5"),
        ("[end]", "[other]", "unknown field `other`"),
    ] {
        let said = changed(from, to);
        assert!(said.contains(problem) && said.starts_with("line "), "{from} -> {to}: {said}");
    }
    assert!(Lesson::read(&"[".repeat(2_000)).unwrap_err().to_string().contains("at most 1000 opening brackets"));
    assert!(Lesson::read(&" ".repeat(100_000)).unwrap_err().to_string().contains("64 KiB"));
}

#[test]
fn what_is_not_so_is_found() {
    let changed = |from: &str, to: &str| {
        assert!(EXAMPLE.contains(from), "{from}");
        Lesson::read(&EXAMPLE.replacen(from, to, 1)).unwrap().check(&mut Watch::forever()).unwrap_err().to_string()
    };
    for (from, to, problem) in [
        ("\"only 6\"", "\"only 5\"", "step 1: \"only 5\" is not so"),
        ("\"only 6\"", "\"legal 6 4\"", "step 1: \"legal 6 4\" is not so"),
        ("\"only 6\"", "\"illegal 6\"", "is not so"),
        ("\"only 6\"", "\"ends 6\"", "is not so"),
        ("\"only 6\"", "\"wins 4\"", "is not so"),
        ("\"only 6\"", "\"loses 4\"", "is not so"),
        ("\"only 6\"", "\"answered 6 4\"", "is not so"),
        ("\"only 6\"", "\"leaves 6 3\"", "is not so"),
        ("\"only 6\"", "\"pair 6 4\"", "is not so"),
        ("\"only 6\"", "\"alone 6\"", "is not so"),
        ("\"only 6\"", "\"alone 11\"", "is not so"),
        ("\"only 6\"", "\"prime 6\"", "is not so"),
        ("\"only 6\"", "\"factors 6 3\"", "is not so"),
        ("\"only 6\"", "\"heap 6 2\"", "is not so"),
        ("2 = \"", "8 = \"", "step 3: 8 is refused, and it wins"),
        ("They took 3.", "They took 3, not 17.", "step 1: it speaks of 17, and no claim is about that"),
    ] {
        let said = changed(from, to);
        assert!(said.contains(problem), "{from} -> {to}: {said}");
    }
}

#[test]
fn only_a_right_move_ends_a_step_and_nothing_else_counts() {
    let lesson = Lesson::find("pairs").unwrap();
    let watch = &mut Watch::forever();
    let mut challenge = Challenge::of_step(&lesson.steps()[0], watch).unwrap();
    let wrong = challenge.answer(Attempt::Typed("2"), watch).unwrap();
    assert_eq!(wrong.to_words(), "Then they take 6, and you are stuck. Take the other one.");
    let idea = challenge.answer(Attempt::Help(Stage::Idea), watch).unwrap();
    assert_eq!(idea.to_words(), "Leave 2 and 6 for each other.");
    let told = challenge.answer(Attempt::Help(Stage::Move), watch).unwrap();
    assert_eq!(told.to_words(), "Take 8. Leave 2 and 6 for each other.");
    for reply in [wrong, idea, told] {
        challenge.take(&reply);
        assert!(challenge.standing().went().is_none() && challenge.standing().wrong() == 0);
    }
    let right = challenge.answer(Attempt::Typed("8"), watch).unwrap();
    assert!(matches!(right, Reply::Right(_)));
    challenge.take(&right);
    assert!(challenge.standing().is_over());
}

trait ToWords {
    fn to_words(&self) -> String;
}

impl ToWords for Reply {
    fn to_words(&self) -> String {
        duel::speech::Language::English.say(self)
    }
}

type Luck = ChaCha8Rng;
/// Somebody who plays, without any solver.
type Player = fn(&Position, &mut Luck) -> Move;

fn any(moves: &[Move], luck: &mut Luck) -> Move {
    moves[(luck.next_u64() % moves.len() as u64) as usize]
}

/// One of the moves that are good, or else any.
fn preferred(position: &Position, luck: &mut Luck, is_good: impl Fn(Move) -> bool) -> Move {
    let legal = position.legal_moves();
    let good: Vec<Move> = legal.iter().copied().filter(|&chosen| is_good(chosen)).collect();
    any(if good.is_empty() { &legal } else { &good }, luck)
}

fn after(position: &Position, chosen: Move) -> Position {
    let mut after = position.clone();
    after.play(chosen).unwrap();
    after
}

/// Whoever faces this has no move, or none but 1.
fn is_dead_end(position: &Position, with_one: bool) -> bool {
    position.outcome().is_some() || with_one && position.legal_moves() == [Move::Pick(1)]
}

/// Knows the rules.
fn legal(position: &Position, luck: &mut Luck) -> Move {
    any(&position.legal_moves(), luck)
}

/// Takes a dead end where there is one.
fn dead_ends(position: &Position, luck: &mut Luck) -> Move {
    preferred(position, luck, |chosen| is_dead_end(&after(position, chosen), false))
}

/// Does so, and leaves none.
fn ahead(position: &Position, luck: &mut Luck) -> Move {
    looking_ahead(position, luck, false)
}

/// Does so, and knows that nothing but 1 is a dead end too.
fn ahead_of_one(position: &Position, luck: &mut Luck) -> Move {
    looking_ahead(position, luck, true)
}

fn looking_ahead(position: &Position, luck: &mut Luck, with_one: bool) -> Move {
    let ends = |position: &Position| {
        let dead = |&chosen: &Move| is_dead_end(&after(position, chosen), with_one);
        position.legal_moves().into_iter().filter(dead).collect::<Vec<_>>()
    };
    let mine = ends(position);
    if !mine.is_empty() {
        return any(&mine, luck);
    }
    preferred(position, luck, |chosen| ends(&after(position, chosen)).is_empty())
}

/// Pairs numbers off, in the order in which `first` ranks them; the partner is the one who comes first among the related ones.
fn paired_off(mut free: Vec<u64>, first: impl Fn(u64, &[u64]) -> u64) -> BTreeMap<u64, u64> {
    let is_related = |one: u64, two: u64| one != two && (one.is_multiple_of(two) || two.is_multiple_of(one));
    let mut pairs = BTreeMap::new();
    loop {
        let relatives = |one: u64| free.iter().copied().filter(|&two| is_related(one, two)).collect::<Vec<u64>>();
        let rank = |number: u64| (first(number, &relatives(number)), number);
        let paired = free.iter().copied().filter(|&number| !relatives(number).is_empty()).min_by_key(|&n| rank(n));
        let Some(number) = paired else { return pairs };
        let Some(partner) = relatives(number).into_iter().min_by_key(|&n| rank(n)) else { return pairs };
        pairs.extend([(number, partner), (partner, number)]);
        free.retain(|&other| other != number && other != partner);
    }
}

fn by_partners(position: &Position, luck: &mut Luck, first: impl Fn(u64, &[u64]) -> u64) -> Move {
    let mut in_play = position.free();
    in_play.extend(position.last());
    in_play.sort_unstable();
    let pairs = paired_off(in_play, first);
    let partner = position.last().and_then(|last| pairs.get(&last)).map(|&partner| Move::Pick(partner));
    partner.unwrap_or_else(|| ahead(position, luck))
}

/// Answers with the partner in a pairing that begins with those who have the fewest to choose from.
fn partners(position: &Position, luck: &mut Luck) -> Move {
    by_partners(position, luck, |_, relatives| relatives.len() as u64)
}

/// Answers with the partner in a pairing that came about as the numbers came.
fn some_partners(position: &Position, luck: &mut Luck) -> Move {
    by_partners(position, luck, |number, _| number)
}

fn heap(number: u64) -> usize {
    prime_factors(number).len() - 1
}

fn left(position: &Position, chosen: Move) -> Vec<usize> {
    after(position, chosen).on_table().unwrap().iter().map(|&number| heap(number)).collect()
}

/// Makes a prime of a number.
fn primes(position: &Position, luck: &mut Luck) -> Move {
    let Some(table) = position.on_table() else { return legal(position, luck) };
    let count = |heaps: Vec<usize>| heaps.into_iter().filter(|&heap| heap == 0).count();
    let now = count(table.iter().map(|&number| heap(number)).collect());
    preferred(position, luck, |chosen| count(left(position, chosen)) > now)
}

/// Leaves every part twice.
fn nim(position: &Position, luck: &mut Luck) -> Move {
    preferred(position, luck, |chosen| left(position, chosen).into_iter().fold(0, |sum, heap| sum ^ heap) == 0)
}

/// How many of a hundred games at the end of a lesson such a player wins.
fn wins(lesson: &Lesson, player: Player) -> u32 {
    let sitter = |seat, who: Who| Sitter::usual(who, seat, Default::default());
    let mut won = 0;
    for seed in 0..200 {
        let computer = sitter(Seat::Two, Who::Level(lesson.opponent()));
        let setup = lesson.game([sitter(Seat::One, Who::Person), computer]);
        let (session, _) = Session::begin(duel::session::Setup { seed, ..setup }, 0).unwrap();
        let (you, level) = (session.side(Seat::One), lesson.opponent());
        let mut luck = Luck::seed_from_u64(seed);
        let mut position = session.position().clone();
        while position.outcome().is_none() {
            let chosen = match position.turn() == you {
                true => player(&position, &mut luck),
                false => computer_move(&position, level, seed).unwrap(),
            };
            position.play(chosen).unwrap();
        }
        won += u32::from(position.outcome().unwrap().winner == you);
    }
    won / 2
}

/// A lesson, who has its idea, and who does not.
const MEASURED: [(&str, Player, &[Player]); 9] = [
    ("first-game", legal, &[]),
    ("moves", legal, &[]),
    ("dead-ends", dead_ends, &[legal]),
    ("one-ahead", ahead, &[legal, dead_ends]),
    ("pairs", partners, &[legal, dead_ends, ahead]),
    ("largest", partners, &[legal, dead_ends, ahead, some_partners]),
    ("last-resort", ahead_of_one, &[legal, dead_ends, ahead]),
    ("factors", primes, &[legal]),
    ("nim", nim, &[legal, primes]),
];

#[test]
fn the_game_at_the_end_is_won_by_the_idea_and_hardly_without_it() {
    let measured = MEASURED.map(|(id, idea, without)| {
        let lesson = Lesson::find(id).unwrap();
        let without: Vec<u32> = without.iter().map(|&player| wins(lesson, player)).collect();
        (id, wins(lesson, idea), without)
    });
    for (id, with, without) in &measured {
        println!("{id}: {with} % with the idea, without it {without:?} %");
    }
    assert!(measured.iter().all(|(_, with, without)| *with >= 80 && without.iter().all(|&won| won <= 30)));
    assert_eq!(measured[0].1, 100, "whoever plays legally wins the first game");
    assert_eq!(measured.map(|(id, ..)| id).as_slice(), Lesson::built_in().iter().map(Lesson::id).collect::<Vec<_>>());
}

/// Every line of the first game, whatever either of the two takes.
#[test]
fn nobody_who_plays_legally_loses_the_first_game() {
    fn always_wins(position: &Position, you: duel::Side) -> bool {
        match position.outcome() {
            Some(outcome) => outcome.winner == you,
            None => position.legal_moves().into_iter().all(|chosen| always_wins(&after(position, chosen), you)),
        }
    }
    let sitter = |seat| Sitter::usual(Who::Person, seat, Default::default());
    let setup = Lesson::built_in()[0].game([sitter(Seat::One), sitter(Seat::Two)]);
    let (session, _) = Session::begin(setup, 0).unwrap();
    assert!(session.position().legal_count() > 1, "and they have a choice");
    assert!(always_wins(session.position(), session.side(Seat::One)));
}

#[test]
fn what_is_played_on_from_a_step_is_not_the_game_at_the_end() {
    let sitters = Seat::BOTH.map(|seat| Sitter::usual(Who::Person, seat, Default::default()));
    for lesson in Lesson::built_in() {
        let setup = lesson.game(sitters.clone());
        let (session, _) = Session::begin(setup.clone(), 0).unwrap();
        assert_eq!(Lesson::ended_by(&session).map(Lesson::id), Some(lesson.id()));
        for step in lesson.steps() {
            let (book, opening) = (step.book().clone(), step.position().moves().to_vec());
            let (session, _) = Session::begin(duel::session::Setup { book, opening, ..setup.clone() }, 0).unwrap();
            assert!(Lesson::ended_by(&session).is_none(), "{}", lesson.id());
        }
    }
}
