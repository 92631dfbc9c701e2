//! What is generated: the committed files are the generator's, and the complete suite finds what it promises to find.

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, record_run};
use illformed::tell::report::{Style, TerminalOptions, html, terminal};
use illformed_judge::automata::formats;
use illformed_judge::case::Plan;
use illformed_judge::complete::{complete_suite, complete_tests, default_suite};
use illformed_judge::lint::lint;
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Input, Origin, Suite, VectorId};
use illformed_workshop::generate::generated;
use illformed_workshop::mutants::{Mutant, mutants, redirections};
use proptest::prelude::*;
use std::collections::{HashSet, VecDeque};
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
fn a_generated_vector_is_named_by_its_bytes_and_no_input_is_generated_twice() {
    let mut seen = HashSet::new();
    for file in Suite::embedded().files().iter().filter(|file| file.origin != Origin::Written) {
        for vector in &file.vectors {
            let Input::Bytes(bytes) = &vector.input else { panic!("{} is a script", vector.id) };
            // Of these the id says what is before what.
            if file.group != "swallow" {
                assert_eq!(VectorId::of_bytes(&file.group, bytes).as_ref(), Some(&vector.id));
            }
            assert!(seen.insert(bytes), "{} stands in another group too", vector.id);
        }
    }
    assert!(seen.len() > 4_000, "{}", seen.len());
}

#[test]
fn the_complete_suite_alone_kills_all_18432_redirections() {
    let alone = complete_suite();
    let counted = redirections(&alone);
    assert_eq!(counted.map(|one| one.killed), [8 * 256 * 8, 256 * 8]);
    let in_all = redirections(default_suite());
    assert_eq!(in_all, counted);
}

#[test]
fn every_test_of_the_complete_suite_is_a_case_by_itself() {
    let plan = Plan::everything(default_suite());
    let complete: Vec<String> =
        plan.cases.iter().map(|case| case.id.to_string()).filter(|id| id.starts_with("complete/")).collect();
    assert_eq!(complete.len(), complete_tests().len());
    assert!(complete.iter().all(|id| !id.contains('@')));
    assert!(complete.iter().any(|id| id == "complete/empty"));
}

#[test]
fn the_answers_and_all_that_follows_from_them_are_what_the_oracles_say() {
    let alone = complete_suite();
    let findings = lint(&alone, &Oracle::ALL);
    assert!(findings.is_empty(), "{} findings, {}", findings.len(), findings[0]);
}

/// An automaton over all bytes that starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Automaton {
    steps: Vec<Vec<usize>>,
    accepts: Vec<bool>,
}

impl Automaton {
    /// The right one, as Rust's standard library shows it: what follows an access and a byte is known by the answers to
    /// the identifiers.
    fn right() -> Self {
        let (accesses, identifiers) = (formats()[0].machine.accesses(), formats()[0].machine.identifiers());
        let accepts = |bytes: &[u8]| str::from_utf8(bytes).is_ok();
        let words: Vec<&[u8]> = identifiers.iter().flatten().map(|(_, word)| word.as_slice()).collect();
        let answers = |prefix: &[u8]| -> Vec<bool> {
            words.iter().map(|word| accepts(&[prefix, word].concat())).collect()
        };
        let known: Vec<Vec<bool>> = accesses.iter().map(|access| answers(access)).collect();
        let step = |access: &[u8], byte: u8| {
            let found = answers(&[access, &[byte]].concat());
            known.iter().position(|known| *known == found).expect("it is one of the states")
        };
        Self {
            steps: accesses
                .iter()
                .map(|access| (0..=u8::MAX).map(|byte| step(access, byte)).collect())
                .collect(),
            accepts: accesses.iter().map(|access| accepts(access)).collect(),
        }
    }

    fn accepts(&self, bytes: &[u8]) -> bool {
        self.accepts[bytes.iter().fold(0, |state, byte| self.steps[state][usize::from(*byte)])]
    }

