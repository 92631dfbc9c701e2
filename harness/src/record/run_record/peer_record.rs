//! An encoder, detector or reader of labels in a record.

use crate::ask::kinds::{KindVerdict, Peer};
use illformed_judge::cause::Cause;
use illformed_vectors::Kinds;
use serde::{Deserialize, Serialize};

/// What came of asking one of them all vectors of its kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerRecord {
    /// `encode`, `detect` or `label`.
    pub kind: String,
    /// `<adapter>/<name>`.
    pub name: String,
    /// Who wrote it.
    pub implementation: String,
    /// The call.
    pub api: String,
    /// What it promises.
    pub claim: String,
    /// How many replies were as expected.
    pub passed: usize,
    /// How many vectors it cannot be asked.
    pub not_applicable: usize,
    /// On how many its standard is silent.
    pub unspecified: usize,
    /// The replies that were not as expected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<PeerFinding>,
}

/// A reply that was not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerFinding {
    /// The id of the vector.
    pub vector: String,
    /// What was expected and what came.
    pub detail: String,
}

impl PeerRecord {
    /// Asks `peer` all vectors of its kind.
    pub fn of(peer: &Peer, kinds: &Kinds) -> Self {
        let verdicts = peer.verdicts(kinds);
        let count = |wanted: KindVerdict| verdicts.iter().filter(|(_, verdict)| *verdict == wanted).count();
        let finding = |(id, verdict): &(&str, KindVerdict)| match verdict {
            KindVerdict::Fail(detail) => {
                Some(PeerFinding { vector: (*id).to_owned(), detail: detail.clone() })
            }
            KindVerdict::Pass | KindVerdict::NotApplicable | KindVerdict::Unspecified => None,
        };
        Self {
            kind: peer.kind().to_owned(),
            name: peer.name.clone(),
            implementation: peer.implementation.to_owned(),
            api: peer.api.to_owned(),
            claim: peer.claim(),
            passed: count(KindVerdict::Pass),
            not_applicable: count(KindVerdict::NotApplicable),
            unspecified: count(KindVerdict::Unspecified),
            findings: verdicts.iter().filter_map(finding).collect(),
        }
    }

    /// The cause of its findings; `None` for a kind that is not known.
    pub fn cause(&self) -> Option<Cause> {
        match self.kind.as_str() {
            "encode" => Some(Cause::EncodesWrongly),
            "detect" => Some(Cause::DetectsWrongly),
            "label" => Some(Cause::LabelsWrongly),
            _ => None,
        }
    }

    /// Asks each of `peers` all vectors of its kind.
    pub fn of_all(peers: &[Peer], kinds: &Kinds) -> Vec<Self> {
        peers.iter().map(|peer| Self::of(peer, kinds)).collect()
    }
}
