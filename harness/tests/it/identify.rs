//! `illformed identify`: what decoders are, whatever they claim.

use crate::typed::{Folder, Said, schema, typed};
use crate::whole::stride;
use illformed::ask::adapter::{Adapter, Session, in_process};
use illformed::search::identify::{Outcome, Parting, PartingScope, identify};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

fn identified(words: &str) -> Said {
    typed(&format!("identify {words}"))
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
    let decoders: Vec<&str> = named.iter().map(|(decoder, _)| *decoder).collect();
    let said = identified(&format!("{} --format json", decoders.join(" "))).ends(0);
    assert_eq!(said.stderr, "");
    let found: Value = serde_json::from_str(&said.stdout).expect("it is JSON");
    for (decoder, name) in named {
        let one = found.as_array().unwrap().iter().find(|one| one["decoder"] == decoder).expect(decoder);
        let is_it = one["outcome"]["code"].as_str().is_some_and(|code| code.starts_with(name));
        assert!(one["outcome"]["outcome"] == "named" && is_it, "{one}");
        assert!(one["asked_for_name"].as_u64().is_some_and(|asked| (1..=12).contains(&asked)), "{one}");
    }
}

/// Programs that say of each input what an expression makes of its `bytes`: one that dies, one that changes its mind, and one
/// that is no format that is known.
const DIES: &str = "os._exit(9) if request['bytes'].startswith('ff') else 'accept'";
const CHANGES: &str = "'accept' if number < 1000 else 'reject'";
const OTHER: &str = "'reject' if request['bytes'].endswith('41') else 'accept'";

fn asked(answer: &str, words: &str) -> Said {
    let folder = Folder::new();
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
    folder.write("mine.py", text);
    identified(&format!("{words} -- python3 -S {}", folder.at("mine.py")))
}

#[test]
fn a_decoder_that_dies_or_changes_its_mind_is_said_to() {
    asked(DIES, "").ends(3).has(&[
        "not identified: FF: exited with code 9",
        // It accepts all else: what is known by then is said.
        "by the answers so far the nearest is any: every string of bytes",
        "no answer so far differs from it",
    ]);
    asked(CHANGES, "").ends(1).has(&["answers differently from time to time: "]);
}

#[test]
fn what_is_found_is_json_as_its_schema_says() {
    let validator = schema("identification");
    let json = "--format json";
    for (outcome, said) in [
        ("named", identified(&format!("{json} codec/validate-cesu8 codec/lossy-java"))),
        ("unknown", asked(OTHER, json)),
        ("unstable", asked(CHANGES, json)),
        ("stopped", asked(DIES, json)),
    ] {
        let found: Value =
            serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"));
        assert!(validator.is_valid(&found), "{:?}\n{found}", validator.validate(&found).unwrap_err());
        let all = found.as_array().expect("it is a list");
        assert!(all.iter().all(|one| one["outcome"]["outcome"] == outcome), "{found}");
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

fn opened(name: &str) -> (Box<dyn Session>, usize) {
    let (adapter, decoder) = name.split_once('/').expect(name);
    let of_name = in_process::all().into_iter().find(|other| other.name() == adapter).expect(name);
    let session: Box<dyn Session> = of_name.open().expect(name);
    let number = session.decoders().iter().position(|one| one.name == decoder).expect(name);
    (session, number)
}

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
