//! Markdown as GitHub and GitLab show it: a report, and a summary of one step of a workflow. Text of others is always code, so that
//! nothing in it is a mark, a link, a tag, or calls a person.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::decoders::{families, headline, listed, rows, standings};
use crate::tell::report::issue::Issue;
use crate::tell::report::section::{Cell, Section};
use crate::tell::report::words::{and_more, counted, fitted, grouped};
use illformed_judge::shown::escape_controls;
use std::fmt::Write;

const IN_REPORT: usize = 1_000;
const IN_SUMMARY: usize = 50;
const MOST_DECODERS: usize = 10;
const LONGEST_COMMAND: usize = 2_000;
const LONGEST_PROSE: usize = 300;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 160;

/// `record` as Markdown with the tables of GitHub: whether it is red or green and why, the sums, the matrix by
/// implementation, what decoders get wrong by cause, the incidents that they would repeat, if the run was about those, what
/// baselines say, and the adapters that could not be asked. Of causes, incidents and entries of baselines at most 1,000 are there.
/// What comes from adapters and from vectors is code, whatever it looks like.
pub fn markdown(record: &RunRecord) -> String {
    text(record, "#", true, IN_REPORT)
}

/// `record` as Markdown for the summary of a step: whether it is red or green and why, the sums, the causes
/// for which decoders fail, the incidents that they would repeat, what baselines say, and the adapters that could not be
/// asked; at most 50 of each. Each text from outside is cut, so that it is below the 1 MiB that GitHub takes from a step.
pub fn summary(record: &RunRecord) -> String {
    text(record, "##", false, IN_SUMMARY)
}

/// The text with headings of that `level`, and at most so many causes and rows of a list.
fn text(record: &RunRecord, level: &str, has_matrix: bool, most: usize) -> String {
    let mut text = format!("{level} UTF-8 conformance is {}\n\n{}", headline(record), sums(record));
    if has_matrix && !record.decoders.is_empty() {
        text.push_str(&matrix(record));
    }
    for (heading, fails_run) in [("Findings", true), ("Findings that do not fail the run", false)] {
        // A summary is read where a run has failed.
        let issues = if fails_run || has_matrix { Issue::of_run(record, fails_run) } else { Vec::new() };
        let findings = findings(record, &issues, most);
        if !findings.is_empty() {
            let _ = write!(text, "{level}# {heading}\n\n{findings}");
        }
    }
    let sections = Section::all(record, has_matrix).into_iter().chain(Section::of_adapters(record));
    text.extend(sections.map(|section| part(&section, level, most)));
    text
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
        let what = if record.is_part() { "A selection" } else { "Settings" };
        let _ = writeln!(text, "{what}: {}\n", code(&record.selection.join(" ")));
    }
    text
}

/// The tables of the twelve questions by implementation, after what the signs mean.
fn matrix(record: &RunRecord) -> String {
    let signs =
        Answered::ALL.map(|answered| format!("`{}` {}", answered.name(), answered.meaning())).join(", ");
    let mut text = format!("## Matrix\n\nEach decoder judged by what it claims: {signs}.\n\n");
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
            let tally = &decoder.by_claim.tally;
            let signs = answers.answered(decoder).map(|answered| format!("`{}`", answered.name()));
            let (judged, unjudged, signs) = (tally.judged, tally.unjudged(), signs.join(" | "));
            let _ = writeln!(text, "| {name} | {word} | {judged} | {unjudged} | {signs} |");
        }
        text.push('\n');
    }
    text
}

/// What `item` says of the first `most` of `all`, how many more there are, and a blank line; nothing if there are none.
fn list<T>(all: &[T], most: usize, item: impl Fn(&T) -> String) -> String {
    let mut text: String = all.iter().take(most).map(item).collect();
    if all.len() > most {
        let _ = writeln!(text, "- and {} more", all.len() - most);
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// At most `most` of `issues`, as a list; empty if there is none.
fn findings(record: &RunRecord, issues: &[Issue<'_>], most: usize) -> String {
    list(issues, most, |issue| {
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

/// A list in its own part of the text, with at most `most` of its rows.
fn part(section: &Section, level: &str, most: usize) -> String {
    let about = if section.about.is_empty() { String::new() } else { section.about.clone() + ".\n\n" };
    let cell = |cell: &Cell| match cell {
        Cell::Words(words) => prose(words),
        Cell::Decoders(what, names) if !names.is_empty() => {
            let first: Vec<String> = names.iter().take(MOST_DECODERS).map(|name| code(name)).collect();
            what.to_string() + &first.join(", ") + &and_more(names.len() - first.len())
        }
        Cell::Input(input, _) => code(input),
        Cell::Whole(words) if (1..=LONGEST_COMMAND).contains(&words.chars().count()) => whole_code(words),
        _ => cell.words(),
    };
    let rows = list(&section.rows, most, |row| format!("- {}\n", section.line(row, cell)));
    format!("{level}# {}\n\n{about}{rows}", section.heading)
}

/// Plain words, and as code what is more than that.
fn prose(text: &str) -> String {
    let text = fitted(text, LONGEST_PROSE);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " ,;()-".contains(c);
    if text.chars().all(is_plain) { text } else { whole_code(&text) }
}

/// One line of text as code, wherever a line, a list or a cell of a table has it.
fn code(text: &str) -> String {
    whole_code(&fitted(text, LONGEST))
}

/// The same of a text that is not cut, since it is there to be pasted.
pub(crate) fn whole_code(text: &str) -> String {
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
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == ' ' || !c.is_ascii();
    let entity = |c: char| if is_plain(c) { c.to_string() } else { format!("&#{};", u32::from(c)) };
    text.chars().map(entity).collect()
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
