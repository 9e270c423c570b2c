//! What the server says about itself, compared with what it does: `openapi.json`, and the examples of `docs/server.md`.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod examples;
mod openapi;
mod schema;
#[path = "../faults/world.rs"]
#[expect(dead_code, reason = "the other tests need more of it")]
mod world;
