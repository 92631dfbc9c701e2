//! How much memory a program uses, with everything that it started.

use crate::ask::adapter::process::running::Mark;
use std::time::{Duration, Instant};

/// How often the processes that are known are looked at: often enough that nothing fills a machine in between, seldom
/// enough to cost nothing.
pub(crate) const MEMORY_INTERVAL: Duration = Duration::from_millis(10);

/// How often it is found out which processes there are.
const WALK_INTERVAL: Duration = Duration::from_millis(50);

/// Looks at the memory of a program from time to time.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    root: u32,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    mark: Mark,
    max_mib: u64,
    /// The processes that it started, at the last walk.
    members: Vec<u32>,
    next_look: Instant,
    next_walk: Instant,
}

impl MemoryWatch {
    /// A watch of the program that is process `root` and has that mark.
    pub(super) fn new(root: u32, mark: Mark, max_mib: u64) -> Self {
        let next_look = Instant::now() + MEMORY_INTERVAL;
        Self { root, mark, max_mib, members: Vec::new(), next_look, next_walk: next_look }
    }

    /// What is said of a program that exceeded the limit; `None` while it was not seen to. Mostly it is not looked at.
    pub(crate) fn excess(&mut self) -> Option<String> {
        let now = Instant::now();
        if now < self.next_look {
            return None;
        }
        self.next_look = now + MEMORY_INTERVAL;
        if now >= self.next_walk {
            self.next_walk = now + WALK_INTERVAL;
            self.members = self.found_members();
        }
        let limit = self.max_mib;
        (self.used_kib() > limit.saturating_mul(1024))
            .then(|| format!("used more than {limit} MiB of memory"))
    }

    /// What all of them use now, or the most that one of them ever did, if that is more: it may have given it back since
    /// the last look. What they share counts for each of them.
    #[cfg(target_os = "linux")]
    fn used_kib(&self) -> u64 {
        let all = [self.root].into_iter().chain(self.members.iter().copied());
        let (sum, peak) = all
            .filter_map(crate::ask::adapter::process::proc::memory)
            .fold((0_u64, 0), |(sum, peak), memory| {
                (sum.saturating_add(memory.resident), memory.peak.max(peak))
            });
        sum.max(peak)
    }

    /// Nobody tells, so that nothing is limited.
    #[cfg(not(target_os = "linux"))]
    fn used_kib(&self) -> u64 {
        0
    }

    #[cfg(target_os = "linux")]
    fn found_members(&self) -> Vec<u32> {
        crate::ask::adapter::process::descendants::members(self.root, &self.mark)
    }

    #[cfg(not(target_os = "linux"))]
    fn found_members(&self) -> Vec<u32> {
        Vec::new()
    }
}
