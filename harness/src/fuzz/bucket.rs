//! Which failing inputs show the same fault.

use crate::fuzz::record::{AlsoSeen, FuzzFinding};
use crate::fuzz::reduction::size;
use crate::fuzz::sameness::{holds, same_fault};
use crate::judge::Verdict;
use illformed_vectors::Input;

/// In which way an input fails; two inputs that fail alike may show the same fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FailureClass {
    pub(crate) verdict: &'static str,
    pub(crate) cause: String,
}

impl FailureClass {
    /// The class of `verdict`, if it counts against the decoder.
    pub(crate) fn of(verdict: &Verdict) -> Option<Self> {
        let cause = match verdict {
            _ if !verdict.is_bad() => return None,
            // What was written instead of an answer has the input's bytes in it.
            Verdict::ProtocolError(_) => "no answer that can be read".to_owned(),
            // The message of a panic may have its offsets.
            Verdict::Crashed(how) if !how.starts_with("killed by") && !how.starts_with("exited") => {
                how.replace(|c: char| c.is_ascii_digit(), "").trim().to_owned()
            }
            verdict => verdict.cause().unwrap_or_default().into_owned(),
        };
        Some(Self { verdict: verdict.name(), cause })
    }

    /// How bad it is: what breaks the adapter, a wrong answer, a wrong reason, a late one.
    fn weight(&self) -> usize {
        ["late-error", "wrong-reason", "fail"].iter().position(|name| *name == self.verdict).unwrap_or(3)
    }

    /// Whether the adapter, and not its answer, is what fails.
    pub(crate) fn breaks_the_adapter(&self) -> bool {
        self.weight() == 3
    }
}

/// An input that fails and that cannot be shrunk any more.
#[derive(Debug, Clone)]
pub(crate) struct Minimal {
    pub(crate) class: FailureClass,
    pub(crate) input: Input,
    /// How it is reported, if it is what the finding is named after.
    pub(crate) finding: FuzzFinding,
}

/// What was found of one decoder.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// One bucket for each fault, with all ways in which it shows.
    faults: Vec<Vec<Minimal>>,
    /// What failed and did not when it was asked alone, one of each class. Nobody knows which bytes it takes, so that it
    /// explains nothing else.
    not_repeated: Vec<Minimal>,
}

impl Buckets {
    /// How many findings there are.
    pub(crate) fn len(&self) -> usize {
        self.faults.len() + usize::from(!self.not_repeated.is_empty())
    }

    /// Puts an input that fails so down to a known fault, if it holds its bytes; says whether.
    pub(crate) fn explain(&mut self, class: &FailureClass, input: &Input) -> bool {
        let mut known = self.faults.iter_mut().flatten();
        let explained = known.find(|minimal| minimal.class == *class && holds(input, &minimal.input));
        explained.map(|minimal| minimal.finding.hits += 1).is_some()
    }

    /// Adds what fails and did not when it was asked alone: all of it is one finding.
    pub(crate) fn add_not_repeated(&mut self, new: Minimal) {
        match self.not_repeated.iter_mut().find(|known| known.class == new.class) {
            Some(known) => known.finding.hits += 1,
            None => self.not_repeated.push(new),
        }
    }

    /// Adds what cannot be shrunk any more. See [`same_fault`].
    pub(crate) fn add(&mut self, new: Minimal) {
        let same = |known: &Minimal| same_fault(&known.input, &new.input);
        match self.faults.iter_mut().find(|bucket| bucket.iter().any(same)) {
            Some(bucket) => match bucket.iter_mut().find(|known| known.class == new.class) {
                Some(known) if size(&new.input) < size(&known.input) => {
                    let hits = known.finding.hits + new.finding.hits;
                    *known = new;
                    known.finding.hits = hits;
                }
                Some(known) => known.finding.hits += new.finding.hits,
                None => bucket.push(new),
            },
            None => self.faults.push(vec![new]),
        }
    }

    /// A finding for each fault, named after the worst that it does; last what did not repeat.
    pub(crate) fn into_findings(self) -> Vec<FuzzFinding> {
        let finding = |mut bucket: Vec<Minimal>| {
            bucket.sort_by_key(|minimal| (3 - minimal.class.weight(), size(&minimal.input)));
            let hits = bucket.iter().map(|minimal| minimal.finding.hits).sum();
            let mut all = bucket.into_iter();
            let mut finding = all.next()?.finding;
            finding.hits = hits;
            finding.also =
                all.map(|Minimal { finding: FuzzFinding { verdict, cause, input, calls, .. }, .. }| {
                    AlsoSeen { verdict, cause, input, calls }
                })
                .collect();
            Some(finding)
        };
        self.faults.into_iter().chain([self.not_repeated]).filter_map(finding).collect()
    }
}
