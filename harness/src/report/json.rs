//! The record itself.

use crate::record::RunRecord;

/// `record` as JSON, indented, with a line break at the end.
pub fn json(record: &RunRecord) -> String {
    // A record has string keys and no number that JSON cannot hold, so this does not fail.
    serde_json::to_string_pretty(record).unwrap_or_default() + "\n"
}
