//! What a derived case expects, worked out from what its vector does.

use crate::case::{Case, PROBE, Recipe, Surroundings};
use crate::expected::{Resolutions, SegmentEvents, segment_events};
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Profile};
use illformed_vectors::Question;

/// What `profile` expects of `case`, segment by segment; the question, if it does not say and nobody answered.
///
/// Chunks change nothing. After a reset the probe is read alone. Well-formed text around a vector moves what is stored;
/// what the vector leaves unfinished is read again with the tail. What is not stored the arithmetic oracle reads, which
/// shares nothing with the codec.
pub fn case_events(
    case: &Case<'_>,
    profile: Profile,
    resolutions: &Resolutions,
) -> Result<Vec<SegmentEvents>, Question> {
    let mut segments = segment_events(case.vector, profile, resolutions)?;
    match case.id.recipe {
        None | Some(Recipe::Split(_) | Recipe::Splits(_) | Recipe::Bytes | Recipe::Empty(_)) => {}
        Some(Recipe::Reuse) => {
            segments.push(SegmentEvents { bytes: PROBE.to_vec(), events: read(PROBE, profile), pending: 0 });
        }
        Some(Recipe::Scalars(scalars)) => {
            let bytes = scalars.bytes();
            segments = vec![SegmentEvents { events: read(&bytes, profile), bytes, pending: 0 }];
        }
        Some(Recipe::Within(surroundings)) => {
            for segment in &mut segments {
                *segment = within(segment, surroundings, profile);
            }
        }
    }
    Ok(segments)
}

/// `segment` with its surroundings.
fn within(segment: &SegmentEvents, surroundings: Surroundings, profile: Profile) -> SegmentEvents {
    let (prefix, mut rest) = (surroundings.prefix(), segment.bytes.clone());
    rest.extend(surroundings.tail());
    let mut events = read(&prefix, profile);
    let mut at = 0;
    for event in &segment.events {
        // A byte that follows may decide it.
        if event.error_kind() == Some(ErrorKind::Incomplete) && rest.len() > segment.bytes.len() {
            break;
        }
        events.push(moved(*event, prefix.len()));
        at = event.end();
    }
    let read_again = read(rest.get(at..).unwrap_or_default(), profile);
    events.extend(read_again.into_iter().map(|event| moved(event, prefix.len() + at)));
    SegmentEvents { bytes: [prefix, rest].concat(), events, pending: 0 }
}

fn moved(event: Event, by: usize) -> Event {
    match event {
        Event::Code { value, at, len } => Event::Code { value, at: at + by, len },
        Event::Error { kind, at, len } => Event::Error { kind, at: at + by, len },
    }
}

fn read(bytes: &[u8], profile: Profile) -> Vec<Event> {
    // The oracle knows all profiles that there are; a test of the names holds that.
    Limits::of(profile).map_or(Vec::new(), |limits| arithmetic::events(bytes, limits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Depth, Plan};
    use crate::oracle::Oracle;
    use illformed_vectors::{Input, Suite};

    #[test]
    fn all_oracles_read_a_vector_within_text_as_it_is_composed() {
        let within = |depth| {
            Plan::of_depth(Suite::embedded(), depth, |id| matches!(id.recipe, Some(Recipe::Within(_)))).cases
        };
        let (usual, deep) = (within(Depth::Usual), within(Depth::Deep));
        assert!(deep.len() >= 26 * 1_500, "{}", deep.len());
        for case in &usual {
            for profile in Profile::ALL {
                all_agree(case, profile);
            }
        }
        for case in &deep {
            all_agree(case, Profile::Rfc3629);
        }
    }

    #[test]
    fn all_oracles_read_all_scalar_values_as_they_are_read_here() {
        let plan = Plan::of_depth(Suite::embedded(), Depth::Deep, |id| {
            matches!(id.recipe, Some(Recipe::Scalars(_)))
        });
        assert_eq!(plan.cases.len(), 1086);
        for case in &plan.cases {
            for profile in Profile::ALL {
                all_agree(case, profile);
            }
        }
    }

    fn all_agree(case: &Case<'_>, profile: Profile) {
        let Input::Bytes(bytes) = &case.input else { panic!("{}: it is asked in one call", case.id) };
        let Ok(segments) = case_events(case, profile, &Resolutions::default()) else { return };
        let [segment] = segments.as_slice() else { panic!("{}: one segment", case.id) };
        assert_eq!(segment.bytes, *bytes, "{}", case.id);
        let opinions: Vec<_> =
            Oracle::ALL.iter().filter_map(|oracle| (oracle.read)(bytes, profile)).collect();
        assert!(opinions.len() >= 2);
        let agreed = opinions.iter().all(|opinion| opinion.agrees_with(&segment.events));
        assert!(agreed, "{} under {profile}: {:?}", case.id, segment.events);
    }

    #[test]
    fn what_a_tail_follows_is_truncated_and_without_one_incomplete() {
        let last_error = |id: &str| {
            let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
            let segments = case_events(&case, Profile::Rfc3629, &Resolutions::default()).unwrap();
            segments[0].events.iter().rfind(|event| event.error_kind().is_some()).copied().unwrap()
        };
        let error = |kind, at, len| Event::Error { kind, at, len };
        let id = "truncated/e2-82-at-end";
        assert_eq!(last_error(&format!("{id}@at=5,fill=c3a9,tail=0")), error(ErrorKind::Incomplete, 5, 2));
        assert_eq!(last_error(&format!("{id}@at=5,fill=c3a9,tail=1")), error(ErrorKind::Truncated, 5, 2));
    }
}
