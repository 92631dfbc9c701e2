//! Annotations for GitHub, as commands of its workflows.

use crate::record::run_record::{DecoderRecord, Deviation, RunRecord};
use crate::tell::report::reported_failure::{ReportedFailure, reported_failures};
use crate::tell::report::stability::{depends, stability};
use crate::tell::report::terminal::counted;
use illformed_judge::shown::shown_input;
use illformed_judge::shown::{escape_controls, fit, reason};
use std::fmt::Write;

/// How many of a kind GitHub shows for a step.
const SHOWN: usize = 10;

/// How long a text may be, in characters.
const LONGEST: usize = 1000;

/// `record` as workflow commands, one a line, for the standard output of a step.
///
/// An error is a cause for which a decoder fails its claim or what its baseline lists, a red entry of a baseline, a broken
/// adapter, or an interrupt; a warning is an entry of a baseline that is fixed and does no harm, or that absent adapters
/// were not asked. There are at most ten of each, as many as GitHub shows, the worst of every decoder before the second of
/// any; a notice says how many more there are. What carries a file is in a baseline.
pub fn annotations(record: &RunRecord) -> String {
    let mut errors: Vec<String> = Vec::new();
    if !record.footer.complete {
        errors.push(command("error", &[("title", "illformed")], "interrupted: not everything was asked"));
    }
    for note in &record.broken {
        let title = format!("{}: broken", escape_controls(&note.adapter));
        errors.push(command("error", &[("title", &title)], &reason(&note.why)));
    }
    errors.extend(reported_failures(record).iter().map(of_failure));
    let mut warnings = Vec::new();
    for (decoder, deviation, red) in entries(record) {
        // One of a case that fails is among the failures.
        if red && deviation.case.is_none() {
            errors.push(of_entry("error", decoder, deviation));
        } else if !red {
            warnings.push(of_entry("warning", decoder, deviation));
        }
    }
    for (name, words) in stability(record) {
        let title = fit(&escape_controls(&format!("{name}: stability")), 200);
        warnings.push(command("warning", &[("title", &title)], &fit(&escape_controls(&words), LONGEST)));
    }
    if !record.absent.is_empty() {
        let names: Vec<&str> = record.absent.iter().map(|note| note.adapter.as_str()).collect();
        let text = format!("not asked, since it is absent: {}", escape_controls(&names.join(", ")));
        warnings.push(command("warning", &[("title", "illformed")], &text));
    }
    let more = errors.len().saturating_sub(SHOWN) + warnings.len().saturating_sub(SHOWN);
    let shown = errors.into_iter().take(SHOWN).chain(warnings.into_iter().take(SHOWN));
    let mut text: String = shown.collect();
    if more > 0 {
        let notice = format!("{} not shown; the report has all", counted(more, "more finding"));
        text.push_str(&command("notice", &[("title", "illformed")], &notice));
    }
    text
}

/// What silences workflow commands in `text`, a report for people: a runner obeys commands in any line of a step's output,
/// and some in the midst of one. The token holds the digest of `record`: an adapter whose
/// words are part of the text cannot know it.
pub fn without_commands(record: &RunRecord, text: &str) -> String {
    let token = format!("illformed-{}", record.footer.digest);
    format!("::stop-commands::{token}\n{text}\n::{token}::\n")
}

/// The entries of all baselines that are not as listed, and whether they make the run fail.
fn entries(record: &RunRecord) -> impl Iterator<Item = (&DecoderRecord, &Deviation, bool)> {
    record.decoders.iter().flat_map(|decoder| {
        decoder.baseline.iter().flat_map(move |baseline| {
            baseline.deviations.iter().map(move |deviation| (decoder, deviation, baseline.counts(deviation)))
        })
    })
}

fn of_failure(failure: &ReportedFailure<'_>) -> String {
    let ReportedFailure { decoder, cause, vectors, case, number, input, detail, observed, .. } = failure;
    let mark = if failure.mark.is_empty() { String::new() } else { format!("{}: ", failure.mark) };
    let title = fit(&escape_controls(&format!("{}: {mark}{cause}", decoder.name())), 200);
    let mut text = format!("{}, first {case}: {}: {detail}", counted(*vectors, "vector"), shown_input(input));
    if let Some(history) = depends(decoder, *number) {
        let _ = write!(text, ", {history}");
    }
    if let Some(expected) = failure.expected {
        let _ = write!(text, "; expected {expected}, observed {observed}");
    }
    let text = fit(&escape_controls(&text), LONGEST) + "\n" + &fit(&failure.again(), LONGEST);
    let mut properties = vec![("title", title.as_str())];
    let line;
    if let Some(baseline) = &decoder.baseline {
        properties.push(("file", &baseline.file));
        let entry = baseline.deviations.iter().find(|deviation| deviation.case == Some(*number));
        line = entry.map_or(1, |deviation| deviation.line.max(1)).to_string();
        properties.push(("line", &line));
    }
    command("error", &properties, &text)
}

fn of_entry(level: &str, decoder: &DecoderRecord, deviation: &Deviation) -> String {
    let title = format!("{}: {}", decoder.name(), deviation.kind.name());
    let file = decoder.baseline.as_ref().map_or("", |baseline| &baseline.file);
    let line = deviation.line.max(1).to_string();
    let text = fit(&escape_controls(&format!("{}: {}", deviation.entry, deviation.detail)), LONGEST);
    let properties =
        [("title", fit(&escape_controls(&title), 200)), ("file", file.to_owned()), ("line", line)];
    command(level, &properties.each_ref().map(|(name, value)| (*name, value.as_str())), &text)
}

/// A workflow command: only a line break of ours stays one, in the way GitHub's toolkit writes it.
fn command(level: &str, properties: &[(&str, &str)], text: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    format!("::{level} {}::{}\n", properties.join(","), data(text))
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn a_command_is_escaped_as_the_toolkit_does() {
        let properties = [("title", "a: b, c%"), ("file", "x\r\n::error::y")];
        assert_eq!(
            command("error", &properties, "100%: a, b\r\n::error::c"),
            "::error title=a%3A b%2C c%25,file=x%0D%0A%3A%3Aerror%3A%3Ay::100%25: a, b%0D%0A::error::c\n"
        );
    }
}
