//! A search as a person reads it.

use crate::fuzz::{FuzzFinding, FuzzRecord, FuzzedDecoder};
use crate::report::Style;
use crate::report::finding::{Failing, again_line, failing, quoted};
use crate::report::style::{fit, reason, tame};
use illformed_codec::Profile;
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
                tame(&decoder.decoder),
                counted((decoder.findings.len() - shown) as u64, "more finding", "more findings")
            );
        }
    }
    text.push('\n');
    for adapter in &record.absent {
        let _ = writeln!(text, "{} {}: {}", style.doubtful("absent"), adapter.adapter, tame(&adapter.why));
    }
    for adapter in &record.broken {
        let _ =
            writeln!(text, "{} {}: {}", style.bad("broken"), tame(&adapter.adapter), reason(&adapter.why));
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
            fit(&tame(&decoder.decoder), 36),
            fit(&decoder.claim, 28),
            decoder.executions,
            decoder.executions_per_second(),
            decoder.failing
        );
        if decoder.profile == "none" {
            text.push_str("  not asked: it claims no format, so that nothing could be judged\n");
        }
        if let Some(why) = &decoder.gave_up {
            let _ = writeln!(text, "  {} {}", style.bad("stopped:"), tame(why));
        }
        if decoder.unjudged > 0 {
            let _ = writeln!(
                text,
                "  {} not judged: the standard or its documentation is silent",
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
    let name = tame(&decoder.decoder);
    let empty = if finding.input.is_empty() { "no bytes; " } else { "" };
    let came = if finding.input == finding.found_in {
        format!("as it was found in execution {}", finding.execution)
    } else {
        format!("shrunk from execution {}", finding.execution)
    };
    let early = if finding.shrinking_ended_early { ", not to the end" } else { "" };
    let fail = counted(finding.hits, "input fails", "inputs fail");
    let mut text = failing(
        &Failing {
            title: &name,
            verdict: &finding.verdict,
            detail: &finding.detail,
            input: &finding.input,
            comment: &format!("{empty}{came}{early}; {fail} so"),
            refs: &[format!("the arithmetic of {}, and the oracles that agree", decoder.profile)],
            profile: decoder.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: &finding.expected,
            observed: &finding.observed,
        },
        style,
    );
    for also in &finding.also {
        let line = format!("{}, {}: {}", also.verdict, tame(&also.cause), also.input);
        let _ = writeln!(text, "  {}{}", style.faint("also      "), fit(&line, 68));
    }
    let command: String = decoder.command.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect();
    let form = if finding.calls { "--calls" } else { "--bytes" };
    let input = quoted(&finding.input);
    text.push_str(&again_line(&format!("illformed fuzz --decoder {name} {form} {input}{command}"), style));
    let search = format!(
        "illformed fuzz --decoder {name} --seed {} --runs {} --max-len {}{command}",
        record.seed, finding.execution, record.max_len
    );
    let _ = writeln!(text, "  {}{search}", style.faint("search    "));
    text
}
