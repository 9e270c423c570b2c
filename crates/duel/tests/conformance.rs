//! The one suite that every game passes: the built-in books, and random games of every kind.
//!
//! It asks only what is true of all divisor games. A new book is in it as soon as it is built in.

mod common;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use common::codes::{division_code, pool_codes};
use common::referee::{Referee, Refusal};
use duel::{
    Game, IllegalMove, IllegalReason, Invalid, Loss, LostBy, Move, Name, Numbers, Offered, Outcome, Position, Reason,
    Record, Relation, ReplayError, RuleBook, Side, Typed,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A game by its plain code, and dice of its own, so that one game's checks do not change another's.
struct Trial {
    code: String,
    game: Game,
    rng: ChaCha8Rng,
}

/// The books and the random games that can be played at all.
fn trials() -> Vec<Trial> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let books = RuleBook::built_in().iter().map(|book| RuleBook::general(book.game().clone()).code());
    let mut codes: Vec<String> = books.collect();
    for _ in 0..3 {
        codes.extend(pool_codes(&mut rng));
    }
    codes.extend((0..300).map(|_| division_code(&mut rng)));
    let trials: Vec<Trial> = codes
        .into_iter()
        .filter_map(|code| Some(Trial { game: code.parse().ok()?, rng: ChaCha8Rng::seed_from_u64(rng.random()), code }))
        .collect();
    assert!(trials.len() > 800, "only {} games can be played", trials.len());
    trials
}

impl Trial {
    fn start(&self) -> Position {
        self.game.start().expect("a pool small enough to be played")
    }

    fn random_move(&mut self, position: &Position) -> Option<Move> {
        position.legal_moves().choose(&mut self.rng).copied()
    }

    fn random_position(&mut self) -> Position {
        let mut position = self.start();
        for _ in 0..self.rng.random_range(0..30) {
            let Some(chosen) = self.random_move(&position) else { break };
            position.play(chosen).expect("a legal move");
        }
        position
    }

    /// Every move that is worth trying: the whole board and what lies next to it, and the ends of the number line.
    fn candidates(&self, referee: &Referee) -> Vec<Move> {
        let with_neighbours = |n: u64| [n.saturating_sub(2), n.saturating_sub(1), n, n.saturating_add(1)];
        match (self.game.pool(), referee.table()) {
            (Some(pool), _) => {
                let numbers = pool.numbers().flat_map(with_neighbours).chain([0, pool.last() + 2, u64::MAX]);
                numbers.map(Move::Pick).chain([Move::Divide { number: pool.last(), by: 2 }]).collect()
            }
            (None, Some(table)) => {
                let legal = referee.legal();
                let mut candidates = vec![Move::Pick(table[0]), Move::Divide { number: 1, by: 1 }];
                for number in table.into_iter().flat_map(with_neighbours) {
                    let divisors = legal.iter().filter_map(|legal| match legal {
                        Move::Divide { by, .. } => Some(*by),
                        Move::Pick(_) => None,
                    });
                    let near = divisors.chain([0, 2, number, u64::MAX]).flat_map(with_neighbours);
                    let all = (0..=number.min(400) + 1).chain(near);
                    candidates.extend(all.map(|by| Move::Divide { number, by }));
                }
                candidates.sort_unstable();
                candidates.dedup();
                candidates
            }
            (None, None) => panic!("{} has neither a pool nor a table", self.code),
        }
    }
}

#[test]
fn a_random_code_is_a_game_exactly_where_the_prose_leaves_a_first_pick() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut refused = 0;
    for code in (0..5).flat_map(|_| pool_codes(&mut rng)).collect::<Vec<_>>() {
        assert_eq!(code.parse::<Game>().is_ok(), Referee::new(&code).can_start(), "{code}");
        refused += usize::from(code.parse::<Game>().is_err());
    }
    assert!(refused > 50, "only {refused} codes had no first pick");
}

