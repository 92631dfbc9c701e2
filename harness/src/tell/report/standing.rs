//! The words for what a run says of its decoders.

use crate::record::run_record::{DecoderRecord, DeviationKind, ExitReason, RunRecord, Standing};
use crate::tell::report::words::{counted, either};
use std::collections::BTreeSet;

impl Standing {
    /// The word in a table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Failed => "FAIL",
            Self::Imprecise => "IMPRECISE",
            Self::Outdated => "STALE",
            Self::Tolerated => "tolerated",
            Self::Accepted => "accepted",
            Self::Passed => "pass",
            Self::PassedInPart => "part",
            Self::NoClaim => "none",
            Self::NotJudged => "-",
        }
    }

    /// `2 failed`, `1 claims no supported format`.
    fn counted(self, number: usize) -> String {
        let (one, several) = match self {
            Self::Failed => ("failed", "failed"),
            Self::Imprecise => ("imprecise", "imprecise"),
            Self::Outdated => ("has a stale baseline", "have stale baselines"),
            Self::Tolerated => ("failed below --fail-on", "failed below --fail-on"),
            Self::Accepted => ("failed as its baseline accepts", "failed as their baselines accept"),
            Self::Passed => ("passed", "passed"),
            Self::PassedInPart => (
                "passed in part (some input declined or not applicable)",
                "passed in part (some input declined or not applicable)",
            ),
            Self::NoClaim => ("claims no supported format", "claim no supported format"),
            Self::NotJudged => ("could not be judged", "could not be judged"),
        };
        either(number, one, several)
    }
}

/// The decoders of `record` with that standing, in its order.
pub(crate) fn decoders_with(record: &RunRecord, standing: Standing) -> Vec<&DecoderRecord> {
    record.decoders.iter().filter(|decoder| record.standing(decoder) == standing).collect()
}

/// How many decoders of `record` have which standing, in words; empty if there is none.
pub(crate) fn standings(record: &RunRecord) -> String {
    let counts = Standing::ALL.map(|standing| (standing, decoders_with(record, standing).len()));
    let some = counts.iter().filter(|(_, count)| *count > 0);
    some.map(|(standing, count)| standing.counted(*count)).collect::<Vec<_>>().join(", ")
}

/// How a decoder differs from its baseline; all 0 where it does not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct BaselineDiff {
    /// Cases that fail and are not accepted.
    regressed: usize,
    /// Cases that fail otherwise than accepted.
    changed: usize,
    /// Expired entries that still fail.
    expired: usize,
    /// Entries that pass or were not judged, in part or as a whole, where that counts.
    stale: usize,
}

impl BaselineDiff {
    /// What the baseline of `decoder` says; `None` without one.
    pub(crate) fn of(decoder: &DecoderRecord) -> Option<Self> {
        let baseline = decoder.baseline.as_ref()?;
        let those = |wanted: fn(DeviationKind) -> bool| {
            baseline.deviations.iter().filter(move |deviation| wanted(deviation.kind))
        };
        // An entry may have several groups, with a deviation each.
        let entries = |wanted| those(wanted).map(|one| one.pointer.as_str()).collect::<BTreeSet<_>>().len();
        let cases = |wanted| those(wanted).map(|one| one.cases).sum();
        Some(Self {
            regressed: cases(|kind| kind == DeviationKind::Regressed),
            changed: cases(|kind| kind == DeviationKind::ChangedWrong),
            expired: entries(|kind| kind == DeviationKind::Expired),
            stale: if baseline.stale_is_error { entries(DeviationKind::is_stale) } else { 0 },
        })
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            regressed: self.regressed + other.regressed,
            changed: self.changed + other.changed,
            expired: self.expired + other.expired,
            stale: self.stale + other.stale,
        }
    }

    /// Each kind that there is, with its number: `2 regressions`, `1 entry is stale`, `2 regressions, 1 changed`; empty
    /// where the baseline holds.
    pub(crate) fn words(self) -> String {
        let kinds = [
            (self.regressed, "regression", "regressions"),
            (self.changed, "answer changed", "answers changed"),
            (self.expired, "entry is expired", "entries are expired"),
            (self.stale, "entry is stale", "entries are stale"),
        ];
        let some: Vec<_> = kinds.into_iter().filter(|(number, ..)| *number > 0).collect();
        // Beside others the last word is enough.
        let last = |words: &'static str| words.rsplit(' ').next().unwrap_or(words);
        let word = |(number, one, several): &(usize, &'static str, &'static str)| match some.len() {
            1 => either(*number, one, several),
            _ => either(*number, last(one), last(several)),
        };
        some.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// What marks a decoder in a table that differs from its baseline.
pub(crate) fn baseline_mark(record: &RunRecord, decoder: &DecoderRecord) -> Option<&'static str> {
    let standing = record.standing(decoder);
    let differs = decoder.baseline.is_some() && standing.is_failure() && standing != Standing::Outdated;
    differs.then_some("not as listed")
}

