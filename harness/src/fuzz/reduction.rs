//! What is a little smaller than an input.

use crate::fuzz::shape::EDGES;
use illformed_vectors::{Call, Input, Script};

/// What a run of two to four bytes may be replaced by: the plainest of what a fault may want there.
const PLAIN: [&[u8]; 10] = [
    b"A",
    b"\x80",
    b"\xC2",
    b"\xE1",
    b"\xC2\x80",
    b"\xE1\x80",
    b"\xF1\x80",
    b"\xE1\x80\x80",
    b"\xF1\x80\x80",
    b"\xF1\x80\x80\x80",
];

/// Everything one step smaller than `input`, the greatest steps first. Each is less by a measure that cannot fall for
/// ever: bytes, calls, and how plain the bytes are.
pub(crate) fn reductions(input: &Input) -> Vec<Input> {
    let mut smaller: Vec<Input> = match input {
        Input::Bytes(bytes) => shorter(bytes)
            .into_iter()
            .chain(replaced(bytes))
            .chain(plainer(bytes))
            .map(Input::Bytes)
            .collect(),
        Input::Calls(script) => smaller_scripts(script),
    };
    let size = size(input);
    smaller.retain(|candidate| self::size(candidate) < size);
    smaller
}

/// The measure. Bytes in one call come before all scripts of the same bytes.
pub(crate) fn size(input: &Input) -> (usize, usize, usize) {
    match input {
        Input::Bytes(bytes) => (bytes.len(), 0, bytes.iter().map(|byte| rank(*byte)).sum()),
        Input::Calls(script) => {
            let bytes = || script.calls().iter().flat_map(fed);
            (bytes().count(), script.calls().len(), bytes().map(|byte| rank(*byte)).sum())
        }
    }
}

/// How plain a byte is; less is plainer. A letter, NUL, the first continuation byte, the edges of classes, all others.
fn rank(byte: u8) -> usize {
    match byte {
        0x41 => 0,
        0x00 => 1,
        0x80 => 2,
        _ if EDGES.contains(&byte) => 3 + usize::from(byte),
        _ => 0x200 + usize::from(byte),
    }
}

/// All ways to leave out a run: all, halves, quarters, down to single items.
fn shorter<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut found = Vec::new();
    let mut run = items.len();
    while run > 0 {
        for start in (0..items.len()).step_by(run) {
            let end = items.len().min(start + run);
            found.push([&items[..start], &items[end..]].concat());
        }
        run /= 2;
    }
    found
}

/// All ways to put something plain in the place of a run, and letters in the place of a longer one.
fn replaced(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for run in [32, 16, 8, 4, 3, 2] {
        for start in 0..(bytes.len() + 1).saturating_sub(run) {
            let mut put = |plain: &[u8]| found.push([&bytes[..start], plain, &bytes[start + run..]].concat());
            put(&vec![b'A'; run]);
            if run <= 4 {
                PLAIN.iter().filter(|plain| plain.len() <= run).for_each(|plain| put(plain));
            }
        }
    }
    found
}

/// All ways to put a plainer byte in the place of one.
fn plainer(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (place, byte) in bytes.iter().enumerate() {
        let mut lower: Vec<u8> = EDGES.iter().copied().chain(byte & 0xF0..*byte).collect();
        lower.retain(|candidate| rank(*candidate) < rank(*byte));
        lower.sort_by_key(|candidate| rank(*candidate));
        found.extend(lower.into_iter().map(|candidate| {
            let mut changed = bytes.to_vec();
            changed[place] = candidate;
            changed
        }));
    }
    found
}

fn smaller_scripts(script: &Script) -> Vec<Input> {
    let calls = script.calls();
    let mut found = vec![Input::Bytes(calls.iter().flat_map(fed).copied().collect())];
    found.extend(script.segments().map(|segment| Input::Bytes(Script::segment_bytes(segment).0)));
    let mut scripts = shorter(calls);
    for (place, pair) in calls.windows(2).enumerate() {
        if let [Call::Feed(first), Call::Feed(second)] = pair {
            let mut merged = calls.to_vec();
            merged.splice(place..place + 2, [Call::Feed([first.as_slice(), second].concat())]);
            scripts.push(merged);
        }
    }
    for change in [shorter::<u8>, replaced, plainer] {
        for (place, call) in calls.iter().enumerate() {
            let Call::Feed(chunk) = call else { continue };
            scripts.extend(change(chunk).into_iter().map(|chunk| {
                let mut changed = calls.to_vec();
                changed[place] = Call::Feed(chunk);
                changed
            }));
        }
    }
    found.extend(scripts.into_iter().filter_map(|calls| Script::new(calls).ok()).map(Input::Calls));
    found
}

fn fed(call: &Call) -> &[u8] {
    match call {
        Call::Feed(chunk) => chunk,
        Call::Finish | Call::Reset => &[],
    }
}
