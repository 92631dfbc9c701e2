//! Makes inputs, without end, the same for the same seed.

use crate::calls::{in_calls, many_times, one_after_another};
use crate::elements::{PAIRS, side_by_side};
use crate::long::{LONGEST, LongInputs};
use crate::mutation::mutated;
use crate::random::Random;
use illformed_judge::claim::{Bom, Claim, ScriptSupport};
use illformed_vectors::{Call, Input, Script};

/// The longest of the short inputs, in bytes, if nothing else is wanted.
const MAX_LEN: usize = 160;

/// How many earlier inputs are kept to be changed, none of any bytes at first.
const KEPT: usize = 256;

/// From one number of pairs to the next: a prime that does not divide their count, so that all come before one comes again.
const STRIDE: usize = 100_003;

/// A source of inputs that fit a decoder's claim.
pub struct Generator {
    random: Random,
    claim: Claim,
    max_len: usize,
    longest: usize,
    kept: Vec<Vec<u8>>,
    long: LongInputs,
    /// The numbers of the next pair side by side, and in two uses of an object.
    beside: usize,
    after: usize,
}

impl Generator {
    /// Inputs of at most `max_len` bytes for a decoder of that name and claim; if that is not given, of 160 bytes mostly,
    /// with longer ones now and then, the longer the more were made.
    pub fn new(seed: u64, name: &str, claim: &Claim, max_len: Option<usize>) -> Self {
        let mut random = Random::new(seed, name);
        let allowed = |len: usize| claim.max_bytes.map_or(len, |most| most.min(len));
        let longest = allowed(max_len.unwrap_or(LONGEST));
        Self {
            beside: random.below(PAIRS),
            after: random.below(PAIRS),
            random,
            claim: claim.clone(),
            max_len: allowed(max_len.unwrap_or(MAX_LEN)),
            longest,
            kept: vec![Vec::new(); KEPT],
            long: LongInputs::new(longest),
        }
    }

    /// The next input.
    pub fn next_input(&mut self) -> Input {
        let rare = match self.random.below(10) {
            0 => self.long_input(),
            1 if self.claim.script >= ScriptSupport::Reset => {
                self.after += STRIDE;
                let calls = one_after_another(&mut self.random, self.after);
                self.given_calls(calls, self.longest)
            }
            _ => None,
        };
        if let Some(input) = rare {
            return input;
        }
        let bytes = self.short_input();
        let input = self.given(bytes, self.max_len);
        self.long.earn(input.bytes().len());
        input
    }

    /// A long input, if it is time for one.
    fn long_input(&mut self) -> Option<Input> {
        let script = self.claim.script;
        if script > ScriptSupport::None && self.random.percent(10) {
            let calls = many_times(&mut self.random, script);
            // What is done for a call costs about as much as what is done for some bytes.
            let is_paid = self.long.spend(2 * calls.len());
            return self.given_calls(calls, self.longest).filter(|_| is_paid);
        }
        let bytes = self.long.next(&mut self.random)?;
        Some(self.given(bytes, self.longest))
    }

    /// `bytes` as far as the decoder can be given them, half of the time in calls if it takes several.
    fn given(&mut self, mut bytes: Vec<u8>, max_len: usize) -> Input {
        self.leave_out(&mut bytes);
        let script = self.claim.script;
        let is_cut = self.random.percent(50) && !script.is_one_call();
        let calls = is_cut.then(|| in_calls(&mut self.random, &bytes, script));
        calls.and_then(|calls| self.given_calls(calls, max_len)).unwrap_or(Input::Bytes(bytes))
    }

    /// `calls` as far as the decoder can be given them, if they feed at most `max_len` bytes.
    fn given_calls(&self, mut calls: Vec<Call>, max_len: usize) -> Option<Input> {
        for call in &mut calls {
            if let Call::Feed(chunk) = call {
                self.leave_out(chunk);
            }
        }
        let input = Input::Calls(Script::new(calls).ok()?);
        (input.bytes().len() <= max_len).then_some(input)
    }

    /// Removes what the decoder cannot be given.
    fn leave_out(&self, bytes: &mut Vec<u8>) {
        bytes.retain(|byte| !self.claim.cannot.contains(byte));
    }

    fn short_input(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        // What comes takes the place of the earlier one.
        let place = random.below(KEPT);
        let mut bytes = match random.below(20) {
            0 => {
                self.beside = self.beside.wrapping_add(STRIDE);
                side_by_side(random, self.beside)
            }
            _ => mutated(random, &self.kept[place], self.max_len),
        };
        if random.percent(if self.claim.bom == Bom::Strip { 25 } else { 3 }) {
            let mark = random.pick(&[&b"\xEF\xBB\xBF"[..], b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xEF\xBF\xBE"]);
            bytes.splice(0..0, mark.iter().copied());
        }
        bytes.truncate(self.max_len);
        self.kept[place].clone_from(&bytes);
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
