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

#[test]
fn each_mistake_is_refused_in_its_place() {
    let good = file(&[VECTOR]);
    assert_eq!(load(&good).unwrap().vectors().count(), 1);
    assert_refused("decode", "dir/good.json", &good, |text| load(text).err().unwrap_or_default());
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
