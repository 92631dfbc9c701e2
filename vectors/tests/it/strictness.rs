//! Each thing that is wrong with a file is refused with the file, the line and a pointer, and the JSON Schema refuses
//! what a schema can refuse.

use crate::schema::{assert_fits, assert_refused};
use illformed_vectors::{LoadError, Suite, VectorFile};

const NOTE: &str =
    r#"{"importance":"major","effect":"an effect","unverified":[{"cve":"CVE-2000-0001","why":"hearsay"}]}"#;
const VECTOR: &str = r#"{"id":"good/one","bytes":"c080","comment":"c","flags":["flag"],"refs":["RFC 3629 s3"],"rfc3629":{"well_formed":false,"errors":[{"at":0,"len":1,"kind":"overlong"},{"at":1,"len":1,"kind":"unexpected-continuation"}],"text":[]},"as_rfc3629":["rfc2279","ucs2","cesu8","mutf8","wtf8","generalized"]}"#;

/// A file with one note and the given vectors, one a line; the first stands on line 11.
fn file(vectors: &[&str]) -> String {
    let head = r#"{"kind":"decode",
"schema":2,
"suite":"test",
"group":"good",
"about":"a test",
"number_of_tests":NUMBER,
"notes":{
"flag":NOTE
},
"vectors":[
"#;
    head.replace("NOTE", NOTE).replace("NUMBER", &vectors.len().to_string())
        + &vectors.join(",\n")
        + "\n]\n}\n"
}

fn load(text: &str) -> Result<Suite, Vec<LoadError>> {
    Suite::from_sources([("dir/good.json", text)])
}

#[test]
fn where_a_vector_was_found_is_read_and_written_and_no_part_of_what_it_means() {
    let sha256 = "0123456789abcdef".repeat(4);
    let found = format!(r#""found":{{"by":"decoders_agree","sha256":"{sha256}","bytes":37}},"rfc3629":"#);
    let text = file(&[&VECTOR.replace(r#""rfc3629":"#, &found)]);
    assert_fits("decode", &text);
    let (suite, plain) = (load(&text).unwrap(), load(&file(&[VECTOR])).unwrap());
    let [vector, plain] = [&suite, &plain].map(|suite| suite.vector("good/one").unwrap());
    assert_eq!(
        vector.found.as_ref().map(|found| (found.by.as_str(), found.bytes)),
        Some(("decoders_agree", 37))
    );
    assert!(vector.to_canonical().contains(&found), "{}", vector.to_canonical());
    assert_eq!(vector.content(), plain.content());
}

#[test]
fn the_schema_accepts_every_shipped_file() {
    for (_, text) in Suite::embedded_sources() {
        assert_fits("decode", text);
    }
}

const WRONG: &str = r#"
+ "comment":"c" -> "remark":"c" -> :11 /vectors/0/remark: unknown field `remark`
+ "comment":"c", -> -> :11 /vectors/0: missing field `comment`
+ "bytes":"c080" -> "bytes":"c08" -> :11 /vectors/0/bytes: odd number of hex digits (3)
+ "bytes":"c080" -> "bytes":"C080" -> :11 /vectors/0/bytes: `C` is no lower-case hex digit
- "bytes":"c080" -> "bytes":"c080","bytes":"c080" -> :11 /vectors/0: duplicate field `bytes`
+ "bytes":"c080" -> "bytes":"c080","calls":"c080 ." -> :11 /vectors/0: a vector has either `bytes` or `calls`
+ "bytes":"c080" -> "calls":"c080 . 41" -> :11 /vectors/0/calls: word 2 of the script follows a finish
+ "bytes":"c080" -> "calls":"c0  80 ." -> :11 /vectors/0/calls: word 1 of the script: empty
+ good/one -> good/One -> :11 /vectors/0/id: `good/One` is no id
- good/one -> other/one -> :11 /vectors/0/id: id `other/one` in group `good`
+ ["flag"] -> ["flag","flag"] -> :11 /vectors/0/flags: `flag` stands twice in `flags`
- ["flag"] -> ["flag","gone"] -> :11 /vectors/0/flags: flag `gone` is defined in no file's notes
- ["flag"] -> [] -> :8 /notes/flag: flag `flag` is used by no vector
+ ["RFC 3629 s3"] -> [] -> :11 /vectors/0/refs: `refs` is empty
+ "rfc3629": -> "found":{"by":"std/from-utf8","sha256":"0123","bytes":2},"rfc3629":
    -> :11 /vectors/0/found/sha256: `0123` is no SHA-256: expected 64
+ "rfc3629": -> "found":{"by":"std/from-utf8","bytes":2},"rfc3629":
    -> :11 /vectors/0/found: missing field `sha256`
+ "rfc3629": -> "found":null,"rfc3629":
    -> :11 /vectors/0/found: invalid type: null, expected an object with by, sha256 and bytes
+ "overlong" -> "too-long"
    -> :11 /vectors/0/rfc3629/errors/0/kind: unknown variant `too-long`, expected one of `overlong`
- "well_formed":false -> "well_formed":true -> :11 /vectors/0/rfc3629: `well_formed` contradicts `errors`
+ "text":[] -> "text":["41"] -> :11 /vectors/0/rfc3629/text/0: `41` is no code point
+ "text":[] -> "text":["00041"] -> :11 /vectors/0/rfc3629/text/0: `00041` is no code point
+ "generalized"] -> "generalized"],"also":{"rfc9999":{"unspecified":"rfc2279-surrogate"}}
    -> :11 /vectors/0/also: unknown variant `rfc9999`, expected one of `rfc3629`
+ "generalized"] -> "generalized"],"also":{"rfc2279":{"unspecified":"whatever"}}
    -> :11 /vectors/0/also/rfc2279/unspecified: unknown variant `whatever`, expected `rfc2279-sur
- "generalized"]
    -> "generalized"],"also":{"rfc2279":{"unspecified":"rfc2279-surrogate"},"rfc2279":{"unspecified":"rfc2279-surrogate"}}
    -> :11 /vectors/0/also: duplicate key `rfc2279`
- "generalized"] -> "generalized"],"also":{"rfc2279":{"unspecified":"rfc2279-surrogate"}}
    -> :11 /vectors/0: `as_rfc3629` has rfc2279, which `also` has
+ "rfc2279", -> "rfc3629","rfc2279",
    -> :11 /vectors/0: `as_rfc3629` has rfc3629, which `also` has, or which is RFC 3629 itself
- "rfc2279", -> -> :11 /vectors/0: what rfc2279 expects is not said: name it in `as_rfc3629` or in `also`
- "rfc2279","ucs2" -> "ucs2","rfc2279"
    -> :11 /vectors/0: `as_rfc3629` has each profile once, in this order: rfc2279, ucs2, cesu8
+ "rfc3629":{"well_formed":false
    -> "rfc3629":{"segments":[{"well_formed":true,"errors":[],"text":[]}],"well_formed":false
    -> :11 /vectors/0/rfc3629: `segments` are two or more
+ "at":0,"len":1 -> "at":0 -> :11 /vectors/0/rfc3629/errors/0: missing field `len`
- "number_of_tests":1 -> "number_of_tests":2
    -> :6 /number_of_tests: `number_of_tests` is 2, and 1 vectors follow
- "text":[]} -> "text":[],"pending":1}
    -> :11 /vectors/0: rfc3629: segment 0 is finished, nothing can be pending
+ "kind":"decode" -> "kind":"encode" -> :1 /kind: unknown kind `encode`
+ "schema":2 -> "schema":1 -> :2 /schema: schema 1 is not 2
- "group":"good" -> "group":"bad" -> :4 /group: group `bad` in a file named good
+ "importance":"major", -> -> :8 /notes/flag: missing field `importance`
+ "importance":"major" -> "importance":"huge"
    -> :8 /notes/flag/importance: unknown variant `huge`, expected one of `minor`, `major`, `critical`
+ "unverified": -> "cves":["CVE-99-1"],"unverified": -> :8 /notes/flag/cves/0: `CVE-99-1` is no CVE number
+ ,"why":"hearsay" -> -> :8 /notes/flag/unverified/0: missing field `why`
+ "about":"a test", -> "about":"a test","more":1, -> :5 /more: unknown field `more`
+ "about":"a test", -> "about":"a test","generated":1,
    -> :5 /generated: invalid type: integer `1`, expected a string
- \n},\n"vectors" -> ,\n"flag":null\n},\n"vectors" -> :9 /notes: duplicate key `flag`
- ]\n}\n -> ]\n}\n{} -> :14: trailing characters
"#;

#[test]
fn each_mistake_is_refused_in_its_place() {
    let good = file(&[VECTOR]);
    assert_eq!(load(&good).unwrap().vectors().count(), 1);
    assert_refused("decode", "dir/good.json", &good, WRONG, |text| load(text).err().unwrap_or_default());
    let error = load(&file(&[VECTOR, VECTOR])).unwrap_err()[0].to_string();
    assert!(error.starts_with("dir/good.json:12 /vectors/1/id: duplicate id `good/one`"), "{error}");
}

#[test]
fn a_flag_defined_twice_and_another_suite_and_a_buried_id_are_refused() {
    let good = file(&[VECTOR]);
    let second = good.replace("good", "more").replace("\"test\"", "\"other\"");
    let errors =
        Suite::from_sources([("good.json", good.as_str()), ("more.json", second.as_str())]).unwrap_err();
    let reasons: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        reasons,
        [
            "more.json:3 /suite: suite `other` among files of `test`",
            "more.json:8 /notes/flag: flag `flag` is defined in good.json too",
        ]
    );
    let tombstones = r#""tombstones":[{"id":"good/one","removed_in":"2.0.0","why":"wrong"}]"#;
    let before = good.replacen("\"vectors\":[", &format!("{tombstones},\n\"vectors\":["), 1);
    let after = good.replacen("\n]\n}\n", &format!("\n],\n{tombstones}\n}}\n"), 1);
    for (buried, line) in [(before, 12), (after, 11)] {
        let reason = "/vectors/0/id: id `good/one` belonged to a vector that was removed";
        assert_eq!(load(&buried).unwrap_err()[0].to_string(), format!("dir/good.json:{line} {reason}"));
    }
}

#[test]
fn a_suite_finds_each_vector_by_its_id_after_files_came_and_went() {
    let other = file(&[VECTOR]).replace("good", "able").replace("\"flag\"", "\"mark\"");
    let (good, other) =
        (load(&file(&[VECTOR])).unwrap(), Suite::from_sources([("able.json", &*other)]).unwrap());
    let added = good.with(VectorFile::clone(&other.files()[0]));
    let found = |suite: &Suite| {
        ["able/one", "good/one", "a", "good/on", "good/one0", "z"].map(|id| suite.vector(id).is_some())
    };
    assert_eq!(found(&added), [true, true, false, false, false, false]);
    assert_eq!(
        found(&added.with_files(|file| file.group == "able")),
        [true, false, false, false, false, false]
    );
    let embedded = Suite::embedded();
    assert!(embedded.vectors().all(|vector| embedded.vector(vector.id.as_str()) == Some(vector)));
}

#[test]
fn an_empty_a_missing_and_a_foreign_folder_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let error = |path: &std::path::Path| Suite::read_dir(path).unwrap_err()[0].to_string();
    assert!(error(dir.path()).ends_with("no .json file in this folder"));
    assert!(error(&dir.path().join("gone")).contains("gone"));
    std::fs::write(dir.path().join("good.json"), [0xFF, 0xFE]).unwrap();
    assert!(error(dir.path()).contains("good.json"), "{}", error(dir.path()));
    std::fs::write(dir.path().join("good.json"), "").unwrap();
    assert!(error(dir.path()).contains("EOF while parsing"), "{}", error(dir.path()));
}
