//! The first look at a JSON file that may be anything: whether it is whole, ours, and of this version.

use serde::Deserialize;

/// What tells the kind and the version of a file before anything else is read.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object with a `kind`")]
struct Heading {
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    schema: Option<u64>,
}

/// Whether `text` is a file of the kind `wanted` in the version `read`; else why it is not read any further.
pub(crate) fn check(text: &str, wanted: &str, read: u32) -> Result<(), String> {
    let heading: Heading = serde_json::from_str(text).map_err(|error| {
        if text.trim().is_empty() {
            "not a file of illformed: it is empty".to_owned()
        } else if error.is_eof() {
            format!("truncated at line {}", error.line())
        } else if text.starts_with('\u{FEFF}') {
            "not a file of illformed: it begins with a byte order mark, which JSON does not allow".to_owned()
        } else {
            format!("not a file of illformed: {error}")
        }
    })?;
    match heading.kind {
        None => Err(format!("not a file of illformed: it has no `kind`, which should be `{wanted}`")),
        Some(kind) if kind != wanted => {
            let kind: String = kind.chars().take(40).collect();
            Err(format!("its kind is `{}`, not `{wanted}`", kind.escape_debug()))
        }
        Some(_) => match heading.schema.unwrap_or_default() {
            schema if schema == u64::from(read) => Ok(()),
            0 => Err(format!("it has no `schema`, which should be {read}")),
            schema => {
                let age = if schema > u64::from(read) { "a newer" } else { "an older" };
                Err(format!("{age} illformed wrote it, in schema {schema}; this one reads schema {read}"))
            }
        },
    }
}
