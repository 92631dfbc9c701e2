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
    /// Whether it fails when it is asked alone.
    pub(crate) repeats: bool,
    /// How it is reported, if it is what the finding is named after.
    pub(crate) finding: FuzzFinding,
}

/// What was found of one decoder: one bucket for each fault, with all ways in which it shows.
#[derive(Debug, Default)]
pub(crate) struct Buckets(Vec<Vec<Minimal>>);

impl Buckets {
    /// How many faults there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Puts an input that fails so down to a known fault, if it holds its bytes, or if nobody knows which bytes that
    /// fault takes; says whether.
    pub(crate) fn explain(&mut self, class: &FailureClass, input: &Input) -> bool {
        let mut known = self.0.iter_mut().filter_map(|bucket| {
            bucket
                .iter_mut()
                .find(|minimal| minimal.class == *class && (!minimal.repeats || holds(input, &minimal.input)))
        });
        let explained = known.next();
        explained.map(|minimal| minimal.finding.hits += 1).is_some()
    }

    /// Adds what cannot be shrunk any more. See [`same_fault`].
    pub(crate) fn add(&mut self, new: Minimal) {
        let same = |known: &Minimal| same_fault(&known.input, &new.input);
        match self.0.iter_mut().find(|bucket| bucket.iter().any(same)) {
            Some(bucket) => match bucket.iter_mut().find(|known| known.class == new.class) {
                Some(known) if size(&new.input) < size(&known.input) => {
                    let hits = known.finding.hits + new.finding.hits;
                    *known = new;
                    known.finding.hits = hits;
                }
                Some(known) => known.finding.hits += new.finding.hits,
                None => bucket.push(new),
            },
            None => self.0.push(vec![new]),
        }
    }

    /// A finding for each fault, named after the worst that it does.
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
        self.0.into_iter().filter_map(finding).collect()
    }
}
