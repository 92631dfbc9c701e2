//! What was found of one decoder: one finding for each fault.

use crate::search::black_box::questions::Wrong;
use crate::search::black_box::reduction::size;
use crate::search::black_box::sameness::{holds, same_fault};
use crate::search::black_box::search::Failing;
use crate::search::black_box::{AlsoSeen, EarlierInput, FuzzFinding, Reproduces};
use illformed_judge::judge::{Verdict, VerdictClass, VerdictKind};
use illformed_vectors::Input;

/// The verdicts that count against a decoder. A finding is named after the first of these that its fault gets.
const WORST_FIRST: [VerdictKind; 6] = [
    VerdictKind::Crashed,
    VerdictKind::TimedOut,
    VerdictKind::ProtocolError,
    VerdictKind::Fail,
    VerdictKind::WrongReason,
    VerdictKind::LateError,
];

/// How an input fails, without what depends on its bytes. While an input is made smaller it fails in one way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FailureClass {
    pub(crate) verdict: VerdictKind,
    pub(crate) what: String,
}

impl FailureClass {
    /// The class of `verdict`, if it counts against the decoder.
    pub(crate) fn of(verdict: &Verdict) -> Option<Self> {
        let what = match verdict {
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
        Some(Self { verdict: verdict.kind(), what })
    }

    /// The place of its verdict; less is worse.
    pub(crate) fn rank(&self) -> Option<usize> {
        WORST_FIRST.iter().position(|verdict| *verdict == self.verdict)
    }

    /// Whether the adapter, and not its answer, is what fails.
    pub(crate) fn breaks_the_adapter(&self) -> bool {
        self.verdict.class() == VerdictClass::Broken
    }

    /// Whether each input that fails so is waited for.
    pub(crate) fn hangs(&self) -> bool {
        self.verdict == VerdictKind::TimedOut
    }
}

/// The smallest known example of a failure.
#[derive(Debug, Clone)]
pub(super) struct Example {
    /// As it was found.
    found: Failing,
    /// What is asked in a fresh process, the input that fails last.
    pub(super) inputs: Vec<Input>,
    /// How it fails.
    pub(super) wrong: Wrong,
    pub(super) reproduces: Reproduces,
    /// Whether smaller ones may fail too.
    pub(super) ended_early: bool,
    hits: u64,
}

impl Example {
    /// `failing` as it is, which fails alone as `wrong` says.
    pub(super) fn new(failing: &Failing, wrong: Wrong) -> Self {
        let inputs = vec![failing.input.clone()];
        let (found, reproduces) = (failing.clone(), Reproduces::Always);
        Self { found, inputs, wrong, reproduces, ended_early: false, hits: 1 }
    }

    /// The input that fails, and what is asked before it.
    fn input(&self) -> (&Input, &[Input]) {
        self.inputs.split_last().unwrap_or((&self.found.input, &[]))
    }

    /// Less is smaller: in bytes, in calls, and in how plain the bytes are, at last by the bytes themselves.
    fn size(&self) -> (usize, usize, (usize, usize, usize), Vec<u8>) {
        let (input, earlier) = self.input();
        let bytes = earlier.iter().map(|input| size(input).0).sum();
        (earlier.len(), bytes, size(input), input.bytes().into_owned())
    }

    fn is_in(&self, class: &FailureClass, always: bool) -> bool {
        self.wrong.class == *class && self.reproduces.is_always() == always
    }

    fn finding(self, also: Vec<AlsoSeen>, hits: u64) -> FuzzFinding {
        let (input, earlier) = self.input();
        let (input, calls) = written(input);
        let earlier =
            earlier.iter().map(written).map(|(input, calls)| EarlierInput { input, calls }).collect();
        FuzzFinding {
            verdict: self.wrong.class.verdict,
            cause: self.wrong.class.what,
            cause_id: self.wrong.cause,
            detail: self.wrong.detail,
            input,
            calls,
            expected: self.wrong.expected,
            observed: self.wrong.observed,
            execution: self.found.execution,
            found_in: written(&self.found.input).0,
            shrinking_ended_early: self.ended_early,
            reproduces: self.reproduces,
            earlier,
            hits,
            also,
        }
    }
}

/// The text of an input, and whether it is a script.
fn written(input: &Input) -> (String, bool) {
    match input {
        Input::Bytes(bytes) => (const_hex::encode(bytes), false),
        Input::Calls(script) => (script.to_string(), true),
    }
}

/// A fault: the smallest example of each class in which it shows, the worst first. It is keyed by the verdict and the cause
/// of that one, and by the conditions under which it fails again.
type Fault = Vec<Example>;

/// What was found of one decoder.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Fault>);

impl Findings {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether anything is known that fails in `class`, and does so always, or only under a condition.
    pub(super) fn has(&self, class: &FailureClass, always: bool) -> bool {
        self.0.iter().flatten().any(|known| known.is_in(class, always))
    }

