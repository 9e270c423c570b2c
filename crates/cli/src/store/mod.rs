//! What is kept on this device: unfinished games, finished ones, records, progress with puzzles; and the files of others.

pub(crate) mod chains;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod posed;
pub(crate) mod progress;
pub(crate) mod record_file;
pub(crate) mod saves;
pub(crate) mod seats;
pub(crate) mod settings;
