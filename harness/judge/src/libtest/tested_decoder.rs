//! A decoder that is tested, and its answers.

use crate::case::{Case, FittedInput};
use crate::cause::{AskedParts, Diagnosis};
use crate::claim::Claim;
use crate::completion::vector_of;
use crate::in_process::response_or_panic;
use crate::judge::{CaseToJudge, Judgement, Response, judge_case};
use illformed_vectors::{Input, Vector, VectorId};
use std::collections::BTreeMap;
use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A decoder that is tested.
pub(super) struct TestedDecoder {
    /// What stands before the names of its tests; may be empty.
    pub(super) name: String,
    /// What it promises.
    pub(super) claim: Claim,
    /// How it is asked.
    pub(super) ask: RespondFn,
    /// What failed, by the number of the case in the plan.
    pub(super) failures: Mutex<BTreeMap<usize, AnsweredCase>>,
}

/// The answer to a case, judged.
#[derive(Debug, Clone)]
pub(super) struct AnsweredCase {
    pub(super) judgement: Judgement,
    pub(super) response: Response,
}

/// What a decoder answers to an input that fits it.
pub(super) type RespondFn = Box<dyn Fn(&FittedInput<'static>) -> Response + Send + Sync>;

impl TestedDecoder {
    /// A panic in another test thread leaves whole entries.
    pub(super) fn failures(&self) -> MutexGuard<'_, BTreeMap<usize, AnsweredCase>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of a test of it.
    pub(super) fn named(&self, test: &str) -> String {
        if self.name.is_empty() { test.to_owned() } else { format!("{}::{test}", self.name) }
    }

    /// What it answers to `case`; `None` if it cannot be asked that.
    pub(super) fn answered(&self, case: &'static Case<'static>) -> Option<AnsweredCase> {
        let fitted_input = FittedInput::of(case, &self.claim).ok()?;
        let response = response_or_panic(|| {
            warm_up(case, self);
            (self.ask)(&fitted_input)
        });
        let judgement = judge_case(&CaseToJudge::new(case, &self.claim), slice::from_ref(&response)).claim;
        Some(AnsweredCase { judgement, response })
    }

    /// What comes of these inputs, each by itself.
    pub(super) fn asked(&self, inputs: &[Input]) -> AskedParts {
        let mut asked = AskedParts { are_judged: true, wrong: Diagnosis::default() };
        let Ok(id) = VectorId::new("asked/part") else { return AskedParts::default() };
        for (number, input) in inputs.iter().enumerate() {
            // It lives as long as the program, as the inputs of all cases do.
            let vector: &'static Vector = Box::leak(Box::new(vector_of(id.clone(), input.clone())));
            let case: &'static Case<'static> = Box::leak(Box::new(Case::of(vector)));
            let answered = self.answered(case);
            asked.are_judged &= answered.as_ref().is_some_and(|one| one.judgement.verdict.is_judged());
            if let Some(AnsweredCase { judgement, response }) = answered {
                asked.wrong.take((number, case), &judgement, Some(&response));
            }
        }
        asked
    }
}

/// Asks what the process of `case` is given before.
fn warm_up(case: &Case<'static>, decoder: &TestedDecoder) {
    let Some((times, bytes)) = case.id.recipe.as_ref().and_then(|recipe| recipe.warm_up()) else { return };
    // What a decoder returns may borrow from its input, so that this lives as long as the program.
    let input: &'static Input = Box::leak(Box::new(Input::Bytes(bytes.to_vec())));
    if let Ok(fitted_input) = FittedInput::new(input, &decoder.claim) {
        (0..times).for_each(|_| drop((decoder.ask)(&fitted_input)));
    }
}
