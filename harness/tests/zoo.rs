//! The zoo: its correct decoders are correct, and its faulty ones are faulty as they say.

use illformed::zoo::{Piece, Structure};
use illformed_codec::{Event, Profile, events};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;

fn expected(bytes: &[u8], pieces: &mut Vec<Piece>) {
    pieces.extend(events(bytes, Profile::Rfc3629).map(|event| match event {
        Event::Code { value, at, len } => Piece::Code { value, at, len },
        Event::Error { at, len, .. } => Piece::Error { at, len },
    }));
}

/// Holds the correct decoders to the codec, on one input after another.
struct Comparison {
    structures: [Structure; 5],
    expected: Vec<Piece>,
    found: Vec<Piece>,
}

impl Comparison {
    fn new() -> Self {
        Self { structures: Structure::all_correct(), expected: Vec::new(), found: Vec::new() }
    }

    fn compare(&mut self, bytes: &[u8]) {
        self.expected.clear();
        expected(bytes, &mut self.expected);
        for structure in &self.structures {
            self.found.clear();
            structure.decode(bytes, &mut self.found);
            assert!(self.found == self.expected, "{}: {bytes:02x?}: {:?}", structure.name(), self.found);
        }
    }
}

#[test]
fn correct_decoders_find_what_the_codec_finds_in_all_strings_of_up_to_three_bytes() {
    let next = AtomicU16::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut comparison = Comparison::new();
                comparison.compare(&[]);
                while let Ok(first) = u8::try_from(next.fetch_add(1, Ordering::Relaxed)) {
                    comparison.compare(&[first]);
                    for second in 0..=u8::MAX {
                        comparison.compare(&[first, second]);
                        (0..=u8::MAX).for_each(|third| comparison.compare(&[first, second, third]));
                    }
                }
            });
        }
    });
}

#[test]
fn correct_decoders_find_what_the_codec_finds_in_random_bytes() {
    // Every byte at which a decoder may change its mind, and those beside it.
    let edges = b"\0A\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xF8\xFC\xFE\xFF";
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % limit
    };
    let mut comparison = Comparison::new();
    for _ in 0..200_000 {
        let mut bytes = Vec::new();
        let len = below(48);
        while bytes.len() < len {
            match below(8) {
                0 => bytes.extend(vec![b'a'; below(40)]),
                1 => bytes.push(below(256) as u8),
                2 => {
                    let character = char::from_u32(below(0x11_0000) as u32).unwrap_or('\u{E000}');
                    bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => bytes.push(edges[below(edges.len())]),
            }
        }
        comparison.compare(&bytes);
    }
}
