//! What the conformance suite measures the library with: random games, and a referee who knows the rules by himself.

pub(crate) mod codes;
pub(crate) mod referee;
