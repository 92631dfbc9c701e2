//! Those that do not answer, or not in time.

use crate::selftest::stage::{go_on, outlast};
use crate::selftest::table::{Deserved, ExpectedReasking, GOOD, Misbehaviour, SHORT};
use illformed::ask::adapter::process::Supervision;
use std::ops::ControlFlow;
use std::thread;

pub(crate) const SILENT: &[Misbehaviour] = &[
    Misbehaviour {
        name: "hangs-after-hello",
        does: "never answers one case",
        act: |stage| stage.serve_marked(|_, _| Ok(ControlFlow::Break(outlast()))),
        ..UNANSWERED
    },
    Misbehaviour {
        name: "hangs-the-first-time",
        does: "does not answer one case once",
        asked_again: ExpectedReasking::Unstable,
        expected: Deserved::Cases(|facts| {
            let window = facts.window();
            facts.marked_is(
                "crashed",
                format!("no answer in 2000 ms, not reproduced alone (window of {window})"),
            )
        }),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                if stage.first_time() {
                    Ok(ControlFlow::Break(outlast()))
                } else {
                    go_on(stage.answer(request))
                }
            })
        },
        ..UNANSWERED
    },
    Misbehaviour {
        name: "answers-late",
        does: "answers one case right, and long after its time",
        act: |stage| {
            stage.serve_marked(|stage, request| {
                thread::sleep(SHORT * 2);
                go_on(stage.answer(request))
            })
        },
        ..UNANSWERED
    },
    Misbehaviour {
        name: "hangs-in-half-a-line",
        does: "stops in the middle of an answer and lives on",
        act: |stage| {
            stage.serve_marked(|stage, _| {
                stage.write("{\"seq\":")?;
                Ok(ControlFlow::Break(outlast()))
            })
        },
        ..UNANSWERED
    },
    Misbehaviour {
        name: "answers-all-but-the-last",
        does: "loses the answer to the last case",
        expected: Deserved::Cases(|facts| facts.numbered_is(facts.cases - 1, "timed-out", "no answer")),
        act: |stage| {
            // What is asked last it cannot know; it holds every answer back until there is another request.
            let mut owed = String::new();
            stage.serve(|stage, request| {
                let answer = stage.line(request);
                let due = std::mem::replace(&mut owed, answer);
                stage.write(due)?;
                go_on(Ok(()))
            })
        },
        ..UNANSWERED
    },
];

/// One that does not answer the marked case.
const UNANSWERED: Misbehaviour = Misbehaviour {
    watched: |supervision| Supervision { answer_limit: SHORT, ..supervision },
    expected: Deserved::Cases(|facts| facts.marked_is("timed-out", "no answer")),
    exit_codes: &[1],
    ..GOOD
};
