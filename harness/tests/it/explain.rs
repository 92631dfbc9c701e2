//! `illformed explain` as its users meet it. The golden files are written anew by
//! `SNAPSHOTS=overwrite cargo test -p illformed --test it explain`.

use crate::typed::{Folder, Said, illformed, schema, typed};
use crate::whole::stride;
use illformed_judge::shown::quoted;
use illformed_vectors::IncidentFile;
use serde_json::Value;
use snapbox::cmd::Command;
use snapbox::{Data, assert_data_eq, file};

fn explain(words: &str) -> Command {
    // Another folder than the project's, so that no report of an earlier run is looked up.
    illformed(&format!("explain {words}")).current_dir(std::env::temp_dir())
}

#[track_caller]
fn explained(words: &str) -> String {
    let said = Said::of(explain(words)).ends(0);
    assert_eq!(said.stderr, "");
    said.stdout
}

#[test]
fn strings_and_incidents_are_explained_to_the_last_policy() {
    let table: [(&[&str], Data); 5] = [
        (&["'E2 28 A1'"], file!["golden/explain-truncated.txt"]),
        (&["'ED A1 8C ED BE B4'"], file!["golden/explain-surrogates.txt"]),
        (&["'E3 90 80 E4 B7 BF'"], file!["golden/explain-old-hangul.txt"]),
        (&["'FD BF BF BF BF BF'"], file!["golden/explain-six-bytes.txt"]),
        // By its CVE in any case, or its number.
        (&["CVE-2000-0884", "cve-2000-0884", "incident-1"], file!["golden/explain-incident.txt"]),
    ];
    for (spellings, golden) in table {
        for words in spellings {
            assert_data_eq!(explained(words), golden.clone());
        }
    }
}

#[test]
fn an_explanation_in_json_is_as_its_schema_says_and_names_decoders_of_a_report_that_differ() {
    let validator = schema("explanation");
    let json = |words: &str| -> Value {
        let value = serde_json::from_str(&explained(&format!("{words} --format json"))).unwrap();
        assert!(validator.is_valid(&value), "{words}: {value}");
        value
    };
    for bytes in [
        "",
        "41 00",
        "EF BB BF 41",
        "E2 28 A1",
        "E2 82",
        "ED A1 8C ED BE B4",
        "FD BF BF BF BF BF",
        "FF C0 80 C0 80 F4 90 80 80",
        "41*300+c080",
    ] {
        json(&format!("'{bytes}'"));
    }
    assert_data_eq!(explained("'C0 80' --format json"), file!["golden/explain-nul.json"]);

    let folder = Folder::new();
    let report = |decoders: &str| {
        let out = folder.at("");
        typed(&format!("run {decoders} --only overlong/nul-two-bytes --format json --out {out}")).ends(0);
        format!("'C0 80' --report {out}/report.json")
    };
    let text = explained(&report("--adapter codec"));
    assert!(text.contains("decoders that differ from RFC 3629 here"), "{text}");
    let value = json(&report("--decoder std/from-utf8"));
    assert_eq!(value["decoders"], serde_json::json!([]), "none differs");
    assert_eq!(json(&format!("'C0 80' --report {}", folder.at(""))), value);
    Said::of(explain("'C0 80' --report no-such-report")).ends(2);
    let said = Said::of(explain("accepts-surrogate --format json")).refuses("");
    assert_eq!(said.stderr, "illformed: --format json is for bytes, not for names\n");
}

#[cfg(unix)]
#[test]
fn every_command_that_takes_bytes_reads_every_form_of_them() {
    let folder = Folder::new();
    folder.write("bytes", b"\xC0\x80");
    let adapter = concat!("-- sh ", env!("CARGO_MANIFEST_DIR"), "/tests/adapters/accepts-everything.sh");
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/suite");
    let promote = format!("promote --suite {suite} --keep-size --bytes");
    for (command, own) in
        [("explain", ""), ("ask", adapter), ("fuzz --bytes", adapter), (promote.as_str(), adapter)]
    {
        for form in ["c080", "C0 80", r"'\xC0\x80'", "%C0%80", "0xC0,0x80", "c0*1+80", "@bytes", "-"] {
            let command = illformed(&format!("{command} {form} {own}")).current_dir(folder.path(""));
            let said = Said::of(command.stdin(&b"\xC0\x80"[..]));
            // `promote` names the vector that has the bytes on standard error.
            let text = format!("{}{}", said.stdout, said.stderr).to_lowercase();
            assert!(text.contains("overlong") && said.code != Some(2), "{form} {own}: {text}");
        }
    }
    typed(&format!("fuzz --bytes U+D800 {adapter}")).ends(1);
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