#[test]
fn random_play_ends_and_says_who_won_and_why() {
    for mut trial in trials() {
        let code = &trial.code.clone();
        let longest = Referee::new(code).longest_game();
        for _ in 0..5 {
            let mut referee = Referee::new(code);
            let mut position = trial.start();
            while let Some(chosen) = trial.random_move(&position) {
                assert_eq!(position.outcome(), None, "{code} {:?}", position.moves());
                assert_eq!(position.turn(), referee.turn(), "{code}");
                position.play(chosen).unwrap();
                referee.play(chosen);
                assert!(position.moves().len() <= longest, "{code} goes on after {longest} moves");
            }
            let outcome = position.outcome().expect("a game without a legal move is over");
            assert_eq!(Some(outcome.winner), referee.winner(), "{code} {:?}", position.moves());
            assert_eq!(outcome.reason, Reason::NoMove);
            let stuck_wins = outcome.winner == position.turn();
            assert_eq!(stuck_wins, trial.game.is_misere(), "{code}");
        }
    }
}

#[test]
fn what_is_legal_and_why_not_is_what_the_prose_says() {
    for mut trial in trials() {
        let code = &trial.code.clone();
        let mut referee = Referee::new(code);
        let mut position = trial.start();
        loop {
            assert_eq!(position.legal_moves(), referee.legal(), "{code} {:?}", position.moves());
            for candidate in trial.candidates(&referee) {
                check_candidate(&position, candidate, referee.refusal(candidate), code);
            }
            let Some(chosen) = trial.random_move(&position) else { break };
            position.play(chosen).unwrap();
            referee.play(chosen);
        }
    }
}

/// `play`, `is_legal` and the referee agree about the move, and a refused one changes nothing.
fn check_candidate(position: &Position, candidate: Move, refusal: Option<Refusal>, code: &str) {
    let context = || format!("{code} {:?} {candidate}", position.moves());
    let mut tried = position.clone();
    match tried.play(candidate) {
        Ok(()) => {
            assert_eq!(refusal, None, "{}", context());
            assert_eq!(tried.moves().split_last(), Some((&candidate, position.moves())), "{}", context());
        }
        Err(IllegalMove { attempt, reason }) => {
            assert_eq!(Some(Refusal::from(&reason)), refusal, "{}", context());
            assert_eq!(attempt, Typed::from(candidate), "{}", context());
            assert_eq!((&tried, tried.moves()), (position, position.moves()), "{}", context());
        }
    }
    assert_eq!(position.is_legal(candidate), refusal.is_none(), "{}", context());
}

/// The picks whose bits are set.
fn in_mask(position: &Position) -> Vec<Move> {
    let mask: Vec<u64> = position.legal_mask().collect();
    assert_eq!(position.legal_mask().len(), mask.len());
    let Numbers::Pool(pool) = position.numbers() else {
        assert!(mask.is_empty());
        return Vec::new();
    };
    let is_set = |index: usize| mask[index / 64] >> (index % 64) & 1 == 1;
    assert!((pool.count() as usize..mask.len() * 64).all(|beyond| !is_set(beyond)));
    pool.numbers().enumerate().filter(|&(index, _)| is_set(index)).map(|(_, number)| Move::Pick(number)).collect()
}

