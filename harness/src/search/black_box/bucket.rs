//! Which failing inputs show the same fault.

use crate::search::black_box::record::{AlsoSeen, FuzzFinding};
use crate::search::black_box::reduction::size;
use crate::search::black_box::sameness::{holds, same_fault, ways};
use illformed_judge::judge::{Verdict, VerdictKind};
use illformed_vectors::Input;

/// In which way an input fails; two inputs that fail alike may show the same fault.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FailureClass {
    pub(crate) verdict: VerdictKind,
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
            // Whether an input breaks it alone is asked anew, in a fresh process.
            verdict => {
                let cause = verdict.cause().unwrap_or_default();
                cause.strip_suffix(", not reproduced alone").unwrap_or(&cause).to_owned()
            }
        };
        Some(Self { verdict: verdict.kind(), cause })
    }

    /// How bad it is: what breaks the adapter, a wrong answer, a wrong reason, a late one.
    fn weight(&self) -> usize {
        match self.verdict {
            VerdictKind::LateError => 0,
            VerdictKind::WrongReason => 1,
            VerdictKind::Fail => 2,
            VerdictKind::Crashed | VerdictKind::TimedOut | VerdictKind::ProtocolError => 3,
            // A search asks an input once and makes no class of what is not bad.
            VerdictKind::Flaky | VerdictKind::Pass | VerdictKind::NoPolicy | VerdictKind::Unspecified => 3,
            VerdictKind::Declined | VerdictKind::NotAsked | VerdictKind::NotApplicable => 3,
        }
    }

    /// Whether the adapter, and not its answer, is what fails.
    pub(crate) fn breaks_the_adapter(&self) -> bool {
        self.weight() == 3
    }

    /// Whether each input that fails so is waited for.
    pub(crate) fn hangs(&self) -> bool {
        self.verdict == VerdictKind::TimedOut
    }
}

/// An input that fails and that cannot be shrunk any more.
#[derive(Debug, Clone)]
pub(crate) struct Minimal {
    pub(crate) class: FailureClass,
    pub(crate) input: Input,
    /// What has to be asked before it.
    pub(crate) earlier: Vec<Input>,
    /// How it is reported, if it is what the finding is named after.
    pub(crate) finding: FuzzFinding,
}

/// What was found of one decoder.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// One bucket for each fault, with all ways in which it shows.
    faults: Vec<Vec<Minimal>>,
    /// What fails under a condition, as after certain other inputs. Which bytes it takes is not known, so that it explains
    /// nothing else.
    conditional: Vec<Minimal>,
    /// What failed and did not again, neither alone nor after what was asked before; one of each class.
    not_repeated: Vec<Minimal>,
    /// Other inputs that turned out to show one of the faults.
    remembered: Vec<Remembered>,
}

/// How many other inputs are remembered. They save questions, and finding them takes time.
const MOST_REMEMBERED: usize = 2048;

/// An input from which nothing can be left out, and the bucket of its fault.
#[derive(Debug)]
struct Remembered {
    bucket: usize,
    class: FailureClass,
    input: Input,
}

impl Buckets {
    /// How many findings there are.
    pub(crate) fn len(&self) -> usize {
        self.faults.len() + self.conditional.len() + usize::from(!self.not_repeated.is_empty())
    }

    /// Whether anything is known that fails so.
    pub(crate) fn has(&self, class: &FailureClass) -> bool {
        self.faults
            .iter()
            .flatten()
            .chain(&self.conditional)
            .chain(&self.not_repeated)
            .any(|known| known.class == *class)
    }

    /// Counts an input of `class` for a known fault, if it holds its bytes; returns whether it does.
    pub(crate) fn explain(&mut self, class: &FailureClass, input: &Input) -> bool {
        let shows = |known: &Minimal| known.class == *class && holds(input, &known.input);
        let bucket = self.faults.iter().position(|bucket| bucket.iter().any(shows));
        bucket.map(|bucket| self.count(bucket, class)).is_some()
    }

    /// Counts an input from which nothing can be left out, if its fault is remembered; returns whether it is.
    /// What only holds it may show another: U+20AC holds two continuation bytes, and an error may too.
    pub(crate) fn recall(&mut self, class: &FailureClass, input: &Input) -> bool {
        let known = self.remembered.iter().find(|known| known.input == *input && known.class == *class);
        let bucket = known.map(|known| known.bucket);
        bucket.map(|bucket| self.count(bucket, class)).is_some()
    }

