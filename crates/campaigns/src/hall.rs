//! What every campaign needs to know, and the work on all cores.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What every campaign needs to know.
pub(crate) struct Hall {
    pub(crate) program: PathBuf,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
}

impl Hall {
    /// The luck of a campaign: the same seed gives the same campaign.
    pub(crate) fn chance(&self, campaign: &str) -> ChaCha8Rng {
        let mixed = campaign.bytes().fold(self.seed, |mix, byte| mix.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
        ChaCha8Rng::seed_from_u64(mixed)
    }
}

/// Does something with each item, several at a time, and gathers what was found in their order.
pub(crate) fn each<T: Sync, R: Send>(
    hall: &Hall,
    items: &[T],
    work: impl Fn(&T) -> anyhow::Result<Vec<R>> + Sync,
) -> anyhow::Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..hall.jobs {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    match work(item) {
                        Ok(results) => {
                            let results = results.into_iter().map(|result| (at, result));
                            found.lock().unwrap_or_else(PoisonError::into_inner).extend(results);
                        }
                        Err(error) => {
                            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                            next.store(items.len(), Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut found: Vec<(usize, R)> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, result)| result).collect())
}
