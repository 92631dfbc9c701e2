//! The flat files: current, and each answer worked out again from sources that share no code with the codec.

use illformed_codec::{Event, Policy, Profile};
use illformed_judge::claim::OutputKind;
use illformed_judge::observation::Text;
use illformed_judge::oracle::arithmetic::{Limits, end, events, start};
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Call, Input, Suite};
use illformed_workshop::generate::{COLUMNS, flat};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

fn read(name: &str) -> String {
    fs::read_to_string(vectors().join(name)).expect("it is committed")
}

/// The rows of a table. If its inputs are in chunks, it has a column more.
fn rows(table: &str) -> Vec<Vec<String>> {
    let text = read(table);
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let mut head = lines.next().expect("a table has a head");
    assert!(head.len() == COLUMNS.len() || head.remove(2) == "cuts", "{table}");
    assert_eq!(head, COLUMNS);
    lines.collect()
}

fn listed(values: &[impl ToString]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

/// Four hex digits a unit.
fn utf16(units: impl IntoIterator<Item = u16>) -> String {
    const_hex::encode(units.into_iter().flat_map(u16::to_be_bytes).collect::<Vec<u8>>())
}

/// The answers for `bytes` in the order of the columns, from `well_formed` to `fffd`.
fn answers(bytes: &[u8], profile: Profile, policy: Policy) -> [String; 8] {
    let read = events(bytes, Limits::of(profile));
    // RFC 2279 is silent on surrogates, so that what depends on them has no answer.
    if profile == Profile::Rfc2279 && read != events(bytes, Limits::RFC2279_WITHOUT_SURROGATES) {
        return [(); 8].map(|()| "-".to_owned());
    }
    let errors: Vec<&Event> = read.iter().filter(|event| matches!(event, Event::Error { .. })).collect();
    let is_dialect = !matches!(profile, Profile::Rfc3629 | Profile::Rfc2279);
    let codes = (TextSource::INDEPENDENT.replaced)(bytes, &read, policy).expect("it knows all policies");
    let known = errors.is_empty() || !is_dialect;
    let form = |out| {
        let text = (TextSource::INDEPENDENT.text)(&codes, profile, out).filter(|_| known);
        text.and_then(|text| match text {
            Text::Utf8(bytes) => String::from_utf8(bytes).ok().map(const_hex::encode),
            Text::Utf16(units) => Some(utf16(units)),
            _ => None,
        })
    };
    let (utf8, utf16) = (form(OutputKind::Utf8), form(OutputKind::Utf16));
    let fffd = codes.iter().filter(|code| **code == 0xFFFD).count();
    [
        errors.is_empty().to_string(),
        or_dash(errors.first().map(|error| start(error))),
        or_dash(errors.first().filter(|_| known).map(|error| end(error) - start(error))),
        or_dash(known.then_some(errors.len())),
        or_dash(utf8.clone().filter(|_| errors.is_empty())),
        or_dash(utf8),
        or_dash(utf16),
        or_dash(known.then_some(fffd)),
    ]
}

#[test]
fn every_table_has_every_vector_of_bytes_with_the_answers_of_the_second_source() {
    let usual = (Profile::Rfc3629, Policy::MaximalSubpart);
    let policies = Policy::ALL.iter().map(|policy| (format!("policies/{policy}.tsv"), usual.0, *policy));
    let profiles = Profile::ALL.iter().map(|profile| (format!("profiles/{profile}.tsv"), *profile, usual.1));
    let others = policies.chain(profiles).filter(|(_, profile, policy)| (*profile, *policy) != usual);
    for (table, profile, policy) in others.chain([("utf8.tsv".to_owned(), usual.0, usual.1)]) {
        let rows = rows(&table);
        let mut rows = rows.iter();
        for vector in Suite::read_dir(&vectors().join("suite")).unwrap().vectors() {
            let Input::Bytes(bytes) = &vector.input else { continue };
            let row = rows.next().unwrap();
            let own = [vector.id.to_string(), const_hex::encode(bytes), listed(&vector.flags)];
            assert_eq!([&row[0], &row[1], &row[10]], own.each_ref());
            assert_eq!(row[2..10], answers(bytes, profile, policy), "{table} {}", vector.id);
        }
        assert!(rows.next().is_none());
    }
}

/// A line of JSON as a row of a table.
fn columns(line: &Value) -> Vec<String> {
    let field = |name: &&str| match &line[*name] {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(flags) => {
            listed(&flags.iter().map(|flag| flag.as_str().expect("a flag is a string")).collect::<Vec<_>>())
        }
        other => other.to_string(),
    };
    COLUMNS.iter().map(field).collect()
}

#[test]
fn lines_of_json_say_what_the_tables_say() {
    for name in ["utf8", "utf8-chunks"] {
        let text = read(&format!("{name}.jsonl"));
        let lines = text.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let mut row = columns(&line);
            if let Some(cuts) = line["cuts"].as_array() {
                row.insert(2, listed(cuts));
            }
            row
        });
        assert_eq!(lines.collect::<Vec<_>>(), rows(&format!("{name}.tsv")));
    }
}

#[test]
fn chunks_are_the_scripts_that_only_feed_and_finish() {
    let rows = rows("utf8-chunks.tsv");
    let (mut rows, mut left_out) = (rows.iter(), 0);
    for vector in Suite::read_dir(&vectors().join("suite")).unwrap().vectors() {
        let Input::Calls(script) = &vector.input else { continue };
        let chunk = |call: &Call| if let Call::Feed(chunk) = call { Some(chunk.clone()) } else { None };
        let chunks: Option<Vec<Vec<u8>>> = script.calls().iter().rev().skip(1).rev().map(chunk).collect();
        let chunks = chunks.filter(|chunks| !chunks.is_empty());
        let (Some(chunks), Some(Call::Finish)) = (chunks, script.calls().last()) else {
            left_out += 1;
            continue;
        };
        let row = rows.next().unwrap();
        let cuts: Vec<usize> = (1..chunks.len()).map(|end| chunks[..end].concat().len()).collect();
        let bytes = chunks.concat();
        assert_eq!(row[..3], [vector.id.to_string(), const_hex::encode(&bytes), listed(&cuts)]);
        let expected = answers(&bytes, Profile::Rfc3629, Policy::MaximalSubpart);
        assert_eq!(row[3..11], expected, "{}", vector.id);
    }
    assert!(rows.next().is_none());
    let said = format!("{left_out} scripts are left out");
    let readme = read("README.md").replace('\n', " ");
    assert!(readme.contains(&said), "vectors/README.md should say: {said}");
}

#[test]
fn the_committed_flat_files_are_those_of_the_suite_and_there_are_no_others() {
    let files = flat(&Suite::read_dir(&vectors().join("suite")).unwrap());
    for file in &files {
        assert!(read(&file.path) == file.text, "{}: run `make fmt`", file.path);
    }
    for folder in ["policies", "profiles"] {
        for entry in fs::read_dir(vectors().join(folder)).unwrap() {
            let path = format!("{folder}/{}", entry.unwrap().file_name().display());
            assert!(files.iter().any(|file| file.path == path), "{path} is not written by any command");
        }
    }
}

#[test]
fn the_example_of_the_readme_is_a_row() {
    let readme = read("README.md");
    let (_, table) = readme.split_once("| column | what it is | example |\n|---|---|---|\n").unwrap();
    let cells = table.lines().take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        (cells[1].to_owned(), cells[3].to_owned())
    });
    let (columns, example): (Vec<String>, Vec<String>) = cells.unzip();
    assert_eq!(columns, COLUMNS);
    assert!(rows("utf8.tsv").contains(&example), "{example:?}");
}
