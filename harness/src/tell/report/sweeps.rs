//! What the sweeps of a run say, in words.

use crate::record::run_record::{DecoderRecord, NOT_SWEPT, RunRecord, SweepRecord, SweptRecord};
use crate::tell::report::decoders::listed;
use crate::tell::report::words::{hanging, section};
use illformed_judge::shown::{escape_controls, thousands};

/// The decoders that were swept, each with what came of it; empty where none was.
pub(crate) fn swept(record: &RunRecord) -> Vec<(&DecoderRecord, String)> {
    listed(record)
        .into_iter()
        .filter_map(|decoder| Some((decoder, outcome(decoder.swept.as_ref()?))))
        .collect()
}

/// The families that a decoder passed, each once.
pub(crate) fn proved(record: &RunRecord) -> Vec<&SweepRecord> {
    let mut proved: Vec<&SweepRecord> = Vec::new();
    let swept = record.decoders.iter().filter_map(|decoder| decoder.swept.as_ref());
    for sweep in swept.flat_map(SweptRecord::passed) {
        if !proved.iter().any(|other| other.proves == sweep.proves) {
            proved.push(sweep);
        }
    }
    proved
}

/// The decoders that were swept, and what a pass proves; empty if there was none.
pub(crate) fn sweeps(record: &RunRecord) -> String {
    let mut text = String::new();
    for (decoder, outcome) in swept(record) {
        text.push_str(&hanging("  ", 4, &format!("{}: {outcome}", escape_controls(&decoder.name())), 74));
    }
    if text.is_empty() {
        return text;
    }
    let proved = proved(record);
    if !proved.is_empty() {
        text.push_str("  What passes a sweep is right on\n");
    }
    for SweepRecord { name, proves, .. } in proved {
        text.push_str(&hanging(&format!("    {name:12}"), 16, proves, 62));
    }
    section("Swept:", &(text + &hanging("  ", 4, &format!("Not covered: {NOT_SWEPT}."), 74)))
}

/// `46,424,850 inputs, none fails`; or which families have failures and which it passes, and why the rest was not asked.
fn outcome(swept: &SweptRecord) -> String {
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
    let passed: Vec<&str> = swept.passed().map(|sweep| sweep.name.as_str()).collect();
    let is_part = passed.len() < swept.sweeps.len() && !passed.is_empty();
    let passes = if is_part { format!("; passes {}", passed.join(", ")) } else { String::new() };
    parts.join(", ") + &passes
}
