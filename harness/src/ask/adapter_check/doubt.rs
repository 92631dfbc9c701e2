//! What is no breach of the contract and yet may be a mistake of the adapter.

use crate::ask::adapter_check::probe::Probe;
use illformed_judge::claim::{DecoderInfo, OffsetMeaning};
use illformed_judge::expected::{Replacements, Resolutions};
use illformed_judge::judge::{Response, judge_case, judge_observation};
use std::slice;

/// What may not be meant in `response` to `probe`.
pub(super) fn doubts(decoder: &DecoderInfo, probe: &Probe, response: &Response) -> Vec<String> {
    let words = probe.words();
    let mut doubts = Vec::new();
    match response {
        Response::Skipped(why) => doubts.push(format!("{words}: declined: {why}")),
        Response::Observed(observation)
            if observation.at.is_some() && decoder.claim.at == OffsetMeaning::None =>
        {
            doubts.push(format!("{words}: has `at`, which is declared as `none` and not looked at"));
        }
        _ => {}
    }
    let judged = judge_case(
        judge_observation,
        &probe.case,
        &probe.fitted_input,
        &decoder.claim,
        &Resolutions::default(),
        &Replacements::default(),
        slice::from_ref(response),
    );
    let verdict = judged.claim.verdict;
    if verdict.is_bad() {
        doubts.push(format!("{words}: {verdict}: {response}; see illformed show {}", probe.case.id));
    }
    doubts
}
