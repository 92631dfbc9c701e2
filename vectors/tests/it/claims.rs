//! What the sources claim of UTF-8, and where they contradict each other: each is held by vectors and tests that exist, or
//! says why not. The table is `tests/claims.json`.

use illformed_vectors::{OTHER_KINDS, Suite, VectorPattern};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    /// Something that a source says of UTF-8.
    claims: Vec<Claim>,
    /// Where sources contradict each other, themselves or their originals.
    contradictions: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// Its number, from 1.
    number: usize,
    /// Where it is said.
    sources: Vec<String>,
    /// What is said, in our words.
    #[serde(alias = "says")]
    statement: String,
    /// Of a contradiction: what we take for true.
    taken: Option<String>,
    /// The vectors that hold it.
    vectors: Vec<VectorPattern>,
    /// The tests that hold it, `<file>::<function>`, the file from the root of the repository.
    tests: Vec<String>,
    /// Why it is not held, or not in full.
    open: Option<String>,
}

fn claims() -> Claims {
    serde_json::from_str(include_str!("../claims.json")).expect("the table is well-made")
}

#[test]
fn all_62_claims_and_17_contradictions_are_there_once_and_in_order() {
    let Claims { claims, contradictions } = claims();
    assert!(claims.iter().map(|claim| claim.number).eq(1..=62));
    assert!(contradictions.iter().map(|one| one.number).eq(1..=17));
    assert!(claims.iter().all(|claim| !claim.sources.is_empty() && claim.taken.is_none()));
    assert!(contradictions.iter().all(|one| !one.sources.is_empty() && one.taken.is_some()));
}

#[test]
fn every_claim_is_held_by_vectors_and_tests_that_exist_or_says_why_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let Claims { claims, contradictions } = claims();
    let mut files: HashMap<String, String> = HashMap::new();
    // The other kinds have a vector a line, which begins with its id.
    let id = |line: &'static str| line.strip_prefix("{\"id\":\"")?.split('"').next();
    let others = OTHER_KINDS.into_iter().flat_map(|(_, text)| text.lines().filter_map(id));
    for claim in &claims {
        let is_held = !claim.vectors.is_empty() || !claim.tests.is_empty();
        assert!(is_held || claim.open.is_some(), "nothing holds: {}", claim.statement);
    }
    for claim in claims.iter().chain(&contradictions) {
        for pattern in &claim.vectors {
            let mut ids = Suite::embedded().vectors().map(|vector| vector.id.as_str()).chain(others.clone());
            assert!(ids.any(|id| pattern.matches(id)), "{pattern} names no vector: {}", claim.statement);
        }
        for test in &claim.tests {
            let (file, function) = test.split_once("::").expect(test);
            let text = files.entry(file.to_owned()).or_insert_with(|| {
                fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
            });
            assert!(tests_in(text).any(|name| name == function), "no test {test}: {}", claim.statement);
        }
    }
}

#[test]
fn one_claim_alone_is_not_held_in_full() {
    // When it is held, it goes from this list; none comes back to it unnoticed.
    let open: Vec<usize> =
        claims().claims.iter().filter(|claim| claim.open.is_some()).map(|claim| claim.number).collect();
    assert_eq!(open, [57]);
}

/// The names of the functions that are marked as tests, and not as such that are left out.
fn tests_in(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[test]\n").skip(1).filter_map(|test| {
        let (attributes, function) = test.split_once("fn ")?;
        function.split('(').next().filter(|_| !attributes.contains("ignore"))
    })
}
