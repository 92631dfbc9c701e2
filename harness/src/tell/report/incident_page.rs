//! The page of an incident in the terminal.

use crate::tell::report::Style;
use crate::tell::report::incidents::{incident_name, title};
use crate::tell::report::words::paragraph;
use illformed_judge::shown::{quoted, shown_bytes, shown_calls};
use illformed_vectors::{Confidence, Incident, Input, Suite, VectorPattern};
use std::fmt::Write;

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

/// The shortest input that replays `incident`, as `illformed ask` takes it.
fn shortest(incident: &Incident) -> Option<String> {
    let vectors = Suite::embedded().vectors().filter(|vector| incident.names(&vector.id));
    let inputs = vectors.map(|vector| &vector.input).filter(|input| !input.bytes().is_empty());
    Some(match inputs.min_by_key(|input| input.bytes().len())? {
        Input::Bytes(bytes) => quoted(&shown_bytes(bytes)),
        Input::Calls(script) => format!("--script {}", quoted(&shown_calls(script))),
    })
}
