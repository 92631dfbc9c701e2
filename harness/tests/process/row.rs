//! A row of the table: one adapter, and everything that a run must make of it.

use crate::seen::{Reasked, Seen};
use crate::waiting::NEVER;
use illformed::ask::adapter::process::Supervision;
use illformed_judge::case::Case;
use illformed_vectors::{Input, Suite, Vector};
use std::ops::Range;
use std::time::Duration;

/// The number of the case that adapters fail on: the euro sign among the [`well_formed`] vectors.
pub(crate) const MARKED: usize = 12;

/// The limit in rows that wait for it. A shell answers a hundred times faster.
pub(crate) const LIMIT: Duration = Duration::from_millis(500);

/// An expected text with this end is the start of the text.
pub(crate) const AND_MORE: char = '…';

/// An adapter, how it is asked, and what a run must make of it.
pub(crate) struct Row {
    /// What it does, in words for a test's name.
    pub(crate) name: &'static str,
    /// The program, for [`program`](crate::shell::program).
    pub(crate) body: String,
    pub(crate) supervision: Supervision,
    pub(crate) cases: fn() -> Vec<Case<'static>>,
    pub(crate) repeat: usize,
    /// Whether the user interrupts the run when the adapter has made the file `waits`.
    pub(crate) is_interrupted: bool,
    pub(crate) broken: Option<String>,
    /// The verdicts of these cases; all others pass.
    pub(crate) verdicts: Vec<(Range<usize>, String)>,
    /// The exit codes, the decisive one first.
    pub(crate) exit_codes: Vec<u8>,
    pub(crate) reasked: Reasked,
    pub(crate) stderr: fn(&str) -> bool,
    pub(crate) starts: Option<usize>,
    pub(crate) least: Duration,
}

impl Row {
    /// An adapter that is `body`; it must pass all cases unless the row says otherwise.
    pub(crate) fn new(name: &'static str, body: impl Into<String>) -> Self {
        Self {
            name,
            body: body.into(),
            supervision: Supervision { hello_limit: NEVER, answer_limit: NEVER, ..Supervision::default() },
            cases: well_formed,
            repeat: 1,
            is_interrupted: false,
            broken: None,
            verdicts: Vec::new(),
            exit_codes: Vec::new(),
            reasked: Reasked::Same,
            stderr: |_| true,
            starts: None,
            least: Duration::ZERO,
        }
    }

    /// An adapter that answers right, except that it does `act` for the marked case.
    pub(crate) fn marked(name: &'static str, act: &str) -> Self {
        Self::new(name, format!("marked() {{ {act}; }}; greet; serve"))
    }

    pub(crate) fn differences(&self, seen: &Seen) -> Vec<String> {
        let mut differences = Vec::new();
        let mut hold = |place: &str, expected: &str, seen: &str| {
            let is_as_expected = match expected.strip_suffix(AND_MORE) {
                Some(start) => seen.starts_with(start),
                None => seen == expected,
            };
            if !is_as_expected {
                differences.push(format!("{place}: expected {expected}, got {seen}"));
            }
        };
        hold("introduction", self.broken.as_deref().unwrap_or(""), &seen.broken);
        for (number, (id, verdict)) in seen.cases.iter().enumerate() {
            let listed = self.verdicts.iter().find(|(cases, _)| cases.contains(&number));
            let listed = listed.map_or("pass", |(_, verdict)| verdict.as_str());
            hold(id, if self.broken.is_some() { "nothing" } else { listed }, verdict);
        }
        if !matches!(self.reasked, Reasked::Any | Reasked::Never) {
            hold("asked again", &format!("{:?}", self.reasked), &format!("{:?}", seen.reasked));
        }
        hold("exit codes", &format!("{:?}", self.exit_codes), &format!("{:?}", seen.exit_codes));
        hold("processes left behind", "", &seen.left.join(" "));
        if let Some(starts) = self.starts {
            hold("processes started", &starts.to_string(), &seen.starts.to_string());
        }
        if !(self.stderr)(&seen.stderr) {
            let start: String = seen.stderr.chars().take(200).collect();
            differences.push(format!("unexpected standard error of {} bytes: {start}", seen.stderr.len()));
        }
        differences.extend(seen.excess(self.least));
        differences
    }
}

/// Vectors of the standards that are well-formed: what the decoder of the [`PRELUDE`](crate::shell::PRELUDE) can answer. There are
/// 22, which fit one window of requests.
pub(crate) fn well_formed() -> Vec<Case<'static>> {
    vectors(is_well_formed).filter(|case| is_of_standard(case.vector)).collect()
}

/// The same and two ill-formed ones, which are cases 8 and 15.
pub(crate) fn standard() -> Vec<Case<'static>> {
    vectors(is_of_standard).collect()
}

pub(crate) fn two_hundred() -> Vec<Case<'static>> {
    vectors(is_well_formed).take(200).collect()
}

/// The euro sign in one piece and cut in two places, two letters in chunks, and a script with a reset.
pub(crate) fn chunks() -> Vec<Case<'static>> {
    let named =
        |id| vectors(|_| true).find(|case| case.id.vector.as_str() == id).expect("there is that vector");
    let split = |id, at| {
        let recipe = format!("split={at}").parse().expect("it is a recipe");
        Case::derived(named(id).vector, recipe).expect("it has bytes to split")
    };
    let (euro, slash) = ("standard/euro-sign", "standard/dot-dot-slash");
    vec![named(euro), split(euro, 1), split(euro, 2), split(slash, 2), named("script/text-then-reset-bom")]
}

pub(crate) fn vectors(wants: fn(&Vector) -> bool) -> impl Iterator<Item = Case<'static>> {
    Suite::embedded().vectors().filter(move |vector| wants(vector)).map(Case::of)
}

fn is_of_standard(vector: &Vector) -> bool {
    vector.id.as_str().starts_with("standard/")
}

fn is_well_formed(vector: &Vector) -> bool {
    match &vector.input {
        Input::Bytes(bytes) => str::from_utf8(bytes).is_ok(),
        Input::Calls(_) => false,
    }
}
