//! What came of the cases of one decoder, judged one way.

use crate::record::run_record::grouping::GroupIndex;
use crate::record::run_record::observed::{ObservedGroup, ObservedIndex, kept};
use crate::record::run_record::{CauseRecord, DecoderRecord, Ranges, Tally};
use illformed_judge::judge::{Judgement, Response, VerdictKind, Wrong, excerpts};
use illformed_judge::shown::{Around, around, detail, expected_notation};
use serde::{Deserialize, Serialize};

/// All verdicts of one decoder. Every case of the run is in exactly one group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// How many of which verdict.
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

/// Cases with the same outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeGroup {
    pub verdict: VerdictKind,
    /// What is wrong, or why it was not judged, in a word or two. Words of an adapter are cut, and after a hundred different
    /// ones the others stand together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What was compared.
    pub checked: Vec<String>,
    /// Numbers of the cases in the record's list.
    pub cases: Ranges,
}

/// A case that counts against a decoder.
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
    pub around: Option<Around>,
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

/// What came of asking a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct GivenResponse<'a> {
    /// What came, unless nothing is wrong with it.
    pub(super) response: Option<&'a Response>,
    /// The cases that were outstanding when it broke the adapter.
    pub(super) window: &'a [usize],
}

impl Outcomes {
    /// The groups of cases that count against the decoder.
    pub fn bad(&self) -> impl Iterator<Item = &OutcomeGroup> {
        self.groups.iter().filter(|group| group.verdict.is_bad())
    }

    /// What was given in a case that counts against the decoder, if that is kept.
    pub fn observed_in(&self, case: usize) -> Option<&str> {
        let group = self.observed.iter().find(|group| group.cases.contains(case))?;
        Some(&group.observed)
    }

    /// Takes the next case. `places` are those of all groups. With `index`, what was given is kept of each that counts
    /// against the decoder; of a finding all details are.
    pub(super) fn push(
        &mut self,
        case: usize,
        judgement: &Judgement,
        wrong: Option<&Wrong>,
        given: GivenResponse<'_>,
        (places, index): (&mut GroupIndex, Option<&mut ObservedIndex>),
        is_finding: bool,
    ) {
        let Judgement { verdict, checked } = judgement;
        let kind = verdict.kind();
        self.tally.add(kind);
        let why = places.cause(kind, verdict.cause().as_deref());
        places.group(&mut self.groups, kind, why, *checked).cases.push(case);
        if kind.is_bad()
            && let Some(index) = index
        {
            index.push(&mut self.observed, case, kept(verdict, given.response));
        }
        if is_finding {
            let expected = expected_notation(wrong).unwrap_or_else(|| "an answer".to_owned());
            let observed = given.response.map_or_else(String::new, ToString::to_string);
            let (expected, observed) = excerpts(&expected, &observed);
            self.findings.push(Finding {
                case,
                verdict: kind,
                detail: excerpts(&detail(verdict, wrong, given.response), "").0,
                expected,
                observed,
                around: around(verdict, wrong, given.response),
                window: given.window.iter().copied().collect(),
            });
        }
    }
}

impl DecoderRecord {
    /// The outcomes that two runs are compared by: as judged by its claim, or by RFC 3629 if it claims no profile.
    pub fn judged_outcomes(&self) -> &Outcomes {
        if self.claim.is_judged() { &self.by_claim } else { self.rfc3629_outcomes() }
    }

    /// What it gave in a case that counts against it.
    pub fn observed(&self, case: usize) -> Option<&str> {
        self.judged_outcomes().observed_in(case)
    }

    /// Whether its baseline lists that it fails that case as it does.
    pub fn accepts(&self, case: usize) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.known.contains(case))
    }
}
