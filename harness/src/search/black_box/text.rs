//! The report of a search as text.

use crate::search::black_box::{FuzzFinding, FuzzRecord, FuzzedDecoder, Reproduces, UnaskedAdapter};
use illformed_codec::Profile;
use illformed_judge::shown::{
    Failing, Style, again_line, escape_controls, failing, fit, line, quoted, reason, shown_bytes,
    shown_calls, shown_input,
};
use illformed_vectors::Input;
use std::fmt::Write;

/// The table of decoders, at most `shown` findings of each in full, and the sum.
pub fn fuzz_text(record: &FuzzRecord, shown: usize, style: Style) -> String {
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
                counted((decoder.findings.len() - shown) as u64, "more finding", "more findings")
            );
        }
    }
    text.push('\n');
    let absent = record.absent.iter().map(|adapter| (style.doubtful("absent"), adapter));
    let broken = record.broken.iter().map(|adapter| (style.bad("broken"), adapter));
    for (word, UnaskedAdapter { adapter, why }) in absent.chain(broken) {
        let _ = writeln!(text, "{word} {}: {}", escape_controls(adapter), reason(why));
    }
    for how in &record.oracles_disagree {
        let _ = writeln!(text, "{} {how}", style.bad("our own fault:"));
    }
    let sum = |count: fn(&FuzzedDecoder) -> u64| record.decoders.iter().map(count).sum::<u64>();
    let _ = writeln!(
        text,
        "Seed {}: {}, {}, {}.",
        record.seed,
        counted(sum(|decoder| decoder.executions), "input", "inputs"),
        counted(sum(|decoder| decoder.failing), "fails", "fail"),
        counted(sum(|decoder| decoder.findings.len() as u64), "finding", "findings")
    );
    text
}

/// `1 finding`, `2 findings`.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn table(record: &FuzzRecord, style: Style) -> String {
    let mut text = style.strong(&format!(
        "{:<36} {:<28} {:>10} {:>9} {:>8} {:>8}",
        "decoder", "claim", "executions", "per s", "failing", "findings"
    ));
    text.push('\n');
    for decoder in &record.decoders {
        let findings = format!("{:>8}", decoder.findings.len());
        let findings = if decoder.findings.is_empty() { style.good(&findings) } else { style.bad(&findings) };
        let _ = writeln!(
            text,
            "{:<36} {:<28} {:>10} {:>9} {:>8} {findings}",
            fit(&escape_controls(&decoder.decoder), 36),
            fit(&decoder.claim, 28),
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
            let more = counted(decoder.unsorted, "more fails", "more fail");
            let _ = writeln!(text, "  {more}, not sorted: of these faults or of others");
        }
    }
    text
}

fn in_full(record: &FuzzRecord, decoder: &FuzzedDecoder, finding: &FuzzFinding, style: Style) -> String {
    let name = escape_controls(&decoder.decoder);
    let input = &finding.input.0;
    let came = if finding.is_as_found() {
        format!("as it was found in execution {}", finding.execution)
    } else {
        format!("shrunk from execution {}", finding.execution)
    };
    let early = if finding.shrinking_ended_early { ", not to the end" } else { "" };
    let fail = counted(finding.hits, "input fails", "inputs fail");
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
            shown_input(&also.input.0)
        );
        let _ = writeln!(text, "  {}{}", style.faint("also      "), fit(&line, 68));
    }
    if let Some(condition) = condition(finding) {
        text.push_str(&line("history", &condition, style));
    }
    let command: String = decoder.command.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect();
    let inputs: String = finding.sequence().iter().map(argument).collect();
    // What did not fail again has no line that makes it fail; the search may.
    if inputs.len() <= LONGEST_LINE && finding.reproduces != Reproduces::Never {
        text.push_str(&again_line(&format!("illformed fuzz --decoder {name}{inputs}{command}"), style));
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

/// The argument that asks `input`, after a space.
fn argument(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) => format!(" --bytes {}", quoted(&shown_bytes(bytes))),
        Input::Calls(script) => format!(" --calls {}", quoted(&shown_calls(script))),
    }
}

/// Under which conditions it fails again, unless always.
fn condition(finding: &FuzzFinding) -> Option<String> {
    Some(match finding.reproduces {
        Reproduces::Always => return None,
        Reproduces::AfterEarlierInputs => {
            let earlier = counted(finding.earlier.len() as u64, "earlier input", "earlier inputs");
            format!("depends on earlier inputs: passes alone, fails after {earlier}")
        }
        Reproduces::OnlyFirst => "fails as the first input of a process, and not later".to_owned(),
        Reproduces::Never => "unstable: did not fail again".to_owned(),
    })
}
