//! A bot: a program in a process of its own, which is asked and judged, and gone when it is not needed any more.

#[cfg(target_os = "linux")]
mod cell;
#[cfg(target_os = "linux")]
mod family;
pub(crate) mod log;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod stop;
pub(crate) mod warden;
