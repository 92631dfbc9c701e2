//! The policy that a decoder follows is named by what it puts out, and what it claims plays no part.

use crate::planted::in_process;
use crate::whole::is_whole;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{DecoderRecord, RunFacts, RunRecord, record_run};
use illformed::tell::report::{Style, TerminalOptions, terminal};
use illformed_codec::Policy;
use illformed_judge::case::{CaseId, Plan};
use illformed_vectors::Suite;

fn record(adapters: &[&str], select: impl Fn(&CaseId) -> bool) -> RunRecord {
    let adapters: Vec<_> =
        in_process().into_iter().filter(|adapter| adapters.contains(&adapter.name())).collect();
    let plan = Plan::selected(Suite::embedded(), select);
    record_run(&plan, &adapters, &RunOptions::default(), RunFacts::default()).0
}

/// The policies that the decoder was seen to follow, and how many texts contradict them.
fn seen(decoder: &DecoderRecord) -> Option<(Vec<&str>, usize)> {
    let seen = decoder.replacement.as_ref()?;
    Some((seen.policies.iter().map(String::as_str).collect(), seen.contradicted))
}

#[test]
fn the_suite_tells_every_policy_from_every_other() {
    // No derived case contradicts the policy either.
    let record = record(&["codec"], |id| is_whole() || id.recipe.is_none());
    let mut lossy = 0;
    for decoder in &record.decoders {
        let expected =
            (decoder.claim.policy_name() != "fatal").then(|| (vec![decoder.claim.policy_name()], 0));
        assert_eq!(seen(decoder), expected, "{}", decoder.name());
        lossy += usize::from(expected.is_some());
    }
    assert_eq!(lossy, 2 * (Policy::ALL.len() - 1), "one-shot and streaming");
}

#[test]
fn what_a_few_texts_cannot_tell_apart_is_named_together() {
    let record = record(&["std"], |id| id.to_string() == "overlong/nul-two-bytes");
    let lossy = record.decoders.iter().find(|decoder| decoder.decoder == "from-utf8-lossy").unwrap();
    assert_eq!(seen(lossy), Some((vec!["maximal-subpart", "per-byte", "java"], 0)));
    assert_eq!(lossy.replacement.as_ref().unwrap().compared, 1);
}

#[test]
fn nothing_is_said_where_nothing_was_replaced() {
    let record = record(&["std", "codec"], |id| id.to_string().starts_with("noncharacter/"));
    assert!(record.decoders.iter().all(|decoder| decoder.replacement.is_none()));
    let text = terminal(&record, TerminalOptions { style: Style::Plain, findings: 0, matrix: true });
    assert!(!text.contains("How errors are replaced"), "{text}");
}

#[test]
fn a_decoder_whose_texts_contradict_every_policy_follows_none() {
    let record = record(&["bstr"], |id| id.recipe.is_none());
    let text = terminal(&record, TerminalOptions { style: Style::Plain, findings: 0, matrix: true });
    assert!(text.contains("\n  maximal-subpart\n    bstr: to-str-lossy "), "{text}");
    // It ends silently at the first ill-formed byte, which looks like dropping where that byte is near the end.
    let (_, none) = text.split_once("\n  none that is known, in ").expect("it follows no policy");
    assert_eq!(none.lines().nth(1), Some("    bstr: sentences"), "{text}");
}
