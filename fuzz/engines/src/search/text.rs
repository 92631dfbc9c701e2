//! A search of targets as a person reads it.

use crate::engine::Figures;
use crate::promote::is_utf8;
use crate::search::{Record, TargetFinding};
use illformed::tell::report::{Style, counted};
use illformed_codec::Profile;
use illformed_fuzz::property::Property;
use illformed_judge::explain::{path, spaced_hex};
use illformed_judge::shown::{escape_controls, fit, line};
use std::fmt::{Display, Write};

/// How many bytes are shown; an input of so many is explained too.
const SHOWN_BYTES: usize = 20;
const EXPLAINED_BYTES: usize = 8;

/// The table of targets, the findings and the sum, in 80 columns but for paths and commands, which are there to be pasted.
pub(crate) fn record_text(record: &Record, style: Style) -> String {
    let mut text = String::new();
    let row = |[target, executions, speed, corpus, features]: [&dyn Display; 5], findings: &str| {
        format!("{target:<28} {executions:>11} {speed:>9} {corpus:>7} {features:>8} {findings}")
    };
    if !record.searches.is_empty() {
        let titles = row([&"target", &"executions", &"per s", &"corpus", &"features"], "findings");
        let _ = writeln!(text, "{}", style.strong(&titles));
    }
    for search in &record.searches {
        let Figures { executions, corpus, features } = search.figures;
        let speed = executions * 1000 / search.milliseconds.max(1);
        let findings = format!("{:>8}", search.findings);
        let findings = if search.findings == 0 { style.good(&findings) } else { style.bad(&findings) };
        let row = row([&search.target, &executions, &speed, &corpus, &features], &findings);
        let _ = writeln!(text, "{row}");
        for line in search.broken.iter().flat_map(|why| why.lines()) {
            let _ = writeln!(text, "  {} {}", style.bad("broken:"), fit(&escape_controls(line), 68));
        }
    }
    for finding in &record.findings {
        let _ = write!(text, "\n{}", in_full(finding, style));
    }
    let findings = counted(record.findings.len(), "finding");
    let executions: u64 = record.searches.iter().map(|search| search.figures.executions).sum();
    let sum =
        if record.searches.is_empty() { findings } else { format!("{executions} executions, {findings}") };
    let _ = writeln!(text, "\n{sum}.");
    text
}

fn in_full(finding: &TargetFinding, style: Style) -> String {
    let failure = &finding.failure;
    let mut text = format!("{} {}\n", style.bad("FAILS"), style.strong(&escape_controls(&failure.title())));
    if !failure.detail.is_empty() {
        text += &line("detail", &failure.detail, style);
    }
    let bytes = const_hex::decode(&finding.input).unwrap_or_default();
    let shown = match bytes.len() {
        0 => "none".to_owned(),
        len if len > SHOWN_BYTES => format!("{} ... ({len} bytes)", spaced_hex(&bytes[..SHOWN_BYTES])),
        _ => spaced_hex(&bytes),
    };
    let uncut = |key: &str, value: &str| {
        format!("  {}{}\n", style.faint(&format!("{key:<10}")), escape_controls(value))
    };
    text += &uncut("bytes", &shown);
    let is_explained = Property::named(&failure.property).is_some_and(|property| is_utf8(&property));
    if is_explained && bytes.len() <= EXPLAINED_BYTES {
        for (number, step) in path(&bytes, Profile::Rfc3629).enumerate() {
            text += &line(if number == 0 { "parse" } else { "" }, &step, style);
        }
    }
    for also in &finding.also {
        text += &line("also", &also.title(), style);
    }
    text += &uncut("seen", &format!("in {} of the inputs that fail", finding.artifacts));
    for (key, value) in [("file", &finding.file), ("reproduce", &finding.reproduce), ("keep", &finding.keep)]
    {
        text += &uncut(key, value);
    }
    text
}
