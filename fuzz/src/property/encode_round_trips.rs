//! Whatever is encoded decodes to what it was: codes of 32 bits under each profile, 31 bits under RFC 2279, UTF-16, and
//! the codes that the bytes themselves hold.

use crate::property::agreement::{PropertyOutcome, none, same, under_every_profile};
use illformed_codec::{Event, Profile, encode, encode_utf16, events, utf16_units};
use illformed_judge::oracle::arithmetic::shortest_len;

/// Reads `bytes` as big-endian 32-bit numbers, as little-endian 16-bit units, and as the bytes of each profile. The codes
/// that they have as bytes are numbers and units once more, so that a search that knows UTF-8 reaches the edges of UTF-16
/// and UTF-32. Returns when
///
/// * a number is encoded just where the profile has a form of it, in the fewest bytes, and decodes to itself; without its
///   highest bit it always is under `rfc2279`;
/// * a scalar value is encoded as `char::encode_utf8` does;
/// * UTF-16 is encoded as `char::decode_utf16` reads it, errors in their places, and the units can be had back;
/// * each code that the bytes hold is encoded to the bytes that it covers.
pub fn encode_round_trips(bytes: &[u8]) -> PropertyOutcome {
    everything_comes_back(bytes, &EncodersToTry::CODEC)
}

/// The bytes of each character, or the number of the unit that is none.
type Characters = Vec<Result<Vec<u8>, usize>>;

/// What is encoded with.
struct EncodersToTry {
    code: fn(u32, Profile) -> Option<Vec<u8>>,
    utf16: fn(&[u16]) -> Characters,
    units: fn(u32) -> Option<Vec<u16>>,
}

impl EncodersToTry {
    const CODEC: Self = Self {
        code: |code, profile| encode(code, profile).ok().map(|encoded| encoded.to_vec()),
        utf16: |units| {
            let encoded = encode_utf16(units);
            encoded.map(|one| one.map(|bytes| bytes.to_vec()).map_err(|lone| lone.at())).collect()
        },
        units: |code| utf16_units(code).ok().map(|units| units.to_vec()),
    };
}

fn everything_comes_back(bytes: &[u8], writer: &EncodersToTry) -> PropertyOutcome {
    // All 32 bits are mostly out of range, the low 31 of RFC 2279 never; the low 21 mostly are not.
    let numbers = bytes.as_chunks().0.iter().map(|four| u32::from_be_bytes(*four));
    let numbers = numbers.flat_map(|number| [number, number & 0x7FFF_FFFF, number & 0x1F_FFFF]);
    // The most lax profile, in which also surrogates and what is past the end are codes.
    let codes: Vec<u32> = events(bytes, Profile::Rfc2279).filter_map(|event| event.value()).collect();
    // The bytes of ASCII come back below.
    let above_ascii = codes.iter().copied().filter(|code| *code >= 0x80);
    numbers.chain(above_ascii).try_for_each(|number| number_comes_back(number, writer))?;
    let units: Vec<u16> = bytes.as_chunks().0.iter().map(|two| u16::from_le_bytes(*two)).collect();
    utf16_comes_back(&units, writer)?;
    let mut units = Vec::with_capacity(bytes.len());
    for code in codes {
        match char::from_u32(code) {
            Some(scalar) => units.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
            // A surrogate, or past the end.
            None => units.extend(u16::try_from(code)),
        }
    }
    utf16_comes_back(&units, writer)?;
    under_every_profile(|profile| bytes_come_back(bytes, profile, writer))
}

/// Whether `number` comes back under each profile and, where UTF-16 has it, as units.
fn number_comes_back(number: u32, writer: &EncodersToTry) -> PropertyOutcome {
    let scalar = char::from_u32(number);
    under_every_profile(|profile| {
        let encoded = (writer.code)(number, profile);
        let wrong = |differs, is_so: bool| none("codec", differs, is_so.then_some((number, &encoded)));
        wrong("whether a number has a form", encoded.is_some() != has_a_form(number, profile))?;
        let Some(encoded) = &encoded else { return Ok(()) };
        let len = match profile {
            Profile::Mutf8 if number == 0 => 2,
            Profile::Cesu8 if number >= 0x1_0000 => 6,
            _ => shortest_len(number),
        };
        let is_other = events(encoded, profile).ne([Event::Code { value: number, at: 0, len }]);
        wrong("a form is not the shortest of its number", is_other)?;
        let is_other = |scalar: char| scalar.encode_utf8(&mut [0; 4]).as_bytes() != encoded;
        let is_other = profile == Profile::Rfc3629 && scalar.is_some_and(is_other);
        wrong("a form is not that of std", is_other)
    })?;
    let expected = scalar.map(|scalar| scalar.encode_utf16(&mut [0; 2]).to_vec());
    same("units of a number", ("std", [expected]), ("codec", [(writer.units)(number)]))
}

/// Whether `profile` has a form of `number`, said once more.
fn has_a_form(number: u32, profile: Profile) -> bool {
    let scalar = char::from_u32(number).is_some();
    match profile {
        Profile::Rfc3629 | Profile::Cesu8 => scalar,
        Profile::Ucs2 => scalar && number < 0x1_0000,
        Profile::Mutf8 => number < 0x1_0000,
        Profile::Wtf8 | Profile::Generalized => scalar || (0xD800..0xE000).contains(&number),
        Profile::Rfc2279 => number < 0x8000_0000,
    }
}

