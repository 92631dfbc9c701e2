//! The report.

use crate::record::run_record::RunRecord;
use crate::tell::report::headline::headline;
use crate::tell::report::markdown::findings::{baselines, findings, stabilities};
use crate::tell::report::markdown::incidents::incidents;
use crate::tell::report::markdown::matrix::matrix;
use crate::tell::report::markdown::sums::{notes, sums};
use std::fmt::Write;

/// How many causes, incidents, and entries of baselines, are shown.
const SHOWN: usize = 1_000;

/// `record` as Markdown with the tables of GitHub: whether it is red or green and why, the sums, the matrix by
/// adapter, what decoders get wrong by cause, the incidents that they would repeat, if the run was about those, what
/// baselines say, and the adapters that could not be asked. Of causes, incidents and entries of baselines at most 1,000 are there.
/// What comes from adapters and from vectors is code, whatever it looks like.
pub fn markdown(record: &RunRecord) -> String {
    let mut text = format!("# UTF-8 conformance is {}\n\n{}", headline(record), sums(record));
    for (heading, part) in [
        ("Matrix", if record.decoders.is_empty() { String::new() } else { matrix(record) }),
        ("Findings", findings(record, SHOWN)),
        ("Stability", stabilities(record)),
        ("Incidents", incidents(record, SHOWN)),
        ("Baselines", baselines(record, SHOWN)),
        ("Not asked", notes(record)),
    ] {
        if !part.is_empty() {
            let _ = write!(text, "## {heading}\n\n{part}");
        }
    }
    text
}
