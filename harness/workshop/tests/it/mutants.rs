//! `workshop mutants` as its users meet it.

use crate::{stdout, workshop};
use illformed_vectors::{Input, Suite};
use illformed_workshop::mutants::{Mutant, MutantNeed, Smoke, SmokeVector, mutants};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is printed of all mutants. Everything is asked of each, which takes a while: once is enough.
static TABLE: LazyLock<String> = LazyLock::new(|| stdout(&workshop(&["mutants"]).success().stderr_eq("")));

/// The first case that kills a mutant, and the first by the answer alone, as its row has them.
fn killers(name: &str) -> (&'static str, &'static str) {
    let is_row = |line: &&str| line.split_whitespace().next() == Some(name);
    let row = TABLE.lines().find(is_row).unwrap_or_else(|| panic!("{name}: {}", *TABLE));
    let (first, by_answer) = row.split_at(row.char_indices().nth(48).expect("both are there").0);
    (first[16..].trim_end(), by_answer)
}

#[test]
fn the_answer_alone_kills_the_mutants_that_have_a_witness_for_it() {
    for mutant in mutants() {
        let killed = killers(mutant.name).1;
        let witness = mutant.answer_witness.is_some() || mutant.answer_witness_calls.is_some();
        assert_eq!(killed != "-", witness, "{}: {killed}", mutant.name);
    }
}

#[test]
fn all_is_as_declared_and_fits_eighty_columns() {
    let text = &*TABLE;
    assert!(text.contains("\nm63    input    survives, no fault"), "{text}");
    let count = mutants().len();
    assert!(text.contains(&format!("\n{} of {count} killed, ", count - 1)), "{text}");
    for need in MutantNeed::ALL {
        let needing: Vec<Mutant> = mutants().into_iter().filter(|mutant| mutant.needs() == need).collect();
        let killed = needing.iter().filter(|mutant| mutant.equivalent.is_none()).count();
        let line = format!("\n  {need:<9}{killed:>3} of {}\n", needing.len());
        assert!(text.contains(&line) != needing.is_empty(), "{text}");
        for mutant in needing.iter().filter(|mutant| mutant.equivalent.is_none()) {
            assert!(text.contains(&format!("\n{:<7}{need:<9}", mutant.name)), "{text}");
        }
    }
    assert!(text.contains("\nOut of scope:\ns38 "), "{text}");
    let list = stdout(&workshop(&["mutants", "--list"]).success());
    assert!(text.lines().chain(list.lines()).all(|line| line.chars().count() <= 80), "{text}{list}");
}

/// The smoke lists of the suite.
static SMOKE: LazyLock<Smoke> = LazyLock::new(|| Smoke::of(Suite::embedded()));

#[test]
fn smoke_prints_two_short_lists() {
    let text = stdout(&workshop(&["mutants", "--smoke"]).success().stderr_eq(""));
    let lists: Vec<&str> = text.split("\n\n").collect();
    let ids = |list: &str| list.lines().skip(1).filter(|line| line.contains('/')).count();
    let (full, by_answer) = (ids(lists[0]), ids(lists[1]));
    assert!(lists[0].starts_with(&format!("{full} vectors kill what one input reveals")), "{text}");
    let of_one_input =
        mutants().iter().filter(|mutant| mutant.name.starts_with('m') && mutant.equivalent.is_none()).count();
    assert!(lists[0].contains(&format!(": {of_one_input} mutants, ")), "{text}");
    assert!(
        lists[1].starts_with(&format!("{by_answer} vectors kill what the answer alone reveals")),
        "{text}"
    );
    assert!(full <= Smoke::MOST.0 && by_answer <= Smoke::MOST.1, "{text}");
}

#[test]
fn the_smoke_lists_kill_what_they_should() {
    let (suite, smoke) = (Suite::embedded(), &*SMOKE);
    assert_eq!(smoke.survivors, ["m63"]);
    let killed = |list: &[SmokeVector]| {
        let names: BTreeSet<&str> = list.iter().flat_map(|vector| vector.kills.clone()).collect();
        let count: usize = list.iter().map(|vector| vector.kills.len()).sum();
        assert_eq!(names.len(), count, "each is counted once");
        names
    };
    let names = |wanted: fn(&Mutant) -> bool| -> BTreeSet<&str> {
        mutants().iter().filter(|mutant| wanted(mutant)).map(|mutant| mutant.name).collect()
    };
    let of_one_input = |mutant: &Mutant| mutant.name.starts_with('m') && mutant.equivalent.is_none();
    assert_eq!(killed(&smoke.full), names(of_one_input));
    let by_answer = killed(&smoke.by_answer);
    for name in names(|mutant| mutant.answer_witness.is_some() && mutant.needs() != MutantNeed::Position) {
        assert!(by_answer.contains(name), "{name}");
    }
    // Many decoders take no script; what one input betrays must not depend on one.
    for vector in &smoke.full {
        assert!(matches!(suite.vector(vector.id.as_str()).expect("it is there").input, Input::Bytes(_)));
    }
}
