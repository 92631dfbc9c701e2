//! Decoders that are right but in long inputs, in odd company, or on an object that was used before. Each fails the cases
//! that are derived for that.

use crate::planted::faults::{FAULTS, Seen};
use crate::planted::{asked, never, validator};
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

/// Whether a case is a long input, has odd company, or is a later use.
fn is_unusual(id: &CaseId) -> bool {
    let is_far = |at| at > 130;
    id.vector.as_str() == LONG_ITSELF
        || id.recipe.is_some_and(|one| one.place().is_some_and(is_far) || one.brings_bytes() || one.is_run())
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
    let plan = Plan::selected(Suite::embedded(), is_unusual);
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
