//! A record as large as they get.

use crate::reports::small;
use illformed::record::run_record::{
    CaseRecord, CauseRecord, DecoderRecord, Finding, GroupRecord, OutcomeGroup, Outcomes, Ranges, RunRecord,
    Tally, VectorRecord,
};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;

const GROUPS: usize = 25;

/// A record of so many decoders and vectors, each vector with two derived cases. Every fourth decoder has faults, of eleven
/// kinds.
pub(crate) fn synthetic(decoders: usize, vectors: usize) -> RunRecord {
    let mut record = small();
    record.suite.groups = (0..GROUPS)
        .map(|group| GroupRecord {
            name: format!("group-{group:02}"),
            about:
                "Vectors that nobody wrote, each with something to say that is as long as such things are."
                    .to_owned(),
            complete: false,
        })
        .collect();
    record.vectors = (0..vectors).map(|number| vector(number, vectors)).collect();
    let recipes = ["", "bytes", "split=1"];
    record.cases = (0..vectors)
        .flat_map(|vector| recipes.map(|recipe| CaseRecord { vector, recipe: recipe.to_owned() }))
        .collect();
    let like = record.decoders[0].clone();
    record.decoders = (0..decoders).map(|number| decoder(&like, number, record.cases.len())).collect();
    record.check().expect("it names nothing that is not in it");
    record
}

fn vector(number: usize, vectors: usize) -> VectorRecord {
    VectorRecord {
        id: format!("group-{:02}/vector-{number}", number * GROUPS / vectors),
        input: format!("{:06x}c080{:04x}", number * 7919 % 0xff_ffff, number % 0xffff)
            .parse()
            .expect("it is hex"),
        comment: format!("something that is the matter with number {number}, in a line or so"),
        flags: vec![format!("flag-{}", number % 13), format!("flag-{}", number % 31)],
        refs: vec!["RFC 3629 s3".to_owned(), format!("Unicode D{}", number % 97)],
    }
}

fn decoder(like: &DecoderRecord, number: usize, cases: usize) -> DecoderRecord {
    let kind = if number.is_multiple_of(4) { 1 + number % 11 } else { 0 };
    let fails = |case: &usize| kind > 0 && (case * 31 + kind * 17) % 29 < kind;
    let bad: Vec<usize> = (0..cases).filter(fails).collect();
    let good = (0..cases).filter(|case| !fails(case));
    let group = |verdict: VerdictKind, cause: Option<&str>, cases: Ranges| OutcomeGroup {
        verdict,
        cause: cause.map(str::to_owned),
        checked: ["answer", "at", "out"].map(str::to_owned).to_vec(),
        cases,
    };
    let finding = |case: &usize| Finding {
        case: *case,
        verdict: VerdictKind::Fail,
        detail: "accepts ill-formed bytes".to_owned(),
        expected: format!("reject@{}+1", case % 7),
        observed: format!("accept {:08x}", case * 7919),
        around: None,
        window: Ranges::default(),
    };
    let findings = bad.iter().take(200).map(finding).collect();
    let tally = Tally { judged: cases, pass: cases - bad.len(), fail: bad.len(), ..Tally::default() };
    let mut groups = vec![group(VerdictKind::Pass, None, good.collect())];
    let mut causes = Vec::new();
    if let Some(example) = bad.first().copied() {
        causes.push(CauseRecord {
            id: Cause::AcceptsOverlong2,
            severity: Cause::AcceptsOverlong2.severity(),
            cases: bad.iter().copied().collect(),
            example,
            expected: String::new(),
            observed: String::new(),
            errors: Vec::new(),
            classes: Vec::new(),
            relation: None,
        });
        groups.push(group(VerdictKind::Fail, Some("accepts-ill-formed"), bad.into_iter().collect()));
    }
    DecoderRecord {
        adapter: format!("adapter-{}", number / 8),
        decoder: format!("decoder-{number}"),
        by_claim: Outcomes { tally, groups, findings, causes, ..Outcomes::default() },
        ..like.clone()
    }
}
