//! The time. It is the wall's when the server starts, and goes on evenly from there whatever happens to the wall's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The time.
#[derive(Debug)]
pub struct Clock {
    wall: u64,
    since: Instant,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Clock {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        Clock { wall: u64::try_from(wall).unwrap_or(u64::MAX), since: Instant::now() }
    }

    /// When it started, in milliseconds since 1970.
    pub fn started(&self) -> u64 {
        self.wall
    }

    /// What time it is, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.wall.saturating_add(u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}
