//! `illformed identify`: what decoders are, whatever they claim.

use crate::whole::stride;
use illformed::ask::adapter::{Adapter, Session, in_process};
use illformed::search::identify::{Outcome, Parting, PartingScope, identify};
use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code, standard output and standard error.
fn identified(arguments: &[&str]) -> (Option<i32>, String, String) {
    let command = Command::new(cargo_bin!("illformed")).arg("identify").args(arguments);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn decoders_are_named_by_what_they_do() {
    let named = [
        ("std/from-utf8", "utf8/strict/bom-keep"),
        ("codec/validate-cesu8", "cesu8/strict"),
        ("codec/validate-mutf8", "mutf8/strict"),
        ("codec/lossy-java", "utf8/java/bom-keep"),
        ("codec/lossy-per-declared-sequence", "utf8/per-declared-sequence/bom-keep"),
        ("encoding-rs/decode-with-bom-removal", "utf8/maximal-subpart/bom-strip"),
        ("utf8parse/strict", "utf8-open-end/strict"),
    ];
    let named: Vec<_> = named.into_iter().step_by(stride("names", 2)).collect();
    let mut arguments: Vec<&str> = named.iter().map(|(decoder, _)| *decoder).collect();
    arguments.extend(["--format", "json"]);
    let (code, text, errors) = identified(&arguments);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    for (decoder, name) in named {
        let one = found.as_array().unwrap().iter().find(|one| one["decoder"] == decoder).expect(decoder);
        let is_it = one["outcome"]["code"].as_str().is_some_and(|code| code.starts_with(name));
        assert!(one["outcome"]["outcome"] == "named" && is_it, "{one}");
        assert!(one["asked_for_name"].as_u64().is_some_and(|asked| (1..=12).contains(&asked)), "{one}");
    }
}

#[test]
fn what_cannot_be_identified_and_what_does_not_exist_is_said() {
    let (code, text, _) = identified(&["bstr/chars-count"]);
    assert_eq!(code, Some(3));
    assert!(text.contains("not identified: it neither refuses nor gives text"), "{text}");
    let (code, text, errors) = identified(&["std/from-utf-8"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(
        errors.contains("std/from-utf-8: no decoder of that name; did you mean `std/from-utf8`"),
        "{errors}"
    );
    let (code, _, errors) = identified(&[]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("name a decoder, or give one by --command"), "{errors}");
}

#[test]
fn the_automaton_is_drawn_as_a_picture_and_for_graphviz() {
    let folder = tempfile::tempdir().unwrap();
    for (file, begins) in [("decoder.svg", "<svg "), ("decoder.dot", "digraph decoder {")] {
        let path = folder.path().join(file);
        let (code, _, errors) = identified(&["codec/validate-cesu8", "--draw", path.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{errors}");
        let drawn = std::fs::read_to_string(&path).unwrap();
        assert!(drawn.starts_with(begins) && drawn.contains("B0-BF"), "{drawn}");
    }
    let (code, _, errors) = identified(&["codec/lossy-java", "--draw", "/dev/null"]);
    assert_eq!(code, Some(2), "{errors}");
}

/// A program that says of each input what the expression `answer` makes of its `bytes`.
fn adapter(folder: &std::path::Path, answer: &str) -> String {
    let text = format!(
        r#"import json, os, sys
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    if request["op"] == "hello":
        print('{{"adapter":"mine","protocol":1,"implementation":"mine","version":"1","decoders":1}}')
        print('{{"decoder":"one","api":"x","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none",'
              '"at":"none","bom":"keep","script":"none","max_bytes":2}}', flush=True)
    else:
        answer = {answer}
        print(json.dumps({{"seq": request["seq"], "answer": answer}}), flush=True)
"#
    );
    let path = folder.join(format!("mine-{}.py", answer.len()));
    std::fs::write(&path, text).expect("it can be written");
    path.to_str().expect("a name of ours").to_owned()
}

#[test]
fn a_decoder_that_dies_or_changes_its_mind_is_said_to() {
    let folder = tempfile::tempdir().unwrap();
    let dies = "os._exit(9) if request['bytes'].startswith('ff') else 'accept'";
    let (code, text, _) = identified(&["--", "python3", "-S", &adapter(folder.path(), dies)]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("not identified: FF: exited with code 9"), "{text}");
    // It accepts all else: what is known by then is said.
    assert!(text.contains("by the answers so far the nearest is any: every string of bytes"), "{text}");
    assert!(text.contains("no answer so far differs from it"), "{text}");
    let changes = "'accept' if number < 1000 else 'reject'";
    let (code, text, _) = identified(&["--", "python3", "-S", &adapter(folder.path(), changes)]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("answers differently from time to time: "), "{text}");
}

#[test]
fn what_is_found_is_json_as_its_schema_says() {
    let schema: Value =
        serde_json::from_str(include_str!("../../schema/identification.schema.json")).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("it is a schema");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let folder = tempfile::tempdir().expect("there is room");
    let dies = adapter(folder.path(), "os._exit(9) if request['bytes'].startswith('ff') else 'accept'");
    let changes = adapter(folder.path(), "'accept' if number < 1000 else 'reject'");
    let other = adapter(folder.path(), "'reject' if request['bytes'].endswith('41') else 'accept'");
    let outcomes = [
        ("named", vec!["codec/validate-cesu8", "codec/lossy-java"]),
        ("unknown", vec!["--", "python3", "-S", &other]),
        ("unstable", vec!["--", "python3", "-S", &changes]),
        ("stopped", vec!["--", "python3", "-S", &dies]),
    ];
    for (outcome, arguments) in outcomes {
        let (_, text, errors) = identified(&[&["--format", "json"], &arguments[..]].concat());
        let found: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {errors}"));
        assert!(validator.is_valid(&found), "{:?}\n{text}", validator.validate(&found).unwrap_err());
        let all = found.as_array().expect("it is a list");
        assert!(all.iter().all(|one| one["outcome"]["outcome"] == outcome), "{text}");
    }
}

#[test]
fn what_is_known_of_a_decoder_when_it_is_interrupted_is_said() {
    for (name, nearest) in [("codec/validate-cesu8", "cesu8"), ("codec/lossy-java", "utf8/java/bom-keep")] {
        let interrupted = AtomicBool::new(false);
        let (mut session, number) = opened(name);
        // Somebody has enough after the first thousand words.
        let mut enough = |asked: usize| interrupted.store(asked > 1_000, Ordering::Relaxed);
        let found = identify(&mut *session, name, number, &interrupted, &mut enough);
        let Outcome::Stopped { is_interrupted: true, so_far: Some(so_far), .. } =
            found.identification.outcome
        else {
            panic!("{:?}", found.identification.outcome)
        };
        assert_eq!((so_far.nearest.as_str(), so_far.differing), (nearest, 0));
    }
}

/// A decoder of this program.
fn opened(name: &str) -> (Box<dyn Session>, usize) {
    let (adapter, decoder) = name.split_once('/').expect(name);
    let of_name = in_process::all().into_iter().find(|other| other.name() == adapter).expect(name);
    let session: Box<dyn Session> = of_name.open().expect(name);
    let number = session.decoders().iter().position(|one| one.name == decoder).expect(name);
    (session, number)
}

/// Where two decoders of this program part.
fn parting(names: [&str; 2]) -> Parting {
    let interrupted = AtomicBool::new(false);
    let mut asked = names.map(opened);
    let [one, other] = [0, 1].map(|side| {
        let (session, number) = &mut asked[side];
        identify(&mut **session, names[side], *number, &interrupted, &mut |_| {})
    });
    Parting::of([&one, &other], &mut asked, &interrupted)
}

#[test]
fn two_decoders_part_on_all_inputs_in_sets_of_strings_that_were_asked_of_both() {
    let alike = parting(["std/from-utf8", "codec/validate-rfc3629"]);
    assert!(!alike.is_apart(), "{alike:?}");
    assert!(matches!(alike.scope, PartingScope::AllInputs { states: [9, 9], .. }), "{alike:?}");

    let in_part = parting(["std/cstr", "std/from-utf8"]);
    // A text that ends at NUL cannot be given one.
    assert!(matches!(in_part.scope, PartingScope::AllInputs { not_asked: [(1..), 0], .. }), "{in_part:?}");

    let apart = parting(["codec/validate-mutf8", "std/from-utf8"]);
    assert!(apart.is_apart());
    let PartingScope::AllInputs { rows, has_more_rows: false, .. } = &apart.scope else {
        panic!("{apart:?}")
    };
    let rows: Vec<_> =
        rows.iter().map(|row| (row.difference.as_str(), row.strings.as_str(), row.count)).collect();
    assert!(rows.contains(&("only std/from-utf8 accepts", "[00]", 1)), "{rows:?}");
    assert!(rows.contains(&("only codec/validate-mutf8 accepts", "[C0][80]", 1)), "{rows:?}");
    assert!(rows.contains(&("only codec/validate-mutf8 accepts", "[ED][A0-BF][80-BF]", 2_048)), "{rows:?}");
}

#[test]
fn decoders_that_replace_errors_part_in_the_texts_of_sets_of_strings() {
    let alike = parting(["std/from-utf8-lossy", "codec/lossy-maximal-subpart"]);
    assert!(!alike.is_apart(), "{alike:?}");
    assert!(matches!(alike.scope, PartingScope::AllInputs { states: [10, 10], .. }), "{alike:?}");

    let apart = parting(["std/from-utf8-lossy", "codec/lossy-java"]);
    let PartingScope::AllInputs { rows, has_more_rows: false, .. } = &apart.scope else {
        panic!("{apart:?}")
    };
    // Java has one U+FFFD for a surrogate, whole or cut.
    let rows: Vec<_> = rows.iter().map(|row| (row.strings.as_str(), row.count)).collect();
    assert_eq!(rows, [("[ED][A0-BF]", 32)]);

    let apart = parting(["std/from-utf8-lossy", "std/from-utf8"]);
    let why = "std/from-utf8-lossy replaces errors. std/from-utf8 refuses errors.".to_owned();
    assert_eq!(apart.scope, PartingScope::Asked { why });
}