    /// Counts an input for the first of what [`Findings::has`] finds; returns whether there is any.
    pub(super) fn count_class(&mut self, class: &FailureClass, always: bool) -> bool {
        let known = self.0.iter_mut().flatten().find(|known| known.is_in(class, always));
        known.map(|known| known.hits += 1).is_some()
    }

    /// Counts an input that fails as `wrong` says for a known fault; returns whether it shows one. It does if it is no
    /// smaller than the example with the same key, or holds the bytes of one that fails in the same class.
    pub(super) fn count(&mut self, wrong: &Wrong, input: &Input) -> bool {
        let shows = |known: &Example, is_first: bool| {
            let (smallest, _) = known.input();
            let is_same = is_first && known.wrong.key() == wrong.key();
            known.reproduces.is_always()
                && (is_same && !known.ended_early && size(smallest) <= size(input)
                    || known.wrong.class == wrong.class && holds(input, smallest))
        };
        let mut known = self
            .0
            .iter_mut()
            .flat_map(|fault| fault.iter_mut().enumerate().map(|(place, known)| (place == 0, known)));
        known.find(|(is_first, known)| shows(known, *is_first)).map(|(_, known)| known.hits += 1).is_some()
    }

    /// The inputs after which something fails in `class`.
    pub(super) fn sequences(&self, class: &FailureClass) -> Vec<Vec<Input>> {
        let of_class = self.0.iter().flatten().filter(|known| known.wrong.class == *class);
        of_class.map(|known| known.input().1.to_vec()).filter(|earlier| !earlier.is_empty()).collect()
    }

    /// Adds an example to the fault with its key. By [`same_fault`], what the same bytes show otherwise is of that fault too:
    /// without this rule a surrogate that is accepted would be one finding, and the wrong offset of an error behind it another.
    /// The key of what else a fault shows is no key of a finding: wrong offsets may be a fault of their own.
    pub(super) fn add(&mut self, new: Example) {
        let of_one_fault = |fault: &mut Fault| {
            let has_key = fault.first().is_some_and(|first| match first.reproduces {
                // Of what did not fail again no more is known.
                Reproduces::Never => true,
                _ => first.wrong.key() == new.wrong.key(),
            });
            let has_bytes = |known: &Example| same_fault(known.input().0, new.input().0);
            fault.iter().all(|known| known.reproduces == new.reproduces)
                && (has_key || new.reproduces.is_always() && fault.iter().any(has_bytes))
        };
        let place = self.0.iter_mut().position(of_one_fault).unwrap_or(self.0.len());
        let mut examples: Vec<Example> = self.0.extract_if(.., of_one_fault).flatten().collect();
        examples.push(new);
        examples.sort_by_cached_key(|known| (known.wrong.class.rank(), known.size()));
        let mut fault = Fault::new();
        for example in examples {
            match fault.iter_mut().find(|smaller| smaller.wrong.class == example.wrong.class) {
                Some(smaller) => smaller.hits += example.hits,
                None => fault.push(example),
            }
        }
        self.0.insert(place, fault);
    }

