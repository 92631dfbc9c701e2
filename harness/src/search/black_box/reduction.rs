//! What is a little smaller than an input.

use illformed_inputs::EDGES;
use illformed_judge::shown::repeats;
use illformed_vectors::{Call, Input, Script};
use std::iter;

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

/// How many kinds of changes make a chunk smaller.
pub(crate) const CHANGES: usize = 3;

/// How many of them only leave something out; these come first.
pub(crate) const REMOVALS: usize = 1;

/// Everything one step smaller than `input` by the first `changes` kinds, the greatest steps first, each made when it is asked
/// for. Each is less by a measure that cannot fall for ever: bytes, calls, and how plain the bytes are.
pub(crate) fn reductions(input: &Input, changes: usize) -> impl Iterator<Item = Input> + '_ {
    let smaller: Box<dyn Iterator<Item = Input> + '_> = match input {
        Input::Bytes(bytes) => Box::new((0..changes).flat_map(|kind| changed(bytes, kind)).map(Input::Bytes)),
        Input::Calls(script) => Box::new(smaller_scripts(script, changes)),
    };
    let size = size(input);
    smaller.filter(move |candidate| self::size(candidate) < size)
}

/// The measure. Bytes in one call come before all scripts of the same bytes.
pub fn size(input: &Input) -> (usize, usize, usize) {
    match input {
        Input::Bytes(bytes) => (bytes.len(), 0, bytes.iter().map(|byte| rank(*byte)).sum()),
        Input::Calls(script) => {
            let bytes = || script.calls().iter().flat_map(Call::fed);
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

/// Most of what is longer is there for the place of what is behind it, and there are too many ways to replace it.
const LONG: usize = 96;

/// The shortest of the runs that are left out or replaced in what is long.
const SHORTEST_BLOCK: usize = 64;

/// So many, half of it, a quarter, down to one.
fn halves(len: usize) -> impl Iterator<Item = usize> {
    let some = |run: &usize| *run > 0;
    iter::successors(Some(len).filter(some), move |run| Some(run / 2).filter(some))
}

/// Repeats of so many bytes are shortened as repeats.
const LEAST_REPEATED: usize = 64;

/// Repeats of so many calls are.
const LEAST_REPEATED_CALLS: usize = 8;

/// Where each repeat begins, its unit, and how often that stands there.
fn placed_repeats<T: PartialEq>(items: &[T], least: usize) -> impl Iterator<Item = (usize, &[T], usize)> {
    let mut start = 0;
    let placed = repeats(items, least).into_iter().map(move |(unit, times)| {
        let place = start;
        start += unit.len() * times;
        (place, unit, times)
    });
    placed.filter(|(_, _, times)| *times > 2)
}

/// Fewer of what is repeated: half, three quarters, up to one less. A counter in a decoder is found in few questions so.
fn fewer<T: Clone + PartialEq>(items: &[T], least: usize) -> impl Iterator<Item = Vec<T>> + '_ {
    placed_repeats(items, least).flat_map(move |(place, unit, times)| {
        halves(times / 2)
            .map(move |left_out| [&items[..place], &items[place + unit.len() * left_out..]].concat())
    })
}

/// Something plain in the place of each unit of a repeat, all at once.
fn plain_repeats(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    placed_repeats(bytes, LEAST_REPEATED).flat_map(move |(place, unit, times)| {
        let fitting = PLAIN.into_iter().filter(move |plain| plain.len() <= unit.len());
        fitting.map(move |plain| {
            [&bytes[..place], &plain.repeat(times), &bytes[place + unit.len() * times..]].concat()
        })
    })
}

/// All ways to leave out a run: all, halves, quarters, down to single items. Of what is long, powers of two too: what
/// stood at the end of a block then stands at the end of another.
fn shorter<T: Clone + PartialEq>(items: &[T]) -> impl Iterator<Item = Vec<T>> + '_ {
    let blocks = halves(1 << items.len().max(1).ilog2())
        .take_while(|run| items.len() > LONG && *run >= SHORTEST_BLOCK);
    blocks.chain(halves(items.len())).flat_map(move |run| {
        (0..items.len()).step_by(run).filter_map(move |start| {
            let end = items.len().min(start + run);
            // Of two equal runs side by side it does not matter which one is left out.
            let as_before = start >= run && items[start - run..start] == items[start..end];
            (!as_before).then(|| [&items[..start], &items[end..]].concat())
        })
    })
}

/// All ways to put something plain in the place of a run, and letters in the place of a longer one.
fn replaced(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let long = halves(bytes.len()).take_while(|run| bytes.len() > LONG && *run >= SHORTEST_BLOCK).flat_map(
        move |run| {
            (0..bytes.len()).step_by(run).filter_map(move |start| {
                let run = start..bytes.len().min(start + run);
                // Most of what is long are letters already.
                bytes[run.clone()].iter().any(|byte| *byte != b'A').then(|| {
                    let mut bytes = bytes.to_vec();
                    bytes[run].fill(b'A');
                    bytes
                })
            })
        },
    );
    let short = [32, 16, 8, 4, 3, 2].into_iter().flat_map(move |run| {
        let starts = (0..(bytes.len() + 1).saturating_sub(run)).filter(move |start| {
            bytes.len() <= LONG || bytes[*start..*start + run].iter().any(|byte| *byte != b'A')
        });
        starts.flat_map(move |start| {
            let fitting = PLAIN.into_iter().filter(move |plain| run <= 4 && plain.len() <= run);
            let letters: &[u8] = &[b'A'; 32];
            iter::once(&letters[..run])
                .chain(fitting)
                .map(move |plain| [&bytes[..start], plain, &bytes[start + run..]].concat())
        })
    });
    long.chain(short)
}

/// All ways to put a plainer byte in the place of one.
fn plainer(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    bytes.iter().enumerate().flat_map(move |(place, byte)| {
        let mut lower: Vec<u8> = EDGES.iter().copied().chain(byte & 0xF0..*byte).collect();
        lower.retain(|candidate| rank(*candidate) < rank(*byte));
        lower.sort_by_key(|candidate| rank(*candidate));
        lower.into_iter().map(move |candidate| {
            let mut changed = bytes.to_vec();
            changed[place] = candidate;
            changed
        })
    })
}

/// All ways to make a chunk smaller by a change of that kind.
fn changed(chunk: &[u8], kind: usize) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
    match kind {
        0 => Box::new(fewer(chunk, LEAST_REPEATED).chain(shorter(chunk))),
        1 => Box::new(plain_repeats(chunk).chain(replaced(chunk))),
        _ => Box::new(plainer(chunk)),
    }
}

