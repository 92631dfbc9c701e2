//! From numbers, and from ranges of them, to the byte strings that write them.

use crate::automata::Ways;
use crate::oracle::arithmetic::shortest_len;
use std::ops::RangeInclusive;

/// Numbers that a format writes in as many bytes: the length, and the least and the greatest number.
pub(super) type Form = (usize, u64, u64);

/// How the numbers of `forms` are written, each in its length: a lead byte that has as many leading ones as there are bytes
/// (none for one byte; FE for seven and FF for thirteen, as in Perl), and six bits in each byte that follows.
pub(super) fn ways(forms: &[Form]) -> Ways {
    let mut ways = Ways::new();
    for (len, first, last) in forms {
        split(&form(*first, *len), &form(*last, *len), &mut Vec::new(), &mut ways);
    }
    ways
}

/// `value` in as many bytes as it needs.
pub fn shortest_form(value: u32) -> Vec<u8> {
    form(value.into(), shortest_len(value))
}

/// `number`, which fits, in `len` bytes, at least one, whether it needs so many or not.
pub fn form(number: u64, len: usize) -> Vec<u8> {
    let mut rest = number;
    let mut bytes = vec![0; len];
    for byte in bytes[1..].iter_mut().rev() {
        *byte = 0x80 | (rest & 0x3F) as u8;
        rest >>= 6;
    }
    let marks = match len {
        1 => 0,
        2..=6 => !(0xFF_u8 >> len),
        7 => 0xFE,
        _ => 0xFF,
    };
    bytes[0] = marks | rest as u8;
    bytes
}

/// Adds the strings from `first` to `last`, both of one length, after `before`: ranges of bytes that go together.
fn split(first: &[u8], last: &[u8], before: &mut Vec<RangeInclusive<u8>>, ways: &mut Ways) {
    let ([low, lows @ ..], [high, highs @ ..]) = (first, last) else {
        ways.push(before.clone());
        return;
    };
    let mut put = |range: RangeInclusive<u8>, lows: &[u8], highs: &[u8]| {
        before.push(range);
        split(lows, highs, before, ways);
        before.pop();
    };
    let (least, greatest) = (vec![0x80; lows.len()], vec![0xBF; highs.len()]);
    if low == high {
        return put(*low..=*high, lows, highs);
    }
    // Whole blocks go in one range; what is begun and what is ended goes by itself.
    let from = if lows == least { *low } else { *low + 1 };
    let to = if highs == greatest { *high } else { *high - 1 };
    if from != *low {
        put(*low..=*low, lows, &greatest);
    }
    if from <= to {
        put(from..=to, &least, &greatest);
    }
    if to != *high {
        put(*high..=*high, &least, highs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::characters;
    use crate::automata::rfc3629;

    #[test]
    fn scalar_values_are_written_as_the_printed_grammar_says() {
        let forms = [
            (1, 0, 0x7F),
            (2, 0x80, 0x7FF),
            (3, 0x800, 0xD7FF),
            (3, 0xE000, 0xFFFF),
            (4, 0x1_0000, 0x10_FFFF),
        ];
        assert_eq!(characters(&ways(&forms)), characters(&rfc3629().unwrap()));
    }

    #[test]
    fn forms_are_the_bytes_that_the_standards_print() {
        assert_eq!(form(0, 2), b"\xC0\x80");
        assert_eq!(form(0x2F, 3), b"\xE0\x80\xAF");
        assert_eq!(form(0xD800, 3), b"\xED\xA0\x80");
        assert_eq!(form(0x11_0000, 4), b"\xF4\x90\x80\x80");
        assert_eq!(form(0x20_0000, 5), b"\xF8\x88\x80\x80\x80");
        assert_eq!(form(0x7FFF_FFFF, 6), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    }

    #[test]
    fn a_range_is_split_where_its_bytes_part() {
        assert_eq!(ways(&[(3, 0xFDD0, 0xFDEF)]), [vec![0xEF..=0xEF, 0xB7..=0xB7, 0x90..=0xAF]]);
        assert_eq!(
            ways(&[(2, 0xBE, 0x101)]),
            [vec![0xC2..=0xC2, 0xBE..=0xBF], vec![0xC3..=0xC3, 0x80..=0xBF], vec![0xC4..=0xC4, 0x80..=0x81]]
        );
        assert_eq!(ways(&[(7, 0x8000_0000, 0xF_FFFF_FFFF)])[0][..2], [0xFE..=0xFE, 0x82..=0xBF]);
    }
}
