//! Scripts of calls for decoders that take chunks.

use crate::search::black_box::random::Random;
use crate::search::black_box::shape::append_piece;
use illformed_judge::claim::ScriptSupport;
use illformed_vectors::{Call, Input, Script};

/// `bytes` in several calls, as far as `support` goes: cut, with empty chunks, with and without an end, and on the same
/// object after a reset something else, be the first part finished, broken or left open.
pub fn in_calls(random: &mut Random, bytes: &[u8], support: ScriptSupport) -> Input {
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
    Script::new(calls).map_or_else(|_| Input::Bytes(bytes.to_vec()), Input::Calls)
}

/// Feeds `bytes`: whole, byte by byte, cut once or anywhere.
fn append_chunks(random: &mut Random, bytes: &[u8], calls: &mut Vec<Call>) {
    let cuts_in_hundred = match random.below(4) {
        0 => 100,
        1 => 50,
        2 => 20,
        _ => 0,
    };
    let only_cut = (cuts_in_hundred == 0).then(|| random.below(bytes.len() + 1));
    let empty_in_hundred = random.pick(&[0, 0, 10, 30]);
    let mut chunk = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if at > 0 && (only_cut == Some(at) || random.percent(cuts_in_hundred)) {
            calls.push(Call::Feed(std::mem::take(&mut chunk)));
            calls.extend(random.percent(empty_in_hundred).then(|| Call::Feed(Vec::new())));
        }
        chunk.push(*byte);
    }
    if random.percent(empty_in_hundred) {
        calls.insert(
            calls.iter().rposition(|call| *call == Call::Reset).map_or(0, |at| at + 1),
            Call::Feed(vec![]),
        );
    }
    if !chunk.is_empty() || random.percent(empty_in_hundred) {
        calls.push(Call::Feed(chunk));
    }
}
