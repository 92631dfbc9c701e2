//! Starts a program at the head of a process group of its own, watches the group, and ends it. What leaves the group is
//! neither watched nor ended. All child processes are started here.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::broken::Break;
use crate::ask::adapter::process::group::{CoreUse, MemoryWatch, core_use};
use crate::ask::adapter::process::pipes::Stderr;
use crate::ask::adapter::process::program::{CANARY_VARIABLE, Program, Supervision};
use crate::ask::adapter::process::running::{SharedChild, forget, lock, start};
use process_wrap::std::CommandWrap;
use std::io;
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait for output checks the interrupt flag, the memory and the program's end.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// How long the readers of a program that was ended may take for what is still in its pipes. On a loaded machine a thread
/// can wait for half a second before it runs.
pub(super) const REST_OF_OUTPUT: Duration = Duration::from_secs(1);

/// Waits for a core are counted after this time, so that a program that answers quickly costs no reads of `/proc`.
const UNCOUNTED: Duration = Duration::from_millis(250);

/// A deadline is extended by at most the first, and not by less than the second.
const LONGEST_CORE_WAIT: Duration = Duration::from_mins(1);
const SHORTEST_CORE_WAIT: Duration = Duration::from_millis(10);

/// The longest pause between two checks in a wait for the end of a program.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// A running program. Dropping it kills the program and its group.
#[derive(Debug)]
pub struct RunningProgram {
    child: SharedChild,
    /// The number of its group.
    group: u32,
    is_killed: bool,
    memory: Option<MemoryWatch>,
    interrupted: Arc<AtomicBool>,
}

/// Starts `program` as the leader of a process group, or in a job on Windows, so that it can be killed with what it starts.
/// Of `supervision` the memory limit and the interrupt flag hold. `configure` connects it. `LC_ALL` is `C.UTF-8`, so that no
/// decoder's answer depends on the user's locale.
pub fn spawn_group(
    program: &Program,
    supervision: &Supervision,
    configure: impl FnOnce(&mut Command),
) -> Result<RunningProgram, OpenFailure> {
    let mut command = CommandWrap::with_new(&program.executable, |command| {
        command.args(&program.arguments).env("LC_ALL", "C.UTF-8");
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        configure(command);
    });
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    let child = start(|| command.spawn()).map_err(|error| {
        let name = program.executable.to_string_lossy();
        match error.kind() {
            io::ErrorKind::NotFound => OpenFailure::Absent(format!("{name} was not found")),
            _ => OpenFailure::Broken(format!("cannot start {name}: {error}")),
        }
    })?;
    // The leader's number is the group's.
    let group = lock(&child).id();
    let max_mib = supervision.max_memory_mib;
    let memory = (max_mib < u64::MAX).then(|| MemoryWatch::new(group, max_mib));
    let interrupted = Arc::clone(&supervision.interrupted);
    Ok(RunningProgram { child, group, is_killed: false, memory, interrupted })
}

/// Starts `program` with pipes, under `supervision`. Its standard error goes to `stderr`, or nowhere.
pub(super) fn spawn_piped(
    program: &Program,
    supervision: &Supervision,
    stderr: Option<&Stderr>,
) -> Result<(RunningProgram, ChildStdin, ChildStdout), OpenFailure> {
    let running = spawn_group(program, supervision, |command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if stderr.is_some() { Stdio::piped() } else { Stdio::null() });
        if let Some(canary) = supervision.canary {
            command.env(CANARY_VARIABLE, format!("{canary:02x}"));
        }
    })?;
    let mut child = lock(&running.child);
    if let (Some(kept), Some(pipe)) = (stderr, child.stderr().take()) {
        kept.collect(pipe);
    }
    let (Some(stdin), Some(stdout)) = (child.stdin().take(), child.stdout().take()) else {
        return Err(OpenFailure::Broken("the process has no pipes".to_owned()));
    };
    drop(child);
    Ok((running, stdin, stdout))
}

