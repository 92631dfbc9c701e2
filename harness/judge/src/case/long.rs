//! Long inputs: places at which decoders' buffers and counters end, and one thing many times; and inputs after many others.
//!
//! A fault of a length is a fault of a buffer, a counter or a limit: bytes of 8 and 16 bits, 500, 1,000, a page. A fault after
//! many calls is one of a runtime that compiles a function anew once it is called often.

use crate::case::derive::{FILLERS, has_room};
use crate::case::probes::{is_character, snippets};
use crate::case::{Depth, Recipe};
use crate::oracle::arithmetic::{Limits, events};
use illformed_codec::{ErrorKind, Event};

/// Where things end.
const LENGTHS: [usize; 5] = [256, 500, 1000, 4096, 65536];

/// Behind a run: well-formed text, or what is incomplete there.
const ENDS: [&[u8]; 2] = [b"\xC3\xA9", b"\xE2\x82"];

/// `bytes` at the places around [`LENGTHS`].
///
/// Usual: from two places before 256 to one behind it, after each kind of character; after ASCII from one place before to one
/// behind 500, 1,000 and 4,096; characters from three before, so that they straddle the place, in chunks too.
/// One character of each length straddles 65,536, and FF stands behind it.
///
/// Deep: from three places before to two behind, up to 4,096 after each kind of character; and for characters, and errors
/// of a byte or two, around 65,536.
pub(super) fn long_places(bytes: &[u8], depth: Depth) -> Vec<Recipe> {
    let mut recipes = Vec::new();
    for length in LENGTHS {
        let (places, fillers) = places(bytes, length, depth);
        for at in places.iter().filter_map(|by| length.checked_add_signed(*by)) {
            for fill in fillers.iter().filter(|fill| has_room(at as u32, **fill)) {
                let within = Recipe::within(at as u32, *fill, 1);
                recipes.push(within);
                let chunks = if *fill == FILLERS[0] { chunks(bytes, at, length, depth) } else { Vec::new() };
                recipes.extend(chunks.into_iter().map(|len| within.chunked(len)));
            }
        }
    }
    recipes
}

/// The lengths of chunks of which the second begins within a sequence: as long as a register, as several, as a page.
const CHUNKS: [usize; 3] = [16, 256, 4096];

/// `bytes` across the end of a chunk, cut at each place, before another chunk of the same length: what is kept of the first meets a
/// long one. Chunks of 4,096 bytes are for characters and for errors that stand for their kind.
pub(super) fn long_chunks(bytes: &[u8]) -> impl Iterator<Item = Recipe> {
    let is_common = is_character(bytes) || is_of_its_kind(bytes);
    // What the end leaves open goes on in the next chunk.
    let is_open =
        events(bytes, Limits::RFC3629).last().and_then(Event::error_kind) == Some(ErrorKind::Incomplete);
    let cuts = 1..bytes.len() + usize::from(is_open);
    let chunks = CHUNKS.into_iter().filter(move |len| *len < 4096 || is_common);
    chunks.flat_map(move |len| {
        cuts.clone().map(move |cut| Recipe::within((len - cut) as u32, FILLERS[0], len as u32).chunked(len))
    })
}

/// At what other text ends: NUL, SUB, ends of lines, quotes, what escapes, DEL, U+FEFF and what is no character.
const STOPS: [char; 11] =
    ['\0', '\n', '\r', '\u{1A}', '"', '\\', '\u{7F}', '\u{2028}', '\u{FEFF}', '\u{FFFD}', '\u{FFFE}'];

/// What ends text that is read in blocks, in rows of one block and of several, before `bytes`, if they are one of three errors: they
/// are not read by whoever stops there.
pub(super) fn behind_stops(bytes: &[u8]) -> impl Iterator<Item = Recipe> {
    let stops = if matches!(bytes, b"\xFF" | b"\x80" | b"\xC0\xAF") { &STOPS[..] } else { &[] };
    stops.iter().flat_map(|stop| [18, 66].map(|at| Recipe::within(at, *stop, 0)))
}

/// Where `bytes` begin, counted from `length`, and after what.
fn places(bytes: &[u8], length: usize, depth: Depth) -> (&'static [isize], &'static [char]) {
    let ascii = &FILLERS[..1];
    let character = is_character(bytes);
    match (depth, length) {
        (Depth::Deep, 65536) if character || bytes.len() <= 2 => (&[-3, -2, -1, 0, 1], ascii),
        (Depth::Deep, ..65536) => (&[-3, -2, -1, 0, 1, 2], &FILLERS),
        (Depth::Usual, 256) => (&[-2, -1, 0, 1], &FILLERS),
        (Depth::Usual, 500 | 1000 | 4096) if character => (&[-3, -2, -1, 0, 1], ascii),
        (Depth::Usual, 500 | 1000 | 4096) => (&[-1, 0, 1], ascii),
        (Depth::Usual, 65536) => match bytes {
            b"\xC2\xA9" | b"\xE2\x82\xAC" => (&[-1], ascii),
            b"\xF0\x90\x80\x80" => (&[-2], ascii),
            b"\xFF" => (&[1], ascii),
            _ => (&[], ascii),
        },
        _ => (&[], ascii),
    }
}

