//! Numbers that look random and are the same for the same seed, everywhere and for ever.

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// xoshiro256** by Blackman and Vigna, seeded by splitmix64.
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256StarStar);

impl Random {
    /// The numbers that belong to `seed` and `name`. A decoder's inputs depend on its name and not on who is asked
    /// beside it.
    pub fn new(seed: u64, name: &str) -> Self {
        // FNV-1a: any mixing does, but it must never change.
        let named = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(Xoshiro256StarStar::seed_from_u64(seed ^ named))
    }

    /// A number below `bound`; 0 when that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a product: no division, and a bias that no search notices.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from `least` to `greatest`, both included.
    pub fn between(&mut self, least: u32, greatest: u32) -> u32 {
        least + self.below((greatest.saturating_sub(least)) as usize + 1) as u32
    }

    /// Whether something happens that happens `times` in a hundred.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// One of `choices`, which are not empty.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let numbers = |seed, name| {
            let mut random = Random::new(seed, name);
            [random.below(1 << 32), random.below(1 << 32)]
        };
        // Worked out by hand from what the authors and FNV-1a say.
        assert_eq!(numbers(7, "a/b"), [2_572_675_661, 620_768_712]);
        assert_ne!(numbers(7, "a/b"), numbers(8, "a/b"));
        assert_ne!(numbers(7, "a/b"), numbers(7, "a/c"));
    }

    #[test]
    fn all_numbers_of_a_range_come_and_no_other() {
        let mut random = Random::new(1, "");
        let mut seen = [0; 7];
        (0..7_000).for_each(|_| seen[random.between(3, 9) as usize - 3] += 1);
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
    }
}
