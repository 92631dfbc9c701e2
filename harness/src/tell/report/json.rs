//! The records themselves.

use crate::record::diff::{DiffRecord, TrendRecord};
use crate::record::json_text::{formatted, pretty};
use crate::record::run_record::RunRecord;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// `record` as JSON with a line break at the end. What stands at most four levels deep has a line of its own, such as a
/// group of outcomes and a vector's input; what is deeper shares one, such as a finding: a record of all decoders has
/// thousands of them.
pub fn json(record: &RunRecord) -> String {
    shallow(record)
}

/// `record` as JSON in the same form.
pub fn diff_json(record: &DiffRecord) -> String {
    shallow(record)
}

/// `record` as JSON in the same form.
pub fn trend_json(record: &TrendRecord) -> String {
    shallow(record)
}

/// `value` as JSON with a line break at the end, each part on a line of its own. As in all JSON of this program, characters
/// that a terminal or an editor would obey are escaped.
pub fn pretty_json(value: &impl Serialize) -> String {
    pretty(value) + "\n"
}

fn shallow(record: &impl Serialize) -> String {
    formatted(record, Shallow::default()) + "\n"
}

/// How deep lines are broken.
const DEEPEST: usize = 5;

/// Breaks lines as serde_json does, and not in what is deep.
#[derive(Default)]
struct Shallow {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

impl Shallow {
    fn breaks(&self) -> bool {
        self.depth <= DEEPEST
    }
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.breaks() { self.pretty.begin_array(writer) } else { writer.write_all(b"[") }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < DEEPEST { self.pretty.end_array(writer) } else { writer.write_all(b"]") }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        match first {
            _ if self.breaks() => self.pretty.begin_array_value(writer, first),
            true => Ok(()),
            false => writer.write_all(b", "),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.breaks() { self.pretty.end_array_value(writer) } else { Ok(()) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.breaks() { self.pretty.begin_object(writer) } else { writer.write_all(b"{") }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < DEEPEST { self.pretty.end_object(writer) } else { writer.write_all(b"}") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        match first {
            _ if self.breaks() => self.pretty.begin_object_key(writer, first),
            true => Ok(()),
            false => writer.write_all(b", "),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.breaks() { self.pretty.end_object_value(writer) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::json;
    use crate::ask::adapter::Adapter;
    use crate::ask::adapter::in_process::InProcessAdapter;
    use crate::record::run::{RunOptions, run};
    use crate::record::run_record::{Recorder, RunFacts, RunRecord};
    use illformed_judge::case::Plan;
    use illformed_vectors::Suite;
    use illformed_workshop::mutants::mutants;

    #[test]
    fn a_record_comes_back_and_a_finding_has_one_line() {
        let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "overlong");
        let first_mutant = || vec![mutants()[0].decoder()];
        let zoo: Box<dyn Adapter> = Box::new(InProcessAdapter::new("zoo", "zoo", "0", first_mutant));
        let mut recorder = Recorder::new(&plan, RunFacts::default());
        run(&plan, &[zoo], &RunOptions::default(), &mut |event| recorder.take(&event));
        let (record, _) = recorder.finish(0);
        let text = json(&record);
        assert_eq!(serde_json::from_str::<RunRecord>(&text).unwrap(), record);
        let findings =
            text.lines().filter(|line| line.contains("{\"case\": ") && line.contains("\"observed\": "));
        let found = record.decoders[0].by_claim.findings.len();
        assert!(found > 0 && findings.count() == found, "{found} of {text}");
        assert!(text.contains("\"adapter\": \"zoo\""));
    }
}
