//! How much of well-formed and of ill-formed input a decoder answered.

use illformed_codec::{ErrorKind, Event, Profile, validate};
use illformed_judge::case::{Case, Recipe};
use illformed_judge::expected::{case_events, segments};
use illformed_judge::judge::VerdictKind;
use serde::{Deserialize, Serialize};

/// The cases of a run by what their input is under the profile that the decoder claims; under RFC 3629 if it claims none.
/// A case on which the profile is silent is in neither part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub well_formed: AskedPart,
    /// Cases whose input has an error, in whichever part.
    pub ill_formed: AskedPart,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedPart {
    pub cases: usize,
    /// How many the decoder answered, or died of, or did not answer in time.
    pub answered: usize,
    pub declined: usize,
}

impl Asked {
    pub(super) fn add(&mut self, is_well_formed: bool, verdict: VerdictKind) {
        let part = if is_well_formed { &mut self.well_formed } else { &mut self.ill_formed };
        part.cases += 1;
        let is_declined = verdict == VerdictKind::Declined;
        part.declined += usize::from(is_declined);
        let is_unasked = matches!(verdict, VerdictKind::NotAsked | VerdictKind::NotApplicable);
        part.answered += usize::from(!is_declined && !is_unasked);
    }

    /// The part that the decoder did not answer at all although it was asked: it declined all that it could be asked. A
    /// decoder with such a part was not judged on its claim.
    pub fn declined_part(&self) -> Option<&'static str> {
        let is_declined = |part: &AskedPart| part.answered == 0 && part.declined > 0;
        match (is_declined(&self.ill_formed), is_declined(&self.well_formed)) {
            (true, true) => Some("all input"),
            (true, false) => Some("all ill-formed input"),
            (false, true) => Some("all well-formed input"),
            (false, false) => None,
        }
    }

    /// The part that the decoder's API cannot take at all.
    pub fn unaskable_part(&self) -> Option<&'static str> {
        let is_unaskable = |part: &AskedPart| part.cases > 0 && part.answered + part.declined == 0;
        match (is_unaskable(&self.ill_formed), is_unaskable(&self.well_formed)) {
            (true, false) => Some("ill-formed input"),
            (false, true) => Some("well-formed input"),
            _ => None,
        }
    }

    pub const fn declined(&self) -> usize {
        self.well_formed.declined + self.ill_formed.declined
    }
}

/// Whether the input of `case` is well-formed under `profile`; `None` where that is silent.
pub(super) fn is_well_formed(case: &Case<'_>, profile: Profile) -> Option<bool> {
    // Most cases are their vector's bytes, in whatever calls, or within text that is well-formed by RFC 3629.
    let is_within_text = |recipe: Recipe| recipe.place().is_some() && profile == Profile::Rfc3629;
    if case.id.recipe.is_none_or(|recipe| recipe.is_other_calls() || is_within_text(recipe)) {
        return case.vector.expectation(profile).well_formed();
    }
    // A silent standard, and a question, are for the judge's oracle; else the codec is much faster.
    if profile == Profile::Rfc2279 {
        let is_code = |event: &Event| matches!(event, Event::Code { .. });
        let segments = case_events(case, profile, None).ok()?;
        return Some(segments.iter().all(|segment| segment.events.iter().all(is_code)));
    }
    Some(segments(case.input()).all(|(bytes, finished)| match validate(&bytes, profile) {
        Ok(()) => true,
        Err(error) => !finished && error.kind() == ErrorKind::Incomplete,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::case::Plan;
    use illformed_vectors::Suite;

    fn asked(cases: &[(bool, VerdictKind)]) -> Asked {
        let mut asked = Asked::default();
        for (is_well_formed, verdict) in cases {
            asked.add(*is_well_formed, *verdict);
        }
        asked
    }

    #[test]
    fn a_case_that_has_its_vectors_bytes_alone_is_well_formed_if_the_vector_is() {
        let cases = Plan::everything(Suite::embedded()).cases;
        let is_short = |case: &&Case<'_>| case.input().bytes().len() < 600;
        for case in cases.iter().filter(is_short) {
            for &profile in Profile::ALL {
                let Ok(segments) = case_events(case, profile, None) else { continue };
                let is_error = |event: &Event| matches!(event, Event::Error { .. });
                let has_errors = segments.iter().any(|segment| segment.events.iter().any(is_error));
                assert_eq!(is_well_formed(case, profile), Some(!has_errors), "{} under {profile}", case.id);
            }
        }
    }

    #[test]
    fn a_part_is_declined_when_nothing_of_it_was_answered() {
        let declined = VerdictKind::Declined;
        let unaskable = VerdictKind::NotApplicable;
        for (cases, part, unasked) in [
            (vec![(true, VerdictKind::Pass), (false, declined)], Some("all ill-formed input"), None),
            (vec![(true, declined), (false, VerdictKind::NoPolicy)], Some("all well-formed input"), None),
            (vec![(true, declined), (false, declined)], Some("all input"), None),
            (vec![(true, VerdictKind::Pass), (false, declined), (false, VerdictKind::Pass)], None, None),
            (
                vec![(true, VerdictKind::Pass), (false, declined), (false, unaskable)],
                Some("all ill-formed input"),
                None,
            ),
            (vec![(true, VerdictKind::Pass), (false, unaskable)], None, Some("ill-formed input")),
            (vec![(true, VerdictKind::Pass)], None, None),
        ] {
            let asked = asked(&cases);
            assert_eq!((asked.declined_part(), asked.unaskable_part()), (part, unasked), "{cases:?}");
        }
    }
}
