//! Which incidents of the field the decoders of a run would repeat, and the pages of an incident and of a cause.

use crate::record::run_record::RunRecord;
use crate::record::security::{Replayed, repeated_by, replayed};
use crate::tell::report::Style;
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::words::{Tone, WIDTH, hanging, paragraph, sent};
use illformed_judge::cause::{Cause, Page};
use illformed_judge::shown::{escape_controls, fit, quoted, shown_bytes, shown_calls};
use illformed_vectors::{Confidence, Incident, IncidentFile, Input, Need, Suite, VectorPattern};
use std::fmt::Write;

const MOST_DECODERS: usize = 6;
const MOST_INCIDENTS: usize = 5;

/// How many incidents a run with `--security` replayed, at least one, and those with a vector that a decoder gets wrong, the worst
/// first; `None` where the run did not ask for them.
pub(crate) fn repeated(record: &RunRecord) -> Option<(usize, Vec<Replayed<'static>>)> {
    let is_security = record.selection.iter().any(|word| word == "--security");
    if !is_security || record.decoders.is_empty() {
        return None;
    }
    let mut repeated = replayed(record, IncidentFile::embedded());
    let replayed = repeated.len();
    repeated.retain(|one| !one.repeated_by.is_empty());
    (replayed > 0).then_some((replayed, repeated))
}

/// What begins the name of an incident.
pub(crate) const INCIDENT: &str = "incident-";

/// `incident-1`: what `illformed explain` takes.
pub(crate) fn incident_name(incident: &Incident) -> String {
    format!("{INCIDENT}{}", incident.number)
}

/// `IIS 4 and 5 (2000)`.
pub(crate) fn title(incident: &Incident) -> String {
    let when = incident.when.as_ref().map_or(String::new(), |when| format!(" ({when})"));
    format!("{}{when}", incident.place)
}

/// The same with its CVE numbers; those that were not read at a source are marked.
pub(crate) fn title_with_numbers(incident: &Incident) -> String {
    let read = incident.cves.iter().map(ToString::to_string);
    let unverified = incident.unverified.iter().map(|one| format!("{} (unverified)", one.cve));
    let numbers: Vec<String> = read.chain(unverified).collect();
    if numbers.is_empty() { title(incident) } else { format!("{} {}", title(incident), numbers.join(", ")) }
}

/// The incidents that decoders of `record` would repeat, the worst first, in at most 80 columns unless a name is longer; empty
/// if the run did not ask.
pub(crate) fn incidents(record: &RunRecord, style: Style) -> String {
    let Some((replayed, repeated)) = repeated(record) else { return String::new() };
    if repeated.is_empty() {
        return format!("\nIncidents: {replayed} replayed; no decoder repeats one.\n");
    }
    let mut text =
        "\nIncidents that a decoder would repeat, judged by RFC 3629, the worst first:\n".to_owned();
    for one in &repeated {
        text.push_str(&incident(record, one, style));
    }
    let count = repeated.len();
    let _ = writeln!(text, "Incidents: {replayed} replayed, {count} with a vector that a decoder fails.");
    text
}

fn incident(record: &RunRecord, one: &Replayed<'_>, style: Style) -> String {
    let Some(example) = one.example else { return String::new() };
    let word = Tone::from(example.severity).paint(style, &format!("{:<9}", example.severity.name()));
    let cves: Vec<String> = one.incident.cves.iter().map(ToString::to_string).collect();
    let title = format!("{} {} {}", one.incident.number, title(one.incident), cves.join(" "));
    let decoder = &record.decoders[example.decoder];
    let mut others = one.repeated_by.clone();
    others.retain(|name| !one.of_example.contains(name));
    let line = |words: String| hanging(&" ".repeat(10), 10, &escape_controls(&words), WIDTH - 10);
    let mut text = hanging(&(word + " "), 10, title.trim_end(), WIDTH - 10);
    let input = fit(&sent(record, example.case), 50);
    text.push_str(&line(format!("{input}: {}", named(&one.of_example))));
    if !others.is_empty() {
        text.push_str(&line(format!("other inputs of it: {}", named(&others))));
    }
    let _ = writeln!(text, "          {}", style.faint(&reproduce(record, decoder, example.case)));
    text
}

/// The first of `names`, and how many more there are.
fn named(names: &[String]) -> String {
    match names.split_at_checked(MOST_DECODERS) {
        Some((first, more @ [_, ..])) => format!("{}, and {} more", first.join(", "), more.len()),
        _ => names.join(", "),
    }
}

/// What went wrong in each of `incidents`, where that is written, and how to replay it, in 80 columns unless an address or a
/// name is longer.
pub fn incident_page(incidents: &[&Incident], style: Style) -> String {
    incidents.iter().map(|incident| page(incident, style)).collect::<Vec<_>>().join("\n")
}

