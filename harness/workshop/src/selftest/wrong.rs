//! Those that keep the protocol and whose answers are wrong: a judge must see through them.

use crate::selftest::stage::{Stage, go_on, is_marked};
use crate::selftest::table::{Deserved, ExpectedReasking, FAILED, GOOD, Misbehaviour};
use crate::selftest::{ExpectedVerdict, Facts};
use illformed_codec::Policy;
use illformed_judge::claim::{Claim, Kind, OffsetMeaning, ScriptSupport};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::{Call, Input};
use std::io;

/// Within the protocol, and wrong.
pub(crate) const WRONG: &[Misbehaviour] = &[
    Misbehaviour {
        name: "ignores-its-input",
        does: "answers the letter A, whatever it is asked",
        expected: Deserved::Cases(|facts| match facts.first_error() {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Some(_) => ExpectedVerdict::of("fail", "accepts-ill-formed"),
            None if facts.bytes() == b"A" => ExpectedVerdict::PASS,
            None => ExpectedVerdict::of("fail", "wrong-text"),
        }),
        act: |stage| {
            stage.claim(one_call);
            always(stage, &Observation::accept(Text::Utf32(vec![0x41])))
        },
        ..FAILED
    },
    Misbehaviour {
        name: "accepts-everything",
        does: "finds everything well-formed",
        expected: Deserved::Cases(|facts| match facts.first_error() {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Some(_) => ExpectedVerdict::of("fail", "accepts-ill-formed"),
            None => ExpectedVerdict::PASS,
        }),
        act: |stage| {
            stage.decode_with("validate-rfc3629")?;
            always(stage, &Observation::accept(Text::None))
        },
        ..FAILED
    },
    Misbehaviour {
        name: "rejects-everything",
        does: "finds everything ill-formed from its first byte on",
        expected: Deserved::Cases(|facts| match facts.first_error() {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Some(0) => ExpectedVerdict::PASS,
            Some(_) => ExpectedVerdict::of("wrong-reason", "offset"),
            None => ExpectedVerdict::of("fail", "refuses-well-formed"),
        }),
        act: |stage| {
            stage.decode_with("validate-rfc3629")?;
            always(stage, &Observation::reject(Some(0), None))
        },
        ..FAILED
    },
    Misbehaviour {
        name: "lies-about-its-kind",
        does: "claims to be strict and replaces errors",
        expected: Deserved::Cases(|facts| match facts.first_error() {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Some(_) => ExpectedVerdict::of("fail", "accepts-ill-formed"),
            None => ExpectedVerdict::PASS,
        }),
        act: |stage| {
            stage.decode_with("lossy-maximal-subpart")?;
            let strict = |claim| Claim { kind: Kind::Strict, policy: Some(Policy::Fatal), ..claim };
            stage.claim(strict);
            (GOOD.act)(stage)
        },
        ..FAILED
    },
    Misbehaviour {
        name: "answers-at-random",
        does: "answers one case right or wrong in turn",
        repeat: 2,
        expected: Deserved::Cases(|facts| facts.marked_is("flaky", "different answers")),
        act: |stage| {
            let mut right = false;
            stage.serve_marked(|stage, request| {
                right = !right;
                let wrong = Response::Observed(Observation::reject(Some(0), None));
                if right { go_on(stage.answer(request)) } else { stage.say(request, &wrong) }
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "leaks-state",
        does: "puts the text of one case before that of the next",
        expected: Deserved::Cases(|facts| {
            // The case that is asked after the marked one when cases are asked again in the other direction.
            if facts.case.id.to_string() == "standard/cent-sign@split=1" {
                return ExpectedVerdict::of("flaky", "different answers");
            }
            facts.numbered_is(facts.marked + 1, "fail", "wrong-text")
        }),
        asked_again: ExpectedReasking::Depends,
        act: |stage| {
            let mut kept = None;
            stage.serve(|stage, request| {
                let mut response = stage.decode(&request.input);
                if let (Some(mut text), Response::Observed(observation)) = (kept.take(), &mut response) {
                    put_before(&mut text, observation);
                }
                kept = is_marked(request).then(|| Text::Utf32(vec![0x20AC]));
                stage.say(request, &response)
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "unwritten-output",
        does: "hands out, before an error, a unit that its API never wrote",
        expected: Deserved::Cases(|facts| match facts.first_error() {
            _ if facts.is_script() => ExpectedVerdict::NO_CHUNKS,
            Some(_) => ExpectedVerdict::of("wrong-reason", "prefix"),
            None => ExpectedVerdict::PASS,
        }),
        act: |stage| {
            stage.claim(one_call);
            stage.serve(|stage, request| {
                let mut response = stage.decode(&request.input);
                if let Response::Observed(observation) = &mut response {
                    observation.calls.iter_mut().for_each(add_unwritten);
                }
                stage.say(request, &response)
            })
        },
        ..FAILED
    },
    Misbehaviour {
        name: "claims-to-take-chunks",
        does: "says that it takes chunks and decodes each by itself",
        asked: |bytes| str::from_utf8(bytes).is_ok(),
        expected: Deserved::Cases(|facts| {
            let whole = facts.chunks().iter().all(|chunk| str::from_utf8(chunk).is_ok());
            match has_reset(facts) {
                true => ExpectedVerdict::of("not-applicable", "has no reset"),
                false if whole => ExpectedVerdict::PASS,
                false => ExpectedVerdict::of("fail", "refuses-well-formed"),
            }
        }),
        act: |stage| {
            stage.claim(|claim| Claim { script: ScriptSupport::Finish, at: OffsetMeaning::None, ..claim });
            stage.serve(|stage, request| {
                let Input::Calls(script) = &request.input else { return go_on(stage.answer(request)) };
                let mut calls = Vec::new();
                for call in script.calls() {
                    calls.push(match call {
                        _ if calls.iter().any(failed) => CallOutcome::NotMade,
                        Call::Feed(chunk) => alone(stage, chunk),
                        Call::Finish | Call::Reset => CallOutcome::Done(Text::Utf32(Vec::new())),
                    });
                }
                let call = calls.iter().position(failed);
                let answer = if call.is_some() { Answer::Reject } else { Answer::Accept };
                let observation = Observation { answer, at: None, len: None, call, calls };
                stage.say(request, &Response::Observed(observation))
            })
        },
        ..FAILED
    },
];

fn one_call(claim: Claim) -> Claim {
    Claim { script: ScriptSupport::None, ..claim }
}

/// Answers every request with `observation`.
fn always(stage: &mut Stage<'_>, observation: &Observation) -> io::Result<u8> {
    let response = Response::Observed(observation.clone());
    stage.serve(|stage, request| stage.say(request, &response))
}

/// Puts `text` before the first text of `observation`.
fn put_before(text: &mut Text, observation: &mut Observation) {
    for call in &mut observation.calls {
        if let CallOutcome::Done(first) = call {
            text.append(first);
            *first = text.clone();
            return;
        }
    }
}

/// Adds what the argument of the failing call held before it.
fn add_unwritten(call: &mut CallOutcome) {
    if let CallOutcome::Failed(Some(text)) = call {
        text.append(&Text::Utf32(vec![0]));
    }
}

/// What a decoder makes of a chunk that does not know of the one before it.
fn alone(stage: &mut Stage<'_>, chunk: &[u8]) -> CallOutcome {
    match stage.decode(&Input::Bytes(chunk.to_vec())) {
        Response::Observed(Observation { answer: Answer::Accept, calls, .. }) => {
            calls.into_iter().next().unwrap_or(CallOutcome::NotMade)
        }
        _ => CallOutcome::Failed(None),
    }
}

fn failed(call: &CallOutcome) -> bool {
    matches!(call, CallOutcome::Failed(_))
}

fn has_reset(facts: &Facts<'_>) -> bool {
    match &facts.case.input {
        Input::Bytes(_) => false,
        Input::Calls(script) => script.calls().contains(&Call::Reset),
    }
}
