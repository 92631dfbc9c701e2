//! The programs that were started and have not ended, and the marks by which their descendants are recognized.

use crate::ask::adapter::process::descendants::end_everything;
use process_wrap::std::ChildWrapper;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The environment variable in which a program is given its mark.
pub(super) const MARK_VARIABLE: &str = "ILLFORMED_ADAPTER";

static RUNNING: Mutex<BTreeMap<u32, Running>> = Mutex::new(BTreeMap::new());

/// A child process with its group or job. The lock is held for moments only, never during a wait.
pub(super) type SharedChild = Arc<Mutex<Box<dyn ChildWrapper>>>;

pub(super) struct Running {
    pub(super) mark: Mark,
    pub(super) child: SharedChild,
}

/// Distinguishes a program and everything that it starts from the others. Each has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark(String);

impl Mark {
    /// A new mark. If this process is itself an adapter of another illformed, the mark begins with its own, so that the
    /// other one recognizes what is started here.
    pub(super) fn another() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self(format!("{}{}/", *OUR_MARKS, NUMBER.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a process with that value of the variable has it.
    #[cfg(target_os = "linux")]
    pub(super) fn marks(&self, value: &[u8]) -> bool {
        value.starts_with(self.0.as_bytes())
    }
}

/// How all marks of this process begin.
static OUR_MARKS: LazyLock<String> = LazyLock::new(|| {
    let given = std::env::var(MARK_VARIABLE).unwrap_or_default();
    format!("{given}{}-", std::process::id())
});

/// Whether a process with that value of the variable was started by a program of this process.
#[cfg(target_os = "linux")]
pub(super) fn is_ours(value: &[u8]) -> bool {
    value.starts_with(OUR_MARKS.as_bytes())
}

/// Kills every program that runs: for a program that ends at once and unwinds nothing. On Unix this kills each process
/// group, on Linux also what has left its group; on Windows it terminates each job (never run there).
pub fn kill_all() {
    for program in running().values() {
        // It may be gone already.
        let _ = lock(&program.child).start_kill();
    }
    end_everything();
}

/// The programs that run, by process number, which on Unix is also the number of the group.
pub(super) fn running() -> MutexGuard<'static, BTreeMap<u32, Running>> {
    lock(&RUNNING)
}

/// Locks `mutex`. A thread that panicked with the lock left nothing half done.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
