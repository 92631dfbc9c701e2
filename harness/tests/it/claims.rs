//! Whatever a decoder claims: one that keeps its word has no finding, one that breaks it somewhere has.
//!
//! The decoders here are made of the codec's stream and of nothing that the judge is made of.

mod made;

use illformed::ask::adapter::Adapter;
use illformed::record::run::{RunOptions, run};
use illformed::record::run_record::{Recorder, RunFacts, RunRecord};
use illformed_codec::{Policy, Profile};
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::claim::{
    Bom, Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport,
};
use illformed_vectors::Suite;
use made::{Fault, Made};
use std::cell::Cell;

/// Every claim there is, but for limits on bytes.
fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    let profiles: Vec<Option<Profile>> = Profile::ALL.iter().copied().map(Some).chain([None]).collect();
    let scripts = [ScriptSupport::None, ScriptSupport::Feed, ScriptSupport::Finish, ScriptSupport::Reset];
    let outs = [OutputKind::Utf32, OutputKind::Utf16, OutputKind::Utf8, OutputKind::Count, OutputKind::None];
    let refusals = [vec![], vec![Refusal::Noncharacters], vec![Refusal::Nul, Refusal::Xml]];
    let policies: Vec<Option<Policy>> = Policy::ALL.iter().copied().map(Some).chain([None]).collect();
    for profile in profiles {
        for script in scripts {
            for out in outs {
                for bom in [Bom::Keep, Bom::Strip] {
                    for refuses in &refusals {
                        let strict = Claim {
                            profile,
                            script,
                            out,
                            bom,
                            refuses: refuses.clone(),
                            ..Claim::strict(Profile::Rfc3629)
                        };
                        for at in [OffsetMeaning::ValidUpTo, OffsetMeaning::Offending, OffsetMeaning::None] {
                            let kind = if out == OutputKind::None { Kind::Validate } else { Kind::Strict };
                            claims.push(Claim { kind, at, ..strict.clone() });
                        }
                        let kind = match out {
                            OutputKind::None => continue,
                            OutputKind::Count => Kind::Count,
                            _ => Kind::Lossy,
                        };
                        for policy in policies.iter().filter(|policy| **policy != Some(Policy::Fatal)) {
                            claims.push(Claim {
                                kind,
                                policy: *policy,
                                at: OffsetMeaning::None,
                                ..strict.clone()
                            });
                        }
                    }
                }
            }
        }
    }
    claims
}

/// Selects every so manieth case from that one on.
fn every(stride: usize, first: usize) -> impl Fn(&CaseId) -> bool {
    let number = Cell::new(stride - first);
    move |_| number.replace(number.get() + 1).is_multiple_of(stride)
}

fn record(made: Vec<Made>, select: impl Fn(&CaseId) -> bool) -> RunRecord {
    let adapters: Vec<Box<dyn Adapter>> =
        made.into_iter().map(|made| -> Box<dyn Adapter> { Box::new(made) }).collect();
    let plan = Plan::selected(Suite::embedded(), select);
    let mut recorder = Recorder::new(&plan, RunFacts::default());
    run(&plan, &adapters, &RunOptions::default(), &mut |event| recorder.take(&event));
    recorder.finish(0).0
}

fn made(claim: Claim, fault: Fault, talks: bool) -> Made {
    let info = DecoderInfo {
        name: "d".to_owned(),
        implementation: "made".to_owned(),
        version: "1".to_owned(),
        api: format!("{claim:?}"),
        claim,
    };
    Made { info, fault, talks }
}

/// Asks decoders of all claims, a fifth of them at a time, every so manieth case, and each fifth other cases.
fn no_finding_whatever_is_claimed(stride: usize) {
    let claims = claims();
    assert!(claims.len() > 5000, "{}", claims.len());
    for (offset, chunk) in claims.chunks(claims.len().div_ceil(5)).enumerate() {
        let all: Vec<Made> = chunk
            .iter()
            .enumerate()
            .map(|(number, claim)| made(claim.clone(), Fault::None, number % 2 == 0))
            .collect();
        let record = record(all, every(stride, offset * stride / 5));
        for decoder in &record.decoders {
            if let Some(finding) = decoder.by_claim.findings.first() {
                panic!("{}\n{}: {finding:#?}", decoder.api, record.case_id(finding.case));
            }
        }
    }
}

