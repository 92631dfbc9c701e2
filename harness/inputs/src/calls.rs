//! Scripts of calls for decoders that take chunks: an input in chunks, each error after each other, and many uses of one
//! object.

use crate::composition::composed;
use crate::elements::{ELEMENTS, pair};
use crate::random::Random;
use crate::text::FILLERS;
use illformed_judge::claim::ScriptSupport;
use illformed_vectors::Call;

/// `bytes` in several calls, as far as `support` goes: cut, with empty chunks, with and without an end, and on the same
/// object after a reset something else, be the first part finished, broken or left open.
pub fn in_calls(random: &mut Random, bytes: &[u8], support: ScriptSupport) -> Vec<Call> {
    let (mut calls, mut rest) = (Vec::new(), bytes);
    if support >= ScriptSupport::Reset && random.percent(25) {
        let mut before = composed(random);
        if random.percent(40) {
            // The reset comes in the middle of what was to be one.
            let (start, end) = rest.split_at(random.below(rest.len() + 1));
            (before, rest) = (start.to_vec(), end);
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

/// Each call has an answer of its own: the most chunks of one length.
const MOST_CHUNKS: usize = 1_024;

/// Feeds `bytes`: whole, cut anywhere, or in chunks of one length, be it one byte or that of a buffer.
fn append_chunks(random: &mut Random, bytes: &[u8], calls: &mut Vec<Call>) {
    let some = random.between(1, bytes.len() as u32) as usize;
    let len = random.pick(&[1, 2, 4, 64, 256, 4_096, some, some, bytes.len()]).max(bytes.len() / MOST_CHUNKS);
    let is_cut_anywhere = bytes.len() < MOST_CHUNKS && random.percent(25);
    let empty_in_hundred = random.pick(&[0, 0, 10, 30]);
    let mut rest = bytes;
    while !rest.is_empty() {
        calls.extend(random.percent(empty_in_hundred).then(|| Call::Feed(Vec::new())));
        let len = if is_cut_anywhere { 1 + random.below(4) } else { len };
        let (chunk, more) = rest.split_at(len.min(rest.len()));
        calls.push(Call::Feed(chunk.to_vec()));
        rest = more;
    }
    calls.extend(random.percent(empty_in_hundred).then(|| Call::Feed(Vec::new())));
}

/// How often an object is used: about what counters of one byte can count.
const TIMES: [usize; 8] = [2, 3, 4, 16, 255, 256, 257, 300];

/// One element, a reset, another, and often a third use: each of the pairs as `number` counts.
pub(crate) fn one_after_another(random: &mut Random, number: usize) -> Vec<Call> {
    let mut calls = Vec::new();
    for element in pair(number) {
        let before = if random.percent(30) { composed(random) } else { Vec::new() };
        calls.push(Call::Feed([&before, element].concat()));
        calls.extend(random.percent(60).then_some(Call::Finish));
        calls.push(Call::Reset);
    }
    if random.percent(50) {
        calls.extend([Call::Feed(composed(random)), Call::Finish]);
    } else {
        calls.pop();
    }
    calls
}

/// The same use many times, or as many chunks of one use, and then something that may be different.
pub(crate) fn many_times(random: &mut Random, support: ScriptSupport) -> Vec<Call> {
    let times = random.pick(&TIMES) - 1;
    let finishes = support >= ScriptSupport::Finish;
    let resets = support >= ScriptSupport::Reset && random.percent(70);
    // Chunks that err end the use that they belong to.
    let character = FILLERS[random.below(FILLERS.len())].as_bytes();
    let unit = if resets { random.pick(&ELEMENTS) } else { character };
    let mut once = vec![Call::Feed(unit.to_vec())];
    once.extend((finishes && resets && random.percent(60)).then_some(Call::Finish));
    once.extend(resets.then_some(Call::Reset));
    let mut calls = vec![once; times].concat();
    calls.push(Call::Feed(random.pick(&ELEMENTS).to_vec()));
    calls.extend(finishes.then_some(Call::Finish));
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::PAIRS;
    use illformed_vectors::Script;

    #[test]
    fn each_element_comes_after_each_other_and_uses_are_counted_up_to_a_byte() {
        let mut random = Random::new(3, "");
        let scripts: Vec<Script> = (0..4 * PAIRS)
            .map(|number| Script::new(one_after_another(&mut random, number)).expect("it is a script"))
            .collect();
        let begins = |calls: &[Call], wanted: &[u8]| {
            calls.iter().any(
                |call| matches!(call, Call::Feed(fed) if fed.windows(wanted.len()).any(|run| run == wanted)),
            )
        };
        for one in ELEMENTS.iter().filter(|element| element.len() == 1) {
            for other in ELEMENTS.iter().filter(|element| element.len() == 1) {
                let has = scripts.iter().any(|script| {
                    let segments: Vec<&[Call]> = script.segments().collect();
                    begins(segments[0], one) && begins(segments[1], other)
                });
                assert!(has, "{one:x?} {other:x?}");
            }
        }
        let most = (0..200).map(|_| many_times(&mut random, ScriptSupport::Reset));
        let most = most.map(|calls| Script::new(calls).expect("it is a script").segments().count()).max();
        assert_eq!(most, Some(300));
    }
}
