//! What is generated: the committed files are the generator's, and the complete suite finds what it promises to find.

use crate::recorded;
use illformed::record::run::RunOptions;
use illformed::tell::report::{Style, TerminalOptions, html, terminal};
use illformed_judge::automata::{Machine, complete_words, formats, letters};
use illformed_judge::case::Plan;
use illformed_judge::claim::Profile;
use illformed_judge::complete::{complete_suite, complete_tests, default_suite};
use illformed_judge::lint::lint;
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Input, Origin, Suite, Vector, VectorId};
use illformed_workshop::generate::generated;
use illformed_workshop::mutants::{Mutant, mutants, redirections};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

#[test]
fn the_committed_files_are_those_that_are_generated() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let files = generated();
    for file in &files {
        let committed = fs::read_to_string(vectors.join(&file.path)).unwrap_or_default();
        assert!(committed == file.text, "{}: run `workshop vectors generate vectors`", file.path);
    }
    let marked = Suite::embedded().files().iter().filter(|file| matches!(file.origin, Origin::Generated(_)));
    assert_eq!(marked.count(), files.len() - 1, "all but the complete suite");
}

#[test]
fn a_generated_vector_is_named_by_its_bytes() {
    for file in Suite::embedded().files().iter().filter(|file| file.origin != Origin::Written) {
        for vector in &file.vectors {
            let Input::Bytes(bytes) = &vector.input else { panic!("{} is a script", vector.id) };
            // Of these the id says what is before what.
            if file.group != "swallow" {
                assert_eq!(VectorId::of_bytes(&file.group, bytes).as_ref(), Some(&vector.id));
            }
        }
    }
}

#[test]
fn the_complete_suite_alone_kills_all_18432_redirections() {
    let alone = complete_suite();
    let counted = redirections(&alone);
    assert_eq!(counted.map(|one| [one.killed, one.all]), [[8 * 256 * 8; 2], [256 * 8; 2]]);
    let in_all = redirections(default_suite());
    assert_eq!(in_all, counted);
}

#[test]
fn the_vectors_have_the_complete_suite_of_each_other_profile_over_a_byte_of_each_class() {
    let of_bytes = |vector: &'static Vector| match &vector.input {
        Input::Bytes(bytes) => Some((bytes, vector)),
        Input::Calls(_) => None,
    };
    let vectors: HashMap<_, _> = default_suite().vectors().filter_map(of_bytes).collect();
    for profile in &Profile::ALL[1..] {
        let machine = &formats().iter().find(|format| format.name == profile.name()).unwrap().machine;
        for word in complete_words(machine, &letters(machine), 0) {
            let expected = vectors[&word].expectation(*profile).well_formed();
            assert!(expected.is_none_or(|it| it == machine.accepts(0, &word)), "{profile} {word:02X?}");
        }
    }
}

#[test]
fn the_answers_and_all_that_follows_from_them_are_what_the_oracles_say() {
    let alone = complete_suite();
    let findings = lint(&alone, &Oracle::ALL);
    assert!(findings.is_empty(), "{} findings, {}", findings.len(), findings[0]);
}

/// Each test with what Rust's standard library answers.
static TESTS: LazyLock<Vec<(&[u8], bool)>> = LazyLock::new(|| {
    complete_tests().iter().map(|bytes| (bytes.as_slice(), str::from_utf8(bytes).is_ok())).collect()
});

/// The automaton of RFC 3629, of nine states.
fn right() -> &'static Machine {
    &formats()[0].machine
}

/// Whether the automaton `other` answers every test as it should.
fn passes(other: &Machine) -> bool {
    TESTS.iter().all(|(bytes, answer)| other.accepts(0, bytes) == *answer)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// States, ranges of bytes and where they lead instead; in whatever order the states are, it is the same automaton.
    #[test]
    fn no_wrong_decoder_of_nine_states_passes_the_complete_suite(
        edges in prop::collection::vec((0..9_usize, any::<u8>(), any::<u8>(), 0..9_usize), 0..6),
        flipped in prop::option::weighted(0.2, 0..9_usize),
    ) {
        let step = |state: usize, byte: u8| {
            let edge = edges.iter().rfind(|(from, one, other, _)| {
                *from == state && (*one.min(other)..=*one.max(other)).contains(&byte)
            });
            edge.map_or_else(|| right().step(state, byte), |(.., to)| *to)
        };
        let accepts = |state: &usize| right().is_accepting(*state) != (flipped == Some(*state));
        let wrong = Machine::explored(0, accepts, |state, byte| step(*state, byte));
        prop_assert_eq!(passes(&wrong), wrong.difference(right()).is_none());
    }
}

#[test]
fn one_fault_has_few_findings_however_many_of_the_complete_suite_it_fails() {
    let plan = Plan::selected(default_suite(), |id| id.vector.group() == "complete");
    let record = recorded(&plan, &RunOptions::default(), || {
        mutants().iter().filter(|mutant| mutant.name == "m32").map(Mutant::decoder).collect()
    });
    let outcomes = &record.decoders[0].by_claim;
    assert!(outcomes.tally.bad() > 100, "{}", outcomes.tally.bad());
    for findings in [outcomes.causes.len(), usize::MAX] {
        let text = terminal(&record, TerminalOptions { style: Style::Plain, findings, matrix: true });
        let told: Vec<&str> = text.lines().filter(|line| line.contains(" mutants/m32  complete/")).collect();
        assert_eq!(told.len(), findings.min(outcomes.findings.len()), "{text}");
        // An example of each cause comes first.
        for (cause, line) in outcomes.causes.iter().zip(told) {
            assert!(line.ends_with(&record.case_id(cause.example)), "{line}");
        }
        assert!(text.contains("more findings; ") && text.contains("  parse "), "{text}");
    }

    let page = html(&record);
    let named = page.matches("href=\"#/vector/complete/").count();
    // The example of each cause, and some that say who accepts what.
    assert!((1..=20).contains(&named), "{named} of {}", outcomes.tally.bad());
}