/// `red: 1 decoder fails its claim`, or `green: every decoder passes`: red is a run that does not end with 0. No
/// word of an adapter is in it, so that it may stand in a heading.
pub(crate) fn headline(record: &RunRecord) -> String {
    let reasons = ExitReason::of(record);
    if reasons.is_empty() {
        return format!("green: {}", kept(record));
    }
    let mut why = Vec::new();
    if !record.footer.complete {
        why.push("interrupted, not everything was asked".to_owned());
    }
    if reasons.contains(&ExitReason::NothingJudged) {
        why.push("nothing was judged".to_owned());
    } else if !record.missed_baselines.is_empty() {
        why.push("the decoder of a baseline was not asked".to_owned());
    } else if reasons.contains(&ExitReason::NotJudged) && record.footer.complete {
        why.push("an adapter could not be judged".to_owned());
    }
    why.extend(broken(record));
    format!("red: {}", why.join("; "))
}

/// How many decoders fail their claims or differ from their baselines, in words.
fn broken(record: &RunRecord) -> Vec<String> {
    let failing = || record.decoders.iter().filter(|decoder| record.is_failed_by(decoder));
    let without = failing().filter(|decoder| decoder.baseline.is_none()).count();
    let with = failing().filter_map(|decoder| Some((record.standing(decoder), BaselineDiff::of(decoder)?)));
    let (stale, differing): (Vec<_>, Vec<_>) =
        with.partition(|(standing, _)| *standing == Standing::Outdated);
    let sum = |all: &[(Standing, BaselineDiff)]| {
        all.iter().fold(BaselineDiff::default(), |sum, (_, diff)| sum.plus(*diff)).words()
    };
    let claims = either(without, "decoder fails its claim", "decoders fail their claims");
    let differ =
        either(differing.len(), "decoder differs from its baseline", "decoders differ from their baselines");
    let are_stale = either(stale.len(), "baseline is stale", "baselines are stale");
    let all = [
        (without, claims),
        (differing.len(), format!("{differ} ({})", sum(&differing))),
        (stale.len(), format!("{are_stale} ({})", sum(&stale))),
    ];
    all.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect()
}

/// What holds where nothing is red.
fn kept(record: &RunRecord) -> String {
    let known: usize =
        record.decoders.iter().filter_map(|one| one.baseline.as_ref()).map(|one| one.known.len()).sum();
    let words = if known > 0 { format!(" ({})", counted(known, "known failure")) } else { String::new() };
    let stands = |wanted| record.decoders.iter().any(|one| record.standing(one) == wanted);
    let is_tolerated =
        |one: &DecoderRecord| record.can_be_failed_by(one) && record.standing(one) == Standing::Tolerated;
    if record.decoders.iter().any(is_tolerated) {
        format!("no decoder fails with a cause that is {} or worse{words}", record.fail_on)
    } else if known > 0 && record.decoders.iter().all(|one| one.baseline.is_some()) {
        format!("every decoder matches its baseline{words}")
    } else if record.survey_of_all_but.is_some() {
        format!("a survey, in which no counted decoder fails{words}")
    } else if known > 0 {
        format!("every decoder passes or matches its baseline{words}")
    } else if [Standing::NoClaim, Standing::NotJudged, Standing::PassedInPart].into_iter().any(stands) {
        "every judged decoder passes".to_owned()
    } else {
        "every decoder passes".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::BaselineDiff;

    #[test]
    fn every_kind_has_its_words_and_what_there_is_none_of_has_none() {
        for (regressed, changed, expired, stale, words) in [
            (0, 0, 0, 0, ""),
            (227, 0, 0, 0, "227 regressions"),
            (1, 1, 1, 1, "1 regression, 1 changed, 1 expired, 1 stale"),
            (0, 1, 0, 0, "1 answer changed"),
            (0, 0, 2, 0, "2 entries are expired"),
            (0, 2, 0, 3, "2 changed, 3 stale"),
            (0, 0, 0, 1, "1 entry is stale"),
        ] {
            assert_eq!(BaselineDiff { regressed, changed, expired, stale }.words(), words);
        }
    }
}
