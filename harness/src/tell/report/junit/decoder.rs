//! The suite of a decoder.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::decoder_summary::{DecoderSummary, VectorStanding, VectorSummary};
use crate::tell::report::junit::failure::{in_full, why};
use crate::tell::report::junit::folded;
use crate::tell::report::junit::suite::{SURVEYED, case};
use crate::tell::report::junit::text::{line, lines};
use crate::tell::report::stability::words;
use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};

/// The suite of `decoder`; `folded` if vectors that came to the same are to share a test case.
pub(super) fn suite(record: &RunRecord, decoder: &DecoderRecord, folded: bool) -> TestSuite {
    let mut suite = TestSuite::new(line(&decoder.name()));
    for (name, value) in [
        ("implementation", &decoder.implementation),
        ("version", &decoder.version),
        ("api", &decoder.api),
        ("profile", &decoder.claim.profile),
        ("policy", &decoder.claim.policy),
    ] {
        suite.add_property(Property::new(name, line(value)));
    }
    if let Some(words) = words(decoder) {
        suite.add_property(Property::new("stability", line(&words)));
    }
    if let Some(baseline) = &decoder.baseline {
        suite.add_property(Property::new("baseline", line(&baseline.file)));
    }
    let class = line(&format!("{}.{}", decoder.adapter, decoder.decoder));
    if record.accuses(decoder) {
        let decoder_summary = DecoderSummary::of(record, decoder);
        suite.add_test_cases(vectors(record, decoder, &decoder_summary, &class, folded));
        let entries = decoder_summary.red_deviations().filter(|deviation| deviation.case.is_none());
        suite.add_test_cases(entries.map(|deviation| {
            let name = format!("baseline: {}", deviation.entry);
            let why = format!("{}: {}", deviation.kind.name(), deviation.detail);
            let failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
            case(&class, &name, failure, &why, Some(&lines(&deviation.patch)))
        }));
    } else {
        let unclaimed = "it claims no profile: it is shown and not judged";
        let why = if decoder.claim.is_judged() { SURVEYED } else { unclaimed };
        suite.add_test_case(case(&class, "claim", TestCaseStatus::skipped(), why, None));
    }
    if !decoder.diagnostics.is_empty() {
        suite.set_system_err(lines(&decoder.diagnostics));
    }
    suite
}

/// The vectors in their order, with those of a group that share a test case behind the others of it.
fn vectors(
    record: &RunRecord,
    decoder: &DecoderRecord,
    decoder_summary: &DecoderSummary<'_>,
    class: &str,
    folded: bool,
) -> Vec<TestCase> {
    let group =
        |vector: &VectorSummary<'_>| record.vectors[vector.vector].id.split('/').next().unwrap_or_default();
    let alone = |vector: &&VectorSummary<'_>| {
        !folded
            || (vector.standing >= VectorStanding::Wrong && decoder_summary.finding(vector.vector).is_some())
    };
    let mut cases = Vec::new();
    for of_group in decoder_summary.vectors.chunk_by(|one, next| group(one) == group(next)) {
        let (single, shared): (Vec<_>, Vec<_>) = of_group.iter().partition(alone);
        cases.extend(single.into_iter().map(|vector| one(record, decoder, decoder_summary, class, vector)));
        cases.extend(folded::cases(record, class, group(&of_group[0]), &shared));
    }
    cases
}

/// The test case of one vector.
fn one(
    record: &RunRecord,
    decoder: &DecoderRecord,
    decoder_summary: &DecoderSummary<'_>,
    class: &str,
    vector: &VectorSummary<'_>,
) -> TestCase {
    let id = &record.vectors[vector.vector].id;
    let failing = |kind| {
        let mut status = TestCaseStatus::non_success(kind);
        status.set_type(vector.outcome.map_or("stale", |outcome| outcome.verdict.name()));
        let full = in_full(record, decoder, decoder_summary, vector);
        case(class, id, status, &why(decoder_summary, vector), Some(&full))
    };
    match vector.standing {
        VectorStanding::Right => {
            let mut right = TestCase::new(line(id), TestCaseStatus::success());
            right.set_classname(class);
            right
        }
        VectorStanding::NotJudged | VectorStanding::Known => {
            case(class, id, TestCaseStatus::skipped(), &why(decoder_summary, vector), None)
        }
        VectorStanding::Stale | VectorStanding::Wrong => failing(NonSuccessKind::Failure),
        VectorStanding::Broken => failing(NonSuccessKind::Error),
    }
}
