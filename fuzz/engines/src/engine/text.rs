//! A search of targets as a person reads it.

use crate::engine::meaning::{is_utf8, meanings};
use crate::engine::record::{EngineRecord, TargetFinding, TargetSearch};
use illformed::tell::report::Style;
use illformed_codec::Profile;
use illformed_fuzz::property::Property;
use illformed_judge::explain::{path, spaced_hex};
use illformed_judge::shown::{escape_controls, fit, shown_calls};
use illformed_vectors::Input;
use std::fmt::Write;

/// How many bytes are shown; an input of so many is explained too.
const SHOWN_BYTES: usize = 20;
const EXPLAINED_BYTES: usize = 8;

/// The table of targets, at most `shown` findings of each in full, and the sum, in 80 columns but for paths and
/// commands, which are there to be pasted.
pub(crate) fn engine_text(record: &EngineRecord, shown: usize, style: Style) -> String {
    let mut text = String::new();
    if !record.searches.is_empty() {
        text.push_str(&table(record, style));
    }
    let count = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let mut targets: Vec<&str> = record.findings.iter().map(|finding| &*finding.property).collect();
    targets.dedup();
    for target in targets {
        let of_target = || record.findings.iter().filter(|finding| finding.property == target);
        for finding in of_target().take(shown) {
            text.push('\n');
            text.push_str(&in_full(finding, style));
        }
        let more = of_target().count().saturating_sub(shown);
        if more > 0 {
            let _ = writeln!(
                text,
                "\n{target}: {} more; see --findings or --format json",
                count(more, "finding")
            );
        }
    }
    let findings = count(record.findings.len(), "finding");
    let artifacts = count(usize::try_from(record.artifacts).unwrap_or(usize::MAX), "failing input");
    text.push_str(if text.is_empty() { "" } else { "\n" });
    if record.searches.is_empty() {
        let _ = writeln!(text, "{artifacts}, {findings}.");
    } else {
        let executions: u64 = record.searches.iter().map(|search| search.executions).sum();
        let _ = writeln!(text, "Seed {}: {executions} executions, {artifacts}, {findings}.", record.seed);
    }
    text
}

fn table(record: &EngineRecord, style: Style) -> String {
    let mut text = style.strong(&format!(
        "{:<28} {:<9} {:>9} {:>6} {:>6} {:>8} {:>8}",
        "target", "engine", "execs", "per s", "corpus", "features", "findings"
    ));
    text.push('\n');
    for search in &record.searches {
        let TargetSearch { executions, executions_per_second, corpus, features, .. } = search;
        let findings = format!("{:>8}", search.findings);
        let findings = if search.findings == 0 { style.good(&findings) } else { style.bad(&findings) };
        let _ = writeln!(
            text,
            "{:<28} {:<9} {executions:>9} {executions_per_second:>6} {corpus:>6} {features:>8} {findings}",
            fit(&search.target, 28),
            search.engine,
        );
        if let Some(why) = &search.stopped {
            let word = if search.broken { style.bad("broken:") } else { style.doubtful("stopped:") };
            let _ = writeln!(text, "  {word} {}", fit(&escape_controls(why), 68));
        }
    }
    text
}

