//! Computer players: the perfect one never loses what can be won, the same seed plays the same game, and every level beats
//! the one below.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use duel::{Game, Level, Move, Player, Position, RuleBook, Watch, choose, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn start(code: &str) -> Position {
    code.parse::<Game>().unwrap().start().unwrap()
}

/// Anybody who can choose a move.
type Chooser<'a> = &'a dyn Fn(&Position, &mut ChaCha8Rng) -> Move;

fn level(level: Level) -> impl Fn(&Position, &mut ChaCha8Rng) -> Move {
    move |position, rng| choose(position, level, rng).unwrap()
}

fn at_random(position: &Position, rng: &mut ChaCha8Rng) -> Move {
    position.nth_legal((rng.next_u64() % position.legal_count() as u64) as usize).unwrap()
}

/// Plays a game to its end; the positions in which each side had to move, and the end.
fn play(start: &Position, first: Chooser<'_>, second: Chooser<'_>, seed: u64) -> (Vec<Position>, Position) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = start.clone();
    let mut before = Vec::new();
    while position.outcome().is_none() {
        before.push(position.clone());
        let chosen =
            if position.turn() == Player::One { first(&position, &mut rng) } else { second(&position, &mut rng) };
        position.play(chosen).unwrap();
    }
    (before, position)
}

fn games() -> Vec<String> {
    let mut codes: Vec<String> = RuleBook::built_in().iter().map(RuleBook::code).collect();
    let more =
        ["classic,first=composite", "divider:60,84,90", "divide:30,12,8,misere", "take:3..60/5", "last-resort:10"];
    codes.extend(more.map(String::from));
    codes.extend(["take:2..20,misere", "take:1..16,resort=1,misere"].map(String::from));
    codes
}

#[test]
fn the_perfect_player_never_loses_what_can_be_won() {
    let perfect = level(Level::Perfect);
    let lower = Level::ALL.map(level);
    for code in games() {
        let start = start(&code);
        let mut opponents: Vec<Chooser> = vec![&at_random];
        opponents.extend(lower.iter().map(|opponent| opponent as Chooser));
        for opponent in opponents {
            for seed in 0..12 {
                for perfect_side in [Player::One, Player::Two] {
                    let (first, second): (Chooser, Chooser) =
                        if perfect_side == Player::One { (&perfect, opponent) } else { (opponent, &perfect) };
                    let (before, end) = play(&start, first, second, seed);
                    let could_win = before
                        .iter()
                        .filter(|position| position.turn() == perfect_side)
                        .any(|position| solve(position, &mut Watch::forever()).unwrap().winner == perfect_side);
                    let won = end.outcome().unwrap().winner == perfect_side;
                    assert!(won || !could_win, "{code} {seed} {perfect_side:?} {:?}", end.moves());
                }
            }
        }
    }
}

#[test]
fn in_a_lost_position_the_perfect_player_leaves_the_fewest_right_answers() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut lost = 0;
    for seed in 0..60 {
        let (before, _) = play(&start("classic,first=composite"), &at_random, &at_random, seed);
        for position in before.iter().filter(|position| position.legal_count() > 1 && !position.moves().is_empty()) {
            let right_answers = |candidate: Move| {
                let mut after = position.clone();
                after.play(candidate).unwrap();
                solve(&after, &mut Watch::forever()).unwrap().winning.len()
            };
            if solve(position, &mut Watch::forever()).unwrap().winning.is_empty() {
                let fewest = position.legal_moves().into_iter().map(right_answers).min().unwrap();
                let chosen = choose(position, Level::Perfect, &mut rng).unwrap();
                assert_eq!(right_answers(chosen), fewest, "{:?}", position.moves());
                lost += 1;
            }
        }
    }
    assert!(lost > 50, "{lost}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for code in games() {
        for level in Level::ALL {
            let game = |seed| play(&start(&code), &self::level(level), &self::level(level), seed).1.moves().to_vec();
            assert_eq!(game(5), game(5), "{code} {level}");
        }
    }
    // A seed means the same game on every machine and in every version.
    let game = play(&start("juniper-green"), &level(Level::DeadEnds), &level(Level::Rules), 42).1;
    let moves: Vec<u64> = game.moves().iter().map(|pick| pick.number()).collect();
    assert_eq!(moves, SEED_42, "the meaning of a seed has changed");
}

const SEED_42: [u64; 20] = [18, 9, 3, 6, 12, 24, 48, 8, 4, 2, 10, 20, 40, 5, 1, 13, 52, 26, 78, 39];

#[test]
fn nobody_ends_the_game_on_the_first_pick_while_there_is_another_way() {
    for code in ["classic", "chain", "last-resort", "take:1..60"] {
        let start = start(code);
        for level in Level::ALL {
            for seed in 0..100 {
                let mut after = start.clone();
                after.play(choose(&start, level, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()).unwrap();
                assert!(after.outcome().is_none(), "{code} {level} {seed}");
            }
        }
    }
    // Where every first pick ends the game there is no other way.
    assert!(
        choose(&start("take:11..20,first=11..19,first=odd"), Level::Perfect, &mut ChaCha8Rng::seed_from_u64(1))
            .is_some()
    );
}

#[test]
fn every_level_beats_the_one_below() {
    const GAMES: u64 = 240;
    for code in ["classic,first=composite", "classroom", "juniper-green"] {
        let start = start(code);
        for pair in Level::ALL.windows(2) {
            let (lower, upper) = (level(pair[0]), level(pair[1]));
            let won = (0..GAMES).filter(|&seed| {
                let upper_first = seed.is_multiple_of(2);
                let (first, second): (Chooser, Chooser) = if upper_first { (&upper, &lower) } else { (&lower, &upper) };
                let (_, end) = play(&start, first, second, seed);
                (end.outcome().unwrap().winner == Player::One) == upper_first
            });
            let won = won.count() as u64;
            assert!(won * 100 >= GAMES * 60, "{code}: {} wins {won} of {GAMES}", pair[1]);
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut position = start("chain");
    position.play(Move::Pick(11)).unwrap();
    assert_eq!(choose(&position, Level::Perfect, &mut ChaCha8Rng::seed_from_u64(1)), None);
}
