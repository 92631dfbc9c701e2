//! RFC 3629, RFC 2279 and the dialects are what the oracles work out.

use crate::failure::PropertyFailure;
use crate::property::agreement::{PropertyOutcome, none, same, under_every_profile};
use illformed_codec::{Event, Profile, events, validate};
use illformed_judge::oracle::Oracle;

/// Returns when, under every profile, the codec's events are those of the arithmetic oracle, kinds and all, those of the
/// automaton of the printed grammar where it knows the profile, and `validate` stops at the first of the errors.
pub fn dialects_match_oracles(bytes: &[u8]) -> PropertyOutcome {
    under_every_profile(|profile| {
        let found: Vec<Event> = events(bytes, profile).collect();
        let refused = validate(bytes, profile).err().map(|error| (error.valid_up_to(), error.kind()));
        let first = found.iter().find_map(|event| Some((event.at(), event.error_kind()?)));
        same("first error", ("events", first), ("validate", refused))?;
        oracles_agree(bytes, profile, &found)
    })
}

fn oracles_agree(bytes: &[u8], profile: Profile, found: &[Event]) -> PropertyOutcome {
    // A profile that the oracle does not know would go unchecked; that must not look like agreement.
    let opinion = (Oracle::ARITHMETIC.read)(bytes, profile)
        .ok_or_else(|| PropertyFailure::new("arithmetic oracle", "does not know a profile", ""))?;
    same("event", ("codec", found), ("arithmetic oracle", &*opinion.events))?;
    let other = (Oracle::AUTOMATON.read)(bytes, profile).filter(|opinion| !opinion.agrees_with(found));
    none("automaton", "events", other.map(|opinion| (found, opinion.events)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::ErrorKind;

    /// No two profiles have the same events of this.
    const ALL_DIFFER: &[u8] =
        b"\0\xC0\x80\xED\xA0\x80\xED\xB0\x80\xF0\x90\x80\x80\xF8\x88\x80\x80\x80\xED\xA0\x80A";

    #[test]
    fn a_profile_that_is_taken_for_another_is_seen() {
        for &profile in Profile::ALL {
            for &planted in Profile::ALL {
                let found: Vec<Event> = events(ALL_DIFFER, planted).collect();
                let seen = oracles_agree(ALL_DIFFER, profile, &found).is_err();
                assert_eq!(seen, profile != planted, "{planted} in the place of {profile}");
            }
        }
    }

    #[test]
    fn a_wrong_kind_is_seen() {
        let found = |kind| [Event::Error { kind, at: 0, len: 1 }];
        assert_eq!(oracles_agree(b"\xC0", Profile::Rfc3629, &found(ErrorKind::Overlong)), Ok(()));
        assert!(oracles_agree(b"\xC0", Profile::Rfc3629, &found(ErrorKind::NeverValid)).is_err());
    }
}
