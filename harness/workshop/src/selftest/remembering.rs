//! Those whose answers depend on more than the input: what was asked before, the process, or chance.

use crate::selftest::stage::{Stage, go_on, is_marked};
use crate::selftest::table::{Deserved, ExpectedReasking, FAILED, Misbehaviour};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::collections::BTreeSet;
use std::fs;
use std::io;

/// Neither right nor wrong by the input alone.
pub(crate) const REMEMBERING: &[Misbehaviour] = &[
    Misbehaviour {
        name: "remembers-earlier-inputs",
        does: "answers wrongly once it was asked something before",
        expected: Deserved::Cases(|facts| facts.marked_is("fail", "refuses-well-formed")),
        asked_again: ExpectedReasking::Depends,
        act: |stage| {
            let mut asked = 0;
            wrongly_if(stage, move || {
                asked += 1;
                asked > 1
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "wrong-in-every-second-process",
        does: "answers wrongly in every second process",
        expected: Deserved::Cases(|facts| facts.marked_is("flaky", "different answers")),
        asked_again: ExpectedReasking::Unstable,
        act: |stage| {
            let pids = fs::read_to_string(stage.folder.join("pids"))?;
            let wrong = pids.lines().collect::<BTreeSet<_>>().len() % 2 == 0;
            wrongly_if(stage, move || wrong)
        },
        ..FAILED
    },
    Misbehaviour {
        name: "wrong-every-third-time",
        does: "answers wrongly every third time, whichever process is asked",
        repeat: 4,
        expected: Deserved::Cases(|facts| facts.marked_is("flaky", "different answers")),
        asked_again: ExpectedReasking::Unstable,
        act: |stage| {
            let count = stage.folder.join("count");
            stage.serve(|stage, request| {
                if !is_marked(request) {
                    return go_on(stage.answer(request));
                }
                let times = fs::read(&count).map_or(0, |bytes| bytes.len()) + 1;
                fs::write(&count, vec![b'.'; times])?;
                if times % 3 == 0 {
                    return stage
                        .say(request, &Response::Observed(Observation::accept(Text::Utf32(vec![0x41]))));
                }
                go_on(stage.answer(request))
            })
        },
        ..FAILED
    },
];

/// Rejects the marked input when `is_wrong`, which is asked at each request, says so.
fn wrongly_if(stage: &mut Stage<'_>, mut is_wrong: impl FnMut() -> bool) -> io::Result<u8> {
    stage.serve(move |stage, request| {
        if is_wrong() && is_marked(request) {
            return stage.say(request, &Response::Observed(Observation::reject(Some(0), None)));
        }
        go_on(stage.answer(request))
    })
}