#[test]
fn how_a_number_stands_is_what_the_moves_and_the_prose_say() {
    for mut trial in trials() {
        let code = trial.code.clone();
        let mut referee = Referee::new(&code);
        let mut position = trial.start();
        loop {
            let mut resigned = position.clone();
            resigned.lose(Side::One, LostBy::Resigning);
            let pool: Vec<u64> = trial.game.pool().into_iter().flat_map(|pool| pool.numbers()).take(200).collect();
            let divisors = position.legal().filter(|played| matches!(played, Move::Divide { .. }));
            let divisors: Vec<u64> = divisors.map(by).collect();
            for number in pool.iter().copied().chain(0..10).chain(divisors.iter().copied()).chain([u64::MAX]) {
                let context = || format!("{code} {:?} {number}", position.moves());
                let relation = position.relation(number);
                let refusal = referee.refusal(Move::Pick(number));
                let took = position.moves().iter().position(|&played| played == Move::Pick(number));
                let taker = took.map(|ply| [Side::One, Side::Two][ply % 2]);
                let expected = match (position.numbers(), taker, &refusal, position.last()) {
                    (Numbers::Table(_), ..) if divisors.contains(&number) => Relation::Divisor,
                    (Numbers::Table(_), ..) => Relation::Elsewhere,
                    (_, Some(taker), _, last) if last == Some(number) => Relation::Last(taker),
                    (_, Some(taker), ..) => Relation::Taken(taker),
                    (_, None, None, None) => Relation::First,
                    (_, None, None, Some(last)) if last.is_multiple_of(number) => Relation::Divisor,
                    (_, None, None, Some(_)) => Relation::Multiple,
                    _ if number == 1 && trial.game.has_last_resort() => Relation::LastResort,
                    _ if position.is_free(number) => Relation::Free,
                    _ => Relation::Elsewhere,
                };
                assert_eq!(relation, expected, "{}", context());
                let over = match relation {
                    Relation::LastResort => Relation::Free,
                    relation if relation.is_legal() && pool.contains(&number) => Relation::Free,
                    relation if relation.is_legal() => Relation::Elsewhere,
                    relation => relation,
                };
                assert_eq!(resigned.relation(number), over, "{}", context());
            }
            let Some(chosen) = trial.random_move(&position) else { break };
            position.play(chosen).unwrap();
            referee.play(chosen);
        }
    }
}

fn by(division: Move) -> u64 {
    match division {
        Move::Divide { by, .. } => by,
        Move::Pick(number) => panic!("{number} divides nothing"),
    }
}

#[test]
fn what_is_offered_costs_people_what_the_book_says_and_programs_the_game() {
    for mut trial in trials() {
        let code = trial.code.clone();
        let position = trial.random_position();
        if position.outcome().is_some() {
            continue;
        }
        let illegal = illegal_number(&position);
        let lost = Outcome { winner: position.turn().other(), reason: Reason::Lost(Loss::IllegalNumber(illegal)) };
        let refused = position.check(illegal).unwrap_err();

        let mut person = position.clone();
        match trial.game.invalid() {
            // To divide what is not there is a slip, and costs nobody a game.
            Invalid::Loses if !matches!(refused.reason, IllegalReason::NotOnTable { .. }) => {
                assert_eq!(person.offer(illegal), Offered::Lost(refused.clone()), "{code}");
                assert_eq!(person.outcome(), Some(&lost), "{code}");
            }
            Invalid::Loses | Invalid::Retry => {
                assert_eq!(person.offer(illegal), Offered::AskAgain(refused.clone()), "{code}");
                assert_eq!(person, position, "{code}");
            }
        }
        let mut program = position.clone();
        assert_eq!(program.offer_strictly(illegal), Offered::Lost(refused), "{code}");
        assert_eq!(program.outcome(), Some(&lost), "{code}");
        // What is lost stays lost.
        assert!(matches!(program.offer_strictly(illegal), Offered::AskAgain(_)), "{code}");

        let mut said = position.clone();
        assert_eq!(said.conclude(Some(&lost)), Ok(()), "{code}");
        assert_eq!(said, program, "{code}");

        let chosen = trial.random_move(&position).unwrap();
        let (mut person, mut program) = (position.clone(), position.clone());
        assert_eq!(person.offer(chosen), Offered::Played(chosen), "{code}");
        assert_eq!(program.offer_strictly(chosen), Offered::Played(chosen), "{code}");
        for after in [person, program] {
            assert_eq!(after.moves().split_last(), Some((&chosen, position.moves())), "{code}");
        }
    }
}

