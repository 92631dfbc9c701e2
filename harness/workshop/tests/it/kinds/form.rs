//! The files as data, and what their loader and their schemas refuse.

use crate::kinds::file::Kinds;
use crate::kinds::vector::Detection;
use crate::schema::{assert_fits, assert_refused};
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

/// What is wrong in each of [`OTHER_KINDS`].
const WRONG: [&str; 3] = [
    r#"
+ "kind":"encode" -> "kind":"decode" -> :2 /kind: unknown kind `decode`
+ "schema":2 -> "schema":1 -> :3 /schema: schema 1 is not 2
- "group":"encode" -> "group":"other" -> :5 /group: group `other` in a file
+ "effect" -> "efect" -> :9 /notes/edge/efect: unknown field `efect`
- "edge":{ -> "edges":{ -> :9 /notes/edges: flag `edges` is used by no
+ "codes":"0000" -> "codes":"000" -> :17 /vectors/0: `000` is no lower-case
+ "codes":"0000" -> "codes":"00000" -> :17 /vectors/0: `00000` is no lower
+ "codes":"0000" -> "codes":"0000","utf16":"0000" -> :17 /vectors/0: a vector has
+ "codes":"0000" -> "utf16":"10000" -> :17 /vectors/0: `10000` is no lower
+ "codes":"0000" -> "codes":"0000","room":1 -> :17 /vectors/0/room: unknown field
+ {"bytes":"00"} -> {"bytes":"0"} -> :17 /vectors/0/rfc3629/bytes: odd number
+ {"bytes":"00"} -> {"bytes":"00","at":0} -> :17 /vectors/0: rfc3629: `error` and
+ {"bytes":"00"} -> {"bytes":"","error":"surrogate","at":0} -> :17 /vectors/0: rfc3629: `replaced` stands
- {"bytes":"00"} -> {"bytes":"","error":"no-room","at":0}
    -> :17 /vectors/0: rfc3629: no-room without `capacity`
- {"bytes":"00"} -> {"bytes":"","error":"surrogate","at":1,"replaced":""}
    -> :17 /vectors/0: rfc3629: an error at 1, the input has 1
- encode/nul -> encode/one-byte-last -> :18 /vectors/1/id: duplicate id
- encode/nul -> decode/nul -> :17 /vectors/0/id: id `decode/nul` in group `encode`
- ["rfc2279", -> [ -> :17 /vectors/0: what rfc2279 expects is not said
+ {"mutf8": -> {"rfc3629": -> :17 /vectors/0: `rfc3629` does not belong
+ ["RFC 3629 s3"] -> [] -> :17 /vectors/0/refs: `refs` is empty
- "flags":["edge"] -> "flags":["edges"] -> :17 /vectors/0/flags: flag `edges` is
- "vectors":[ -> "tombstones":[{"id":"encode/nul","removed_in":"2.0.0","why":"wrong"}],"vectors":[
    -> :17 /vectors/0/id: id `encode/nul` belonged to a vector that was removed
"#,
    r#"
+ "detected":"ascii" -> "detected":"utf8" -> :18 /vectors/0/detected: unknown variant
+ "detected":"ascii" -> "detected":"other" -> :18 /vectors/0: `at` stands with
+ "detected":"ascii" -> "detected":"ascii","at":0 -> :18 /vectors/0: `at` stands
+ "written":"ASCII", -> -> :18 /vectors/0: missing field `written`
"#,
    r#"
+ "rfc":"utf-8" -> "rfc":"utf8" -> :15 /vectors/0/rfc: unknown variant `utf8`
+ "rfc":"utf-8", -> -> :15 /vectors/0: missing field `rfc`
+ "whatwg":"utf-8" -> "whatwg":"unicode-1-1-utf-8" -> :15 /vectors/0: `whatwg` is utf-8
+ "bytes":"c3a9", -> -> :15 /vectors/0: `bytes` and `text` stand together
+ "text":["00e9"] -> "text":["e9"] -> :15 /vectors/0: `e9` is no lower-case hex
"#,
];

#[test]
fn each_mistake_is_refused_in_its_place() {
    for ((name, good), wrong) in OTHER_KINDS.into_iter().zip(WRONG) {
        assert_refused(kind_of(name), name, good, wrong, |text| {
            Kinds::default().read(name, text).err().unwrap_or_default()
        });
    }
}
