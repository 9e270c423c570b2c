//! Who plays, as the boards show it: a name and a sign, which belong to a seat and stay there from round to round.

use duel::speech::{Called, Opponent};
use duel::{Position, Seat, Session, Side};

use crate::line::riddle::names;
use crate::words::{ADDRESS, say};

#[derive(Clone)]
pub(crate) struct Players {
    /// The seat of whoever moved first.
    starter: Seat,
    /// What they are called, by seat.
    names: [String; 2],
}

impl Players {
    pub(crate) fn of(session: &Session) -> Players {
        let name = |seat: Seat| match (session.called(seat, ADDRESS), session.level(seat)) {
            (Called::Name(name), _) => name,
            // On a board there is room for a name.
            (Called::Computer(None), Some(level)) => say(&Opponent(level)),
            (called, _) => say(&called),
        };
        Players { starter: session.starter(), names: Seat::BOTH.map(name) }
    }

    /// People of whom only the names are known: who moved first sits in the first seat.
    pub(crate) fn by_name(names: [String; 2]) -> Players {
        Players { starter: Seat::One, names }
    }

    /// Whoever is asked about a position, in the first seat.
    pub(crate) fn of_riddle(position: &Position) -> Players {
        let [first, second] = names(position);
        match position.turn() {
            Side::One => Players { starter: Seat::One, names: [first, second] },
            Side::Two => Players { starter: Seat::Two, names: [second, first] },
        }
    }

    /// Where this side sits.
    pub(crate) fn seat(&self, side: Side) -> Seat {
        match side {
            Side::One => self.starter,
            Side::Two => self.starter.other(),
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }
}
