//! The programs that were started and not yet ended, and the mark by which what they start is known.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The environment variable in which a program is given its mark.
pub(super) const MARK_VARIABLE: &str = "ILLFORMED_ADAPTER";

static RUNNING: Mutex<BTreeMap<u32, Mark>> = Mutex::new(BTreeMap::new());

/// What tells a program, and all that it starts, from the others. Each has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark(String);

impl Mark {
    /// Another mark. It begins with the one that this process was given, if it is itself somebody's adapter: what we
    /// start is known to them too.
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

/// The programs that run, by the number of their process, which is that of their group.
pub(super) fn running() -> MutexGuard<'static, BTreeMap<u32, Mark>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
