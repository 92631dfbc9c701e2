//! How a decoder was seen to replace errors stands in the record and is printed. That it is seen by the texts alone is for the
//! tests of illformed-judge.

use crate::planted::in_process;
use crate::whole::is_whole;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed::tell::report::{Style, TerminalOptions, terminal};
use illformed_judge::case::{CaseId, Plan};
use illformed_vectors::Suite;

/// The record of that adapter on those cases, and what is printed of it.
fn asked(name: &str, select: impl Fn(&CaseId) -> bool) -> (RunRecord, String) {
    let adapters: Vec<_> = in_process().into_iter().filter(|adapter| adapter.name() == name).collect();
    let plan = Plan::selected(Suite::embedded(), select);
    let (record, _) = record_run(&plan, &adapters, &RunOptions::default(), RunFacts::default());
    let text = terminal(&record, TerminalOptions { style: Style::Plain, findings: 0, matrix: true });
    (record, text)
}

#[test]
fn a_decoder_is_listed_under_the_policies_that_it_may_follow_and_under_none_if_its_texts_contradict_each() {
    let (record, text) = asked("bstr", |id| id.recipe.is_none());
    assert!(text.contains("\n  maximal-subpart: bstr/to-str-lossy,"), "{text}");
    // It ends silently at the first ill-formed byte, which looks like dropping where that byte is near the end.
    let (_, none) = text.split_once("\n  none that is known, in ").expect("it follows no policy");
    assert!(none.lines().next().is_some_and(|line| line.ends_with(": bstr/sentences")), "{text}");
    let lossy = record.decoders.iter().find(|decoder| decoder.decoder == "to-str-lossy").unwrap();
    let seen = lossy.replacement.as_ref().unwrap();
    assert_eq!((seen.policies.as_slice(), seen.contradicted), (&["maximal-subpart".to_owned()][..], 0));

    let (record, text) = asked("std", |id| id.to_string().starts_with("noncharacter/"));
    assert!(record.decoders.iter().all(|decoder| decoder.replacement.is_none()));
    assert!(!text.contains("How errors are replaced"), "nothing was replaced: {text}");
}

/// No derived case contradicts the policy of a decoder of ours either.
#[test]
fn every_decoder_of_ours_is_seen_to_follow_the_policy_that_it_claims() {
    let (record, _) = asked("codec", |id| is_whole() || id.recipe.is_none());
    for decoder in &record.decoders {
        let seen = decoder.replacement.as_ref().map(|seen| (seen.policies.as_slice(), seen.contradicted));
        let policy = [decoder.claim.policy_name().to_owned()];
        assert_eq!(seen, (policy != ["fatal"]).then_some((&policy[..], 0)), "{}", decoder.name());
    }
}