fn page(incident: &Incident, style: Style) -> String {
    let mut text = style.strong(&format!("{}: {}", incident_name(incident), title(incident))) + "\n";
    let mut line = |heading: &str, words: &str| text.push_str(&paragraph(heading, words, style));
    let read = incident.cves.iter().map(ToString::to_string);
    let all = read.chain(incident.unverified.iter().map(ToString::to_string));
    line("CVE", &all.collect::<Vec<_>>().join(", "));
    line("effect", &incident.effect);
    let sure = if incident.confidence == Confidence::Unverified { " (unverified)" } else { "" };
    line("source", &format!("{}{sure}", incident.source));
    incident.links.iter().for_each(|link| line("", link));
    line("fixed", incident.fixed.as_deref().unwrap_or_default());
    let needs: Vec<&str> = incident.needs.iter().map(|need| need.meaning()).collect();
    line("needs", &if needs.is_empty() { "bytes alone".to_owned() } else { needs.join("; ") });
    let vectors: Vec<&str> = incident.vectors.iter().map(VectorPattern::as_str).collect();
    line("vectors", &vectors.join(", "));
    if let Some(open) = &incident.open {
        line("not replayed", open);
    }
    if vectors.is_empty() {
        return text;
    }
    text.push_str("\nreplay it:\n  illformed run --security");
    for vector in vectors {
        let _ = write!(text, " \\\n    --only {}", quoted(vector));
    }
    text.push('\n');
    if let Some(input) = shortest(incident) {
        let _ = writeln!(text, "ask for its shortest input:\n  illformed ask {input}");
    }
    text
}

/// What is needed beyond bytes: how many of `incidents` need it, how many of these vectors replay, and what brings it about.
pub fn needs_table(incidents: &[Incident]) -> String {
    let mut text =
        "\nWhat it takes, incidents, those that vectors replay, and what asks them so:\n".to_owned();
    let mut row = |name: &str, is_meant: &dyn Fn(&Incident) -> bool, how: &str| {
        let meant: Vec<&Incident> = incidents.iter().filter(|incident| is_meant(incident)).collect();
        let replayed = meant.iter().filter(|incident| !incident.vectors.is_empty()).count();
        let _ = writeln!(text, "{name:<12}{:>4}{replayed:>4}  {how}", meant.len());
    };
    row("bytes alone", &|incident| incident.needs.is_empty(), "every run");
    for need in Need::ALL {
        row(need.name(), &|incident| incident.needs.contains(&need), brought_about(need));
    }
    text
}

/// What in illformed brings about that need, as a fragment.
const fn brought_about(need: Need) -> &'static str {
    match need {
        Need::Position => "--library, in-process sweeps: the end of a page, 64 alignments",
        Need::Neighbour => "--library, in-process sweeps: 80, C2, F0 and others before",
        Need::Length => "cases @at= and @times=, sweeps, fuzz",
        Need::Capacity => "--library: output of each size up to what is needed",
        Need::History => "cases @uses=, @then=, @reset= and @warm=",
        Need::Split => "cases @split=, @splits=, @bytes, @empty= and @chunk=",
        Need::Container => "adapters that declare one, --container",
        Need::Cpu => "forced kernels, such as simdjson-haswell; else this processor",
    }
}

/// The shortest input that replays `incident`, as `illformed ask` takes it.
fn shortest(incident: &Incident) -> Option<String> {
    let vectors = Suite::embedded().vectors().filter(|vector| incident.names(&vector.id));
    let inputs = vectors.map(|vector| &vector.input).filter(|input| !input.bytes().is_empty());
    Some(match inputs.min_by_key(|input| input.bytes().len())? {
        Input::Bytes(bytes) => quoted(&shown_bytes(bytes)),
        Input::Calls(script) => format!("--script {}", quoted(&shown_calls(script))),
    })
}

/// What `cause` means, why it matters, and what usually fixes it, for a terminal of 80 columns.
pub fn cause_page(cause: Cause, style: Style) -> String {
    let page = cause.page();
    let mut text = format!("{} ({})\n", style.strong(cause.name()), cause.severity());
    let mut line = |heading: &str, words: &str| text.push_str(&paragraph(heading, words, style));
    line("what", &page.says);
    line("why", &page.matters);
    let of_calls = if page.example.contains('|') { " (`|` separates calls)" } else { "" };
    line("example", &format!("{}{of_calls}", page.example));
    let weaknesses = if page.cwe.is_empty() { String::new() } else { format!("; {}", page.cwe.join(", ")) };
    line("specified by", &format!("{}{weaknesses}", page.standard));
    let incidents = incidents_of(cause);
    for (number, incident) in incidents.iter().take(MOST_INCIDENTS).enumerate() {
        line(if number == 0 { "incidents" } else { "" }, incident);
    }
    if incidents.len() > MOST_INCIDENTS {
        let more = incidents.len() - MOST_INCIDENTS;
        line("", &format!("and {more} more; see illformed list incidents"));
    }
    text.push('\n');
    for (heading, lines) in [("before", &page.before), ("after", &page.after)] {
        let _ =
            writeln!(text, "{} {}", style.faint(&format!("{heading:<12}")), lines.join("\n             "));
    }
    text
}

/// The same as Markdown, without a heading.
pub fn cause_markdown(cause: Cause) -> String {
    let Page { says, matters, standard, before, after, .. } = cause.page();
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    format!(
        "**{says}**\n\n{matters}\n\nSpecified by: {standard}\n\nBefore:\n\n```text\n{before}\n```\n\nAfter:\n\n```text\n{after}\n```\n"
    )
}

/// The incidents that a decoder with `cause` repeats: where, when, and their CVE numbers.
pub(crate) fn incidents_of(cause: Cause) -> Vec<String> {
    let of_cause = repeated_by(cause);
    let all = IncidentFile::embedded().incidents().iter();
    let named = all.filter(|incident| of_cause.contains(&incident.number));
    named.map(title_with_numbers).collect()
}
