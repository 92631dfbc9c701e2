//! The files as data, and what their loader and their schemas refuse.

use crate::kinds::file::Kinds;
use crate::kinds::vector::Detection;
use crate::schema::{Mistake, assert_fits, assert_refused};
use illformed_vectors::OTHER_KINDS;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use std::path::Path;

fn kind_of(name: &str) -> &str {
    name.trim_end_matches(".json")
}

#[test]
fn every_file_fits_its_schema_and_is_in_its_canonical_form() {
    for (name, text) in OTHER_KINDS {
        assert_fits(kind_of(name), text);
        let canonical = Kinds::default().read(name, text).unwrap();
        // With SNAPSHOTS=overwrite the file is written in its form.
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
        assert_data_eq!(canonical, Data::read_from(&path, Some(DataFormat::Text)).raw());
        // It takes the ends of lines of every system for the same.
        assert!(!text.contains('\r'), "{name}");
    }
}

#[test]
fn there_are_enough_of_each_kind_and_each_answer_is_expected() {
    let Kinds { encode, detect, label } = Kinds::shipped();
    assert!(encode.len() >= 60 && detect.len() >= 40 && label.len() >= 12);
    for wanted in
        [Detection::Ascii, Detection::Utf8, Detection::Utf8Bom, Detection::Utf8Cut, Detection::Other]
    {
        assert!(detect.iter().filter(|vector| vector.detected == wanted).count() >= 4, "{wanted:?}");
    }
}

/// What is wrong in the file that the message begins with.
const WRONG: &[Mistake<'_>] = &[
    (r#""kind":"encode""#, r#""kind":"decode""#, "encode.json:2 /kind: unknown kind `decode`", true),
    (r#""schema":2"#, r#""schema":1"#, "encode.json:3 /schema: schema 1 is not 2", true),
    (r#""group":"encode""#, r#""group":"other""#, "encode.json:5 /group: group `other` in a file", false),
    (r#""effect""#, r#""efect""#, "encode.json:9 /notes/edge/efect: unknown field `efect`", true),
    (r#""edge":{"#, r#""edges":{"#, "encode.json:9 /notes/edges: flag `edges` is used by no", false),
    (r#""codes":"0000""#, r#""codes":"000""#, "encode.json:17 /vectors/0: `000` is no lower-case", true),
    (r#""codes":"0000""#, r#""codes":"00000""#, "encode.json:17 /vectors/0: `00000` is no lower", true),
    (
        r#""codes":"0000""#,
        r#""codes":"0000","utf16":"0000""#,
        "encode.json:17 /vectors/0: a vector has",
        true,
    ),
    (r#""codes":"0000""#, r#""utf16":"10000""#, "encode.json:17 /vectors/0: `10000` is no lower", true),
    (
        r#""codes":"0000""#,
        r#""codes":"0000","room":1"#,
        "encode.json:17 /vectors/0/room: unknown field",
        true,
    ),
    (r#"{"bytes":"00"}"#, r#"{"bytes":"0"}"#, "encode.json:17 /vectors/0/rfc3629/bytes: odd number", true),
    (
        r#"{"bytes":"00"}"#,
        r#"{"bytes":"00","at":0}"#,
        "encode.json:17 /vectors/0: rfc3629: `error` and",
        true,
    ),
    (
        r#"{"bytes":"00"}"#,
        r#"{"bytes":"","error":"surrogate","at":0}"#,
        "encode.json:17 /vectors/0: rfc3629: `replaced` stands",
        true,
    ),
    (
        r#"{"bytes":"00"}"#,
        r#"{"bytes":"","error":"no-room","at":0}"#,
        "encode.json:17 /vectors/0: rfc3629: no-room without `capacity`",
        false,
    ),
    (
        r#"{"bytes":"00"}"#,
        r#"{"bytes":"","error":"surrogate","at":1,"replaced":""}"#,
        "encode.json:17 /vectors/0: rfc3629: an error at 1, the input has 1",
        false,
    ),
    ("encode/nul", "encode/one-byte-last", "encode.json:18 /vectors/1/id: duplicate id", false),
    ("encode/nul", "decode/nul", "encode.json:17 /vectors/0/id: id `decode/nul` in group `encode`", false),
    (r#"["rfc2279","#, "[", "encode.json:17 /vectors/0: what rfc2279 expects is not said", false),
    (r#"{"mutf8":"#, r#"{"rfc3629":"#, "encode.json:17 /vectors/0: `rfc3629` does not belong", true),
    (r#"["RFC 3629 s3"]"#, "[]", "encode.json:17 /vectors/0/refs: `refs` is empty", true),
    (
        r#""flags":["edge"]"#,
        r#""flags":["edges"]"#,
        "encode.json:17 /vectors/0/flags: flag `edges` is",
        false,
    ),
    (
        r#""vectors":["#,
        r#""tombstones":[{"id":"encode/nul","removed_in":"2.0.0","why":"wrong"}],"vectors":["#,
        "encode.json:17 /vectors/0/id: id `encode/nul` belonged to a vector that was removed",
        false,
    ),
    (
        r#""detected":"ascii""#,
        r#""detected":"utf8""#,
        "detect.json:18 /vectors/0/detected: unknown variant",
        true,
    ),
    (r#""detected":"ascii""#, r#""detected":"other""#, "detect.json:18 /vectors/0: `at` stands with", true),
    (r#""detected":"ascii""#, r#""detected":"ascii","at":0"#, "detect.json:18 /vectors/0: `at` stands", true),
    (r#""written":"ASCII","#, "", "detect.json:18 /vectors/0: missing field `written`", true),
    (r#""rfc":"utf-8""#, r#""rfc":"utf8""#, "label.json:15 /vectors/0/rfc: unknown variant `utf8`", true),
    (r#""rfc":"utf-8","#, "", "label.json:15 /vectors/0: missing field `rfc`", true),
    (
        r#""whatwg":"utf-8""#,
        r#""whatwg":"unicode-1-1-utf-8""#,
        "label.json:15 /vectors/0: `whatwg` is utf-8",
        true,
    ),
    (r#""bytes":"c3a9","#, "", "label.json:15 /vectors/0: `bytes` and `text` stand together", true),
    (r#""text":["00e9"]"#, r#""text":["e9"]"#, "label.json:15 /vectors/0: `e9` is no lower-case hex", true),
];

#[test]
fn each_mistake_is_refused_in_its_place() {
    for (name, good) in OTHER_KINDS {
        let mistakes = WRONG.iter().filter(|(_, _, message, _)| message.starts_with(name));
        assert!(mistakes.clone().count() > 1, "{name}");
        assert_refused(kind_of(name), good, mistakes, |text| {
            let errors = Kinds::default().read(name, text).err().unwrap_or_default();
            errors.iter().map(ToString::to_string).collect()
        });
    }
}
