//! Large inputs: what is fine for ten bytes must be so for a million, and take no longer than its share.

use illformed_codec::{Decoder, Event, Profile, events};
use std::time::{Duration, Instant};

const MEBIBYTE: usize = 1 << 20;

/// Texts without end, each as a piece that is repeated.
const PIECES: [(&str, &[u8]); 8] = [
    ("ascii", b"a"),
    ("every-length", b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
    ("never-valid", b"\xFF"),
    ("leads", b"\xF0"),
    ("stray-continuations", b"\x80"),
    ("cut-characters", b"\xF0\x9F\x98"),
    ("good-and-bad", b"\xC3\xA9\xC3"),
    ("encoded-surrogates", b"\xED\xA0\x80"),
];

fn repeated(piece: &[u8], len: usize) -> Vec<u8> {
    piece.iter().copied().cycle().take(len).collect()
}

/// The shortest of five times that decoding takes.
fn time_of(bytes: &[u8]) -> Duration {
    let once = || {
        let began = Instant::now();
        assert!(events(bytes, Profile::Rfc3629).count() > 0);
        began.elapsed()
    };
    (0..5).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn a_mebibyte_is_tiled_as_its_piece_is_and_whatever_the_chunks() {
    for (name, piece) in PIECES {
        let bytes = repeated(piece, MEBIBYTE);
        let whole: Vec<Event> = events(&bytes, Profile::Rfc3629).collect();
        // Three pieces say how one goes on after another; all that follow repeat the middle one.
        let three: Vec<Event> = events(&repeated(piece, 3 * piece.len()), Profile::Rfc3629).collect();
        let middle: Vec<&Event> =
            three.iter().filter(|event| (piece.len()..2 * piece.len()).contains(&event.at())).collect();
        let shown = whole.iter().filter(|event| event.end() + piece.len() <= bytes.len());
        for (number, event) in shown.enumerate() {
            let like = middle[number % middle.len()];
            assert_eq!(
                (event.at() % piece.len(), event.len(), event.value(), event.error_kind()),
                (like.at() % piece.len(), like.len(), like.value(), like.error_kind()),
                "{name} at {}",
                event.at()
            );
        }
        for chunk in [1, 3, 4_096, 65_537] {
            let mut decoder = Decoder::new(Profile::Rfc3629);
            let mut number = 0;
            let mut check = |event: Event, _: &[u8]| {
                assert_eq!(whole.get(number), Some(&event), "{name} in chunks of {chunk}");
                number += 1;
            };
            bytes.chunks(chunk).for_each(|chunk| decoder.feed(chunk, &mut check));
            decoder.finish(&mut check);
            assert_eq!(number, whole.len(), "{name} in chunks of {chunk}");
        }
    }
}

#[test]
fn time_grows_with_the_text_and_not_with_its_square() {
    for (name, piece) in PIECES {
        let (part, whole) = (time_of(&repeated(piece, MEBIBYTE / 256)), time_of(&repeated(piece, MEBIBYTE)));
        // 256 times would be the share and 65,536 times the square; between them is room for a busy machine.
        assert!(whole < part * 4_096, "{name}: {part:?} for a part, {whole:?} for 256 times as much");
    }
}
