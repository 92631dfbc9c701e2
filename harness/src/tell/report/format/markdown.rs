//! Markdown as GitHub and GitLab show it: a report, and a summary of one step of a workflow. Text of others is always code, so that
//! nothing in it is a mark, a link, a tag, or calls a person.

use crate::record::run_record::{
    AdapterNote, BaselineRecord, DecoderRecord, NOT_SWEPT, RunRecord, SweepRecord,
};
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::decoders::{families, headline, listed, rows, standings};
use crate::tell::report::incidents::{repeated, title};
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::stability;
use crate::tell::report::sweeps::{proved, swept};
use crate::tell::report::words::{and_more, counted, either, fitted, grouped};
use illformed_judge::shown::{escape_controls, reason};
use std::fmt::Write;

const IN_REPORT: usize = 1_000;
const IN_SUMMARY: usize = 50;
const MOST_ADAPTERS: usize = 50;
const MOST_DECODERS: usize = 10;
const LONGEST_COMMAND: usize = 2_000;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 160;

/// `record` as Markdown with the tables of GitHub: whether it is red or green and why, the sums, the matrix by
/// implementation, what decoders get wrong by cause, the incidents that they would repeat, if the run was about those, what
/// baselines say, and the adapters that could not be asked. Of causes, incidents and entries of baselines at most 1,000 are there.
/// What comes from adapters and from vectors is code, whatever it looks like.
pub fn markdown(record: &RunRecord) -> String {
    let matrix = if record.decoders.is_empty() { String::new() } else { matrix(record) };
    let mut text = format!("# UTF-8 conformance is {}\n\n{}", headline(record), sums(record));
    for (heading, part) in [("Matrix", matrix)].into_iter().chain(parts(record, IN_REPORT)) {
        if !part.is_empty() {
            let _ = write!(text, "## {heading}\n\n{part}");
        }
    }
    text
}

/// `record` as Markdown for the summary of a step: whether it is red or green and why, the sums, the causes
/// for which decoders fail, the incidents that they would repeat, what baselines say, and the adapters that could not be
/// asked; at most 50 of each. Each text from outside is cut, so that it is below the 1 MiB that GitHub takes from a step.
pub fn summary(record: &RunRecord) -> String {
    let parts = parts(record, IN_SUMMARY).map(|(_, part)| part);
    format!("## UTF-8 conformance is {}\n\n{}", headline(record), sums(record)) + &parts.concat()
}

