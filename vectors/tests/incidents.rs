//! Every incident is replayed by vectors that exist, or says why not, and nothing unverified is told as a fact.

use illformed_vectors::{Confidence, IncidentFile, Suite};
use std::fs;

#[test]
fn all_55_incidents_and_16_regressions_are_there_once_and_in_order() {
    assert!(IncidentFile::embedded().incidents().iter().map(|incident| incident.number).eq(1..=71));
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
    assert_eq!(bare, [2, 22, 31, 37, 68]);
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
    let text = IncidentFile::embedded_source();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(IncidentFile::embedded()).unwrap(), value, "nothing is lost in reading");
    let errors: Vec<String> = schema().iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let incidents = IncidentFile::embedded().incidents().len();
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"number\":")).count(), incidents, "one a line");
}

/// What is replaced in a good file, by what, what the loader says, and whether a schema can know.
const WRONG: &[(&str, &str, &str, bool)] = &[
    (r#""kind":"incidents""#, r#""kind":"claims""#, "i.json:1 /kind: unknown variant `claims`", true),
    (r#""schema":1"#, r#""schema":2"#, "i.json:2 /schema: schema 2 is not 1", true),
    (
        r#""suite":"illformed""#,
        r#""suite":"other""#,
        "i.json:3 /suite: incidents of the suite `other`",
        false,
    ),
    (r#""effect""#, r#""damage""#, "i.json:6 /incidents/0/damage: unknown field `damage`", true),
    (r#""number":1"#, r#""number":2"#, "i.json:6 /incidents/0/number: number 2 where 1 should stand", false),
    (r#""confidence":"read","#, "", "i.json:6 /incidents/0: missing field `confidence`", true),
    (r#""read""#, r#""sure""#, "i.json:6 /incidents/0/confidence: unknown variant `sure`", true),
    (r#""CVE-2000-0001""#, r#""2000-0001""#, "i.json:6 /incidents/0/cves/0: `2000-0001` is no CVE", true),
    (
        "CVE-2000-0002",
        "CVE-2000-0001",
        "i.json:6 /incidents/0/unverified: CVE-2000-0001 is in `cves` too",
        false,
    ),
    (r#"["standard/nul"]"#, "[]", "i.json:6 /incidents/0: replayed by nothing", true),
    (
        "standard/nul",
        "standard/gone",
        "i.json:6 /incidents/0/vectors: `standard/gone` names no vector",
        false,
    ),
    ("standard/nul", "standard/gone-*", "i.json:6 /incidents/0/vectors: `standard/gone-*` names no", false),
    ("standard/nul", "nul", "i.json:6 /incidents/0/vectors/0: `nul` is no id", true),
];

#[test]
fn each_mistake_is_refused_in_its_place() {
    let good = r#"{"kind":"incidents",
"schema":1,
"suite":"illformed",
"about":"a test",
"incidents":[
{"number":1,"place":"a place","effect":"an effect","source":"a source","confidence":"read","cves":["CVE-2000-0001"],"unverified":[{"cve":"CVE-2000-0002","why":"hearsay"}],"vectors":["standard/nul"]}
]}
"#;
    let load = |text: &str| IncidentFile::from_source("i.json", text, Suite::embedded());
    let schema = schema();
    load(good).unwrap();
    assert!(schema.is_valid(&serde_json::from_str(good).unwrap()));
    for (from, to, message, schema_knows) in WRONG {
        let wrong = good.replacen(from, to, 1);
        assert_ne!(wrong, good, "{from}");
        let error = load(&wrong).expect_err(message)[0].to_string();
        assert!(error.starts_with(message), "expected {message}\n     got {error}");
        if *schema_knows {
            assert!(
                !schema.is_valid(&serde_json::from_str(&wrong).unwrap()),
                "the schema lets through: {to}"
            );
        }
    }
}

fn schema() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/incidents.schema.json");
    let text = fs::read_to_string(path).expect("the schema is in the crate");
    jsonschema::validator_for(&serde_json::from_str(&text).expect("the schema is JSON")).expect("a schema")
}