#[test]
fn a_replay_names_the_first_move_that_is_wrong() {
    for mut trial in trials() {
        let code = trial.code.clone();
        let position = trial.random_position();
        let replayed = trial.game.replay(position.moves().iter().copied()).unwrap();
        assert_eq!((&replayed, replayed.moves()), (&position, position.moves()), "{code}");
        let wrong = Move::Pick(0);
        let too_many = position.moves().iter().copied().chain([wrong, wrong]);
        let Err(ReplayError::Move(error)) = trial.game.replay(too_many) else { panic!("{code} takes {wrong}") };
        assert_eq!((error.number, error.illegal.attempt), (position.moves().len() + 1, wrong.into()), "{code}");
    }
}

#[test]
fn lists_are_ascending_and_agree_with_each_other() {
    for mut trial in trials() {
        let code = trial.code.clone();
        let mut referee = Referee::new(&code);
        let mut position = trial.start();
        loop {
            let legal = position.legal_moves();
            assert!(legal.is_sorted_by(|a, b| a < b), "{code} {legal:?}");
            assert_eq!(position.legal_count(), legal.len(), "{code}");
            let by_place: Vec<Move> = (0..legal.len()).filter_map(|at| position.nth_legal(at)).collect();
            assert_eq!(by_place, legal, "{code}");
            assert_eq!(position.nth_legal(legal.len()), None, "{code}");
            assert!(legal.iter().all(|&candidate| position.is_legal(candidate)), "{code}");
            let left = position.legal().scan((), |(), _| Some(())).count();
            assert_eq!((position.legal().len(), left), (legal.len(), legal.len()), "{code}");
            assert_eq!(in_mask(&position), if position.on_table().is_none() { legal } else { Vec::new() }, "{code}");

            assert_eq!(position.free(), referee.free(), "{code}");
            assert_eq!(position.on_table().map(<[u64]>::to_vec), referee.table(), "{code}");
            for number in trial.game.pool().into_iter().flat_map(|pool| pool.numbers().chain([0, u64::MAX])) {
                assert_eq!(position.is_free(number), referee.free().contains(&number), "{code} {number}");
            }
            let last_pick = position.moves().last().copied().filter(|_| trial.game.pool().is_some());
            assert_eq!(position.last(), last_pick.map(Move::number), "{code}");

            let Some(chosen) = trial.random_move(&position) else { break };
            position.play(chosen).unwrap();
            referee.play(chosen);
        }
    }
}

#[test]
fn undo_gives_the_position_that_a_replay_gives() {
    for mut trial in trials() {
        let code = trial.code.clone();
        let mut position = trial.start();
        while let Some(chosen) = trial.random_move(&position) {
            position.play(chosen).unwrap();
        }
        if trial.rng.random() && position.moves().len() > 1 {
            position.undo();
            position.lose(position.turn(), LostBy::Resigning);
        }
        while let Some((&last, before)) = position.clone().moves().split_last() {
            assert_eq!(position.undo(), Some(last), "{code}");
            let replayed = trial.game.replay(before.iter().copied()).unwrap();
            assert_eq!(position, replayed, "{code}");
            assert_eq!(position.moves(), before, "{code}");
            assert_eq!(position.legal_moves(), replayed.legal_moves(), "{code}");
            assert_eq!(position.outcome(), None, "{code}");
        }
        assert_eq!(position, trial.start(), "{code}");
        assert_eq!(position.undo(), None, "{code}");
    }
}

