//! `illformed show`.

use crate::cli::args::ShowArguments;
use crate::cli::error::CliError;
use crate::cli::{output, suite};
use illformed::case::{Case, CaseId, Plan};
use illformed::expected::{Resolutions, SegmentEvents, case_events};
use illformed::explain::{bits, path, spaced_hex};
use illformed::protocol::{hello_request, write_request};
use illformed::report::wrapped;
use illformed_codec::Profile;
use illformed_vectors::{Input, Question, Script, Suite};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn show(arguments: &ShowArguments) -> Result<ExitCode, CliError> {
    let suite = suite::load(&arguments.suite)?;
    let id: CaseId = arguments.id.parse().map_err(|error| CliError::Usage(format!("{error}")))?;
    let case = Plan::find(&suite, &id).ok_or_else(|| unknown(&suite, &id))?;
    if arguments.wire {
        let mut text = hello_request();
        write_request(&mut text, 1, &arguments.decoder, &case.input);
        output::print(&text)?;
    } else {
        output::print(&described(&suite, &case))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(suite: &Suite, id: &CaseId) -> CliError {
    CliError::Usage(match suite.vector(id.vector.as_str()) {
        Some(_) => format!("{id}: that recipe does not apply to this vector"),
        None => format!("{id}: no such vector; see illformed list"),
    })
}

/// What a profile reads, or the question that it leaves open.
type Read = Result<Vec<SegmentEvents>, Question>;

fn described(suite: &Suite, case: &Case<'_>) -> String {
    let vector = case.vector;
    let mut text = format!("{}\n{}\n\n", case.id, vector.comment);
    let mut line = |key: &str, value: &str| {
        for (row, value) in wrapped(value, 67).iter().enumerate() {
            let _ = writeln!(text, "{:<11} {value}", if row == 0 { key } else { "" });
        }
    };
    if let Some(recipe) = case.id.recipe {
        line("derived", &recipe.words());
    }
    let segments: Vec<Vec<u8>> = match &case.input {
        Input::Bytes(bytes) => vec![bytes.clone()],
        Input::Calls(script) => {
            line("calls", &script.to_string());
            script.segments().map(|calls| Script::segment_bytes(calls).0).collect()
        }
    };
    for bytes in &segments {
        line("bytes", &spaced_hex(bytes));
        for (row, chunk) in bytes.chunks(7).enumerate() {
            line(if row == 0 { "bits" } else { "" }, &bits(chunk));
        }
    }
    // Profiles that expect the same are told once.
    let mut told: Vec<(Read, Profile, Vec<&str>)> = Vec::new();
    for profile in Profile::ALL {
        let expected = case_events(case, profile, &Resolutions::default());
        match told.iter_mut().find(|(same, ..)| *same == expected) {
            Some((.., others)) => others.push(profile.name()),
            None => told.push((expected, profile, Vec::new())),
        }
    }
    for (expected, profile, others) in told {
        match expected {
            Err(question) => line(profile.name(), &format!("unspecified: {question}")),
            Ok(segments) => {
                for segment in segments {
                    line(profile.name(), &reading_text(&segment));
                    let steps: Vec<String> = path(&segment.bytes, profile).collect();
                    for same in steps.chunk_by(|one, next| one == next) {
                        match same {
                            [one, _, _, _, ..] => line("", &format!("{one}, {} times", same.len())),
                            few => few.iter().for_each(|step| line("", step)),
                        }
                    }
                }
            }
        }
        if !others.is_empty() {
            line("", &format!("the same under {}", others.join(", ")));
        }
    }
    line("rests on", &vector.refs.join(", "));
    for flag in &vector.flags {
        let Some(note) = suite.note(flag) else { continue };
        line("flag", &format!("{flag} ({}): {}", note.importance, note.effect));
        for link in &note.links {
            line("", link);
        }
        for cve in &note.cves {
            line("", cve.as_str());
        }
        for cve in &note.unverified {
            line("", &cve.to_string());
        }
    }
    text
}

fn reading_text(segment: &SegmentEvents) -> String {
    let mut text = match segment.events.iter().find(|event| event.error_kind().is_some()) {
        None => "well-formed".to_owned(),
        Some(first) => format!("ill-formed from offset {}", first.at()),
    };
    if segment.pending > 0 {
        let _ = write!(text, ", {} byte(s) undecided", segment.pending);
    }
    text
}
