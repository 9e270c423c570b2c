//! One solver on one pool: what it took and what it answered, as a line of `key=value` words. `lemon.cpp` prints the
//! same line.

use std::error::Error;
use std::fmt::{self, Display};
use std::io::BufRead;
use std::str::FromStr;
use std::time::Duration;

/// Times are CPU times.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub peer: String,
    /// The pool is 2 to this.
    pub n: u64,
    /// Making the graph.
    pub build: Duration,
    pub solve: Duration,
    /// At the peak, in KiB.
    pub memory: u64,
    pub answer: Answer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many edges a maximum matching has. None from what only touches the edges.
    pub matching: Option<u64>,
    /// None from a peer that finds a matching only.
    pub missable: Option<Missable>,
}

/// The numbers that some maximum matching misses: how many, and a hash of all of them in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missable {
    pub count: u64,
    pub hash: u64,
}

impl Missable {
    /// The hash is FNV-1a, a number at a time. `lemon.cpp` has to do the same.
    pub fn of(numbers: impl Iterator<Item = u64>) -> Missable {
        let empty = Missable { count: 0, hash: 0xcbf2_9ce4_8422_2325 };
        numbers.fold(empty, |Missable { count, hash }, number| Missable {
            count: count + 1,
            hash: (hash ^ number).wrapping_mul(0x0100_0000_01b3),
        })
    }
}

impl Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measurement { peer, n, build, solve, memory, answer } = self;
        let (build, solve) = (build.as_secs_f64(), solve.as_secs_f64());
        write!(f, "peer={peer} n={n} build={build:.6} solve={solve:.6} rss={memory}")?;
        if let Some(matching) = answer.matching {
            write!(f, " matching={matching}")?;
        }
        match answer.missable {
            Some(Missable { count, hash }) => write!(f, " missable={count} hash={hash:016x}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Measurement {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Result<Measurement, Self::Err> {
        let optional = |key| line.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        let value = |key| optional(key).ok_or_else(|| format!("no {key} in {line:?}"));
        let seconds = |key| -> Result<Duration, Self::Err> { Ok(Duration::try_from_secs_f64(value(key)?.parse()?)?) };
        let missable = match optional("missable") {
            Some(count) => Some(Missable { count: count.parse()?, hash: u64::from_str_radix(value("hash")?, 16)? }),
            None => None,
        };
        Ok(Measurement {
            peer: value("peer")?.into(),
            n: value("n")?.parse()?,
            build: seconds("build")?,
            solve: seconds("solve")?,
            memory: value("rss")?.parse()?,
            answer: Answer { matching: optional("matching").map(str::parse).transpose()?, missable },
        })
    }
}

/// One measurement a line.
pub fn read(lines: impl BufRead) -> Result<Vec<Measurement>, Box<dyn Error>> {
    lines.lines().map(|line| line?.parse()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_survives_being_written() {
        for line in [
            "peer=lemon n=20 build=0.000012 solve=1.500000 rss=4096 matching=7 missable=18 hash=00ab00000000000f",
            "peer=petgraph n=20 build=0.000012 solve=1.500000 rss=4096 matching=7",
            "peer=edges n=20 build=0.000000 solve=0.000100 rss=4096",
        ] {
            assert_eq!(line.parse::<Measurement>().unwrap().to_string(), line);
        }
        assert!("peer=lemon n=20".parse::<Measurement>().is_err());
    }

    #[test]
    fn the_hash_sees_every_number() {
        let hash = |numbers: &[u64]| Missable::of(numbers.iter().copied()).hash;
        assert_ne!(hash(&[2, 3]), hash(&[2, 5]));
        assert_ne!(hash(&[2, 3]), hash(&[3, 2]));
    }
}