    /// Counts one more input that shows the fault of that bucket.
    pub(crate) fn count(&mut self, bucket: usize, class: &FailureClass) {
        if let Some(known) = self.faults[bucket].iter_mut().find(|known| known.class == *class) {
            known.finding.hits += 1;
        }
    }

    /// Remembers that `input`, from which nothing can be left out, shows the fault of that bucket.
    pub(crate) fn remember(&mut self, bucket: usize, class: &FailureClass, input: Input) {
        if self.remembered.len() < MOST_REMEMBERED {
            self.remembered.push(Remembered { bucket, class: class.clone(), input });
        }
    }

    /// The ways from `input` to each smaller one that fails so, and its bucket.
    pub(crate) fn ways_from(&self, class: &FailureClass, input: &Input) -> Vec<(usize, [Vec<Input>; 2])> {
        let known = self
            .faults
            .iter()
            .enumerate()
            .flat_map(|(number, bucket)| bucket.iter().map(move |known| (number, known)));
        let smaller = known.filter(|(_, known)| known.class == *class && size(&known.input) < size(input));
        smaller.filter_map(|(bucket, known)| Some((bucket, ways(input, &known.input)?))).collect()
    }

    /// What fails so under a condition: the inputs that have to be asked before.
    pub(crate) fn conditions(&self, class: &FailureClass) -> Vec<Vec<Input>> {
        let of_class = self.conditional.iter().filter(|known| known.class == *class);
        of_class.map(|known| known.earlier.clone()).collect()
    }

    /// Whether anything is known that fails so, and not always.
    pub(crate) fn is_conditional(&self, class: &FailureClass) -> bool {
        self.conditional.iter().chain(&self.not_repeated).any(|known| known.class == *class)
    }

    /// How many inputs fail so and did not again.
    pub(crate) fn not_repeated(&self, class: &FailureClass) -> u64 {
        self.not_repeated.iter().find(|known| known.class == *class).map_or(0, |known| known.finding.hits)
    }

    /// Counts one more input that fails so under a condition, that with the inputs `earlier` if they are known; says whether
    /// there is any.
    pub(crate) fn count_conditional(&mut self, class: &FailureClass, earlier: Option<&[Input]>) -> bool {
        let known =
            self.conditional.iter_mut().chain(&mut self.not_repeated).find(|known| {
                known.class == *class && earlier.is_none_or(|earlier| known.earlier == earlier)
            });
        known.map(|known| known.finding.hits += 1).is_some()
    }

    /// Adds what fails under a condition.
    pub(crate) fn add_conditional(&mut self, new: Minimal) {
        let known = self.conditional.iter_mut().find(|known| {
            known.class == new.class && known.earlier == new.earlier && known.input == new.input
        });
        match known {
            Some(known) => known.finding.hits += 1,
            None => self.conditional.push(new),
        }
    }

    /// Adds what failed and did not again: all of it is one finding.
    pub(crate) fn add_not_repeated(&mut self, new: Minimal) {
        match self.not_repeated.iter_mut().find(|known| known.class == new.class) {
            Some(known) => known.finding.hits += 1,
            None => self.not_repeated.push(new),
        }
    }

    /// Adds what cannot be shrunk any more, and returns the number of its bucket. See [`same_fault`].
    pub(crate) fn add(&mut self, new: Minimal) -> usize {
        let same = |known: &Minimal| same_fault(&known.input, &new.input);
        let Some(number) = self.faults.iter().position(|bucket| bucket.iter().any(same)) else {
            self.faults.push(vec![new]);
            return self.faults.len() - 1;
        };
        let bucket = &mut self.faults[number];
        match bucket.iter_mut().find(|known| known.class == new.class) {
            Some(known) if size(&new.input) < size(&known.input) => {
                let hits = known.finding.hits + new.finding.hits;
                *known = new;
                known.finding.hits = hits;
            }
            Some(known) => known.finding.hits += new.finding.hits,
            None => bucket.push(new),
        }
        number
    }

    /// A finding for each fault, named after the worst that it does; then what fails under a condition, and last what did not repeat.
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
        let conditional = self.conditional.into_iter().map(|minimal| vec![minimal]);
        self.faults.into_iter().chain(conditional).chain([self.not_repeated]).filter_map(finding).collect()
    }
}
