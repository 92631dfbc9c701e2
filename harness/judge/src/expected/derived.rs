//! What a derived case expects, worked out from what its vector does.

use crate::case::Case;
use crate::expected::reading::{read_input, reading_events};
use crate::expected::{Ruling, SegmentEvents, segment_events};
use crate::oracle::arithmetic::{Limits, each_event};
use illformed_codec::{Event, Profile};
use illformed_vectors::{Expectation, Question};

/// What `profile` expects of `case`, segment by segment. Fails with the question that the standard leaves open, if
/// there is no ruling.
///
/// Chunks change nothing: the same bytes in other calls have what is stored. Everything else is read by the arithmetic oracle,
/// which shares no code with the codec and is held to the stored expectations before a run.
pub fn case_events(
    case: &Case<'_>,
    profile: Profile,
    ruling: Option<Ruling>,
) -> Result<Vec<SegmentEvents>, Question> {
    let stored = segment_events(case.vector, profile, ruling)?;
    if is_stored(case) { Ok(stored) } else { read_input(case.input(), profile, ruling) }
}

/// What RFC 3629 expects of `case`, which asks `bytes` in one call, event by event: most answers show that they are right
/// before anything is kept of it. `None` where a segment is not as its bytes are.
pub(crate) fn events_of_bytes<'a>(
    case: &'a Case<'_>,
    bytes: &'a [u8],
) -> Option<impl Iterator<Item = Event> + use<'a>> {
    let Expectation::Specified(readings) = &case.vector.rfc3629 else { return None };
    let [reading] = readings.as_slice() else { return None };
    let stored = is_stored(case).then(|| reading_events(reading, Profile::Rfc3629));
    let read = stored.is_none().then(|| each_event(bytes, Limits::RFC3629));
    Some(stored.into_iter().flatten().chain(read.into_iter().flatten()))
}

/// Whether the bytes of each segment are those of its vector.
fn is_stored(case: &Case<'_>) -> bool {
    case.id.recipe.is_none_or(|recipe| !recipe.is_used() && recipe.keeps_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Depth, Plan, Recipe};
    use crate::expected::segments;
    use crate::oracle::Oracle;
    use illformed_codec::{ErrorKind, Event};
    use illformed_vectors::Suite;
    use std::collections::HashSet;

    #[test]
    fn all_oracles_read_what_is_derived_as_it_is_read_here() {
        let within = |recipe: Recipe| recipe.place().is_some();
        let composed = |recipe: Recipe| recipe.brings_bytes() || recipe.is_run();
        let scalars = |recipe: Recipe| recipe.is_codes() && !recipe.brings_bytes();
        let some = [Profile::Rfc3629, Profile::Cesu8, Profile::Wtf8];
        for (cases, least, profiles) in [
            (cases(Depth::Usual, within), 1, Profile::ALL),
            (short(cases(Depth::Deep, within)), 26 * 1_000, &some[..1]),
            (cases(Depth::Usual, composed), 2_000, Profile::ALL),
            (short(cases(Depth::Deep, composed)), 4_000, &some),
            (cases(Depth::Deep, scalars), 1_086, Profile::ALL),
        ] {
            assert!(cases.len() >= least, "{} {least}", cases.len());
            all_agree(&cases, profiles);
        }
    }

    #[test]
    fn a_silent_standard_is_silent_of_all_that_a_surrogate_stands_beside() {
        let under = |id: &str, ruling| {
            let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
            case_events(&case, Profile::Rfc2279, ruling).map(|segments| segments.last().cloned())
        };
        let ids = [
            "never-valid/ff-alone@after=eda080",
            "never-valid/ff-alone@then=eda080",
            "never-valid/ff-alone@times=2,end=eda080",
            "boundary/empty@surrogate=d800",
        ];
        for id in ids {
            assert_eq!(under(id, None), Err(Question::Rfc2279Surrogate), "{id}");
            assert!(under(id, Some(Ruling::Accept)).is_ok(), "{id}");
        }
        let last = under(ids[3], Some(Ruling::Reject)).unwrap().unwrap();
        assert_eq!(last.events[0].error_kind(), Some(ErrorKind::Surrogate));
        let last = under(ids[3], Some(Ruling::Accept)).unwrap().unwrap();
        assert_eq!(last.events[0].value(), Some(0xD800));
    }

    fn cases(depth: Depth, wants: impl Fn(Recipe) -> bool) -> Vec<Case<'static>> {
        Plan::of_depth(Suite::embedded(), depth, |id| id.recipe.is_some_and(&wants)).cases
    }

    /// Without the longest, which are the same as others, only longer, and take most of the time.
    fn short(mut cases: Vec<Case<'static>>) -> Vec<Case<'static>> {
        cases.retain(|case| segments(case.input()).all(|(bytes, _)| bytes.len() <= 600));
        cases
    }

    /// All oracles about each segment of `cases`. Many cases have the same bytes in other chunks, or the same end.
    fn all_agree(cases: &[Case<'_>], profiles: &[Profile]) {
        let mut seen = HashSet::new();
        for case in cases {
            let segments: Vec<_> = segments(case.input()).collect();
            let new =
                segments.iter().filter(|(bytes, finished)| seen.insert((bytes.to_vec(), *finished))).count();
            if new == 0 {
                continue;
            }
            let long = segments.iter().any(|(bytes, _)| bytes.len() > 5_000);
            for profile in profiles.iter().copied().take(if long { 1 } else { profiles.len() }) {
                let Ok(read) = case_events(case, profile, None) else { continue };
                assert_eq!(read.len(), segments.len(), "{}", case.id);
                let mut unlike = segments.iter().zip(read);
                unlike.by_ref().fold(None, |before: Option<&[u8]>, ((bytes, finished), read)| {
                    assert_eq!(read.bytes, **bytes, "{}", case.id);
                    // The same many times on one object.
                    if before != Some(bytes.as_ref()) {
                        agree(case, bytes, *finished, &read, profile);
                    }
                    Some(bytes)
                });
            }
        }
    }

    fn agree(case: &Case<'_>, bytes: &[u8], finished: bool, read: &SegmentEvents, profile: Profile) {
        let mut events = read.events.clone();
        if read.pending > 0 {
            assert!(!finished, "{}", case.id);
            let (at, len) = (bytes.len() - read.pending, read.pending);
            events.push(Event::Error { kind: ErrorKind::Incomplete, at, len });
        }
        let opinions: Vec<_> =
            Oracle::ALL.iter().filter_map(|oracle| (oracle.read)(bytes, profile)).collect();
        assert!(opinions.len() >= 2);
        let agreed = opinions.iter().all(|opinion| opinion.agrees_with(&events));
        assert!(agreed, "{} under {profile}", case.id);
    }
}
