//! What `/proc` says of the processes of a group. Only Linux has it; elsewhere there is nothing to read.

use std::fs;
use std::time::{Duration, Instant};

/// How often the memory is read, unless that takes long, since the system has very many processes: often enough that nothing
/// fills a machine in between.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// The part of the time that goes into reading at most is one of so many.
const LOOKING_SHARE: u32 = 20;

/// Reads the memory of a process group from time to time.
#[derive(Debug)]
pub(super) struct MemoryWatch {
    group: u32,
    max_mib: u64,
    next_look: Instant,
}

impl MemoryWatch {
    pub(super) fn new(group: u32, max_mib: u64) -> Self {
        Self { group, max_mib, next_look: Instant::now() + LOOK_INTERVAL }
    }

    /// A description of the excess, if the group was seen to exceed its limit. Most calls do not look.
    pub(super) fn excess(&mut self) -> Option<String> {
        let now = Instant::now();
        if now < self.next_look {
            return None;
        }
        // What all of them use now, or the peak of one of them, if that is more: it may have given memory back since the last
        // look. Shared memory counts for each of them.
        let all = members(self.group).into_iter().filter_map(memory);
        let (used, peak) = all
            .fold((0_u64, 0), |(sum, most), (resident, peak)| (sum.saturating_add(resident), peak.max(most)));
        self.next_look = Instant::now() + LOOK_INTERVAL.max(LOOKING_SHARE * now.elapsed());
        let limit = self.max_mib;
        (used.max(peak) > limit.saturating_mul(1024)).then(|| format!("used more than {limit} MiB of memory"))
    }
}

/// How long the threads of a group ran and waited for a core so far, in total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CoreUse {
    pub(super) ran: Duration,
    /// Waits for a core that have ended.
    pub(super) waited: Duration,
    /// Whether a thread runs or waits for a core.
    pub(super) is_runnable: bool,
}

/// `schedstat` has how long a thread ran and how long it waited, in nanoseconds; the letter behind its name in `stat` is its
/// state (proc_pid_stat(5), Documentation/scheduler/sched-stats.rst of Linux). A thread that ends meanwhile is left out.
pub(super) fn core_use(group: u32) -> CoreUse {
    let threads =
        members(group).into_iter().flat_map(|process| fs::read_dir(format!("/proc/{process}/task")));
    let all = threads.flatten().flatten().filter_map(|thread| {
        let read = |name: &str| fs::read_to_string(thread.path().join(name)).ok();
        let times = read("schedstat")?;
        let mut times = times.split(' ').map(|time| time.parse().map(Duration::from_nanos));
        let (ran, waited) = (times.next()?.ok()?, times.next()?.ok()?);
        let is_runnable = read("stat")?.rsplit(')').next()?.trim_start().starts_with('R');
        Some(CoreUse { ran, waited, is_runnable })
    });
    all.fold(CoreUse::default(), |sum, one| CoreUse {
        ran: sum.ran + one.ran,
        waited: sum.waited + one.waited,
        is_runnable: sum.is_runnable || one.is_runnable,
    })
}

fn members(group: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|process| group_of(*process) == Some(group)).collect()
}

#[cfg(target_os = "linux")]
fn group_of(process: u32) -> Option<u32> {
    let process = nix::unistd::Pid::from_raw(process.try_into().ok()?);
    nix::unistd::getpgid(Some(process)).ok()?.as_raw().try_into().ok()
}

#[cfg(not(target_os = "linux"))]
fn group_of(_: u32) -> Option<u32> {
    None
}

/// The memory of a process that is resident, and the most that ever was, in KiB.
fn memory(process: u32) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kib = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    };
    Some((kib("VmRSS:")?, kib("VmHWM:")?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{members, memory};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, id};

    #[test]
    fn a_running_test_uses_a_megabyte() {
        let (resident, peak) = memory(id()).unwrap();
        assert!(resident > 1024 && peak >= resident, "{resident} {peak}");
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
