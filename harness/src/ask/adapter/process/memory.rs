//! How much memory a program and its descendants use.

use crate::ask::adapter::process::descendants::{members, memory};
use crate::ask::adapter::process::running::Mark;
use std::time::{Duration, Instant};

/// How often the memory of the known processes is read: often enough that nothing fills a machine in between, seldom
/// enough to cost nothing.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// How often the list of known processes is renewed.
const WALK_INTERVAL: Duration = Duration::from_millis(50);

/// The memory of a process, in KiB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) resident: u64,
    /// The most that was ever resident.
    pub(super) peak: u64,
}

/// Reads the memory of a program from time to time.
#[derive(Debug)]
pub(super) struct MemoryWatch {
    root: u32,
    mark: Mark,
    max_mib: u64,
    /// The processes that it started, at the last walk.
    members: Vec<u32>,
    next_look: Instant,
    next_walk: Instant,
}

impl MemoryWatch {
    /// Watches the program that is process `root` and has that mark.
    pub(super) fn new(root: u32, mark: Mark, max_mib: u64) -> Self {
        let next_look = Instant::now() + LOOK_INTERVAL;
        Self { root, mark, max_mib, members: Vec::new(), next_look, next_walk: next_look }
    }

    /// A description of the excess, if the program was seen to exceed its limit. Most calls do not look.
    pub(super) fn excess(&mut self) -> Option<String> {
        let now = Instant::now();
        if now < self.next_look {
            return None;
        }
        self.next_look = now + LOOK_INTERVAL;
        if now >= self.next_walk {
            self.next_walk = now + WALK_INTERVAL;
            self.members = members(self.root, &self.mark);
        }
        let limit = self.max_mib;
        (self.used_kib() > limit.saturating_mul(1024))
            .then(|| format!("used more than {limit} MiB of memory"))
    }

    /// What all of them use now, or the peak of one of them, if that is more: it may have given memory back since the last
    /// look. Shared memory counts for each of them.
    fn used_kib(&self) -> u64 {
        let all = [self.root].into_iter().chain(self.members.iter().copied()).filter_map(memory);
        let (sum, peak) = all.fold((0_u64, 0), |(sum, peak), memory| {
            (sum.saturating_add(memory.resident), memory.peak.max(peak))
        });
        sum.max(peak)
    }
}
