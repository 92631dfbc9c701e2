//! Every sequence of widths of characters of some bytes.

use crate::sweep::BytesVisitor;
use crate::text::{FILLERS, VALUES};
use std::ops::ControlFlow;

/// The first so many widths number the parts.
const FIRST: u32 = 3;

/// How many parts there are.
pub(super) const PARTS: usize = 4_usize.pow(FIRST);

/// How much ASCII stands before and behind a sequence.
const BEFORE: usize = 16;
const BEHIND: usize = 48;

/// How often a sequence is repeated, so that a long input has no ASCII unless the sequence has.
const TIMES: usize = 4;

/// Visits the sequences of at most `most` bytes that begin with the widths of that number: alone, among ASCII, several times, and
/// before an error.
pub(super) fn visit(part: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    // So that every fourth part has about as many as the others, the last width follows from all three digits.
    let digits = [part / 16, part / 4 % 4, (part + part / 4 + part / 16) % 4];
    let mut widths = digits.map(|digit| digit + 1).to_vec();
    let is_first = |from: usize| digits[from..].iter().all(|digit| *digit == 0);
    for shorter in (1..digits.len()).filter(|len| is_first(*len)) {
        if widths[..shorter].iter().sum::<usize>() <= most {
            sequence(&widths[..shorter], visit)?;
        }
    }
    let len = widths.iter().sum();
    longer(&mut widths, len, most, visit)
}

/// The sequence `widths` of `len` bytes, and all that begin with it.
fn longer(widths: &mut Vec<usize>, len: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    if len > most {
        return ControlFlow::Continue(());
    }
    sequence(widths, visit)?;
    for width in 1..=FILLERS.len() {
        widths.push(width);
        let visited = longer(widths, len + width, most, visit);
        widths.pop();
        visited?;
    }
    ControlFlow::Continue(())
}

fn sequence(widths: &[usize], visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let one = characters(widths, false);
    let other = characters(widths, true);
    let around = |before: usize, text: &str, behind: &[u8]| {
        [&[b'A'; BEFORE][..before], text.as_bytes(), behind].concat()
    };
    let ascii = &[b'A'; BEHIND];
    visit(one.as_bytes())?;
    visit(other.as_bytes())?;
    visit(&around(0, &one, ascii))?;
    visit(&around(0, &other, ascii))?;
    visit(&around(BEFORE, &one, ascii))?;
    visit(one.repeat(TIMES).as_bytes())?;
    // The error begins a block.
    let before_block = (BEFORE - other.len() % BEFORE) % BEFORE;
    visit(&around(before_block, &other, &[b"\x80", &ascii[1..]].concat()))?;
    visit(&around(0, &other, b"\xF0\x9F\x98"))
}

/// Characters of these widths, each of them another one. Those of the other side have the bits that those of the one lack.
fn characters(widths: &[usize], is_other: bool) -> String {
    let of_width = |(place, width): (usize, &usize)| {
        let (least, most) = VALUES[*width - 1];
        let value = (place as u32 + 1).wrapping_mul(0x9E37_79B1) % (most - least + 1);
        char::from_u32(if is_other { most - value } else { least + value })
    };
    widths.iter().enumerate().filter_map(of_width).collect()
}

#[cfg(test)]
mod tests {
    use super::{PARTS, visit};
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    #[test]
    fn each_sequence_of_widths_is_visited() {
        let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
        for part in 0..PARTS {
            let _ = visit(part, 10, &mut |input| {
                if let Ok(text) = str::from_utf8(input).map(str::chars) {
                    seen.insert(text.map(char::len_utf8).collect());
                }
                ControlFlow::Continue(())
            });
        }
        // Of n bytes there are as many as of the four lengths below, added up.
        let mut counts = vec![1];
        for len in 1..=10_usize {
            counts.push(counts[len.saturating_sub(4)..len].iter().sum::<usize>());
        }
        let short = |widths: &&Vec<usize>| (1..=10).contains(&widths.iter().sum::<usize>());
        assert_eq!(seen.iter().filter(short).count(), counts[1..].iter().sum::<usize>());
    }
}
