//! Work on several things at a time.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// The results of `work` for each item, in the order of the items; at most `at_once` are worked on at the same time.
pub fn parallel<T: Sync, R: Send + Sync>(
    items: &[T],
    at_once: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let jobs = Mutex::new(items.iter().zip(&results));
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..at_once.min(items.len()) {
            scope.spawn(|| {
                while let Some((item, result)) = next() {
                    result.get_or_init(|| work(item));
                }
            });
        }
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}
