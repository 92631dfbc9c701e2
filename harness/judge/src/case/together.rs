//! Other bytes in one input with a vector, or after it on the same object.

use crate::case::probes::{ERRORS, SPECIAL, is_character, relatives, snippets};
use crate::case::{Beside, Chunked, Depth, Recipe, Snippet, Surrogates, Uses};

/// A trailing surrogate, a leading one, and a letter.
const LOW: &[u8] = b"\xED\xB0\x80";
const HIGH: &[u8] = b"\xED\xA0\x80";
const LETTER: &[u8] = b"a";

/// A character of each of three lengths.
const TEXT: &[u8] = "aé€".as_bytes();

/// `bytes` directly before and directly after what decoders treat specially; directly before one of each kind of error;
/// and, if they are a character, beside characters that share a byte with it. Also with the chunk's end between.
///
/// Deep: the special text also on both sides, the errors also before, everything also byte by byte.
pub(super) fn neighbours(bytes: &[u8], depth: Depth) -> impl Iterator<Item = Recipe> {
    let deep = depth == Depth::Deep;
    let mut all: Vec<Beside> = Vec::new();
    let cut = |beside: Beside, len: usize| Chunked::of(len).map(|chunked| beside.chunked(chunked));
    for text in snippets(&SPECIAL) {
        let (before, after) = (Beside::before(text), Beside::after(text));
        all.extend([before, after]);
        // With a chunk for each, as far as chunks of one length can do that.
        all.extend(cut(before, text.bytes().len()));
        all.extend(cut(after, bytes.len()));
        all.extend(deep.then_some(Beside::both(text)));
    }
    for error in snippets(&ERRORS) {
        all.push(Beside::after(error));
        all.extend(cut(Beside::after(error), bytes.len()));
        all.extend(deep.then_some(Beside::before(error)));
    }
    let relatives = if is_character(bytes) { relatives(bytes) } else { Vec::new() };
    all.extend(relatives.iter().flat_map(|other| [Beside::before(*other), Beside::after(*other)]));
    if deep {
        let one_call = all.clone();
        all.extend(one_call.into_iter().filter_map(|beside| cut(beside, 1)));
    }
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(Recipe::Beside)
}

/// `bytes`, and on the same object one of each kind of error, after finish and reset and after reset alone; well-formed text
/// after reset alone; `bytes` twice, three times and, if they are one byte, 255 times before an error and 256 times.
///
/// Deep: all of them 255, 256 and 257 times, before nothing and before each kind of error.
pub(super) fn on_one_object(bytes: &[u8], depth: Depth) -> impl Iterator<Item = Recipe> {
    let deep = depth == Depth::Deep;
    let errors: Vec<Snippet> = snippets(&ERRORS).collect();
    let mut all: Vec<Uses> = Vec::new();
    all.extend([2, 3].into_iter().filter_map(|uses| Uses::new(uses, None).ok()));
    all.extend(Snippet::new(TEXT).map(Uses::reset));
    for error in &errors {
        all.extend(Uses::new(1, Some(*error)).ok());
        all.push(Uses::reset(*error));
        all.extend(deep.then(|| Uses::new(2, Some(*error)).ok()).flatten());
    }
    if bytes.len() <= 1 || deep {
        all.extend([256].into_iter().filter_map(|uses| Uses::new(uses, None).ok()));
        all.extend(errors.first().and_then(|error| Uses::new(255, Some(*error)).ok()));
    }
    if deep {
        let nth = [255, 257].into_iter().filter_map(|uses| Uses::new(uses, None).ok());
        all.extend(nth);
        all.extend(errors.iter().filter_map(|error| Uses::new(256, Some(*error)).ok()));
    }
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(Recipe::Uses)
}

/// All surrogates, in two parts. Deep: each by itself too, each leading one before a trailing one and before a letter, and
/// each trailing one after a leading one.
pub(super) fn surrogates(depth: Depth) -> impl Iterator<Item = Recipe> {
    let one = |code, before: &[u8], after: &[u8]| Surrogates::One {
        code,
        before: Snippet::new(before),
        after: Snippet::new(after),
    };
    let leading = Surrogates::leading()
        .flat_map(move |code| [Surrogates::alone(code), one(code, b"", LOW), one(code, b"", LETTER)]);
    let trailing =
        Surrogates::trailing().flat_map(move |code| [Surrogates::alone(code), one(code, HIGH, b"")]);
    let single = leading.chain(trailing).filter(move |_| depth == Depth::Deep);
    Surrogates::halves().chain(single).map(Recipe::Surrogates)
}
