//! Codes in the forms of text that decoders put out: scalar values by Rust's standard library, what it does not know (a
//! surrogate, a number above U+10FFFF) by its digits.

use crate::claim::OutputKind;
use crate::observation::Text;
use illformed_codec::Profile;

/// `codes`, decoded under `profile`, in the form `out`. `None` where the form has nothing for one of them, or where it is
/// open: the codes of Modified UTF-8 are UTF-16 units, so that only UTF-16 is certain once a surrogate is among them.
pub(crate) fn text(codes: &[u32], profile: Profile, out: OutputKind) -> Option<Text> {
    let open = profile == Profile::Mutf8 && codes.iter().any(|code| is_surrogate(*code));
    match out {
        OutputKind::None => Some(Text::None),
        OutputKind::Utf16 => utf16(codes).map(Text::Utf16),
        _ if open => None,
        OutputKind::Utf8 => utf8(codes).map(Text::Utf8),
        OutputKind::Utf32 => Some(Text::Utf32(codes.to_vec())),
        OutputKind::Count => u64::try_from(codes.len()).ok().map(Text::Count),
    }
}

fn is_surrogate(code: u32) -> bool {
    char::from_u32(code).is_none() && code < 0x1_0000
}

fn utf8(codes: &[u32]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(codes.len() * 4);
    for &code in codes {
        match char::from_u32(code) {
            Some(scalar) => bytes.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes()),
            None => bytes.extend(digits(code)?),
        }
    }
    Some(bytes)
}

/// The bytes of a number of more than 11 bits that is no scalar value: its digits to the base 64, each continuation byte
/// one of them. Each byte after the first adds five bits to what fits.
fn digits(code: u32) -> Option<impl Iterator<Item = u8>> {
    let bits = u32::BITS - code.leading_zeros();
    if bits > 31 {
        return None;
    }
    let len = (bits - 1).div_ceil(5);
    let digit = move |place: u32| ((code / 64_u32.pow(place)) % 64) as u8;
    // All ones but the last 8 - len bits, which are a zero bit and the first digit.
    let lead = (256 - (1_u32 << (8 - len))) as u8 + digit(len - 1);
    Some(std::iter::once(lead).chain((0..len - 1).rev().map(move |place| 0x80 + digit(place))))
}

fn utf16(codes: &[u32]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(codes.len() * 2);
    for &code in codes {
        match char::from_u32(code) {
            Some(scalar) => units.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
            // A surrogate is a unit, and above U+10FFFF there is none.
            None => units.push(u16::try_from(code).ok()?),
        }
    }
    Some(units)
}
