//! Long inputs, now and then: runs of one kind, repeats, and places far into an input. How long they are, and how many, is
//! limited by what the short ones have taken so far.

use crate::composition::{composed, far_away};
use crate::elements::ELEMENTS;
use crate::random::Random;

/// How often what is repeated is repeated. The short ones come first.
const LENGTHS: [usize; 7] = [255, 256, 257, 500, 1_000, 4_096, 65_536];

/// The lengths of buffers, about whose ends something stands besides.
const BUFFERS: [usize; 6] = [128, 512, 1_024, 2_048, 8_192, 16_384];

/// The shortest long input: text up to the end of the shortest buffer, which may lack four bytes, and a byte.
const SHORTEST: usize = BUFFERS[0] - 3;

/// From here on an input costs much.
const COSTLY: usize = 10_000;

/// One byte of long inputs for so many of short ones.
const SHARE: usize = 8;

/// In the first inputs long ones are more frequent: a decoder that takes a process for each input is not asked many.
const FIRST_INPUTS: u64 = 4_096;

/// What each of them may spend besides its share, in bytes.
const EXTRA: usize = 256;

/// The longest input that is made: a run of four bytes and what stands around it.
pub const LONGEST: usize = 4 * 65_537 + 256;

/// Which long input comes next, and what may be spent on it.
#[derive(Debug)]
pub(crate) struct LongInputs {
    max_len: usize,
    credit: usize,
    asked: u64,
    /// The number of the next in the order of lengths.
    next: usize,
    prepared: Option<Vec<u8>>,
}

impl LongInputs {
    /// Long inputs of at most `max_len` bytes.
    pub(crate) fn new(max_len: usize) -> Self {
        Self { max_len, credit: 0, asked: 0, next: 0, prepared: None }
    }

    /// Counts a short input of `len` bytes.
    pub(crate) fn earn(&mut self, len: usize) {
        self.asked += 1;
        self.credit += len / SHARE + if self.asked <= FIRST_INPUTS { EXTRA } else { 0 };
    }

    /// Spends `len` bytes if there are as many.
    pub(crate) fn spend(&mut self, len: usize) -> bool {
        let enough = self.credit >= len;
        self.credit -= if enough { len } else { 0 };
        enough
    }

    /// The next long input, if there is enough to spend.
    pub(crate) fn next(&mut self, random: &mut Random) -> Option<Vec<u8>> {
        let max_len = self.max_len;
        // All would be made for nothing.
        if max_len < SHORTEST {
            return None;
        }
        let mut tries =
            (0..=4 * ELEMENTS.len()).map(|_| self.prepared.take().unwrap_or_else(|| self.prepare(random)));
        let bytes = tries.find(|bytes| bytes.len() <= max_len)?;
        if self.spend(bytes.len()) {
            return Some(bytes);
        }
        self.prepared = Some(bytes);
        None
    }

    /// Each length with each element, and between them repeats and places of the same length.
    fn prepare(&mut self, random: &mut Random) -> Vec<u8> {
        // Of each element a run, of some a repeat or a place.
        let number = self.next / 2;
        let listed = LENGTHS[number / ELEMENTS.len() % LENGTHS.len()];
        // From where it is not listed itself sometimes one more.
        let length = if listed < 500 { listed } else { listed + random.pick(&[0, 0, 0, 1]) };
        self.next += 1;
        if !self.next.is_multiple_of(2) {
            return run(random, ELEMENTS[number % ELEMENTS.len()], length);
        }
        // Of the longest there are mostly runs.
        let length = if length > COSTLY && random.percent(75) { length / 16 } else { length };
        match random.below(4) {
            0 => {
                let count = BUFFERS.iter().take_while(|buffer| **buffer <= 4 * length).count();
                let buffer = random.pick(&BUFFERS[..count]);
                far_away(random, buffer)
            }
            1 | 2 => far_away(random, length),
            _ => {
                let mut pieces = composed(random);
                pieces.truncate(24);
                // By number, or by bytes.
                let is_by_bytes = random.percent(50) || length > 2_000;
                let times = if is_by_bytes { (length / pieces.len()).max(2) } else { length };
                run(random, &pieces, times)
            }
        }
    }
}

/// `unit`, so many times, at any place of a block of four, and what stands beside it.
fn run(random: &mut Random, unit: &[u8], times: usize) -> Vec<u8> {
    let mut bytes = vec![b'A'; random.below(4)];
    bytes.extend(unit.repeat(times));
    if random.percent(30) {
        bytes.extend(composed(random));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_each_element_and_length_come_within_a_million_short_inputs() {
        let mut random = Random::new(5, "");
        let mut long = LongInputs::new(LONGEST);
        let (mut short, mut all) = (0, Vec::new());
        for _ in 0..1_000_000 {
            short += 30;
            long.earn(30);
            while let Some(bytes) = long.next(&mut random) {
                all.push((short, bytes));
            }
        }
        let bytes: usize = all.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes <= short / SHARE + EXTRA * FIRST_INPUTS as usize, "{bytes} of {short}");
        // The limit grows: nothing of thousands of bytes comes soon, and much of hundreds.
        let soon = all.iter().take_while(|(after, _)| *after < 30 * 2_000);
        let lengths: Vec<usize> = soon.map(|(_, bytes)| bytes.len()).collect();
        assert!(lengths.len() > 100 && lengths.iter().all(|len| *len < 30_000), "{lengths:?}");
        for element in ELEMENTS.into_iter().filter(|element| element.len() == 1) {
            for times in [255, 256, 257, 499, 999, 65_535] {
                // The run of another length holds the shorter ones.
                let wanted = element.repeat(times);
                let has = all.iter().any(|(_, bytes)| {
                    bytes.len() >= wanted.len()
                        && (0..4).any(|start| bytes.get(start..start + wanted.len()) == Some(&wanted[..]))
                });
                assert!(has, "{times} times {element:x?}");
            }
        }
    }

    #[test]
    fn nothing_is_longer_than_what_is_allowed() {
        let mut random = Random::new(5, "");
        let mut long = LongInputs::new(700);
        let mut count = 0;
        for _ in 0..20_000 {
            long.earn(100);
            while let Some(bytes) = long.next(&mut random) {
                assert!(bytes.len() <= 700);
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
        let mut shortest = LongInputs::new(SHORTEST);
        shortest.earn(1 << 20);
        assert!((0..2_000).any(|_| shortest.next(&mut random).is_some()));
        let mut none = LongInputs::new(SHORTEST - 1);
        none.earn(1 << 20);
        assert_eq!(none.next(&mut random), None);
        assert_eq!(none.next, 0, "nothing is made to be thrown away");
    }
}