fn utf16_comes_back(units: &[u16], writer: &EncodersToTry) -> PropertyOutcome {
    let mut at = 0;
    let by_std = char::decode_utf16(units.iter().copied()).map(|read| {
        let unit = at;
        at += read.as_ref().map_or(1, |scalar| scalar.len_utf16());
        read.map(|scalar| scalar.to_string().into_bytes()).map_err(|_| unit)
    });
    let encoded = (writer.utf16)(units);
    same("character of the UTF-16", ("codec", encoded.iter().cloned()), ("std", by_std))?;
    let back = encoded.into_iter().flat_map(|one| match one {
        Err(lone) => units.get(lone).map(|unit| vec![*unit]).unwrap_or_default(),
        Ok(bytes) => events(&bytes, Profile::Rfc3629)
            .flat_map(|event| event.value().and_then(writer.units).unwrap_or_default())
            .collect(),
    });
    same("unit", ("there and back", back), ("UTF-16", units.iter().copied()))
}

fn bytes_come_back(bytes: &[u8], profile: Profile, writer: &EncodersToTry) -> PropertyOutcome {
    let encoded = |event: &Event| event.value().map(|value| (writer.code)(value, profile));
    let is_other = |event: &Event| {
        encoded(event).is_some_and(|form| form.as_deref() != Some(&bytes[event.at()..event.end()]))
    };
    let other = events(bytes, profile).find(is_other);
    none("codec", "a code is not encoded to its bytes", other.map(|event| (event, encoded(&event))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_around_the_edges_of_the_rows_comes_back() {
        let edges = [0_u32, 0x80, 0x800, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x11_0000, 0x20_0000, 0x400_0000];
        for edge in edges.into_iter().chain([0x8000_0000]) {
            for number in edge.saturating_sub(2)..edge + 2 {
                assert_eq!(encode_round_trips(&number.to_be_bytes()), Ok(()), "{number:X}");
            }
        }
        for pair in [[0xD83D_u16, 0xDE00], [0xDE00, 0xD83D], [0xD800, 0x41], [0x41, 0xDFFF]] {
            assert_eq!(encode_round_trips(&pair.map(u16::to_le_bytes).concat()), Ok(()), "{pair:X?}");
        }
    }

    #[test]
    fn the_edges_of_utf_16_and_utf_32_are_reached_from_the_bytes_of_utf_8() {
        let unlike = |bytes: &[u8], writer: EncodersToTry| everything_comes_back(bytes, &writer).is_err();
        // What is encoded and what becomes units, each at one place.
        macro_rules! wrong_at {
            ($($code:literal: $bytes:literal)+) => {$(
                assert_eq!(encode_round_trips($bytes), Ok(()));
                let units = |code| {
                    let units = (EncodersToTry::CODEC.units)(code);
                    if code == $code { units.is_none().then(|| vec![0xFFFD]) } else { units }
                };
                assert!(unlike($bytes, EncodersToTry { units, ..EncodersToTry::CODEC }), "units of {:X}", $code);
                let code = |code, profile| (EncodersToTry::CODEC.code)(code, profile).filter(|_| code != $code);
                assert!(unlike($bytes, EncodersToTry { code, ..EncodersToTry::CODEC }), "code {:X}", $code);
            )+};
        }
        wrong_at! {
            0xD7FF: b"\xED\x9F\xBF"
            0xD800: b"\xED\xA0\x80"
            0xDFFF: b"\xED\xBF\xBF"
            0xE000: b"\xEE\x80\x80"
            0xFFFF: b"\xEF\xBF\xBF"
            0x1_0000: b"\xF0\x90\x80\x80"
            0x10_FFFF: b"\xF4\x8F\xBF\xBF"
            0x11_0000: b"\xF4\x90\x80\x80"
        }
    }

    #[test]
    fn an_encoder_with_a_fault_is_seen() {
        const CODEC: EncodersToTry = EncodersToTry::CODEC;
        // A form that is too long, one that is missing, a surrogate that is let through, halves that are encoded alone, units
        // that are swapped.
        let long = EncodersToTry {
            code: |code, profile| match code {
                0x7FF => Some(vec![0xE0, 0x9F, 0xBF]),
                _ => (CODEC.code)(code, profile),
            },
            ..CODEC
        };
        let short = EncodersToTry {
            code: |code, profile| (CODEC.code)(code, profile).filter(|bytes| bytes.len() < 6),
            ..CODEC
        };
        let lax = EncodersToTry { code: |code, _| (CODEC.code)(code, Profile::Rfc2279), ..CODEC };
        let halves = EncodersToTry { utf16: |units| vec![Err(0); units.len()], ..CODEC };
        let swapped = EncodersToTry {
            units: |code| (CODEC.units)(code).map(|units| units.into_iter().rev().collect()),
            ..CODEC
        };
        for (faulty, bytes) in [
            (long, 0x7FF_u32.to_be_bytes()),
            (short, 0x7FFF_FFFF_u32.to_be_bytes()),
            (lax, 0xD800_u32.to_be_bytes()),
            (halves, [0x3D, 0xD8, 0x00, 0xDE]),
            (swapped, [0x3D, 0xD8, 0x00, 0xDE]),
        ] {
            assert_eq!(encode_round_trips(&bytes), Ok(()));
            assert!(everything_comes_back(&bytes, &faulty).is_err(), "{bytes:02X?}");
        }
    }
}
