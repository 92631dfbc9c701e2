//! The suite as flat files: a vector a line, each answer in a column of its own, for programs without any code of ours.

use crate::generate::GeneratedFile;
use illformed_codec::{Event, Policy, Profile, REPLACEMENT, Replacer};
use illformed_judge::claim::OutputKind;
use illformed_judge::expected::{SegmentEvents, segment_events, text};
use illformed_judge::observation::Text;
use illformed_vectors::{Call, Input, Suite, Vector};
use serde::Serialize;
use serde_json::Value;
use std::iter;

/// The columns of the tables, in order; a line of JSON has the same keys. If the input is in chunks, `cuts` follows `input`.
pub const COLUMNS: [&str; 11] = [
    "id",
    "input",
    "well_formed",
    "error_at",
    "error_len",
    "errors",
    "text",
    "replaced",
    "utf16",
    "fffd",
    "flags",
];

/// What a table has for a value that is not there; an empty column is an empty string.
const ABSENT: &str = "-";

/// One vector under one profile, its errors replaced by one policy. Only what has no answer is `None`.
#[derive(Serialize)]
struct FlatRow<'a> {
    id: &'a str,
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cuts: Option<Vec<usize>>,
    well_formed: Option<bool>,
    error_at: Option<usize>,
    error_len: Option<usize>,
    errors: Option<usize>,
    text: Option<String>,
    replaced: Option<String>,
    utf16: Option<String>,
    fffd: Option<usize>,
    flags: &'a [String],
}

/// The flat files of `suite`: `utf8` and `utf8-chunks` for RFC 3629 and maximal subparts, as tables and as lines of JSON, and a
/// table for each other policy and each other profile. The expectations are those of the suite.
///
/// # Examples
///
/// ```
/// let files = illformed_workshop::generate::flat(illformed_vectors::Suite::embedded());
/// let table = files.iter().find(|file| file.path == "policies/per-run.tsv").unwrap();
/// let row = "overlong/nul-two-bytes\tc080\tfalse\t0\t1\t2\t-\tefbfbd\tfffd\t1\t";
/// assert!(table.text.lines().any(|line| line.starts_with(row)));
/// ```
pub fn flat(suite: &Suite) -> Vec<GeneratedFile> {
    let bytes = || suite.vectors().filter(|vector| matches!(vector.input, Input::Bytes(_)));
    let rows = |profile, policy| bytes().map(move |vector| row(vector, profile, policy, None));
    let usual = (Profile::Rfc3629, Policy::MaximalSubpart);
    let chunked = || {
        suite.vectors().filter_map(|vector| {
            let cuts = cuts(&vector.input)?;
            Some(row(vector, usual.0, usual.1, Some(cuts)))
        })
    };
    let policies = Policy::ALL.iter().filter(|policy| **policy != usual.1).map(|policy| {
        let path = format!("policies/{policy}.tsv");
        GeneratedFile { path, text: table(rows(usual.0, *policy)) }
    });
    let profiles = Profile::ALL.iter().filter(|profile| **profile != usual.0).map(|profile| {
        let path = format!("profiles/{profile}.tsv");
        GeneratedFile { path, text: table(rows(*profile, usual.1)) }
    });
    [
        GeneratedFile { path: "utf8.jsonl".to_owned(), text: json_lines(rows(usual.0, usual.1)) },
        GeneratedFile { path: "utf8.tsv".to_owned(), text: table(rows(usual.0, usual.1)) },
        GeneratedFile { path: "utf8-chunks.jsonl".to_owned(), text: json_lines(chunked()) },
        GeneratedFile { path: "utf8-chunks.tsv".to_owned(), text: table(chunked()) },
    ]
    .into_iter()
    .chain(policies)
    .chain(profiles)
    .collect()
}

