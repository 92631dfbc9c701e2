//! Every claim of the sources is held by something that exists, or says why not.

use crate::schema::{Mistake, assert_fits, assert_refused};
use illformed_vectors::{ClaimFile, Standing, Suite};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[test]
fn all_62_claims_and_17_contradictions_are_there_once_and_in_order() {
    let claims = ClaimFile::embedded();
    assert!(claims.claims().iter().map(|claim| claim.number).eq(1..=62));
    assert!(claims.contradictions().iter().map(|one| one.number).eq(1..=17));
}

#[test]
fn every_named_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let claims = ClaimFile::embedded();
    let of_claims = claims.claims().iter().map(|claim| (claim.number, &claim.tests));
    let of_contradictions = claims.contradictions().iter().map(|one| (one.number, &one.tests));
    let mut files: HashMap<&str, String> = HashMap::new();
    for (number, tests) in of_claims.chain(of_contradictions) {
        for test in tests {
            let (file, function) = test.split_once("::").unwrap();
            let text = files.entry(file).or_insert_with(|| {
                fs::read_to_string(root.join(file))
                    .unwrap_or_else(|error| panic!("{number}: {file}: {error}"))
            });
            assert!(tests_in(text).any(|name| name == function), "{number}: no test {test}");
        }
    }
}

/// The names of the functions that have the attribute of a test and not, under any condition, the one that leaves it out.
fn tests_in(text: &str) -> impl Iterator<Item = &str> {
    let (mut marked, mut left_out) = (false, false);
    text.lines().map(str::trim).filter_map(move |line| {
        let attribute = line.strip_prefix("#[").unwrap_or_default();
        marked |= attribute == "test]";
        left_out |= attribute.starts_with("ignore")
            || attribute.starts_with("cfg_attr") && attribute.contains("ignore");
        let function = line.strip_prefix("fn ")?;
        let runs = marked && !left_out;
        (marked, left_out) = (false, false);
        function.split('(').next().filter(|_| runs)
    })
}

#[test]
fn only_what_is_marked_and_not_ignored_is_a_test() {
    // Put together, so that a search of the tree for tests that are left out finds none.
    let attribute = |what: &str| format!("#[{what}]");
    let ignore = attribute("ignore");
    let with_reason = attribute("ignore = \"slow\"");
    let sometimes = attribute("cfg_attr(miri, ignore)");
    let text = format!(
        "fn helper() {{}}\n#[test]\n    fn one(x: u8) {{\nfn other() {{\n#[test]\n{ignore}\nfn no() {{}}\n\
         #[test]\nfn two() {{}}\n{ignore}\n#[test]\nfn nor() {{}}\n#[test]\n{with_reason}\nfn never() {{}}\n\
         #[test]\n{sometimes}\nfn seldom() {{}}\n#[test]\nfn three() {{}}"
    );
    assert!(tests_in(&text).eq(["one", "two", "three"]), "{text}");
}

#[test]
fn few_claims_are_open_and_each_says_why() {
    let open: Vec<(usize, Standing)> = ClaimFile::embedded()
        .claims()
        .iter()
        .map(|claim| (claim.number, claim.standing()))
        .filter(|(_, standing)| *standing != Standing::Held)
        .collect();
    // When one is held, it goes from this list; none comes back to it unnoticed.
    assert_eq!(open, [(57, Standing::Partly)]);
}

#[test]
fn the_file_is_in_its_canonical_form_and_fits_its_schema() {
    let text = ClaimFile::embedded_source();
    let value = assert_fits("claims", text);
    assert_eq!(serde_json::to_value(ClaimFile::embedded()).unwrap(), value, "nothing is lost in reading");
    let items = ClaimFile::embedded().claims().len() + ClaimFile::embedded().contradictions().len();
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"number\":")).count(), items, "one a line");
}

const WRONG: &[Mistake<'_>] = &[
    (r#""kind":"claims""#, r#""kind":"decode""#, "c.json:1 /kind: unknown kind `decode`", true),
    (r#""schema":1"#, r#""schema":2"#, "c.json:2 /schema: schema 2 is not 1", true),
    (r#""suite":"illformed""#, r#""suite":"other""#, "c.json:3 /suite: claims of the suite `other`", false),
    (r#""statement""#, r#""remark""#, "c.json:6 /claims/0/remark: unknown field `remark`", true),
    (r#""number":1"#, r#""number":2"#, "c.json:6 /claims/0/number: number 2 where 1 should stand", false),
    (r#"["RFC 3629 s3"]"#, "[]", "c.json:6 /claims/0/sources: `sources` is empty", true),
    (r#"["standard/nul"]"#, "[]", "c.json:6 /claims/0: held by nothing, and not open", true),
    ("standard/nul", "standard/gone", "c.json:6 /claims/0/vectors: `standard/gone` names no vector", false),
    (
        "standard/nul",
        "standard/gone-*",
        "c.json:6 /claims/0/vectors: `standard/gone-*` names no vector",
        false,
    ),
    ("standard/nul", "nul", "c.json:6 /claims/0/vectors/0: `nul` is no id", true),
    (r#""tests":[]"#, r#""tests":["here"]"#, "c.json:6 /claims/0/tests: `here` is no test", true),
    ("]}\n],", "]}\n],\"more\":1,", "c.json:7 /more: unknown field `more`", true),
];

#[test]
fn each_mistake_is_refused_in_its_place() {
    let good = r#"{"kind":"claims",
"schema":1,
"suite":"illformed",
"about":"a test",
"claims":[
{"number":1,"sources":["RFC 3629 s3"],"statement":"a statement","vectors":["standard/nul"],"tests":[]}
],
"contradictions":[]}
"#;
    assert_refused("claims", good, WRONG, |text| {
        let errors = ClaimFile::from_source("c.json", text, Suite::embedded()).err().unwrap_or_default();
        errors.iter().map(ToString::to_string).collect()
    });
}
