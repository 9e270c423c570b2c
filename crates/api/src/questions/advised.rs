//! What helps whoever is to move: advice in stages, and a look at what a move would leave.

use duel::coach::{Stage, advise};
use duel::speech::{Left, Remark};

use super::answer::{Advice, Peeked};
use super::drawn::DRAWN;
use super::looked::too_hard;
use super::scene::Seen;
use crate::problem::Problem;
use crate::wire::{Move, Numeral};

/// So many moves or pairs as can be drawn; nothing of more.
fn if_drawn<T>(list: Vec<T>) -> Option<Vec<T>> {
    (list.len() <= DRAWN).then_some(list)
}

pub(crate) fn advice(seen: &Seen, stage: Stage) -> Result<Option<Advice>, Problem> {
    let Some(advice) = advise(&seen.position, stage, &mut seen.watch()).map_err(too_hard)? else { return Ok(None) };
    let (points_at, partners) = match &advice {
        // It speaks of a part of the board, and all that is legal there would say more.
        duel::coach::Advice::Nudge(_) if seen.hides_legal => (Vec::new(), Vec::new()),
        duel::coach::Advice::Nudge(nudge) => (nudge.moves(&seen.position), Vec::new()),
        duel::coach::Advice::Idea(idea) => (idea.moves.iter().map(|(chosen, _)| *chosen).collect(), Vec::new()),
        duel::coach::Advice::Move(hint) => (vec![hint.chosen], hint.why.answers()),
    };
    let pair = |(answer, reply)| match (answer, reply) {
        (duel::Move::Pick(answer), duel::Move::Pick(reply)) => Some([answer, reply].map(Numeral)),
        _ => None,
    };
    let stage = advice.stage();
    Ok(Some(Advice {
        stage,
        words: seen.language.say(&advice),
        r#move: points_at.first().filter(|_| stage == Stage::Move).copied().map(Move),
        points_at: if_drawn(points_at).unwrap_or_default().into_iter().map(Move).collect(),
        partners: if_drawn(partners).unwrap_or_default().into_iter().filter_map(pair).collect(),
        next: (stage < Stage::Move).then(|| Stage::after(Some(stage))),
    }))
}

pub(crate) fn peek(seen: Seen, chosen: &Move) -> Result<Peeked, Problem> {
    // Whether a number is legal is what is to be found.
    if seen.hides_legal {
        return Err(Problem::new(Remark::FindThem));
    }
    let mut after = seen.position;
    after.play(chosen.0).map_err(Problem::new)?;
    let legal = (after.legal_count() <= DRAWN).then(|| after.legal().map(Move).collect());
    Ok(Peeked { legal, words: seen.language.say(&Left(&after)) })
}
