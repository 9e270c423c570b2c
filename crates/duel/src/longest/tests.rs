use super::known::{Source, known};
use super::*;
use crate::position::NotPlayable;

fn size(last: u64) -> Size {
    Size::new(last).expect("a size")
}

/// Every chain there is, one number after the other: nothing of the sweep.
fn by_hand(size: Size) -> usize {
    fn grow(neighbours: &[Vec<u32>], used: &mut [bool], end: u32, len: usize) -> usize {
        let mut best = len;
        for &next in &neighbours[end as usize] {
            if !used[next as usize] {
                used[next as usize] = true;
                best = best.max(grow(neighbours, used, next, len + 1));
                used[next as usize] = false;
            }
        }
        best
    }
    let neighbours = neighbours(size);
    let from = |first: u32| {
        let mut used = vec![false; size.count() + 1];
        used[first as usize] = true;
        grow(&neighbours, &mut used, first, 1)
    };
    (1..=size.0).map(from).max().unwrap_or(0)
}

fn is_chain(size: Size, chain: &[u64]) -> bool {
    let mut sorted = chain.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == chain.len()
        && sorted.iter().all(|number| (1..=size.last()).contains(number))
        && chain.windows(2).all(|pair| pair[0].is_multiple_of(pair[1]) || pair[1].is_multiple_of(pair[0]))
}

#[test]
fn few_numbers_are_gone_through_one_by_one() {
    for last in 1..=22 {
        let length = by_hand(size(last));
        assert_eq!(known(size(last)).map(|known| known.length), Some(length), "{last}");
        assert_eq!(is_longest(size(last), length, &mut Watch::forever()), Ok(true), "{last}");
        for shorter in 0..length {
            let found = longer(size(last), shorter, &mut Watch::forever()).expect("no budget").expect("a longer one");
            assert!(found.len() > shorter && is_chain(size(last), &found), "{shorter} of {last}: {found:?}");
        }
    }
}

#[test]
fn chains_as_long_as_known_are_found_and_proved() {
    for last in 1..=123 {
        let known = known(size(last)).expect("a known length");
        assert_eq!(known.source == Source::Oeis, last <= 68 || last == 100, "{last}");
        // Beyond, trying alone does not always find it.
        if last <= 110 {
            let chain = find(size(last), Some(known.length), &mut Watch::forever()).expect("nobody stops it");
            assert!(is_chain(size(last), &chain), "{last}: {chain:?}");
            assert_eq!(chain.len(), known.length, "{last}");
        }
        assert_eq!(is_longest(size(last), known.length, &mut Watch::forever()), Ok(true), "{last}");
        let found = longer(size(last), known.length - 1, &mut Watch::forever()).expect("no budget").expect("a longest");
        assert!(found.len() == known.length && is_chain(size(last), &found), "{last}: {found:?}");
    }
}

/// How many numbers of a piece so many runs can take at most, by trying every run that there is.
fn taken_by_hand(piece: &[u64], runs: usize) -> usize {
    fn grow(piece: &[u64], used: &mut Vec<u64>, runs: usize, best: &mut usize) {
        *best = (*best).max(used.len());
        let end = used.last().copied();
        for &number in piece {
            let goes = |end: u64| end.is_multiple_of(number) || number.is_multiple_of(end);
            let begins = !end.is_some_and(goes);
            if !used.contains(&number) && (!begins || runs > 0) {
                used.push(number);
                grow(piece, used, runs - usize::from(begins), best);
                used.pop();
            }
        }
    }
    let mut best = 0;
    grow(piece, &mut Vec::new(), runs, &mut best);
    best
}

#[test]
fn a_cut_is_what_it_says_and_never_below_a_chain() {
    for last in (1..=68).chain([100]) {
        let cut = cut(size(last), 0, &mut Watch::forever()).expect("nobody stops it");
        let mut all: Vec<u64> = cut.pieces.iter().flat_map(|piece| piece.numbers.clone()).collect();
        all.extend(&cut.removed);
        all.sort_unstable();
        assert!(all.into_iter().eq(1..=last), "{last}");
        for (at, piece) in cut.pieces.iter().enumerate() {
            let others = cut.pieces[at + 1..].iter().flat_map(|other| &other.numbers);
            for (a, b) in others.flat_map(|other| piece.numbers.iter().map(move |number| (number, other))) {
                assert!(!a.is_multiple_of(*b) && !b.is_multiple_of(*a), "{last}: {a} and {b}");
            }
            for runs in (1..=piece.gains.len()).filter(|_| piece.numbers.len() <= 8) {
                let taken: usize = piece.gains[..runs].iter().sum();
                assert!(taken >= taken_by_hand(&piece.numbers, runs), "{last}: {piece:?}");
            }
            assert_eq!(piece.gains.iter().sum::<usize>(), piece.numbers.len(), "{last}: {piece:?}");
            assert!(piece.gains.is_sorted_by(|a, b| a >= b), "{last}: {piece:?}");
        }
        let known = known(size(last)).expect("a known length").length;
        assert!(cut.at_most() >= known, "{last}: {} < {known}", cut.at_most());
        assert!(cut.at_most() <= known + 3 && (cut.at_most() == known || last > 30), "{last}: {}", cut.at_most());
    }
}

