//! A record as large as they get.

use crate::reports::{blind, small};
use illformed::record::run_record::{
    CaseRecord, CauseRecord, DecoderRecord, Finding, GroupRecord, OutcomeGroup, Outcomes, RunRecord, Tally,
    VectorRecord,
};
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;

const GROUPS: usize = 25;

/// A record of so many decoders and vectors, each vector with two derived cases. Every fourth decoder has faults, of eleven
/// kinds.
pub(crate) fn synthetic(decoders: usize, vectors: usize) -> RunRecord {
    let mut record = small();
    let (group, like) = (record.suite.groups[0].clone(), record.vectors.clone());
    let group = |number| GroupRecord { name: format!("group-{number:02}"), ..group.clone() };
    record.suite.groups = (0..GROUPS).map(group).collect();
    let vector = |number: usize| VectorRecord {
        id: VectorId::new(format!("group-{:02}/vector-{number}", number * GROUPS / vectors))
            .expect("it is an id"),
        flags: vec![format!("flag-{}", number % 13), format!("flag-{}", number % 31)],
        ..like[number % like.len()].clone()
    };
    record.vectors = (0..vectors).map(vector).collect();
    let of_vector =
        |vector| ["", "bytes", "split=1"].map(|recipe| CaseRecord { vector, recipe: recipe.parse().ok() });
    record.cases = (0..vectors).flat_map(of_vector).collect();
    let (passing, blind) = (record.decoders[0].clone(), blind(&mut record).clone());
    let decoder = |number| decoder([&passing, &blind], number, record.cases.len());
    record.decoders = (0..decoders).map(decoder).collect();
    record.check().expect("it names nothing that is not in it");
    record
}

/// A decoder whose outcomes are like those of one that passes and one that fails.
fn decoder([passing, failing]: [&DecoderRecord; 2], number: usize, cases: usize) -> DecoderRecord {
    let kind = if number.is_multiple_of(4) { 1 + number % 11 } else { 0 };
    let fails = |case: &usize| kind > 0 && (case * 31 + kind * 17) % 29 < kind;
    let bad: Vec<usize> = (0..cases).filter(fails).collect();
    let group = |like: &DecoderRecord, verdict: VerdictKind, cases: &mut dyn Iterator<Item = usize>| {
        let like = like.by_claim.groups.iter().find(|group| group.verdict == verdict).expect("it has one");
        OutcomeGroup { cases: cases.collect(), ..like.clone() }
    };
    let mut good = (0..cases).filter(|case| !fails(case));
    let mut groups = vec![group(passing, VerdictKind::Pass, &mut good)];
    let of_failing = &failing.by_claim;
    let finding = |case: &usize| Finding { case: *case, ..of_failing.findings[0].clone() };
    let findings = bad.iter().take(200).map(finding).collect();
    let tally = Tally { judged: cases, pass: cases - bad.len(), fail: bad.len(), ..Tally::default() };
    let mut causes = Vec::new();
    if let Some(example) = bad.first().copied() {
        let cases = bad.iter().copied().collect();
        causes.push(CauseRecord { cases, example, ..of_failing.causes[0].clone() });
        groups.push(group(failing, VerdictKind::Fail, &mut bad.into_iter()));
    }
    DecoderRecord {
        adapter: format!("adapter-{}", number / 8),
        decoder: format!("decoder-{number}"),
        by_claim: Outcomes { tally, groups, findings, causes, ..Outcomes::default() },
        ..passing.clone()
    }
}
