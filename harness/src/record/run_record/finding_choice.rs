//! Which outcomes of a decoder a record keeps with their details, judged by its claim and by RFC 3629.

use crate::record::run_record::detail::{DetailChoice, most_vectors};
use crate::record::run_record::grouping::CauseWords;
use illformed_codec::Profile;
use illformed_judge::case::CaseId;
use illformed_judge::claim::Claim;
use illformed_judge::judge::{Judged, Judgement};
use illformed_vectors::Suite;
use std::collections::HashMap;

/// How many vectors of each group of a suite are kept in full.
#[derive(Debug)]
pub(super) struct MostVectors(HashMap<String, usize>);

impl MostVectors {
    pub(super) fn of(suite: &Suite) -> Self {
        let files = suite.files().iter();
        Self(files.map(|file| (file.group.clone(), most_vectors(&file.origin))).collect())
    }
}

/// Decides it case by case, in the plan's order.
#[derive(Debug)]
pub(super) struct FindingChoice<'a> {
    most: &'a MostVectors,
    by_claim: OneWay,
    /// `None` if its claim is to follow RFC 3629 without reserve.
    by_rfc3629: Option<OneWay>,
}

/// The choice for one judgement.
#[derive(Debug, Default)]
struct OneWay {
    choice: DetailChoice,
    words: CauseWords,
}

impl OneWay {
    fn keeps(&mut self, id: &CaseId, judgement: &Judgement, most: &MostVectors) -> bool {
        let kind = judgement.verdict.kind();
        if !kind.is_bad() {
            return false;
        }
        let cause = self.words.kept(kind, judgement.verdict.cause().as_deref());
        self.choice.keeps(id, kind, cause, most.0.get(id.vector.group()).copied().unwrap_or_default())
    }
}

impl<'a> FindingChoice<'a> {
    /// For a decoder with `claim`.
    pub(super) fn new(most: &'a MostVectors, claim: &Claim) -> Self {
        let by_rfc3629 = (!is_unreserved(claim)).then(OneWay::default);
        Self { most, by_claim: OneWay::default(), by_rfc3629 }
    }

    /// Whether the details of the next case are kept: by its claim, and by RFC 3629.
    pub(super) fn keeps(&mut self, id: &CaseId, judged: &Judged) -> [bool; 2] {
        let most = self.most;
        let by_rfc3629 = self.by_rfc3629.as_mut();
        [
            self.by_claim.keeps(id, &judged.claim, most),
            by_rfc3629.is_some_and(|one_way| one_way.keeps(id, &judged.shown, most)),
        ]
    }
}

/// Whether RFC 3629 is all that is claimed, so that both judgements are one.
pub(super) fn is_unreserved(claim: &Claim) -> bool {
    claim.profile == Some(Profile::Rfc3629) && claim.refuses.is_empty()
}
