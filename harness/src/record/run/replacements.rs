//! How a decoder that documents no replacement policy replaces errors that encode nothing, learned by asking it.

use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Claim, Kind, Profile};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation};
use illformed_vectors::Input;

/// What stands around an error that is asked about.
const BEFORE: u8 = b'a';
const AFTER: u8 = b'b';

/// Errors whose bytes encode no number: bytes that are never valid, a lone continuation byte, and sequences that are cut.
const ERRORS: [&[u8]; 6] = [b"\xFF", b"\xFE", b"\x80", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98"];

/// Answers all inputs, in order.
pub(crate) type AskFn<'a> = dyn FnMut(&[&Input], &mut dyn FnMut(usize, Response)) + 'a;

/// The texts by which a decoder with `claim` replaces errors. Where its policy is documented it is not asked: then they
/// are not needed.
pub(crate) fn seen_replacements(claim: &Claim, ask: &mut AskFn<'_>) -> Replacements {
    let mut replacements = Replacements::default();
    let is_documented = claim.policy.is_some() && claim.profile == Some(Profile::Rfc3629);
    if claim.kind != Kind::Lossy || is_documented {
        return replacements;
    }
    let inputs = ERRORS.map(|error| Input::Bytes([&[BEFORE], error, &[AFTER]].concat()));
    let inputs: Vec<&Input> = inputs.iter().filter(|input| FittedInput::new(input, claim).is_ok()).collect();
    ask(&inputs, &mut |_, response| {
        if let Response::Observed(Observation { calls, .. }) = response
            && let [CallOutcome::Done(text)] = calls.as_slice()
        {
            replacements.learn(text, BEFORE.into(), AFTER.into());
        }
    });
    replacements
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::observation::Text;

    /// What is learned from a decoder that gives `!` for each error.
    fn learned(claim: &Claim) -> (Replacements, usize) {
        let mut asked = 0;
        let replacements = seen_replacements(claim, &mut |inputs, answered| {
            for number in 0..inputs.len() {
                asked += 1;
                let text = Text::Utf32("a!b".chars().map(u32::from).collect());
                answered(number, Observation::accept(text).into());
            }
        });
        (replacements, asked)
    }

    #[test]
    fn a_decoder_is_asked_only_if_its_policy_is_not_documented() {
        let lossy = Claim::lossy(illformed_judge::claim::Policy::MaximalSubpart);
        assert_eq!(learned(&lossy), (Replacements::default(), 0));
        assert_eq!(learned(&Claim::strict(Profile::Rfc3629)), (Replacements::default(), 0));
        let undocumented = Claim { policy: None, ..lossy.clone() };
        let (replacements, asked) = learned(&undocumented);
        assert_eq!(asked, ERRORS.len());
        assert_ne!(replacements, Replacements::default());
        let (replacements, _) = learned(&Claim { profile: Some(Profile::Cesu8), ..lossy });
        assert_ne!(replacements, Replacements::default());
    }

    #[test]
    fn what_a_decoder_cannot_be_given_is_not_asked() {
        let claim = Claim {
            policy: None,
            cannot: vec![0xFF, 0xFE],
            ..Claim::lossy(illformed_judge::claim::Policy::Drop)
        };
        assert_eq!(learned(&claim).1, ERRORS.len() - 2);
    }
}
