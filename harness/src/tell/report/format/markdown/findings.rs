//! What decoders get wrong, by cause, the incidents that they would repeat, and what their baselines say.

use crate::record::run_record::NOT_SWEPT;
use crate::record::run_record::{BaselineRecord, DecoderRecord, RunRecord, SweepRecord};
use crate::tell::report::format::markdown::code::{code, entities, whole_code};
use crate::tell::report::incidents::{Incidents, title};
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::stability;
use crate::tell::report::sweeps::{proved, swept};
use crate::tell::report::words::{and_more, counted, either};
use std::fmt::Write;

const LONGEST_COMMAND: usize = 2_000;

const MOST_DECODERS: usize = 10;

/// `lines` and a blank line; nothing if there are none.
pub(super) fn paragraph(lines: String) -> String {
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// At most `most` causes for which decoders fail, as a list; empty if there is none.
pub(super) fn findings(record: &RunRecord, most: usize) -> String {
    let issues = Issue::of_failed_run(record);
    let mut text = String::new();
    for issue in issues.iter().take(most) {
        let (name, cause) = (code(&issue.decoder.name()), code(issue.cause.id.name()));
        let vectors = counted(issue.vectors.len(), "vector");
        let _ = writeln!(text, "- **{name}**: {}{cause}, {vectors}", issue.prefix());
        let case = issue.example.map_or_else(String::new, |case| code(&record.case_id(case)) + ", ");
        let _ = writeln!(text, "  - {case}{}", code(&issue.shown(60)));
        if let Some(history) = issue.history() {
            let _ = writeln!(text, "  - {history}");
        }
        if let Some(command) = issue.reproduce().filter(|command| command.chars().count() <= LONGEST_COMMAND)
        {
            let _ = writeln!(text, "  - reproduce: {}", whole_code(&command));
        }
    }
    if issues.len() > most {
        let _ = writeln!(text, "- and {} more", issues.len() - most);
    }
    paragraph(text)
}

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases; empty if there is none.
pub(super) fn stabilities(record: &RunRecord) -> String {
    let line = |(name, words): (String, String)| format!("- **{}**: {}\n", code(&name), code(&words));
    paragraph(stability(record).into_iter().map(line).collect())
}

/// The decoders that were swept, and what a pass proves; empty if there was none.
pub(super) fn sweeps(record: &RunRecord) -> String {
    let mut text = String::new();
    for (decoder, outcome) in swept(record) {
        let _ = writeln!(text, "- **{}**: {}", code(&decoder.name()), entities(&outcome));
    }
    if !text.is_empty() {
        for SweepRecord { name, proves, .. } in proved(record) {
            let _ = writeln!(text, "- what passes {} is right on {}", code(name), entities(proves));
        }
        let _ = writeln!(text, "- not covered: {NOT_SWEPT}");
    }
    paragraph(text)
}

/// At most `most` incidents that decoders would repeat, as a list; empty if the run did not ask for them.
pub(super) fn incidents(record: &RunRecord, most: usize) -> String {
    let Some(Incidents { replayed, repeated }) = Incidents::of(record) else { return String::new() };
    let asked = counted(replayed, "incident");
    if repeated.is_empty() {
        return format!("{asked} replayed; no decoder repeats one.\n\n");
    }
    let mut text = format!(
        "{asked} replayed; {} a vector that a decoder fails, judged by RFC 3629 whatever it claims:\n\n",
        either(repeated.len(), "has", "have")
    );
    for one in repeated.iter().take(most) {
        let names: Vec<String> = one.repeated_by.iter().take(MOST_DECODERS).map(|name| code(name)).collect();
        let more = and_more(one.repeated_by.len() - names.len());
        let title = code(&title(one.incident));
        let _ = writeln!(text, "- incident {}, {title}: {}{more}", one.incident.number, names.join(", "));
    }
    if repeated.len() > most {
        let _ = writeln!(text, "- and {} more", repeated.len() - most);
    }
    text + "\n"
}

/// What the baselines of decoders say, with at most `most` entries that are not as listed; empty if there is none.
pub(super) fn baselines(record: &RunRecord, most: usize) -> String {
    let with: Vec<(&DecoderRecord, &BaselineRecord)> =
        record.decoders.iter().filter_map(|one| Some((one, one.baseline.as_ref()?))).collect();
    if with.is_empty() {
        return String::new();
    }
    let mut text =
        "| decoder | baseline | known | new | some new | not as listed |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for (decoder, baseline) in with.iter().take(most) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            code(&decoder.name()),
            code(&baseline.file),
            baseline.known.len(),
            baseline.new.len(),
            baseline.undecided.len(),
            baseline.deviations.len()
        );
    }
    text.push('\n');
    let all =
        || with.iter().flat_map(|(_, baseline)| baseline.deviations.iter().map(move |one| (*baseline, one)));
    for (baseline, deviation) in all().take(most) {
        let place = format!("{}:{}", baseline.file, deviation.line);
        let (kind, entry) = (deviation.kind.name(), code(&deviation.subject));
        let _ = writeln!(text, "{} **{kind}** {entry}: {}\n", code(&place), code(&deviation.detail));
    }
    let count = all().count();
    if count > most {
        let _ = writeln!(text, "And {} more.\n", counted(count - most, "entry"));
    }
    text
}
