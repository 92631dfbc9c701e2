//! Work for several threads, which may make more work.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Waiting work. It is done when nothing waits and no thread works, since only working threads add work.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    waiting: VecDeque<T>,
    working: usize,
}

impl<T> Queue<T> {
    /// A queue of `work`, to be done in that order.
    pub(super) fn new(work: impl IntoIterator<Item = T>) -> Self {
        let state = State { waiting: work.into_iter().collect(), working: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Puts `work` before all that waits.
    pub(super) fn put_first(&self, work: impl DoubleEndedIterator<Item = T>) {
        let mut state = self.lock();
        work.rev().for_each(|one| state.waiting.push_front(one));
        self.changed.notify_all();
    }

    /// Does work until all of it is done, together with the other threads that called this.
    pub(super) fn work(&self, mut does: impl FnMut(T)) {
        let mut state = self.lock();
        loop {
            if let Some(one) = state.waiting.pop_front() {
                state.working += 1;
                drop(state);
                // Counts down even if the work panics, lest the others wait for ever.
                let done = Done(self);
                does(one);
                drop(done);
                state = self.lock();
            } else if state.working == 0 {
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Done<'a, T>(&'a Queue<T>);

impl<T> Drop for Done<'_, T> {
    fn drop(&mut self) {
        self.0.lock().working -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn work_that_makes_work_is_done_by_all_and_ends() {
        let queue = Queue::new([5_usize, 3, 0]);
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    queue.work(|size| {
                        done.fetch_add(1, Ordering::Relaxed);
                        queue.put_first((0..size).map(|_| size - 1));
                    });
                });
            }
        });
        // A piece of work of size n makes n of size n - 1.
        let count = |size: usize| {
            (1..=size)
                .rev()
                .scan(1, |made, n| {
                    *made *= n;
                    Some(*made)
                })
                .sum::<usize>()
                + 1
        };
        assert_eq!(done.into_inner(), count(5) + count(3) + count(0));
    }
}
