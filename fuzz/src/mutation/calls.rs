//! Changes to scripts of calls.

use crate::mutation::bytes::{change, piece};
use crate::property::{CallScript, write_calls};
use illformed_inputs::{Random, composed, in_calls};
use illformed_judge::claim::ScriptSupport;
use illformed_vectors::Call;

/// Another script in place of `input`, at most `max_len` bytes: the last calls that do not fit are left out.
pub(crate) fn mutated_calls(random: &mut Random, input: &[u8], max_len: usize) -> Vec<u8> {
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

fn change_calls(random: &mut Random, calls: &mut Vec<Call>, max_len: usize) {
    let place = random.below(calls.len() + 1);
    match random.below(12) {
        0 => calls.insert(place, Call::Finish),
        1 => calls.insert(place, Call::Reset),
        2 => calls.insert(place, Call::Feed(Vec::new())),
        3 => calls.push(Call::Finish),
        4 => calls.insert(place, Call::Feed(piece(random))),
        5 => {
            let more = composed_calls(random);
            calls.splice(place..place, more);
        }
        _ if place == calls.len() => calls.push(Call::Finish),
        6 => drop(calls.remove(place)),
        7 => calls.truncate(place + 1),
        8 => {
            let target = random.below(calls.len());
            calls.swap(place, target);
        }
        9 => {
            let again = calls[place].clone();
            calls.insert(place, again);
        }
        what => match &mut calls[place] {
            Call::Feed(fed) if what == 10 && fed.len() > 1 => {
                let rest = fed.split_off(1 + random.below(fed.len() - 1));
                calls.insert(place + 1, Call::Feed(rest));
            }
            Call::Feed(fed) => change(random, fed, max_len),
            call => *call = Call::Feed(Vec::new()),
        },
    }
}
