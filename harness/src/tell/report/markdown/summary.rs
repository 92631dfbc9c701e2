//! The summary of a step.

use crate::record::run_record::RunRecord;
use crate::tell::report::headline::headline;
use crate::tell::report::markdown::findings::{baselines, findings, stabilities};
use crate::tell::report::markdown::incidents::incidents;
use crate::tell::report::markdown::sums::{notes, sums};

/// How many causes, incidents, and entries of baselines, are shown.
const SHOWN: usize = 50;

/// How many bytes a summary has at most: GitHub takes 1 MiB from all of a step.
const LONGEST: usize = 1_000_000;

/// `record` as Markdown for the summary of a step: whether it is red or green and why, the sums, the causes
/// for which decoders fail, the incidents that they would repeat, what baselines say, and the adapters that could not be
/// asked; at most 50 of each, and below 1,000,000 bytes.
pub fn summary(record: &RunRecord) -> String {
    let parts = [
        findings(record, SHOWN),
        stabilities(record),
        incidents(record, SHOWN),
        baselines(record, SHOWN),
        notes(record),
    ];
    let mut text = format!("## UTF-8 conformance is {}\n\n{}", headline(record), sums(record));
    for part in parts {
        // What would not fit is left out as a whole, so that no mark stays open.
        if text.len() + part.len() < LONGEST {
            text.push_str(&part);
        } else {
            text.push_str("A part is left out here, since it is too long; the report has all.\n\n");
        }
    }
    text
}
