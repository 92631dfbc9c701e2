//! What the system says of the processes of a group. Only Linux does.

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{core_use, members, memory};
#[cfg(target_os = "linux")]
pub(super) use linux::{core_use, members, memory};

use std::time::Duration;

/// The memory of a process, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) resident: u64,
    /// The most that was ever resident.
    pub(super) peak: u64,
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

/// What `/proc` says. A process that ends meanwhile is left out.
#[cfg(target_os = "linux")]
mod linux {
    use super::{CoreUse, Memory};
    use nix::unistd::{Pid, getpgid};
    use std::fs;
    use std::time::Duration;

    pub(in super::super) fn members(group: u32) -> Vec<u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let is_member = |number: &i32| {
            getpgid(Some(Pid::from_raw(*number))).is_ok_and(|of| u32::try_from(of.as_raw()) == Ok(group))
        };
        numbers.filter(is_member).filter_map(|number| u32::try_from(number).ok()).collect()
    }

    pub(in super::super) fn memory(process: u32) -> Option<Memory> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        };
        Some(Memory { resident: kib("VmRSS:")?, peak: kib("VmHWM:")? })
    }

    /// `schedstat` has how long a thread ran and how long it waited, in nanoseconds; the letter behind its name in `stat` is its
    /// state (proc_pid_stat(5), Documentation/scheduler/sched-stats.rst of Linux).
    pub(in super::super) fn core_use(group: u32) -> CoreUse {
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
}

/// There is nothing to read.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::{CoreUse, Memory};

    pub(in super::super) fn members(_: u32) -> Vec<u32> {
        Vec::new()
    }

    pub(in super::super) fn memory(_: u32) -> Option<Memory> {
        None
    }

    pub(in super::super) fn core_use(_: u32) -> CoreUse {
        CoreUse::default()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{members, memory};
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
