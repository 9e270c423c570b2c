//! How much of anything there may be. It is counted by seat, by game or in all. An address says nothing about who somebody is, because a
//! school is often one address; only of the games that are made each has a share, so that nobody can use them up alone.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use tokio::time::Instant;

/// How much of anything there may be. Tests set other limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// How long a request's head may take to arrive, and
    pub head_time: Duration,
    /// how long its body.
    pub body_time: Duration,
    /// How long a connection may take nothing of what is sent to it.
    pub write_time: Duration,
    /// Connections.
    pub connections: usize,
    /// Streams in all,
    pub streams: usize,
    /// of one seat, and
    pub streams_of_a_seat: usize,
    /// of all who watch a game.
    pub watchers: usize,
    /// Games that are kept.
    pub games: usize,
    /// Games in memory, and
    pub loaded: usize,
    /// things that can happen in one.
    pub entries: u64,
    /// Games that are made in all, and
    pub makings: Rate,
    /// from one address.
    pub makings_of_an_address: Rate,
    /// What is done from one seat.
    pub actions: Rate,
    /// Games and secrets that are not right, in all.
    pub guesses: Rate,
    /// Games that are read from disk at a time, and how long one waits for that.
    pub reads: usize,
    /// How long a read may wait.
    pub read_time: Duration,
    /// Computer players that think at a time.
    pub thinkers: usize,
    /// Changes of a game that a reader may be behind.
    pub behind: usize,
    /// How long a game in which nothing happens stays in memory, and
    pub in_memory: Duration,
    /// how long it is kept.
    pub kept: Duration,
    /// How long a hand-over can be used.
    pub hand_over: Duration,
    /// For how long it is believed that the disk is as it was: everybody can ask, and each time it is written to.
    pub seen_ready: Duration,
    /// How long open connections have when the server goes down.
    pub farewell: Duration,
}

/// How much of something in how much time.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// So much at once,
    pub burst: u32,
    /// and then one in this time.
    pub every: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let seconds = Duration::from_secs;
        Limits {
            body: 32 * 1024,
            head_time: seconds(10),
            body_time: seconds(10),
            write_time: seconds(20),
            connections: 12_000,
            streams: 10_000,
            streams_of_a_seat: 6,
            watchers: 500,
            games: 200_000,
            loaded: 20_000,
            entries: 5_000,
            makings: Rate { burst: 200, every: Duration::from_millis(100) },
            makings_of_an_address: Rate { burst: 100, every: seconds(1) },
            actions: Rate { burst: 30, every: Duration::from_millis(250) },
            guesses: Rate { burst: 200, every: Duration::from_millis(50) },
            reads: 4,
            read_time: seconds(1),
            thinkers: 2,
            behind: 64,
            in_memory: seconds(300),
            kept: seconds(30 * 86_400),
            hand_over: seconds(600),
            seen_ready: seconds(2),
            farewell: seconds(3),
        }
    }
}

/// How much of a rate is left.
#[derive(Debug)]
pub struct Allowance {
    rate: Rate,
    left: u32,
    since: Instant,
}

impl Allowance {
    /// All of it.
    pub fn new(rate: Rate) -> Allowance {
        Allowance { rate, left: rate.burst, since: Instant::now() }
    }

    /// Takes one, if there is one.
    pub fn take(&mut self) -> bool {
        let is_left = self.left() > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// How much there is by now.
    fn left(&mut self) -> u32 {
        let again = self.since.elapsed().as_nanos() / self.rate.every.as_nanos().max(1);
        if again > 0 {
            let again = u32::try_from(again).unwrap_or(u32::MAX);
            self.left = self.left.saturating_add(again).min(self.rate.burst);
            self.since =
                if self.left == self.rate.burst { Instant::now() } else { self.since + self.rate.every * again };
        }
        self.left
    }
}

/// How much of a rate is left in all, and for each address.
#[derive(Debug)]
pub struct Shared {
    all: Allowance,
    share: Rate,
    /// Those who have taken something that has not come back yet: never more than there is in all.
    shares: HashMap<IpAddr, Allowance>,
}

impl Shared {
    /// All of it.
    pub fn new(all: Rate, share: Rate) -> Shared {
        Shared { all: Allowance::new(all), share, shares: HashMap::new() }
    }

    /// Takes one for whoever asks from this address, if there is one. Where a proxy stands in front, nobody has one of their own.
    pub fn take(&mut self, address: Option<IpAddr>) -> bool {
        self.shares.retain(|_, share| share.left() < share.rate.burst);
        if self.all.left() == 0 {
            return false;
        }
        let share = address.map(|address| self.shares.entry(network(address)).or_insert(Allowance::new(self.share)));
        share.is_none_or(Allowance::take) && self.all.take()
    }
}

/// What one place has to itself: an address, or of version 6 the network that it can choose its addresses in.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() & (u128::MAX << 64)).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_allowance_comes_back_with_time_and_never_beyond_the_burst() {
        let every = Duration::from_secs(10);
        let mut allowance = Allowance::new(Rate { burst: 2, every });
        assert_eq!([(); 3].map(|()| allowance.take()), [true, true, false]);
        tokio::time::advance(every - Duration::from_secs(1)).await;
        assert!(!allowance.take());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!([(); 2].map(|()| allowance.take()), [true, false]);
        tokio::time::advance(every * 100).await;
        assert_eq!([(); 3].map(|()| allowance.take()), [true, true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_a_share_of_what_there_is_in_all_and_is_forgotten_when_it_has_come_back() {
        let rate = |burst, every| Rate { burst, every: Duration::from_secs(every) };
        let mut shared = Shared::new(rate(5, 10), rate(2, 60));
        let mut taken = |from: &str| shared.take(from.parse().ok());
        assert_eq!(["10.0.0.1"; 3].map(&mut taken), [true, true, false]);
        assert_eq!(["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(&mut taken), [true, true, false]);
        assert!(taken("::ffff:10.0.0.2"));
        assert!(!taken("10.0.0.2"), "there is none left in all");
        tokio::time::advance(Duration::from_secs(50)).await;
        assert_eq!(["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(&mut taken), [false, true, true]);
        assert!(taken("behind a proxy"));
        assert_eq!(shared.shares.len(), 4);
        tokio::time::advance(Duration::from_secs(120)).await;
        assert!(shared.take(None));
        assert!(shared.shares.is_empty());
    }
}