/// The lengths of the chunks in which that is asked too: one big chunk and the rest, which cuts the bytes where they
/// straddle the place; and many.
fn chunks(bytes: &[u8], at: usize, length: usize, depth: Depth) -> Vec<usize> {
    let straddles = at <= length && at + bytes.len() > length;
    let wanted = match (depth, length) {
        (Depth::Deep, _) => true,
        (Depth::Usual, 256) => straddles,
        (Depth::Usual, 65536) => bytes.len() != 2,
        (Depth::Usual, _) => straddles && is_character(bytes),
    };
    match (wanted, depth, length) {
        (false, ..) => Vec::new(),
        // FF, which stands behind the place: what is cut there has two bytes at least.
        (true, Depth::Usual, 65536) if bytes.len() == 1 => vec![length / 16],
        (true, Depth::Usual, ..4096 | 65536) => vec![length],
        _ => vec![length, length / 16],
    }
}

/// `bytes` in runs as long as [`LENGTHS`].
///
/// Usual: 255, 256 and 257 times, in one call, in chunks of 256 bytes and with one a call, characters of more than one byte
/// also byte by byte; 256 times before each of [`ENDS`], characters 1,001 times, one byte 4,096 times; 500 and 1,001 times; 4,097 times
/// characters, and errors that stand for their kind; three of these 65,537 times.
///
/// Deep: around each length up to 4,096; if it has at most four bytes around 65,536; in one call, in two chunks, in chunks
/// of 64 bytes, and with one a call.
pub(super) fn long_runs(bytes: &[u8], depth: Depth) -> Vec<Recipe> {
    let len = bytes.len();
    let mut runs: Vec<Recipe> = Vec::new();
    let mut run = |times: usize, chunks: &[usize]| {
        let repeated = Recipe::repeated(times as u32, None);
        runs.push(repeated);
        runs.extend(chunks.iter().map(|chunk| repeated.chunked(*chunk)));
    };
    for times in [255, 256, 257] {
        run(times, if times == 257 { &[] } else { &[256][..] });
    }
    run(257, &[len, 256]);
    if is_character(bytes) {
        run(257, &[1]);
    }
    run(500, &[]);
    run(1001, if len == 1 { &[1000] } else { &[] });
    if is_character(bytes) || is_of_its_kind(bytes) {
        run(4097, if len == 1 { &[4096] } else { &[] });
    }
    match bytes {
        b"\xFF" => run(65537, &[4096]),
        b"\x80" | b"\xC2" => run(65537, &[]),
        _ => {}
    }
    if depth == Depth::Deep {
        for length in LENGTHS {
            for times in [length - 1, length, length + 1] {
                match length {
                    65536 if len <= 4 => run(times, &[65536, 4096]),
                    65536 => {}
                    _ => run(times, &[len, len * (times - 1), 64, length]),
                }
            }
        }
    }
    let before_ends = |times| snippets(&ENDS).map(move |end| Recipe::repeated(times, Some(end)));
    runs.extend(before_ends(256));
    if len == 1 {
        runs.extend(before_ends(4096));
    }
    if is_character(bytes) {
        runs.extend(before_ends(1001));
    }
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// What a process is given before a warmed case: a letter, and a character of three bytes, which take other paths.
const WARM: [&[u8]; 2] = [b"a", b"\xE2\x82\xAC"];

/// How often, in a usual run and in a deep one. Node.js 20.5.0 and 22.7.0 erred from some 7,000 to 16,000 calls on.
const TIMES: u32 = 100;
const DEEP_TIMES: u32 = 20_000;

/// `bytes` in a process that was given well-formed text many times, if they stand for their kind: of errors, so that one that
/// is no longer noticed is seen, and of characters of more than one byte.
pub(super) fn warm_ups(bytes: &[u8], depth: Depth) -> Vec<Recipe> {
    let stands_for_others = is_of_its_kind(bytes) || CHARACTERS.contains(&bytes);
    let times = match depth {
        _ if !stands_for_others => &[][..],
        Depth::Usual => &[TIMES],
        Depth::Deep => &[TIMES, DEEP_TIMES],
    };
    let warmed = |times: &u32| snippets(&WARM).map(|text| Recipe::warmed(*times, text)).collect::<Vec<_>>();
    times.iter().flat_map(warmed).collect()
}

/// A character of each length of more than one byte.
const CHARACTERS: [&[u8]; 3] = [b"\xC2\xA9", b"\xE2\x82\xAC", b"\xF0\x90\x80\x80"];

/// The errors that stand for the others in the long runs and after a warm-up: one of each kind.
fn is_of_its_kind(bytes: &[u8]) -> bool {
    let errors: [&[u8]; 8] = [
        b"\x80",
        b"\xC2",
        b"\xF0",
        b"\xC0\xAF",
        b"\xED\xA0\x80",
        b"\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xFF",
    ];
    errors.contains(&bytes)
}
