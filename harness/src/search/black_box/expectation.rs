//! What a decoder should answer to an input that nobody wrote down.

use illformed_codec::Profile;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::Claim;
use illformed_judge::expected::{Expected, Resolutions, Ruling, SegmentEvents, segments};
use illformed_judge::oracle::Oracle;
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::{Input, Question};

/// Why nothing is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unexpected {
    /// The claim names no profile that we have.
    NoProfile,
    /// The standard is silent, and nobody answered.
    Silent(Question),
    /// The oracles of this program disagree: one of them is wrong. In words.
    OraclesDisagree(String),
}

/// What `claim` promises for `fitted_input`, as the arithmetic oracle has it; all others that know the profile agree.
pub(crate) fn expectation(
    fitted_input: &FittedInput,
    claim: &Claim,
    resolutions: &Resolutions,
) -> Result<Expected, Unexpected> {
    let profile = claim.profile.ok_or(Unexpected::NoProfile)?;
    let segments = read(&fitted_input.input, profile, resolutions)?;
    Ok(Expected::new(fitted_input, &segments, profile, claim))
}

fn read(
    input: &Input,
    profile: Profile,
    resolutions: &Resolutions,
) -> Result<Vec<SegmentEvents>, Unexpected> {
    let limits = Limits::of(profile);
    let read = |(bytes, _): (Vec<u8>, bool)| {
        let mut found = events(&bytes, limits);
        for oracle in Oracle::ALL {
            if (oracle.read)(&bytes, profile).is_some_and(|opinion| !opinion.agrees_with(&found)) {
                let name = oracle.name;
                return Err(Unexpected::OraclesDisagree(format!(
                    "{name} and arithmetic read {} differently under {profile}",
                    const_hex::encode(&bytes)
                )));
            }
        }
        if profile == Profile::Rfc2279 {
            let refusing = events(&bytes, Limits::RFC2279_WITHOUT_SURROGATES);
            if refusing != found {
                let question = Question::Rfc2279Surrogate;
                match resolutions.ruling(question).ok_or(Unexpected::Silent(question))? {
                    Ruling::Accept => {}
                    Ruling::Reject => found = refusing,
                }
            }
        }
        // What an unfinished segment leaves open, `Expected` takes away.
        Ok(SegmentEvents { bytes, events: found, pending: 0 })
    };
    segments(input).into_iter().map(read).collect()
}
