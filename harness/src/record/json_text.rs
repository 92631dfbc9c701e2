//! JSON that shows every character of its strings: what a terminal, a log or an editor would obey is escaped.

use illformed_judge::shown::is_obeyed;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// `value` as JSON on one line.
pub(crate) fn compact(value: &impl Serialize) -> String {
    formatted(value, CompactFormatter)
}

/// `value` as JSON, each part on a line of its own.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    formatted(value, PrettyFormatter::new())
}

/// `value` as JSON in the form of `formatter`; empty if it has a key that is no string, which no record has.
pub(crate) fn formatted(value: &impl Serialize, formatter: impl Formatter) -> String {
    let mut text = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut text, Escaped(formatter)));
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(text).unwrap_or_default()
}

/// A form in which `\u` and four hex digits stand for each code unit of what [`is_obeyed`].
struct Escaped<F>(F);

impl<F: Formatter> Formatter for Escaped<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut from = 0;
        for (at, c) in fragment.char_indices().filter(|(_, c)| is_obeyed(*c)) {
            self.0.write_string_fragment(writer, &fragment[from..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            from = at + c.len_utf8();
        }
        self.0.write_string_fragment(writer, &fragment[from..])
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_key(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::{compact, pretty};
    use illformed_judge::shown::is_obeyed;
    use serde_json::{Value, json};

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
