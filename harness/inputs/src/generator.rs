//! Makes inputs, without end, the same for the same seed.

use crate::calls::{PAIRS, in_calls, many_times, one_after_another};
use crate::composition::{by_row, composed, in_block};
use crate::elements::{NEIGHBOURHOODS, beside_an_error, sharing_bytes};
use crate::long::{LONGEST, LongInputs, in_long_chunks};
use crate::random::Random;
use crate::shape::{append_piece, edge};
use illformed_judge::claim::{Bom, Claim, ScriptSupport};
use illformed_vectors::{Call, Input, Script};

/// The longest of the short inputs, in bytes, if nothing else is wanted.
const MAX_LEN: usize = 160;

/// How many earlier inputs are kept to be changed.
const KEPT: usize = 256;

/// From one number of pairs to the next: a prime that divides none of the counts, so that all come before one comes again.
const STRIDE: usize = 100_003;

/// A source of inputs that fit a decoder's claim.
pub struct Generator {
    random: Random,
    claim: Claim,
    max_len: usize,
    longest: usize,
    kept: Vec<Vec<u8>>,
    long: LongInputs,
    neighbourhood: usize,
    pair: usize,
}

impl Generator {
    /// Inputs of at most `max_len` bytes for a decoder of that name and claim; if that is not given, of 160 bytes mostly,
    /// with longer ones now and then, the longer the more were made.
    pub fn new(seed: u64, name: &str, claim: &Claim, max_len: Option<usize>) -> Self {
        let mut random = Random::new(seed, name);
        let allowed = |len: usize| claim.max_bytes.map_or(len, |most| most.min(len));
        let longest = allowed(max_len.unwrap_or(LONGEST));
        Self {
            neighbourhood: random.below(NEIGHBOURHOODS),
            pair: random.below(PAIRS),
            random,
            claim: claim.clone(),
            max_len: allowed(max_len.unwrap_or(MAX_LEN)),
            longest,
            kept: Vec::new(),
            long: LongInputs::new(longest),
        }
    }

    /// The next input.
    pub fn next_input(&mut self) -> Input {
        let script = self.claim.script;
        if self.random.percent(10)
            && let Some(input) = self.long_input()
        {
            return input;
        }
        if script >= ScriptSupport::Reset && self.random.percent(10) {
            let calls = one_after_another(&mut self.random, self.pair);
            self.pair += STRIDE;
            if let Some(input) = self.given_calls(calls, self.longest) {
                return input;
            }
        }
        let bytes = self.short_input();
        let is_cut = self.random.percent(50) && !script.is_one_call();
        let calls = if is_cut { in_calls(&mut self.random, &bytes, script) } else { Vec::new() };
        let input = self.given_calls(calls, self.max_len).unwrap_or(Input::Bytes(bytes));
        self.long.earn(input.bytes().len());
        input
    }

    /// A long input, if it is time for one.
    fn long_input(&mut self) -> Option<Input> {
        let script = self.claim.script;
        let finishes = script >= ScriptSupport::Finish;
        if script > ScriptSupport::None && self.random.percent(10) {
            let calls = many_times(&mut self.random, script >= ScriptSupport::Reset, finishes);
            // What is done for a call costs about as much as what is done for some bytes.
            return if self.long.spend(2 * calls.len()) {
                self.given_calls(calls, self.longest)
            } else {
                None
            };
        }
        let mut bytes = self.long.next(&mut self.random)?;
        self.leave_out(&mut bytes);
        if script.is_one_call() || bytes.is_empty() || self.random.percent(50) {
            return Some(Input::Bytes(bytes));
        }
        Script::new(in_long_chunks(&mut self.random, &bytes, finishes)).ok().map(Input::Calls)
    }

