//! Every figure of `docs/theory.md` is worked out here, and looked up there.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::collections::BTreeSet;

use duel::solve::{
    Kinds, Method, NumberKind, OutOfBudget, Pairing, Watch, heap, prove, prove_answer, solve, solve_game,
};
use duel::{Game, Move, Position, Side};

/// The document, of which everything is crossed out that has been worked out.
struct Document {
    text: String,
}

/// What has figures and nothing to work out: names of numbers in a proof, the number 1 of the last resort, years and sources.
const NAMES: [&str; 21] = [
    "p1, p2, p3, …,",
    "p(2k+1) be",
    "v-p1, p2-p3, …, p(2k)-p(2k+1) are",
    "lines p1-p2, p3-p4, … are",
    "v and p(2k+1), are",
    "> 2 · (number of pairs)",
    "`last-resort` the number 1 may",
    "a free number above 1 a",
    "other free number but 1 divides",
    "reached only from 1.",
    "free as long as 1 does, and whoever takes 1 loses",
    "Taking 1 is the same",
    "plain game without 1.",
    "pool 1 to N every prime above N/2",
    "opponent to take 1, and",
    "so 1 has no partner",
    "numbers 1, 1 + s, 1 + 2s, … up to N, those above N/(s + 1) have",
    "divisors except 1 and itself. If the number has k + 1 prime",
    "can have 1, 2, …, k of them",
    "(Bouton, 1901)",
    "(PSPACE-complete; Renault and Schmidt, 2014)",
];

/// The sections that are looked through here.
const SECTIONS: [&str; 11] = [
    "Pairs",
    "The theorem",
    "Why it must be a largest pairing",
    "Showing that a pairing is largest",
    "The three kinds of numbers",
    "One as a last resort",
    "Division games",
    "What has to be searched",
    "Large pools",
    "A whole answer, proved",
    "Proofs as files",
];

impl Document {
    fn read() -> Document {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/theory.md");
        let whole = std::fs::read_to_string(path).unwrap();
        let section = |name: &&str| {
            let from = whole.split_once(&format!("\n## {name}\n")).unwrap_or_else(|| panic!("no section {name}")).1;
            from.split("\n## ").next().unwrap().to_string()
        };
        let text = SECTIONS.iter().map(section).collect::<Vec<_>>().join("\n");
        Document { text: text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    /// These words stand in the document.
    fn says(&mut self, words: &str) {
        assert!(self.text.contains(words), "docs/theory.md does not say: {words}");
        self.text = self.text.replacen(words, "~", 1);
    }

    fn has_no_other_figure(mut self) {
        NAMES.iter().for_each(|name| self.says(name));
        let left: Vec<&str> = self.text.split(' ').filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect();
        assert_eq!(left, [""; 0], "nobody has worked this out");
    }
}

fn start(code: &str) -> Position {
    code.parse::<Game>().unwrap().start().unwrap()
}

fn after(code: &str, picks: &[u64]) -> Position {
    let mut position = start(code);
    picks.iter().for_each(|&pick| position.play(Move::Pick(pick)).unwrap());
    position
}

fn numbers(moves: &[Move]) -> Vec<u64> {
    moves.iter().map(|chosen| chosen.number()).collect()
}

fn winning(position: &Position) -> Vec<u64> {
    numbers(&solve(position, &mut Watch::forever()).unwrap().winning)
}

fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

fn in_words(count: usize) -> &'static str {
    const WORDS: [&str; 14] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen",
    ];
    WORDS[count]
}

fn related(a: u64, b: u64) -> bool {
    a != b && (a.is_multiple_of(b) || b.is_multiple_of(a))
}

/// Pairs as they are written, checked to be lines of which no two share a number.
fn pairs(written: &str) -> Vec<(u64, u64)> {
    let read = |pair: &str| {
        let (a, b) = pair.split_once('-').unwrap();
        (a.parse().unwrap(), b.parse().unwrap())
    };
    let pairs: Vec<(u64, u64)> = written.split_whitespace().map(|pair| read(pair.trim_end_matches(','))).collect();
    assert!(pairs.iter().all(|&(a, b)| related(a, b)), "{written}");
    let all: BTreeSet<u64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    assert_eq!(all.len(), 2 * pairs.len(), "{written}");
    pairs
}

