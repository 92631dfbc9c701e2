//! Annotations for GitHub, as commands of its workflows.

use crate::record::run_record::RunRecord;
use crate::tell::report::SourceLocation;
use crate::tell::report::decoders::run_faults;
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::{escape_controls, fit};

/// How many of a kind GitHub shows for a step.
const SHOWN: usize = 10;

/// How long a text may be, in characters.
const LONGEST: usize = 1000;

/// `record` as workflow commands, one a line, for the standard output of a step.
///
/// An error is a cause for which a decoder fails its claim or what its baseline lists, a red entry of a baseline, a broken
/// adapter, or an interrupt; a warning is an entry of a baseline that is fixed and does no harm, that a decoder is
/// unstable, or that absent adapters were not asked. There are at most ten of each, as many as GitHub shows, the worst of every decoder before the second of
/// any; a notice says how many more there are. A cause is at `source`; without one,
/// at its entry in a baseline, if it has one. What is about an entry alone is there in any case.
pub fn annotations(record: &RunRecord, source: Option<&SourceLocation>) -> String {
    let faults = run_faults(record);
    let of_run = faults.iter().filter(|fault| fault.is_error);
    let mut errors: Vec<String> =
        of_run.map(|fault| command("error", fault.of, None, &fitted(&fault.why, LONGEST))).collect();
    errors.extend(Issue::of_run(record, true).iter().map(|issue| of_issue(issue, source)));
    let mut warnings = Vec::new();
    for decoder in &record.decoders {
        if let Some(baseline) = &decoder.baseline {
            for entry in &baseline.deviations {
                let counts = baseline.counts(entry);
                // What fails is among the failures.
                if !counts || entry.kind.is_stale() {
                    let (level, list) =
                        if counts { ("error", &mut errors) } else { ("warning", &mut warnings) };
                    let title = format!("{}: {}", decoder.name(), entry.kind);
                    let text = fitted(&format!("{}: {}", entry.subject, entry.detail), LONGEST);
                    list.push(command(level, &title, Some((&baseline.file, entry.line.max(1))), &text));
                }
            }
        }
    }
    for decoder in &record.decoders {
        let Some(words) = instability(decoder) else { continue };
        let name = decoder.name();
        warnings.push(command("warning", &format!("{name}: stability"), None, &fitted(&words, LONGEST)));
    }
    if !record.absent.is_empty() {
        let names: Vec<&str> = record.absent.iter().map(|note| note.adapter.as_str()).collect();
        let text = format!("absent, not asked: {}", escape_controls(&names.join(", ")));
        warnings.push(command("warning", "illformed", None, &text));
    }
    let more = errors.len().saturating_sub(SHOWN) + warnings.len().saturating_sub(SHOWN);
    let shown = errors.into_iter().take(SHOWN).chain(warnings.into_iter().take(SHOWN));
    let mut text: String = shown.collect();
    if more > 0 {
        let notice = format!("{} not shown; the report has all", counted(more, "more finding"));
        text.push_str(&command("notice", "illformed", None, &notice));
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

fn of_issue(issue: &Issue<'_>, source: Option<&SourceLocation>) -> String {
    let id = issue.cause.id;
    let title = format!("{}: {}{id}", issue.decoder.name(), issue.prefix());
    let mut text = fitted(&format!("{} {} ({})", id.page().says, issue.shown(200), issue.extent()), LONGEST);
    if let Some(command) = issue.reproduce() {
        text = text + "\n" + &fit(&command, LONGEST);
    }
    command("error", &title, issue.place(source), &text)
}

/// A workflow command about a line of a file, if there is one. Only a line break of ours stays one, in the way GitHub's
/// toolkit writes it.
fn command(level: &str, title: &str, place: Option<(&str, usize)>, text: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let title = property(&fitted(title, 200));
    let place = place.map(|(file, line)| format!(",file={},line={line}", property(&escape_controls(file))));
    let place = place.unwrap_or_default();
    format!("::{level} title={title}{place}::{}\n", data(text))
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn a_command_is_escaped_as_the_toolkit_does() {
        assert_eq!(
            command("error", "a: b, c%", Some(("x\r\n::error::y", 7)), "100%: a, b\r\n::error::c"),
            "::error title=a%3A b%2C c%25,file=x\\r\\n%3A%3Aerror%3A%3Ay,line=7::100%25: a, b%0D%0A::error::c\n"
        );
    }
}
