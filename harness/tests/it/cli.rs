//! The command as its users meet it: exit codes, the one line that says what is wrong, and what is printed. The golden
//! files are written anew by `SNAPSHOTS=overwrite cargo test -p illformed --test it cli`.

mod completions;
mod help;
mod refused;
mod reports;
#[cfg(unix)]
pub(crate) mod said;

use crate::typed::{Folder, Said, illformed, typed};
use illformed_judge::cause::Cause;
use illformed_vectors::{IncidentFile, Need};
use snapbox::{assert_data_eq, file};
use std::fs;

#[test]
fn our_own_decoders_pass_and_the_matrix_is_golden() {
    let said = typed("run --matrix --decoder codec/*-rfc???? --only overlong/* --only truncated/*").ends(0);
    assert_eq!(said.stderr, "");
    assert!(said.stdout.lines().all(|line| line.chars().count() <= 80), "{}", said.stdout);
    assert!(!said.stdout.contains('\x1b'), "no colour in a pipe");
    assert_data_eq!(said.stdout, file!["golden/matrix.txt"]);
}

#[cfg(unix)]
#[test]
fn a_failing_decoder_is_exit_1_with_findings_that_can_be_read() {
    let selected = "run --findings 3 --only overlong/nul-two-bytes* --only standard/*";
    let adapter = "-- sh tests/adapters/accepts-everything.sh";
    let said = typed(&format!("{selected} {adapter}")).ends(1);
    assert_data_eq!(said.stdout, file!["golden/findings.txt"]);
    assert_eq!(said.stderr, "illformed: a decoder failed its claim, see above\n");
    // A survey speaks of our own codec only.
    typed(&format!("{selected} --survey {adapter}")).ends(0);
}

#[cfg(unix)]
#[test]
fn an_adapter_that_never_keeps_the_protocol_for_long_is_started_a_few_times() {
    let hello = r#"echo '{"adapter":"noise","protocol":1,"implementation":"nobody","version":"1","decoders":1}'
        echo '{"decoder":"noise","api":"n","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'"#;
    let twice = r#"seq=${request#*'"seq":'}; answer="{\"seq\":${seq%%,*},\"answer\":\"accept\"}"; echo "$answer"; echo "$answer""#;
    for (act, not_asked) in [("echo noise", "2,667 cases"), (twice, "2,661 cases")] {
        let folder = Folder::new();
        let count = format!("echo >> {}", folder.at("starts"));
        let program = format!("{count}; read -r hello; {hello}; while read -r request; do {act}; done");
        let command = illformed("run --only dfa/*@- -- sh -c").arg(program);
        let given_up =
            format!("Given up:\n  noise/noise: {not_asked} not asked: given up after 5 protocol errors\n");
        Said::of(command).ends(3).has(&["breaks-protocol", &given_up]);
        // One for each error, one that is given up, and a few that ask again.
        let starts = folder.read("starts").len();
        assert!((6..=20).contains(&starts), "{starts}");
    }
}

#[test]
fn the_versions_of_peers_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    let packages = ["bstr", "encoding_rs", "serde_json", "simdutf8", "utf8parse"];
    let asked = packages.map(|package| format!("--adapter {}", package.replace('_', "-"))).join(" ");
    let said = typed(&format!("run --only boundary/empty --survey --matrix {asked}"));
    for package in packages {
        let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \"")).unwrap();
        let version = entry.split('"').next().unwrap_or_default();
        let heading = format!("{}: {package} {version}: ", package.replace('_', "-"));
        assert!(said.stdout.contains(&heading), "no {heading} in {}", said.stdout);
    }
}

#[test]
fn show_explains_a_vector() {
    assert_data_eq!(typed("show truncated/text-cut-in-euro").ends(0).stdout, file!["golden/show.txt"]);
}

#[test]
fn lists_have_a_line_for_each_thing() {
    // Without interpreters, which take seconds to compile and to start.
    let list = |what: &str| Said::of(illformed(&format!("list {what}")).env("PATH", "")).ends(0).stdout;
    let lines = |what: &str| list(what).lines().count();
    assert!(lines("vectors") >= 250);
    assert!(lines("cases") > lines("vectors"));
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/suite")).unwrap().count();
    assert_eq!(lines("groups"), files + 1, "the complete suite is a group too");
    assert!(lines("flags") > 10 && lines("decoders") > 25);
    assert_eq!(lines("causes"), Cause::ALL.len());
    // After the incidents a table of what they need: a line for each need, and three around it.
    let (incidents, list) = (IncidentFile::embedded().incidents(), list("incidents"));
    assert_eq!(list.lines().count(), incidents.len() + Need::ALL.len() + 3);
    for (line, incident) in list.lines().zip(incidents) {
        // The column has room for each list of needs, so that all names begin in the same place.
        let (columns, name) = line.split_at(35);
        assert!(name.starts_with(&incident.place) && columns.ends_with(' '), "{line}");
        let needs: Vec<&str> = incident.needs.iter().map(|need| need.name()).collect();
        let needs = if needs.is_empty() { "bytes alone".to_owned() } else { needs.join(", ") };
        assert_eq!(columns[13..].trim_end(), needs);
    }
}
