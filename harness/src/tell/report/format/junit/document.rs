//! The document: a suite for each decoder, and for each adapter that could not be asked.

use crate::record::date::moment;
use crate::record::run_record::{AdapterNote, DecoderRecord, ExitReason, RunRecord};
use crate::tell::report::format::junit::cases::{case_because, line, lines, of_causes, of_groups};
use crate::tell::report::reproduce::instability;
use quick_junit::{NonSuccessKind, Property, Report, TestCaseStatus, TestSuite};
use std::time::Duration;

/// `record` as JUnit XML in UTF-8.
///
/// A decoder is a test suite. Each cause for which it fails is a test case, and each group of vectors. What counts is the
/// decoder's claim, and where it has a baseline what is not as listed there:
///
/// | in the run | in the report |
/// |---|---|
/// | it fails for a cause | a failure with the name of the cause, an example and the vectors |
/// | the adapter crashed, hung or broke the protocol | an error, likewise |
/// | all that was judged of a group is right | the group, passed |
/// | something of a group fails | the group, skipped, `fails: CAUSE` |
/// | it fails as its baseline lists | the group, skipped, `known: CAUSE` |
/// | it fails less severely than `--fail-on` | the group, skipped, `below --fail-on: CAUSE` |
/// | nothing of a group could be judged | the group, skipped, with the reason |
/// | a cause of its baseline passes or was not judged, where stale entries count | a failure for the entry |
/// | the decoder has no baseline, and claims no profile or is only surveyed | one case, skipped |
/// | the adapter is absent | a suite with one case, skipped |
/// | the adapter is broken, the run was interrupted, or the decoder of a baseline was not asked | a suite with one case, an error |
#[expect(clippy::missing_panics_doc, reason = "writing to memory does not fail")]
pub fn junit(record: &RunRecord) -> String {
    let mut report = Report::new("illformed");
    report.set_time(Duration::from_millis(record.took_ms));
    if let Some(began_at) = moment(record.began_at) {
        report.set_timestamp(began_at);
    }
    report.add_test_suites(of_run(record));
    report.add_test_suites(record.decoders.iter().map(|one| of_decoder(record, one)));
    let absent = record.absent.iter().map(|note| of_adapter(note, TestCaseStatus::skipped(), "absent"));
    report.add_test_suites(absent);
    report.add_test_suites(record.broken.iter().map(|note| of_adapter(note, error(), "broken")));
    report.to_string().expect("writing to memory does not fail")
}

/// A test suite with these properties.
fn suite(name: &str, properties: &[(&str, &str)]) -> TestSuite {
    let mut suite = TestSuite::new(line(name));
    suite.add_properties(properties.iter().map(|(name, value)| Property::new(*name, line(value))));
    suite
}

/// What is wrong with the run as a whole; `None` if nothing is.
fn of_run(record: &RunRecord) -> Option<TestSuite> {
    let nothing_judged = record.footer.exit_codes.contains(&ExitReason::NothingJudged.code());
    let missed = record.missed_baselines.join("; ");
    let mut suite = suite("illformed", &[]);
    for (applies, name, why) in [
        (!missed.is_empty(), "baselines", missed.as_str()),
        (!record.footer.complete, "complete", "interrupted: not everything was asked"),
        (nothing_judged, "judged", "nothing was judged: no decoder answered any case"),
    ] {
        if applies {
            suite.add_test_case(case_because("illformed", name, error(), why));
        }
    }
    (!suite.test_cases.is_empty()).then_some(suite)
}

fn error() -> TestCaseStatus {
    TestCaseStatus::non_success(NonSuccessKind::Error)
}

fn of_decoder(record: &RunRecord, decoder: &DecoderRecord) -> TestSuite {
    let stability = instability(decoder);
    let mut properties = vec![
        ("implementation", decoder.implementation.as_str()),
        ("version", &decoder.version),
        ("api", &decoder.api),
        ("profile", &decoder.claim.profile),
        ("policy", &decoder.claim.policy),
    ];
    properties.extend(stability.as_deref().map(|words| ("stability", words)));
    properties.extend(decoder.baseline.as_ref().map(|baseline| ("baseline", baseline.file.as_str())));
    let mut suite = suite(&decoder.name(), &properties);
    let class = line(&format!("{}.{}", decoder.adapter, decoder.decoder));
    if record.can_be_failed_by(decoder) {
        suite.add_test_cases(of_causes(record, decoder, &class));
        suite.add_test_cases(of_groups(record, decoder, &class));
        if let Some(baseline) = &decoder.baseline {
            let entries =
                baseline.deviations.iter().filter(|one| baseline.counts(one) && one.kind.is_stale());
            suite.add_test_cases(entries.map(|entry| {
                let name = format!("baseline: {}", entry.subject);
                let why = format!("{}: {}", entry.kind.name(), entry.detail);
                let failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
                case_because(&class, &name, failure, &why)
            }));
        }
    } else {
        let why = if decoder.claim.is_judged() {
            "surveyed: its failures do not fail the run"
        } else {
            "claims no profile: shown but not judged"
        };
        suite.add_test_case(case_because(&class, "claim", TestCaseStatus::skipped(), why));
    }
    if !decoder.diagnostics.is_empty() {
        suite.set_system_err(lines(&decoder.diagnostics));
    }
    suite
}

/// An adapter that was not asked.
fn of_adapter(AdapterNote { adapter, why }: &AdapterNote, status: TestCaseStatus, word: &str) -> TestSuite {
    let mut suite = suite(adapter, &[]);
    suite.add_test_case(case_because(adapter, "adapter", status, &format!("{word}: {why}")));
    suite
}