impl RunningProgram {
    /// The next piece of its output, which a thread reads and sends to `output`; `None` if there is no more. It is waited for
    /// until `limit` after `since`, which is called before each check, since it may move; time in which the program or this one
    /// waits for a core does not count, so that a busy machine makes no decoder late. If the program has ended and another
    /// process holds the output open, the group is killed: the output then ends after what is still in the pipe. What left the
    /// group and holds it open is not waited for.
    pub fn receive<T>(
        &mut self,
        output: &Receiver<T>,
        limit: Duration,
        since: impl Fn() -> Instant,
    ) -> Result<Option<T>, Break> {
        let began = Instant::now();
        let mut before = None;
        let (mut without_core, mut overslept) = (Duration::ZERO, Duration::ZERO);
        loop {
            self.check()?;
            let left = (since() + limit + without_core + overslept).saturating_duration_since(Instant::now());
            if before.is_none() && began.elapsed() > UNCOUNTED {
                before = Some((Instant::now(), core_use(self.group)));
            }
            let wait = if self.is_killed { REST_OF_OUTPUT } else { left.min(CHECK_INTERVAL) };
            let looked = Instant::now();
            let received = output.recv_timeout(wait);
            // The threads at the pipes had no core either, or the whole machine stood still.
            overslept = LONGEST_CORE_WAIT.min(overslept + looked.elapsed().saturating_sub(wait));
            match received {
                Ok(piece) => return Ok(Some(piece)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.exit_status().is_some() => {
                    if self.is_killed {
                        return Ok(None);
                    }
                    self.kill();
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    // Both wait in the same seconds of a busy machine.
                    let more = before.map_or(Duration::ZERO, |before| self.without_core(before));
                    let more = more.saturating_sub(overslept);
                    if more < without_core + SHORTEST_CORE_WAIT {
                        return Err(Break::Late(limit));
                    }
                    without_core = more;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How long its group has waited for a core since `before`.
    fn without_core(&self, (since, before): (Instant, CoreUse)) -> Duration {
        let now = core_use(self.group);
        let waited = now.waited.saturating_sub(before.waited);
        let ran = now.ran.saturating_sub(before.ran);
        // The system counts a wait when it ends; this is the one that has not ended.
        let waits =
            if now.is_runnable { since.elapsed().saturating_sub(ran + waited) } else { Duration::ZERO };
        (waited + waits).min(LONGEST_CORE_WAIT)
    }

    /// Waits until it ends by itself, until `limit` after `since`. The rest of its group may go on.
    pub fn wait(&mut self, since: Instant, limit: Duration) -> Result<ExitStatus, Break> {
        let mut pause = Duration::from_micros(20);
        loop {
            if let Some(status) = self.exit_status() {
                return Ok(status);
            }
            self.check()?;
            let left = (since + limit).saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Break::Late(limit));
            }
            thread::sleep(pause.min(left));
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    fn check(&mut self) -> Result<(), Break> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Break::Interrupted);
        }
        let excess = self.memory.as_mut().and_then(MemoryWatch::excess);
        excess.map_or(Ok(()), |excess| Err(Break::Ended(excess)))
    }

    /// How it ended, if it did. This asks for the child and not for its group, of which only the child is ours to wait for.
    pub(super) fn exit_status(&mut self) -> Option<ExitStatus> {
        lock(&self.child).inner_mut().try_wait().ok().flatten()
    }

    /// Asks it and everything in its group to end, where there are signals; they may take their time, or ignore it. Later
    /// waits ignore the interrupt flag, so that the last output can be received.
    pub fn ask_to_end(&mut self) {
        self.interrupted = Arc::default();
        #[cfg(unix)]
        if !self.is_killed {
            // It may be gone already.
            let _ = lock(&self.child).signal(nix::sys::signal::Signal::SIGTERM as i32);
        }
    }

    /// Kills its group. If it ended by itself before, its exit status stays available.
    pub fn kill(&mut self) {
        if self.is_killed {
            return;
        }
        self.is_killed = true;
        // The group may be gone already; then there is nothing to do.
        let _ = lock(&self.child).start_kill();
        // The lock is not held between two looks, so that `kill_all` never waits.
        let mut pause = Duration::from_micros(20);
        while matches!(lock(&self.child).inner_mut().try_wait(), Ok(None)) {
            thread::sleep(pause);
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
        forget(&self.child);
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How [`describe_end`] describes exit code 0.
pub(crate) const ENDED_WELL: &str = "exited with code 0";

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
