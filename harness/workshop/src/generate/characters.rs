//! Groups of numbers in some form: characters, forms that are too long, surrogates, and what is beyond Unicode.

use crate::generate::specimen::Draft;
use illformed_judge::automata::{form, shortest_form};
use illformed_judge::explain::spaced_hex;

/// The greatest number that fits into `len` bytes, 1 to 6.
const fn greatest(len: u32) -> u32 {
    match len {
        1 => 0x7F,
        _ => (1 << (5 * len + 1)) - 1,
    }
}

/// Characters on both sides of every edge that a number has.
pub(super) fn scalar() -> Draft {
    let mut values: Vec<(u32, String)> = Vec::new();
    for (len, row) in [(1, "one byte"), (2, "two bytes"), (3, "three bytes"), (4, "four bytes")] {
        let first = if len == 1 { 0 } else { greatest(len - 1) + 1 };
        let last = greatest(len).min(0x10_FFFF);
        values.push((first, format!("the first of {row}")));
        values.push((last, format!("the last of {row}")));
        let payload = if len == 1 { 7 } else { 5 * len + 1 };
        for bit in 0..payload {
            // A bit alone if the number then needs that many bytes; else over the smallest that does.
            let one = 1 << bit;
            let value = if one < first { first | one } else { one };
            values.push((value, format!("bit {bit} of {row} set")));
            values.push((last & !one, format!("bit {bit} of {row} clear")));
        }
    }
    for bit in 0..21 {
        values.push((1 << bit, format!("2 to the power of {bit}")));
        values.push(((1 << bit) - 1, format!("one less than 2 to the power of {bit}")));
    }
    for lead in 0xC2..=0xF4_u32 {
        let (len, payload) = match lead {
            0xC2..=0xDF => (2, lead & 0x1F),
            0xE0..=0xEF => (3, lead & 0x0F),
            _ => (4, lead & 0x07),
        };
        let first = (payload << (6 * (len - 1))).max(greatest(len - 1) + 1);
        let last = ((payload + 1) << (6 * (len - 1))).min(0x11_0000) - 1;
        let last = if lead == 0xED { 0xD7FF } else { last };
        values.push((first, format!("the first after {lead:02X}")));
        values.push((last, format!("the last after {lead:02X}")));
    }
    let named = [
        (0xD7FF, "the last before the surrogates"),
        (0xE000, "the first after the surrogates"),
        (0xFEFF, "the byte order mark"),
        (0xFFFD, "the replacement character"),
        (0xFFFE, "a noncharacter"),
        (0xFFFF, "a noncharacter, the last of the BMP"),
        (0x1_0000, "the first beyond the BMP"),
        (0x10_FFFF, "the last character"),
    ];
    values.extend(named.map(|(value, name)| (value, name.to_owned())));
    let ends = (0..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]);
    values.extend((0xFDD0..=0xFDEF).chain(ends).map(|value| (value, "a noncharacter".to_owned())));
    let specimens = values
        .into_iter()
        .filter(|(value, _)| *value <= 0x10_FFFF && !(0xD800..=0xDFFF).contains(value))
        .map(|(value, what)| (shortest_form(value), format!("U+{value:04X}, {what}")));
    Draft {
        group: "scalar",
        about: "Single characters: the first and last of each row and of each lead byte, the noncharacters, and each bit of a \
                number alone and alone missing, which together show that no bit is lost, moved or shared.",
        generated: "the first and last number of each row and lead byte of the table in RFC 3629 section 3, and its x bits",
        refs: &["RFC 3629 s3", "RFC 3629 s4"],
        specimens: specimens.collect(),
    }
}

