//! What was found of one decoder: one finding for each fault.

use crate::search::black_box::finding::{AlsoSeen, FailedInput, FailureClass, FuzzFinding, Reproduces};
use crate::search::black_box::reduction::size;
use crate::search::black_box::sameness::{holds, same_fault};
use illformed_judge::cause::Cause;
use illformed_vectors::Input;

/// A fault: the smallest example of each class in which it shows, the worst first. It is keyed by the verdict and the cause
/// of that one, and by the conditions under which it fails again.
type Fault = Vec<FuzzFinding>;

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
    /// smaller than the example with the same key, or holds the bytes of one that fails in the same class and is as bad.
    pub(super) fn count(&mut self, wrong: &FailedInput, input: &Input) -> bool {
        for fault in &mut self.0 {
            for (place, known) in fault.iter_mut().enumerate() {
                let smallest = &known.input;
                // Bytes in one call are no sign of cuts or of what came before.
                let is_of_calls = matches!(known.sensitive_to, Some(Cause::StateLeaks | Cause::CutSensitive));
                let may_be = !is_of_calls || matches!(input, Input::Calls(_));
                let has_key = place == 0 && may_be && known.wrong.key() == wrong.key();
                let shows_it = has_key && !known.shrinking_ended_early && size(smallest) <= size(input)
                    || known.wrong.class == wrong.class
                        && known.wrong.badness() <= wrong.badness()
                        && holds(input, smallest);
                if known.reproduces.is_always() && shows_it {
                    known.hits += 1;
                    return true;
                }
            }
        }
        false
    }

    /// The inputs after which something fails in `class`.
    pub(super) fn sequences(&self, class: &FailureClass) -> Vec<Vec<Input>> {
        let of_class = self.0.iter().flatten().filter(|known| known.wrong.class == *class);
        let earlier = of_class.map(|known| known.earlier.clone());
        earlier.filter(|earlier: &Vec<Input>| !earlier.is_empty()).collect()
    }

    /// Adds an example to the fault with its key. By [`same_fault`], what the same bytes show otherwise is of that fault too:
    /// without this rule a surrogate that is accepted would be one finding, and the wrong offset of an error behind it another.
    /// The key of what else a fault shows is no key of a finding: wrong offsets may be a fault of their own.
    pub(super) fn add(&mut self, new: FuzzFinding) {
        let of_one_fault = |fault: &mut Fault| {
            let has_key = fault.first().is_some_and(|first| match first.reproduces {
                // Of what did not fail again no more is known.
                Reproduces::Never => true,
                _ => new.sensitive_to.is_some() || first.wrong.key() == new.wrong.key(),
            });
            let has_bytes = |known: &FuzzFinding| same_fault(&known.input, &new.input);
            let is_alike = |known: &FuzzFinding| {
                known.reproduces == new.reproduces && known.sensitive_to == new.sensitive_to
            };
            fault.iter().all(is_alike)
                && (has_key || new.reproduces.is_always() && fault.iter().any(has_bytes))
        };
        let place = self.0.iter_mut().position(of_one_fault).unwrap_or(self.0.len());
        let mut examples: Vec<FuzzFinding> = self.0.extract_if(.., of_one_fault).flatten().collect();
        examples.push(new);
        examples.sort_by_cached_key(|known| (known.wrong.badness(), known.size()));
        let mut fault = Fault::new();
        for example in examples {
            match fault.iter_mut().find(|smaller| smaller.wrong.class == example.wrong.class) {
                Some(smaller) => smaller.hits += example.hits,
                None => fault.push(example),
            }
        }
        self.0.insert(place, fault);
    }

    /// A finding for each fault: those that always fail, then what fails under a condition, and last what did not fail again or
    /// was not asked again.
    pub(super) fn into_findings(mut self) -> Vec<FuzzFinding> {
        self.0.sort_by_key(|fault| match fault.first().map(|first| first.reproduces) {
            Some(Reproduces::Always) | None => 0,
            Some(Reproduces::OnlyFirst | Reproduces::AfterEarlierInputs) => 1,
            Some(Reproduces::Never | Reproduces::Unknown) => 2,
        });
        let finding = |fault: Fault| {
            let hits = fault.iter().map(|example| example.hits).sum();
            let mut examples = fault.into_iter();
            let first = examples.next()?;
            let also = examples.map(|example| AlsoSeen { class: example.wrong.class, input: example.input });
            // Where nothing but offsets and lengths is wrong, that is what is told.
            let cause_id = first.sensitive_to.filter(|_| first.wrong.is_severe()).or(first.wrong.cause_id);
            let wrong = FailedInput { cause_id, ..first.wrong };
            Some(FuzzFinding { hits, also: also.collect(), wrong, ..first })
        };
        self.0.into_iter().filter_map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::judge::VerdictKind;

    fn wrong((verdict, what, cause): (VerdictKind, &str, Cause)) -> FailedInput {
        let class = FailureClass { verdict, cause: what.to_owned() };
        let (detail, expected, observed) = Default::default();
        FailedInput { class, cause_id: Some(cause), detail, expected, observed, outstanding_after: 0 }
    }

    fn example(hex: &str, how: (VerdictKind, &str, Cause)) -> FuzzFinding {
        let input = Input::Bytes(const_hex::decode(hex).unwrap());
        FuzzFinding::new(1, 0, input, wrong(how))
    }

    /// The input of each finding, how many hits it has, and its other inputs.
    fn found(findings: Findings) -> Vec<(String, u64, Vec<String>)> {
        let also = |also: Vec<AlsoSeen>| also.into_iter().map(|also| also.input.to_string()).collect();
        let all = findings.into_findings().into_iter();
        all.map(|finding| (finding.input.to_string(), finding.hits, also(finding.also))).collect()
    }

    const ACCEPTS: (VerdictKind, &str, Cause) =
        (VerdictKind::Fail, "accepts-ill-formed", Cause::AcceptsTruncated);
    const ACCEPTS_SURROGATE: (VerdictKind, &str, Cause) =
        (VerdictKind::Fail, "accepts-ill-formed", Cause::AcceptsSurrogate);
    const BOM: (VerdictKind, &str, Cause) = (VerdictKind::Fail, "wrong-text", Cause::BomStripped);
    const LOSES: (VerdictKind, &str, Cause) = (VerdictKind::Fail, "wrong-text", Cause::LosesText);
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
            // It is told by the worst cause, though another shows in fewer bytes.
            (&[("efbbbf", BOM), ("41efbbbf", LOSES)], &[("41efbbbf", 2, &[])]),
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
    fn what_is_sensitive_to_one_thing_is_one_finding_that_names_it() {
        let mut findings = Findings::default();
        for (hex, how) in [("c241", ACCEPTS), ("efbbbf", LOSES), ("80", OFFSET)] {
            let sensitive_to = Some(Cause::StateLeaks);
            findings.add(FuzzFinding { sensitive_to, ..example(hex, how) });
        }
        findings.add(example("f0808080", ACCEPTS));
        let causes: Vec<_> =
            findings.into_findings().iter().map(|one| (one.wrong.cause_id, one.hits)).collect();
        assert_eq!(causes, [(Some(Cause::StateLeaks), 3), (Some(Cause::AcceptsTruncated), 1)]);
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
        let mut findings = Findings::default();
        findings.add(example("efbbbf", BOM));
        let mut count = |how| findings.count(&wrong(how), &Input::Bytes(b"A\xEF\xBB\xBF".to_vec()));
        assert!(count(BOM) && !count(LOSES), "its cause is worse");
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
