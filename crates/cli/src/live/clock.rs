//! How long whoever is waited for still has. The server says how long it has been; from then on a clock of ours counts, one that
//! nobody sets.

use std::time::{Duration, Instant};

use api::live::Waiting;
use duel::Seat;

use crate::words;

/// Somebody is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Awaited {
    pub(crate) seat: Seat,
    /// How much time they had
    left: Duration,
    /// when the server said so.
    since: Instant,
}

impl Awaited {
    pub(crate) fn new(waiting: &Waiting, since: Instant) -> Awaited {
        Awaited::of(waiting.seat.0, Duration::from_millis(waiting.allowed.saturating_sub(waiting.spent)), since)
    }

    pub(crate) fn of(seat: Seat, left: Duration, since: Instant) -> Awaited {
        Awaited { seat, left, since }
    }

    /// How much time they have now.
    pub(crate) fn left(&self, now: Instant) -> Duration {
        self.left.saturating_sub(now.saturating_duration_since(self.since))
    }
}

/// The whole seconds that are left: none only when nothing is.
pub(crate) fn seconds(left: Duration) -> u64 {
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}

/// What a clock shows.
pub(crate) fn face(left: Duration) -> String {
    let (minutes, seconds) = (seconds(left) / 60, seconds(left) % 60);
    if minutes < 60 {
        words::both().minutes_and_seconds(minutes, seconds)
    } else {
        words::both().hours_and_minutes(minutes / 60, minutes % 60)
    }
}

/// After how long it shows something else; never again when nothing is left.
pub(crate) fn until_it_changes(left: Duration) -> Option<Duration> {
    let seconds = seconds(left);
    let same = if seconds < 3_600 { 1 } else { seconds % 60 + 1 };
    seconds.checked_sub(same).map(|next| left - Duration::from_secs(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_down_and_changes_when_its_face_does() {
        for (milliseconds, shown, changes) in [
            (0, "0:00", None),
            (1, "0:01", Some(1)),
            (45_000, "0:45", Some(1_000)),
            (44_001, "0:45", Some(1)),
            (725_000, "12:05", Some(1_000)),
            (3_599_500, "1 h 0 min", Some(500)),
            (3_600_000, "1 h 0 min", Some(1_000)),
            (86_399_000, "23 h 59 min", Some(60_000)),
            (86_400_000, "24 h 0 min", Some(1_000)),
        ] {
            let left = Duration::from_millis(milliseconds);
            let changes = changes.map(Duration::from_millis);
            assert_eq!((&*face(left), until_it_changes(left)), (shown, changes), "{milliseconds}");
            if let Some(changes) = changes {
                assert_ne!(face(left - changes), shown, "{milliseconds}");
            }
        }
    }

    #[test]
    fn what_a_server_says_of_time_can_be_anything() {
        let now = Instant::now();
        let awaited = |spent, allowed| Awaited::new(&Waiting { seat: api::wire::Seat(Seat::Two), spent, allowed }, now);
        assert_eq!(awaited(15_000, 60_000).left(now + Duration::from_secs(40)), Duration::from_secs(5));
        assert_eq!(awaited(15_000, 60_000).left(now + Duration::from_secs(50)), Duration::ZERO);
        assert_eq!(awaited(u64::MAX, 0).left(now), Duration::ZERO);
        assert!(until_it_changes(awaited(0, u64::MAX).left(now)).is_some());
    }
}