fn covered(pairs: &[(u64, u64)]) -> BTreeSet<u64> {
    pairs.iter().flat_map(|&(a, b)| [a, b]).collect()
}

/// What hangs together when these numbers are gone, the smallest piece first.
fn pieces(mut rest: BTreeSet<u64>, gone: &[u64]) -> Vec<Vec<u64>> {
    gone.iter().for_each(|number| assert!(rest.remove(number)));
    let mut pieces = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut piece = vec![first];
        let mut at = 0;
        while let Some(&number) = piece.get(at) {
            piece.extend(rest.extract_if(.., |other| related(*other, number)));
            at += 1;
        }
        piece.sort_unstable();
        pieces.push(piece);
    }
    pieces.sort_by_key(|piece| (piece.len(), piece[0]));
    pieces
}

fn of_kind(position: &Position, kind: NumberKind) -> Vec<u64> {
    let pairing = Pairing::of(position).unwrap();
    position.free().into_iter().filter(|&number| pairing.kind(number) == kind).collect()
}

#[test]
fn every_figure_of_the_theory_is_worked_out() {
    let mut document = Document::read();
    pairs_of_evens(&mut document);
    pairs_that_are_not_enough(&mut document);
    the_barrier_of_chain(&mut document);
    the_barrier_of_classic(&mut document);
    the_three_kinds(&mut document);
    pools_with_one_punisher(&mut document);
    heaps(&mut document);
    searches(&mut document);
    lines_of_a_large_pool(&mut document);
    whole_answers(&mut document);
    document.has_no_other_figure();
}

fn pairs_of_evens(document: &mut Document) {
    let evens = start("evens");
    let written = "2-14 4-12 6-18 8-16 10-20";
    let pairs = pairs(written);
    assert_eq!(covered(&pairs), evens.free().into_iter().collect());
    assert_eq!(winning(&evens), [0; 0]);
    let (all, half) = (in_words(evens.free().len()), in_words(pairs.len()));
    document.says(&format!("Its {all} numbers fall into {half} pairs, ``` {written} ``` so no first pick wins."));
}

fn pairs_that_are_not_enough(document: &mut Document) {
    let position = after("classic", &[5]);
    let answers = numbers(&position.legal_moves());
    let written = "10-30, 15-45, 20-40, 25-50, 35-7";
    let covered = covered(&pairs(written));
    assert!(answers.iter().all(|answer| covered.contains(answer)) && !covered.contains(&5));
    assert_eq!(solve(&position, &mut Watch::forever()).unwrap().winner, Side::Two, "5 loses");
    after("classic", &[5, 25, 50, 2]);
    assert!(pairs(written).contains(&(25, 50)) && !covered.contains(&2));
    document.says(&format!(
        "In `classic`, after the pick 5, the answers are {}. The pairs {written} cover every one of them, and miss 5. Yet 5 loses. \
         The second player picks 25, the first answers 50 as the pairs tell, and the second goes on to 2, which has no partner.",
        listed(&answers)
    ));
}

fn the_barrier_of_chain(document: &mut Document) {
    let chain = start("chain");
    let free: BTreeSet<u64> = chain.free().into_iter().collect();
    let barrier = of_kind(&chain, NumberKind::A);
    let pieces = pieces(free.clone(), &barrier);
    assert!(pieces.iter().all(|piece| piece.len() % 2 == 1), "every piece is odd");
    let (alone, together) = (pieces[..pieces.len() - 1].concat(), &pieces[pieces.len() - 1]);
    assert_eq!((alone.len(), pieces.len()), (5, 6));
    let bound = free.len() + barrier.len() - pieces.len();
    let pairing = Pairing::of(&chain).unwrap();
    let written = "3-6, 4-12, 5-15, 7-14, 8-16, 9-18, 10-20";
    let pairs = pairs(written);
    assert_eq!((bound, pairs.len(), pairing.pairs()), (14, 7, 7));
    assert!(!covered(&pairs).contains(&2) && winning(&chain).contains(&2));
    assert!(pairs.contains(&(3, 6)) && pairs.contains(&(4, 12)));
    let (first_alone, last_alone) = (listed(&alone[..4]), alone[4]);
    document.says(&format!(
        "The pool 2 to 20 has n = {n} numbers. Take S = {{{barrier}}}. Without {barrier} the numbers {first_alone} and {last_alone} are \
         alone, and the other {count} ({together}) hang together: {odd} odd pieces. The bound is {n} + 1 − {odd_number} = {bound}, so \
         {most} pairs are the most there can be, and there are {most}: {written}. They miss 2, so picking 2 wins: answer 6 with 3, 4 \
         with 12, and so on.",
        n = free.len(),
        barrier = listed(&barrier),
        count = in_words(together.len()),
        together = listed(together),
        odd = in_words(pieces.len()),
        odd_number = pieces.len(),
        most = in_words(pairs.len()),
    ));
}

