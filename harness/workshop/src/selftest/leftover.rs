//! The processes that an adapter leaves behind.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The system may take a moment to clear a killed process away.
const PATIENCE: Duration = Duration::from_secs(10);

/// The processes that signed in `folder` and still run; none where the system cannot tell.
pub(crate) fn left_over(folder: &Path) -> Vec<String> {
    let pids = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let alive: Vec<String> = pids.lines().filter(|pid| is_alive(pid)).map(str::to_owned).collect();
        if alive.is_empty() || Instant::now() > deadline {
            return alive;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// One that ended and was not waited for by its new parent is a zombie, and nothing that runs.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    // The state is the word behind the name, which stands in parentheses and may contain anything.
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn is_alive(pid: &str) -> bool {
    let pid = pid.parse().map(nix::unistd::Pid::from_raw);
    pid.is_ok_and(|pid| nix::sys::signal::kill(pid, None).is_ok())
}

#[cfg(not(unix))]
fn is_alive(_: &str) -> bool {
    false
}
