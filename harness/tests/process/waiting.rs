//! Waits for what another process does, and says whether a process still runs.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The file in the folder of an adapter to which its processes write their numbers.
pub(crate) const PIDS: &str = "pids";

/// A limit that nothing may wait for.
pub(crate) const NEVER: Duration = Duration::from_mins(2);

/// A test that takes longer has waited for [`NEVER`].
pub(crate) const PROMPT: Duration = Duration::from_mins(1);

/// The processes that wrote their numbers to `folder` and still run. A killed process may take a moment to end.
pub(crate) fn left_behind(folder: &Path) -> Vec<String> {
    let pids = fs::read_to_string(folder.join(PIDS)).unwrap_or_default();
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let alive: Vec<String> = pids.lines().filter(|pid| is_alive(pid)).map(str::to_owned).collect();
        if alive.is_empty() || Instant::now() > deadline {
            return alive;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Checks that every process that wrote its number to `folder` has ended, and that there is one.
#[track_caller]
pub(crate) fn assert_nothing_is_left(folder: &Path) {
    let pids = fs::read_to_string(folder.join(PIDS)).expect("the adapter wrote its process numbers");
    assert!(!pids.is_empty());
    assert_eq!(left_behind(folder), Vec::<String>::new());
}

/// Whether a process runs. A zombie, which has ended and waits for its new parent, does not.
pub(crate) fn is_alive(pid: &str) -> bool {
    let state = if Path::new("/proc/self/stat").exists() {
        // The state follows the name, which is in parentheses and may contain anything.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    } else {
        let output =
            Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("`ps` can be started");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

/// Waits until `is_so`; fails if that takes too long.
#[track_caller]
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PROMPT, "{what} does not come");
        thread::sleep(Duration::from_millis(5));
    }
}