fn the_barrier_of_classic(document: &mut Document) {
    let classic = start("classic");
    let free: BTreeSet<u64> = classic.free().into_iter().collect();
    let barrier = of_kind(&classic, NumberKind::A);
    let pieces = pieces(free.clone(), &barrier);
    assert!(pieces.iter().all(|piece| piece.len() % 2 == 1), "every piece is odd");
    let (alone, together) = (pieces[..pieces.len() - 1].concat(), &pieces[pieces.len() - 1]);
    assert_eq!(alone.len(), pieces.len() - 1, "all others are single numbers");
    let is_late_prime = |number: &u64| *number > 25 && duel::factor::is_prime(*number);
    let (primes, others): (Vec<u64>, Vec<u64>) = alone.into_iter().partition(is_late_prime);
    let (n, s, odd) = (free.len(), barrier.len(), pieces.len());
    let bound = n + s - odd;
    assert_eq!(Pairing::of(&classic).unwrap().pairs() * 2, bound);
    document.says(&format!(
        "The pool 2 to 50 has {n} numbers, and S = {{{}}}. Without it {} and the primes {} are alone, and the other {} numbers hang \
         together: {} odd pieces. {n} + {s} − {odd} = {bound}, so {} pairs are the most.",
        listed(&barrier),
        listed(&others),
        listed(&primes),
        together.len(),
        in_words(odd),
        bound / 2,
    ));
}

fn the_three_kinds(document: &mut Document) {
    let losing = |code: &str| {
        let position = start(code);
        let winning = winning(&position);
        position.free().into_iter().filter(|number| !winning.contains(number)).collect::<Vec<_>>()
    };
    let kinds = |code: &str| Pairing::of(&start(code)).unwrap().kinds();
    let [classic, chain, evens] = ["classic", "chain", "evens"].map(kinds);
    let barrier = of_kind(&start("classic"), NumberKind::A);
    assert_eq!((classic.c, &barrier), (0, &losing("classic")));
    assert_eq!(of_kind(&start("chain"), NumberKind::A), losing("chain"));
    assert_eq!((chain.a, evens), (1, Kinds { d: 0, a: 0, c: 10 }));
    document.says(&format!(
        "In `classic`, C is empty, and A is exactly the {} losing first picks: {}. In `chain`, A is {{{}}}, the only losing first pick. \
         In `evens`, D and A are empty: everything is in C, and no first pick wins.",
        in_words(barrier.len()),
        listed(&barrier),
        listed(&losing("chain")),
    ));
}

fn pools_with_one_punisher(document: &mut Document) {
    let punishers = |n: u64| {
        let alone = |&number: &u64| (2..=n).all(|other| !related(number, other));
        (2..=n).filter(alone).collect::<Vec<_>>()
    };
    let single: Vec<u64> = (2..=400).filter(|&n| punishers(n).len() == 1).collect();
    for n in 2..=400 {
        let primes: Vec<u64> = (n / 2 + 1..=n).filter(|&number| duel::factor::is_prime(number)).collect();
        assert_eq!(punishers(n), primes, "{n}");
    }
    for n in &single {
        let solution = solve_game(&format!("last-resort:{n}").parse().unwrap(), &mut Watch::forever()).unwrap();
        assert_eq!(solution.winning.count(), 0, "{n}");
    }
    document.says(&format!("With only one (N = {}) picking it forces", listed(&single)));
    document.says(&format!("No first pick wins those {}.", in_words(single.len())));
}

