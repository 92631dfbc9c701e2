//! Makes a failing input smaller until no smaller one fails in the same way.

use crate::search::black_box::reduction::{CHANGES, reductions, size};
use illformed_vectors::Input;

/// How many candidates are asked at once. One that breaks an adapter is asked alone, lest the others go with it.
const AT_ONCE: usize = 64;

/// How many are asked at once before none of these failed.
const FIRST_AT_ONCE: usize = 4;

/// How many bytes are asked at once, unless one candidate has more.
const BYTES_AT_ONCE: usize = 1 << 20;

/// How many bytes are asked in all to shrink one input, where time does not matter: a long one is not worth hours.
const MOST_BYTES: usize = 128 << 20;

/// How much may be asked to shrink one input.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    pub inputs: usize,
    /// Whether each must be asked alone.
    pub alone: bool,
}

/// The smallest input that is reached from `input` by steps that keep it failing. `fails` says for each input of a list, in
/// order, whether it fails as `input` does.
pub fn shrink(input: &Input, patience: Patience, fails: &mut dyn FnMut(&[Input]) -> Vec<bool>) -> Input {
    shrink_by(CHANGES, input, patience, MOST_BYTES, fails).0
}

/// [`shrink`] by the first `changes` kinds of [`reductions`], with at most `most_bytes` in all candidates together; and whether patience
/// ended before every smaller one was asked.
pub(crate) fn shrink_by(
    changes: usize,
    input: &Input,
    patience: Patience,
    most_bytes: usize,
    fails: &mut dyn FnMut(&[Input]) -> Vec<bool>,
) -> (Input, bool) {
    let mut smallest = input.clone();
    let (mut left, mut bytes_left) = (patience.inputs, most_bytes);
    loop {
        let len = size(&smallest).0.max(1);
        let most_at_once = if patience.alone { 1 } else { (BYTES_AT_ONCE / len).clamp(1, AT_ONCE) };
        // Often one of the first fails, and then the others were asked for nothing.
        let mut at_once = most_at_once.min(FIRST_AT_ONCE);
        let mut candidates = reductions(&smallest, changes);
        let smaller = loop {
            let mut some: Vec<Input> = candidates.by_ref().take(at_once).collect();
            if some.is_empty() {
                break None;
            }
            if left == 0 || bytes_left == 0 {
                drop(candidates);
                return (smallest, true);
            }
            left = left.saturating_sub(some.len());
            bytes_left = bytes_left.saturating_sub(some.iter().map(|input| size(input).0).sum());
            if let Some(number) = fails(&some).iter().position(|fails| *fails) {
                break Some(some.swap_remove(number));
            }
            at_once = most_at_once.min(at_once * 2);
        };
        drop(candidates);
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return (smallest, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Call;

    const PATIENT: Patience = Patience { inputs: 100_000, alone: false };

    fn shrunk(text: &str, fails: impl Fn(&Input) -> bool) -> String {
        let input = Input::Calls(text.parse().unwrap());
        match shrink(&input, PATIENT, &mut |inputs| inputs.iter().map(&fails).collect()) {
            Input::Bytes(bytes) => const_hex::encode(bytes),
            Input::Calls(script) => script.to_string(),
        }
    }

    #[test]
    fn what_is_left_is_what_it_takes() {
        let contains =
            |input: &Input, wanted: &[u8]| input.bytes().windows(wanted.len()).any(|window| window == wanted);
        // Bytes alone: the calls go.
        assert_eq!(shrunk("61c3 - a9e0 9f62 . ~ 41 .", |input| contains(input, b"\xE0\x9F")), "e09f");
        // Any of a range: the plainest of it.
        let overlong =
            |input: &Input| input.bytes().windows(2).any(|pair| pair[0] & 0xFE == 0xC0 && pair[1] >> 6 == 2);
        assert_eq!(shrunk("6162c1b36a6b .", overlong), "c080");
        // A cut is needed: it stays, and the empty calls around it go.
        let cut = |input: &Input| {
            let Input::Calls(script) = input else { return false };
            script.calls().contains(&Call::Feed(vec![0xC3])) && script.calls().contains(&Call::Finish)
        };
        assert_eq!(shrunk("- 41c3a9 ~ 41 c3 - a962 .", cut), "c3 .");
    }

    #[test]
    fn a_mebibyte_is_shrunk_to_the_two_bytes_that_it_takes_before_patience_ends() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes[700_001..700_003].copy_from_slice(b"\xC0\xB1");
        let mut asked = 0;
        let smallest = shrink(&Input::Bytes(bytes), PATIENT, &mut |inputs| {
            let fails = |input: &Input| {
                let Input::Bytes(bytes) = input else { return false };
                asked += bytes.len();
                bytes.windows(2).any(|pair| pair[0] == 0xC0 && pair[1] >> 6 == 2)
            };
            inputs.iter().map(fails).collect()
        });
        assert_eq!(smallest, Input::Bytes(b"\xC0\x80".to_vec()));
        assert!(asked < MOST_BYTES, "{asked}");
    }

    #[test]
    fn impatience_ends_it_with_something_that_fails() {
        let input = Input::Bytes(vec![b'x'; 100]);
        let patience = Patience { inputs: 10, alone: true };
        let mut asked = 0;
        let smallest = shrink(&input, patience, &mut |inputs| {
            asked += inputs.len();
            inputs.iter().map(|input| matches!(input, Input::Bytes(bytes) if bytes.len() >= 3)).collect()
        });
        assert_eq!(asked, 10);
        assert!(matches!(smallest, Input::Bytes(bytes) if (3..100).contains(&bytes.len())));
    }
}
