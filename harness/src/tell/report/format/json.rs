//! The records themselves.

use crate::record::json_text::{formatted, write_formatted};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// `record`, of a run or a comparison, as JSON with a line break at the end. What stands at most four levels deep
/// has a line of its own, such as a group of outcomes and a vector's input; what is deeper shares one, such as a finding: a
/// record of all decoders has thousands of them.
pub fn json(record: &impl Serialize) -> String {
    formatted(record, Shallow::default()) + "\n"
}

/// Writes what [`json`] gives to `out`, piece by piece: a record of all decoders has 16 MiB.
pub(crate) fn write_json(record: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    write_formatted(record, Shallow::default(), out)?;
    out.write_all(b"\n")
}

/// `value` as JSON with a line break at the end, each part on a line of its own. As in all JSON of this program, characters
/// that a terminal or an editor would obey are escaped.
pub fn pretty_json(value: &impl Serialize) -> String {
    formatted(value, PrettyFormatter::new()) + "\n"
}

/// How deep lines are broken.
const DEEPEST: usize = 5;

/// Breaks lines as `PrettyFormatter` of serde_json does, and not in what is deep.
#[derive(Default)]
struct Shallow {
    depth: usize,
    /// Whether the array or object at hand has a value.
    has_value: bool,
}

impl Shallow {
    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn separate<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        match (self.depth <= DEEPEST, first) {
            (true, true) => write!(writer, "\n{}", "  ".repeat(self.depth)),
            (true, false) => write!(writer, ",\n{}", "  ".repeat(self.depth)),
            (false, true) => Ok(()),
            (false, false) => writer.write_all(b", "),
        }
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value && self.depth < DEEPEST {
            write!(writer, "\n{}", "  ".repeat(self.depth))?;
        }
        self.has_value = true;
        writer.write_all(bracket)
    }
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::json;
    use crate::record::run_record::RunRecord;
    use crate::record::run_record::test_record::record_of;
    use illformed_workshop::mutants::mutants;

    #[test]
    fn a_record_comes_back_and_a_finding_has_one_line() {
        let record = record_of(|| vec![mutants()[0].decoder()], |id| id.vector.group() == "overlong");
        let text = json(&record);
        assert_eq!(serde_json::from_str::<RunRecord>(&text).unwrap(), record);
        let findings =
            text.lines().filter(|line| line.contains("{\"case\": ") && line.contains("\"observed\": "));
        let found = record.decoders[0].by_claim.findings.len();
        assert!(found > 0 && findings.count() == found, "{found} of {text}");
        assert!(text.contains("\"adapter\": \"mine\""));
    }
}
