//! `illformed explain` as its users meet it.

use crate::typed::{Said, illformed, schema, typed};
use crate::whole::stride;
use illformed_judge::shown::quoted;
use illformed_vectors::IncidentFile;
use serde_json::Value;

#[track_caller]
fn explained(words: &str) -> String {
    // Another folder than the project's, so that no report of an earlier run is looked up.
    let command = illformed(&format!("explain {words}")).current_dir(std::env::temp_dir());
    let said = Said::of(command).ends(0);
    assert_eq!(said.stderr, "");
    said.stdout
}

#[test]
fn an_explanation_in_json_is_as_its_schema_says() {
    let validator = schema("explanation");
    let inputs =
        "|41 00|EF BB BF 41|E2 28 A1|E2 82|ED A1 8C ED BE B4|FD BF BF BF BF BF|FF C0 80 C0 80 F4 90 80 80";
    for bytes in inputs.split('|').chain(["41*300+c080"]) {
        let value: Value = serde_json::from_str(&explained(&format!("'{bytes}' --format json"))).unwrap();
        assert!(validator.is_valid(&value), "{bytes}: {value}");
    }
}

#[test]
fn every_incident_is_replayed_by_the_command_that_its_page_shows() {
    for incident in IncidentFile::embedded().incidents().iter().step_by(stride("incidents", 7)) {
        let text = explained(&format!("incident-{}", incident.number));
        assert!(text.starts_with(&format!("incident-{}: {}", incident.number, incident.place)), "{text}");
        let Some((_, command)) = text.split_once("  illformed ask ") else {
            assert!(incident.vectors.is_empty(), "{text}");
            continue;
        };
        typed(&format!("ask {command} --decoder codec/decoder-rfc3629")).ends(0);
        for pattern in &incident.vectors {
            assert!(text.contains(&format!("--only {}", quoted(pattern.as_str()))), "{text}");
        }
    }
}
