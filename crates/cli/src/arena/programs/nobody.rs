//! Where nothing can see to it that a program is gone when the game is, none is started.

use std::path::Path;

use duel::{Seat, Session};

use super::{Answer, Order};
use crate::failure::{Failure, Fallible};

/// There is none of these.
#[derive(Clone, Copy)]
pub(crate) enum Nobody {}

pub(super) use Nobody as Attendant;
pub(super) use Nobody as Leaving;
pub(crate) use Nobody as Brake;
pub(crate) use Nobody as Question;

pub(super) fn prepare(_log: Option<&Path>) -> Fallible<Nobody> {
    Err(Failure::data("programs can play on Linux, macOS and other Unix systems, and not on this one"))
}

impl Nobody {
    pub(super) fn note(&self) -> Option<String> {
        match *self {}
    }

    pub(super) fn start(_seat: Seat, _name: &str, _order: &Order, lodging: &Nobody) -> Result<Nobody, String> {
        match *lodging {}
    }

    pub(super) fn ask(&mut self, _session: &Session) -> Nobody {
        match *self {}
    }

    pub(super) fn tell(&self, _session: &Session) {
        match *self {}
    }

    pub(super) fn dismiss(self, _at_once: bool) -> Nobody {
        match self {}
    }

    pub(super) fn wait(self) {
        match self {}
    }

    pub(crate) fn answer(self) -> Option<Answer> {
        match self {}
    }

    pub(crate) fn brake(&self) -> Nobody {
        match *self {}
    }

    pub(crate) fn pull(&self) {
        match *self {}
    }
}