#[test]
fn a_decoder_that_keeps_its_word_has_no_finding_whatever_it_claims() {
    no_finding_whatever_is_claimed(1201);
}

#[test]
#[ignore = "takes a minute: make test-long, in .ci/nightly"]
fn a_decoder_that_keeps_its_word_has_no_finding_in_more_cases() {
    no_finding_whatever_is_claimed(241);
}

#[test]
fn a_decoder_that_breaks_its_word_has_findings_of_that_kind() {
    findings_of_a_broken_word(3);
}

#[test]
#[ignore = "takes a minute: make test-long, in .ci/nightly"]
fn a_decoder_that_breaks_its_word_has_findings_in_the_whole_suite() {
    findings_of_a_broken_word(1);
}

/// Asks every so manieth case a decoder without and one with a fault.
fn findings_of_a_broken_word(stride: usize) {
    let strict = || Claim { script: ScriptSupport::Reset, ..Claim::strict(Profile::Rfc3629) };
    let silent =
        || Claim { at: OffsetMeaning::None, out: OutputKind::None, kind: Kind::Validate, ..strict() };
    let lossy = |policy| Claim { script: ScriptSupport::Reset, ..Claim::lossy(policy) };
    let undocumented = || Claim { policy: None, ..lossy(Policy::PerRun) };
    let count = || Claim { kind: Kind::Count, out: OutputKind::Count, ..lossy(Policy::Java) };
    let old = || Claim { profile: Some(Profile::Rfc2279), ..strict() };
    let one_shot = |claim: Claim| Claim { script: ScriptSupport::None, ..claim };
    let table = [
        (Fault::OffsetPlusOne, strict(), "wrong-reason", "offset"),
        (Fault::OffsetPlusOne, one_shot(strict()), "wrong-reason", "offset"),
        (Fault::OffsetPlusOne, Claim { at: OffsetMeaning::Offending, ..old() }, "wrong-reason", "offset"),
        (Fault::LengthPlusOne, silent(), "wrong-reason", "length"),
        (Fault::Accepts, strict(), "fail", "accepts-ill-formed"),
        (Fault::Accepts, silent(), "fail", "accepts-ill-formed"),
        (Fault::Accepts, one_shot(silent()), "fail", "accepts-ill-formed"),
        (Fault::Accepts, old(), "fail", "accepts-ill-formed"),
        (Fault::ReportsAtTheEnd, silent(), "late-error", "late"),
        (Fault::TextAtTheEnd, lossy(Policy::Java), "late-error", "late"),
        (Fault::TextAtTheEnd, undocumented(), "late-error", "late"),
        (Fault::TextAtTheEnd, count(), "late-error", "late"),
        (Fault::LosesTheLast, strict(), "fail", "wrong-text"),
        (Fault::LosesTheLast, undocumented(), "fail", "wrong-text"),
        (Fault::LosesTheLast, one_shot(count()), "fail", "wrong-text"),
        (Fault::RefusesA, silent(), "fail", "refuses-well-formed"),
        (Fault::RefusesA, one_shot(old()), "fail", "refuses-well-formed"),
        (Fault::RefusesA, lossy(Policy::Drop), "fail", "wrong-text"),
        (Fault::ReplacesTwice, lossy(Policy::Latin1), "fail", "wrong-text"),
        (Fault::ReplacesTwice, one_shot(count()), "fail", "wrong-text"),
        (Fault::LeaksOverReset, silent(), "fail", "accepts-ill-formed"),
        (Fault::LeaksOverReset, lossy(Policy::Utf8b), "fail", "wrong-text"),
        (Fault::WrongPrefix, strict(), "wrong-reason", "prefix"),
        (Fault::WrongPrefix, one_shot(strict()), "wrong-reason", "prefix"),
    ];
    for (fault, claim, verdict, cause) in table {
        let sound = record(vec![made(claim.clone(), Fault::None, true)], every(stride, 0));
        assert_eq!(sound.footer.tally.bad(), 0, "{claim}");
        let record = record(vec![made(claim.clone(), fault, true)], every(stride, 0));
        let groups = &record.decoders[0].by_claim.groups;
        let seen: Vec<_> =
            groups.iter().map(|group| (group.verdict.name(), group.cause.as_deref())).collect();
        assert!(seen.contains(&(verdict, Some(cause))), "{fault:?} of {claim}: {seen:?}");
    }
}
