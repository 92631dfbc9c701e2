//! Those that take more than their share: processes, memory, room in reports.

use crate::selftest::ExpectedVerdict;
use crate::selftest::facts::{Facts, MARKED_BYTES};
use crate::selftest::stage::{Stage, go_on};
use crate::selftest::table::{Deserved, ExpectedReasking, GOOD, Misbehaviour};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::io;

#[cfg(target_os = "linux")]
use crate::selftest::dying::grow;
#[cfg(target_os = "linux")]
use crate::selftest::stage::outlast;
#[cfg(target_os = "linux")]
use crate::selftest::table::Way;
#[cfg(target_os = "linux")]
use illformed::ask::adapter::process::Supervision;
#[cfg(target_os = "linux")]
use std::io::Read;
#[cfg(target_os = "linux")]
use std::ops::ControlFlow;

/// The length of a text that is far too long for a report.
const HUGE: usize = 1_000_000;

/// What a record keeps of a cause that long.
const CUT_NOTE: &str = "... 999,500 more bytes";

/// How many different reasons have groups of their own.
const REASONS: usize = 100;

pub(crate) const RESOURCES: &[Misbehaviour] = &[
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "leaves-its-group",
        does: "starts a process that leaves its group, its parent and its pipes",
        act: |stage| {
            stage.start_stray("sleeps")?;
            (GOOD.act)(stage)
        },
        ..GOOD
    },
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "leaves-its-group-and-dies",
        does: "starts such a process on one case and dies",
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", "exited with code 3")),
        exit_codes: &[1],
        act: |stage| {
            stage.serve_marked(|stage, _| {
                stage.start_stray("sleeps")?;
                Ok(ControlFlow::Break(3))
            })
        },
        ..GOOD
    },
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "grows-in-another-group",
        does: "has such a process take more and more memory on one case",
        watched: |supervision| Supervision { max_memory_mib: 384, ..supervision },
        expected: Deserved::Cases(|facts| facts.marked_is("crashed", "used more than 384 MiB of memory")),
        exit_codes: &[1],
        act: |stage| {
            stage.serve_marked(|stage, _| {
                stage.start_stray("grows")?;
                Ok(ControlFlow::Break(outlast()))
            })
        },
        ..GOOD
    },
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "grows-as-a-command",
        does: "takes more and more memory on one case, started for each",
        watched: |supervision| Supervision { max_memory_mib: 128, ..supervision },
        act: |stage| as_command(stage, |_| Ok(grow())),
        expected: Deserved::Cases(|facts| of_command(facts, "used more than 128 MiB of memory")),
        ..COMMAND
    },
    #[cfg(target_os = "linux")]
    Misbehaviour {
        name: "grows-as-a-command-elsewhere",
        does: "has a process that left its group do so, started for each",
        watched: |supervision| Supervision { max_memory_mib: 384, ..supervision },
        act: |stage| {
            as_command(stage, |stage| {
                stage.start_stray("grows")?;
                Ok(outlast())
            })
        },
        expected: Deserved::Cases(|facts| of_command(facts, "used more than 384 MiB of memory")),
        ..COMMAND
    },
    Misbehaviour {
        name: "huge-texts",
        does: "introduces itself and declines in texts of a megabyte",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("declined", format!("{}{CUT_NOTE}", "why ".repeat(125)))
        }),
        act: |stage| {
            let huge = "x".repeat(HUGE);
            stage.introduced.implementation.clone_from(&huge);
            stage.introduced.version.clone_from(&huge);
            stage.introduced.api.clone_from(&huge);
            stage.serve_marked(|stage, request| {
                stage.errors.write_all(huge.as_bytes())?;
                stage.say(request, &Response::Skipped("why ".repeat(HUGE / 4)))
            })
        },
        ..GOOD
    },
    Misbehaviour {
        name: "huge-answers",
        does: "answers every case with a text of a hundred kilobytes",
        expected: Deserved::Cases(|facts| match str::from_utf8(&facts.bytes()) {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Ok(_) => ExpectedVerdict::of("fail", "wrong-text"),
            Err(_) => ExpectedVerdict::of("fail", "accepts-ill-formed"),
        }),
        exit_codes: &[1],
        act: |stage| {
            stage.claim(|claim| illformed_judge::claim::Claim {
                script: illformed_judge::claim::ScriptSupport::None,
                ..claim
            });
            let text = Text::Utf32(vec![0x41; HUGE / 80]);
            let response = Response::Observed(Observation::accept(text));
            stage.serve(|stage, request| stage.say(request, &response))
        },
        ..GOOD
    },
    Misbehaviour {
        name: "a-reason-for-each-case",
        does: "declines three cases of four, each for another reason",
        expected: Deserved::Cases(|facts| {
            let declined_before = facts.number - facts.number.div_ceil(4);
            match facts.number.is_multiple_of(4) {
                true => ExpectedVerdict::PASS,
                false if declined_before < REASONS => {
                    ExpectedVerdict::of("declined", reason(facts.number as u64))
                }
                false => ExpectedVerdict::of("declined", "another reason, after 100 different ones"),
            }
        }),
        asked_again: ExpectedReasking::NotAsked,
        act: |stage| {
            stage.serve(|stage, request| {
                if request.seq.is_multiple_of(4) {
                    return go_on(stage.answer(request));
                }
                stage.say(request, &Response::Skipped(reason(request.seq)))
            })
        },
        ..GOOD
    },
];

fn reason(number: u64) -> String {
    format!("costs {number} coins")
}

/// One that is started for each case, and asked few: starting takes longer than answering.
#[cfg(target_os = "linux")]
const COMMAND: Misbehaviour = Misbehaviour {
    way: Way::Command,
    asked: |bytes| bytes.starts_with(&[0xE2]) && bytes.len() < 5,
    exit_codes: &[1],
    ..GOOD
};

/// Is a program that says by its exit code whether its input is well-formed; `marked` is what it does with one.
#[cfg(target_os = "linux")]
fn as_command(
    stage: &mut Stage<'_>,
    marked: impl FnOnce(&mut Stage<'_>) -> io::Result<u8>,
) -> io::Result<u8> {
    let mut bytes = Vec::new();
    stage.input.read_to_end(&mut bytes)?;
    // The probe asks the marked one too.
    if bytes == MARKED_BYTES && stage.probes_are_over()? {
        return marked(stage);
    }
    Ok(u8::from(str::from_utf8(&bytes).is_err()))
}

#[cfg(target_os = "linux")]
fn of_command(facts: &Facts<'_>, marked: &'static str) -> ExpectedVerdict {
    if facts.is_script() { ExpectedVerdict::NO_CHUNKS } else { facts.marked_is("crashed", marked) }
}