fn in_full(finding: &TargetFinding, style: Style) -> String {
    let mut text = String::new();
    let title =
        finding.decoder.as_ref().map_or(String::new(), |decoder| format!("  {}", escape_controls(decoder)));
    let _ = writeln!(
        text,
        "{} {}",
        style.bad(&finding.kind.to_uppercase()),
        style.strong(&format!("{}{title}", finding.property))
    );
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "  {}{value}", style.faint(&format!("{key:<10}")));
    };
    line("what", &fit(&escape_controls(&finding.what), 68));
    let bytes = const_hex::decode(&finding.input).unwrap_or_default();
    let cut = &bytes[..bytes.len().min(SHOWN_BYTES)];
    let more = if cut.len() < bytes.len() { format!(" ... ({} bytes)", bytes.len()) } else { String::new() };
    let shown = if bytes.is_empty() { "no bytes".to_owned() } else { format!("{}{more}", spaced_hex(cut)) };
    line("bytes", &fit(&shown, 68));
    let property = Property::named(&finding.property);
    let meanings = property.map(|property| meanings(&property, &bytes, None)).unwrap_or_default();
    if let Some(Input::Calls(script)) = meanings.first() {
        line("calls", &fit(&shown_calls(script), 68));
    }
    if property.is_some_and(|property| is_utf8(&property)) && bytes.len() <= EXPLAINED_BYTES {
        for (number, step) in path(&bytes, Profile::Rfc3629).enumerate() {
            line(if number == 0 { "parse" } else { "" }, &fit(&step, 68));
        }
    }
    line("class", &fit(&escape_controls(&finding.class), 68));
    for also in finding.also.iter().take(3) {
        line("also", &fit(&escape_controls(also), 68));
    }
    let inputs = if finding.artifacts == 1 { "input fails" } else { "inputs fail" };
    let first =
        finding.first_execution.map_or(String::new(), |first| format!(", the first in execution {first}"));
    let engines = match &finding.engines[..] {
        [] => String::new(),
        engines => format!(" ({})", engines.join(", ")),
    };
    line("seen", &format!("{} {inputs} this way{first}{engines}", finding.artifacts));
    for target in &finding.also_seen_by {
        line("", &format!("also seen by {target}"));
    }
    line("file", &escape_controls(&finding.file));
    line("reproduce", &escape_controls(&finding.replay));
    line("keep", &escape_controls(&finding.promote));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> EngineRecord {
        let search = |target: &str, engine: &str, findings| TargetSearch {
            target: target.to_owned(),
            engine: engine.to_owned(),
            executions: 123_456_789,
            executions_per_second: 743_000,
            corpus: 394,
            features: 2246,
            artifacts: 60,
            findings,
            milliseconds: 166_000,
            stopped: (findings > 0).then(|| "after 24 inputs that fail, before its budget".to_owned()),
            broken: false,
        };
        let finding = TargetFinding {
            property: "decoders_agree".to_owned(),
            kind: "fails".to_owned(),
            decoder: Some("std".to_owned()),
            class: "the codec has Error { kind: Surrogate, at: #, len: # }, std has Some(Code { value: # })"
                .to_owned(),
            what:
                "the codec has Error { kind: Surrogate, at: 0, len: 1 }, std has Some(Code { value: 55296 })"
                    .to_owned(),
            input: "eda080".to_owned(),
            shrunk: true,
            also_seen_by: vec!["chunks_equal_whole".to_owned()],
            artifacts: 60,
            engines: vec!["libfuzzer".to_owned()],
            first_execution: Some(5800),
            file: "fuzz/artifacts/decoders_agree/crash-6e4ff474f37df6d85b681bc37f532f032ac88b9d".to_owned(),
            ..TargetFinding::default()
        };
        EngineRecord {
            kind: EngineRecord::KIND,
            schema: EngineRecord::SCHEMA,
            seed: 7,
            complete: true,
            searches: vec![
                search("decoders_agree", "libfuzzer", 1),
                search("call_scripts_follow_the_model", "afl", 0),
            ],
            artifacts: 60,
            findings: vec![finding],
        }
    }

    #[test]
    fn the_table_and_the_words_of_a_finding_fit_in_80_columns() {
        let text = engine_text(&record(), 5, Style::Plain);
        let long = |line: &&str| line.chars().count() > 80 && !line.contains("fuzz/artifacts/");
        assert_eq!(text.lines().find(long), None, "{text}");
        for part in [
            "decoders_agree               libfuzzer 123456789 743000    394     2246        1\n  stopped: after 24",
            "FAILS decoders_agree  std\n",
            "  bytes     ED A0 80\n  parse     ED, then A0: surrogate",
            "  seen      60 inputs fail this way, the first in execution 5800 (libfuzzer)\n            also seen by chunks_equal_whole\n",
            "Seed 7: 246913578 executions, 60 failing inputs, 1 finding.\n",
        ] {
            assert!(text.contains(part), "{part}\n\n{text}");
        }
    }

    #[test]
    fn files_that_are_only_sorted_have_no_table_and_more_findings_are_counted() {
        let sorted = EngineRecord { searches: Vec::new(), ..record() };
        let text = engine_text(&sorted, 0, Style::Plain);
        assert!(!text.contains("engine"), "{text}");
        assert!(text.contains("decoders_agree: 1 finding more; see --findings"), "{text}");
        assert!(text.ends_with("\n60 failing inputs, 1 finding.\n"), "{text}");
    }
}
