//! A case of a suite, for people.

use crate::tell::report::{counted, hanging, incident_name, title_with_numbers};
use illformed_codec::{Event, Profile};
use illformed_judge::case::Case;
use illformed_judge::expected::case_events;
use illformed_judge::explain::{bits, folded_path};
use illformed_judge::shown::{escape_controls, shown_calls, shown_input};
use illformed_vectors::{Incident, IncidentFile, Input, Script, Suite};
use std::fmt::Write;

/// How much of a long input is shown: bytes, of a call too, calls, uses of one object, and characters and errors
/// under each profile.
const SHOWN_BYTES: usize = 256;
const SHOWN_CALLS: usize = 64;
const SHOWN_SEGMENTS: usize = 8;
const SHOWN_STEPS: usize = 300;

/// `case` of `suite` in full: input, bits, the parse under each profile, and why it is in the suite.
pub fn case_text(suite: &Suite, case: &Case<'_>) -> String {
    let vector = case.vector;
    let mut text = format!("{}\n{}\n\n", case.id, escape_controls(&vector.comment));
    let mut line = |key: &str, value: &str| {
        text.push_str(&hanging(&format!("{key:<11} "), 12, &escape_controls(value), 67));
    };
    if let Some(recipe) = case.id.recipe {
        line("derived", &recipe.words_for(&vector.input));
    }
    let segments: Vec<Vec<u8>> = match case.input() {
        Input::Bytes(bytes) => vec![bytes.clone()],
        Input::Calls(script) => {
            line("calls", &shortened(script));
            script.segments().map(|calls| Script::segment_bytes(calls).0).collect()
        }
    };
    for bytes in &segments {
        if segments.len() > SHOWN_SEGMENTS {
            line("bytes", &format!("of {} uses in all", segments.len()));
            break;
        }
        let shown = &bytes[..bytes.len().min(SHOWN_BYTES)];
        let more = match bytes.len() - shown.len() {
            0 => String::new(),
            more => format!("... {more} more bytes, {} in all", bytes.len()),
        };
        line("bytes", format!("{} {more}", shown_input(&Input::Bytes(shown.to_vec()))).trim_end());
        for (row, chunk) in shown.chunks(7).enumerate() {
            line(if row == 0 { "bits" } else { "" }, &bits(chunk));
        }
        if !more.is_empty() {
            line("", &more);
        }
    }
    // Profiles that expect the same share an entry.
    let mut told: Vec<(_, Vec<Profile>)> = Vec::new();
    for &profile in Profile::ALL {
        let expected = case_events(case, profile, None);
        match told.iter_mut().find(|(same, _)| *same == expected) {
            Some((_, profiles)) => profiles.push(profile),
            None => told.push((expected, vec![profile])),
        }
    }
    for (expected, profiles) in told {
        let profile = profiles[0];
        match expected {
            Err(question) => line(profile.name(), &format!("unspecified: {question}")),
            Ok(segments) => {
                let left_out = segments.len().saturating_sub(SHOWN_SEGMENTS);
                for segment in segments.iter().take(SHOWN_SEGMENTS) {
                    line(profile.name(), &reading(&segment.events, segment.pending));
                    let (steps, more) = folded_path(&segment.bytes, profile, SHOWN_STEPS);
                    for step in &steps {
                        line("", step);
                    }
                    if more {
                        line("", &format!("... {} characters and errors in all", segment.events.len()));
                    }
                }
                if left_out > 0 {
                    line("", &format!("... {left_out} more uses of the object"));
                }
            }
        }
        let others: Vec<&str> = profiles[1..].iter().map(|profile| profile.name()).collect();
        if !others.is_empty() {
            line("", &format!("the same under {}", others.join(", ")));
        }
    }
    line("standard", &vector.refs.join(", "));
    for flag in &vector.flags {
        let Some(note) = suite.note(flag) else { continue };
        line("flag", &format!("{flag} ({}): {}", note.importance, note.effect));
        for link in &note.links {
            line("", link);
        }
        let cves = note.cves.iter().map(ToString::to_string);
        let of_kind: Vec<String> = cves.chain(note.unverified.iter().map(ToString::to_string)).collect();
        if !of_kind.is_empty() {
            line("", &format!("CVEs of this kind of fault: {}", of_kind.join(", ")));
        }
    }
    // Only vectors of the built-in suite, of any version, replay an incident.
    let is_built_in = suite.name() == Suite::embedded().name();
    let is_replayed = |incident: &&Incident| is_built_in && incident.names(&vector.id);
    let replayed = IncidentFile::embedded().incidents().iter().filter(is_replayed);
    for (number, incident) in replayed.enumerate() {
        let words = format!("{}: {}", incident_name(incident), title_with_numbers(incident));
        line(if number == 0 { "incidents" } else { "" }, &words);
    }
    text
}

/// The calls, as many as a screen has room for, and each as long as a line.
fn shortened(script: &Script) -> String {
    let calls = shown_calls(script);
    let calls: Vec<&str> = calls.split(" | ").collect();
    let call = |call: &&str| match call.len().div_ceil(3) {
        0..=SHOWN_BYTES => (*call).to_owned(),
        len => format!("{} ... ({len} bytes)", call[..3 * SHOWN_BYTES].trim_end()),
    };
    let mut shown: Vec<String> = calls.iter().take(SHOWN_CALLS).map(call).collect();
    if calls.len() > SHOWN_CALLS {
        shown.push(format!("... {} more calls", calls.len() - SHOWN_CALLS));
    }
    shown.join(" | ")
}

/// What a format says of bytes with these events, of which so many more at the end are undecided.
pub(crate) fn reading(events: &[Event], pending: usize) -> String {
    let mut text = match events.iter().find(|event| event.error_kind().is_some()) {
        None => "well-formed".to_owned(),
        Some(first) => format!("ill-formed from offset {}", first.at()),
    };
    if pending > 0 {
        let _ = write!(text, ", {} undecided", counted(pending, "byte"));
    }
    text
}