/// Where the chunks of a script meet that is nothing but chunks and an end. Two equal offsets have an empty chunk between
/// them.
fn cuts(input: &Input) -> Option<Vec<usize>> {
    let Input::Calls(script) = input else { return None };
    let (Call::Finish, chunks) = script.calls().split_last()? else { return None };
    let mut end = 0;
    let mut ends = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let Call::Feed(bytes) = chunk else { return None };
        end += bytes.len();
        ends.push(end);
    }
    // The last chunk ends with the input. Without any chunk there is none, and the script is not one of these.
    ends.pop().map(|_| ends)
}

fn row(vector: &Vector, profile: Profile, policy: Policy, cuts: Option<Vec<usize>>) -> FlatRow<'_> {
    let mut row = FlatRow {
        id: vector.id.as_str(),
        input: const_hex::encode(vector.input.bytes()),
        cuts,
        well_formed: None,
        error_at: None,
        error_len: None,
        errors: None,
        text: None,
        replaced: None,
        utf16: None,
        fffd: None,
        flags: &vector.flags,
    };
    // Where the standard is silent there is no answer at all.
    let segments = segment_events(vector, profile, None).unwrap_or_default();
    let Some(segment) = segments.first() else { return row };
    let mut errors = segment.events.iter().filter(|event| event.error_kind().is_some());
    let first = errors.next();
    let well_formed = first.is_none();
    row.well_formed = Some(well_formed);
    row.error_at = first.map(Event::at);
    // Of other profiles no definition says how long an error is, hence neither how many there are nor what replaces them.
    if !well_formed && !matches!(profile, Profile::Rfc3629 | Profile::Rfc2279) {
        return row;
    }
    row.error_len = first.map(Event::len);
    row.errors = Some(usize::from(!well_formed) + errors.count());
    let codes = replaced(segment, policy);
    row.replaced = utf8(&codes);
    row.text = row.replaced.clone().filter(|_| well_formed);
    row.utf16 = utf16(&codes, profile);
    row.fffd = Some(codes.iter().filter(|code| **code == REPLACEMENT).count());
    row
}

fn replaced(segment: &SegmentEvents, policy: Policy) -> Vec<u32> {
    let mut replacer = Replacer::new(policy);
    let events = segment.events.iter();
    events
        .flat_map(|event| {
            replacer.replace(*event, segment.bytes.get(event.at()..event.end()).unwrap_or_default())
        })
        .collect()
}

/// `codes` as hex of UTF-8, which has no surrogates and no numbers above U+10FFFF.
fn utf8(codes: &[u32]) -> Option<String> {
    let text: Option<String> = codes.iter().map(|code| char::from_u32(*code)).collect();
    text.map(const_hex::encode)
}

/// `codes` as UTF-16, four hex digits a unit.
fn utf16(codes: &[u32], profile: Profile) -> Option<String> {
    match text(codes, profile, OutputKind::Utf16)? {
        Text::Utf16(units) => {
            Some(const_hex::encode(units.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<u8>>()))
        }
        _ => None,
    }
}

fn json_lines<'a>(rows: impl Iterator<Item = FlatRow<'a>>) -> String {
    // Strings, numbers and lists of them are always JSON.
    rows.filter_map(|row| serde_json::to_string(&row).ok()).map(|line| line + "\n").collect()
}

fn table<'a>(rows: impl Iterator<Item = FlatRow<'a>>) -> String {
    let mut rows = rows.peekable();
    let mut columns = COLUMNS.to_vec();
    if rows.peek().is_some_and(|row| row.cuts.is_some()) {
        columns.insert(2, "cuts");
    }
    let lines = rows.map(|row| {
        // Of strings, numbers and lists of them there is always a value.
        let row = serde_json::to_value(row).unwrap_or_default();
        columns.iter().map(|column| field(&row[column])).collect::<Vec<_>>().join("\t")
    });
    iter::once(columns.join("\t")).chain(lines).map(|line| line + "\n").collect()
}

/// A value as it stands in its column. A list is never empty: some languages drop empty columns at the end of a line.
fn field(value: &Value) -> String {
    match value {
        Value::Null => ABSENT.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => ABSENT.to_owned(),
        Value::Array(list) => list.iter().map(field).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
