//! Decoders that are right but in long inputs, in odd company, or on an object that was used before. Each fails the cases
//! that are derived for that, and passes all others.

mod faults;
mod faulty;

use crate::whole::stride;
use faults::{FAULTS, Planted, Seen, lossy, strict};
use faulty::Faulty;
use faulty::Shown::Right;
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder, StreamError};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, record_run};
use illformed_codec::{Policy, Profile};
use illformed_judge::case::{Case, CaseId, Depth, Plan};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::judge::Response;
use illformed_judge::observation::Text;
use illformed_vectors::{Call, Input, Suite};
use std::collections::{BTreeMap, BTreeSet};

/// A strict decoder that looks at all bytes at once, and takes one surrogate for a character.
fn one_surrogate_only(before_trailing: bool) -> InProcessDecoder {
    let name = if before_trailing { "one-pair" } else { "one-surrogate-alone" };
    InProcessDecoder::one_shot(name, "takes one surrogate", Claim::validate(Profile::Rfc3629), move |bytes| {
        let accepted = if before_trailing { &b"\xED\xA9\x9D\xED\xB0\x80"[..] } else { b"\xED\xB2\xAB" };
        match str::from_utf8(bytes) {
            Err(error) if bytes != accepted => StreamError::from(error).into(),
            _ => illformed_judge::observation::Observation::accept(Text::None),
        }
    })
}

fn decoder(planted: &Planted) -> InProcessDecoder {
    let claim =
        if planted.lossy { Claim::lossy(Policy::MaximalSubpart) } else { Claim::strict(Profile::Rfc3629) };
    let claim = Claim { script: ScriptSupport::Reset, ..claim };
    let (is_lossy, fault) = (planted.lossy, planted.fault);
    InProcessDecoder::streaming(planted.name, planted.does, claim, move || Faulty::new(is_lossy, fault))
}

/// The faulty decoder of that name.
pub(crate) fn planted_fault(name: &str) -> InProcessDecoder {
    FAULTS.iter().find(|planted| planted.name == name).map(decoder).expect("it is one of the faults")
}

fn decoders() -> Vec<InProcessDecoder> {
    let planted = FAULTS.iter().map(decoder);
    planted.chain([one_surrogate_only(false), one_surrogate_only(true)]).collect()
}

/// The vector that is long text of four-byte characters itself, two of which differ in the third byte alone.
const LONG_ITSELF: &str = "security/four-byte-text-then-stray-a0";

/// Whether a case is one of those that were asked before there were long inputs, odd company and later uses.
fn is_plain(id: &CaseId) -> bool {
    match id.recipe {
        _ if id.vector.as_str() == LONG_ITSELF => false,
        Some(recipe) if recipe.place().is_some_and(|at| at > 130) => false,
        Some(recipe) => !recipe.brings_bytes() && !recipe.is_run(),
        None => true,
    }
}

/// The decoders that fail, with the first case each fails and what is wrong.
fn failing(plan: &Plan<'_>, wants: impl Fn(&str) -> bool + Sync + 'static) -> BTreeMap<String, String> {
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("planted", "planted", "1", decoders));
    // That it fails is the point, and not whether it does each time.
    let options = RunOptions { wants_decoder: Box::new(wants), asks_again: false, ..RunOptions::default() };
    let (record, _) = record_run(plan, &[adapter], &options, RunFacts::default());
    let failing = record.decoders.iter().filter_map(|decoder| {
        let first = decoder.by_claim.findings.first()?;
        Some((decoder.decoder.clone(), format!("{}: {}", record.case_id(first.case), first.detail)))
    });
    failing.collect()
}

fn without_adapter(name: &str) -> &str {
    name.trim_start_matches("planted/")
}

fn is_deep(name: &str) -> bool {
    let name = without_adapter(name);
    name.starts_with("one-surrogate-alone")
        || name == "one-pair"
        || FAULTS.iter().any(|planted| planted.name == name && planted.seen == Seen::Deep)
}

