//! Reading a file of JSON strictly, with the place of what is wrong.

use crate::error::LoadError;
use serde::de::DeserializeOwned;
use serde_json::from_str;
use serde_json::value::RawValue;
use serde_path_to_error::Segment;
use std::collections::BTreeMap;
use std::ops::Range;

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
    if let Ok(parsed) = from_str(text) {
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
        Segment::Map { key } => format!("/{}", pointer_token(key)),
        Segment::Enum { variant } => format!("/{variant}"),
        // A key that is no name of its kind: the message says it.
        Segment::Unknown => String::new(),
    }
}

/// `key` as it stands in a JSON pointer.
pub(crate) fn pointer_token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The line, from 1, on which the value at `pointer` begins; if it is not there, that of the innermost around it.
pub(crate) fn line_of(text: &str, pointer: &str) -> usize {
    let mut value = text.trim_start();
    for key in pointer.split('/').skip(1) {
        let child: Option<&RawValue> = if value.starts_with('[') {
            let list: Vec<_> = from_str(value).unwrap_or_default();
            key.parse::<usize>().ok().and_then(|index| list.get(index).copied())
        } else {
            let mut object: BTreeMap<String, _> = from_str(value).unwrap_or_default();
            object.remove(&key.replace("~1", "/").replace("~0", "~"))
        };
        let Some(child) = child else { break };
        value = child.get();
    }
    text[..offset_in(text, value)].bytes().filter(|byte| *byte == b'\n').count() + 1
}

/// The line, from 1, on which a part of a text begins, and its bytes.
pub(crate) type TextPart = (usize, Range<usize>);

/// The elements of the list that is `key` of the object `text`.
pub(crate) fn elements(text: &str, key: &str) -> Vec<TextPart> {
    let mut object: BTreeMap<String, &RawValue> = from_str(text).unwrap_or_default();
    let list = object.remove(key).map_or("[]", RawValue::get);
    let list: Vec<&RawValue> = from_str(list).unwrap_or_default();
    let (mut line, mut counted) = (1, 0);
    let place = |element: &RawValue| {
        let begin = offset_in(text, element.get());
        line += text[counted..begin].matches('\n').count();
        counted = begin;
        (line, begin..begin + element.get().len())
    };
    list.into_iter().map(place).collect()
}

/// Where `part`, which is a part of `text`, begins in it, in bytes.
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}