    /// `calls` as far as the decoder can be given them, if they feed at most `max_len` bytes.
    fn given_calls(&self, mut calls: Vec<Call>, max_len: usize) -> Option<Input> {
        for call in &mut calls {
            if let Call::Feed(chunk) = call {
                self.leave_out(chunk);
            }
        }
        let (bytes, _) = Script::segment_bytes(&calls);
        let script = Script::new(calls).ok().filter(|_| bytes.len() <= max_len);
        script.map(Input::Calls)
    }

    /// Removes what the decoder cannot be given.
    fn leave_out(&self, bytes: &mut Vec<u8>) {
        bytes.retain(|byte| !self.claim.cannot.contains(byte));
    }

    fn short_input(&mut self) -> Vec<u8> {
        let mut bytes = match self.random.below(22) {
            20 => {
                self.neighbourhood += STRIDE;
                beside_an_error(&mut self.random, self.neighbourhood - STRIDE)
            }
            21 => sharing_bytes(&mut self.random),
            0..=7 => composed(&mut self.random),
            8 => by_row(&mut self.random),
            9..=12 => in_block(&mut self.random, self.max_len),
            13 => (0..self.random.between(0, 6)).map(|_| edge(&mut self.random)).collect(),
            _ => self.changed(),
        };
        if self.random.percent(if self.claim.bom == Bom::Strip { 25 } else { 3 }) {
            let mark =
                self.random.pick(&[&b"\xEF\xBB\xBF"[..], b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xEF\xBF\xBE"]);
            bytes.splice(0..0, mark.iter().copied());
        }
        bytes.truncate(self.max_len);
        self.leave_out(&mut bytes);
        // Changed later: the last, or in place of any.
        if self.kept.len() < KEPT {
            self.kept.push(bytes.clone());
        } else {
            let place = self.random.below(KEPT);
            self.kept[place].clone_from(&bytes);
        }
        bytes
    }

    /// An earlier input with a few changes.
    fn changed(&mut self) -> Vec<u8> {
        if self.kept.is_empty() {
            return composed(&mut self.random);
        }
        let chosen = self.random.below(self.kept.len());
        let mut bytes = self.kept[chosen].clone();
        for _ in 0..self.random.between(1, 3) {
            let random = &mut self.random;
            let place = random.below(bytes.len() + 1);
            match random.below(8) {
                0 => bytes.insert(place, edge(random)),
                1 => {
                    let mut piece = Vec::new();
                    append_piece(random, &mut piece);
                    bytes.splice(place..place, piece);
                }
                2 => {
                    let other = &self.kept[random.below(self.kept.len())];
                    let from = random.below(other.len() + 1);
                    bytes.truncate(place);
                    bytes.extend_from_slice(&other[from..]);
                }
                3 => bytes.truncate(place),
                _ if place == bytes.len() => bytes.push(edge(random)),
                4 => drop(bytes.remove(place)),
                5 => bytes[place] ^= 1 << random.below(8),
                6 => bytes[place] = bytes[place].wrapping_add(random.pick(&[1, 0xFF, 0x10, 0xF0])),
                _ => bytes[place] = edge(random),
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::Profile;
    use illformed_judge::case::FittedInput;

    #[test]
    fn what_is_made_fits_the_claim_and_is_the_same_for_the_same_seed() {
        for script in [ScriptSupport::None, ScriptSupport::Feed, ScriptSupport::Finish, ScriptSupport::Reset]
        {
            let claim = Claim {
                script,
                cannot: vec![0, 0x41],
                max_bytes: Some(if script == ScriptSupport::Feed { 20 } else { 1_000 }),
                ..Claim::strict(Profile::Rfc3629)
            };
            for max_len in [Some(64), None] {
                let inputs = |seed| {
                    let mut generator = Generator::new(seed, "a/b", &claim, max_len);
                    (0..2000).map(|_| generator.next_input()).collect::<Vec<_>>()
                };
                assert_eq!(inputs(3), inputs(3));
                assert_ne!(inputs(3), inputs(4));
                for input in inputs(5) {
                    assert!(FittedInput::new(&input, &claim).is_ok(), "{input:?}");
                }
            }
        }
    }
}
