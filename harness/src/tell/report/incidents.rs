//! Which incidents of the field the decoders of a run would repeat, and the pages of an incident and of a cause.

use crate::record::run_record::RunRecord;
use crate::record::security::{Replayed, repeated_by, replayed};
use crate::tell::report::Style;
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::{either, paragraph, sent};
use illformed_judge::cause::{Cause, Page};
use illformed_judge::shown::{quoted, shown_bytes, shown_calls};
use illformed_vectors::{Confidence, Incident, IncidentFile, Input, Need, Suite, VectorPattern};
use std::fmt::Write;
use std::slice;

const MOST_INCIDENTS: usize = 5;

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

/// The incidents that decoders of `record` would repeat, the worst first; `None` if the run did not ask for them.
pub(crate) fn incidents(record: &RunRecord) -> Option<Section> {
    // The incidents are read if the run asked for them alone: that takes longer than a short run.
    let is_security = record.selection.iter().any(|word| word == "--security") && !record.decoders.is_empty();
    let replayed = is_security.then(|| replayed(record, IncidentFile::embedded()));
    let replayed = replayed.filter(|replayed| !replayed.is_empty())?;
    let rows: Vec<SectionRow> = replayed.iter().filter_map(|one| incident(record, one)).collect();
    let came = match rows.len() {
        0 => "no decoder repeats one".to_owned(),
        count => either(count, "has", "have") + " a vector that a decoder fails",
    };
    Some(Section {
        id: "incidents",
        heading: "Incidents that a decoder would repeat",
        about: format!("{} replayed, {came}, judged by RFC 3629, whatever is claimed", replayed.len()),
        columns: &["severity", "incident", "input", "decoders", "other decoders", "vectors", "reproduce"],
        rows,
    })
}

fn incident(record: &RunRecord, one: &Replayed<'_>) -> Option<SectionRow> {
    let example = one.example?;
    let mut others = one.repeated_by.clone();
    others.retain(|name| !one.of_example.contains(name));
    let cves: Vec<String> = one.incident.cves.iter().map(ToString::to_string).collect();
    let title = format!("{} {} {}", one.incident.number, title(one.incident), cves.join(" "));
    let ids = one.failed.iter().map(|vector| record.vectors[*vector].id.to_string());
    let decoder = &record.decoders[example.decoder];
    let cells = vec![
        Cell::Words(example.severity.name().to_owned()),
        Cell::Words(title.trim_end().to_owned()),
        Cell::Input(sent(record, example.case), record.case_id(example.case)),
        Cell::Decoders("", one.of_example.clone()),
        Cell::Decoders("other inputs of it: ", others),
        Cell::Vectors(ids.collect()),
        Cell::Whole(reproduce(record, decoder, example.case)),
    ];
    Some(SectionRow { tone: Some(example.severity.into()), cells })
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
        Need::Split => "cases @split=, @splits=, @bytes, @empty= and ,chunk=",
        Need::Container => "adapters that declare one, --container",
        Need::Cpu => "forced kernels, such as simdjson-haswell; else this processor",
    }
}

/// The shortest input that replays `incident`, as `illformed ask` takes it.
fn shortest(incident: &Incident) -> Option<String> {
    let vectors = Suite::embedded().vectors().filter(|vector| incident.names(&vector.id));
    let inputs = vectors.map(|vector| &vector.input);
    // No byte at all is asked only where nothing else replays it.
    Some(match inputs.min_by_key(|input| (input.bytes().is_empty(), input.bytes().len()))? {
        Input::Bytes(bytes) => quoted(&shown_bytes(bytes)),
        Input::Calls(script) => format!("--script {}", quoted(&shown_calls(script))),
    })
}

/// What is known of `cause` beside how to mend it, each with a heading of at most 12 columns.
pub(crate) fn cause_facts(cause: Cause) -> Vec<(&'static str, String)> {
    let Page { says, matters, standard, cwe, example, .. } = cause.page();
    let of_calls = if example.contains('|') { " (`|` separates calls)" } else { "" };
    let of_cause = repeated_by(cause);
    let all = IncidentFile::embedded().incidents().iter();
    let incidents = all.filter(|incident| of_cause.contains(&incident.number)).map(title_with_numbers);
    let mut named: Vec<String> = incidents.collect();
    if named.len() > MOST_INCIDENTS {
        let more = named.len() - MOST_INCIDENTS;
        named.truncate(MOST_INCIDENTS);
        named.push(format!("and {more} more; see illformed list incidents"));
    }
    let facts = [
        ("what", says.clone()),
        ("why", matters.clone()),
        ("example", format!("{example}{of_calls}")),
        ("specified by", [slice::from_ref(standard), cwe].concat().join("; ")),
        ("incidents", named.join("; ")),
    ];
    facts.into_iter().filter(|(_, words)| !words.is_empty()).collect()
}

/// What `cause` means, why it matters, and what usually fixes it, for a terminal of 80 columns.
pub fn cause_page(cause: Cause, style: Style) -> String {
    let Page { before, after, .. } = cause.page();
    let mut text = format!("{} ({})\n", style.strong(cause.name()), cause.severity());
    text.extend(cause_facts(cause).iter().map(|(heading, words)| paragraph(heading, words, style)));
    text.push('\n');
    for (heading, lines) in [("before", before), ("after", after)] {
        let heading = style.faint(&format!("{heading:<12}"));
        let _ = writeln!(text, "{heading} {}", lines.join("\n             "));
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
