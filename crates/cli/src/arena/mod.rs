//! Programs that play: in the seats of a game at this board, and against each other with an exact judge looking on.

#[cfg(unix)]
pub(crate) mod bot;
pub(crate) mod programs;
#[cfg(unix)]
pub(crate) mod tournament;
