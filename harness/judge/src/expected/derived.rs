//! What a derived case expects, worked out from what its vector does.

use crate::case::{Around, Body, Case};
use crate::expected::reading::read_input;
use crate::expected::{Ruling, SegmentEvents, segment_events};
use illformed_codec::Profile;
use illformed_vectors::Question;

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
    let is_stored = case.id.recipe.is_none_or(|recipe| {
        let sides = (recipe.body, recipe.before, recipe.after);
        !recipe.is_used() && sides == (Body::Vector(1), Around::Nothing, Around::Nothing)
    });
    if is_stored { Ok(stored) } else { read_input(&case.input, profile, ruling) }
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
    fn all_oracles_read_a_vector_within_text_as_it_is_composed() {
        let within = |depth| cases(depth, |recipe| recipe.place().is_some());
        let (usual, deep) = (within(Depth::Usual), within(Depth::Deep));
        assert!(deep.len() >= 26 * 1_500, "{}", deep.len());
        all_agree(&usual, Profile::ALL);
        all_agree(&short(deep), &[Profile::Rfc3629]);
    }

    #[test]
    fn all_oracles_read_all_scalar_values_as_they_are_read_here() {
        let all = cases(Depth::Deep, |recipe| recipe.is_codes() && !recipe.brings_bytes());
        assert_eq!(all.len(), 1086);
        all_agree(&all, Profile::ALL);
    }

    #[test]
    fn all_oracles_read_runs_neighbours_uses_and_surrogates_as_they_are_read_here() {
        let composed = |recipe: Recipe| recipe.brings_bytes() || recipe.is_run();
        let (usual, deep) = (cases(Depth::Usual, composed), cases(Depth::Deep, composed));
        assert!(usual.len() > 2_000 && deep.len() > 2 * usual.len(), "{} {}", usual.len(), deep.len());
        all_agree(&usual, Profile::ALL);
        all_agree(&short(deep), &[Profile::Rfc3629, Profile::Cesu8, Profile::Wtf8]);
    }

    #[test]
    fn a_vector_among_letters_is_read_as_it_is_stored_and_so_is_each_of_a_run() {
        let run = |recipe: Recipe| recipe.is_run() && !recipe.brings_bytes();
        for case in cases(Depth::Usual, run) {
            let stored = segment_events(case.vector, Profile::Rfc3629, None).unwrap();
            let [stored] = stored.as_slice() else { panic!("{}: one segment", case.id) };
            // What ends too early is truncated by the next of the run, which is no longer what is stored.
            if stored.events.iter().any(|event| event.error_kind() == Some(ErrorKind::Incomplete)) {
                continue;
            }
            let read = case_events(&case, Profile::Rfc3629, None).unwrap();
            let len = stored.bytes.len();
            let composed = (0..read[0].bytes.len() / len)
                .flat_map(|time| stored.events.iter().map(move |event| moved(*event, time * len)));
            let agrees = composed.zip(&read[0].events).all(|(composed, read)| composed == *read);
            assert!(agrees, "{}", case.id);
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

    fn moved(event: Event, by: usize) -> Event {
        match event {
            Event::Code { value, at, len } => Event::Code { value, at: at + by, len },
            Event::Error { kind, at, len } => Event::Error { kind, at: at + by, len },
        }
    }

    fn cases(depth: Depth, wants: impl Fn(Recipe) -> bool) -> Vec<Case<'static>> {
        Plan::of_depth(Suite::embedded(), depth, |id| id.recipe.is_some_and(&wants)).cases
    }

    /// Without the longest, which are the same as others, only longer, and take most of the time.
    fn short(mut cases: Vec<Case<'static>>) -> Vec<Case<'static>> {
        cases.retain(|case| segments(&case.input).all(|(bytes, _)| bytes.len() <= 600));
        cases
    }

    /// All oracles about each segment of `cases`. Many cases have the same bytes in other chunks, or the same end.
    fn all_agree(cases: &[Case<'_>], profiles: &[Profile]) {
        let mut seen = HashSet::new();
        for case in cases {
            let segments: Vec<_> = segments(&case.input).collect();
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

    #[test]
    fn what_a_tail_follows_is_truncated_and_without_one_incomplete() {
        let last_error = |id: &str| {
            let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
            let segments = case_events(&case, Profile::Rfc3629, None).unwrap();
            segments[0].events.iter().rfind(|event| event.error_kind().is_some()).copied().unwrap()
        };
        let error = |kind, at, len| Event::Error { kind, at, len };
        let id = "truncated/e2-82-at-end";
        assert_eq!(last_error(&format!("{id}@at=5,fill=c3a9,tail=0")), error(ErrorKind::Incomplete, 5, 2));
        assert_eq!(last_error(&format!("{id}@at=5,fill=c3a9,tail=1")), error(ErrorKind::Truncated, 5, 2));
    }
}
