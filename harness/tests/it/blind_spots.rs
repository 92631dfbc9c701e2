//! Decoders that are right but in long inputs, in odd company, or on an object that was used before. Each fails the cases
//! that are derived for that, and passes all others.

use crate::planted::faults::{FAULTS, Seen, Shown::Nothing, lossy, strict};
use crate::planted::{asked, never, response, validator};
use crate::whole::stride;
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::record::run::RunOptions;
use illformed_judge::case::{CaseId, Depth, Plan};
use illformed_vectors::Suite;
use std::collections::{BTreeMap, BTreeSet};

/// All faulty decoders, and two that take one surrogate or pair for a character in an input that has nothing else.
fn decoders() -> Vec<InProcessDecoder> {
    let surrogates =
        [("one-pair", &b"\xED\xA9\x9D\xED\xB0\x80"[..]), ("one-surrogate-alone", b"\xED\xB2\xAB")];
    let taking = surrogates.map(|(name, taken)| validator(name, move |bytes| bytes == taken, never));
    FAULTS.iter().map(|spot| spot.decoder()).chain(taking).collect()
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
    // That it fails is the point, and not whether it does each time.
    let options = RunOptions { wants_decoder: Box::new(wants), asks_again: false, ..RunOptions::default() };
    let record = asked(plan, decoders, &options);
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
fn dealt<'suite>(plan: &Plan<'suite>, parts: usize) -> Vec<Plan<'suite>> {
    let part = |first| plan.cases.iter().skip(first).step_by(parts).cloned().collect();
    (0..parts).map(|first| Plan { suite: plan.suite, cases: part(first) }).collect()
}

#[test]
fn every_fault_of_length_company_or_use_is_seen_by_the_usual_run() {
    let plan = Plan::selected(Suite::embedded(), |id| !is_plain(id));
    // Most faults show in any part of the cases: a decoder that has failed is not asked on.
    let mut found = BTreeMap::new();
    for part in dealt(&plan, 16) {
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

#[test]
fn without_those_cases_no_fault_is_seen() {
    let plan = Plan::selected(Suite::embedded(), is_plain);
    let stride = stride("plain cases", 29);
    let right = [lossy, strict].map(|spot| spot("right", Nothing, |_, _, _| false).decoder());
    let planted: Vec<_> = FAULTS.iter().map(|spot| (spot, spot.decoder())).collect();
    let mut seen = BTreeMap::new();
    for case in plan.cases.iter().step_by(stride) {
        let right = right.each_ref().map(|right| response(right, case.input()));
        for (spot, decoder) in &planted {
            let is_seen = || response(decoder, case.input()) != right[usize::from(!spot.lossy)];
            if !seen.contains_key(spot.name) && is_seen() {
                seen.insert(spot.name, case.id.to_string());
            }
        }
    }
    assert_eq!(seen, BTreeMap::new());
}
