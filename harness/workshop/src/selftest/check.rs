//! Asks one adapter and compares what came of it with what it deserves.

use crate::selftest::facts::{Facts, MARKED_BYTES};
use crate::selftest::leftover::left_over;
use crate::selftest::table::{Deserved, ExpectedReasking, ExpectedVerdict, Misbehaviour, Way};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim, OutputForm};
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::record::run::{RunOptions, run};
use illformed::record::run_record::{DecoderRecord, Recorder, RunFacts, RunRecord};
use illformed_judge::case::{Case, Plan, Recipe};
use illformed_judge::shown::WROTE;
use illformed_vectors::{Input, Suite};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A limit that no loaded machine reaches.
const PATIENT: Duration = Duration::from_mins(1);

/// The size of a record, in bytes, that no text of an adapter exceeds: without any it has a tenth of that.
const MOST_OF_RECORD: usize = 1_000_000;

/// What came of an adapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// How many cases got which verdict, or why there are none, as a fragment.
    pub seen: String,
    /// Where it is not what the adapter deserves; empty if all is well.
    pub differences: Vec<Difference>,
}

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where: the id of a case, or a part of the record.
    pub place: String,
    /// What should be there.
    pub expected: String,
    /// What is.
    pub seen: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: expected {}, seen {}", self.place, self.expected, self.seen)
    }
}

impl fmt::Display for ExpectedVerdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => write!(formatter, "{} ({cause})", self.verdict),
            None => formatter.write_str(&self.verdict),
        }
    }
}

/// The cases that every adapter is asked: small, with scripts, and the marked one in the middle.
pub fn plan() -> Plan<'static> {
    Plan::selected(Suite::embedded(), |id| {
        let vector = id.vector.as_str();
        let few = matches!(id.recipe, None | Some(Recipe::Split(_)));
        few && (vector.starts_with("standard/") || vector.starts_with("script/"))
    })
}

/// Asks `program`, which is to be the adapter `misbehaviour`, and compares. `folder` is the one that the program was
/// told of: its processes left their numbers there. Ends early when `interrupted` is set.
pub fn check(
    misbehaviour: &Misbehaviour,
    program: Program,
    folder: &Path,
    interrupted: &Arc<AtomicBool>,
) -> Checked {
    let mut plan = plan();
    plan.cases.retain(|case| (misbehaviour.asked)(&bytes(case)));
    let supervision = (misbehaviour.watched)(Supervision {
        hello_limit: PATIENT,
        answer_limit: PATIENT,
        interrupted: Arc::clone(interrupted),
        ..Supervision::default()
    });
    let adapter: Box<dyn Adapter> = match misbehaviour.way {
        Way::Adapter => Box::new(ProcessAdapter::command(program, supervision)),
        Way::Command => match command(&program, supervision) {
            Some(command) => Box::new(command),
            None => return unspeakable(&program),
        },
    };
    let options = RunOptions {
        repeat: misbehaviour.repeat,
        asks_again: misbehaviour.asked_again != ExpectedReasking::NotAsked,
        interrupted: Arc::clone(interrupted),
        ..RunOptions::default()
    };
    let mut recorder = Recorder::new(&plan, RunFacts::default());
    run(&plan, &[adapter], &options, &mut |event| recorder.take(&event));
    let (record, _) = recorder.finish(0);
    let mut differences = compare(misbehaviour, &plan, &record);
    let left = left_over(folder);
    if !left.is_empty() {
        differences.push(Difference {
            place: "processes left behind".to_owned(),
            expected: "none".to_owned(),
            seen: left.join(" "),
        });
    }
    Checked { seen: seen(&record), differences }
}

/// The same program as `--command` has it.
fn command(program: &Program, supervision: Supervision) -> Option<CommandAdapter> {
    let words = [&program.executable].into_iter().chain(&program.arguments);
    let words: Vec<&str> = words.map(|word| word.to_str()).collect::<Option<_>>()?;
    let claim = CommandClaim { out: Some(OutputForm::None), ..CommandClaim::default() };
    CommandAdapter::new(&shlex::try_join(words).ok()?, claim, supervision).ok()
}

fn unspeakable(program: &Program) -> Checked {
    let difference = Difference {
        place: "command line".to_owned(),
        expected: "text".to_owned(),
        seen: format!("{program:?}"),
    };
    Checked { seen: String::new(), differences: vec![difference] }
}

