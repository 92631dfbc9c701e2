//! Our mutator in libFuzzer's place for one, beside libFuzzer's own mutations.

use illformed::mutation::mutate;
use illformed::property::{ALL, Seeds, planted_seeds};
use libfuzzer_sys::fuzzer_mutate;
use std::sync::OnceLock;

/// One in so many mutations is the engine's own, by which also the dictionary acts, and what it compared.
const ENGINES_OWN: u32 = 8;

/// Changes an input of the property `name` in the first `len` bytes of `bytes`, and returns its new length, at most
/// `max_len`: by [`mutate`], or as the engine would, for some seeds, and for all inputs that are text.
pub fn mutated(name: &str, bytes: &mut [u8], len: usize, max_len: usize, seed: u32) -> usize {
    // A program is the target of one property.
    static SEEDS: OnceLock<Seeds> = OnceLock::new();
    let seeds = *SEEDS.get_or_init(|| {
        let property = ALL.iter().find(|property| property.name == name);
        property.map_or_else(planted_seeds, |property| property.seeds)
    });
    let ours = if seed.is_multiple_of(ENGINES_OWN) { None } else { mutate(seeds, bytes, len, max_len, seed) };
    ours.unwrap_or_else(|| fuzzer_mutate(bytes, len, max_len))
}
