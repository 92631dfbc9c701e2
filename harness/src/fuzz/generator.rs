//! Makes inputs, without end, the same for the same seed.

use crate::claim::{Bom, Claim, ScriptSupport};
use crate::fuzz::calls::in_calls;
use crate::fuzz::composition::{by_row, composed, in_great_block};
use crate::fuzz::random::Random;
use crate::fuzz::shape::{append_piece, edge};
use illformed_vectors::Input;

/// How many earlier inputs are kept to be changed.
const KEPT: usize = 256;

/// A source of inputs that fit a decoder's claim.
pub(crate) struct Generator {
    random: Random,
    kept: Vec<Vec<u8>>,
    max_len: usize,
    script: ScriptSupport,
    strips: bool,
    cannot: Vec<u8>,
}

impl Generator {
    /// Inputs of at most `max_len` bytes for a decoder of that name and claim.
    pub(crate) fn new(seed: u64, name: &str, claim: &Claim, max_len: usize) -> Self {
        Self {
            random: Random::new(seed, name),
            kept: Vec::new(),
            max_len: claim.max_bytes.map_or(max_len, |most| most.min(max_len)),
            script: claim.script,
            strips: claim.bom == Bom::Strip,
            cannot: claim.cannot.clone(),
        }
    }

    /// The next input.
    pub(crate) fn next_input(&mut self) -> Input {
        let mut bytes = match self.random.below(20) {
            0..=7 => composed(&mut self.random),
            8 => by_row(&mut self.random),
            9..=12 => in_great_block(&mut self.random, self.max_len),
            13 => (0..self.random.between(0, 6)).map(|_| edge(&mut self.random)).collect(),
            _ => self.changed(),
        };
        if self.random.percent(if self.strips { 25 } else { 3 }) {
            let mark =
                self.random.pick(&[&b"\xEF\xBB\xBF"[..], b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xEF\xBF\xBE"]);
            bytes.splice(0..0, mark.iter().copied());
        }
        bytes.truncate(self.max_len);
        bytes.retain(|byte| !self.cannot.contains(byte));
        self.keep(&bytes);
        let calls_in_hundred = if self.script == ScriptSupport::None { 0 } else { 50 };
        if !self.random.percent(calls_in_hundred) {
            return Input::Bytes(bytes);
        }
        match in_calls(&mut self.random, &bytes, self.script) {
            Input::Calls(script) if !self.fits(script.calls()) => Input::Bytes(bytes),
            input => input,
        }
    }

    /// Whether what was put before a reset can be given too.
    fn fits(&self, calls: &[illformed_vectors::Call]) -> bool {
        let (bytes, _) = illformed_vectors::Script::segment_bytes(calls);
        bytes.len() <= self.max_len && !bytes.iter().any(|byte| self.cannot.contains(byte))
    }

    /// An earlier input with a few changes.
    fn changed(&mut self) -> Vec<u8> {
        if self.kept.is_empty() {
            return composed(&mut self.random);
        }
        let chosen = self.random.below(self.kept.len());
        let mut bytes = self.kept[chosen].clone();
        for _ in 0..self.random.between(1, 3) {
            self.change(&mut bytes);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
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

    fn keep(&mut self, bytes: &[u8]) {
        if self.kept.len() < KEPT {
            self.kept.push(bytes.to_vec());
        } else {
            let place = self.random.below(KEPT);
            self.kept[place] = bytes.to_vec();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Tailored;
    use illformed_codec::Profile;

    #[test]
    fn what_is_made_fits_the_claim_and_is_the_same_for_the_same_seed() {
        for script in [ScriptSupport::None, ScriptSupport::Feed, ScriptSupport::Finish, ScriptSupport::Reset]
        {
            let claim = Claim {
                script,
                cannot: vec![0, 0x41],
                max_bytes: Some(20),
                ..Claim::strict(Profile::Rfc3629)
            };
            let inputs = |seed| {
                let mut generator = Generator::new(seed, "a/b", &claim, 64);
                (0..2000).map(|_| generator.next_input()).collect::<Vec<_>>()
            };
            assert_eq!(inputs(3), inputs(3));
            assert_ne!(inputs(3), inputs(4));
            for input in inputs(5) {
                assert!(Tailored::new(&input, &claim).is_ok(), "{input:?}");
            }
        }
    }
}
