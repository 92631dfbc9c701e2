//! Runs a program of a fuzz engine from its start to its end.

use illformed::ask::adapter::OpenFailure;
use illformed::ask::adapter::process::{
    Halt, Output, ProcessLimits, Program, RunningProgram, describe_end, read_lines, spawn_group,
};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a program that is asked to end may take: AFL++ writes its figures then, and releases its shared memory.
const GRACE: Duration = Duration::from_secs(3);

/// The longest line that is read. A panic's message has its input, which is short.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The limit of a search without a time limit.
const A_WEEK: Duration = Duration::from_hours(168);

/// The limit of a search of so many seconds by an engine that may take some more for itself.
pub(super) fn limit_of(seconds: Option<u64>, allowance: Duration) -> Duration {
    seconds.map_or(A_WEEK, |seconds| Duration::from_secs(seconds) + allowance)
}

/// A program that runs, with everything it starts, for a limited time.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub(crate) program: Program,
    /// What is added to the environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The file that is its standard input; `None`: it has none.
    pub(crate) input: Option<PathBuf>,
    /// Where it runs; `None`: here.
    pub(crate) folder: Option<PathBuf>,
    /// After how long it is ended.
    pub(crate) limit: Duration,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with this code.
    Exited(i32),
    /// Otherwise: a signal, in words.
    Died(String),
    /// It went over its limit of time.
    Hung,
    /// It wrote a line without end.
    Flooded,
    Interrupted,
}

impl Watched {
    /// Runs it to its end and hands every line that it writes, to standard output or to standard error, to `hear`. Bytes
    /// that are not UTF-8 are replaced. When this returns, everything that the program started is gone. Fails if it cannot be
    /// started.
    pub(crate) fn run(&self, hear: &mut dyn FnMut(&str)) -> Result<Ended, OpenFailure> {
        let no_pipe = |error: io::Error| OpenFailure::Broken(format!("there is no pipe: {error}"));
        let (reader, writer) = io::pipe().map_err(no_pipe)?;
        let errors = writer.try_clone().map_err(no_pipe)?;
        let input = match &self.input {
            None => Stdio::null(),
            Some(path) => File::open(path)
                .map_err(|error| OpenFailure::Broken(format!("{}: {error}", path.display())))?
                .into(),
        };
        let limits = ProcessLimits { max_memory_mib: None, interrupted: Arc::clone(&self.interrupted) };
        let mut child = spawn_group(&self.program, limits, |command| {
            command.stdin(input).stdout(writer).stderr(errors);
            command.envs(self.environment.iter().map(|(name, value)| (name, value)));
            if let Some(folder) = &self.folder {
                command.current_dir(folder);
            }
        })?;
        let ended = self.listen(&mut child, reader, hear);
        child.kill();
        Ok(ended)
    }

    fn listen(
        &self,
        child: &mut RunningProgram,
        reader: io::PipeReader,
        hear: &mut dyn FnMut(&str),
    ) -> Ended {
        let lines = read_lines(reader, MAX_LINE_BYTES);
        let mut deadline = Instant::now() + self.limit;
        // Why it was asked to end.
        let mut asked: Option<Ended> = None;
        loop {
            let halt = match child.receive(&lines, || deadline) {
                Ok(Output::Lines(lines)) => {
                    for line in &lines {
                        hear(&String::from_utf8_lossy(line));
                    }
                    if Instant::now() < deadline {
                        continue;
                    }
                    Halt::Late
                }
                Ok(Output::TooLong(_)) => return Ended::Flooded,
                Ok(Output::Closed(rest)) => {
                    if !rest.is_empty() {
                        hear(&String::from_utf8_lossy(&rest));
                    }
                    break;
                }
                Err(halt) => halt,
            };
            if asked.is_some() || matches!(halt, Halt::Closed | Halt::HeldOpen) {
                break;
            }
            child.ask_to_end();
            asked = Some(halt.into());
            deadline = Instant::now() + GRACE;
        }
        // Its output is closed, so it is about to end.
        asked.unwrap_or_else(|| match child.wait(deadline) {
            Ok(status) => status.code().map_or_else(|| Ended::Died(describe_end(status)), Ended::Exited),
            Err(halt) => halt.into(),
        })
    }
}

impl From<Halt> for Ended {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Interrupted => Self::Interrupted,
            Halt::OverMemory(excess) => Self::Died(excess),
            Halt::OverOutput(_) => Self::Flooded,
            Halt::Late | Halt::Closed | Halt::HeldOpen => Self::Hung,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn shell(script: &str, limit: Duration) -> Watched {
        Watched {
            program: Program::new("sh", vec!["-c".into(), script.into()]),
            environment: vec![("SAID".into(), "in the environment".into())],
            input: None,
            folder: Some("/".into()),
            limit,
            interrupted: Arc::default(),
        }
    }

    /// Longer than the test may take; nothing waits this long.
    const NEVER: Duration = Duration::from_mins(5);

    #[test]
    fn both_outputs_are_heard_line_by_line_and_the_code_is_told() {
        let mut heard = Vec::new();
        let watched = shell("echo \"$SAID\"; pwd >&2; printf rest; exit 7", NEVER);
        assert_eq!(watched.run(&mut |line| heard.push(line.to_owned())).unwrap(), Ended::Exited(7));
        assert_eq!(heard, ["in the environment", "/", "rest"]);
        let killed = shell("kill -9 $$", NEVER).run(&mut |_| {}).unwrap();
        assert_eq!(killed, Ended::Died("killed by signal 9".to_owned()));
    }

    #[test]
    fn what_goes_on_is_asked_to_end_and_its_last_words_are_heard() {
        let script = "trap 'echo last words; exit 3' TERM; while :; do sleep 0.02; done";
        let mut heard = Vec::new();
        let watched = shell(script, Duration::from_millis(500));
        assert_eq!(watched.run(&mut |line| heard.push(line.to_owned())).unwrap(), Ended::Hung);
        // Some shells tell first that they end what they wait for.
        assert_eq!(heard.last().map(String::as_str), Some("last words"));
        let stubborn = shell("trap '' TERM; while :; do sleep 0.02; done", NEVER);
        stubborn.interrupted.store(true, Ordering::Relaxed);
        assert_eq!(stubborn.run(&mut |_| {}).unwrap(), Ended::Interrupted);
    }

    #[test]
    fn what_it_leaves_behind_does_not_hold_it_up() {
        let began = Instant::now();
        assert_eq!(shell("sleep 1000 & exit 0", NEVER).run(&mut |_| {}).unwrap(), Ended::Exited(0));
        assert!(began.elapsed() < Duration::from_mins(1));
    }

    #[test]
    fn what_is_not_there_is_absent() {
        let mut watched = shell("", NEVER);
        watched.program.executable = "no-such-engine".into();
        assert!(matches!(watched.run(&mut |_| {}), Err(OpenFailure::Absent(_))));
    }
}
