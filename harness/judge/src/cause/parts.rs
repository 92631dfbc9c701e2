//! Inputs that are answered wrongly as a whole, and their parts, which may be right.

use crate::cause::Cause;
use illformed_vectors::{Call, Input, Script};

/// What a decoder may be sensitive to that answers `input` wrongly, each with the inputs that it answers rightly then: to what
/// came before a reset, with what stands between the resets; and, if the answer `is_severe`, to cuts, with the same in one
/// piece.
pub fn parts(input: &Input, is_severe: bool) -> Vec<(Cause, Vec<Input>)> {
    let Input::Calls(script) = input else { return Vec::new() };
    let segments: Vec<&[Call]> = script.segments().collect();
    let alone = segments.iter().map(|calls| Script::new(calls.to_vec()).map(Input::Calls));
    let whole = segments.iter().map(|calls| Input::Bytes(Script::segment_bytes(calls).0));
    let all = [
        (Cause::StateLeaks, segments.len() > 1, alone.filter_map(Result::ok).collect()),
        (Cause::CutSensitive, is_severe, whole.collect()),
    ];
    all.into_iter().filter(|(_, may_be, _)| *may_be).map(|(cause, _, parts)| (cause, parts)).collect()
}
