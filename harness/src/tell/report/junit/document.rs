//! The document: a suite for each decoder, and for each adapter that could not be asked.

use crate::record::date::moment;
use crate::record::run_record::RunRecord;
use crate::tell::report::junit::{decoder, suite};
use quick_junit::Report;
use std::time::Duration;

/// How many pairs of a decoder and a vector a report names one by one. A server shows some ten thousand tests;
/// all shipped decoders on all vectors would be millions.
const NAMED_ONE_BY_ONE: usize = 20_000;

/// `record` as JUnit XML in UTF-8.
///
/// A decoder is a test suite, a vector a test case; what is derived from a vector is part of it. What counts is the
/// decoder's claim, and where it has a baseline what is not as listed there:
///
/// | in the run | in the report |
/// |---|---|
/// | all that was judged of a vector is right | passed |
/// | it fails as its baseline lists | skipped, `known: ...` |
/// | it fails, or is listed and passes, where stale entries count | failure |
/// | the adapter crashed, hung or broke the protocol | error |
/// | nothing of it could be judged | skipped, with the reason |
/// | the decoder has no baseline, and claims no profile or is only surveyed | one case, skipped |
/// | the adapter is absent | a suite with one case, skipped |
/// | the adapter is broken, or the run was interrupted | a suite with one case, an error |
///
/// In a run with more than 20,000 pairs of a decoder and a vector, the vectors of a group that came to the same share a
/// test case that counts them. Of those that fail, the ones whose details the record has keep a case of their own.
pub fn junit(record: &RunRecord) -> String {
    let folded = record.decoders.len().saturating_mul(record.vectors.len()) > NAMED_ONE_BY_ONE;
    let mut report = Report::new("illformed");
    report.set_time(Duration::from_millis(record.took_ms));
    if let Some(began_at) = moment(record.began_at) {
        report.set_timestamp(began_at);
    }
    report.add_test_suites(suite::of_run(record));
    report.add_test_suites(record.decoders.iter().map(|one| decoder::suite(record, one, folded)));
    report.add_test_suites(record.kinds.iter().map(|peer| suite::of_peer(record, peer)));
    report.add_test_suites(record.absent.iter().map(suite::of_absent));
    report.add_test_suites(record.broken.iter().map(suite::of_broken));
    // Writing to memory does not fail.
    report.to_string().unwrap_or_default()
}
