//! A badge, as the endpoint of shields.io reads it.

use crate::record::{DecoderRecord, RunRecord};
use crate::report::account::{Account, VectorStanding};
use crate::report::standing::Standing;
use serde::Serialize;

/// A badge; the names are those of the endpoint's schema, version 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u8,
    label: &'static str,
    message: String,
    color: &'static str,
}

/// `record` as the JSON of a badge: of one decoder whether it conforms, of several how many do. A decoder conforms if it
/// keeps its claim; with a baseline, if nothing is otherwise than listed there, which `known` tells from a kept claim.
/// Decoders that claim no profile, and those of which nothing could be judged, are not counted.
pub fn shields(record: &RunRecord) -> String {
    let judged: Vec<&DecoderRecord> = record.decoders.iter().filter(|decoder| is_judged(decoder)).collect();
    let red = |decoder: &&&DecoderRecord| red_vectors(record, decoder) > 0;
    let (message, color) = match (record.footer.complete, judged.as_slice()) {
        (false, _) => ("interrupted".to_owned(), "lightgrey"),
        (true, []) => ("nothing judged".to_owned(), "lightgrey"),
        (true, [decoder]) => alone(record, decoder),
        (true, decoders) => {
            let conform = decoders.len() - decoders.iter().filter(red).count();
            let color = match conform {
                0 => "red",
                _ if conform == decoders.len() => "brightgreen",
                _ => "orange",
            };
            (format!("{conform}/{} decoders conform", decoders.len()), color)
        }
    };
    let badge = Badge { schema_version: 1, label: "UTF-8", message, color };
    // A badge has nothing that JSON cannot hold, so this does not fail.
    serde_json::to_string_pretty(&badge).unwrap_or_default() + "\n"
}

fn is_judged(decoder: &DecoderRecord) -> bool {
    let standing = Standing::of(decoder).0;
    decoder.baseline.is_some() || matches!(standing, Standing::Keeps | Standing::Breaks)
}

/// The words for the only decoder of a run.
fn alone(record: &RunRecord, decoder: &DecoderRecord) -> (String, &'static str) {
    let counted = |count, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let known = Account::of(record, decoder).vectors.iter().any(|one| one.standing == VectorStanding::Known);
    match red_vectors(record, decoder) {
        0 if known => ("conforms as known".to_owned(), "yellowgreen"),
        0 => ("conforms".to_owned(), "brightgreen"),
        count if decoder.baseline.is_some() => (counted(count, "regression", "regressions"), "red"),
        count => (counted(count, "vector fails", "vectors fail"), "red"),
    }
}

/// How many vectors, or entries of the baseline as a whole, make the run fail.
fn red_vectors(record: &RunRecord, decoder: &DecoderRecord) -> usize {
    let account = Account::of(record, decoder);
    let entries = account.red_deviations().filter(|deviation| deviation.case.is_none()).count();
    account.vectors.iter().filter(|vector| vector.standing.is_red()).count() + entries
}
