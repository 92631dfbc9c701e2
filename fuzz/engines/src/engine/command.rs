//! A command that runs until it ends, or until the search is interrupted.

use illformed::ask::adapter::process::{
    Break, Output, Program, Supervision, describe_end, read_lines, spawn_group,
};
use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a command that is asked to end may take: AFL++ writes its figures then, and releases its shared memory.
const GRACE: Duration = Duration::from_secs(5);

/// Each engine ends by itself.
const NEVER: Duration = Duration::from_hours(24 * 365);

const MAX_LINE_BYTES: usize = 16 << 20;

const KEPT_LINES: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Whether with exit code 0.
    pub(crate) is_success: bool,
    /// In words.
    pub(crate) how: String,
    /// Of standard output and standard error.
    pub(crate) last_lines: Vec<String>,
}

impl Ended {
    pub(crate) fn shown(&self) -> String {
        format!("{}\n{}", self.last_lines.join("\n").trim_end(), self.how)
    }
}

/// Runs `executable` to its end and hands every line that it writes, to standard output or to standard error, to `hear`.
/// `configure` gives it its arguments. When this returns, everything that it started is gone. Once `interrupted` is set it is
/// asked to end. Fails if it cannot be started.
pub(crate) fn run(
    executable: &OsStr,
    configure: impl FnOnce(&mut Command),
    interrupted: &Arc<AtomicBool>,
    hear: &mut dyn FnMut(&str),
) -> Result<Ended, String> {
    let no_pipe = |error: io::Error| format!("{}: there is no pipe: {error}", executable.display());
    let (reader, writer) = io::pipe().map_err(no_pipe)?;
    let errors = writer.try_clone().map_err(no_pipe)?;
    let interrupted = Arc::clone(interrupted);
    let supervision = Supervision { max_memory_mib: u64::MAX, interrupted, ..Supervision::default() };
    let mut child = spawn_group(&Program::new(executable, Vec::new()), &supervision, |command| {
        command.stdin(Stdio::null()).stdout(writer).stderr(errors);
        configure(command);
    })
    .map_err(|failure| failure.to_string())?;
    let mut last_lines = Vec::new();
    let mut take = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        hear(&line);
        if last_lines.len() == KEPT_LINES {
            last_lines.remove(0);
        }
        last_lines.push(line);
    };
    let output = read_lines(reader, MAX_LINE_BYTES);
    let (mut since, mut limit) = (Instant::now(), NEVER);
    loop {
        match child.receive(&output, limit, || since) {
            Ok(Some(Output::Lines(lines))) => lines.iter().for_each(|line| take(line)),
            Ok(Some(Output::Closed(rest) | Output::TooLong(rest))) => {
                if !rest.is_empty() {
                    take(&rest);
                }
                break;
            }
            Err(Break::Interrupted) => {
                child.ask_to_end();
                (since, limit) = (Instant::now(), GRACE);
            }
            Ok(None) | Err(_) => break,
        }
    }
    // Its output is closed, so it is about to end.
    let status = child.wait(Instant::now(), GRACE);
    child.kill();
    let how = status.as_ref().map_or("did not end".to_owned(), |status| describe_end(*status));
    Ok(Ended { is_success: status.is_ok_and(|status| status.success()), how, last_lines })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn shell(script: &str, interrupted: &Arc<AtomicBool>, hear: &mut dyn FnMut(&str)) -> Ended {
        let configure = |command: &mut Command| {
            command.args(["-c", script]);
        };
        run("sh".as_ref(), configure, interrupted, hear).expect("there is a shell")
    }

    #[test]
    fn both_outputs_are_heard_line_by_line_and_the_end_is_told() {
        let mut heard = Vec::new();
        let script = "echo out; echo error >&2; printf rest; exit 7";
        let ended = shell(script, &Arc::default(), &mut |line| heard.push(line.to_owned()));
        assert_eq!(heard, ["out", "error", "rest"]);
        assert_eq!((ended.is_success, &*ended.how), (false, "exited with code 7"));
        assert!(shell("sleep 1000 & exit 0", &Arc::default(), &mut |_| {}).is_success);
        assert!(run("no-such-engine".as_ref(), |_| {}, &Arc::default(), &mut |_| {}).is_err());
    }

    #[test]
    fn what_goes_on_is_asked_to_end_and_its_last_words_are_heard() {
        let interrupted = Arc::new(AtomicBool::new(false));
        let script = "trap 'echo last words; exit 3' TERM; echo begun; while :; do sleep 0.02; done";
        let ended = shell(script, &interrupted, &mut |line| {
            interrupted.store(line == "begun", Ordering::Relaxed);
        });
        assert_eq!(ended.last_lines.last().map(String::as_str), Some("last words"));
    }
}