#[test]
fn what_can_follow_a_chain_can_follow_it() {
    for (text, at_least) in [("1..100: 4 8 2", 40), ("1..100:", 70), ("1..7: 2 1 7", 0), ("1..7: 7 1 2", 2)] {
        let mut solo: Solo = text.parse().expect("a chain");
        let follows = continuation(&solo, &mut Watch::forever()).expect("nobody stops it");
        assert!(follows.len() >= at_least, "{text}: {follows:?}");
        follows.into_iter().for_each(|number| solo.add(number).expect("it follows"));
    }
}

#[test]
fn a_small_budget_leaves_the_question_open_and_a_stop_ends_it() {
    let answer = answer(size(300), &mut Watch::nodes(1_000)).expect("a chain");
    assert!(is_chain(size(300), &answer.chain) && answer.chain.len() <= answer.at_most());
    assert!(matches!(answer.verdict, Verdict::Open { .. }), "{:?}", answer.verdict);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let stopped = super::answer(size(300), &mut Watch::forever().stopped_by(&stop));
    assert_eq!(stopped, Err(OutOfBudget::Stopped));
}

#[test]
fn a_chain_grows_at_both_ends_and_what_was_taken_back_comes_again() {
    let mut solo: Solo = "1..12: 8 4".parse().expect("a chain");
    assert_eq!(solo.legal(), [1, 2, 12]);
    assert_eq!(solo.undo(), Some(4));
    assert_eq!((solo.redo(), solo.redo()), (Some(4), None));
    solo.turn_around();
    assert_eq!((solo.to_string().as_str(), solo.legal()), ("1..12: 4 8", vec![1, 2]));
    solo.undo();
    solo.add(12).expect("a multiple of 4");
    assert_eq!((solo.redo(), solo.len()), (None, 2));
}

#[test]
fn where_it_is_stuck_is_said_for_each_end() {
    let mut solo: Solo = "1..7: 2 1 7".parse().expect("a chain");
    let stuck = |ends: &[u64], taken: &[u64], grows_at| Stuck { ends: ends.into(), taken: taken.into(), grows_at };
    assert_eq!(solo.stuck(), Some(stuck(&[7], &[1], Some(2))));
    solo.turn_around();
    assert_eq!(solo.stuck(), None);
    for number in [6, 3] {
        solo.add(number).expect("it goes");
    }
    assert_eq!(solo.stuck(), Some(stuck(&[3, 7], &[1, 6], None)));
    assert_eq!(Solo::new(size(1)).stuck(), None);
    assert_eq!("1..1: 1".parse::<Solo>().map(|solo| solo.stuck()), Ok(Some(stuck(&[1], &[], None))));
}

#[test]
fn what_cannot_stand_there_is_refused_for_what_it_is_on_a_stuck_chain_too() {
    let mut solo: Solo = "1..7: 2 1 7".parse().expect("a chain");
    for (typed, why) in [
        ("2", "2 is already taken"),
        ("7", "7 is already taken"),
        ("3", "3 is neither a divisor nor a multiple of 7"),
        ("14", "14 is not on this board: it has the numbers 1 to 7"),
        ("99999999999999999999", "99999999999999999999 is not on this board: it has the numbers 1 to 7"),
        ("0", "0 is not on this board: it has the numbers 1 to 7"),
    ] {
        let refused = solo.add_text(typed).unwrap_err();
        assert_eq!(refused.to_string(), why);
        let at_the_start = Solo::new(size(7)).add_text(typed);
        assert_eq!(at_the_start.is_ok(), ["2", "3", "7"].contains(&typed), "{typed}");
    }
    assert!(matches!(solo.add_text("seven"), Err(NotPlayable::NotAMove { .. })));
    assert!(matches!(solo.add_text("7/7"), Err(NotPlayable::NotAMove { .. })));
    assert_eq!(solo.to_string(), "1..7: 2 1 7");
}

#[test]
fn a_chain_as_text_is_read_again_and_rubbish_is_told() {
    for text in ["1..1:", "1..100:", "1..100: 4 8 2", "1..10000: 1 9973"] {
        assert_eq!(text.parse::<Solo>().map(|solo| solo.to_string()).as_deref(), Ok(text));
    }
    assert_eq!("  1 ..9 :\t4\n 8".parse::<Solo>().map(|solo| solo.to_string()).as_deref(), Ok("1..9: 4 8"));
    let long = format!("1..3: {}", "1 ".repeat(100_000));
    for (text, why) in [
        ("", "a chain says first which numbers there are, such as 1..100: 4 8 2, and not \"\""),
        ("4 8 2", "a chain says first which numbers there are, such as 1..100: 4 8 2, and not \"4 8 2\""),
        ("2..9: 4", "a chain says first which numbers there are, such as 1..100: 4 8 2, and not \"2..9: 4\""),
        ("1..0:", "the longest chain is asked for the numbers 1 to N, where N is from 1 to 10,000"),
        ("1..10001:", "the longest chain is asked for the numbers 1 to N, where N is from 1 to 10,000"),
        ("1..9: 4 6", "number 2 of the chain: 6 is neither a divisor nor a multiple of 4"),
        ("1..9: 4 8 4", "number 3 of the chain: 4 is already taken"),
        ("1..9: 4 18", "number 2 of the chain: 18 is not on this board: it has the numbers 1 to 9"),
        (&long, "number 2 of the chain: 1 is already taken"),
    ] {
        assert_eq!(text.parse::<Solo>().map_err(|error| error.to_string()), Err(why.to_string()));
    }
    assert_eq!("1..2: 1 2 1".parse::<Solo>(), Err(NotAChain::TooLong));
}
