//! Where nothing can see to it that a program is gone when the game is, none is started.

use std::convert::Infallible;
use std::path::Path;

use duel::{Seat, Session};

use super::{Answer, Order};
use crate::failure::{Failure, Fallible};

/// There is none of these.
#[derive(Clone, Copy)]
pub(crate) struct Nobody(Infallible);

pub(super) use Nobody as Attendant;
pub(super) use Nobody as Leaving;
pub(crate) use Nobody as Brake;
pub(crate) use Nobody as Question;

pub(super) fn prepare(_log: Option<&Path>) -> Fallible<Nobody> {
    Err(Failure::data("programs can play on Linux, macOS and other Unix systems, and not on this one"))
}

impl Nobody {
    pub(super) fn note(&self) -> Option<String> {
        match self.0 {}
    }

    pub(super) fn start(_seat: Seat, _name: &str, _order: &Order, lodging: &Nobody) -> Result<Nobody, String> {
        match lodging.0 {}
    }

    pub(super) fn ask(&mut self, _session: &Session) -> Nobody {
        match self.0 {}
    }

    pub(super) fn tell(&self, _session: &Session) {
        match self.0 {}
    }

    pub(super) fn dismiss(self, _at_once: bool) -> Nobody {
        match self.0 {}
    }

    pub(super) fn wait(self) {
        match self.0 {}
    }

    pub(crate) fn answer(self) -> Option<Answer> {
        match self.0 {}
    }

    pub(crate) fn brake(&self) -> Nobody {
        match self.0 {}
    }

    pub(crate) fn pull(&self) {
        match self.0 {}
    }
}