#[test]
fn a_code_survives_being_written_and_read_in_every_form() {
    for mut trial in trials() {
        let Trial { code, game, rng } = &mut trial;
        let shortest = game.to_string();
        assert_eq!(shortest.parse().as_ref(), Ok(&*game), "{code} is shown as {shortest}");
        let plain = RuleBook::general(game.clone()).code();
        assert_eq!(plain.parse().as_ref(), Ok(&*game), "{code} is plainly {plain}");

        let (head, clauses) = split_code(code);
        let mut shuffled: Vec<&str> = clauses.iter().chain(clauses.choose(rng)).map(String::as_str).collect();
        shuffled.shuffle(rng);
        let respelled = format!("\t{} ", [&[head.as_str()], &shuffled[..]].concat().join(","));
        assert_eq!(respelled.parse().as_ref(), Ok(&*game), "{respelled:?}");

        // A pool ends with its last number, wherever between that and the next one its code says it ends.
        if let Some(pool) = game.pool() {
            let beyond = pool.last().saturating_add(pool.step() - 1);
            let reaching_beyond = format!("take:{}..{beyond}/{}", pool.first(), pool.step());
            let respelled = [vec![reaching_beyond], clauses.clone()].concat().join(",");
            assert_eq!(respelled.parse().as_ref(), Ok(&*game), "{respelled}");
            for upper in pool.numbers().take(4) {
                let Ok(smaller) = game.with_upper_end(upper) else { continue };
                assert_eq!(smaller.to_string().parse(), Ok(smaller), "{code} up to {upper}");
            }
        }

        for form in named_forms(game, &clauses) {
            let Ok(book) = RuleBook::find(&form) else { continue };
            let again = RuleBook::find(&book.code()).unwrap();
            assert_eq!((again.id(), again.game()), (book.id(), book.game()), "{form} becomes {}", book.code());
            // The classroom game on a board on which its upper bound says nothing is called Juniper Green.
            let outgrown = book.id() == "classroom" && game.pool().is_some_and(|pool| pool.last() <= 49);
            if book.game() == game && !outgrown {
                assert!(shortest.len() <= form.len(), "{form} is shorter than {shortest}");
            }
        }
        assert!(shortest.len() <= plain.len() && plain.len() <= code.len(), "{code} {plain} {shortest}");
    }
}

/// The numbers of a plain code with what precedes them, and its clauses.
fn split_code(code: &str) -> (String, Vec<String>) {
    let is_clause = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic()) && !part.contains(':');
    let (clauses, head): (Vec<&str>, Vec<&str>) = code.split(',').partition(is_clause);
    (head.join(","), clauses.into_iter().map(String::from).collect())
}

/// What might name the game by a book, with any of its clauses: most of it names another game.
fn named_forms(game: &Game, clauses: &[String]) -> Vec<String> {
    let parameter = match (game.pool(), game.table()) {
        (Some(pool), _) => pool.last().to_string(),
        (None, table) => table.unwrap_or_default().iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    };
    let mut clauses = clauses.to_vec();
    clauses.push("invalid=retry".into());
    clauses.dedup();
    let mut forms = Vec::new();
    for book in RuleBook::built_in() {
        for chosen in 0..1_u32 << clauses.len() {
            let chosen = clauses.iter().enumerate().filter(|(at, _)| (chosen >> at) & 1 == 1);
            let tail: String = chosen.map(|(_, clause)| format!(",{clause}")).collect();
            forms.push(format!("{}{tail}", book.id()));
            forms.push(format!("{}:{parameter}{tail}", book.id()));
        }
    }
    forms
}

