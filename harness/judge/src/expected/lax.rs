//! What lax decoders make of ill-formed bytes: they go by the lead byte, whatever the bytes spell.

use crate::claim::OutputKind;
use crate::expected::answer;
use illformed_codec::Profile;

/// How many bytes `lead` announces, 1 to 7, and its payload bits; `None` for a continuation byte and FF.
fn announced(lead: u8) -> Option<(usize, u64)> {
    match lead.leading_ones() as usize {
        0 => Some((1, lead.into())),
        len @ 2..=7 => Some((len, u64::from(lead) & ((1 << (7 - len)) - 1))),
        _ => None,
    }
}

/// The sequence with which `bytes` begin, if they do: a lead byte with as many continuation bytes as it announces, overlong or
/// not; and the number that its payload bits are.
pub(crate) fn loose_sequence(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (len, payload) = announced(*bytes.first()?)?;
    let bytes = bytes.get(..len)?;
    let value = bytes[1..].iter().try_fold(payload, |value, byte| {
        (byte & 0xC0 == 0x80).then_some(value << 6 | u64::from(byte & 0x3F))
    })?;
    Some((value, bytes))
}

/// The texts that a decoder may give, in the units of `out`, which does not look at what is wrong with an error of
/// `error_len` bytes at the start of `bytes`: a lead byte takes as many bytes as it announces, whatever they are, and what is
/// missing is left out or is zero; a continuation byte, FE and FF stand for their numbers.
pub(crate) fn lax_texts(bytes: &[u8], error_len: usize, out: OutputKind) -> Vec<Vec<u32>> {
    let Some((lead, following)) = bytes.split_first() else { return Vec::new() };
    let texts = |values: &[u64]| values.iter().flat_map(|value| texts_of(*value, &[], out)).collect();
    let (wanted, payload) = match announced(*lead) {
        Some((len @ 2.., payload)) => (len - 1, payload),
        Some(_) => return Vec::new(),
        None => return texts(&[u64::from(*lead)]),
    };
    // What follows the lead byte: all that there is, or what still could continue it.
    let lens = [following.len().min(wanted), error_len.saturating_sub(1).min(wanted)];
    let masks: [fn(u8) -> u8; 4] =
        [|byte| byte & 0x3F, |byte| byte & 0x7F, |byte| byte ^ 0x80, |byte| byte.wrapping_sub(0x80)];
    let mut values: Vec<u64> = (*lead == 0xFE).then(|| u64::from(*lead)).into_iter().collect();
    for len in lens {
        for mask in masks {
            let bits = following[..len].iter().map(|byte| u64::from(mask(*byte)));
            let value = bits.fold(payload, |value, bits| value << 6 | bits);
            values.extend([value, value << (6 * (wanted - len))]);
        }
    }
    values.sort_unstable();
    values.dedup();
    texts(&values)
}

/// The texts by which a decoder may show that it takes `bytes` for `value`, in the units of `out`.
pub(crate) fn texts_of(value: u64, bytes: &[u8], out: OutputKind) -> Vec<Vec<u32>> {
    let Ok(code) = u32::try_from(value) else {
        return if out == OutputKind::Utf8 {
            vec![bytes.iter().copied().map(u32::from).collect()]
        } else {
            Vec::new()
        };
    };
    let mut texts: Vec<Vec<u32>> = Vec::new();
    match out {
        OutputKind::Utf32 => texts.push(vec![code]),
        OutputKind::Utf16 if code <= 0xFFFF => texts.push(vec![code]),
        OutputKind::Utf16 => {
            // Above 10FFFF the halves wrap, or the low sixteen bits remain.
            let beyond = code.wrapping_sub(0x1_0000);
            texts.push(vec![(0xD800 + (beyond >> 10)) & 0xFFFF, 0xDC00 + (beyond & 0x3FF)]);
            texts.push(vec![code & 0xFFFF]);
        }
        OutputKind::Utf8 => {
            let encoded = answer::text(&[code], Profile::Rfc2279, out);
            texts.extend(encoded.and_then(|encoded| encoded.units()));
            texts.push(bytes.iter().copied().map(u32::from).collect());
        }
        OutputKind::None | OutputKind::Count => {}
    }
    texts.retain(|text| !text.is_empty());
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_byte_takes_what_it_announces_with_every_way_to_read_what_follows() {
        let read = |bytes: &[u8], error_len| lax_texts(bytes, error_len, OutputKind::Utf32).concat();
        // With six bits and seven of what follows, without its first bit, and what is missing left out or zero.
        assert_eq!(read(b"\xC1\x41", 1), [0x1, 0x40, 0x41, 0xC1]);
        assert_eq!(read(b"\xE0\x9F", 2), [0x1F, 0x7C0]);
        assert_eq!(read(b"\xE1\xC1\xFF", 1), [0x1, 0x1000, 0x107F]);
        assert!([b"\x80", b"\xFE", b"\xFF"].iter().all(|byte| read(*byte, 1).contains(&byte[0].into())));
        assert!([&b""[..], b"A"].iter().all(|none| read(none, 1).is_empty()));
    }
    #[test]
    fn a_number_has_the_units_of_its_form_and_above_10ffff_those_that_remain() {
        for (code, texts) in [
            (0x41, &[&[0x41][..]][..]),
            (0xFFFF, &[&[0xFFFF]]),
            (0x1_0000, &[&[0xD800, 0xDC00], &[0]]),
            (0x11_0041, &[&[0xDC00, 0xDC41], &[0x41]]),
        ] {
            assert_eq!(texts_of(code, b"", OutputKind::Utf16), texts, "{code:X}");
        }
    }
}
