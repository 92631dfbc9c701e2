//! A mutator that knows UTF-8, for fuzz engines: it changes an input as libFuzzer's custom mutators do, in place, and
//! needs nothing from the engine.

mod calls;

use crate::property::Seeds;
use calls::mutated_calls;
use illformed_inputs::Random;

/// Changes the input in the first `len` bytes of `bytes`, which is what `seeds` says, and returns its new length, at most
/// `max_len` and at most the length of `bytes`. The same arguments give the same input. What comes is an input anew, made
/// of characters and of the shapes of what is ill-formed, or the one that was there with a few such changes, also moved to
/// where the blocks of a decoder meet; for scripts of calls also other calls. Nothing is known of text, which stays as it is.
pub fn mutate(seeds: Seeds, bytes: &mut [u8], len: usize, max_len: usize, seed: u32) -> usize {
    let max_len = max_len.min(bytes.len());
    let input = &bytes[..len.min(bytes.len())];
    let random = &mut Random::new(seed.into(), "");
    let mut changed = match seeds {
        Seeds::Bytes => illformed_inputs::mutated(random, input, max_len),
        Seeds::Calls => mutated_calls(random, input, max_len),
        Seeds::Text => input.to_vec(),
    };
    changed.truncate(max_len);
    bytes[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

/// Changes an input in libFuzzer's place: by [`mutate`], or as the engine would, by which also the dictionary acts, and what
/// it compared: text always, the others for one in eight numbers `seed`.
#[cfg(feature = "libfuzzer")]
pub fn mutated(seeds: Seeds, bytes: &mut [u8], len: usize, max_len: usize, seed: u32) -> usize {
    if seeds == Seeds::Text || seed.is_multiple_of(8) {
        libfuzzer_sys::fuzzer_mutate(bytes, len, max_len)
    } else {
        mutate(seeds, bytes, len, max_len, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::CallScript;
    use illformed_codec::{ErrorKind, Event, Profile};
    use illformed_judge::oracle::arithmetic::{Limits, events};
    use illformed_vectors::Call;
    use std::collections::HashSet;

    /// Each input changed again and again, as an engine does, from nothing.
    fn search(seeds: Seeds, runs: u32, mut see: impl FnMut(&[u8])) {
        let (mut bytes, mut len) = ([0; 64], 0);
        for seed in 0..runs {
            len = mutate(seeds, &mut bytes, len, 64, seed);
            see(&bytes[..len]);
        }
    }

    #[test]
    fn what_is_changed_stays_in_bounds_and_is_the_same_for_the_same_seed() {
        let mut random = Random::new(1, "inputs");
        for seed in 0..4_000 {
            let (len, space, max_len) = (random.below(80), random.below(80), random.below(90));
            let mut bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
            bytes.resize(len.max(space), 0xAA);
            let (before, mut again) = (bytes.clone(), bytes.clone());
            let seeds = random.pick(&Seeds::ALL);
            let changed = mutate(seeds, &mut bytes, len, max_len, seed);
            assert_eq!(changed, mutate(seeds, &mut again, len, max_len, seed));
            assert_eq!(bytes, again);
            assert!(changed <= max_len && changed <= bytes.len(), "{changed}");
            assert!(seeds != Seeds::Text || bytes == before);
        }
    }

    #[test]
    fn errors_of_all_kinds_come_of_an_empty_input_and_where_every_block_ends() {
        let (mut kinds, mut offsets, mut pairs) = (HashSet::new(), HashSet::new(), HashSet::new());
        search(Seeds::Bytes, 40_000, |bytes| {
            let events = events(bytes, Limits::RFC3629);
            kinds.extend(events.iter().filter_map(Event::error_kind));
            offsets.extend(events.iter().find(|event| event.error_kind().is_some()).map(Event::at));
            pairs.extend(bytes.windows(2).map(|pair| (pair[0], pair[1])));
        });
        // Under RFC 3629 no length is merely unsupported.
        assert_eq!(kinds.len(), ErrorKind::ALL.len() - 1, "{kinds:?}");
        for end in [8, 16, 32, 64] {
            // The last bytes of one block, and the first of the next.
            for offset in (end - 4..=end).filter(|offset| *offset < 64) {
                assert!(offsets.contains(&offset), "{offset}");
            }
        }
        // Those of an edge and an edge are some 1,300: bytes that no list names come after each other too.
        assert!(pairs.len() > 10_000, "{}", pairs.len());
    }

    #[test]
    fn scripts_have_all_calls_and_cuts_inside_a_sequence() {
        let (mut finishes, mut resets, mut empty, mut cut) = (0, 0, 0, 0_usize);
        let mut profiles = HashSet::new();
        search(Seeds::Calls, 4_000, |bytes| {
            let script = CallScript::read(bytes);
            profiles.insert(script.profile);
            for calls in script.calls.windows(2) {
                match calls {
                    [Call::Feed(fed), Call::Finish] if !fed.is_empty() => finishes += 1,
                    [_, Call::Reset] => resets += 1,
                    [_, Call::Feed(fed)] if fed.is_empty() => empty += 1,
                    [Call::Feed(one), Call::Feed(other)] => {
                        let open = one.last().is_some_and(|last| *last >= 0xC2);
                        cut += usize::from(open && matches!(other[0], 0x80..0xC0));
                    }
                    _ => {}
                }
            }
        });
        for count in [finishes, resets, empty, cut] {
            assert!(count > 300, "{finishes} {resets} {empty} {cut}");
        }
        assert_eq!(profiles.len(), Profile::ALL.len());
    }
}
