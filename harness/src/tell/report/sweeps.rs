//! What the sweeps of a run say, in words.

use crate::record::run_record::{RunRecord, SweepRecord, SweptRecord};
use crate::tell::report::words::section;
use illformed_judge::shown::{escape_controls, thousands, wrapped};
use std::fmt::Write;

/// What no sweep covers.
pub(crate) const NOT_COVERED: &str = "longer inputs, states that only two or more unusual characters lead to, chunks, and code for other processors";

/// The families that each decoder was asked, and what a pass proves; empty if there was none.
pub(crate) fn sweeps(record: &RunRecord) -> String {
    let mut text = String::new();
    let mut proved: Vec<&SweepRecord> = Vec::new();
    for decoder in &record.decoders {
        let Some(swept) = &decoder.swept else { continue };
        let passed: Vec<&SweepRecord> = swept.passed().collect();
        let mut line = format!("{}: {}", escape_controls(&decoder.name()), outcome(swept));
        if passed.len() < swept.sweeps.len() && !passed.is_empty() {
            let names: Vec<&str> = passed.iter().map(|sweep| sweep.name.as_str()).collect();
            let _ = write!(line, "; passes {}", names.join(", "));
        }
        indented(&mut text, "  ", "    ", &line);
        for sweep in passed {
            if !proved.iter().any(|other| other.proves == sweep.proves) {
                proved.push(sweep);
            }
        }
    }
    if text.is_empty() {
        return text;
    }
    if !proved.is_empty() {
        text.push_str("  What passes a sweep is right on\n");
    }
    for SweepRecord { name, proves, .. } in proved {
        indented(&mut text, &format!("    {name:12}"), &" ".repeat(16), proves);
    }
    indented(&mut text, "  ", "    ", &format!("Not covered: {NOT_COVERED}."));
    section("Swept:", &text)
}

/// Appends `words` in lines of at most 78 columns.
fn indented(text: &mut String, first: &str, others: &str, words: &str) {
    for (number, line) in wrapped(words, 78 - others.len()).iter().enumerate() {
        let _ = writeln!(text, "{}{line}", if number == 0 { first } else { others });
    }
}

/// `46,424,850 inputs, none fails`; which families have failures, and why the rest was not asked.
pub(crate) fn outcome(swept: &SweptRecord) -> String {
    let mut parts = vec![format!("{} inputs", thousands(swept.inputs()))];
    for SweepRecord { name, inputs, failing, is_whole, .. } in &swept.sweeps {
        if *failing > 0 {
            let [failing, inputs] = [*failing, *inputs].map(thousands);
            parts.push(format!("{failing} of {inputs} in `{name}` fail"));
        }
        if !is_whole {
            parts.push(format!("`{name}` not asked to its end"));
        }
    }
    if parts.len() == 1 && swept.stopped.is_none() {
        parts.push("none fails".to_owned());
    }
    parts.extend(swept.stopped.as_deref().map(escape_controls));
    parts.join(", ")
}
