//! A property that is missing from one of the lists would never be searched: the lists are equal.

use crate::beside_manifest;
use illformed_fuzz::property::{ALL, Property};
use std::fs;
use toml::{Table, Value};

/// The targets that are no properties: there a search is measured, by nothing and by a fault that is known.
const NO_PROPERTIES: [&str; 3] = ["empty", "naive", "planted_fault"];

fn property_names() -> Vec<String> {
    sorted(ALL.iter().map(|property| property.name.to_owned()))
}

fn target_names() -> Vec<String> {
    sorted(property_names().into_iter().chain(NO_PROPERTIES.map(str::to_owned)))
}

/// The manifest of this package, and its `[[bin]]` tables.
fn manifest() -> (Table, Vec<Table>) {
    let text = fs::read_to_string(beside_manifest("Cargo.toml")).expect("Cargo built this from it");
    let manifest: Table = text.parse().expect("Cargo parsed it too");
    let programs = manifest["bin"].clone().try_into().expect("`bin` is a list of tables");
    (manifest, programs)
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn every_property_is_a_program_and_every_program_a_property_or_one_of_those_that_are_none() {
    let names = sorted(manifest().1.iter().map(|program| program["name"].as_str().unwrap().to_owned()));
    assert_eq!(names, target_names());
}

#[test]
fn every_program_is_the_target_file_of_its_name_and_no_test() {
    for program in manifest().1 {
        let name = program["name"].as_str().unwrap();
        assert_eq!(program["path"].as_str(), Some(&*format!("fuzz_targets/{name}.rs")));
        for switch in ["test", "doc", "bench"] {
            assert_eq!(program.get(switch), Some(&Value::Boolean(false)), "{switch} of {name}");
        }
    }
}

#[test]
fn no_program_is_built_without_an_engine() {
    let (manifest, programs) = manifest();
    let brings = |feature: &str, brought: &str| {
        let list = manifest["features"][feature].as_array().expect("a feature is a list");
        list.contains(&Value::from(brought))
    };
    assert!(["libfuzzer", "afl"].iter().all(|engine| brings(engine, "engine")));
    assert!(!brings("default", "engine"));
    for program in programs {
        let features = program["required-features"].as_array().expect("each needs an engine");
        let own = Property::named(program["name"].as_str().unwrap()).and_then(|property| property.feature);
        let wanted: Vec<Value> = ["engine"].into_iter().chain(own).map(Value::from).collect();
        assert_eq!(*features, wanted, "{:?}", program["name"]);
    }
}

#[test]
fn every_target_file_is_the_target_of_the_property_of_its_name() {
    let files = fs::read_dir(beside_manifest("fuzz_targets")).unwrap().map(|entry| entry.unwrap().path());
    let names = sorted(files.map(|file| {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&file).unwrap();
        // The second word says what the mutator has to know.
        let seeds = match ALL.iter().find(|property| property.name == name) {
            Some(property) => format!("Seeds::{:?}", property.seeds),
            None if name == "planted_fault" => "planted_seeds()".to_owned(),
            None => "Seeds::Bytes".to_owned(),
        };
        let target = format!("target!({name}, illformed_fuzz::property::{seeds});");
        assert!(source.contains(&target), "{}", file.display());
        assert!(source.lines().count() <= 12, "{} is more than a shim", file.display());
        name
    }));
    assert_eq!(names, target_names());
}
