//! Reads the facts of processes from `/proc` on Linux. A process that ends meanwhile is left out.

use crate::ask::adapter::process::memory::Memory;
use std::fs;
use std::path::PathBuf;

/// The first fields of `/proc/PID/stat` that matter here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stat {
    /// Whether it has ended and its parent has not waited for it.
    pub(super) ended: bool,
    pub(super) parent: u32,
    pub(super) group: u32,
    /// When it started, in clock ticks since the system did. With the number it names a process uniquely.
    pub(super) start: u64,
}

fn folder(process: u32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}"))
}

pub(super) fn stat(process: u32) -> Option<Stat> {
    parse_stat(&fs::read_to_string(folder(process).join("stat")).ok()?)
}

/// The name stands in parentheses and may contain anything; the other fields follow it.
fn parse_stat(text: &str) -> Option<Stat> {
    let (_, rest) = text.rsplit_once(") ")?;
    let field = |number: usize| rest.split(' ').nth(number);
    Some(Stat {
        ended: matches!(field(0)?, "Z" | "X"),
        parent: field(1)?.parse().ok()?,
        group: field(2)?.parse().ok()?,
        start: field(19)?.parse().ok()?,
    })
}

pub(super) fn memory(process: u32) -> Option<Memory> {
    let status = fs::read_to_string(folder(process).join("status")).ok()?;
    let kib = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    };
    Some(Memory { resident: kib("VmRSS:")?, peak: kib("VmHWM:")? })
}

/// The value of an environment variable at the start of the process; `None` if it has none or may not be read.
pub(super) fn variable(process: u32, name: &str) -> Option<Vec<u8>> {
    let environment = fs::read(folder(process).join("environ")).ok()?;
    let mut entries = environment.split(|byte| *byte == 0);
    entries.find_map(|entry| Some(entry.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?.to_vec()))
}

/// Whether a process has no environment: it was started with none, or is just becoming another program.
pub(super) fn has_empty_environment(process: u32) -> bool {
    fs::read(folder(process).join("environ")).is_ok_and(|environment| environment.is_empty())
}

/// The children that a thread started. A process whose parent ended becomes a child of the main thread of the process
/// that adopts it. `None` where Linux is built without these lists.
pub(super) fn children_of_thread(process: u32, thread: u32) -> Option<Vec<u32>> {
    let path = folder(process).join(format!("task/{thread}/children"));
    let text = fs::read_to_string(path).ok()?;
    Some(text.split_ascii_whitespace().filter_map(|number| number.parse().ok()).collect())
}

pub(super) fn children(process: u32) -> Vec<u32> {
    let threads = numbers(&folder(process).join("task"));
    let lists: Option<Vec<Vec<u32>>> =
        threads.into_iter().map(|thread| children_of_thread(process, thread)).collect();
    // A thread may end between the two looks; then all processes are looked at, as where there are no lists.
    lists.map_or_else(|| children_by_parent(process), |lists| lists.concat())
}

fn children_by_parent(process: u32) -> Vec<u32> {
    let all = numbers(&PathBuf::from("/proc")).into_iter();
    all.filter(|other| stat(*other).is_some_and(|stat| stat.parent == process)).collect()
}

/// The processes below `process`, without itself.
pub(super) fn descendants(process: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut due = vec![process];
    while let Some(parent) = due.pop() {
        for child in children(parent) {
            // A number that comes twice was used again meanwhile.
            if !found.contains(&child) {
                found.push(child);
                due.push(child);
            }
        }
    }
    found
}

/// The names in a folder that are numbers.
fn numbers(folder: &std::path::Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio, id};
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn a_name_with_parentheses_and_spaces_hides_no_field() {
        let text = "7 (a) Z (b) S 5 6 6 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 12345 77 8";
        let stat = Stat { ended: false, parent: 5, group: 6, start: 12345 };
        assert_eq!(parse_stat(text), Some(stat));
        assert_eq!(parse_stat("7 (a) Z 5 6"), None);
    }

    #[test]
    fn a_child_is_found_by_lists_and_by_parents() {
        let mut child = Command::new("sleep")
            .arg("1000")
            .env("ILLFORMED_TEST", "a=b")
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        assert!(children(id()).contains(&child.id()));
        assert!(children_by_parent(id()).contains(&child.id()));
        assert!(descendants(stat(id()).unwrap().parent).contains(&child.id()));
        // For a moment after it became another program nobody can read its environment.
        let began = Instant::now();
        while has_empty_environment(child.id()) && began.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(variable(child.id(), "ILLFORMED_TEST").as_deref(), Some(&b"a=b"[..]));
        assert_eq!(variable(child.id(), "ILLFORMED"), None);
        assert!(!has_empty_environment(child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children(id()).contains(&child.id()));
    }

    #[test]
    fn a_running_test_uses_a_megabyte() {
        let memory = memory(id()).unwrap();
        assert!(memory.resident > 1024 && memory.peak >= memory.resident, "{memory:?}");
        assert_eq!(super::memory(u32::MAX), None);
    }
}
