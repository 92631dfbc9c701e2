//! Those whose lines are no answers, or not the ones that were asked for.

use crate::selftest::ExpectedVerdict;
use crate::selftest::stage::go_on;
use crate::selftest::table::{Deserved, ExpectedReasking, GOOD, Misbehaviour};
use illformed::ask::adapter::process::Supervision;
use illformed::ask::protocol::wire::Request;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::time::Duration;

/// What a line may have, as [`illformed::ask::adapter::process::Supervision`] has it by default.
const TOO_LONG: &str = "a line of more than 33554432 bytes";

pub(crate) const ANSWERING: &[Misbehaviour] = &[
    Misbehaviour {
        name: "wrong-seq",
        does: "answers one case under the number of the next",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("protocol-error", instead(facts.marked + 1, facts.marked))
        }),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                let later = Request { seq: request.seq + 1, ..request.clone() };
                go_on(stage.answer(&later))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "answers-twice",
        does: "answers one case twice; the next pays for it",
        asked_again: ExpectedReasking::Depends,
        expected: Deserved::Cases(|facts| {
            facts.numbered_is(facts.marked + 1, "protocol-error", instead(facts.marked, facts.marked + 1))
        }),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                let line = stage.line(request);
                go_on(stage.write(line.repeat(2)))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "leaves-one-out",
        does: "does not answer one case and goes on with the next",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("protocol-error", instead(facts.marked + 1, facts.marked))
        }),
        asked_again: ExpectedReasking::Any,
        watched: impatient,
        act: |stage| stage.serve_marked(|_, _| go_on(Ok(()))),
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "swaps-two-answers",
        does: "answers two cases the other way round",
        expected: Deserved::Cases(|facts| {
            facts.marked_is("protocol-error", instead(facts.marked + 1, facts.marked))
        }),
        asked_again: ExpectedReasking::Any,
        watched: impatient,
        act: |stage| {
            stage.serve_marked(|stage, request| {
                if let Some(next) = stage.request()? {
                    stage.answer(&next)?;
                }
                go_on(stage.answer(request))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "garbage",
        does: "writes a line that is no answer before one",
        expected: Deserved::Cases(|facts| facts.marked_is("protocol-error", "no answer: not a JSON object")),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                stage.write("Segmentation fault (core dumped)\n")?;
                go_on(stage.answer(request))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "garbage-that-is-no-text",
        does: "writes a line that is not UTF-8",
        expected: Deserved::Cases(|facts| facts.marked_is("protocol-error", "a line is not UTF-8")),
        act: |stage| stage.serve_marked(|stage, _| go_on(stage.write(b"{\"seq\":\xFF}\n"))),
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "line-of-100-megabytes",
        does: "writes a line of 100 MB",
        expected: Deserved::Cases(|facts| facts.marked_is("protocol-error", TOO_LONG)),
        act: |stage| {
            stage.serve_marked(|stage, _| {
                let megabyte = vec![b'0'; 1_000_000];
                (0..100).try_for_each(|_| stage.write(&megabyte))?;
                go_on(stage.write("\n"))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "floods-its-output",
        does: "writes lines without end from one case on",
        expected: Deserved::Cases(|facts| {
            facts.numbered_is(facts.marked + 1, "protocol-error", instead(facts.marked, facts.marked + 1))
        }),
        asked_again: ExpectedReasking::Any,
        act: |stage| {
            stage.serve_marked(|stage, request| {
                let lines = stage.line(request).repeat(1000);
                loop {
                    stage.write(&lines)?;
                }
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "unknown-word",
        does: "answers a word that there is not",
        expected: Deserved::Cases(|facts| facts.marked_is("protocol-error", "unknown answer `maybe`")),
        act: |stage| {
            stage.serve_marked(|stage, request| {
                go_on(stage.write(format!("{{\"seq\":{},\"answer\":\"maybe\"}}\n", request.seq)))
            })
        },
        ..UNPROTOCOLLED
    },
    Misbehaviour {
        name: "undeclared-text",
        does: "hands out text though it declares none",
        asked: |bytes| str::from_utf8(bytes).is_ok(),
        expected: Deserved::Cases(|facts| {
            if facts.is_script() {
                ExpectedVerdict::NO_CHUNKS
            } else {
                facts.marked_is("protocol-error", "text `41` from a decoder that declares none")
            }
        }),
        act: |stage| {
            stage.decode_with("validate-rfc3629")?;
            stage.serve_marked(|stage, request| {
                let text = Response::Observed(Observation::accept(Text::Utf8(vec![0x41])));
                stage.say(request, &text)
            })
        },
        ..UNPROTOCOLLED
    },
];

/// One whose output breaks the protocol.
const UNPROTOCOLLED: Misbehaviour = Misbehaviour { exit_codes: &[3, 1], ..GOOD };

/// When one is asked again alone, its answer does not come.
fn impatient(supervision: Supervision) -> Supervision {
    Supervision { answer_limit: Duration::from_millis(500), ..supervision }
}

fn instead(given: usize, expected: usize) -> String {
    format!("answer to request {given}, expected {expected}")
}
