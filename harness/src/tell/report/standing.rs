//! Whether decoders keep their claims and are as their baselines list, and whether the run is red or green.

use crate::record::run_record::{DecoderRecord, DeviationKind, ExitReason, RunRecord, Tally};
use crate::tell::report::causes::{open_causes, worst};
use crate::tell::report::words::{counted, either};
use illformed_judge::cause::Severity;
use std::collections::BTreeSet;

/// What a run says of a decoder's claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Everything that was judged is as claimed.
    Keeps,
    /// The same, but it declined cases, or could be asked nothing of ill-formed or of well-formed input.
    KeepsInPart,
    /// Every answer is right, but an offset, a length or the time of an error is not as claimed.
    Imprecise,
    /// Something is not as claimed.
    Breaks,
    /// Nothing could be judged, or it declined all well-formed or all ill-formed input.
    NotJudged,
    NoClaim,
}

impl Standing {
    /// The standing of `decoder`, and the counts behind it: a decoder that claims nothing is counted as it is shown.
    pub(crate) fn of(decoder: &DecoderRecord) -> (Self, &Tally) {
        if decoder.claim.profile == "none" {
            return (Self::NoClaim, &decoder.shown().tally);
        }
        let (tally, asked) = (&decoder.by_claim.tally, &decoder.asked);
        let in_part = asked.declined() > 0 || asked.unaskable_part().is_some();
        let standing = match (tally.judged, tally.bad()) {
            (0, _) => Self::NotJudged,
            (_, 1..) if worst(&decoder.by_claim) == Some(Severity::Imprecise) => Self::Imprecise,
            (_, 1..) => Self::Breaks,
            _ if asked.declined_part().is_some() => Self::NotJudged,
            _ if in_part => Self::KeepsInPart,
            _ => Self::Keeps,
        };
        (standing, tally)
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Keeps => "pass",
            Self::KeepsInPart => "part",
            Self::Imprecise => "IMPRECISE",
            Self::Breaks => "FAIL",
            Self::NotJudged => "-",
            Self::NoClaim => "none",
        }
    }
}

/// How many decoders of `record` have which standing, in words; empty if there is none.
pub(crate) fn standings(record: &RunRecord) -> String {
    let all = [
        (Standing::Keeps, "passed", "passed"),
        (
            Standing::KeepsInPart,
            "passed in part (some input declined or not applicable)",
            "passed in part (some input declined or not applicable)",
        ),
        (Standing::Breaks, "failed", "failed"),
        (Standing::Imprecise, "imprecise", "imprecise"),
        (Standing::NoClaim, "claims no supported format", "claim no supported format"),
        (Standing::NotJudged, "could not be judged", "could not be judged"),
    ];
    let accepted = record.decoders.iter().filter(|decoder| is_accepted(record, decoder)).count();
    let said = all.into_iter().filter_map(|(wanted, one, several)| {
        let is_one =
            |decoder: &&DecoderRecord| Standing::of(decoder).0 == wanted && !is_accepted(record, decoder);
        let count = record.decoders.iter().filter(is_one).count();
        (count > 0).then(|| either(count, one, several))
    });
    let accepted = (accepted > 0)
        .then(|| either(accepted, "failed as its baseline accepts", "failed as their baselines accept"));
    said.chain(accepted).collect::<Vec<_>>().join(", ")
}

/// Whether all that is wrong with `decoder` is accepted by its baseline as a whole.
pub(crate) fn is_accepted(record: &RunRecord, decoder: &DecoderRecord) -> bool {
    let is_wrong = matches!(Standing::of(decoder).0, Standing::Breaks | Standing::Imprecise);
    let has_causes = !decoder.by_claim.causes.is_empty();
    decoder.baseline.is_some()
        && is_wrong
        && has_causes
        && open_causes(record, decoder, &decoder.by_claim).is_empty()
}

/// How much makes a baseline red; all 0 where it holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Unlisted {
    /// Cases that fail and are not listed.
    regressed: usize,
    /// Cases that fail otherwise than listed.
    changed: usize,
    /// Expired entries that still fail.
    expired: usize,
    /// Entries that pass or were not judged, in part or as a whole, where that counts.
    stale: usize,
}