    /// Whether both accept the same strings: no pair of states that one string leads to differs.
    fn equals(&self, other: &Self) -> bool {
        let mut seen = HashSet::from([(0, 0)]);
        let mut open = VecDeque::from([(0, 0)]);
        while let Some((one, two)) = open.pop_front() {
            if self.accepts[one] != other.accepts[two] {
                return false;
            }
            for byte in 0..256 {
                let next = (self.steps[one][byte], other.steps[two][byte]);
                if seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        true
    }
}

static RIGHT: LazyLock<Automaton> = LazyLock::new(Automaton::right);
/// Each test with what Rust's standard library answers.
static TESTS: LazyLock<Vec<(&[u8], bool)>> = LazyLock::new(|| {
    complete_tests().iter().map(|bytes| (bytes.as_slice(), str::from_utf8(bytes).is_ok())).collect()
});

/// Some states and ranges of bytes, and where they lead.
fn redirected() -> impl Strategy<Value = Vec<(usize, u8, u8, usize)>> {
    prop::collection::vec((0..9_usize, any::<u8>(), any::<u8>(), 0..9_usize), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_wrong_decoder_of_nine_states_passes_the_complete_suite(
        edges in redirected(),
        flipped in prop::option::weighted(0.2, 0..9_usize),
    ) {
        let mut wrong = RIGHT.clone();
        for (from, one, other, to) in edges {
            wrong.steps[from][usize::from(one.min(other))..=usize::from(one.max(other))].fill(to);
        }
        if let Some(state) = flipped {
            wrong.accepts[state] = !wrong.accepts[state];
        }
        let passes = TESTS.iter().all(|(bytes, answer)| wrong.accepts(bytes) == *answer);
        prop_assert_eq!(passes, wrong.equals(&RIGHT));
    }

    #[test]
    fn no_decoder_of_other_states_passes_the_complete_suite_but_a_right_one(
        order in Just((1..9).collect::<Vec<usize>>()).prop_shuffle(),
        edge in prop::option::of((0..9_usize, any::<u8>(), 0..9_usize)),
    ) {
        // The same automaton with its states in another order is right, until an edge leads elsewhere.
        let place = |state: usize| if state == 0 { 0 } else { order[state - 1] };
        let mut other = RIGHT.clone();
        for state in 0..9 {
            other.steps[place(state)] = RIGHT.steps[state].iter().map(|to| place(*to)).collect();
            other.accepts[place(state)] = RIGHT.accepts[state];
        }
        prop_assert!(other.equals(&RIGHT));
        if let Some((from, byte, to)) = edge {
            other.steps[from][usize::from(byte)] = to;
        }
        let passes = TESTS.iter().all(|(bytes, answer)| other.accepts(bytes) == *answer);
        prop_assert_eq!(passes, other.equals(&RIGHT));
    }
}

#[test]
fn a_decoder_of_more_states_may_pass() {
    // The promise ends at nine states: one that forgets itself after sixteen letters passes.
    let mut larger = RIGHT.clone();
    let letter = usize::from(b'a');
    for counted in 0..16 {
        let mut steps = RIGHT.steps[0].clone();
        steps[letter] = if counted == 15 { 1 } else { 10 + counted };
        larger.steps.push(steps);
        larger.accepts.push(true);
    }
    larger.steps[0][letter] = 9;
    assert!(!larger.equals(&RIGHT));
    assert!(TESTS.iter().all(|(bytes, answer)| larger.accepts(bytes) == *answer));
}

#[test]
fn one_fault_has_few_findings_however_many_of_the_complete_suite_it_fails() {
    fn one() -> Vec<InProcessDecoder> {
        mutants().iter().filter(|mutant| mutant.name == "m32").map(Mutant::decoder).collect()
    }
    let plan = Plan::selected(default_suite(), |id| id.vector.group() == "complete");
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("mutants", "mutants", "1", one));
    let (record, _) = record_run(&plan, &[adapter], &RunOptions::default(), RunFacts::default());
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