/// What the two have in common, with at most so many causes, incidents, and entries of baselines.
fn parts(record: &RunRecord, most: usize) -> [(&'static str, String); 6] {
    [
        ("Findings", findings(record, most)),
        ("Stability", stabilities(record)),
        ("Swept", sweeps(record)),
        ("Incidents", incidents(record, most)),
        ("Baselines", baselines(record, most)),
        ("Not asked", notes(record)),
    ]
}

fn sums(record: &RunRecord) -> String {
    let footer = &record.footer;
    let tally = &footer.tally;
    let mut text = String::new();
    if !footer.complete {
        text.push_str("**Interrupted: this run is not complete.**\n\n");
    }
    let _ = writeln!(
        text,
        "{} of {} asked {} from {}: {} judged by their claims, {} passed, **{} failed**.\n",
        counted(footer.decoders, "decoder"),
        counted(footer.implementations, "implementation"),
        counted(footer.cases, "case"),
        counted(record.vectors.len(), "vector"),
        counted(tally.judged, "answer"),
        grouped(tally.pass),
        grouped(tally.bad())
    );
    let standings = standings(record);
    if !standings.is_empty() {
        let _ = writeln!(text, "Decoders: {standings}.\n");
    }
    if !record.selection.is_empty() {
        let _ = writeln!(text, "A selection: {}\n", code(&record.selection.join(" ")));
    }
    text
}

/// The adapters that could not be asked, as a list; empty if there are none.
fn notes(record: &RunRecord) -> String {
    let mut text = String::new();
    for (word, notes) in [("broken", &record.broken), ("absent", &record.absent)] {
        for AdapterNote { adapter, why } in notes.iter().take(MOST_ADAPTERS) {
            let _ = writeln!(text, "- {word}: {}: {}", code(adapter), code(&reason(why)));
        }
        if notes.len() > MOST_ADAPTERS {
            let _ = writeln!(text, "- {word}: {} more", notes.len() - MOST_ADAPTERS);
        }
    }
    paragraph(text)
}

/// The tables of the twelve questions by implementation, after what the signs mean.
fn matrix(record: &RunRecord) -> String {
    let signs =
        Answered::ALL.map(|answered| format!("`{}` {}", answered.name(), answered.meaning())).join(", ");
    let mut text = format!("Each decoder judged by what it claims: {signs}.\n\n");
    let answers = Answers::of(record);
    let titles = MatrixQuestion::ALL.map(MatrixQuestion::title);
    for family in families(&listed(record)) {
        let (rows, passing) = rows(record, &family);
        let DecoderRecord { adapter, implementation, version, .. } = family[0];
        let version = format!("{implementation} {version}");
        let _ = writeln!(text, "### {}: {}\n", code(adapter), code(&version));
        if !passing.is_empty() {
            let _ = writeln!(text, "{passing}.\n");
        }
        if rows.is_empty() {
            continue;
        }
        let heads = [&["decoder", "claim", "judged", "not judged"][..], &titles].concat();
        let _ = writeln!(text, "| {} |\n|{}", heads.join(" | "), "---|".repeat(heads.len()));
        for decoder in rows {
            let (name, word) = (code(&decoder.decoder), record.standing(decoder).name());
            let tally = &decoder.judged_outcomes().tally;
            let signs = answers.answered(decoder).map(|answered| format!("`{}`", answered.name()));
            let (judged, unjudged, signs) = (tally.judged, tally.unjudged(), signs.join(" | "));
            let _ = writeln!(text, "| {name} | {word} | {judged} | {unjudged} | {signs} |");
        }
        text.push('\n');
    }
    text
}

/// `lines` and a blank line; nothing if there are none.
fn paragraph(lines: String) -> String {
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// What `item` says of the first `most` of `all`, how many more there are, and a blank line; nothing if there are none.
fn list<T>(all: &[T], most: usize, item: impl Fn(&T) -> String) -> String {
    let mut text: String = all.iter().take(most).map(item).collect();
    if all.len() > most {
        let _ = writeln!(text, "- and {} more", all.len() - most);
    }
    paragraph(text)
}

/// At most `most` causes for which decoders fail, as a list; empty if there is none.
fn findings(record: &RunRecord, most: usize) -> String {
    list(&Issue::of_failed_run(record), most, |issue| {
        let (name, cause) = (code(&issue.decoder.name()), code(issue.cause.id.name()));
        let vectors = counted(issue.vectors.len(), "vector");
        let mut text = format!("- **{name}**: {}{cause}, {vectors}\n", issue.prefix());
        let case = issue.example.map_or_else(String::new, |case| code(&record.case_id(case)) + ", ");
        let _ = writeln!(text, "  - {case}{}", code(&issue.shown(60)));
        if let Some(history) = issue.history() {
            let _ = writeln!(text, "  - {history}");
        }
        if let Some(command) = issue.reproduce().filter(|command| command.chars().count() <= LONGEST_COMMAND)
        {
            let _ = writeln!(text, "  - reproduce: {}", whole_code(&command));
        }
        text
    })
}

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases; empty if there is none.
fn stabilities(record: &RunRecord) -> String {
    let all = stability(record);
    list(&all, all.len(), |(name, words)| format!("- **{}**: {}\n", code(name), code(words)))
}

/// The decoders that were swept, and what a pass proves; empty if there was none.
fn sweeps(record: &RunRecord) -> String {
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
fn incidents(record: &RunRecord, most: usize) -> String {
    let Some((replayed, repeated)) = repeated(record) else { return String::new() };
    let asked = counted(replayed, "incident");
    if repeated.is_empty() {
        return format!("{asked} replayed; no decoder repeats one.\n\n");
    }
    let have = either(repeated.len(), "has", "have");
    let items = list(&repeated, most, |one| {
        let names: Vec<String> = one.repeated_by.iter().take(MOST_DECODERS).map(|name| code(name)).collect();
        let more = and_more(one.repeated_by.len() - names.len());
        let title = code(&title(one.incident));
        format!("- incident {}, {title}: {}{more}\n", one.incident.number, names.join(", "))
    });
    format!(
        "{asked} replayed; {have} a vector that a decoder fails, judged by RFC 3629 whatever it claims:\n\n{items}"
    )
}

/// What the baselines of decoders say, with at most `most` entries that are not as listed; empty if there is none.
fn baselines(record: &RunRecord, most: usize) -> String {
    let with: Vec<(&DecoderRecord, &BaselineRecord)> =
        record.decoders.iter().filter_map(|one| Some((one, one.baseline.as_ref()?))).collect();
    if with.is_empty() {
        return String::new();
    }
    let mut text =
        "| decoder | baseline | known | new | some new | not as listed |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for (decoder, BaselineRecord { file, known, new, undecided, deviations, .. }) in with.iter().take(most) {
        let counts = [known, new, undecided].map(|cases| format!("{} | ", cases.len())).concat();
        let (name, file) = (code(&decoder.name()), code(file));
        let _ = writeln!(text, "| {name} | {file} | {counts}{} |", deviations.len());
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

/// One line of text as code, wherever a line, a list or a cell of a table has it.
fn code(text: &str) -> String {
    whole_code(&fitted(text, LONGEST))
}

/// The same of a text that is not cut, since it is there to be pasted.
pub(in crate::tell::report) fn whole_code(text: &str) -> String {
    let text = &escape_controls(text);
    // These end a span of code, a cell, or escape what follows, or are taken off its edges.
    let delicate = |c: char| matches!(c, '`' | '|' | '\\' | '<' | '>' | '&');
    if text.is_empty() {
        "–".to_owned()
    } else if text.contains(delicate) || text.starts_with(' ') || text.ends_with(' ') {
        format!("<code>{}</code>", entities(text))
    } else {
        format!("`{text}`")
    }
}

/// Every mark as a reference to the character, which can never be part of Markdown's or HTML's structure.
pub(in crate::tell::report) fn entities(text: &str) -> String {
    let mut entities = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == ' ' || !c.is_ascii() {
            entities.push(c);
        } else {
            let _ = write!(entities, "&#{};", u32::from(c));
        }
    }
    entities
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn plain_text_stays_readable_and_any_other_has_no_marks() {
        for (text, expected) in [
            ("python/json-loads", "`python/json-loads`"),
            ("a*b @user #1", "`a*b @user #1`"),
            ("", "–"),
            ("a`b", "<code>a&#96;b</code>"),
            ("a|b\\|c", "<code>a&#124;b&#92;&#124;c</code>"),
            ("</code><b>", "<code>&#60;&#47;code&#62;&#60;b&#62;</code>"),
            ("two\nlines", "<code>two&#92;nlines</code>"),
            (" x", "<code> x</code>"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
