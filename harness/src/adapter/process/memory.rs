//! How much memory a process group uses.

use std::time::{Duration, Instant};

/// How often it is looked at: often enough that nothing fills a machine in between, seldom enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(100);

/// Looks at the memory of a process group from time to time.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    group: u32,
    max_mib: u64,
    next: Instant,
}

impl MemoryWatch {
    pub(crate) fn new(group: u32, max_mib: u64) -> Self {
        Self { group, max_mib, next: Instant::now() + INTERVAL }
    }

    /// Whether the group was just seen to use more than it may. Mostly it is not looked at.
    pub(crate) fn exceeded(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next {
            return false;
        }
        self.next = now + INTERVAL;
        resident_kib(self.group) > self.max_mib.saturating_mul(1024)
    }
}

/// The resident memory of all processes of the group, in KiB. What they share counts for each of them.
#[cfg(target_os = "linux")]
fn resident_kib(group: u32) -> u64 {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let folders = processes.map(|entry| entry.path());
    // A process that ends meanwhile uses nothing.
    folders.filter_map(|folder| if in_group(&folder, group)? { resident(&folder) } else { None }).sum()
}

#[cfg(target_os = "linux")]
fn in_group(folder: &std::path::Path, group: u32) -> Option<bool> {
    folder.file_name()?.to_str()?.parse::<u32>().ok()?;
    let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
    // Behind the name, which stands in parentheses and may contain anything: state, parent, group.
    let (_, rest) = stat.rsplit_once(") ")?;
    Some(rest.split(' ').nth(2)?.parse::<u32>().ok()? == group)
}

#[cfg(target_os = "linux")]
fn resident(folder: &std::path::Path) -> Option<u64> {
    let status = std::fs::read_to_string(folder.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Nobody tells, so that nothing is limited.
#[cfg(not(target_os = "linux"))]
fn resident_kib(_: u32) -> u64 {
    0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{in_group, resident_kib};
    use std::path::Path;

    #[test]
    fn a_group_uses_what_its_processes_use_and_another_nothing() {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        let group = stat.rsplit_once(") ").unwrap().1.split(' ').nth(2).unwrap().parse().unwrap();
        assert_eq!(in_group(Path::new("/proc/self"), group), None, "only numbers are processes");
        assert!(resident_kib(group) > 1024, "a running test uses a megabyte");
        assert_eq!(resident_kib(u32::MAX), 0);
    }
}