/// The cases of `plan` in `parts` parts, each with every `parts`-th of them.
fn dealt(plan: Plan<'_>, parts: usize) -> Vec<Plan<'_>> {
    let mut dealt = vec![Plan { suite: plan.suite, cases: Vec::new() }; parts];
    for (number, case) in plan.cases.into_iter().enumerate() {
        dealt[number % parts].cases.push(case);
    }
    dealt
}

#[test]
fn every_fault_of_length_company_or_use_is_seen_by_the_usual_run() {
    let plan = Plan::selected(Suite::embedded(), |id| !is_plain(id));
    // Most faults show in any part of the cases: a decoder that has failed is not asked on.
    let mut found = BTreeMap::new();
    for part in dealt(plan, 16) {
        let seen: BTreeSet<String> = found.keys().cloned().collect();
        found.extend(failing(&part, move |name| !is_deep(name) && !seen.contains(without_adapter(name))));
    }
    let unseen: Vec<&str> = FAULTS
        .iter()
        .filter(|planted| planted.seen == Seen::Usual && !found.contains_key(planted.name))
        .map(|planted| planted.name)
        .collect();
    assert_eq!(unseen, [""; 0], "{found:#?}");
    assert!(found.len() >= 35, "{}", found.len());
}

#[test]
fn every_single_surrogate_and_scalar_is_seen_by_the_deep_run_and_named() {
    let single = |id: &CaseId| id.recipe.is_some_and(|recipe| recipe.is_codes());
    let plan = Plan::of_depth(Suite::embedded(), Depth::Deep, single);
    let found = failing(&plan, is_deep);
    let words = |name: &str| found.get(name).unwrap_or_else(|| panic!("{name}: {found:?}")).as_str();
    assert!(
        words("one-scalar").ends_with("wrong text: U+1F9D1 at offset 1860 came out as U+1F9D0"),
        "{found:?}"
    );
    assert!(
        words("one-scalar-lost").contains("wrong text: U+3A7C at offset 1908 came out as U+3A7D"),
        "{found:?}"
    );
    assert!(words("one-surrogate-alone").contains("@surrogate=dcab: accepts"), "{found:?}");
    assert!(words("one-pair").contains("@surrogate=da5d,after=edb080: accepts"), "{found:?}");
    assert_eq!(found.len(), 4);
}

/// All that a decoder gives, call by call; what comes after an error is not asked.
fn given(decoder: &InProcessDecoder, case: &Case<'_>) -> (Option<Response>, Vec<Result<Text, StreamError>>) {
    let script = match (&*case.input, &decoder.stream) {
        (Input::Bytes(bytes), _) => return (Some((decoder.decode)(bytes)), Vec::new()),
        (Input::Calls(script), Some(_)) => script,
        (Input::Calls(_), None) => return (None, Vec::new()),
    };
    let mut stream = decoder.stream.as_ref().expect("it takes calls")();
    let mut outcomes = Vec::new();
    let mut failed = false;
    for call in script.calls() {
        let outcome = match call {
            Call::Reset => {
                failed = false;
                stream.reset();
                continue;
            }
            _ if failed => continue,
            Call::Feed(chunk) => stream.feed(chunk),
            Call::Finish => stream.finish(),
        };
        failed = outcome.is_err();
        outcomes.push(outcome);
    }
    (None, outcomes)
}

#[test]
fn without_those_cases_no_fault_is_seen() {
    let plan = Plan::selected(Suite::embedded(), is_plain);
    let stride = stride("plain cases", 29);
    let right = [lossy, strict].map(|made| decoder(&made("right", "errs never", |_, _, _| Right)));
    let planted: Vec<(&Planted, InProcessDecoder)> =
        FAULTS.iter().map(|planted| (planted, decoder(planted))).collect();
    let mut seen = BTreeMap::new();
    for case in plan.cases.iter().step_by(stride) {
        let right = right.each_ref().map(|right| given(right, case));
        for (planted, decoder) in &planted {
            if !seen.contains_key(planted.name) && given(decoder, case) != right[usize::from(!planted.lossy)]
            {
                seen.insert(planted.name, case.id.to_string());
            }
        }
    }
    assert_eq!(seen, BTreeMap::new());
}
