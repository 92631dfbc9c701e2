//! What came of the cases of one decoder, judged one way.

use crate::record::run_record::cut::{MOST_OF_WORD, cut};
use crate::record::run_record::{DecoderRecord, Ranges, Tally};
use illformed_judge::cause::{Cause, FoundCause, Relation, Severity};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::Surroundings;
use serde::{Deserialize, Serialize};

/// All verdicts of one decoder. Every case of the run is in exactly one group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    pub tally: Tally,
    /// The cases with the same verdict, for the same cause, that were checked in the same way.
    pub groups: Vec<OutcomeGroup>,
    /// Why cases count against the decoder, the worst first; each of these cases has one cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseRecord>,
    /// Cases that count against the decoder, in the plan's order, with the details: vectors that somebody wrote, at most
    /// 200 of a group that fail in the same way, of generated ones 20, of a complete suite three; and of the derived cases
    /// that fail in another way than their vector at most three likewise, and 200 in all. The verdicts of the others are
    /// in `groups`.
    pub findings: Vec<Finding>,
    /// What the decoder gave for each case that counts against it; left out where another judgement of the same decoder
    /// is the one that counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<ObservedGroup>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeGroup {
    pub verdict: VerdictKind,
    /// What is wrong, or why it was not judged, in a word or two. Words of an adapter are cut, and after a hundred different
    /// ones the others stand together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    pub checked: Vec<String>,
    /// Numbers of the cases in the record's list.
    pub cases: Ranges,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The case's number in the record's list.
    pub case: usize,
    pub verdict: VerdictKind,
    /// What is wrong, with the numbers; of a wrong text its first character or error that is not as it should be.
    pub detail: String,
    /// What was expected, in the words of an observation; of more than 2,048 characters the start, what is around the first
    /// difference, and the end.
    pub expected: String,
    /// What was observed, likewise.
    pub observed: String,
    /// Both around the first place where the texts differ, if they are too long to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub around: Option<Surroundings>,
    /// Where the adapter died or hung and this case alone was not seen to do it: numbers of the cases that were asked
    /// together, this one among them.
    #[serde(default, skip_serializing_if = "Ranges::is_empty")]
    pub window: Ranges,
}

impl Finding {
    /// What was expected and what was observed, as far as a reader is shown: of long texts what is around the difference.
    pub fn shown(&self) -> (&str, &str) {
        let around = self.around.as_ref();
        around.map_or((&self.expected, &self.observed), |around| (&around.expected, &around.observed))
    }
}

/// Cases that count against a decoder and in which it gave the same, so that two runs can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedGroup {
    /// What: an observation, with a digest in the place of what is beyond 64 bytes; or the verdict's name, where
    /// there was no answer or more than one.
    pub observed: String,
    /// Numbers of the cases in the record's list.
    pub cases: Ranges,
}

impl Outcomes {
    pub fn bad(&self) -> impl Iterator<Item = &OutcomeGroup> {
        self.groups.iter().filter(|group| group.verdict.is_bad())
    }

    /// What was given in a case that counts against the decoder, if that is kept.
    pub fn observed_in(&self, case: usize) -> Option<&str> {
        let group = self.observed.iter().find(|group| group.cases.contains(case))?;
        Some(&group.observed)
    }
}

impl DecoderRecord {
    /// The outcomes that two runs are compared by: as judged by its claim, or by RFC 3629 if it claims no profile.
    pub fn judged_outcomes(&self) -> &Outcomes {
        if self.claim.profile.is_some() { &self.by_claim } else { self.rfc3629_outcomes() }
    }

    pub fn observed(&self, case: usize) -> Option<&str> {
        self.judged_outcomes().observed_in(case)
    }

    /// Whether its baseline lists that it fails that case as it does.
    pub fn accepts(&self, case: usize) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.known.contains(case))
    }
}

/// A cause in a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseRecord {
    /// Its name, which is never given to another cause.
    pub id: Cause,
    /// How bad it is; it follows from the name.
    pub severity: Severity,
    pub cases: Ranges,
    /// The number of the case that shows it best.
    pub example: usize,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub observed: String,
    /// The kinds of errors in the input that have to do with it, where the name does not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Of `refuses-well-formed`, the classes of input that are refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Cause>,
    /// Of `wrong-offset`, what the offset is instead, if it is the same in all cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
}

impl From<&FoundCause> for CauseRecord {
    fn from(found: &FoundCause) -> Self {
        Self {
            id: found.cause,
            severity: found.cause.severity(),
            cases: found.cases.iter().copied().collect(),
            example: found.example.case,
            expected: found.example.expected.clone(),
            observed: cut(&found.example.observed, MOST_OF_WORD).into_owned(),
            errors: found.errors.iter().map(|kind| kind.name().to_owned()).collect(),
            classes: found.classes.clone(),
            relation: found.relation,
        }
    }
}
