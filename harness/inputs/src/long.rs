//! Long inputs, now and then: runs of one kind, repeats, and places far into an input. How long they are, and how many, is
//! limited by what the short ones have taken so far.

use crate::composition::composed;
use crate::elements::{elements, error_like};
use crate::random::Random;
use crate::text::{filler, push_text};
use illformed_vectors::Call;

/// How often what is repeated is repeated. The short ones come first.
const LENGTHS: [usize; 7] = [255, 256, 257, 500, 1_000, 4_096, 65_536];

/// The lengths of buffers, about whose ends something stands besides.
const BUFFERS: [usize; 6] = [128, 512, 1_024, 2_048, 8_192, 16_384];

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
    elements: Vec<&'static [u8]>,
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
        Self { elements: elements(), max_len, credit: 0, asked: 0, next: 0, prepared: None }
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
        let mut tries = (0..=4 * self.elements.len())
            .map(|_| self.prepared.take().unwrap_or_else(|| self.prepare(random)));
        let bytes = tries.find(|bytes| bytes.len() <= max_len)?;
        if self.spend(bytes.len()) {
            return Some(bytes);
        }
        self.prepared = Some(bytes);
        None
    }

    /// Each length with each element, and between them repeats and places of the same length.
    fn prepare(&mut self, random: &mut Random) -> Vec<u8> {
        let count = self.elements.len();
        // Of each element a run, of some a repeat or a place.
        let number = self.next / 2;
        let length = around(random, LENGTHS[number / count % LENGTHS.len()]);
        self.next += 1;
        if self.next.is_multiple_of(2) {
            return match random.below(4) {
                // Of the longest there are mostly runs.
                0 | 1 if length > COSTLY => far_away(random, length / 16),
                2 if length > COSTLY => repeated(random, length / 16),
                0 => {
                    let count = BUFFERS.iter().take_while(|buffer| **buffer <= 4 * length).count().max(1);
                    let buffer = random.pick(&BUFFERS[..count]);
                    far_away(random, buffer)
                }
                1 => far_away(random, length),
                _ => repeated(random, length),
            };
        }
        run(random, self.elements[number % count], length)
    }
}

/// The length, or from where it is not listed itself one more or less.
fn around(random: &mut Random, length: usize) -> usize {
    if length < 500 { length } else { length + random.pick(&[0, 1, 1, 2]) - 1 }
}

/// A run of `element`, `times` times; now and then as many bytes; and what stands beside it.
fn run(random: &mut Random, element: &[u8], times: usize) -> Vec<u8> {
    let times = if times < COSTLY && random.percent(5) { (times / element.len()).max(1) } else { times };
    let mut bytes = if random.percent(30) { vec![b'A'] } else { Vec::new() };
    bytes.extend(element.repeat(times));
    beside(random, &mut bytes);
    bytes
}

/// What may follow a run or stand far into an input.
fn beside(random: &mut Random, bytes: &mut Vec<u8>) {
    match random.below(10) {
        0..=6 => {}
        7 => bytes.push(b'A'),
        8 => {
            let kind = random.below(usize::MAX);
            bytes.extend(error_like(random, kind));
        }
        _ => bytes.extend(piece(random)),
    }
}

/// A few pieces, not too long to be repeated.
fn piece(random: &mut Random) -> Vec<u8> {
    let mut bytes = composed(random);
    bytes.truncate(24);
    bytes
}

/// A short sequence of any pieces, again and again, by number or by bytes.
fn repeated(random: &mut Random, length: usize) -> Vec<u8> {
    let piece = piece(random);
    let times = if random.percent(50) || length > 2_000 { length / piece.len().max(1) } else { length };
    let mut bytes = piece.repeat(times.max(2));
    beside(random, &mut bytes);
    bytes
}

/// Letters, and something where `length` bytes end.
fn far_away(random: &mut Random, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_text(&mut bytes, filler(random, 70), length + 1 - random.below(6).min(length));
    bytes.extend(piece(random));
    bytes.resize(bytes.len() + random.pick(&[0, 0, 1, 16, 64]), b'A');
    bytes
}

/// `bytes` in chunks: two, some of a block's length, or single bytes if there are not many.
pub(crate) fn in_long_chunks(random: &mut Random, bytes: &[u8], finishes: bool) -> Vec<Call> {
    let len = match random.below(4) {
        0 => bytes.len(),
        1 => random.between(1, bytes.len() as u32) as usize,
        2 => random.pick(&[255, 256, 1_024, 4_096, 65_536]),
        _ => random.pick(&[1, 2, 3, 4, 64]),
    };
    // Each call has an answer of its own.
    let len = len.max(bytes.len() / 1_024).max(1);
    let mut calls: Vec<Call> = bytes.chunks(len).map(|chunk| Call::Feed(chunk.to_vec())).collect();
    calls.extend(finishes.then_some(Call::Finish));
    calls
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
        for element in elements().into_iter().filter(|element| element.len() == 1) {
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
        let mut none = LongInputs::new(3);
        none.earn(1 << 20);
        assert_eq!(none.next(&mut random), None);
    }
}
