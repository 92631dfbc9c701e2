//! Starting a program at the head of a group of its own, and ending it with everything that it started.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::descendants::{
    Known, Starting, adopt, below, end_everything, end_rest, wait_for_group,
};
use crate::ask::adapter::process::memory::MemoryWatch;
use crate::ask::adapter::process::program::Program;
use crate::ask::adapter::process::running::{MARK_VARIABLE, Mark, running};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};

/// Kills every program that runs, with everything it started: for a program that ends at once and unwinds nothing. Where
/// there are no process groups it does nothing.
pub fn kill_all() {
    #[cfg(unix)]
    for group in running().keys().filter_map(|group| i32::try_from(*group).ok()) {
        // It may be gone already.
        let _ =
            nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    end_everything();
}

/// A program that was started. It is ended, with everything that it started, when this is dropped.
#[derive(Debug)]
pub struct RunningProgram {
    child: Box<dyn ChildWrapper>,
    mark: Mark,
    /// What was below it when it was last looked at.
    known: Vec<Known>,
    is_ended: bool,
}

/// Starts `program` as the first of a process group, or of a job on Windows, so that it can be killed with all that it
/// started. `configure` connects it. Its locale is fixed, so that no decoder's answer depends on the user's.
pub fn spawn_group(
    program: &Program,
    configure: impl FnOnce(&mut Command),
) -> Result<RunningProgram, OpenFailure> {
    adopt();
    let mark = Mark::another();
    let mut command = CommandWrap::with_new(&program.executable, |command| {
        command.args(&program.arguments).env("LC_ALL", "C.UTF-8").env(MARK_VARIABLE, mark.as_str());
        configure(command);
    });
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    let starting = Starting::begin();
    let child = command.spawn().map_err(|error| {
        let name = program.executable.to_string_lossy();
        match error.kind() {
            io::ErrorKind::NotFound => OpenFailure::Absent(format!("{name} was not found")),
            _ => OpenFailure::Broken(format!("cannot start {name}: {error}")),
        }
    })?;
    running().insert(child.id(), mark.clone());
    drop(starting);
    Ok(RunningProgram { child, mark, known: Vec::new(), is_ended: false })
}

impl RunningProgram {
    /// Its standard input, where that is a pipe and was not taken yet.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin().take()
    }

    /// Its standard output, likewise.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout().take()
    }

    /// Its standard error, likewise.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr().take()
    }

    /// What looks after its memory, and after that of all it starts.
    pub(crate) fn memory_watch(&self, max_mib: u64) -> MemoryWatch {
        MemoryWatch::new(self.child.id(), self.mark.clone(), max_mib)
    }

    /// Keeps in mind what is below it now: a descendant that has cleared its environment is not known for one any more
    /// when the program has ended by itself.
    pub fn remember_descendants(&mut self) {
        if !self.is_ended && self.exit_status().is_none() {
            self.known.extend(below(self.child.id()));
        }
    }

    /// Asks it and everything in its group to end, where there are signals; they may take their time, or not heed it.
    pub fn ask_to_end(&self) {
        #[cfg(unix)]
        if !self.is_ended
            && let Ok(group) = i32::try_from(self.child.id())
        {
            // It may be gone already.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGTERM,
            );
        }
    }

    /// How it ended, if it did. The wrapped child is asked and not its group: what it leaves behind becomes our child,
    /// and waiting for the group would lose the status.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.inner_mut().try_wait().ok().flatten()
    }

    /// Ends it and everything it started: on Linux also what has left its group. How it ended by itself can be asked
    /// afterwards too.
    pub fn kill(&mut self) {
        if self.is_ended {
            return;
        }
        // What was below a process that has ended is no longer.
        self.remember_descendants();
        self.is_ended = true;
        let number = self.child.id();
        // It may be gone already; then there is nothing to do.
        let _ = self.child.start_kill();
        // The group is not waited for with it: there may be somebody in it whom we cannot kill.
        let _ = self.child.inner_mut().wait();
        wait_for_group(number);
        end_rest(number, &self.mark, &self.known);
        let mut running = running();
        // Another program may have its number by now.
        if running.get(&number) == Some(&self.mark) {
            running.remove(&number);
        }
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How [`describe_end`] puts a good end.
pub const ENDED_WELL: &str = "exited with code 0";

/// The signal or the exit code, in words.
pub fn describe_end(status: ExitStatus) -> String {
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
