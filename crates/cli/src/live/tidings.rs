//! What has happened around the board, in sentences.

use duel::live::{Next, Proposal};
use duel::{Seat, Who};

use super::followed::Standing;
use crate::words;

/// What is proposed, as whoever sits here reads it.
pub(super) fn proposed(now: &Standing, own: Option<Seat>) -> Option<String> {
    let words = words::both();
    let name = |seat: Seat| &now.session.sitter(seat).name;
    let (by, what) = now.proposed?;
    let is_away = !now.here[by.other().index()];
    Some(match what {
        Proposal::Rematch { .. } if Some(by) == own && is_away => words.rematch_proposed_away(name(by.other())),
        Proposal::TakeBack if Some(by) == own => words.take_back_proposed(name(by.other())),
        Proposal::Rematch { .. } if Some(by) == own => words.rematch_proposed(name(by.other())),
        Proposal::NextRound { .. } if Some(by) == own => words.next_round_proposed(name(by.other())),
        Proposal::NextRound { .. } => words.proposes_next_round(name(by)),
        Proposal::TakeBack => words.proposes_take_back(name(by)),
        Proposal::Rematch { .. } => words.proposes_rematch(name(by)),
    })
}

/// What is to be played next, as whoever sits here reads it.
pub(super) fn next(now: &Standing, own: Option<Seat>) -> Option<String> {
    let Next { by, title, .. } = now.next.as_ref().filter(|next| own == Some(next.by.other()))?;
    Some(words::both().wants_to_play(&now.session.sitter(*by).name, title))
}

/// What there is to say to whoever sits here when a game that stood like that stands like this. `is_ours` says whether we
/// have done it. Moves and ends are told by books.
pub(super) fn between(before: &Standing, now: &Standing, own: Option<Seat>, is_ours: bool) -> Vec<String> {
    let words = words::both();
    let name = |seat: Seat| &now.session.sitter(seat).name;
    let has_come = |seat: &Seat| before.open[seat.index()] && !now.open[seat.index()] && Some(*seat) != own;
    let comes = |seat: Seat| match now.session.sitter(seat).who {
        Who::Program => words.program_has_come(name(seat)),
        _ => words.has_come(name(seat)),
    };
    let mut tidings: Vec<String> = Seat::BOTH.into_iter().filter(has_come).map(comes).collect();
    // Nobody says who did not want it: where it was not us, somebody who watches may guess.
    let no_longer = |by: Seat| match own {
        Some(own) if is_ours && own == by => words.you_withdrew(),
        Some(_) if is_ours => words.you_declined(),
        Some(own) if own == by => words.has_declined(name(by.other())),
        Some(_) => words.has_withdrawn(name(by)),
        None => words.no_longer_proposed(),
    };
    let is_same = before.session == now.session;
    match (before.proposed, now.proposed) {
        (before, Some(_)) if before != now.proposed => tidings.extend(proposed(now, own)),
        (Some((by, _)), None) if is_same => tidings.push(no_longer(by)),
        _ => {}
    }
    match (&before.next, &now.next) {
        (before, Some(_)) if *before != now.next => tidings.extend(next(now, own)),
        (Some(before), None) if is_same => tidings.push(no_longer(before.by)),
        _ => {}
    }
    tidings
}
