//! The report of a search, for people.

use crate::search::black_box::{FuzzFinding, FuzzRecord, FuzzedDecoder, Reproduces};
use crate::tell::report::reproduce::{asked, command_words, name_alone};
use crate::tell::report::words::{counted, either, unasked};
use illformed_codec::Profile;
use illformed_judge::shown::{Failing, Style, again_line, escape_controls, failing, fit, line, shown_input};
use std::fmt::Write;

/// The table of decoders, at most `shown` findings of each in full, and the sum.
pub fn search(record: &FuzzRecord, shown: usize, style: Style) -> String {
    let mut text = String::new();
    if !record.decoders.is_empty() {
        text.push_str(&table(record, style));
    }
    for decoder in &record.decoders {
        for finding in decoder.findings.iter().take(shown) {
            text.push('\n');
            text.push_str(&in_full(record, decoder, finding, style));
        }
        if decoder.findings.len() > shown {
            let _ = writeln!(
                text,
                "\n{}: {}, see --findings or --format json",
                escape_controls(&decoder.decoder),
                counted(decoder.findings.len() - shown, "more finding")
            );
        }
    }
    text.push('\n');
    text.push_str(&unasked(&record.absent, &record.broken, style));
    for how in &record.oracles_disagree {
        let _ = writeln!(text, "{} {how}", style.bad("our own fault:"));
    }
    let sum = |count: fn(&FuzzedDecoder) -> usize| record.decoders.iter().map(count).sum::<usize>();
    let _ = writeln!(
        text,
        "{}{}, {}, {}.",
        if record.is_given { String::new() } else { format!("Seed {}: ", record.seed) },
        counted(sum(|decoder| decoder.executions as usize), "input"),
        either(sum(|decoder| decoder.failing as usize), "fails", "fail"),
        counted(sum(|decoder| decoder.findings.len()), "finding")
    );
    text
}

fn table(record: &FuzzRecord, style: Style) -> String {
    let longest = |heading: &str, cell: fn(&FuzzedDecoder) -> &str| {
        let cells = record.decoders.iter().map(cell);
        cells.map(|cell| cell.chars().count()).fold(heading.len(), usize::max)
    };
    // All numbers together are 38 columns of 80.
    let of_claim = longest("claim", |decoder| &decoder.claim).min(22);
    let of_name = longest("decoder", |decoder| &decoder.decoder).min(42 - of_claim);
    let mut text = style.strong(&format!(
        "{:<of_name$} {:<of_claim$} {:>10} {:>8} {:>7} {:>8}",
        "decoder", "claim", "executions", "per s", "failing", "findings"
    ));
    text.push('\n');
    for decoder in &record.decoders {
        let findings = format!("{:>8}", decoder.findings.len());
        let findings = if decoder.findings.is_empty() { style.good(&findings) } else { style.bad(&findings) };
        // A name is not cut, so that it can be pasted.
        let name = escape_controls(&decoder.decoder);
        let name = if name.chars().count() > of_name { format!("{name}\n{:of_name$}", "") } else { name };
        let _ = writeln!(
            text,
            "{name:<of_name$} {:<of_claim$} {:>10} {:>8} {:>7} {findings}",
            fit(&decoder.claim, of_claim),
            decoder.executions,
            decoder.executions_per_second(),
            decoder.failing
        );
        if decoder.profile == "none" {
            text.push_str("  not asked: it claims no format, so that nothing could be judged\n");
        }
        if let Some(why) = &decoder.gave_up {
            let _ = writeln!(text, "  {} {}", style.bad("stopped:"), escape_controls(why));
        }
        if decoder.unjudged > 0 {
            let _ = writeln!(
                text,
                "  {} not judged: declined, or the standard or the documentation is silent",
                decoder.unjudged
            );
        }
        if decoder.unsorted > 0 {
            let more = either(decoder.unsorted as usize, "more fails", "more fail");
            let _ = writeln!(text, "  {more}, not sorted: of these faults or of others");
        }
    }
    text
}

fn in_full(record: &FuzzRecord, decoder: &FuzzedDecoder, finding: &FuzzFinding, style: Style) -> String {
    let name = escape_controls(&decoder.decoder);
    let input = &finding.input;
    let came = if finding.is_as_found() {
        format!("as it was found in execution {}", finding.execution)
    } else {
        format!("shrunk from execution {}", finding.execution)
    };
    let early = if finding.shrinking_ended_early { ", not to the end" } else { "" };
    let fail = either(finding.hits as usize, "input fails", "inputs fail");
    let mut text = failing(
        &Failing {
            title: &name,
            verdict: finding.wrong.class.verdict.name(),
            detail: &finding.wrong.detail,
            input,
            comment: &format!("{came}{early}; {fail} so"),
            refs: &[format!("the arithmetic of {}, and the oracles that agree", decoder.profile)],
            profile: decoder.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: &finding.wrong.expected,
            observed: &finding.wrong.observed,
        },
        style,
    );
    if let Some(cause) = finding.wrong.cause_id {
        let says = format!("{cause}, {}: {}", cause.severity(), cause.page().says);
        text.push_str(&line("cause", &says, style));
    }
    for also in &finding.also {
        let line = format!(
            "{}, {}: {}",
            also.class.verdict,
            escape_controls(&also.class.cause),
            shown_input(&also.input)
        );
        let _ = writeln!(text, "  {}{}", style.faint("also      "), fit(&line, 68));
    }
    if let Some(condition) = condition(finding) {
        text.push_str(&line("history", &condition, style));
    }
    let name = name_alone(&decoder.decoder, &decoder.implementation, &decoder.command);
    let limits: String = record.limits.iter().flat_map(|word| [" ", word]).collect();
    let command = limits + &command_words(&decoder.command);
    let inputs: String = finding.sequence().iter().map(asked).collect();
    // What is not known to fail again has no line that makes it fail; the search may.
    let is_confirmed = !matches!(finding.reproduces, Reproduces::Never | Reproduces::Unknown);
    if inputs.len() <= LONGEST_LINE && is_confirmed {
        text.push_str(&again_line(&format!("illformed fuzz --decoder {name}{inputs}{command}"), style));
    }
    if record.is_given {
        return text;
    }
    let search = format!(
        "illformed fuzz --decoder {name} --seed {} --runs {}{}{command}",
        record.seed,
        finding.execution,
        if record.max_len_grows { String::new() } else { format!(" --max-len {}", record.max_len) }
    );
    let _ = writeln!(text, "  {}{search}", style.faint("search    "));
    text
}

/// The longest words of a command that all systems take.
const LONGEST_LINE: usize = 64 << 10;

/// Under which conditions it fails again, unless always.
fn condition(finding: &FuzzFinding) -> Option<String> {
    Some(match finding.reproduces {
        Reproduces::Always => return None,
        Reproduces::AfterEarlierInputs => {
            let earlier = counted(finding.earlier.len(), "earlier input");
            format!("depends on earlier inputs: passes alone, fails after {earlier}")
        }
        Reproduces::OnlyFirst => "fails as the first input of a process, and not later".to_owned(),
        Reproduces::Never => "unstable: did not fail again".to_owned(),
        Reproduces::Unknown => "unknown: not asked again to the end".to_owned(),
    })
}