fn heaps(document: &mut Document) {
    let solved = |code: &str| solve(&start(code), &mut Watch::forever()).unwrap();
    assert_eq!([60, 84, 90].map(heap), [3; 3]);
    assert_eq!([2, 2, 3, 5].into_iter().product::<u64>(), 60);
    let [two, three] = ["divider:60,84", "divider:60,84,90"].map(solved);
    assert_eq!((two.winner, two.method, three.winner), (Side::Two, Method::Nim, Side::One));
    let prime_left = |chosen: &Move| matches!(chosen, Move::Divide { number, by } if heap(number / by) == 0);
    let legal = start("divider:60,84,90").legal_moves();
    assert_eq!(three.winning, legal.into_iter().filter(prime_left).collect::<Vec<_>>());
    document.says("So the number 60 = 2·2·3·5 is a heap of three.");
    document.says("`divider:60,84` is 3 and 3: lost.");
    let sum = [60, 84, 90].map(heap).into_iter().fold(0, |sum, heap| sum ^ heap);
    document.says(&format!(
        "`divider:60,84,90` is 3, 3 and 3: the sum is {sum}, and a winning move takes any one of them down to a prime."
    ));
}

fn searches(document: &mut Document) {
    let few = 200_000;
    assert!(solve(&start("take:2..50,misere"), &mut Watch::nodes(few)).is_ok());
    document.says("the misère game on 2 to 50 are found by looking at fewer than 200,000 positions.");
    let far = solve(&start("take:2..140,misere"), &mut Watch::nodes(1));
    assert!(far.is_err_and(OutOfBudget::is_hopeless));
    document.says("and 2 to 140 is out of reach.");
    assert!(solve(&start("take:2..50,misere"), &mut Watch::nodes(100_000)).is_err());
    let proof = prove(&start("take:2..50,misere"), &mut Watch::forever()).unwrap();
    document.says(&format!(
        "The misère game on 2 to 50, in which a search looks at more than a hundred thousand positions, has a strategy of {} replies.",
        grouped(proof.strategy.unwrap().len())
    ));
    let word = u64::BITS;
    document.says(&format!(
        "an entry is one word of {word} bits. In a pool of up to {word} numbers that word is the set of what can be reached"
    ));
    let bytes = start("take:1..1000").free().len() / 8;
    document.says(&format!("a position among 1,000 numbers costs a few words, and not the {bytes} bytes of its set."));
}

fn lines_of_a_large_pool(document: &mut Document) {
    let largest: u64 = 10_000_000;
    let lines: u64 = (2..=largest).map(|number| largest / number - 1).sum();
    let millions = (lines + 500_000) / 1_000_000;
    document.says(&format!("The pool 2 to 10,000,000 has some {millions} million lines"));
}

/// The proof of a whole answer, and the rows of its three lists.
fn answer(code: &str) -> (String, [Vec<Vec<u64>>; 3]) {
    let mut proof = String::new();
    prove_answer(&code.parse().unwrap(), &mut proof, &mut Watch::forever()).unwrap();
    let read: serde_json::Value = serde_json::from_str(&proof).unwrap();
    let rows = ["rest", "cycles", "barrier"].map(|key| serde_json::from_value(read[key].clone()).unwrap());
    (proof, rows)
}

fn whole_answers(document: &mut Document) {
    let (_, [rest, cycles, barrier]) = answer("chain");
    let piece: BTreeSet<u64> = cycles.concat().into_iter().collect();
    let gone: BTreeSet<u64> = barrier.iter().map(|row| row[0]).chain(piece.iter().copied()).collect();
    let single: Vec<u64> = start("chain").free().into_iter().filter(|number| !gone.contains(number)).collect();
    assert_eq!((rest.len(), barrier.len(), single.len()), (0, 1, 5));
    document.says(&format!(
        "For `chain` {} cycles make one piece of {} numbers, {} and {} are pieces of one number, and the only number of A, {}, is \
         paired with {} and can be paired with {}.",
        in_words(cycles.len()),
        in_words(piece.len()),
        listed(&single[..4]),
        single[4],
        barrier[0][0],
        barrier[0][1],
        barrier[0][2],
    ));
    let (proof, rows) = answer("take:2..1000000");
    let [rest, cycles, barrier] = rows.map(|rows| grouped(rows.len()));
    document.says(&format!(
        "For the pool 2 to 1,000,000 the file has {} lines; {rest} of them are pairs of C, {cycles} are cycles, and {barrier} are \
         numbers of A.",
        grouped(proof.lines().count()),
    ));
}

/// 1234567 as 1,234,567.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}
