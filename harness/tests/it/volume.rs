//! Large inputs: what is fine for ten bytes is fine for a million. Time that grew with the square would be hours here.

use illformed_codec::{Decoder, Event, Profile, events};

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
