//! Those that die, or are as good as dead.

use crate::selftest::ExpectedVerdict;
use crate::selftest::stage::{Next, Stage, go_on, outlast};
use crate::selftest::table::{Deserved, ExpectedReasking, FAILED, Misbehaviour};
use illformed::ask::adapter::process::Supervision;
use std::io;
use std::ops::ControlFlow;
use std::process::abort;
use std::thread;
use std::time::Duration;

/// What is said of a process that ended itself by `abort`.
const ABORTED: &str = if cfg!(unix) { "killed by signal 6" } else { "exited with code -1073740791" };

const CHANGED: &str = "could not be started again: introduces other decoders after a restart";

pub(crate) const DYING: &[Misbehaviour] = &[
    Misbehaviour {
        name: "crashes-by-signal",
        does: "aborts on one case",
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", ABORTED)),
        act: |stage| stage.serve_marked(|_, _| abort()),
        ..FAILED
    },
    Misbehaviour {
        name: "exits-with-0-in-the-middle",
        does: "ends on one case as if all were done",
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", "exited with code 0")),
        act: |stage| stage.serve_marked(|_, _| Ok(ControlFlow::Break(0))),
        ..FAILED
    },
    Misbehaviour {
        name: "crashes-the-first-time",
        does: "dies on one case once, and never again",
        asked_again: ExpectedReasking::Unstable,
        expected: Deserved::Cases(|facts| {
            let alone = format!("exited with code 3, not reproduced alone (window of {})", facts.window());
            facts.marked_is("crashed", alone)
        }),
        act: |stage| {
            stage.serve_marked(
                |stage, request| if stage.first_time() { DIE } else { go_on(stage.answer(request)) },
            )
        },
        ..FAILED
    },
    Misbehaviour {
        name: "crashes-the-second-time",
        does: "answers one case, and dies when a process is asked it again",
        repeat: 2,
        expected: Deserved::Cases(|facts| facts.marked_is("flaky", "different answers")),
        act: |stage| {
            let mut asked = 0;
            stage.serve_marked(|stage, request| {
                asked += 1;
                if asked == 2 { DIE } else { go_on(stage.answer(request)) }
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "crashes-always",
        does: "dies on every case, until it is given up",
        watched: |supervision| Supervision { max_crashes: 5, ..supervision },
        expected: Deserved::Cases(|facts| match facts.number {
            0..5 => ExpectedVerdict::of("crashed", "exited with code 3"),
            _ => ExpectedVerdict::of("not-asked", "given up after 5 restarts"),
        }),
        exit_codes: &[3, 1],
        act: |stage| stage.serve(|_, _| DIE),
        ..FAILED
    },
    Misbehaviour {
        name: "dies-in-half-a-line",
        does: "dies in the middle of an answer",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("crashed", "exited with code 3, in the middle of a line")
        }),
        act: |stage| {
            stage.serve_marked(|stage, _| {
                stage.write("{\"seq\":")?;
                DIE
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "leaves-a-grandchild-at-the-pipe",
        does: "dies while a process that it started holds its output open",
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", "exited with code 3")),
        act: |stage| {
            stage.start_grandchild()?;
            stage.serve_marked(|_, _| DIE)
        },
        ..FAILED
    },
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "grows-without-end",
        does: "takes more and more memory on one case",
        watched: |supervision| Supervision { max_memory_mib: 128, ..supervision },
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", "used more than 128 MiB of memory")),
        act: |stage| stage.serve_marked(|_, _| Ok(ControlFlow::Break(grow()))),
        ..FAILED
    },
    #[cfg(unix)]
    Misbehaviour {
        name: "closes-its-output-and-lives",
        does: "closes its standard output on one case and goes on",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("crashed", "closed its standard output and went on")
        }),
        act: |stage| stage.serve_marked(|stage, _| Err(live_on_without_output(stage))),
        ..FAILED
    },
    Misbehaviour {
        name: "changes-its-decoders",
        does: "dies on one case and introduces another decoder after the restart",
        expected: Deserved::Cases(|facts| match facts.number {
            earlier if earlier < facts.marked => ExpectedVerdict::PASS,
            later if later > facts.marked => ExpectedVerdict::of("not-asked", CHANGED),
            _ => {
                let window = facts.window();
                ExpectedVerdict::of("crashed", format!("exited with code 3, {CHANGED} (window of {window})"))
            }
        }),
        exit_codes: &[3, 1],
        act: |stage| {
            if !stage.first_time() {
                "another".clone_into(&mut stage.introduced.name);
            }
            stage.serve_marked(|_, _| DIE)
        },
        ..FAILED
    },
];

/// The end, with an exit code that says that something went wrong.
const DIE: Next = Ok(ControlFlow::Break(3));

/// Takes memory and touches it, up to a gigabyte: without a limit the machine must survive it.
#[cfg(target_os = "linux")]
pub(crate) fn grow() -> u8 {
    let mut taken = Vec::new();
    for _ in 0..64 {
        taken.push(vec![1_u8; 16 << 20]);
        thread::sleep(Duration::from_millis(20));
    }
    let code = outlast();
    drop(taken);
    code
}

/// Becomes a process without its standard output; returns only if that fails. Nothing else closes it without
/// `unsafe`.
#[cfg(unix)]
fn live_on_without_output(stage: &Stage<'_>) -> io::Error {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    match std::env::current_exe() {
        Ok(program) => Command::new(program)
            .args(["misbehave", "hangs-before-hello"])
            .arg(&stage.folder)
            .stdout(Stdio::null())
            .exec(),
        Err(error) => error,
    }
}
