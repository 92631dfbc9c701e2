//! The formats of a report. Each has a file or a folder with a function from a
//! [`RunRecord`](crate::record::run_record::RunRecord) to text.

mod annotations;
mod html;
mod json;
mod junit;
pub(super) mod markdown;
mod sarif;
mod shields;
mod terminal;

pub use annotations::{annotations, without_commands};
pub use html::html;
pub(crate) use json::write_json;
pub use json::{json, pretty_json};
pub use junit::junit;
pub use markdown::{markdown, summary};
pub use sarif::sarif;
pub use shields::shields;
pub use terminal::{TerminalOptions, terminal};

use crate::record::run_record::RunRecord;
use crate::tell::report::SourceLocation;
use clap::ValueEnum;
use std::io::{self, Write};

/// A format, as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Annotations for a step of GitHub Actions, to standard output, and the summary to $GITHUB_STEP_SUMMARY.
    Github,
    /// One page with everything, to report.html; it needs no network.
    Html,
    /// The whole record, to report.json.
    Json,
    /// What happens, line by line while it does, to events.jsonl; not from a report.
    Jsonl,
    /// For the test views of CI servers, to report.xml.
    Junit,
    /// For people, with tables, to report.md.
    Markdown,
    /// For code scanning, to report.sarif.
    Sarif,
    /// A badge, to shields.json.
    Shields,
    /// The summary of a step, to summary.md.
    Summary,
    /// Decoders with their causes, to standard output; see --matrix and --findings.
    Terminal,
}

impl Format {
    /// The name of its file, if it is one.
    pub(crate) const fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Html => Some("report.html"),
            Self::Json => Some("report.json"),
            Self::Jsonl => Some("events.jsonl"),
            Self::Junit => Some("report.xml"),
            Self::Markdown => Some("report.md"),
            Self::Sarif => Some("report.sarif"),
            Self::Shields => Some("shields.json"),
            Self::Summary => Some("summary.md"),
            Self::Github | Self::Terminal => None,
        }
    }

    /// Writes what its file holds for `record` to `out`; nothing if it is not a file that is written from a record. Formats
    /// that point at a file point at `source`, if there is one.
    pub(crate) fn write(
        self,
        record: &RunRecord,
        source: Option<&SourceLocation>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = match self {
            Self::Html => html(record),
            Self::Json => return write_json(record, out),
            Self::Junit => junit(record),
            Self::Markdown => markdown(record),
            Self::Sarif => sarif(record, source),
            Self::Shields => shields(record),
            Self::Summary => summary(record),
            Self::Github | Self::Jsonl | Self::Terminal => return Ok(()),
        };
        out.write_all(text.as_bytes())
    }
}

/// What `formats` write to standard output for `record`: the terminal's report, and annotations, which point at `source` if
/// there is one. With both, no command in the former is obeyed.
pub(crate) fn printed(
    formats: &[Format],
    record: &RunRecord,
    options: TerminalOptions,
    source: Option<&SourceLocation>,
) -> String {
    let mut text = String::new();
    let annotated = formats.contains(&Format::Github);
    if formats.contains(&Format::Terminal) {
        text = terminal(record, options);
        if annotated {
            text = without_commands(record, &text);
        }
    }
    if annotated {
        text.push_str(&annotations(record, source));
    }
    text
}