/// Pure: the record against what the adapter deserves.
fn compare(misbehaviour: &Misbehaviour, plan: &Plan<'_>, record: &RunRecord) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut hold = |place: &str, expected: String, seen: String| {
        if expected != seen {
            differences.push(Difference { place: place.to_owned(), expected, seen });
        }
    };
    let broken: Vec<&str> = record.broken.iter().map(|note| unquoted(&note.why)).collect();
    let decoder = record.decoders.first();
    match misbehaviour.expected {
        Deserved::Broken(why) => hold("introduction", format!("{:?}", [why]), format!("{broken:?}")),
        Deserved::Cases(expected) => {
            hold("introduction", "[]".to_owned(), format!("{broken:?}"));
            let outcomes = decoder.map_or_else(BTreeMap::new, outcomes);
            let marked = plan.cases.iter().position(|case| bytes_alone(case) == Some(MARKED_BYTES));
            hold("the marked case", "one".to_owned(), marked.map_or("none", |_| "one").to_owned());
            for (number, case) in plan.cases.iter().enumerate() {
                let (marked, cases) = (marked.unwrap_or_default(), plan.cases.len());
                let expected_verdict = expected(&Facts { case, number, marked, cases });
                let seen = outcomes.get(&number).map_or_else(|| "nothing".to_owned(), ToString::to_string);
                hold(&case.id.to_string(), expected_verdict.to_string(), seen);
            }
        }
    }
    // An adapter may write texts of any length; a report has a limit.
    let size = serde_json::to_vec(record).map_or(usize::MAX, |json| json.len());
    hold(
        "size of the record",
        "small".to_owned(),
        if size < MOST_OF_RECORD { "small".to_owned() } else { size.to_string() },
    );
    let again = decoder.and_then(|decoder| decoder.asked_again.as_ref());
    let again = match again {
        Some(again) if again.unstable => ExpectedReasking::Unstable,
        Some(again) if !again.dependences.is_empty() => ExpectedReasking::Depends,
        _ => ExpectedReasking::Same,
    };
    if !matches!(misbehaviour.asked_again, ExpectedReasking::Any | ExpectedReasking::NotAsked) {
        hold("asked again", format!("{:?}", misbehaviour.asked_again), format!("{again:?}"));
    }
    hold("exit codes", format!("{:?}", misbehaviour.exit_codes), format!("{:?}", record.footer.exit_codes));
    let diagnostics = decoder.map_or("", |decoder| decoder.diagnostics.as_str());
    let words = misbehaviour.last_words;
    let end = &diagnostics[diagnostics.floor_char_boundary(diagnostics.len().saturating_sub(words.len()))..];
    hold("end of standard error", format!("{words:?}"), format!("{end:?}"));
    let unchecked = |part: &String| !misbehaviour.unchecked.is_empty() && part == misbehaviour.unchecked;
    let compared = decoder.map_or(&[][..], |decoder| &decoder.by_claim.groups);
    if compared.iter().any(|group| group.checked.iter().any(unchecked)) {
        hold("compared", format!("all but {}", misbehaviour.unchecked), misbehaviour.unchecked.to_owned());
    }
    differences
}

/// The outcome of each case.
fn outcomes(decoder: &DecoderRecord) -> BTreeMap<usize, ExpectedVerdict> {
    let mut outcomes = BTreeMap::new();
    for group in &decoder.by_claim.groups {
        let expected_verdict = ExpectedVerdict {
            verdict: group.verdict.name().into(),
            cause: group.cause.clone().map(Into::into),
        };
        outcomes.extend(group.cases.iter().map(|case| (case, expected_verdict.clone())));
    }
    outcomes
}

/// Why an adapter is broken, without what it wrote: that has numbers of processes and requests in it.
fn unquoted(why: &str) -> &str {
    why.split_once(WROTE).map_or(why, |(what, _)| what)
}

/// `1 crashed, 99 pass`.
fn seen(record: &RunRecord) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for group in record.decoders.iter().flat_map(|decoder| &decoder.by_claim.groups) {
        *counts.entry(group.verdict.name()).or_default() += group.cases.len();
    }
    let counts = counts.iter().map(|(verdict, count)| format!("{count} {verdict}"));
    let broken = record.broken.iter().map(|note| note.why.clone());
    counts.chain(broken).collect::<Vec<_>>().join(", ")
}

fn bytes(case: &Case<'_>) -> Vec<u8> {
    Facts { case, number: 0, marked: 0, cases: 0 }.bytes()
}

fn bytes_alone<'a>(case: &'a Case<'_>) -> Option<&'a [u8]> {
    match &case.input {
        Input::Bytes(bytes) => Some(bytes),
        Input::Calls(_) => None,
    }
}
