//! Checks an adapter against the contract, step by step, up to the first rule that it breaks.

use crate::ask::adapter::process::{BrokenLine, ProcessAdapter, Rule};
use crate::ask::adapter_check::breach::{Again, Breach};
use crate::ask::adapter_check::canary;
use crate::ask::adapter_check::interview::{Interview, Stop, request};
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::adapter_check::probe::{Probe, long_input, probes, sample, words};
use crate::ask::protocol::{AdapterLine, LineError};
use illformed_judge::claim::{DecoderInfo, OffsetMeaning};
use illformed_judge::judge::{CaseToJudge, Response, judge_case};
use illformed_judge::observation::Answer;
use illformed_vectors::Input;
use std::slice;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckReport {
    pub adapter: Option<AdapterLine>,
    /// The decoders that were asked, in order; the last of them may carry the breach.
    pub decoders: Vec<CheckedDecoder>,
    /// How many inputs all its decoders were asked in each of two sessions with different canaries.
    pub canary_inputs: usize,
    pub stopped: Option<Stop>,
}

/// A decoder and what it was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedDecoder {
    pub name: String,
    pub claim: String,
    /// How many byte strings it was asked alone.
    pub inputs: usize,
    /// How many scripts it was asked alone.
    pub scripts: usize,
    /// How many requests it was asked at once.
    pub at_once: usize,
    /// The length of its longest input in bytes, 0 if it declares to take none that is long.
    pub longest: usize,
    /// The common mistakes that its answers look like, although each answer keeps the contract, each with an input and its answer.
    pub mistakes: Vec<(Mistake, String)>,
    /// What is allowed and yet may be a mistake.
    pub warnings: Vec<String>,
}

/// Starts `adapter`, asks each of its decoders, ends it, and reports.
pub fn check(adapter: &ProcessAdapter) -> CheckReport {
    let mut report = CheckReport::default();
    report.stopped = check_all(adapter, &mut report).err();
    report
}

fn check_all(adapter: &ProcessAdapter, report: &mut CheckReport) -> Result<(), Stop> {
    let mut interview = Interview::start(adapter)?;
    let decoders = interview.introduce();
    report.adapter = interview.line();
    let decoders = decoders?;
    for decoder in &decoders {
        let (name, claim) = (decoder.name.clone(), decoder.claim.to_string());
        let mut checked = CheckedDecoder { name, claim, ..CheckedDecoder::default() };
        let outcome = check_decoder(&mut interview, decoder, &mut checked);
        report.decoders.push(checked);
        outcome?;
    }
    interview.end()?;
    let asked: canary::CanaryInputs =
        decoders.into_iter().map(|info| (info.clone(), sample(&info.claim))).collect();
    for difference in canary::differences(adapter, &asked)? {
        if difference.follows {
            return Err(canary::breach(adapter, &asked, &difference)?.into());
        }
        let [first, second] = &difference.answers;
        let words = words(&asked[difference.decoder].1[difference.input]);
        let warning = format!("{words}: answered {first}, and in another session {second}");
        report.decoders[difference.decoder].warnings.push(warning);
    }
    report.canary_inputs = asked.iter().map(|(_, inputs)| inputs.len()).sum();
    Ok(())
}

fn check_decoder(
    interview: &mut Interview<'_>,
    decoder: &DecoderInfo,
    checked: &mut CheckedDecoder,
) -> Result<(), Stop> {
    let probes = probes(&decoder.claim);
    let mut alone = Vec::new();
    for probe in &probes {
        let response = interview.ask(decoder, &[&*probe.fitted_input.input])?.remove(0);
        match &*probe.fitted_input.input {
            Input::Bytes(_) => checked.inputs += 1,
            Input::Calls(_) => checked.scripts += 1,
        }
        checked.warnings.extend(doubts(decoder, probe, &response));
        alone.push(response);
    }
    if let Some((mistake, number)) = Mistake::in_texts(&probes, &alone) {
        // They all say the same.
        checked.warnings.clear();
        let sent = request(1, decoder, &probes[number].fitted_input.input);
        let again = Again::new(Again::REQUESTS, slice::from_ref(&sent));
        let fault = BrokenLine::new(Rule::DecodeAnswer, LineError::at("out", ""), alone[number].to_string());
        let (decoder, mistake) = (Some(decoder.name.clone()), Some(mistake));
        return Err(Breach { fault, decoder, sent, mistake, again }.into());
    }
    let recognised = Mistake::in_verdicts(&decoder.claim, &probes, &alone).into_iter();
    checked.mistakes = recognised
        .map(|(mistake, number)| {
            (mistake, format!("{}: {}", words(&probes[number].fitted_input.input), alone[number]))
        })
        .collect();
    let inputs: Vec<&Input> = probes.iter().map(|probe| &*probe.fitted_input.input).collect();
    let together = interview.ask(decoder, &inputs)?;
    checked.at_once = inputs.len();
    for ((probe, alone), together) in probes.iter().zip(&alone).zip(&together) {
        if alone != together {
            let words = words(&probe.fitted_input.input);
            checked.warnings.push(format!("{words}: answered {alone}, and among others {together}"));
        }
    }
    if let Some((input, bytes)) = long_input(&decoder.claim) {
        let response = interview.ask_long(decoder, &input, bytes)?;
        checked.longest = bytes;
        if !matches!(&response, Response::Observed(observation) if observation.answer == Answer::Accept) {
            let words: String = response.to_string().chars().take(60).collect();
            checked.warnings.push(format!("{bytes} times the letter f are not accepted: {words}"));
        }
    }
    Ok(())
}

/// What is allowed in `response` to `probe` and yet may be a mistake.
fn doubts(decoder: &DecoderInfo, probe: &Probe, response: &Response) -> Vec<String> {
    let words = words(&probe.fitted_input.input);
    let mut doubts = Vec::new();
    if let Response::Skipped(why) = response {
        doubts.push(format!("{words}: declined: {why}"));
    }
    if let Response::Observed(observation) = response
        && observation.at.is_some()
        && decoder.claim.at == OffsetMeaning::None
    {
        doubts.push(format!("{words}: has `at`, which is declared as `none` and ignored"));
    }
    let to_judge = CaseToJudge::new(&probe.case, &decoder.claim);
    let judged = judge_case(&to_judge, slice::from_ref(response));
    let verdict = judged.claim.verdict;
    if verdict.is_bad() {
        doubts.push(format!("{words}: {verdict}: {response}; see illformed show {}", probe.case.id));
    }
    doubts
}
