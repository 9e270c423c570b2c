//! The server as the net sees it.

mod guard;
mod listen;
mod requests;
mod routes;
mod stream;

pub use guard::Known;
pub use listen::serve;
pub use routes::{PATHS, Public, admin, public};
