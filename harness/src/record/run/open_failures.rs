//! Failures of which the cases do not say what the decoder is sensitive to: parts of their inputs are asked.

use crate::ask::adapter::Session;
use crate::record::run::asking::ask_decoder;
use crate::record::run::known_answers::KnownAnswers;
use crate::record::run::pass::{CaseSummary, Class, Pass};
use crate::record::run::{FinishedDecoder, Observer, RunOptions};
use illformed_judge::case::{Case, Plan};
use illformed_judge::cause::{AskedParts, Cause};
use illformed_judge::completion::vector_of;
use illformed_judge::judge::{Judged, Response};
use illformed_vectors::{Input, Suite, Vector, VectorId};
use std::collections::BTreeSet;

impl Pass {
    /// Asks parts of failures that the cases leave open, see [`ask_parts`](illformed_judge::cause::Diagnosis::ask_parts). The decoder
    /// is known to have the causes `known`.
    pub(super) fn settle(
        &mut self,
        plan: &Plan<'_>,
        session: &mut dyn Session,
        number: usize,
        options: &RunOptions,
        known: &BTreeSet<Cause>,
    ) {
        for (judgement, diagnosis) in self.diagnoses.iter_mut().enumerate() {
            diagnosis.ask_parts(&plan.cases, known, &mut |parts| {
                let pass = ask(parts, session, number, options);
                let is_judged = |given: &CaseSummary| matches!(given.class, Class::Passing | Class::Failing);
                AskedParts {
                    are_judged: pass.given.len() == parts.len() && pass.given.iter().all(is_judged),
                    wrong: pass.diagnoses.into_iter().nth(judgement).unwrap_or_default(),
                }
            });
        }
    }
}

/// What comes of `inputs`, each of them asked as it is.
fn ask(inputs: &[Input], session: &mut dyn Session, number: usize, options: &RunOptions) -> Pass {
    let Ok(id) = VectorId::new("asked/part") else { return Pass::default() };
    let vectors: Vec<Vector> = inputs.iter().map(|input| vector_of(id.clone(), input.clone())).collect();
    let suite = Suite::embedded_part(|_| false);
    let plan = Plan { suite: &suite, cases: vectors.iter().map(Case::of).collect() };
    let known_answers = KnownAnswers::new(plan.cases.len());
    ask_decoder(&plan, session, number, options, &known_answers, &mut Unwatched).1
}

/// Nobody is shown these cases.
struct Unwatched;

impl Observer for Unwatched {
    type Seen = ();

    fn case(&mut self, _: usize, _: &Judged, _: Option<&Response>, _: &[usize]) {}

    fn finish(self, _: &FinishedDecoder) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::cause::Cause;
    use illformed_judge::claim::{Claim, DecoderInfo, Policy, ScriptSupport};
    use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
    use illformed_vectors::{Call, Script};

    /// A decoder that begins with U+0021 behind a reset, decodes each chunk alone, and loses each `Z` and the 32nd `X` in a row.
    struct Leaky([DecoderInfo; 1]);

    impl Session for Leaky {
        fn decoders(&self) -> &[DecoderInfo] {
            &self.0
        }

        fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
            let done = |bytes: &[u8], before: &str| {
                let text = before.to_owned()
                    + &String::from_utf8_lossy(bytes)
                        .replace('Z', "")
                        .replace(&"X".repeat(32), &"X".repeat(31));
                CallOutcome::Done(Text::Utf32(text.chars().map(u32::from).collect()))
            };
            for (number, input) in inputs.iter().enumerate() {
                let calls = match input {
                    Input::Bytes(bytes) => vec![done(bytes, "")],
                    Input::Calls(script) => {
                        let mut before = "";
                        let call = |call: &Call| {
                            let done = done(call.fed(), before);
                            before = if *call == Call::Reset { "!" } else { "" };
                            done
                        };
                        script.calls().iter().map(call).collect()
                    }
                };
                let observation =
                    Observation { answer: Answer::Accept, at: None, len: None, call: None, calls };
                answered(number, observation.into());
            }
        }
    }

    fn causes_of(plan: &Plan<'_>) -> Vec<Cause> {
        let claim = Claim { script: ScriptSupport::Reset, ..Claim::lossy(Policy::MaximalSubpart) };
        let [name, implementation, version, api] = ["leaky"; 4].map(str::to_owned);
        let mut session = Leaky([DecoderInfo { name, implementation, version, api, claim }]);
        let (options, known) = (RunOptions::default(), KnownAnswers::new(plan.cases.len()));
        let (_, mut pass) = ask_decoder(plan, &mut session, 0, &options, &known, &mut Unwatched);
        pass.settle(plan, &mut session, 0, &options, &BTreeSet::new());
        pass.causes(plan, &BTreeSet::new())[0].iter().map(|found| found.cause).collect()
    }

    #[test]
    fn of_few_cases_a_failure_in_several_calls_is_put_down_to_what_its_parts_show() {
        for (script, cause) in [
            ("41 . ~ 42 .", Cause::StateLeaks),
            ("c3 a9 .", Cause::CutSensitive),
            ("41 . ~ c3 a9 .", Cause::CutSensitive),
            ("41 5a .", Cause::LosesText),
        ] {
            let script: Script = script.parse().unwrap();
            let vector = vector_of(VectorId::new("asked/whole").unwrap(), Input::Calls(script.clone()));
            let suite = Suite::embedded_part(|_| false);
            assert_eq!(
                causes_of(&Plan { suite: &suite, cases: vec![Case::of(&vector)] }),
                [cause],
                "{script}"
            );
        }
    }

    #[test]
    fn what_a_few_bytes_of_a_long_input_show_alone_is_no_matter_of_its_place() {
        for (fill, cause) in [("5a", Cause::LosesText), ("58", Cause::PositionSensitive)] {
            let derived = format!("standard/copyright-sign@at=64,fill={fill},tail=0").parse().unwrap();
            let alone = "standard/copyright-sign".parse().unwrap();
            let suite = Suite::embedded();
            let cases = [alone, derived].iter().map(|id| Plan::find(suite, id).unwrap()).collect();
            assert_eq!(causes_of(&Plan { suite, cases }), [cause], "{fill}");
        }
    }
}
