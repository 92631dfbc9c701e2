//! What is to be said of some bytes, for programs. `harness/schema/explanation.schema.json` describes the JSON, whose
//! `schema` changes when the meaning of anything in it does.

use crate::completion::expectation;
use crate::detection::detect;
use crate::explain::report::section;
use crate::explain::{LaxReading, lax_readings};
use illformed_codec::{Event, Policy, Profile, decode_lossy, events};
use illformed_vectors::{Expectation, Input};
use serde::Serialize;

/// The version of the JSON.
const SCHEMA: u32 = 1;

/// What some bytes are to each profile and under each replacement policy. Text is code points in hex of at least four
/// digits, with spaces between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// `illformed-explanation`.
    pub kind: &'static str,
    /// The version of the JSON.
    pub schema: u32,
    /// The bytes in hex.
    pub bytes: String,
    /// How many there are.
    pub length: usize,
    /// What a detector by validity takes them for, as vectors name it.
    pub detected: &'static str,
    /// What each profile reads, in the order of [`Profile::ALL`].
    pub profiles: Vec<ProfileReading>,
    /// What each policy makes of the errors under `rfc3629`, in the order of [`Policy::ALL`].
    pub policies: Vec<ReplacedText>,
    /// The forbidden sequences that encode a number to a decoder that does not check it.
    pub lax: Vec<LaxReading>,
}

/// What a profile reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProfileReading {
    /// The profile.
    pub profile: &'static str,
    /// Whether the bytes are well-formed; `None` where the standard does not say.
    pub well_formed: Option<bool>,
    /// The question that the standard leaves open, as vectors name it. Errors and text are then those of a decoder that accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unspecified: Option<&'static str>,
    /// The errors in order.
    pub errors: Vec<ReadError>,
    /// The well-formed text, without anything for errors.
    pub text: String,
}

/// An error in the bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadError {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// How many bytes are its maximal subpart.
    pub length: usize,
    /// Its kind, as vectors name it.
    pub error: &'static str,
    /// Where a standard says so.
    pub specified_by: &'static str,
}

/// The text under a replacement policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplacedText {
    /// The policy.
    pub policy: &'static str,
    /// The text.
    pub text: String,
}

impl Explanation {
    /// What is to be said of `bytes`.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_judge::explain::Explanation;
    ///
    /// let explanation = Explanation::of(b"A\xC0\x80");
    /// let rfc3629 = &explanation.profiles[0];
    /// assert_eq!((rfc3629.profile, rfc3629.well_formed, rfc3629.text.as_str()), ("rfc3629", Some(false), "0041"));
    /// assert_eq!((rfc3629.errors[0].offset, rfc3629.errors[0].error), (1, "overlong"));
    /// assert_eq!((explanation.lax[0].bytes.as_str(), explanation.lax[0].code.as_str()), ("c080", "0000"));
    ///
    /// let rfc2279 = &Explanation::of(b"\xED\xA0\x80").profiles[1];
    /// assert_eq!((rfc2279.well_formed, rfc2279.unspecified), (None, Some("rfc2279-surrogate")));
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        let replaced = |policy: Policy| ReplacedText {
            policy: policy.name(),
            text: spaced_codes(decode_lossy(bytes, Profile::Rfc3629, policy)),
        };
        Self {
            kind: "illformed-explanation",
            schema: SCHEMA,
            bytes: illformed_vectors::hex::encode(bytes),
            length: bytes.len(),
            detected: detect(bytes).name(),
            profiles: Profile::ALL
                .iter()
                .copied()
                .map(|profile| ProfileReading::of(bytes, profile))
                .collect(),
            policies: Policy::ALL.iter().copied().map(replaced).collect(),
            lax: lax_readings(bytes),
        }
    }
}

impl ProfileReading {
    fn of(bytes: &[u8], profile: Profile) -> Self {
        let error = |event: Event| {
            let kind = event.error_kind()?;
            let (offset, length) = (event.at(), event.end() - event.at());
            Some(ReadError { offset, length, error: kind.name(), specified_by: section(kind, profile) })
        };
        let errors: Vec<ReadError> = events(bytes, profile).filter_map(error).collect();
        let text = spaced_codes(events(bytes, profile).filter_map(|event| event.value()));
        let unspecified = match expectation(&Input::Bytes(bytes.to_vec()), profile) {
            Expectation::Unspecified(question) => Some(question.name()),
            Expectation::Specified(_) => None,
        };
        let well_formed = unspecified.is_none().then_some(errors.is_empty());
        Self { profile: profile.name(), well_formed, unspecified, errors, text }
    }
}

/// `codes` in hex, with spaces between.
fn spaced_codes(codes: impl Iterator<Item = u32>) -> String {
    codes.map(|code| format!("{code:04X}")).collect::<Vec<_>>().join(" ")
}
