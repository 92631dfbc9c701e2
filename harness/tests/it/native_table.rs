//! The table of C functions.

use crate::typed::typed;
use illformed::ask::adapter::process::{ABSENT_CODE, ProcessAdapter, Program, Supervision};
use illformed::ask::adapter::{Adapter, OpenFailure};
use illformed::ask::native::{Argument, Returned, TableFunction, TableLibrary};
use illformed::ask::protocol::is_name;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn rows() -> impl Iterator<Item = (&'static TableLibrary, &'static TableFunction)> {
    TableLibrary::all()
        .iter()
        .flat_map(|library| library.functions.iter().map(move |function| (library, function)))
}

#[test]
fn each_library_of_the_table_has_a_name_a_file_and_a_package() {
    assert!(rows().count() >= 25 && TableLibrary::all().len() >= 12);
    let mut names = BTreeSet::new();
    for library in TableLibrary::all() {
        assert!(is_name(&library.name) && names.insert(&library.name), "{}", library.name);
        assert!(!library.implementation.is_empty(), "{}", library.name);
        let is_shared = library.files.iter().any(|file| file.contains(".so."));
        assert!(is_shared, "{}: {:?}", library.name, library.files);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-.".contains(c);
        let package = &library.package;
        assert!(package.starts_with("lib") && package.chars().all(is_plain), "{package}");
        let decoders: BTreeSet<String> =
            library.functions.iter().map(|function| function.decoder().expect("it is one").name).collect();
        assert_eq!(decoders.len(), library.functions.len(), "{}: two decoders have a name", library.name);
    }
}

#[test]
fn each_function_of_the_table_is_a_decoder_whose_claim_follows_from_its_call() {
    for (library, function) in rows() {
        let decoder = function.decoder().unwrap_or_else(|error| panic!("{}: {error}", library.name));
        let (calls, claim) = (&decoder.calls, &decoder.claim);
        let name = format!("{}/{}", library.name, decoder.name);
        assert!(is_name(&decoder.name), "{name}");
        assert!(function.documented.len() > 20 && function.documented.ends_with('.'), "{name}");
        // What it writes is what it shows.
        let has = |wanted: fn(&Argument) -> bool| calls.call.arguments.iter().any(wanted);
        let writes = calls.call.unit().is_some() || has(|argument| *argument == Argument::Code);
        let counts = calls.call.returned == Returned::Count;
        let kind = match function.policy {
            _ if counts => "count",
            Some(_) => "lossy",
            None if writes => "strict",
            None => "validate",
        };
        assert_eq!(claim.kind.name(), kind, "{name}");
        let word = |word: &Option<String>, default: &'static str| word.clone().unwrap_or(default.to_owned());
        let profile = claim.profile.map_or("none", |known| known.name());
        assert_eq!(profile, word(&function.profile, "rfc3629"), "{name}");
        let policy = claim.policy().map_or("none", |known| known.name());
        assert_eq!(policy, word(&function.policy, "fatal"), "{name}");
        assert_eq!(claim.refuses, function.refuses, "{name}");
        assert_eq!(claim.max_bytes, function.max_bytes, "{name}");
        let takes_chunks = function.open.is_some() && !function.whole;
        assert_eq!(!claim.script.is_one_call(), takes_chunks, "{name}");
        // A byte 00 ends what a function without a length reads.
        assert_eq!(claim.cannot == [0], has(|argument| *argument == Argument::Cstr), "{name}");
    }
}

#[test]
fn a_library_that_is_not_there_is_absent_with_the_package_to_install() {
    let why = "libx.so.1 cannot be loaded; install libx1";
    let opened = |code: u8| {
        let program = Program::new("sh", vec!["-c".into(), format!("exit {code}").into()]);
        let mut adapter = ProcessAdapter::new("x", program, Supervision::default());
        adapter.absence = Some(why.to_owned());
        adapter.open().err()
    };
    assert_eq!(opened(ABSENT_CODE), Some(OpenFailure::Absent(why.to_owned())));
    // One that ends in another way does not speak the protocol.
    assert!(matches!(opened(1), Some(OpenFailure::Broken(_))));
}

#[test]
fn each_library_of_the_table_is_found_with_its_functions_or_absent_with_its_package() {
    let list = typed("adapter list --format json").ends(0).stdout;
    let listed: Vec<Value> = serde_json::from_str(&list).expect("it is JSON");
    let listed: BTreeMap<&str, &Value> =
        listed.iter().map(|adapter| (adapter["name"].as_str().expect("it is a text"), adapter)).collect();
    for library in TableLibrary::all() {
        let adapter = listed[library.name.as_str()];
        match adapter["state"].as_str() {
            Some("works") => {
                let least = library.functions.iter().filter(|function| function.since.is_none()).count();
                let decoders = adapter["decoders"].as_u64().expect("it is a number") as usize;
                assert!((least..=library.functions.len()).contains(&decoders), "{adapter}");
                let implementation = adapter["implementations"][0].as_str().expect("it is a text");
                assert!(implementation.starts_with(&format!("{} ", library.implementation)), "{adapter}");
            }
            Some("absent") => {
                assert_eq!(adapter["why"], format!("{} cannot be loaded", library.files[0]));
                assert_eq!(adapter["install"], format!("apt-get install {}", library.package));
            }
            _ => panic!("{adapter}"),
        }
    }
}

#[test]
fn a_kernel_is_forced_in_the_environment_of_its_library_alone() {
    let forced = TableLibrary::all().iter().filter(|library| !library.environment.is_empty());
    let names: Vec<&str> = forced.map(|library| library.name.as_str()).collect();
    assert_eq!(names, ["simdjson-fallback", "simdjson-haswell", "simdjson-westmere"]);
    // A worker that tells what it is told in the place of an introduction.
    let script = r#"echo "forced: $SIMDJSON_FORCE_IMPLEMENTATION" >&2; exit 1"#;
    let opened = |environment: &[(&str, &str)]| {
        let mut program = Program::new("sh", vec!["-c".into(), script.into()]);
        program.environment = environment.iter().map(|(name, value)| (name.into(), value.into())).collect();
        ProcessAdapter::command(program, Supervision::default()).open().err().map(|error| error.to_string())
    };
    let told = opened(&[("SIMDJSON_FORCE_IMPLEMENTATION", "fallback")]).expect("it introduces nothing");
    assert!(told.contains("forced: fallback"), "{told}");
    let told = opened(&[]).expect("it introduces nothing");
    assert!(told.contains("forced:") && !told.contains("fallback"), "{told}");
}
