//! A search of targets as a person reads it.

use crate::engine::Figures;
use crate::promote::is_utf8;
use crate::search::{Finding, Record};
use illformed::tell::report::Style;
use illformed_codec::Profile;
use illformed_fuzz::property::Property;
use illformed_judge::explain::{path, spaced_hex};
use illformed_judge::shown::{escape_controls, fit};
use std::fmt::{Display, Write};

/// How many bytes are shown; an input of so many is explained too.
const SHOWN_BYTES: usize = 20;
const EXPLAINED_BYTES: usize = 8;

/// The table of targets, the findings and the sum, in 80 columns but for paths and commands, which are there to be pasted.
pub(crate) fn record_text(record: &Record, style: Style) -> String {
    let mut text = String::new();
    let line = |cells: [&dyn Display; 5]| {
        let [target, executions, speed, corpus, features] = cells;
        format!("{target:<28} {executions:>11} {speed:>9} {corpus:>7} {features:>8}")
    };
    if !record.searches.is_empty() {
        let titles = line([&"target", &"executions", &"per s", &"corpus", &"features"]);
        let _ = writeln!(text, "{}", style.strong(&format!("{titles} findings")));
    }
    let mut executions = 0;
    for search in &record.searches {
        let Figures { executions: own, corpus, features } = search.figures;
        executions += own;
        let speed = own * 1000 / search.milliseconds.max(1);
        let findings = format!("{:>8}", search.findings);
        let findings = if search.findings == 0 { style.good(&findings) } else { style.bad(&findings) };
        let _ = writeln!(text, "{} {findings}", line([&search.target, &own, &speed, &corpus, &features]));
        for line in search.broken.iter().flat_map(|why| why.lines()) {
            let _ = writeln!(text, "  {} {}", style.bad("broken:"), fit(&escape_controls(line), 68));
        }
    }
    for finding in &record.findings {
        let _ = write!(text, "\n{}", in_full(finding, style));
    }
    let count = record.findings.len();
    let findings = format!("{count} finding{}", if count == 1 { "" } else { "s" });
    let sum =
        if record.searches.is_empty() { findings } else { format!("{executions} executions, {findings}") };
    let _ = writeln!(text, "\n{sum}.");
    text
}

fn in_full(finding: &Finding, style: Style) -> String {
    let failure = &finding.failure;
    let mut text = format!("{} {}\n", style.bad("FAILS"), style.strong(&escape_controls(&failure.title())));
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "  {}{value}", style.faint(&format!("{key:<10}")));
    };
    if !failure.detail.is_empty() {
        line("detail", &fit(&escape_controls(&failure.detail), 68));
    }
    let bytes = const_hex::decode(&finding.input).unwrap_or_default();
    let shown = spaced_hex(&bytes[..bytes.len().min(SHOWN_BYTES)]);
    match bytes.len() {
        0 => line("bytes", "none"),
        len if len > SHOWN_BYTES => line("bytes", &format!("{shown} ... ({len} bytes)")),
        _ => line("bytes", &shown),
    }
    let is_explained = Property::named(&failure.property).is_some_and(|property| is_utf8(&property));
    if is_explained && bytes.len() <= EXPLAINED_BYTES {
        for (number, step) in path(&bytes, Profile::Rfc3629).enumerate() {
            line(if number == 0 { "parse" } else { "" }, &fit(&step, 68));
        }
    }
    for also in &finding.also {
        line("also", &fit(&escape_controls(&also.title()), 68));
    }
    line("seen", &format!("in {} of the inputs that fail", finding.artifacts));
    line("file", &escape_controls(&finding.file));
    line("reproduce", &escape_controls(&finding.reproduce));
    line("keep", &escape_controls(&finding.keep));
    text
}
