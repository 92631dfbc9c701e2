//! What the sweeps of a run say, in words.

use crate::record::run_record::{DecoderRecord, NOT_SWEPT, RunRecord, SweepRecord, SweptRecord};
use crate::tell::report::decoders::listed;
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::Tone;
use illformed_judge::shown::thousands;

/// The decoders that were swept, each with what came of it, and what a pass proves; no row if none was.
pub(crate) fn sweeps(record: &RunRecord) -> Section {
    let row = |decoder: &DecoderRecord| {
        let swept = decoder.swept.as_ref()?;
        let fails = swept.sweeps.iter().any(|sweep| sweep.failing > 0);
        let row = SectionRow::of_decoder((decoder.name(), outcome(swept)));
        Some(SectionRow { tone: fails.then_some(Tone::Bad), ..row })
    };
    let mut rows: Vec<SectionRow> = listed(record).into_iter().filter_map(row).collect();
    rows.extend(proved(record).into_iter().map(|SweepRecord { name, proves, .. }| {
        let words = [format!("what passes `{name}`"), format!("is right on {proves}")];
        SectionRow { tone: Some(Tone::Good), cells: words.map(Cell::Words).into() }
    }));
    let about = format!("families of inputs that were asked besides the cases; not covered: {NOT_SWEPT}");
    Section { id: "swept", heading: "Swept", about, columns: &["decoder", "outcome"], rows }
}

/// The families that a decoder passed, each once.
fn proved(record: &RunRecord) -> Vec<&SweepRecord> {
    let mut proved: Vec<&SweepRecord> = Vec::new();
    let swept = record.decoders.iter().filter_map(|decoder| decoder.swept.as_ref());
    for sweep in swept.flat_map(SweptRecord::passed) {
        if !proved.iter().any(|other| other.proves == sweep.proves) {
            proved.push(sweep);
        }
    }
    proved
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
        parts.push(if swept.inputs() > 0 { "none fails" } else { "since it can be given none" }.to_owned());
    }
    parts.extend(swept.stopped.clone());
    let passed: Vec<&str> = swept.passed().map(|sweep| sweep.name.as_str()).collect();
    let asked = swept.sweeps.iter().filter(|sweep| sweep.inputs > 0).count();
    let is_part = passed.len() < asked && !passed.is_empty();
    let passes = if is_part { format!("; passes {}", passed.join(", ")) } else { String::new() };
    parts.join(", ") + &passes
}
