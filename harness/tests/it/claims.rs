//! Whatever a decoder claims: one that keeps its word has no finding, one that breaks it somewhere has.

use crate::planted::{Fault, Made, asked};
use crate::whole::{is_whole, stride};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed_codec::{Policy, Profile};
use illformed_judge::case::Plan;
use illformed_judge::claim::{Bom, Claim, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use illformed_vectors::Suite;
use std::sync::LazyLock;

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
                            kind: Kind::Strict { out },
                            profile,
                            script,
                            bom,
                            refuses: refuses.clone(),
                            ..Claim::strict(Profile::Rfc3629)
                        };
                        for at in [OffsetMeaning::ValidUpTo, OffsetMeaning::Offending, OffsetMeaning::None] {
                            claims.push(Claim { at, ..strict.clone() });
                        }
                        if out == OutputKind::None {
                            continue;
                        }
                        for policy in policies.iter().filter(|policy| **policy != Some(Policy::Fatal)) {
                            claims.push(Claim {
                                kind: Kind::Count { policy: *policy }.returning(out),
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

/// Every `stride`-th case of the suite, from the case `first` on.
fn plan(stride: usize, first: usize) -> Plan<'static> {
    static ALL: LazyLock<Plan<'static>> = LazyLock::new(|| Plan::everything(Suite::embedded()));
    let cases = ALL.cases.iter().skip(first).step_by(stride);
    Plan { suite: ALL.suite, cases: cases.cloned().collect() }
}

fn record(made: Vec<(Claim, Fault, bool)>, plan: &Plan<'_>) -> RunRecord {
    let decoders = move || {
        let made = made.iter().enumerate();
        let decoder = |(number, (claim, fault, talks)): (usize, &(Claim, Fault, bool))| {
            Made::new(claim.clone(), *fault, *talks).decoder(&format!("d{number}"))
        };
        made.map(decoder).collect()
    };
    let options = RunOptions { asks_again: false, ..RunOptions::default() };
    asked(plan, decoders, &options)
}

#[test]
fn a_decoder_that_keeps_its_word_has_no_finding_whatever_it_claims() {
    // 7 divides none of the numbers of words in a claim, so each word stands beside each other one.
    let (of_claims, of_cases) = (stride("claims", 7), if is_whole() { 241 } else { 1201 });
    let claims = claims();
    assert!(claims.len() > 5000, "{}", claims.len());
    let claims: Vec<Claim> = claims.into_iter().step_by(of_claims).collect();
    // Each fifth of them is asked other cases.
    for (offset, chunk) in claims.chunks(claims.len().div_ceil(5)).enumerate() {
        let numbered = chunk.iter().enumerate();
        let all = numbered.map(|(number, claim)| (claim.clone(), Fault::None, number % 2 == 0)).collect();
        let record = record(all, &plan(of_cases, offset * of_cases / 5));
        for decoder in &record.decoders {
            if let Some(finding) = decoder.by_claim.findings.first() {
                panic!("{}\n{}: {finding:#?}", decoder.api, record.case_id(finding.case));
            }
        }
    }
}

/// A fault, the claim that it breaks, and the verdict and the cause that a decoder with it gets.
type Row = (Fault, Claim, &'static str, &'static str);

#[test]
fn a_decoder_that_breaks_its_word_has_findings_of_that_kind() {
    let strict = || Claim { script: ScriptSupport::Reset, ..Claim::strict(Profile::Rfc3629) };
    let silent =
        || Claim { at: OffsetMeaning::None, kind: Kind::Strict { out: OutputKind::None }, ..strict() };
    let undocumented = || Claim { script: ScriptSupport::Reset, ..Claim::lossy(None) };
    let lossy = |policy: Policy| Claim { script: ScriptSupport::Reset, ..Claim::lossy(policy) };
    let count = || Claim { kind: Kind::Count { policy: Some(Policy::Java) }, ..lossy(Policy::Java) };
    let old = || Claim { profile: Some(Profile::Rfc2279), ..strict() };
    let one_shot = |claim: Claim| Claim { script: ScriptSupport::None, ..claim };
    let table: [Row; 24] = [
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
    let stride = stride("cases", 17);
    let of = |rows: &[&Row], faulty: bool, first: usize| {
        let made =
            |(fault, claim, ..): &&Row| (claim.clone(), if faulty { *fault } else { Fault::None }, true);
        record(rows.iter().map(made).collect(), &plan(stride, first)).decoders
    };
    let mut unseen: Vec<&Row> = table.iter().collect();
    for (sound, (_, claim, ..)) in of(&unseen, false, 0).iter().zip(&table) {
        assert_eq!(sound.by_claim.tally.bad(), 0, "{claim}");
    }
    // Some faults show in few cases: only those that are not seen yet are asked the others.
    for first in 0..stride {
        let decoders = of(&unseen, true, first);
        let shows = |decoder: &DecoderRecord, (.., verdict, cause): &Row| {
            let mut groups = decoder.by_claim.groups.iter();
            groups.any(|group| group.verdict.name() == *verdict && group.cause.as_deref() == Some(*cause))
        };
        let rows = decoders.iter().zip(unseen);
        unseen = rows.filter(|(decoder, row)| !shows(decoder, row)).map(|(_, row)| row).collect();
        if unseen.is_empty() {
            return;
        }
    }
    let unseen: Vec<String> = unseen.iter().map(|row| format!("{:?} of {}", row.0, row.1)).collect();
    panic!("not seen: {unseen:?}");
}
