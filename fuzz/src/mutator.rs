//! Our mutator in libFuzzer's place for one, beside libFuzzer's own mutations.

use crate::mutation::mutate;
use crate::property::Seeds;
use libfuzzer_sys::fuzzer_mutate;

/// One in so many mutations is the engine's own, by which also the dictionary acts, and what it compared.
const ENGINES_OWN: u32 = 8;

/// Changes an input that is what `seeds` says, in the first `len` bytes of `bytes`, and returns its new length, at most
/// `max_len`: by [`mutate`], or as the engine would, for some numbers `seed`, and for all inputs that are text.
pub fn mutated(seeds: Seeds, bytes: &mut [u8], len: usize, max_len: usize, seed: u32) -> usize {
    let ours = if seed.is_multiple_of(ENGINES_OWN) { None } else { mutate(seeds, bytes, len, max_len, seed) };
    ours.unwrap_or_else(|| fuzzer_mutate(bytes, len, max_len))
}
