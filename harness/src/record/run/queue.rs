//! Work for several threads, which may make more work.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Waiting work, each with its turn. It is done when nothing waits and no thread works, since only working threads add work.
pub(super) struct Queue<K, T> {
    state: Mutex<QueueState<K, T>>,
    changed: Condvar,
}

struct QueueState<K, T> {
    waiting: BTreeMap<K, T>,
    working: usize,
}

impl<K: Ord, T> Queue<K, T> {
    /// A queue of `work`. No two pieces of work ever have the same turn.
    pub(super) fn new(work: impl IntoIterator<Item = (K, T)>) -> Self {
        let state = QueueState { waiting: work.into_iter().collect(), working: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(super) fn put(&self, work: impl IntoIterator<Item = (K, T)>) {
        self.lock().waiting.extend(work);
        self.changed.notify_all();
    }

    /// Does work until all of it is done, together with the other threads that called this. What waits with the least turn is
    /// always taken first.
    pub(super) fn work(&self, mut does: impl FnMut(K, T)) {
        let mut state = self.lock();
        loop {
            if let Some((turn, one)) = state.waiting.pop_first() {
                state.working += 1;
                drop(state);
                // Counts down even if the work panics, lest the others wait for ever.
                let done = Done(self);
                does(turn, one);
                drop(done);
                state = self.lock();
            } else if state.working == 0 {
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<K, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Done<'a, K: Ord, T>(&'a Queue<K, T>);

impl<K: Ord, T> Drop for Done<'_, K, T> {
    fn drop(&mut self) {
        self.0.lock().working -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread;

    #[test]
    fn work_that_makes_work_is_done_by_all_and_ends() {
        /// A piece of work of size n makes n of size n - 1; its turn is the path to it.
        type Turn = Vec<usize>;
        let sizes = [5_usize, 3, 0];
        let queue = Queue::new(sizes.iter().enumerate().map(|(path, size)| (vec![path], *size)));
        let done = Mutex::new(BTreeSet::<Turn>::new());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    queue.work(|turn: Turn, size: usize| {
                        let more = (0..size).map(|part| [turn.as_slice(), &[part]].concat());
                        queue.put(more.map(|turn| (turn, size - 1)));
                        assert!(done.lock().unwrap().insert(turn));
                    });
                });
            }
        });
        let count = |size: usize| {
            let made = (1..=size).rev().scan(1, |made, n| {
                *made *= n;
                Some(*made)
            });
            made.sum::<usize>() + 1
        };
        assert_eq!(done.into_inner().unwrap().len(), sizes.map(count).iter().sum::<usize>());
    }

    #[test]
    fn what_is_put_later_comes_before_what_has_a_greater_turn() {
        let queue = Queue::new([(30, ()), (10, ())]);
        let mut order = Vec::new();
        queue.work(|turn, ()| {
            if turn == 10 {
                queue.put([(40, ()), (20, ())]);
            }
            order.push(turn);
        });
        assert_eq!(order, [10, 20, 30, 40]);
    }
}
