//! A claim in the words of the protocol, which may contradict each other.

use crate::claim::{Bom, Claim, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use crate::container::Container;
use crate::named_enum;
use illformed_codec::{Policy, Profile};
use illformed_vectors::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A claim as it is written. Each key is one of [`Claim`]'s, or part of its kind or of the calls that it takes.
#[doc(hidden)]
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenClaim {
    pub kind: KindWord,
    #[serde(with = "or_none")]
    pub profile: Option<Profile>,
    #[serde(with = "or_none")]
    pub policy: Option<Policy>,
    pub out: OutputKind,
    pub at: OffsetMeaning,
    pub bom: Bom,
    pub script: ScriptWord,
    #[serde(default, skip_serializing_if = "<[u8]>::is_empty")]
    pub cannot: Bytes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuses: Vec<Refusal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
}

named_enum! {
    /// The word for a [`Kind`].
    #[doc(hidden)]
    pub enum KindWord {
        Strict = "strict",
        Lossy = "lossy",
        Validate = "validate",
        Count = "count",
    }
}

named_enum! {
    /// The word for a [`ScriptSupport`].
    #[doc(hidden)]
    pub enum ScriptWord {
        None = "none",
        Feed = "feed",
        Finish = "finish",
        Reset = "reset",
    }
}

/// A key whose word contradicts another.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleClaim {
    /// The key.
    pub key: &'static str,
    /// What is wrong with it.
    pub why: &'static str,
}

impl fmt::Display for ImpossibleClaim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.why)
    }
}

impl TryFrom<WrittenClaim> for Claim {
    type Error = ImpossibleClaim;

    fn try_from(written: WrittenClaim) -> Result<Self, ImpossibleClaim> {
        let WrittenClaim { policy, out, .. } = written;
        let (word, is_fatal) = (written.kind, policy == Some(Policy::Fatal));
        let impossible = |key, why| Err(ImpossibleClaim { key, why });
        if matches!(word, KindWord::Strict | KindWord::Validate) && !is_fatal {
            return impossible("policy", "a strict or validating decoder has the policy `fatal`");
        }
        if word == KindWord::Lossy && is_fatal {
            return impossible("policy", "a lossy decoder does not have the policy `fatal`");
        }
        if (word == KindWord::Validate) != (out == OutputKind::None) {
            return impossible("out", "`out` is `none` for `validate` and for nothing else");
        }
        if (word == KindWord::Count) != (out == OutputKind::Count) {
            return impossible("out", "`out` is `count` for `count` and for nothing else");
        }
        let kind = match word {
            KindWord::Strict | KindWord::Validate => Kind::Strict { out },
            KindWord::Count if is_fatal => Kind::Strict { out },
            KindWord::Lossy | KindWord::Count => Kind::Count { policy }.returning(out),
        };
        let script = match (written.container, written.script) {
            (None, ScriptWord::None) => ScriptSupport::None,
            (None, ScriptWord::Feed) => ScriptSupport::Feed,
            (None, ScriptWord::Finish) => ScriptSupport::Finish,
            (None, ScriptWord::Reset) => ScriptSupport::Reset,
            (Some(container), ScriptWord::None) => ScriptSupport::Container(container),
            (Some(_), _) => {
                let why = "a decoder of a `container` takes one call: its `script` is `none`";
                return impossible("container", why);
            }
        };
        let WrittenClaim { profile, at, bom, cannot, max_bytes, refuses, .. } = written;
        Ok(Self { kind, profile, at, bom, script, cannot: cannot.0, max_bytes, refuses })
    }
}

impl From<Claim> for WrittenClaim {
    fn from(claim: Claim) -> Self {
        let (policy, out, container) = (claim.policy(), claim.out(), claim.container());
        let script = match claim.script {
            ScriptSupport::None | ScriptSupport::Container(_) => ScriptWord::None,
            ScriptSupport::Feed => ScriptWord::Feed,
            ScriptSupport::Finish => ScriptWord::Finish,
            ScriptSupport::Reset => ScriptWord::Reset,
        };
        let Claim { kind, profile, at, bom, cannot, max_bytes, refuses, .. } = claim;
        let (kind, cannot) = (kind.word(), Bytes(cannot));
        Self { kind, profile, policy, out, at, bom, script, cannot, max_bytes, refuses, container }
    }
}

/// An optional word; `none` if there is none.
mod or_none {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        word: &Option<impl Display>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match word {
            Some(word) => serializer.collect_str(word),
            None => serializer.serialize_str("none"),
        }
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "none" => Ok(None),
            word => word.parse().map(Some).map_err(D::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Plan;
    use crate::judge::{CaseToJudge, Response, judge_case};
    use crate::observation::{Observation, Text};
    use illformed_vectors::Suite;

    #[test]
    fn a_count_that_is_fatal_is_judged_by_the_errors_that_it_reports_and_by_its_number() {
        let written = WrittenClaim::from(Claim::strict(Profile::Rfc3629));
        let written = WrittenClaim { kind: KindWord::Count, out: OutputKind::Count, ..written };
        let claim = Claim::try_from(written).unwrap();
        assert_eq!(WrittenClaim::from(claim.clone()).kind, KindWord::Count);
        let count = |count| Observation::accept(Text::Count(count));
        for (id, observation, verdict) in [
            ("overlong/nul-two-bytes", Observation::reject(None, None), "pass"),
            ("overlong/nul-two-bytes", count(1), "fail"),
            ("standard/copyright-sign", count(1), "pass"),
            ("standard/copyright-sign", count(2), "fail"),
        ] {
            let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
            let judged = judge_case(&CaseToJudge::new(&case, &claim), &[Response::from(observation)]);
            assert_eq!(judged.claim.verdict.name(), verdict, "{id}");
        }
    }
}
