//! A property that is missing from one of the lists would never be searched: the lists are equal.

use crate::beside_manifest;
use illformed_fuzz::property::ALL;
use std::fs;
use toml::Table;

/// The targets that are no properties: there a search is measured, by nothing and by a fault that is known.
const NO_PROPERTIES: [&str; 3] = ["empty", "naive", "planted_fault"];

fn property_names() -> Vec<String> {
    sorted(ALL.iter().map(|property| property.name.to_owned()))
}

fn target_names() -> Vec<String> {
    sorted(property_names().into_iter().chain(NO_PROPERTIES.map(str::to_owned)))
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn every_property_is_a_program_and_every_program_a_property_or_one_of_those_that_are_none() {
    let text = fs::read_to_string(beside_manifest("Cargo.toml")).expect("Cargo built this from it");
    let manifest: Table = text.parse().expect("Cargo parsed it too");
    let programs = manifest["bin"].as_array().expect("`bin` is a list of tables");
    let names = programs.iter().map(|program| {
        // Without an engine, which no feature brings by default, no program is built.
        assert_eq!(program["required-features"][0].as_str(), Some("engine"));
        program["name"].as_str().unwrap().to_owned()
    });
    assert_eq!(sorted(names), target_names());
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
