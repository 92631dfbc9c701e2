//! Changes to scripts of calls.

use crate::property::{CallScript, write_calls};
use illformed_inputs::{Random, change, composed, in_calls};
use illformed_judge::claim::ScriptSupport;
use illformed_vectors::Call;

/// Another script in place of `input`, at most `max_len` bytes: the last calls that do not fit are left out.
pub(super) fn mutated_calls(random: &mut Random, input: &[u8], max_len: usize) -> Vec<u8> {
    let mut profile = input.first().copied().unwrap_or(0);
    if random.percent(10) {
        profile = random.byte();
    }
    let mut calls = CallScript::read(input).calls;
    if !calls.is_empty() && random.percent(50) {
        for _ in 0..random.between(1, 3) {
            change_calls(random, &mut calls, max_len);
        }
    } else {
        calls = composed_calls(random);
    }
    loop {
        let bytes = write_calls(profile, &calls);
        if bytes.len() <= max_len || calls.pop().is_none() {
            return bytes;
        }
    }
}

/// A few pieces in several calls, often with an end.
fn composed_calls(random: &mut Random) -> Vec<Call> {
    let bytes = composed(random);
    in_calls(random, &bytes, ScriptSupport::Reset)
}

/// Makes one change to `calls`: mostly some of them, often none, become others.
fn change_calls(random: &mut Random, calls: &mut Vec<Call>, max_len: usize) {
    let place = random.below(calls.len() + 1);
    let end = calls.len().min(place + random.below(3));
    match random.below(12) {
        kind @ 0..=7 => {
            let others = match kind {
                0 | 1 => vec![Call::Finish],
                2 => vec![Call::Reset],
                3 => vec![Call::Feed(Vec::new())],
                4 => vec![Call::Feed(composed(random))],
                5 => composed_calls(random),
                6 => [&calls[place..end]; 2].concat(),
                _ => Vec::new(),
            };
            let end = if kind < 6 && random.percent(80) { place } else { end };
            calls.splice(place..end, others);
        }
        8 => calls.truncate(place + 1),
        _ => match calls.get_mut(place) {
            Some(Call::Feed(fed)) if fed.len() > 1 && random.percent(50) => {
                let rest = fed.split_off(1 + random.below(fed.len() - 1));
                calls.insert(place + 1, Call::Feed(rest));
            }
            Some(Call::Feed(fed)) => change(random, fed, max_len),
            Some(call) => *call = Call::Feed(Vec::new()),
            None => calls.push(Call::Finish),
        },
    }
}