    /// A finding for each fault: those that always fail, then what fails under a condition, and last what did not fail again.
    pub(super) fn into_findings(mut self) -> Vec<FuzzFinding> {
        self.0.sort_by_key(|fault| match fault.first().map(|first| first.reproduces) {
            Some(Reproduces::Always) | None => 0,
            Some(Reproduces::OnlyFirst | Reproduces::AfterEarlierInputs) => 1,
            Some(Reproduces::Never) => 2,
        });
        self.0.into_iter().filter_map(finding).collect()
    }
}

/// What is reported of a fault.
fn finding(fault: Fault) -> Option<FuzzFinding> {
    let hits = fault.iter().map(|example| example.hits).sum();
    let mut examples = fault.into_iter();
    let first = examples.next()?;
    let also = examples.map(|example| {
        let (input, calls) = written(example.input().0);
        AlsoSeen { verdict: example.wrong.class.verdict, cause: example.wrong.class.what, input, calls }
    });
    let also = also.collect();
    Some(first.finding(also, hits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::cause::Cause;

    fn wrong((verdict, what, cause): (VerdictKind, &str, Cause)) -> Wrong {
        let class = FailureClass { verdict, what: what.to_owned() };
        let (detail, expected, observed) = Default::default();
        Wrong { class, cause: Some(cause), detail, expected, observed, outstanding_after: 0 }
    }

    fn example(hex: &str, how: (VerdictKind, &str, Cause)) -> Example {
        let input = Input::Bytes(const_hex::decode(hex).unwrap());
        let failing = Failing { execution: 1, traced: 0, input, wrong: wrong(how) };
        Example::new(&failing, wrong(how))
    }

    /// The input of each finding, how many hits it has, and its other inputs.
    fn found(findings: Findings) -> Vec<(String, u64, Vec<String>)> {
        let also = |also: Vec<AlsoSeen>| also.into_iter().map(|also| also.input).collect();
        let all = findings.into_findings().into_iter();
        all.map(|finding| (finding.input, finding.hits, also(finding.also))).collect()
    }

    const ACCEPTS: (VerdictKind, &str, Cause) =
        (VerdictKind::Fail, "accepts-ill-formed", Cause::AcceptsTruncated);
    const ACCEPTS_SURROGATE: (VerdictKind, &str, Cause) =
        (VerdictKind::Fail, "accepts-ill-formed", Cause::AcceptsSurrogate);
    const OFFSET: (VerdictKind, &str, Cause) = (VerdictKind::WrongReason, "offset", Cause::WrongOffset);

    #[test]
    fn one_key_or_the_same_bytes_are_one_finding_with_the_smallest_example_and_others_are_not() {
        for (added, wanted) in [
            (&[("c241", ACCEPTS), ("e0c080", ACCEPTS)][..], &[("c241", 2, &[][..])][..]),
            (&[("e0c080", ACCEPTS), ("c241", ACCEPTS)], &[("c241", 2, &[])]),
            (&[("c241", ACCEPTS), ("eda080", ACCEPTS_SURROGATE)], &[("c241", 1, &[]), ("eda080", 1, &[])]),
            (&[("eda08080", OFFSET), ("eda080", ACCEPTS_SURROGATE)], &[("eda080", 2, &["eda08080"])]),
            // What shows the fault of two findings makes them one.
            (
                &[("eda0bf", ACCEPTS_SURROGATE), ("eda08080", OFFSET), ("eda080", ACCEPTS_SURROGATE)],
                &[("eda080", 3, &["eda08080"])],
            ),
            // Which offset is wrong behind a known fault is not the key of a finding.
            (
                &[("eda080", ACCEPTS_SURROGATE), ("eda08080", OFFSET), ("c280c0", OFFSET)],
                &[("eda080", 2, &["eda08080"]), ("c280c0", 1, &[])],
            ),
        ] {
            let mut findings = Findings::default();
            for (hex, how) in added {
                findings.add(example(hex, *how));
            }
            let wanted = wanted.iter().map(|(input, hits, also)| {
                ((*input).to_owned(), *hits, also.iter().map(|also| (*also).to_owned()).collect())
            });
            assert_eq!(found(findings), wanted.collect::<Vec<_>>(), "{added:?}");
        }
    }

    #[test]
    fn an_input_counts_for_a_known_fault_by_its_key_or_by_its_bytes_unless_it_is_smaller() {
        let known = |hex: &str, how| {
            let mut findings = Findings::default();
            findings.add(example("eda080", ACCEPTS_SURROGATE));
            findings.add(example("c24141", ACCEPTS));
            findings.count(&wrong(how), &Input::Bytes(const_hex::decode(hex).unwrap()))
        };
        assert!(known("e0c080", ACCEPTS));
        assert!(known("ffeda080", (VerdictKind::Fail, "accepts-ill-formed", Cause::AcceptsNeverValid)));
        assert!(!known("c241", ACCEPTS), "it is a smaller example");
        assert!(!known("eda08080", OFFSET), "it fails in another way");
    }

    #[test]
    fn what_fails_under_a_condition_comes_last_and_is_no_example_of_what_always_fails() {
        let mut findings = Findings::default();
        for reproduces in [Reproduces::Never, Reproduces::OnlyFirst, Reproduces::Always] {
            let mut new = example("c241", ACCEPTS);
            new.reproduces = reproduces;
            findings.add(new);
        }
        let order: Vec<Reproduces> =
            findings.into_findings().into_iter().map(|finding| finding.reproduces).collect();
        assert_eq!(order, [Reproduces::Always, Reproduces::OnlyFirst, Reproduces::Never]);
    }
}
