//! What a decoder may be sensitive to that answers a case wrongly although its bytes are answered rightly elsewhere.

use crate::case::Case;
use crate::cause::attribution::SHORT_PART;
use crate::cause::{Cause, Deviation};
use illformed_vectors::{Call, Input, Script};
use std::collections::BTreeSet;

/// How many different short parts of a long input are asked.
const MOST_SHORT: usize = 4_096;

/// What a decoder may be sensitive to that answers `input` severely wrong, each with the inputs that it answers rightly then: to
/// what came before a reset, with what stands between the resets; to cuts, with the same in one piece; of long bytes to their place,
/// with each short part, unless there are very many.
pub fn parts(input: &Input) -> Vec<(Cause, Vec<Input>)> {
    let script = match input {
        Input::Calls(script) => script,
        Input::Bytes(bytes) if bytes.len() <= SHORT_PART => return Vec::new(),
        Input::Bytes(bytes) => {
            let mut short: BTreeSet<&[u8]> = BTreeSet::new();
            for part in (1..=SHORT_PART).flat_map(|len| bytes.windows(len)) {
                short.insert(part);
                if short.len() > MOST_SHORT {
                    return Vec::new();
                }
            }
            let short = short.into_iter().map(|part| Input::Bytes(part.to_vec()));
            return vec![(Cause::PositionSensitive, short.collect())];
        }
    };
    let segments: Vec<&[Call]> = script.segments().collect();
    let alone = segments.iter().map(|calls| Script::new(calls.to_vec()).map(Input::Calls));
    let whole = segments.iter().map(|calls| Input::Bytes(Script::segment_bytes(calls).0));
    let is_cut = segments.iter().any(|calls| calls.len() > 1);
    let all = [
        (Cause::StateLeaks, segments.len() > 1, alone.filter_map(Result::ok).collect()),
        (Cause::CutSensitive, is_cut, whole.collect()),
    ];
    all.into_iter().filter(|(_, may_be, _)| *may_be).map(|(cause, _, parts)| (cause, parts)).collect()
}

/// The calls of a segment of `case`; none of an input of bytes.
pub(super) fn calls<'a>(case: &'a Case<'_>, segment: usize) -> &'a [Call] {
    let Input::Calls(script) = case.input() else { return &[] };
    script.segments().nth(segment).unwrap_or_default()
}

/// How many chunks are fed.
pub(super) fn chunks(calls: &[Call]) -> usize {
    calls.iter().filter(|call| matches!(call, Call::Feed(_))).count()
}

/// What the answer to `case` may be sensitive to, the likeliest first; nothing where there is no answer to look at. If one chunk
/// `is_wrong_at_once`, what came before a reset need not be why it is wrong behind that.
pub(super) fn sensitivities(case: &Case<'_>, deviation: &Deviation, is_wrong_at_once: bool) -> Vec<Cause> {
    let (recipe, calls) = (case.id.recipe, calls(case, deviation.segment));
    if deviation.cause <= Cause::Unstable {
        return Vec::new();
    }
    // That was seen when it was asked again.
    if matches!(deviation.cause, Cause::StateLeaks | Cause::ChangesWithUse) {
        return vec![deviation.cause];
    }
    if recipe.is_some_and(|recipe| recipe.warm_up().is_some()) {
        return vec![Cause::ChangesWithUse];
    }
    if matches!(case.input(), Input::Bytes(_)) {
        // What stands behind U+0000 need not matter by its place.
        let is_behind_nul = deviation.all().any(|cause| cause == Cause::EndsAtNul);
        let nul = is_behind_nul.then_some(Cause::EndsAtNul);
        return nul.into_iter().chain([Cause::PositionSensitive]).collect();
    }
    let is_cut = deviation.all().any(|cause| cause == Cause::CutSensitive);
    let may_be_cut = deviation.segment == 0 || is_wrong_at_once || chunks(calls) > 1;
    // What nothing ends is cut where it stops.
    let has_cut = calls.len() > 1 || !calls.is_empty() && calls.last() != Some(&Call::Finish);
    let is_long = recipe.is_some_and(|recipe| recipe.place().is_some() || recipe.is_run());
    let all = [
        (Cause::StateLeaks, deviation.segment > 0),
        (Cause::CutSensitive, may_be_cut && has_cut || is_cut),
        (Cause::PositionSensitive, is_long),
    ];
    all.into_iter().filter(|(_, may_be)| *may_be).map(|(cause, _)| cause).collect()
}
