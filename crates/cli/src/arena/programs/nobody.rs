//! Where nothing can see to it that a program is gone when the game is, none is started.

use std::convert::Infallible;
use std::path::Path;

use duel::{Seat, Session};

use super::{Answer, Order};
use crate::failure::{Failure, Fallible};

pub(super) struct Lodging(Infallible);
pub(super) struct Attendant(Infallible);
pub(super) struct Leaving(Infallible);
pub(crate) struct Question(Infallible);
#[derive(Clone)]
pub(crate) struct Brake(Infallible);

pub(super) fn prepare(_log: Option<&Path>) -> Fallible<Lodging> {
    Err(Failure::data("programs can play on Linux, macOS and other Unix systems, and not on this one"))
}

impl Lodging {
    pub(super) fn note(&self) -> Option<String> {
        match self.0 {}
    }
}

impl Attendant {
    pub(super) fn start(_seat: Seat, _name: &str, _order: &Order, lodging: &Lodging) -> Result<Attendant, String> {
        match lodging.0 {}
    }

    pub(super) fn ask(&mut self, _session: &Session) -> Question {
        match self.0 {}
    }

    pub(super) fn tell(&self, _session: &Session) {
        match self.0 {}
    }

    pub(super) fn dismiss(self, _at_once: bool) -> Leaving {
        match self.0 {}
    }
}

impl Leaving {
    pub(super) fn wait(self) {
        match self.0 {}
    }
}

impl Question {
    pub(crate) fn answer(self) -> Option<Answer> {
        match self.0 {}
    }

    pub(crate) fn brake(&self) -> Brake {
        match self.0 {}
    }
}

impl Brake {
    pub(crate) fn pull(&self) {
        match self.0 {}
    }
}