fn smaller_scripts(script: &Script, changes: usize) -> impl Iterator<Item = Input> + '_ {
    let calls = script.calls();
    let whole = Input::Bytes(calls.iter().flat_map(Call::fed).copied().collect());
    let segments = script.segments().map(|segment| Input::Bytes(Script::segment_bytes(segment).0));
    let merged = calls.windows(2).enumerate().filter_map(|(place, pair)| {
        let [Call::Feed(first), Call::Feed(second)] = pair else { return None };
        let mut merged = calls.to_vec();
        merged.splice(place..place + 2, [Call::Feed([first.as_slice(), second].concat())]);
        Some(merged)
    });
    let changed = (0..changes).flat_map(move |kind| {
        let chunks = calls.iter().enumerate().filter(|(_, call)| matches!(call, Call::Feed(_)));
        chunks.flat_map(move |(place, call)| {
            changed(call.fed(), kind).map(move |chunk| {
                let mut changed = calls.to_vec();
                changed[place] = Call::Feed(chunk);
                changed
            })
        })
    });
    let scripts = fewer(calls, LEAST_REPEATED_CALLS).chain(shorter(calls)).chain(merged).chain(changed);
    let scripts = scripts.filter_map(|calls| Script::new(calls).ok()).map(Input::Calls);
    iter::once(whole).chain(segments).chain(scripts)
}