impl Unlisted {
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

    /// What marks the decoder in a table, if there is something.
    pub(crate) fn mark(self) -> Option<&'static str> {
        let mark = if self.is_stale_only() { "stale baseline" } else { "not as listed" };
        (!self.is_nothing()).then_some(mark)
    }

    /// Whether the baseline holds.
    pub(crate) fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Whether the decoder fails only what is listed, and the list alone is out of date.
    pub(crate) fn is_stale_only(self) -> bool {
        self.stale > 0 && Self { stale: 0, ..self }.is_nothing()
    }

    /// Each kind that there is, with its number: `2 regressions`, `1 entry is stale`, `2 regressions, 1 changed`.
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
    let breaking = failing().filter(|decoder| decoder.baseline.is_none()).count();
    let (stale, otherwise): (Vec<Unlisted>, Vec<Unlisted>) =
        failing().filter_map(Unlisted::of).partition(|one| one.is_stale_only());
    let sum = |all: &[Unlisted]| all.iter().copied().fold(Unlisted::default(), Unlisted::plus).words();
    let claims = either(breaking, "decoder fails its claim", "decoders fail their claims");
    let otherwise_words =
        either(otherwise.len(), "decoder differs from its baseline", "decoders differ from their baselines");
    let stale_words = either(stale.len(), "baseline is stale", "baselines are stale");
    let all = [
        (breaking, claims),
        (otherwise.len(), format!("{otherwise_words} ({})", sum(&otherwise))),
        (stale.len(), format!("{stale_words} ({})", sum(&stale))),
    ];
    all.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect()
}

/// How many of its failures, of those that no baseline accepts, `--fail-on` lets pass.
fn tolerated(record: &RunRecord, decoder: &DecoderRecord) -> usize {
    let bad = decoder.by_claim.bad().flat_map(|group| group.cases.iter());
    bad.filter(|case| !decoder.accepts(*case) && record.tolerates(decoder, *case)).count()
}

/// What holds where nothing is red.
fn kept(record: &RunRecord) -> String {
    let baselines: Vec<_> = record.decoders.iter().filter_map(|one| one.baseline.as_ref()).collect();
    let known: usize = baselines.iter().map(|baseline| baseline.known.len()).sum();
    let words = if known > 0 { format!(" ({})", counted(known, "known failure")) } else { String::new() };
    let stands = |wanted| record.decoders.iter().any(|one| Standing::of(one).0 == wanted);
    let is_tolerated = |one: &DecoderRecord| record.counts(&one.implementation) && tolerated(record, one) > 0;
    if record.decoders.iter().any(is_tolerated) {
        format!("no decoder fails with a cause that is {} or worse{words}", record.fail_on)
    } else if known > 0 && baselines.len() == record.decoders.len() {
        format!("every decoder matches its baseline{words}")
    } else if record.survey_of_all_but.is_some() {
        format!("a survey, in which no counted decoder fails{words}")
    } else if known > 0 {
        format!("every decoder passes or matches its baseline{words}")
    } else if [Standing::NoClaim, Standing::NotJudged, Standing::KeepsInPart].into_iter().any(stands) {
        "every judged decoder passes".to_owned()
    } else {
        "every decoder passes".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_words_and_what_there_is_none_of_has_none() {
        let unlisted = |regressed, changed, expired, stale| Unlisted { regressed, changed, expired, stale };
        for (unlisted, words) in [
            (unlisted(0, 0, 0, 0), ""),
            (unlisted(227, 0, 0, 0), "227 regressions"),
            (unlisted(1, 1, 1, 1), "1 regression, 1 changed, 1 expired, 1 stale"),
            (unlisted(0, 1, 0, 0), "1 answer changed"),
            (unlisted(0, 0, 2, 0), "2 entries are expired"),
            (unlisted(0, 2, 0, 3), "2 changed, 3 stale"),
        ] {
            assert_eq!(unlisted.words(), words);
            assert_eq!(unlisted.is_nothing(), words.is_empty());
            assert!(!unlisted.is_stale_only());
        }
        let stale = unlisted(0, 0, 0, 1);
        assert!(stale.is_stale_only());
        assert_eq!(stale.words(), "1 entry is stale");
    }
}
