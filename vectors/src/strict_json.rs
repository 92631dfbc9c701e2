//! Reading a file of JSON strictly, with the place of what is wrong.

use crate::error::LoadError;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

/// What `text` of the file `name` says; nothing may follow it. An error has the line, from 1, and the JSON pointer (RFC
/// 6901).
///
/// ```
/// use illformed_vectors::strict_json;
///
/// let error = strict_json::parse::<Vec<u8>>("bytes.json", "[1,\n 2,\n \"3\"]").unwrap_err();
/// assert!(error.to_string().starts_with("bytes.json:3 /2: "), "{error}");
/// ```
pub fn parse<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, LoadError> {
    // Keeping the path costs as much as reading, and is of use only when something is wrong.
    if let Ok(parsed) = serde_json::from_str(text) {
        return Ok(parsed);
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let pointer = error.path().iter().map(pointer_segment).collect();
        json_error(name, text, pointer, error.inner())
    })?;
    deserializer.end().map_err(|error| json_error(name, text, String::new(), &error))?;
    Ok(parsed)
}

fn json_error(name: &str, text: &str, pointer: String, error: &serde_json::Error) -> LoadError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let line = line_of_error(text, error.line(), error.column());
    LoadError::new(name, line, pointer, error.to_string().replace(&place, ""))
}

/// The line of what an error is about. The parser may have looked past it, over the end of its object and of the line.
fn line_of_error(text: &str, line: usize, column: usize) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let read = text.as_bytes().get(..before + column).unwrap_or(text.as_bytes());
    let about =
        read.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'}'))?;
    Some(read[..about].split(|byte| *byte == b'\n').count())
}

fn pointer_segment(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { variant } => format!("/{variant}"),
        // A key that is no name of its kind: the message says it.
        Segment::Unknown => String::new(),
    }
}

/// The first line, from 1, on which `needle` stands.
pub(crate) fn line_of(text: &str, needle: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(needle)).map(|index| index + 1)
}

/// The offset of each key `key` in `text`, and what follows its colon. Files that are not in canonical form may have blanks
/// around the colon.
pub(crate) fn keys<'a>(text: &'a str, key: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let key = format!("\"{key}\"");
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + text[from..].find(&key)?;
        from = at + key.len();
        Some((at, text[from..].trim_start().strip_prefix(':').map(str::trim_start)))
    })
    .filter_map(|(at, value)| Some((at, value?)))
}

/// The line, from 1, of vector number `nth` of those of that id. A tombstone that has the id is none of them, whether it
/// stands before the vectors or after them.
pub(crate) fn line_of_vector(text: &str, id: &str, nth: usize) -> Option<usize> {
    let list = |key| keys(text, key).find(|(_, value)| value.starts_with('[')).map(|(at, _)| at);
    let start = list("vectors")?;
    let end = list("tombstones").filter(|end| *end > start).unwrap_or(text.len());
    let value = format!("\"{id}\"");
    let mut ids = keys(&text[start..end], "id").filter(|(_, after)| after.starts_with(&value));
    let (at, _) = ids.nth(nth)?;
    Some(line_at(text, start + at))
}

/// The line, from 1, of the byte at that offset.
pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    text[..offset].bytes().filter(|byte| *byte == b'\n').count() + 1
}
