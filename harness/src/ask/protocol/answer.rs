//! Reads the answers of an adapter.

use crate::ask::protocol::line::{LineError, object, present};
use illformed_judge::claim::OutputKind;
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::{Call, Input, Script};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedAnswer {
    pub seq: u64,
    pub response: Response,
}

/// An answer as it stands, with the keys in the contract's order. Keys that we do not know are ignored.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct AnswerLine<'a> {
    pub(super) seq: u64,
    #[serde(borrow)]
    pub(super) answer: Cow<'a, str>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) len: Option<usize>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) out: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) outs: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<usize>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<MemoryFault>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
}

/// The answer in `line` to `input`, from a decoder whose text has the form `out`; or what is wrong with it.
pub fn parse_answer(line: &str, out: OutputKind, input: &Input) -> Result<ParsedAnswer, LineError> {
    let line: AnswerLine<'_> = object(line).map_err(|error: LineError| error.behind("no answer"))?;
    let seq = line.seq;
    // The answer to a decode request has no `call`; there it is a key like any that we do not know.
    let call = line.call.filter(|_| matches!(input, Input::Calls(_)));
    let is_no_error = matches!(line.answer.as_ref(), "accept" | "skip" | "fault");
    let of_error = [("at", line.at), ("len", line.len), ("call", call)];
    if let Some((key, _)) = of_error.iter().find(|(_, value)| is_no_error && value.is_some()) {
        return Err(LineError::at(key, "`at`, `len` or `call` without an error"));
    }
    let answer = match line.answer.as_ref() {
        "skip" => {
            for (key, text) in [("out", &line.out), ("outs", &line.outs)] {
                if text.is_some() {
                    return Err(LineError::at(key, "a skip has no text"));
                }
            }
            return Ok(ParsedAnswer { seq, response: Response::Skipped(line.why("skip")?) });
        }
        "fault" => {
            let fault = line.fault.ok_or_else(|| LineError::whole("a fault needs `fault`"))?;
            return Ok(ParsedAnswer { seq, response: Response::Misused { fault, how: line.why("fault")? } });
        }
        word => {
            let known = Answer::ALL.into_iter().find(|answer| answer.name() == word);
            known
                .ok_or_else(|| LineError::at("answer", format!("unknown answer `{}`", word.escape_debug())))?
        }
    };
    let observation = match input {
        Input::Bytes(_) => line.one_call(answer, out)?,
        Input::Calls(script) => line.several_calls(answer, out, script)?,
    };
    Ok(ParsedAnswer { seq, response: Response::Observed(observation) })
}

/// The request that `line` says it answers, whatever else is wrong with it.
pub fn answered_request(line: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Seq {
        seq: u64,
    }
    object(line).ok().map(|Seq { seq }| seq)
}

impl AnswerLine<'_> {
    fn why(self, answer: &str) -> Result<String, LineError> {
        let why = self.why.filter(|why| !why.is_empty());
        why.ok_or_else(|| LineError::whole(format!("a {answer} needs `why`")))
    }

    fn one_call(&self, answer: Answer, out: OutputKind) -> Result<Observation, LineError> {
        let text = self.out.as_deref().map(|word| Text::from_wire(out, word)).transpose();
        let text = text.map_err(|reason| LineError::at("out", reason))?;
        let call = match (answer, text) {
            (Answer::Accept, None) if out == OutputKind::None => CallOutcome::Done(Text::None),
            (Answer::Accept, None) => return Err(LineError::whole("`accept` without `out`")),
            (Answer::Accept, Some(text)) => CallOutcome::Done(text),
            (_, text) => CallOutcome::Failed(text),
        };
        let failing = (answer != Answer::Accept).then_some(0);
        Ok(Observation { answer, at: self.at, len: self.len, call: failing, calls: vec![call] })
    }

    fn several_calls(
        &self,
        answer: Answer,
        out: OutputKind,
        script: &Script,
    ) -> Result<Observation, LineError> {
        let wrong = |reason: String| LineError::at("outs", reason);
        let words = self.outs.as_deref().ok_or_else(|| LineError::whole("a script's answer needs `outs`"))?;
        let calls = words.split(' ').map(|word| outcome(word, out)).collect::<Result<Vec<_>, _>>();
        let calls = calls.map_err(wrong)?;
        if calls.len() != script.calls().len() {
            return Err(wrong(format!(
                "`outs` has {} words for {} calls",
                calls.len(),
                script.calls().len()
            )));
        }
        check_order(&calls, script).map_err(wrong)?;
        let first = calls.iter().position(|call| matches!(call, CallOutcome::Failed(_)));
        match (answer, self.call, first) {
            (Answer::Accept, _, Some(at)) => {
                Err(LineError::at("answer", format!("`accept`, but call {at} reported an error")))
            }
            (Answer::Reject, call, first) if call.is_none() || call != first => {
                Err(LineError::at("call", "`call` of a `reject` is the first `!` of `outs`"))
            }
            (Answer::Incomplete, call, first) if call != first => {
                let reason = "`call` of an `incomplete` is the first `!` of `outs`, or there is neither";
                Err(LineError::at("call", reason))
            }
            _ => Ok(Observation { answer, at: self.at, len: self.len, call: first, calls }),
        }
    }
}

fn outcome(word: &str, out: OutputKind) -> Result<CallOutcome, String> {
    Ok(match word {
        "" => return Err("`outs` has one space between words".to_owned()),
        "x" => CallOutcome::NotMade,
        "!" => CallOutcome::Failed(None),
        "-" => CallOutcome::Done(Text::empty(out)),
        _ => match word.strip_prefix('!') {
            Some(text) => CallOutcome::Failed(Some(Text::from_wire(out, text)?)),
            None => CallOutcome::Done(Text::from_wire(out, word)?),
        },
    })
}

/// After an error the calls up to the next reset are not made, and no other call is left out.
fn check_order(outcomes: &[CallOutcome], script: &Script) -> Result<(), String> {
    let mut failed = false;
    for (number, (outcome, call)) in outcomes.iter().zip(script.calls()).enumerate() {
        failed &= *call != Call::Reset;
        if failed != (*outcome == CallOutcome::NotMade) {
            return Err(format!(
                "word {number} of `outs`: `x` stands for the calls between an error and a reset"
            ));
        }
        failed |= matches!(outcome, CallOutcome::Failed(_));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_the_outcome_of_its_call() {
        let line = r#"{"seq":2,"answer":"reject","call":6,"at":1,"len":1,"outs":"- - 000000e9 - - 00000041 ! x - 00000041 -"}"#;
        let input = Input::Calls("c3 - a9 . ~ 41 ff . ~ 41 .".parse().unwrap());
        let response = parse_answer(line, OutputKind::Utf32, &input).unwrap().response;
        let words = "reject@1+1 call 6: - - 000000e9 - - 00000041 ! x - 00000041 -";
        assert_eq!(response.to_string(), words);
    }
}
