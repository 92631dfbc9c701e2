//! Starting a program at the head of a group of its own, and ending the group.

use crate::adapter::OpenFailure;
use crate::adapter::process::program::Program;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::BTreeSet;
use std::io;
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, PoisonError};

/// The process groups that were started and not yet killed.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills every program that runs, with everything it started: for a program that ends at once and unwinds nothing. Where
/// there are no process groups it does nothing.
pub fn kill_all() {
    let groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    #[cfg(unix)]
    for group in groups.iter().filter_map(|group| i32::try_from(*group).ok()) {
        // It may be gone already.
        let _ =
            nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    drop(groups);
}

/// Starts `program` as the first of a process group, or of a job on Windows, so that it can be killed with all that it
/// started. `configure` connects it. Its locale is fixed, so that no decoder's answer depends on the user's.
pub(crate) fn spawn_group(
    program: &Program,
    configure: impl FnOnce(&mut Command),
) -> Result<Box<dyn ChildWrapper>, OpenFailure> {
    let mut command = CommandWrap::with_new(&program.executable, |command| {
        command.args(&program.arguments).env("LC_ALL", "C.UTF-8");
        configure(command);
    });
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    let child = command.spawn().map_err(|error| {
        let name = program.executable.to_string_lossy();
        match error.kind() {
            io::ErrorKind::NotFound => OpenFailure::Absent(format!("{name} was not found")),
            _ => OpenFailure::Broken(format!("cannot start {name}: {error}")),
        }
    })?;
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id());
    Ok(child)
}

/// Asks it and everything it started to end, where there are signals; they may take their time, or not heed it.
pub(crate) fn ask_group_to_end(child: &dyn ChildWrapper) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        // It may be gone already.
        let _ =
            nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGTERM);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// How it ended, if it did. The wrapped child is asked and not its group: where we are process 1 of a container, what
/// it leaves behind becomes our child, and waiting for the group would lose the status.
pub(crate) fn exit_status(child: &mut dyn ChildWrapper) -> Option<ExitStatus> {
    child.inner_mut().try_wait().ok().flatten()
}

/// Ends it and everything it started.
pub(crate) fn kill_group(child: &mut dyn ChildWrapper) {
    // It may be gone already; then there is nothing to do.
    let _ = child.start_kill();
    let _ = child.wait();
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner).remove(&child.id());
}

/// How [`describe_end`] puts a good end.
pub(crate) const ENDED_WELL: &str = "exited with code 0";

/// The signal or the exit code, in words.
pub(crate) fn describe_end(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    match status.code() {
        Some(0) => ENDED_WELL.to_owned(),
        Some(code) => format!("exited with code {code}"),
        None => "ended".to_owned(),
    }
}
