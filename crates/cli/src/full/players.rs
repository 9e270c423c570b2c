//! Who plays, as the boards show it: a name and a sign, which belong to a seat and stay there from round to round.

use duel::speech::{Address, Called, Opponent};
use duel::{Position, Seat, Session, Side};

use crate::line::riddle::names;
use crate::words::{self, say};

#[derive(Clone)]
pub(crate) struct Players {
    /// The seat of whoever moved first, and of the other one.
    seats: [Seat; 2],
    /// What they are called, by seat.
    names: [String; 2],
}

impl Players {
    pub(crate) fn of(session: &Session, address: Address) -> Players {
        let name = |seat: Seat| match (session.called(seat, address), session.level(seat)) {
            (Called::Name(name), _) => name,
            // On a board there is room for a name.
            (Called::Computer(None), Some(level)) => say(&Opponent(level)),
            (called, _) => say(&called),
        };
        let starter = session.starter();
        Players { seats: [starter, starter.other()], names: Seat::BOTH.map(name) }
    }

    /// People of whom only the names are known: who moved first sits in the first seat.
    pub(crate) fn by_name(names: [String; 2]) -> Players {
        Players { seats: Seat::BOTH, names }
    }

    /// Whoever is asked about a position, in the first seat.
    pub(crate) fn of_riddle(position: &Position) -> Players {
        let [first, second] = names(position);
        match position.turn() {
            Side::One => Players { seats: Seat::BOTH, names: [first, second] },
            Side::Two => Players { seats: [Seat::Two, Seat::One], names: [second, first] },
        }
    }

    /// Somebody who makes every move.
    pub(crate) fn alone() -> Players {
        Players { seats: [Seat::One; 2], names: [words::line().by_you(), String::new()] }
    }

    /// The seats that somebody sits in.
    pub(crate) fn taken_seats(&self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(|seat| self.seats.contains(seat))
    }

    /// Where this side sits.
    pub(crate) fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }
}
