//! `workshop vectors incidents`.

use crate::{stdout, workshop};
use illformed_vectors::{Confidence, Incident, IncidentFile};
use serde_json::Value;

#[test]
fn incidents_are_printed_and_nothing_unverified_looks_like_a_fact() {
    let table = stdout(&workshop(&["vectors", "incidents"]).success());
    for line in table.lines() {
        // Addresses are not cut.
        assert!(line.chars().count() <= 80 || line.contains("https://"), "{line}");
    }
    let flat = table.split_whitespace().collect::<Vec<_>>().join(" ");
    for incident in IncidentFile::embedded().incidents() {
        assert!(flat.contains(&incident.place), "{}", incident.number);
        for cve in &incident.unverified {
            assert!(flat.contains(&format!("{} (unverified: {})", cve.cve, cve.why)), "{cve}");
            assert_eq!(flat.matches(cve.cve.as_str()).count(), 1, "{cve}: only with the word");
        }
        if incident.confidence == Confidence::Unverified {
            let at = flat.find(&incident.place).unwrap();
            assert!(flat[at..].split_once(" unsure ").is_some(), "{}", incident.number);
        }
    }
    let count = |wanted: fn(&Incident) -> bool| {
        IncidentFile::embedded().incidents().iter().filter(|incident| wanted(incident)).count()
    };
    let (all, bare) = (count(|_| true), count(|incident| incident.vectors.is_empty()));
    let unverified = count(|incident| incident.confidence == Confidence::Unverified);
    let line = format!(
        "{all} incidents: {} replayed by vectors, {bare} by none; {unverified} unverified.",
        all - bare
    );
    assert_eq!(table.lines().last(), Some(&*line));
    let json = stdout(&workshop(&["vectors", "incidents", "--format", "json"]));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(IncidentFile::embedded_source()).unwrap());
}
