//! How much memory the processes of a group use. Only Linux reports it.

use crate::ask::adapter::process::group;
use std::time::{Duration, Instant};

/// How often the memory is read: often enough that nothing fills a machine in between, seldom enough to cost nothing.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// How often the members of the group are listed, unless that takes long, since the system has very many processes.
const LIST_INTERVAL: Duration = Duration::from_millis(50);

/// The part of the time that goes into listing members at most is one of so many.
const LISTING_SHARE: u32 = 20;

/// Reads the memory of a process group from time to time.
#[derive(Debug)]
pub(super) struct MemoryWatch {
    group: u32,
    max_mib: u64,
    members: Vec<u32>,
    next_look: Instant,
    next_listing: Instant,
}

impl MemoryWatch {
    pub(super) fn new(group: u32, max_mib: u64) -> Self {
        let next_look = Instant::now() + LOOK_INTERVAL;
        Self { group, max_mib, members: Vec::new(), next_look, next_listing: next_look }
    }

    /// A description of the excess, if the group was seen to exceed its limit. Most calls do not look.
    pub(super) fn excess(&mut self) -> Option<String> {
        let now = Instant::now();
        if now < self.next_look {
            return None;
        }
        self.next_look = now + LOOK_INTERVAL;
        if now >= self.next_listing {
            self.members = group::members(self.group);
            self.next_listing = now + LIST_INTERVAL.max(LISTING_SHARE * now.elapsed());
        }
        let limit = self.max_mib;
        (self.used_kib() > limit.saturating_mul(1024))
            .then(|| format!("used more than {limit} MiB of memory"))
    }

    /// What all of them use now, or the peak of one of them, if that is more: it may have given memory back since the last
    /// look. Shared memory counts for each of them.
    fn used_kib(&self) -> u64 {
        let all = self.members.iter().filter_map(|process| group::memory(*process));
        let (sum, peak) = all.fold((0_u64, 0), |(sum, peak), memory| {
            (sum.saturating_add(memory.resident), memory.peak.max(peak))
        });
        sum.max(peak)
    }
}
