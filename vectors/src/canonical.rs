//! The one form in which files are kept: keys in the order of their types, and what stands in a list of the file, such as
//! a vector, on a line of its own.

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// `file` in canonical form.
pub(crate) fn canonical(file: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines::default());
    file.serialize(&mut serializer).expect(IN_MEMORY);
    text.push(b'\n');
    String::from_utf8(text).expect(IN_MEMORY)
}

/// `value` on one line, with the same strings.
pub(crate) fn line(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines { open: vec![true; LINED] });
    value.serialize(&mut serializer).expect(IN_MEMORY);
    String::from_utf8(text).expect(IN_MEMORY)
}

const IN_MEMORY: &str = "text in memory, of types whose keys are text";

/// How deep an object or a list may stand and have what is in it on lines of their own.
const LINED: usize = 2;

/// Writes JSON by lines, in ASCII: nobody overlooks a blank that is none.
#[derive(Default)]
struct Lines {
    /// For each object and list that is open, whether something stands in it.
    open: Vec<bool>,
}

impl Lines {
    fn item<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let depth = self.open.len();
        if let Some(has_items) = self.open.last_mut() {
            *has_items = true;
        }
        if !first {
            writer.write_all(b",")?;
        }
        if depth <= LINED { writer.write_all(b"\n") } else { Ok(()) }
    }

    fn end<W: Write + ?Sized>(&mut self, writer: &mut W, close: &[u8]) -> io::Result<()> {
        let depth = self.open.len();
        if self.open.pop() == Some(true) && depth <= LINED {
            writer.write_all(b"\n")?;
        }
        writer.write_all(close)
    }
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(false);
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(false);
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        for character in text.chars() {
            if character.is_ascii() && character != '\x7F' {
                write!(writer, "{character}")?;
            } else {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}
