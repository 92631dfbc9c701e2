//! The complete suite as data: its form, its schema, and what is refused.

use crate::schema::{Mistake, assert_fits, assert_refused};
use illformed_vectors::{CompleteFile, Profile, VectorId};
use std::collections::HashSet;

#[test]
fn every_test_has_an_id_of_its_own_and_std_gives_its_answer() {
    let file = CompleteFile::embedded();
    assert_eq!((file.group.as_str(), file.profile), ("complete", Profile::Rfc3629));
    let tests = file.tests();
    assert_eq!(tests.len(), 11_915);
    let ids: HashSet<VectorId> =
        tests.iter().map(|test| VectorId::of_bytes(&file.group, &test.bytes).unwrap()).collect();
    assert_eq!(ids.len(), tests.len());
    for test in &tests {
        assert_eq!(str::from_utf8(&test.bytes).is_ok(), test.accepted, "{:02X?}", test.bytes);
    }
}

#[test]
fn the_file_is_in_its_canonical_form_and_fits_its_schema() {
    let text = CompleteFile::embedded_source();
    assert!(CompleteFile::embedded().to_canonical() == text, "run `workshop vectors generate vectors`");
    assert!(text.len() < 200_000 && text.lines().all(|line| line.len() < 500), "a person can read it");
    assert_fits("complete", text);
}

const WRONG: &[Mistake<'_>] = &[
    (r#""kind":"complete""#, r#""kind":"decode""#, "c.json:1 /kind: unknown kind `decode`", true),
    (r#""schema":2"#, r#""schema":1"#, "c.json:2 /schema: schema 1 is not 2", true),
    (r#""group":"whole""#, r#""group":"Whole""#, "c.json:4 /group: `Whole` is no group", true),
    ("rfc3629", "rfc9999", "c.json:5 /profile: unknown variant `rfc9999`", true),
    (r#""method":"m","#, "", "c.json:19: missing field `method`", true),
    (r#"["RFC 3629 s4"]"#, "[]", "c.json:8 /refs: `refs` is empty", true),
    ("00-ff", "ff-00", "c.json:9 /alphabet: `ff-00` is no list of byte ranges", false),
    (
        r#""alphabet":"00-ff""#,
        r#""alphabet":"00-7f""#,
        "c.json:16 /lines: the line \"\" then \"\": a byte that",
        false,
    ),
    (
        r#""access":"","#,
        r#""access":"C2","#,
        "c.json:12 /states/0/access: `C` is no lower-case hex digit",
        true,
    ),
    (r#""access":"","#, r#""access":"c3","#, "c.json:11 /states: the first state is where it starts", false),
    (r#""access":"c2""#, r#""access":"""#, "c.json:11 /states: two states have the access \"\"", false),
    (r#""words":{"#, r#""words":{"more":[],"#, "c.json:15 /words/more: unknown field `more`", true),
    (
        r#""refused":["80"]"#,
        r#""refused":["41"]"#,
        "c.json:16 /lines: \"41\" is both accepted and refused",
        false,
    ),
    ("c2-df", "c2-cf d0-df", "c.json:18 /lines/1/accepted: `c2-cf d0-df` is no list", false),
    ("c2-df", "c2-c2", "c.json:18 /lines/1/accepted: `c2-c2` is no list", false),
    ("c2-df", "", "c.json:18 /lines/1/accepted: `` is no list", true),
    (
        r#""after":"c2""#,
        r#""after":"c3""#,
        "c.json:16 /lines: the line \"c3\" then \"80\": `after` is no state",
        false,
    ),
    (
        r#"{"after":"c2","then":"80""#,
        r#"{"after":"c2","then":"90""#,
        "c.json:16 /lines: the line \"c2\" then \"90\": `then` identifies no state",
        false,
    ),
    ("]\n}\n", "]\n}\n{}", "c.json:22: trailing characters", false),
];

#[test]
fn each_mistake_is_refused_in_its_place() {
    let good = r#"{"kind":"complete",
"schema":2,
"suite":"test",
"group":"whole",
"profile":"rfc3629",
"about":"a",
"method":"m",
"refs":["RFC 3629 s4"],
"alphabet":"00-ff",
"number_of_tests":513,
"states":[
{"access":"","identifiers":[""]},
{"access":"c2","identifiers":["","80"]}
],
"words":{"accepted":[""],"refused":["80"]},
"lines":[
{"after":"","then":"","accepted":"00-7f","refused":"80-ff"},
{"after":"","then":"80","accepted":"c2-df","refused":"80-c1 e0-ff"},
{"after":"c2","then":"80","refused":"00-7f"}
]
}
"#;
    assert_eq!(CompleteFile::from_source("c.json", good).unwrap().tests().len(), 1 + 256 + 128 + 128);
    assert_refused("complete", good, WRONG, |text| {
        let error = CompleteFile::from_source("c.json", text).err();
        error.iter().map(ToString::to_string).collect()
    });
}
