//! Other bytes in one input with a vector, or after it on the same object.

use crate::case::probes::{ERRORS, SPECIAL, is_character, relatives, snippets};
use crate::case::recipe::{Body, PART, Uses};
use crate::case::{Depth, Recipe, Snippet};

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
pub(super) fn neighbours(bytes: &[u8], depth: Depth) -> Vec<Recipe> {
    let deep = depth == Depth::Deep;
    let before = |text| Recipe::beside(Some(text), None);
    let after = |text| Recipe::beside(None, Some(text));
    let mut all: Vec<Recipe> = Vec::new();
    for text in snippets(&SPECIAL) {
        all.extend([before(text), after(text)]);
        // With a chunk for each, as far as chunks of one length can do that.
        all.extend([before(text).chunked(text.bytes().len()), after(text).chunked(bytes.len())]);
        all.extend(deep.then_some(Recipe::beside(Some(text), Some(text))));
    }
    for error in snippets(&ERRORS) {
        all.extend([after(error), after(error).chunked(bytes.len())]);
        all.extend(deep.then_some(before(error)));
    }
    let relatives = if is_character(bytes) { relatives(bytes) } else { Vec::new() };
    all.extend(relatives.iter().flat_map(|other| [before(*other), after(*other)]));
    if deep {
        let one_call = all.clone();
        all.extend(one_call.into_iter().map(|beside| beside.chunked(1)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// `bytes`, and on the same object one of each kind of error, after finish and reset and after reset alone; well-formed text
/// after reset alone; `bytes` twice, three times and, if they are one byte, 255 times before an error and 256 times.
///
/// Deep: all of them 255, 256 and 257 times, before nothing and before each kind of error.
pub(super) fn on_one_object(bytes: &[u8], depth: Depth) -> Vec<Recipe> {
    let deep = depth == Depth::Deep;
    let errors: Vec<Snippet> = snippets(&ERRORS).collect();
    let reset = |bytes| Recipe { uses: Uses::Reset(bytes), ..Recipe::PLAIN };
    let mut all = vec![Recipe::uses(2, None), Recipe::uses(3, None)];
    all.extend(Snippet::new(TEXT).map(reset));
    for error in &errors {
        all.extend([Recipe::uses(1, Some(*error)), reset(*error)]);
        all.extend(deep.then(|| Recipe::uses(2, Some(*error))));
    }
    if bytes.len() <= 1 || deep {
        all.push(Recipe::uses(256, None));
        all.extend(errors.first().map(|error| Recipe::uses(255, Some(*error))));
    }
    if deep {
        all.extend([255, 257].map(|times| Recipe::uses(times, None)));
        all.extend(errors.iter().map(|error| Recipe::uses(256, Some(*error))));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All surrogates, in two parts. Deep: each by itself too, each leading one before a trailing one and before a letter, and
/// each trailing one after a leading one.
pub(super) fn surrogates(depth: Depth) -> impl Iterator<Item = Recipe> {
    let one = |code, before, after| Recipe {
        body: Body::Codes { first: code, count: 1 },
        ..Recipe::beside(Snippet::new(before), Snippet::new(after))
    };
    let leading = (0xD800..0xDC00)
        .flat_map(move |code| [one(code, b"", b""), one(code, b"", LOW), one(code, b"", LETTER)]);
    let trailing = (0xDC00..0xE000).flat_map(move |code| [one(code, b"", b""), one(code, HIGH, b"")]);
    let single = leading.chain(trailing).filter(move |_| depth == Depth::Deep);
    [0xD800, 0xDC00].into_iter().map(|first| Recipe::codes(first, PART)).chain(single)
}
