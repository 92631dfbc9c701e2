//! How much was told in all sessions of a run and not heard yet. The listener hears one session after the other, while several
//! are under way: without a bound, what fails in the others would wait in memory until they are at an end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What waits in all sessions of a run.
pub(super) struct Backlog {
    level: Mutex<Level>,
    changed: Condvar,
}

/// As estimates in bytes.
struct Level {
    waiting: usize,
    /// Where so much waits, a session that would add to it waits too, unless it is heard.
    most: usize,
}

pub(super) struct Share {
    backlog: Arc<Backlog>,
    /// Whether the listener is at this session, or will never come to it.
    is_free: AtomicBool,
}

impl Backlog {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { level: Mutex::new(Level { waiting: 0, most }), changed: Condvar::new() })
    }

    pub(super) fn share(self: &Arc<Self>) -> Share {
        Share { backlog: Arc::clone(self), is_free: AtomicBool::new(false) }
    }

    /// Changes the level, and wakes up who waits for that. It is whole whoever panicked.
    fn change(&self, changes: impl FnOnce(&mut Level)) {
        changes(&mut self.level.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

impl Share {
    /// Adds `bytes` that will wait. Where too much waits already, this returns when there is room or when
    /// [`Share::free`] was called.
    pub(super) fn add(&self, bytes: usize) {
        let Backlog { level, changed } = &*self.backlog;
        let level = level.lock().unwrap_or_else(PoisonError::into_inner);
        let must_wait =
            |level: &mut Level| level.waiting >= level.most && !self.is_free.load(Ordering::Relaxed);
        let level = changed.wait_while(level, must_wait);
        level.unwrap_or_else(PoisonError::into_inner).waiting += bytes;
    }

    /// Takes away `bytes` that were heard.
    pub(super) fn remove(&self, bytes: usize) {
        self.backlog.change(|level| level.waiting -= bytes);
    }

    /// From now on this session never waits.
    pub(super) fn free(&self) {
        // While the level is locked, nobody is between looking and waiting.
        self.backlog.change(|_| self.is_free.store(true, Ordering::Relaxed));
    }

    /// From now on no session waits.
    pub(super) fn free_all(&self) {
        self.backlog.change(|level| level.most = usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    /// Long enough for a thread that need not wait.
    const A_WHILE: Duration = Duration::from_millis(50);

    #[test]
    fn a_session_waits_until_there_is_room_or_it_is_heard_or_nothing_is_bounded() {
        let backlog = Backlog::new(10);
        let [first, second, third] = [(); 3].map(|()| backlog.share());
        first.add(10);
        let make_room: [&dyn Fn(); 3] = [&|| first.remove(1), &|| second.free(), &|| third.free_all()];
        for (share, make_room) in [&second, &second, &third].into_iter().zip(make_room) {
            let (sender, receiver) = mpsc::channel();
            thread::scope(|scope| {
                scope.spawn(|| {
                    share.add(1);
                    sender.send(()).expect("the test listens");
                });
                assert!(receiver.recv_timeout(A_WHILE).is_err());
                make_room();
                receiver.recv().expect("it goes on");
            });
        }
    }
}
