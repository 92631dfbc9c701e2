//! The complete suite on objects that were used before: what a reset leaves shows in any state and at any byte behind it.

use crate::automata::complete_tests;
use illformed_vectors::Call;

/// How many tests one object is given: so few that they can be shown.
const TESTS: usize = 8;

/// The widths of the blocks at whose ends the texts of the last parts end.
const BLOCKS: [usize; 5] = [8, 16, 32, 64, 128];

/// What begins a character and does not end it.
const CUT: [&[u8]; 3] = [b"\xC3", b"\xE2\x82", b"\xF0"];

/// How many parts there are: those of the complete suite, and one for each block.
pub(super) fn parts() -> u32 {
    (complete_tests().len().div_ceil(TESTS) + BLOCKS.len()) as u32
}

/// The calls of a part. Text comes first, then each test behind a reset, with a finish. In the last parts text of one block ends
/// within a character and is not finished, and behind the reset stands ASCII of as many bytes.
pub(super) fn tests_behind_resets(part: u32) -> Vec<Call> {
    let fed = |bytes: &[u8]| Call::Feed(bytes.to_vec());
    let mut parts = complete_tests().chunks(TESTS);
    let block = (part as usize).saturating_sub(parts.len());
    let mut calls = vec![fed(b"A"), Call::Finish];
    match (parts.nth(part as usize), BLOCKS.get(block)) {
        (Some(tests), _) => {
            calls.extend(tests.iter().flat_map(|test| [Call::Reset, fed(test), Call::Finish]));
        }
        (None, Some(block)) => calls.extend(CUT.iter().flat_map(|cut| {
            let text = vec![b'a'; *block];
            let is_cut = [&text[cut.len()..], cut].concat();
            [Call::Reset, fed(&is_cut), Call::Reset, fed(&text), Call::Finish]
        })),
        (None, None) => {}
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Script;

    #[test]
    fn each_test_of_the_complete_suite_stands_once_behind_a_reset_and_each_block_after_a_cut_one() {
        let scripts =
            (0..parts()).map(|part| Script::new(tests_behind_resets(part)).expect("it is a script"));
        let behind = |script: &Script| -> Vec<Vec<u8>> {
            script.segments().skip(1).map(|calls| Script::segment_bytes(calls).0).collect()
        };
        let texts: Vec<Vec<u8>> = scripts.flat_map(|script| behind(&script)).collect();
        let (tests, blocks) = texts.split_at(complete_tests().len());
        assert_eq!(tests, complete_tests());
        assert_eq!(blocks.len(), 2 * BLOCKS.len() * CUT.len());
        for pair in blocks.chunks(2) {
            assert!(pair[0].len() == pair[1].len() && !pair[0].is_ascii() && pair[1].is_ascii(), "{pair:?}");
        }
    }
}
