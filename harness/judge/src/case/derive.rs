//! Which cases are derived from a vector.

use crate::case::behind_resets::parts;
use crate::case::long::{behind_stops, long_chunks, long_places, long_runs, warm_ups};
use crate::case::probes::{is_block_probe, is_probe};
use crate::case::recipe::{Calls, PART};
use crate::case::together::{neighbours, on_one_object, surrogates};
use crate::case::{Cuts, Recipe};
use illformed_vectors::{Input, Vector};

/// The flag of the vectors that are asked at other places of an input too.
pub(crate) const BLOCK_PROBE: &str = "block-probe";

/// How much is derived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Depth {
    /// What tells most for its cost.
    #[default]
    Usual,
    /// All.
    Deep,
}

/// A character of each length.
pub(super) const FILLERS: [char; 4] = ['a', '\u{E9}', '\u{20AC}', '\u{1F600}'];

/// Lengths of tails: none, shorter than a block, a block or more.
const TAILS: [u32; 3] = [0, 16, 64];

/// Where vectors are asked: past the widest block, and two of the next.
const LAST_PLACE: u32 = 130;

/// The widths of the blocks in which decoders read.
const BLOCKS: [u32; 5] = [8, 16, 32, 64, 128];

/// The most bytes of a vector that is cut at every place. Each place is a case with all of its bytes.
const MOST_SPLIT: usize = 4096;

/// The recipes by which cases are derived from `vector`, in their order. Only bytes have any.
///
/// Usual: every split of at most 4,096 bytes; every set of splits of at most 6 bytes; byte by byte; empty chunks around both parts of at most 4
/// bytes; reuse. For vectors with the flag `block-probe` also the places from four bytes before the end of a block of 8,
/// 16, 32, 64 or 128 bytes to the first byte of the next, after ASCII with each tail, and after characters of two, three
/// and four bytes without a tail and with the longest, there and in the place of the last of 2, 4, 8 to 32 such characters; each
/// fourth place behind 64 bytes of ASCII; [long inputs, long chunks and warm-ups](crate::case::long); and, for the non-shortest forms
/// of U+0000 too, [other bytes beside them and after them on the same object](crate::case::together). Instead of no byte
/// at all, all surrogates, all scalar values below U+10000, in parts, the first part of each plane above, and
/// [the complete suite behind resets](crate::case::behind_resets).
///
/// Deep: every set of splits of at most 8 bytes, empty chunks at every split, and for `block-probe` all places up to 130
/// with each filler and each tail; more long inputs and more neighbours; and instead of no byte at all, all scalar values
/// and each surrogate by itself.
pub(crate) fn recipes(vector: &Vector, depth: Depth) -> Vec<Recipe> {
    let Input::Bytes(bytes) = &vector.input else { return Vec::new() };
    let len = bytes.len();
    let (most_cut, most_emptied) = match depth {
        Depth::Usual => (6, 4),
        Depth::Deep => (8, MOST_SPLIT),
    };
    let mut recipes: Vec<Recipe> = if len <= MOST_SPLIT {
        each_offset(len).map(|at| Recipe::calls(Calls::Split(at))).collect()
    } else {
        Vec::new()
    };
    if len <= most_cut {
        recipes.extend(Cuts::all(len).map(|cuts| Recipe::calls(Calls::Cut(cuts))));
    }
    if len >= 3 {
        recipes.push(Recipe::calls(Calls::Bytes));
    }
    if len <= most_emptied {
        recipes.extend(each_offset(len).map(|at| Recipe::calls(Calls::Empty(at))));
    }
    recipes.push(Recipe::uses(1, None));
    if is_block_probe(vector) {
        recipes.extend(grid(depth));
        recipes.extend(long_places(bytes, depth));
        recipes.extend(long_chunks(bytes));
        recipes.extend(behind_stops(bytes));
        recipes.extend(long_runs(bytes, depth));
        recipes.extend(warm_ups(bytes, depth));
    }
    if is_probe(vector) {
        recipes.extend(neighbours(bytes, depth));
        recipes.extend(on_one_object(bytes, depth));
    }
    if len == 0 {
        recipes.extend(surrogates(depth));
        recipes.extend(scalars(depth));
        recipes.extend((0..parts()).map(Recipe::tests));
    }
    recipes
}

/// The recipe that cuts everywhere: all that is usually derived from a generated vector, since there are many of them.
pub(crate) fn byte_by_byte(vector: &Vector) -> Vec<Recipe> {
    match &vector.input {
        Input::Bytes(bytes) if bytes.len() == 2 => vec![Recipe::calls(Calls::Split(1))],
        Input::Bytes(bytes) if bytes.len() > 2 => vec![Recipe::calls(Calls::Bytes)],
        _ => Vec::new(),
    }
}

/// The offsets inside of `len` bytes.
fn each_offset(len: usize) -> impl Iterator<Item = u32> {
    1..len as u32
}

/// Scalar values in parts; no part begins before the surrogates and ends among them. A table, in which one may be wrong, is common
/// below U+10000.
fn scalars(depth: Depth) -> impl Iterator<Item = Recipe> {
    const PLANE: u32 = 0x1_0000;
    let starts = (0..=0x10_FFFF).step_by(PART as usize).filter(|first| char::from_u32(*first).is_some());
    let is_wanted = move |first: &u32| depth == Depth::Deep || *first < PLANE || first.is_multiple_of(PLANE);
    starts.filter(is_wanted).map(|first| Recipe::codes(first, PART))
}

/// The text in which a vector is asked.
fn grid(depth: Depth) -> impl Iterator<Item = Recipe> {
    let near_an_edge = |at: u32| at == 0 || BLOCKS.iter().any(|end| (end - 4..=*end).contains(&at));
    let ends_a_group = |at: u32, fill: char| {
        let len = fill.len_utf8() as u32;
        len > 1 && at.is_multiple_of(len) && (at / len + 1).is_power_of_two()
    };
    // Inputs of nearly each length between two blocks have their error behind the first.
    let is_in_the_rest = |at: u32, tail: u32| at > 64 && at.is_multiple_of(4) && tail == 0;
    let all = (0..=LAST_PLACE)
        .flat_map(|at| FILLERS.into_iter().flat_map(move |fill| TAILS.map(|tail| (at, fill, tail))));
    all.filter(move |&(at, fill, tail)| {
        let is_wanted = match fill {
            _ if depth == Depth::Deep => true,
            'a' => near_an_edge(at) || is_in_the_rest(at, tail),
            _ => tail != 16 && (near_an_edge(at) || ends_a_group(at, fill)),
        };
        // Where the filler has no room it is the same as without it.
        is_wanted && has_room(at, fill) && at + tail > 0
    })
    .map(|(at, fill, tail)| Recipe::within(at, fill, tail))
}

/// Whether text of `len` bytes can have `character` in it; `a` is what pads.
pub(super) const fn has_room(len: u32, character: char) -> bool {
    character == 'a' || len as usize >= character.len_utf8()
}
