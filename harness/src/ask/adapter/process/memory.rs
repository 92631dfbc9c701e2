//! How much memory the processes of a group use. Only Linux reports it.

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
            self.members = proc::members(self.group);
            self.next_listing = now + LIST_INTERVAL.max(LISTING_SHARE * now.elapsed());
        }
        let limit = self.max_mib;
        (self.used_kib() > limit.saturating_mul(1024))
            .then(|| format!("used more than {limit} MiB of memory"))
    }

    /// What all of them use now, or the peak of one of them, if that is more: it may have given memory back since the last
    /// look. Shared memory counts for each of them.
    fn used_kib(&self) -> u64 {
        let all = self.members.iter().filter_map(|process| proc::memory(*process));
        let (sum, peak) = all.fold((0_u64, 0), |(sum, peak), memory| {
            (sum.saturating_add(memory.resident), memory.peak.max(peak))
        });
        sum.max(peak)
    }
}

/// The memory of a process, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Memory {
    resident: u64,
    /// The most that was ever resident.
    peak: u64,
}

/// What `/proc` says. A process that ends meanwhile is left out.
#[cfg(target_os = "linux")]
mod proc {
    use super::Memory;
    use nix::unistd::{Pid, getpgid};
    use std::fs;

    pub(super) fn members(group: u32) -> Vec<u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let is_member = |number: &i32| {
            getpgid(Some(Pid::from_raw(*number))).is_ok_and(|of| u32::try_from(of.as_raw()) == Ok(group))
        };
        numbers.filter(is_member).filter_map(|number| u32::try_from(number).ok()).collect()
    }

    pub(super) fn memory(process: u32) -> Option<Memory> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        };
        Some(Memory { resident: kib("VmRSS:")?, peak: kib("VmHWM:")? })
    }
}

/// There is nothing to read.
#[cfg(not(target_os = "linux"))]
mod proc {
    use super::Memory;

    pub(super) fn members(_: u32) -> Vec<u32> {
        Vec::new()
    }

    pub(super) fn memory(_: u32) -> Option<Memory> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::proc::{members, memory};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, id};

    #[test]
    fn a_running_test_uses_a_megabyte() {
        let used = memory(id()).unwrap();
        assert!(used.resident > 1024 && used.peak >= used.resident, "{used:?}");
        assert_eq!(memory(u32::MAX), None);
    }

    #[test]
    fn a_group_has_its_leader_until_that_ends() {
        let mut leader = Command::new("sleep").arg("1000").process_group(0).spawn().unwrap();
        assert_eq!(members(leader.id()), [leader.id()]);
        assert!(!members(nix::unistd::getpgrp().as_raw().unsigned_abs()).contains(&leader.id()));
        leader.kill().unwrap();
        leader.wait().unwrap();
        assert_eq!(members(leader.id()), Vec::<u32>::new());
    }
}
