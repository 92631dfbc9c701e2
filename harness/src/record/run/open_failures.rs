//! Failures in several calls, of which few cases do not say what the decoder is sensitive to.

use crate::ask::adapter::Session;
use crate::record::run::asking::ask_decoder;
use crate::record::run::known_answers::KnownAnswers;
use crate::record::run::pass::{CaseSummary, Class, Pass};
use crate::record::run::{FinishedDecoder, Observer, RunOptions};
use illformed_judge::case::{Case, Plan};
use illformed_judge::cause::parts;
use illformed_judge::completion::vector_of;
use illformed_judge::judge::{Judged, Response};
use illformed_vectors::{Input, Suite, Vector, VectorId};

/// How many failures of one decoder are looked into.
const MOST_OPEN: usize = 64;

impl Pass {
    /// Asks the parts of each failure that is open, and puts it down to what the decoder is sensitive to if they are right.
    pub(super) fn settle(
        &mut self,
        plan: &Plan<'_>,
        session: &mut dyn Session,
        number: usize,
        options: &RunOptions,
    ) {
        for (judgement, diagnosis) in self.diagnoses.iter_mut().enumerate() {
            for case in diagnosis.open(&plan.cases).into_iter().take(MOST_OPEN) {
                let sensitivities = parts(plan.cases[case].input());
                let mut is_right = |parts: &[Input]| are_right(parts, judgement, session, number, options);
                if let Some((cause, _)) = sensitivities.iter().find(|(_, parts)| is_right(parts)) {
                    diagnosis.settle(case, *cause);
                }
            }
        }
    }
}

/// Whether all `inputs` are answered, and rightly by the judgement with that number.
fn are_right(
    inputs: &[Input],
    judgement: usize,
    session: &mut dyn Session,
    number: usize,
    options: &RunOptions,
) -> bool {
    let Ok(id) = VectorId::new("asked/part") else { return false };
    let vectors: Vec<Vector> = inputs.iter().map(|input| vector_of(id.clone(), input.clone())).collect();
    let suite = Suite::embedded_part(|_| false);
    let plan = Plan { suite: &suite, cases: vectors.iter().map(Case::of).collect() };
    let known_answers = KnownAnswers::new(plan.cases.len());
    let (_, pass) = ask_decoder(&plan, session, number, options, &known_answers, &mut Unwatched);
    let is_right = |given: &CaseSummary| {
        matches!(given.class, Class::Passing | Class::Failing) && !given.verdicts[judgement].is_bad()
    };
    pass.given.len() == plan.cases.len() && pass.given.iter().all(is_right)
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
    use std::collections::BTreeSet;

    /// A decoder that begins with U+0021 behind a reset, decodes each chunk alone, and loses each `Z`.
    struct Leaky([DecoderInfo; 1]);

    impl Session for Leaky {
        fn decoders(&self) -> &[DecoderInfo] {
            &self.0
        }

        fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
            let done = |bytes: &[u8], before: &str| {
                let text = before.to_owned() + &String::from_utf8_lossy(bytes).replace('Z', "");
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

    #[test]
    fn of_few_cases_a_failure_in_several_calls_is_put_down_to_what_its_parts_show() {
        let claim = Claim { script: ScriptSupport::Reset, ..Claim::lossy(Policy::MaximalSubpart) };
        let [name, implementation, version, api] = ["leaky"; 4].map(str::to_owned);
        let mut session = Leaky([DecoderInfo { name, implementation, version, api, claim }]);
        for (script, cause) in [
            ("41 . ~ 42 .", Cause::StateLeaks),
            ("c3 a9 .", Cause::CutSensitive),
            ("41 . ~ c3 a9 .", Cause::CutSensitive),
            ("41 5a .", Cause::LosesText),
        ] {
            let script: Script = script.parse().unwrap();
            let vector = vector_of(VectorId::new("asked/whole").unwrap(), Input::Calls(script.clone()));
            let suite = Suite::embedded_part(|_| false);
            let plan = Plan { suite: &suite, cases: vec![Case::of(&vector)] };
            let (options, known) = (RunOptions::default(), KnownAnswers::new(1));
            let (_, mut pass) = ask_decoder(&plan, &mut session, 0, &options, &known, &mut Unwatched);
            pass.settle(&plan, &mut session, 0, &options);
            let causes =
                pass.causes(&plan, &BTreeSet::new())[0].iter().map(|found| found.cause).collect::<Vec<_>>();
            assert_eq!(causes, [cause], "{script}");
        }
    }
}
