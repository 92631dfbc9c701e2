//! A baseline as it should be after a run: with failures added for one reason, or without what is fixed.

use crate::record::baseline::comparison::{ComparedGroup, compared_groups};
use crate::record::baseline::{AcceptedReason, AskedCases, Baseline, Entry, compare};
use crate::record::run_record::{DecoderRecord, DeviationKind, RunRecord};
use illformed_judge::cause::Cause;
use std::collections::BTreeMap;

/// Which failures are accepted, and how they are written.
pub struct Acceptance<'a> {
    pub reason: AcceptedReason,
    /// Only failures for these causes; for any if there is none.
    pub causes: &'a [Cause],
    /// Whether any answer is accepted in the failing cases.
    pub any: bool,
    /// Whether causes and groups are written as digests.
    pub sealed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    pub failures: usize,
    pub causes: usize,
}

impl Baseline {
    /// Adds the causes of `decoder` with failures that this baseline does not accept. `None` if there are none. A cause that is
    /// accepted already is counted anew and keeps its reason, unless that is over. Cases with different answers are not
    /// counted, since others differ in the next run: they make the decoder unstable. Fails, in words, if the baseline describes another
    /// version or platform, counts other cases than those of the run, or has another reason of the same id.
    pub fn accept(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        asked: &AskedCases,
        acceptance: &Acceptance<'_>,
    ) -> Result<Option<Added>, String> {
        if !self.describes(record, decoder) {
            let RunRecord { platform, .. } = record;
            return Err(format!(
                "it describes another version or platform than {} on {} {}; remove it to accept what this one fails",
                decoder.version, platform.os, platform.arch
            ));
        }
        let asked = &asked.with_sweeps(decoder);
        let before = compare(record, decoder, self, ("", ""), asked, false)?;
        let groups = compared_groups(record, decoder, self, asked)?;
        let open = |groups: &[ComparedGroup<'_>]| {
            let cases = groups.iter().flat_map(|group| &group.cases);
            cases.filter(|case| !before.known.contains(**case)).count()
        };
        let is_selected = |cause| acceptance.causes.is_empty() || acceptance.causes.contains(&cause);
        let of_causes = groups.chunk_by(|one, next| one.cause == next.cause);
        let wanted: Vec<&[ComparedGroup<'_>]> =
            of_causes.filter(|groups| open(groups) > 0 && is_selected(groups[0].cause)).collect();
        if wanted.is_empty() {
            return Ok(None);
        }
        if self.asked.as_ref().is_some_and(|then| !then.is_same(asked)) {
            return Err("its counts refer to other cases than this report; make a report of the same cases, or update it first".to_owned());
        }
        let why = &acceptance.reason.id;
        match self.reason(why) {
            Some(known) if *known == acceptance.reason => {}
            Some(_) => {
                return Err("it has another reason of this id; `--why WORD` names a new one".to_owned());
            }
            None => self.reasons.push(acceptance.reason.clone()),
        }
        let failures = wanted.iter().map(|groups| open(groups)).sum();
        let mut causes = 0;
        for groups in &wanted {
            let ComparedGroup { cause, entry, .. } = groups[0];
            if cause == Cause::Unstable {
                self.unstable = Some(why.clone());
                continue;
            }
            let number = entry.unwrap_or_else(|| {
                self.entries.push(Entry::new(cause, acceptance.sealed, why));
                self.entries.len() - 1
            });
            let entry = &mut self.entries[number];
            if before.expires(&format!("/entries/{number}")) {
                entry.why.clone_from(why);
            }
            let failing = groups.iter().filter(|group| !group.cases.is_empty());
            let counts = failing.map(|group| entry.count(group.group, &group.now).or_any(acceptance.any));
            entry.groups = counts.collect();
            entry.groups.sort_by(|one, other| one.group.cmp(&other.group));
            causes += 1;
        }
        self.asked = (!self.entries.is_empty()).then(|| asked.clone());
        self.drop_unused_reasons();
        self.sort();
        Ok(Some(Added { failures, causes }))
    }

    /// Counts the groups anew of which fewer cases fail, those of other cases than were counted, and, unless `only_fixed`, those
    /// that fail with other answers; removes entries and reasons that nothing is left of. Returns the number of groups that
    /// changed. Groups with more failures stay as they are, and with them those of other cases, since all counts refer to the
    /// same cases; those that are forgiven in new cases are more only if `only_fixed`. Everything does if the run selects other cases than the baseline counts, or the decoder is unstable.
    pub fn update(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        asked: &AskedCases,
        only_fixed: bool,
    ) -> Result<usize, String> {
        let asked = &asked.with_sweeps(decoder);
        let Some(then) = &self.asked else { return Ok(0) };
        let is_newer = then.is_older(asked) || then.is_swept_otherwise(asked);
        if self.unstable.is_some() || then.selection != asked.selection {
            return Ok(0);
        }
        let groups = compared_groups(record, decoder, self, asked)?;
        let mut accepted = groups.iter().filter(|group| group.entry.is_some());
        let is_regressed = |group: &ComparedGroup<'_>| {
            let has_more = group.cases.len() > group.accepted;
            group.deviation == Some(DeviationKind::Regressed) || (only_fixed && has_more)
        };
        let counts_new_cases = is_newer && !accepted.any(is_regressed);
        let mut updated = 0;
        for group in &groups {
            let Some(number) = group.entry else { continue };
            // Of listed cases those that are fixed go, whatever else is wrong.
            let left = group.left.as_ref().filter(|(_, kind)| *kind == DeviationKind::Fixed);
            let kept = left.map(|(kept, _)| kept);
            let now = match (group.deviation, kept) {
                (None, _) if counts_new_cases => &group.now,
                (Some(DeviationKind::ChangedWrong), _) if !only_fixed => &group.now,
                (Some(DeviationKind::Unjudged), _) => continue,
                (_, Some(kept)) => kept,
                (Some(DeviationKind::Fixed), None) => &group.now,
                _ => continue,
            };
            let entry = &mut self.entries[number];
            let now = entry.count(group.group, now).or_any(entry.accepts_any());
            if entry.group(&now.group) == Some(&now) {
                continue;
            }
            entry.groups.retain(|one| one.group != now.group);
            if now.count > 0 {
                entry.groups.push(now);
                entry.groups.sort_by(|one, other| one.group.cmp(&other.group));
            }
            updated += 1;
        }
        if counts_new_cases {
            // What is accepted of a group that is no longer asked, or of fewer cases, refers to cases that are gone.
            for entry in &mut self.entries {
                let asked =
                    asked.groups.iter().map(|one| (entry.group_name(&one.group).into_owned(), one.count));
                let asked: BTreeMap<String, usize> = asked.collect();
                let before = entry.groups.len();
                entry.groups.retain(|one| asked.get(&one.group).is_some_and(|asked| one.count <= *asked));
                updated += before - entry.groups.len();
            }
        }
        self.entries.retain(|entry| !entry.groups.is_empty());
        if self.entries.is_empty() {
            self.asked = None;
        } else if counts_new_cases {
            self.asked = Some(asked.clone());
            updated = updated.max(1);
        }
        self.drop_unused_reasons();
        Ok(updated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::in_process::InProcessDecoder;
    use crate::record::baseline::Condition;
    use crate::record::run_record::test_record::record_of;
    use crate::record::run_record::{OutcomeGroup, Ranges, SweepRecord, SweptRecord};
    use illformed_codec::Profile;
    use illformed_judge::claim::Claim;
    use illformed_judge::judge::VerdictKind;
    use illformed_judge::observation::{Observation, Text};
    use illformed_vectors::VectorId;

    /// Accepts two-byte overlong forms, and surrogates whose second byte is at most `last`.
    fn lax(last: u8) -> Vec<InProcessDecoder> {
        let is_taken = move |pair: &[u8]| match pair {
            [0xC0 | 0xC1, 0x80..=0xBF] => true,
            [0xED, second] => (0xA0..=last).contains(second),
            _ => false,
        };
        let decode = move |bytes: &[u8]| match str::from_utf8(bytes) {
            Err(_) if !bytes.windows(2).any(is_taken) => Observation::reject(None, None),
            _ => Observation::accept(Text::None),
        };
        vec![InProcessDecoder::one_shot("lax", "", Claim::validate(Profile::Rfc3629), decode)]
    }

    /// The record of a run of the vectors of two groups whose id `is_asked`.
    fn record(decoders: fn() -> Vec<InProcessDecoder>, is_asked: fn(&str) -> bool) -> RunRecord {
        record_of(decoders, |id| {
            let is_in = ["overlong", "surrogate"].contains(&id.vector.group()) && id.recipe.is_none();
            is_in && is_asked(id.vector.as_str())
        })
    }

    fn reason() -> AcceptedReason {
        let [id, why] = ["lax", "it is lax"].map(str::to_owned);
        AcceptedReason { id, reason: why, link: None, until: None, only: Condition::default() }
    }

    /// A baseline that accepts all that fails in `record`.
    fn written(record: &RunRecord) -> Baseline {
        let mut baseline = Baseline::empty("mine/lax".to_owned(), Condition::default());
        let reason = reason();
        let acceptance = Acceptance { reason, causes: &[], any: false, sealed: false };
        let added = baseline.accept((record, &record.decoders[0]), &AskedCases::of(record), &acceptance);
        assert!(added.is_ok_and(|added| added.is_some()));
        baseline
    }

    fn updated(baseline: &mut Baseline, now: &RunRecord) -> usize {
        let updated = baseline.update((now, &now.decoders[0]), &AskedCases::of(now), false).unwrap();
        assert_eq!(Baseline::from_json("b", &baseline.to_canonical()).ok().as_ref(), Some(&*baseline));
        updated
    }

    #[test]
    fn cases_that_are_new_are_counted_in_all_groups_or_in_none() {
        let mut baseline = written(&record(|| lax(0xA0), |id| id != "overlong/nul-two-bytes"));
        let before = baseline.clone();
        assert_eq!((updated(&mut baseline, &record(|| lax(0xBF), |_| true)), &baseline), (0, &before));
        let more = record(|| lax(0xA0), |_| true);
        let only_fixed = baseline.update((&more, &more.decoders[0]), &AskedCases::of(&more), true);
        assert_eq!((only_fixed.unwrap(), &baseline), (0, &before));
        assert_eq!(updated(&mut baseline, &more), 1);
        assert_eq!(baseline.asked, Some(AskedCases::of(&more)));
    }

    #[test]
    fn what_a_sweep_found_is_held_to_as_many_failures_of_the_same_families() {
        let swept = |failing: u64, name: &str| {
            let mut record = record(|| lax(0xBF), |_| true);
            let sweep = SweepRecord {
                name: name.to_owned(),
                inputs: 9,
                failing,
                is_whole: true,
                proves: String::new(),
            };
            record.decoders[0].swept = Some(SweptRecord { sweeps: vec![sweep], stopped: None });
            // As if a sweep had found what the vectors of one group are.
            for vector in &mut record.vectors {
                let id = vector.id.to_string().replace("surrogate/", "sweep/");
                vector.id = VectorId::new(id).unwrap();
            }
            record
        };
        let baseline = written(&swept(5, "short"));
        let kinds = |record: &RunRecord| {
            let mut kinds = held(&baseline, record).0;
            kinds.dedup();
            kinds
        };
        assert_eq!(kinds(&swept(5, "short")), []);
        assert_eq!(kinds(&swept(6, "short")), [DeviationKind::ChangedWrong]);
        assert_eq!(kinds(&swept(6, "runs")), [], "of other families nothing is known");
        let mut fixed = swept(0, "short");
        fixed.decoders[0].by_claim.causes.retain(|cause| !cause.id.name().starts_with("accepts-surrogate"));
        assert!(kinds(&fixed).contains(&DeviationKind::Fixed));
    }

    #[test]
    fn a_failure_that_is_not_listed_is_new_in_a_run_of_some_of_the_cases() {
        let baseline = written(&record_of(|| lax(0xA0), |id| id.vector.group() == "surrogate"));
        let held_to = |last: fn() -> Vec<InProcessDecoder>| {
            let mut some = record(last, |id| id.starts_with("surrogate/single-"));
            some.selection = vec!["--only surrogate/single-*".to_owned()];
            let asked = AskedCases::of(&some);
            let held = compare(&some, &some.decoders[0], &baseline, ("", ""), &asked, false).unwrap();
            (held.known.len(), held.new.len(), held.deviations.len())
        };
        let (known, new, deviations) = held_to(|| lax(0xA0));
        assert!(known > 0 && (new, deviations) == (0, 0), "{known} {new} {deviations}");
        let (still_known, new, deviations) = held_to(|| lax(0xBF));
        assert!(still_known == known && new > 0 && deviations == 1, "{still_known} {new} {deviations}");
    }

    /// What `baseline` says of `record`: kinds, and how many cases are new and changed.
    fn held(baseline: &Baseline, record: &RunRecord) -> (Vec<DeviationKind>, usize, usize) {
        let asked = AskedCases::of(record);
        let held = compare(record, &record.decoders[0], baseline, ("", ""), &asked, false).unwrap();
        let kinds = held.deviations.iter().map(|one| one.kind).collect();
        (kinds, held.new.len(), held.undecided.len())
    }

    #[test]
    fn the_same_answer_to_an_accepted_case_is_accepted_whatever_cause_is_told() {
        let then = record(|| lax(0xBF), |_| true);
        let baseline = written(&then);
        let mut now = then.clone();
        now.decoders[0].by_claim.causes[0].id = Cause::HidesErrors;
        assert_eq!(held(&baseline, &now), (Vec::new(), 0, 0));
        let mut newer = baseline.clone();
        newer.asked.as_mut().unwrap().suite.push('0');
        assert_eq!((updated(&mut newer, &now), held(&newer, &now)), (1, (Vec::new(), 0, 0)));
        let outcomes = &mut now.decoders[0].by_claim;
        let changed = outcomes.observed.iter_mut().map(|group| group.observed += "0").count();
        assert!(changed > 0 && held(&baseline, &now).1 > 0, "the answers are others");
    }

    #[test]
    fn another_answer_and_a_new_failure_are_seen_beside_a_fix_which_alone_is_taken_out() {
        let then = record(|| lax(0xBF), |_| true);
        let mut baseline = written(&then);
        let mut now = record(|| lax(0xA0), |_| true);
        let outcomes = &mut now.decoders[0].by_claim;
        let changed = outcomes.observed.iter_mut().find(|group| !group.cases.is_empty()).unwrap();
        changed.observed += "0";
        let changed = changed.cases.len();
        let (kinds, new, others) = held(&baseline, &now);
        assert!(kinds.contains(&DeviationKind::ChangedWrong) && kinds.contains(&DeviationKind::Fixed));
        assert_eq!((new, others), (0, changed));
        assert!(baseline.update((&now, &now.decoders[0]), &AskedCases::of(&now), true).unwrap() > 0);
        let (kinds, ..) = held(&baseline, &now);
        assert!(kinds.contains(&DeviationKind::ChangedWrong) && !kinds.contains(&DeviationKind::Fixed));
        let (kinds, new, _) = held(&baseline, &then);
        assert!(kinds.contains(&DeviationKind::Regressed) && new > 0, "what was fixed fails again");
    }

    #[test]
    fn one_answer_that_varies_accepts_no_cause_with_more_cases() {
        let mut now = record(|| lax(0xBF), |_| true);
        let mut baseline = Baseline::empty("mine/lax".to_owned(), Condition::default());
        (baseline.unstable, baseline.reasons) = (Some(reason().id), vec![reason()]);
        now.decoders[0].asked_again.get_or_insert_default().unstable = true;
        let causes = &mut now.decoders[0].by_claim.causes;
        causes.sort_by_key(|cause| cause.cases.len());
        let (fewest, most) = (causes[0].cases.len(), causes[causes.len() - 1].cases.len());
        assert!(fewest < most);
        causes[0].id = Cause::Unstable;
        assert!(held(&baseline, &now).0.contains(&DeviationKind::Regressed));
        let causes = &mut now.decoders[0].by_claim.causes;
        causes.truncate(1);
        assert_eq!(held(&baseline, &now).0, []);
    }

    #[test]
    fn what_failed_and_can_no_longer_be_asked_is_not_fixed() {
        let then = record(|| lax(0xBF), |_| true);
        let baseline = written(&then);
        let kinds = [
            (VerdictKind::Pass, DeviationKind::Fixed),
            (VerdictKind::NotApplicable, DeviationKind::Unjudged),
        ];
        for (now, kind) in kinds {
            let mut record = then.clone();
            let outcomes = &mut record.decoders[0].by_claim;
            outcomes.causes.clear();
            for group in outcomes.groups.iter_mut().filter(|group| group.verdict.is_bad()) {
                group.verdict = now;
            }
            assert!(held(&baseline, &record).0.iter().all(|one| *one == kind), "{kind:?}");
        }
    }

    #[test]
    fn accepted_failures_that_are_not_judged_stay_beside_a_new_one() {
        let then = record(|| lax(0xA0), |id| id.starts_with("surrogate/"));
        let (mut baseline, mut now) =
            (written(&then), record(|| lax(0xBF), |id| id.starts_with("surrogate/")));
        let gone: Ranges = then.decoders[0].by_claim.bad().flat_map(|group| group.cases.iter()).collect();
        let outcomes = &mut now.decoders[0].by_claim;
        let causes = outcomes.causes.iter_mut().map(|cause| &mut cause.cases);
        let groups = outcomes.groups.iter_mut().map(|group| &mut group.cases);
        for cases in causes.chain(groups) {
            *cases = cases.iter().filter(|case| !gone.contains(*case)).collect();
        }
        let (verdict, checked) = (VerdictKind::Declined, Vec::new());
        outcomes.groups.push(OutcomeGroup { verdict, cause: None, checked, cases: gone });
        let (kinds, new, _) = held(&baseline, &now);
        assert!(new > 0 && kinds.contains(&DeviationKind::Regressed));
        assert!(kinds.contains(&DeviationKind::Unjudged) && !kinds.contains(&DeviationKind::Fixed));
        assert_eq!(baseline.update((&now, &now.decoders[0]), &AskedCases::of(&now), true), Ok(0));
    }

    #[test]
    fn a_group_that_is_no_longer_asked_is_not_accepted() {
        let mut baseline = written(&record(|| lax(0xBF), |_| true));
        let fewer = record(|| lax(0xBF), |id| id.starts_with("overlong/"));
        assert!(updated(&mut baseline, &fewer) > 0);
        let mut groups = baseline.entries.iter().flat_map(|entry| &entry.groups);
        assert!(groups.all(|group| group.group == "overlong"));
    }
}