/// Forms that are longer than needed.
pub(super) fn non_shortest() -> Draft {
    let mut specimens = Vec::new();
    let mut push = |bytes: &[u8], what: String| {
        specimens.push((bytes.to_vec(), what));
    };
    for lead in [0xC0, 0xC1] {
        for tail in 0x80..=0xBF_u8 {
            let value = u32::from(lead & 0x1F) << 6 | u32::from(tail & 0x3F);
            push(&[lead, tail], format!("U+{value:04X} in two bytes"));
        }
    }
    for second in 0x80..=0x9F_u8 {
        for third in [0x80, 0xBF] {
            let value = u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F_u8);
            push(&[0xE0, second, third], format!("U+{value:04X} in three bytes"));
        }
    }
    for second in 0x80..=0x8F_u8 {
        for (third, fourth) in [(0x80, 0x80), (0x80, 0xBF), (0xBF, 0x80), (0xBF, 0xBF_u8)] {
            let value =
                u32::from(second & 0x3F) << 12 | u32::from(third & 0x3F_u8) << 6 | u32::from(fourth & 0x3F);
            push(&[0xF0, second, third, fourth], format!("U+{value:04X} in four bytes"));
        }
    }
    for (lead, seconds, len) in [(0xF8, 0x80..=0x87_u8, 5), (0xFC, 0x80..=0x83, 6)] {
        for second in seconds {
            for tail in [0x80, 0xBF] {
                let mut bytes = vec![tail; len];
                (bytes[0], bytes[1]) = (lead, second);
                push(&bytes, format!("a number of fewer bytes in {}", count(len)));
            }
        }
    }
    let smuggled = [
        (0x00, "NUL"),
        (0x0A, "a line feed"),
        (0x0D, "a carriage return"),
        (0x22, "a quotation mark"),
        (0x25, "a percent sign"),
        (0x26, "an ampersand"),
        (0x27, "an apostrophe"),
        (0x2E, "a full stop"),
        (0x2F, "a slash"),
        (0x3C, "a less-than sign"),
        (0x5C, "a backslash"),
    ];
    for (value, name) in smuggled {
        for len in 2..=6 {
            push(&form(value, len), format!("{name} in {}", count(len)));
        }
    }
    for value in [0xD800, 0xDFFF] {
        for len in 4..=6 {
            push(&form(value, len), format!("the surrogate {value:04X} in {}", count(len)));
        }
    }
    for value in [0x10_FFFF, 0x11_0000] {
        for len in 5..=6 {
            push(&form(value, len), format!("{value:06X} in {}", count(len)));
        }
    }
    Draft {
        group: "non-shortest",
        about: "Every form of two bytes that is too long, the edges of those of three to six, and the characters that filters \
                look for in every width. Only the shortest form is UTF-8.",
        generated: "the table in RFC 3629 section 3 and its continuation in RFC 2279: numbers that have a shorter form",
        refs: &["RFC 3629 s3", "RFC 3629 s10"],
        specimens,
    }
}

