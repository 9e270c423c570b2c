//! What is kept on this device: unfinished games, records, progress with puzzles.

pub(crate) mod files;
pub(crate) mod posed;
pub(crate) mod progress;
pub(crate) mod record_file;
pub(crate) mod resumption;
pub(crate) mod saves;
pub(crate) mod sitting;
