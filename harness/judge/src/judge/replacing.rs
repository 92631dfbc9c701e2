//! Which replacement policy a lossy decoder follows, whatever it claims.

use crate::case::Case;
use crate::claim::{Claim, Kind, ScriptSupport};
use crate::expected::{replaced_text, segment_events};
use crate::judge::Response;
use crate::observation::{CallOutcome, Observation};
use illformed_codec::{ErrorKind, Policy, Profile};
use illformed_vectors::Input;
use serde::{Deserialize, Serialize};

/// How many texts of a decoder contradict each policy.
#[derive(Debug, Clone)]
pub struct Replacing {
    compared: usize,
    contradicted: Vec<(Policy, usize)>,
}

/// How a decoder was seen to replace errors, whatever it claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The policies that fewest of its texts contradict, by name.
    pub policies: Vec<String>,
    /// How many do; 0 when the policies explain all of them.
    pub contradicted: usize,
    /// How many texts of ill-formed inputs were compared.
    pub compared: usize,
}

impl Replacing {
    /// For a decoder with that claim, if it replaces and shows what.
    pub fn new(claim: &Claim) -> Option<Self> {
        let policies = Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal);
        matches!(claim.kind, Kind::Lossy { .. })
            .then(|| Self { compared: 0, contradicted: policies.map(|policy| (policy, 0)).collect() })
    }

    /// Compares what the decoder made of `case`, if that is a vector, ill-formed and given in one call.
    pub fn take(&mut self, case: &Case<'_>, claim: &Claim, response: &Response) {
        let (Input::Bytes(_), Response::Observed(Observation { calls, .. }), None) =
            (case.input(), response, case.id.recipe)
        else {
            return;
        };
        let [CallOutcome::Done(observed)] = calls.as_slice() else { return };
        let profile = claim.profile.unwrap_or(Profile::Rfc3629);
        let Ok(mut events) = segment_events(case.vector, profile, None) else { return };
        let [segment] = events.as_mut_slice() else { return };
        if claim.script == ScriptSupport::Feed {
            // It was not told that the input is over: what is incomplete is not an error yet.
            segment.events.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
        }
        if segment.events.iter().all(|event| event.error_kind().is_none()) {
            return;
        }
        self.compared += 1;
        for (policy, contradicted) in &mut self.contradicted {
            let explained =
                replaced_text(segment, profile, claim, *policy).is_some_and(|text| text == *observed);
            *contradicted += usize::from(!explained);
        }
    }

    /// What was seen; nothing when no text was compared.
    pub fn seen(self) -> Option<Replacement> {
        let compared = self.compared;
        let least = self.contradicted.iter().map(|(_, contradicted)| *contradicted).min()?;
        let nearest = self.contradicted.into_iter().filter(|(_, contradicted)| *contradicted == least);
        let policies = nearest.map(|(policy, _)| policy.name().to_owned()).collect();
        (compared > 0).then_some(Replacement { policies, contradicted: least, compared })
    }
}
