//! A game at a server, played from here: the server has the game, checks and stores whatever is done, and tells everybody. What is
//! shown here is what it has told.

pub(crate) mod clock;
mod connection;
#[cfg(feature = "https")]
mod encryption;
#[cfg(not(feature = "https"))]
#[path = "no_encryption.rs"]
mod encryption;
mod followed;
pub(crate) mod link;
mod net;
mod remote;
mod tidings;
mod wire;

pub(crate) use self::connection::News;
#[cfg(test)]
pub(crate) use self::followed::tests as made_up;
pub(crate) use self::followed::{Followed, Heard, Standing};
#[cfg(test)]
pub(crate) use self::remote::Came;
pub(crate) use self::remote::Remote;
