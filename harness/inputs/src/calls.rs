//! Scripts of calls for decoders that take chunks: an input in chunks, each error after each other, and many uses of one
//! object.

use crate::elements::{ERRORS, NEIGHBOURS, error_like};
use crate::random::Random;
use crate::shape::append_piece;
use illformed_judge::claim::ScriptSupport;
use illformed_vectors::Call;

/// `bytes` in several calls, as far as `support` goes: cut, with empty chunks, with and without an end, and on the same
/// object after a reset something else, be the first part finished, broken or left open.
pub fn in_calls(random: &mut Random, bytes: &[u8], support: ScriptSupport) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut rest = bytes;
    if support >= ScriptSupport::Reset && random.percent(25) {
        let mut before = Vec::new();
        append_piece(random, &mut before);
        if random.percent(40) {
            // The reset comes in the middle of what was to be one.
            let (start, end) = rest.split_at(random.below(rest.len() + 1));
            before = start.to_vec();
            rest = end;
        }
        append_chunks(random, &before, &mut calls);
        calls.extend(random.percent(40).then_some(Call::Finish));
        calls.push(Call::Reset);
    }
    append_chunks(random, rest, &mut calls);
    if support >= ScriptSupport::Finish && random.percent(90) {
        calls.push(Call::Finish);
    }
    calls
}

/// Feeds `bytes`: whole, byte by byte, cut once or anywhere.
fn append_chunks(random: &mut Random, bytes: &[u8], calls: &mut Vec<Call>) {
    let cuts_in_hundred = random.pick(&[100, 50, 20, 0]);
    let only_cut = (cuts_in_hundred == 0).then(|| random.below(bytes.len() + 1));
    let empty_in_hundred = random.pick(&[0, 0, 10, 30]);
    let (mut chunks, mut chunk) = (Vec::new(), Vec::new());
    for (at, byte) in bytes.iter().enumerate() {
        if at > 0 && (only_cut == Some(at) || random.percent(cuts_in_hundred)) {
            chunks.push(std::mem::take(&mut chunk));
            chunks.extend(random.percent(empty_in_hundred).then(Vec::new));
        }
        chunk.push(*byte);
    }
    if random.percent(empty_in_hundred) {
        chunks.insert(0, Vec::new());
    }
    if !chunk.is_empty() || random.percent(empty_in_hundred) {
        chunks.push(chunk);
    }
    calls.extend(chunks.into_iter().map(Call::Feed));
}

/// How many pairs of what is fed before and after a reset there are; the last of either is well-formed.
pub(crate) const PAIRS: usize = (ERRORS.len() + 1) * (ERRORS.len() + 1);

/// How often an object is used: about what counters of one byte can count.
const TIMES: [usize; 8] = [2, 3, 4, 16, 255, 256, 257, 300];

fn part(random: &mut Random, kind: usize) -> Vec<u8> {
    if kind < ERRORS.len() { error_like(random, kind) } else { random.pick(&NEIGHBOURS).to_vec() }
}

/// One kind of input, a reset, another kind, and often a third use with something well-formed: each of the pairs as
/// `number` counts.
pub(crate) fn one_after_another(random: &mut Random, number: usize) -> Vec<Call> {
    let kinds = ERRORS.len() + 1;
    let mut calls = Vec::new();
    for kind in [number / kinds % kinds, number % kinds] {
        let mut bytes = part(random, kind);
        if random.percent(40) {
            bytes.splice(0..0, random.pick(&NEIGHBOURS).iter().copied());
        }
        if random.percent(30) {
            bytes.extend(random.pick(&NEIGHBOURS));
        }
        calls.push(Call::Feed(bytes));
        calls.extend(random.percent(60).then_some(Call::Finish));
        calls.push(Call::Reset);
    }
    if random.percent(50) {
        calls.extend([Call::Feed(random.pick(&NEIGHBOURS).to_vec()), Call::Finish]);
    } else {
        calls.pop();
    }
    calls
}

/// The same use many times, or as many chunks of one use, and then something that may be different.
pub(crate) fn many_times(random: &mut Random, resets: bool, finishes: bool) -> Vec<Call> {
    let times = random.pick(&TIMES) - 1;
    let resets = resets && random.percent(70);
    // Chunks that err end the use that they belong to.
    let kind = if resets { random.below(ERRORS.len() + 3) } else { ERRORS.len() };
    let mut once = vec![Call::Feed(part(random, kind))];
    once.extend((finishes && resets && random.percent(60)).then_some(Call::Finish));
    once.extend(resets.then_some(Call::Reset));
    let mut calls = vec![once; times].concat();
    let kind = random.below(2 * ERRORS.len());
    calls.push(Call::Feed(part(random, kind)));
    calls.extend(finishes.then_some(Call::Finish));
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Script;

    #[test]
    fn each_error_comes_after_each_other_and_uses_are_counted_up_to_a_byte() {
        let mut random = Random::new(3, "");
        let scripts: Vec<Script> = (0..4 * PAIRS)
            .map(|number| Script::new(one_after_another(&mut random, number)).expect("it is a script"))
            .collect();
        let begins = |calls: &[Call], wanted: &[u8]| {
            calls.iter().any(
                |call| matches!(call, Call::Feed(fed) if fed.windows(wanted.len()).any(|run| run == wanted)),
            )
        };
        for one in ERRORS.iter().filter(|error| error.len() == 1) {
            for other in ERRORS.iter().filter(|error| error.len() == 1) {
                let has = scripts.iter().any(|script| {
                    let segments: Vec<&[Call]> = script.segments().collect();
                    begins(segments[0], one) && begins(segments[1], other)
                });
                assert!(has, "{one:x?} {other:x?}");
            }
        }
        let most = (0..200).map(|_| many_times(&mut random, true, true));
        let most = most.map(|calls| Script::new(calls).expect("it is a script").segments().count()).max();
        assert_eq!(most, Some(300));
    }
}