#[test]
fn a_record_survives_being_written_and_read() {
    let name = |text: &str| text.parse::<Name>().unwrap();
    let mut ends: HashMap<&str, usize> = HashMap::new();
    for mut trial in trials() {
        let code = trial.code.clone();
        let mut position = trial.random_position();
        let loser = if trial.rng.random() { Side::One } else { Side::Two };
        match trial.rng.random_range(0..6) {
            0 => position.lose(loser, LostBy::Resigning),
            1 => position.lose(loser, LostBy::Time),
            2 => position.lose(loser, LostBy::Forfeit),
            3 => drop(position.offer_strictly(illegal_number(&position))),
            _ => {}
        }
        *ends.entry(position.outcome().map_or("*", |outcome| outcome.reason.code())).or_default() += 1;
        for book in [RuleBook::general(trial.game.clone()), RuleBook::find(&trial.game.to_string()).unwrap()] {
            let mut record = Record::new(&book, position.clone(), [name("Ada \"A\" \\ Lovelace"), name("李雷")]);
            record.set_header("Event", "[Open] # 1");
            record.set_date("2026-11-15".parse().unwrap());
            let text = record.to_string();
            let read: Record = text.parse().unwrap_or_else(|error| panic!("{code}: {error}\n{text}"));
            assert_eq!(read, record, "{code}\n{text}");
            assert_eq!(read.position().moves(), position.moves(), "{code}");
            assert_eq!(read.to_string(), text, "{code}");
        }
    }
    for reason in ["*", "no-move", "illegal-number", "resigned", "time", "forfeit"] {
        assert!(ends.get(reason).is_some_and(|&count| count > 20), "too few games ended by {reason}: {ends:?}");
    }
}

/// A number that nobody may play: it is beyond 64 bits.
fn illegal_number(position: &Position) -> Typed {
    position.understand(Typed::Number(1 << 65)).unwrap_or(Typed::Division { number: 1 << 65, by: 2 })
}

/// What the documentation of [`Position`] says makes two positions equal.
type Essence = (Vec<u64>, Option<Vec<u64>>, Option<u64>, Side, bool);

fn essence(position: &Position) -> Essence {
    let table = position.on_table().map(<[u64]>::to_vec);
    (position.free(), table, position.last(), position.turn(), position.outcome().is_some())
}

#[test]
fn positions_are_equal_exactly_when_the_same_can_still_happen_in_them() {
    for code in ["take:1..9,resort=1", "evens", "take:2..12", "divide:720", "divide:36,100,7"] {
        let mut open = vec![code.parse::<Game>().unwrap().start().unwrap()];
        let mut seen: HashMap<Position, Essence> = HashMap::new();
        let mut reached: HashMap<Essence, Position> = HashMap::new();
        let mut ways = 0;
        while let Some(position) = open.pop() {
            ways += 1;
            let known = seen.entry(position.clone()).or_insert_with(|| essence(&position));
            assert_eq!(*known, essence(&position), "{code} {:?}", position.moves());
            let other = reached.entry(essence(&position)).or_insert_with(|| position.clone());
            assert_eq!(*other, position, "{code} {:?}", position.moves());
            assert_eq!(other.legal_moves(), position.legal_moves(), "{code} {:?}", position.moves());
            for chosen in position.legal_moves() {
                let mut next = position.clone();
                next.play(chosen).unwrap();
                open.push(next);
            }
        }
        assert!(seen.len() < ways, "{code}: no position was reached in two ways");
    }
}

#[test]
fn the_way_to_a_position_does_not_count_but_the_turn_and_the_end_do() {
    let after = |code: &str, moves: &[&str]| {
        let mut position = code.parse::<Game>().unwrap().start().unwrap();
        for text in moves {
            position.offer_text(text);
        }
        assert_eq!(position.moves().len(), moves.len(), "{code} {moves:?}");
        position
    };
    let hasher = RandomState::new();
    let one_way = after("classic", &["2", "4", "8", "16"]);
    let other_way = after("take:2..50", &["4", "2", "8", "16"]);
    assert_eq!(one_way, other_way);
    assert_eq!(hasher.hash_one(&one_way), hasher.hash_one(&other_way));
    assert_ne!(one_way, after("classic", &["16", "8", "4", "2"]));
    assert_ne!(one_way, after("classic,misere", &["2", "4", "8", "16"]));
    assert_eq!(after("divider", &["2", "5"]), after("divider", &["5", "2"]));
    assert_ne!(after("divider", &["2", "5"]), after("divider", &["10"]));
    let mut resigned = one_way.clone();
    resigned.lose(Side::Two, LostBy::Resigning);
    assert_ne!(resigned, one_way);
}
