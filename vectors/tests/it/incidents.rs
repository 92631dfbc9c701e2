//! Every incident is replayed by vectors that exist, or says why not, and nothing unverified is told as a fact.

use crate::schema::{assert_fits, assert_schema_refuses};
use illformed_vectors::{Confidence, IncidentClass, IncidentFile, Need, Suite};

#[test]
fn there_are_incidents_of_each_class_in_the_order_of_their_numbers() {
    let incidents = IncidentFile::embedded().incidents();
    assert!(incidents.iter().map(|incident| incident.number).eq(1..=incidents.len()));
    for class in [IncidentClass::Incident, IncidentClass::Regression] {
        assert!(incidents.iter().any(|incident| incident.class == class), "{class:?}");
    }
}

#[test]
fn few_incidents_are_replayed_by_nothing_and_each_says_why() {
    let bare: Vec<usize> = IncidentFile::embedded()
        .incidents()
        .iter()
        .filter(|incident| incident.vectors.is_empty())
        .inspect(|incident| assert!(incident.open.is_some(), "{}", incident.number))
        .map(|incident| incident.number)
        .collect();
    // When one gets vectors, it goes from this list; none comes to it unnoticed.
    assert_eq!(
        bare,
        [2, 17, 22, 31, 37, 68, 82, 84, 85, 86, 87, 88, 89, 90, 92, 94, 101, 102, 113, 117, 133, 144, 147]
    );
}

#[test]
fn what_is_named_from_memory_has_no_number_that_looks_read() {
    for incident in IncidentFile::embedded().incidents() {
        if incident.confidence == Confidence::Unverified {
            assert!(incident.cves.is_empty() && incident.links.is_empty(), "{}", incident.number);
        }
    }
}

#[test]
fn each_need_has_its_word_its_place_and_an_incident() {
    for (rank, need) in Need::ALL.into_iter().enumerate() {
        assert_eq!(serde_json::to_value(need).unwrap(), need.name());
        assert!(Need::ALL[..rank].iter().all(|before| *before < need), "{need:?}");
        let incidents = IncidentFile::embedded().incidents();
        assert!(incidents.iter().any(|incident| incident.needs.contains(&need)), "{need:?}");
    }
}

#[test]
fn a_number_is_verified_everywhere_or_nowhere() {
    let notes = || Suite::embedded().files().iter().flat_map(|file| &file.notes).map(|(_, note)| note);
    let incidents = IncidentFile::embedded().incidents();
    let read: Vec<_> = notes()
        .flat_map(|note| &note.cves)
        .chain(incidents.iter().flat_map(|incident| &incident.cves))
        .collect();
    let unread = notes()
        .flat_map(|note| &note.unverified)
        .chain(incidents.iter().flat_map(|incident| &incident.unverified));
    for one in unread {
        assert!(!read.contains(&&one.cve), "{one}");
        assert!(one.to_string().contains("(unverified: "), "{one}");
    }
}

#[test]
fn the_file_is_in_its_canonical_form_and_fits_its_schema() {
    let text = include_str!("../../incidents.json");
    let value = assert_fits("incidents", text);
    assert_eq!(serde_json::to_value(IncidentFile::embedded()).unwrap(), value, "nothing is lost in reading");
    assert_eq!(value["suite"], Suite::embedded().name());
    let incidents = IncidentFile::embedded().incidents().len();
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"number\":")).count(), incidents, "one a line");
}

#[test]
fn each_pattern_names_a_vector_and_each_need_is_named_once_in_its_order() {
    for incident in IncidentFile::embedded().incidents() {
        for pattern in &incident.vectors {
            let mut vectors = Suite::embedded().vectors();
            assert!(vectors.any(|vector| pattern.matches(vector.id.as_str())), "{pattern}");
        }
        assert!(incident.needs.is_sorted_by(|before, after| before < after), "{}", incident.number);
    }
}

#[test]
fn each_mistake_is_refused_by_the_schema() {
    let good = r#"{"kind":"incidents",
"schema":2,
"suite":"illformed",
"about":"a test",
"incidents":[
{"number":1,"class":"incident","place":"a place","effect":"an effect","source":"a source","confidence":"read","cves":["CVE-2000-0001"],"unverified":[{"cve":"CVE-2000-0002","why":"hearsay"}],"vectors":["standard/nul"],"needs":["length","split"],"fixed":"1.2"}
]}
"#;
    assert_fits("incidents", good);
    assert_schema_refuses("incidents", good);
}