/// Surrogates beside each other.
pub(super) fn surrogate_pair() -> Draft {
    const EDGES: [u64; 8] = [0xD800, 0xDB7F, 0xDB80, 0xDBFF, 0xDC00, 0xDF7F, 0xDF80, 0xDFFF];
    let mut specimens = Vec::new();
    let mut push = |bytes: Vec<u8>, comment: String| specimens.push((bytes, comment));
    for one in EDGES {
        push(form(one, 3), format!("{one:04X} alone"));
        for other in EDGES {
            push([form(one, 3), form(other, 3)].concat(), format!("{one:04X} and {other:04X}"));
        }
        for other in EDGES.into_iter().filter(|other| one < 0xDC00 && *other >= 0xDC00) {
            let apart = [form(one, 3), b"A".to_vec(), form(other, 3)].concat();
            push(apart, format!("{one:04X} and {other:04X}, an A between"));
        }
    }
    for between in [0x80, 0xD7FF, 0xE000, 0x1_0000] {
        let apart = [form(0xD800, 3), shortest_form(between), form(0xDC00, 3)].concat();
        push(apart, format!("D800 and DC00, U+{between:04X} between"));
    }
    for noncharacter in (1..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]) {
        let offset = noncharacter - 0x1_0000;
        let halves = [0xD800 + (offset >> 10), 0xDC00 + (offset & 0x3FF)];
        let [high, low] = halves;
        push(halves.map(|half| form(half, 3)).concat(), format!("{high:04X} and {low:04X}, a noncharacter"));
    }
    for before in [0xD7C0, 0xD7FF] {
        push([form(before, 3), form(0xDC00, 3)].concat(), format!("U+{before:04X} and DC00"));
    }
    let pair = [form(0xD800, 3), form(0xDC00, 3)].concat();
    for (place, bytes) in [
        (2, &[0x22, 0x7F, 0xC0][..]),
        (3, &[0x6D, 0xEC, 0xEE]),
        (4, &[0x22, 0x7F, 0x80, 0x9F, 0xC0, 0xFF]),
        (5, &[0x22, 0x7F, 0xC0, 0xED, 0xFF]),
    ] {
        for byte in bytes {
            let mut other = pair.clone();
            other[place] = *byte;
            push(other, format!("D800 and DC00, but that byte {} is {byte:02X}", place + 1));
        }
    }
    for len in 1..pair.len() {
        push(pair[..len].to_vec(), format!("the first {} of D800 and DC00", count(len)));
    }
    Draft {
        group: "surrogate-pair",
        about: "Three-byte forms of the edges of D800..DFFF: each alone, each beside each, halves of a pair with a character \
                between, the pairs of noncharacters, and a pair cut at every place or with a byte that is another.",
        generated: "the edges of the surrogates' two halves, in the three bytes of the table in RFC 3629 section 3",
        refs: &["RFC 3629 s3", "RFC 3629 s4"],
        specimens,
    }
}

/// Numbers above 10FFFF in four bytes.
pub(super) fn beyond() -> Draft {
    let mut specimens = Vec::new();
    let seconds: [(u8, &[u8]); 4] = [
        (0xF4, &[0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF]),
        (0xF5, &[0x80, 0x8F, 0x90, 0xBF]),
        (0xF6, &[0x80, 0x8F, 0x90, 0xBF]),
        (0xF7, &[0x80, 0x8F, 0x90, 0xBF]),
    ];
    for (lead, seconds) in seconds {
        for second in seconds {
            for tail in [0x80, 0xBF] {
                let bytes = [lead, *second, tail, tail];
                for len in 1..=4 {
                    let comment = match len {
                        4 => format!("the form of {:06X}", number(bytes)),
                        _ => format!("{}, the rest is missing", spaced_hex(&bytes[..len])),
                    };
                    specimens.push((bytes[..len].to_vec(), comment));
                }
            }
        }
    }
    for (lead, second, len) in
        [(0xF5, 0x80, 4), (0xF7, 0xBF, 4), (0xF8, 0x88, 5), (0xFB, 0xBF, 5), (0xFC, 0x84, 6), (0xFD, 0xBF, 6)]
    {
        for place in 1..len {
            for byte in [0x7F, 0xC0] {
                let mut bytes = vec![second; len];
                (bytes[0], bytes[place]) = (lead, byte);
                let comment =
                    format!("{}, of which byte {} continues nothing", spaced_hex(&bytes), place + 1);
                specimens.push((bytes, comment));
            }
        }
    }
    Draft {
        group: "beyond",
        about: "Forms of four bytes about the limit of 10FFFF and above it, whole and cut at every place, and those of four to \
                six bytes with a byte that continues nothing at every place.",
        generated: "the leads F4..F7 with the edges of their second byte, in the four bytes of the table in RFC 3629 section 3, \
                    and its continuation in RFC 2279",
        refs: &["RFC 3629 s3", "RFC 3629 s4", "RFC 2279 s2"],
        specimens,
    }
}

fn number(bytes: [u8; 4]) -> u32 {
    bytes[1..].iter().fold(u32::from(bytes[0] & 0x07), |number, byte| number << 6 | u32::from(byte & 0x3F))
}

/// `three bytes`.
pub(super) fn count(len: usize) -> String {
    match len {
        1 => "byte".to_owned(),
        2..=6 => format!("{} bytes", ["two", "three", "four", "five", "six"][len - 2]),
        _ => format!("{len} bytes"),
    }
}
