//! JSON that shows every character of its strings: what a terminal, a log or an editor would obey is escaped.

use illformed_judge::shown::is_obeyed;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// `value` as JSON on one line.
pub(crate) fn compact(value: &impl Serialize) -> String {
    formatted(value, CompactFormatter)
}

/// `value` as JSON in the form of `formatter`.
pub(crate) fn formatted(value: &impl Serialize, formatter: impl Formatter) -> String {
    let mut json = Vec::new();
    write_formatted(value, formatter, &mut json).expect("a vector takes all");
    String::from_utf8(json).expect("serde_json writes UTF-8")
}

/// Writes `value` to `out` as JSON in the form of `formatter`. It panics if `value` has a key that is not a string, which no
/// record has: an empty report would hide it.
pub(crate) fn write_formatted(
    value: &impl Serialize,
    formatter: impl Formatter,
    out: &mut dyn Write,
) -> io::Result<()> {
    let written = value.serialize(&mut Serializer::with_formatter(Escaping { out }, formatter));
    written.map_err(|error| match error.io_error_kind() {
        Some(_) => error.into(),
        None => panic!("a record has string keys and no number that JSON cannot hold: {error}"),
    })
}

/// Writes JSON with `\u` and four hex digits for each code unit of what [`is_obeyed`]. That stands in strings alone, but for
/// line breaks, which stand between the parts alone: serde_json escapes those of strings.
struct Escaping<'a> {
    out: &'a mut dyn Write,
}

impl Write for Escaping<'_> {
    /// Writes all of `json`: serde_json gives each piece of a string in one, so that no character is cut.
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
        if json.iter().all(is_plain) {
            self.out.write_all(json)?;
            return Ok(json.len());
        }
        let text = str::from_utf8(json).map_err(io::Error::other)?;
        for c in text.chars() {
            if c != '\n' && is_obeyed(c) {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(self.out, "\\u{unit:04x}")?;
                }
            } else {
                self.out.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?;
            }
        }
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{compact, formatted};
    use illformed_judge::shown::is_obeyed;
    use serde_json::ser::PrettyFormatter;
    use serde_json::{Value, json};

    fn pretty(value: &Value) -> String {
        formatted(value, PrettyFormatter::new())
    }

    #[test]
    fn no_character_that_is_obeyed_stands_in_json_and_each_comes_back() {
        let obeyed: String = ('\0'..=char::MAX).filter(|c| is_obeyed(*c)).collect();
        let text = format!("é漢😀{obeyed}\"\\/{obeyed}z");
        let value = json!({ text.clone(): [text.clone(), { "a": [], "b": {} }] });
        for written in [compact(&value), pretty(&value)] {
            assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
            assert!(written.chars().all(|c| c == '\n' || !is_obeyed(c)), "{written}");
            assert!(written.contains("é漢😀"), "what is shown stays as it is: {written}");
        }
        assert_eq!(compact(&"\u{9B}31m\u{202E}\u{E0041}"), r#""\u009b31m\u202e\udb40\udc41""#);
    }

    #[test]
    fn what_has_nothing_to_escape_is_as_serde_writes_it() {
        let value = json!({ "a": [1, 2.5, null, true, "x\ny"], "b": {}, "c": [], "d": [[{}]] });
        assert_eq!(compact(&value), serde_json::to_string(&value).unwrap());
        assert_eq!(pretty(&value), serde_json::to_string_pretty(&value).unwrap());
    }
}
