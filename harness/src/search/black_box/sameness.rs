//! When two inputs show the same fault, and the ways from one to the other.

use illformed_codec::{ErrorKind, Event};
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::{Call, Input, Script};

/// So many letters in a row are there for the place of what is beside them.
const FILLING: usize = 4;

/// Whether two minimal failing inputs show the same fault: one holds the other; or what stands between
/// letters that only fill is in the other's; or the calls meet in the same way, as when both cut a character.
pub fn same_fault(one: &Input, other: &Input) -> bool {
    if holds(one, other) || holds(other, one) {
        return true;
    }
    match (one, other) {
        (Input::Bytes(one), Input::Bytes(other)) => match (core(one), core(other)) {
            (Some(one), Some(other)) => run(&one, &other) || run(&other, &one),
            _ => false,
        },
        (Input::Calls(one), Input::Calls(other)) => meeting(one) == meeting(other),
        _ => false,
    }
}

/// Whether the bytes of `small` stand in those of `great`, in one piece; of scripts, the calls.
pub fn holds(great: &Input, small: &Input) -> bool {
    match (great, small) {
        (Input::Bytes(great), Input::Bytes(small)) => run(great, small),
        (Input::Calls(script), Input::Bytes(small)) => {
            script.segments().any(|segment| run(&Script::segment_bytes(segment).0, small))
        }
        (Input::Calls(great), Input::Calls(small)) => {
            great.calls().windows(small.calls().len()).any(|window| window == small.calls())
        }
        (Input::Bytes(_), Input::Calls(_)) => false,
    }
}

fn run(great: &[u8], small: &[u8]) -> bool {
    // An empty run is in every input, and shows nothing.
    match small.len() {
        0 => great.is_empty(),
        len => great.windows(len).any(|window| window == small),
    }
}

/// What is left without the letters that fill; `None` when none do.
fn core(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut left = Vec::new();
    let mut fills = false;
    for group in bytes.chunk_by(|one, other| (*one == b'A') == (*other == b'A')) {
        let filling = group[0] == b'A' && group.len() >= FILLING;
        fills |= filling;
        left.extend_from_slice(if filling { &[] } else { group });
    }
    // At the ends fewer fill too.
    let is_letter = |byte: &u8| *byte == b'A';
    let end = left.iter().rposition(|byte| !is_letter(byte)).map_or(0, |last| last + 1);
    left.truncate(end);
    let start = left.iter().take_while(|byte| is_letter(byte)).count();
    fills.then(|| left.split_off(start))
}

/// What a call leaves behind.
#[derive(Debug, PartialEq, Eq)]
enum Left {
    Nothing,
    Part,
    /// It had no bytes.
    Empty,
    Finished,
    Reset,
}

/// What two calls leave where the first leaves a part to the second, for the first such pair; otherwise what every call
/// leaves.
fn meeting(script: &Script) -> Vec<Left> {
    let left = |call: &Call| match call {
        Call::Finish => Left::Finished,
        Call::Reset => Left::Reset,
        Call::Feed(chunk) if chunk.is_empty() => Left::Empty,
        Call::Feed(chunk) => match events(chunk, Limits::RFC3629).last().and_then(Event::error_kind) {
            Some(ErrorKind::Incomplete) => Left::Part,
            _ => Left::Nothing,
        },
    };
    let mut calls: Vec<Left> = script.calls().iter().map(left).collect();
    if let Some(part) = calls.iter().position(|left| *left == Left::Part) {
        calls.drain(..part);
        calls.truncate(2);
        // What follows the part need not be looked at closer, if it is bytes.
        calls.iter_mut().skip(1).filter(|left| **left == Left::Part).for_each(|left| *left = Left::Nothing);
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str) -> Input {
        match text.strip_prefix('=') {
            Some(hex) => Input::Bytes(const_hex::decode(hex).unwrap()),
            None => Input::Calls(text.parse().unwrap()),
        }
    }

    fn same(one: &str, other: &str) -> bool {
        let same = same_fault(&input(one), &input(other));
        assert_eq!(same, same_fault(&input(other), &input(one)));
        same
    }

    #[test]
    fn inputs_are_of_one_fault_when_they_hold_each_other_or_err_at_the_same_meeting() {
        for (one, other) in [
            ("=e09f", "=e09f80"),
            ("=eda080", "41 eda08041 ."),
            ("=c280", "c2 80"),
            ("=4141414141eda08041", "=eda08041414141414180"),
            ("c2 80", "41 e1 80 80 ."),
            ("c2 ~ 41", "e1 ~ 80 ."),
            ("c2 - 80", "f0 - ."),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("=c080", "=e08080"),
            ("=", "=c080"),
            ("=414141414180", "=e08080"),
            ("c2 ~ 41", "c2 41"),
            ("c2 .", "c2 80"),
            ("41 80", "41 - 80"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
    }
}
