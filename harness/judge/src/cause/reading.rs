//! What lax decoders make of ill-formed bytes.

use crate::cause::reference::Piece;
use crate::claim::OutputKind;
use crate::expected::texts_of;

/// The texts that a decoder may give which does not look at what is wrong with the bytes at `error`, in the units of `out`:
/// a lead byte takes as many bytes as it announces, whatever they are, and what is missing is left out or is zero; a
/// continuation byte stands for its number.
pub(super) fn readings(bytes: &[u8], error: &Piece, out: OutputKind) -> Vec<Vec<u32>> {
    let Some((lead, following)) = bytes.get(error.event.at()..).and_then(<[u8]>::split_first) else {
        return Vec::new();
    };
    let announced = match lead.leading_ones() as usize {
        0 | 8 => return Vec::new(),
        1 => return all_texts([u64::from(*lead)], out),
        announced => announced,
    };
    let payload = u64::from(*lead) & ((1 << (7 - announced)) - 1);
    let wanted = announced - 1;
    // What follows the lead byte: all that there is, or what still could continue it.
    let lens = [following.len().min(wanted), error.event.len().saturating_sub(1).min(wanted)];
    let masks: [fn(u8) -> u64; 4] = [
        |byte| u64::from(byte & 0x3F),
        |byte| u64::from(byte & 0x7F),
        |byte| u64::from(byte ^ 0x80),
        |byte| u64::from(byte.wrapping_sub(0x80)),
    ];
    let mut values = Vec::new();
    for len in lens {
        for mask in masks {
            let value = following[..len].iter().fold(payload, |value, byte| value << 6 | mask(*byte) & 0xFF);
            values.extend([value, value << (6 * (wanted - len))]);
        }
    }
    values.sort_unstable();
    values.dedup();
    all_texts(values, out)
}

fn all_texts(values: impl IntoIterator<Item = u64>, out: OutputKind) -> Vec<Vec<u32>> {
    values.into_iter().flat_map(|value| texts_of(value, &[], out)).collect()
}
