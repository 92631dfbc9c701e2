//! The group `swallow`: whatever ill-formed piece comes first, the ASCII character after it is still there.

use illformed::search::promote::{demanded_flags, worked_out};
use illformed_judge::automata::{form, shortest_form};
use illformed_judge::explain::spaced_hex;
use illformed_vectors::{ErrorKind, Expectation, Input, Origin, Profile, Vector, VectorFile, VectorId};

const GROUP: &str = "swallow";

/// The characters that end something, or begin it, in markup, SQL, paths, escapes, lines and memory; an attack begins
/// where one of them is eaten.
const SURVIVORS: [u8; 12] = *b"\"'<>&/\\.%\0\n\r";

/// What follows each of them, so that a decoder which eats more is seen too.
const FOLLOWER: u8 = b'A';

/// The first and the last character of each row of Unicode's Table 3-7 that has more than one byte.
const ROWS: [(u32, u32); 8] = [
    (0x80, 0x7FF),
    (0x800, 0xFFF),
    (0x1000, 0xCFFF),
    (0xD000, 0xD7FF),
    (0xE000, 0xFFFF),
    (0x1_0000, 0x3_FFFF),
    (0x4_0000, 0xF_FFFF),
    (0x10_0000, 0x10_FFFF),
];

/// Numbers in forms that are never well-formed, with the bytes that they are written in: the least and the greatest that
/// are overlong in two to six, surrogates, what is beyond U+10FFFF, and five and six bytes.
const NEVER: [(u64, usize); 18] = [
    (0x00, 2),
    (0x7F, 2),
    (0x00, 3),
    (0x7FF, 3),
    (0x00, 4),
    (0xFFFF, 4),
    (0x00, 5),
    (0x1F_FFFF, 5),
    (0x00, 6),
    (0x3FF_FFFF, 6),
    (0xD800, 3),
    (0xDFFF, 3),
    (0x11_0000, 4),
    (0x1F_FFFF, 4),
    (0x20_0000, 5),
    (0x3FF_FFFF, 5),
    (0x400_0000, 6),
    (0x7FFF_FFFF, 6),
];

/// Leads that begin nothing under RFC 3629, and continuation bytes at the edges of what a second byte may be.
const ALONE: [u8; 19] = [
    0xC0, 0xC1, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x80, 0x8F, 0x90, 0x9F,
    0xA0, 0xBF,
];

/// The file of the group: after each of the pieces each of the twelve characters, then `A`. What is expected comes from
/// arithmetic.
pub(super) fn swallow_file() -> VectorFile {
    let about = "After every truncated and every ill-formed piece each of the characters that end something in markup, \
                SQL, paths, escapes, lines and memory: it survives as itself, and so does the letter after it.";
    let generated = "Each piece, then each of the twelve characters, then A. The pieces: every proper prefix of the first \
        and the last character of each row of Table 3-7, every lead that begins nothing, stray continuation bytes, and \
        every prefix of overlong, surrogate, out-of-range and five- and six-byte forms.";
    let pieces = pieces();
    let vectors =
        pieces.iter().flat_map(|piece| SURVIVORS.iter().filter_map(|survivor| vector(piece, *survivor)));
    VectorFile {
        origin: Origin::Generated(generated.to_owned()),
        ..VectorFile::new("illformed", GROUP, about, vectors.collect())
    }
}

fn pieces() -> Vec<Vec<u8>> {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut add = |piece: &[u8]| {
        if !pieces.iter().any(|other| other == piece) {
            pieces.push(piece.to_vec());
        }
    };
    for (first, last) in ROWS {
        for value in [first, last] {
            let form = shortest_form(value);
            (1..form.len()).for_each(|len| add(&form[..len]));
        }
    }
    for byte in ALONE {
        add(&[byte]);
    }
    for (value, len) in NEVER {
        let form = form(value, len);
        (1..=form.len()).for_each(|len| add(&form[..len]));
    }
    pieces
}

/// `None` where the piece gives no id, which no piece does.
fn vector(piece: &[u8], survivor: u8) -> Option<Vector> {
    let bytes = [piece, &[survivor, FOLLOWER]].concat();
    let named = VectorId::of_bytes(GROUP, piece)?;
    let id = VectorId::new(format!("{named}-before-{survivor:02x}")).ok()?;
    let comment = format!("{}, then U+{survivor:04X} and U+{FOLLOWER:04X}", spaced_hex(piece));
    let refs = ["RFC 3629 s4", "Unicode D93b"].map(str::to_owned).to_vec();
    let mut vector = worked_out(id, Input::Bytes(bytes), comment, refs);
    vector.flags = flags(&vector.input, &vector.rfc3629);
    if vector.also.contains_key(&Profile::Rfc2279) {
        vector.refs.push("RFC 2279 s2".to_owned());
    }
    Some(vector)
}

/// The flags: what the group is about, and what the bytes demand.
fn flags(input: &Input, expectation: &Expectation) -> Vec<String> {
    let mut flags = vec!["swallows-next"];
    if let Expectation::Specified(readings) = expectation {
        let first = readings.first().and_then(|reading| reading.errors.first());
        let stray = first.filter(|error| error.kind == ErrorKind::UnexpectedContinuation);
        flags.extend(stray.map(|_| "stray-continuation"));
    }
    flags.extend(demanded_flags(input));
    flags.into_iter().map(str::to_owned).collect()
}
