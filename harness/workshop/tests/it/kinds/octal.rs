//! An encoder by octal digits, as Wikipedia's UTF-8 of 2012 has the rules: "200-3777 (80-7FF hex) are two bytes 3xx 2yy".
//! It shares nothing with the codec's, which goes by bits.

use crate::kinds::vector::EncodeInput;
use illformed_codec::Profile;
use illformed_vectors::hex;
use serde_json::{Value, json};

/// The bytes of one number, or why there are none; `Err(None)` where the standard is silent.
pub(super) type OneEncoded = Result<Vec<u8>, Option<&'static str>>;

/// What is put for what cannot be encoded: 177775 by the rule of three bytes.
const REPLACEMENT: [u8; 3] = [0o357, 0o277, 0o275];

/// The bytes of `code`, of 31 bits: its octal digits, two for each byte but the first.
fn in_octal(code: u32) -> Vec<u8> {
    let (lead, tails) = match code {
        0..=0o177 => (0, 0),
        0o200..=0o3777 => (0o300, 1),
        0o4000..=0o177_777 => (0o340, 2),
        0o200_000..=0o7_777_777 => (0o360, 3),
        0o10_000_000..=0o377_777_777 => (0o370, 4),
        _ => (0o374, 5),
    };
    let digits = format!("{code:011o}");
    let (first, rest) = digits.split_at(digits.len() - 2 * tails);
    let number = |digits: &str| digits.bytes().fold(0_u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
    let mut bytes = vec![(lead + number(first)) as u8];
    bytes.extend(rest.as_bytes().chunks(2).map(|pair| 0o200 + (pair[0] - b'0') * 8 + (pair[1] - b'0')));
    bytes
}

fn bytes_of(code: u32, profile: Profile) -> OneEncoded {
    let surrogate = code / 0o4000 == 0o33;
    let beyond = match profile {
        Profile::Rfc2279 => code >= 0o20_000_000_000,
        Profile::Ucs2 | Profile::Mutf8 => code >= 0o200_000,
        _ => code >= 0o4_200_000,
    };
    match profile {
        Profile::Rfc2279 if surrogate => Err(None),
        _ if beyond => Err(Some("out-of-range")),
        Profile::Rfc3629 | Profile::Ucs2 | Profile::Cesu8 if surrogate => Err(Some("surrogate")),
        Profile::Mutf8 if code == 0 => Ok(vec![0o300, 0o200]),
        Profile::Cesu8 if code >= 0o200_000 => {
            let offset = code - 0o200_000;
            let halves = [0o154_000 + offset / 0o2000, 0o156_000 + offset % 0o2000];
            Ok(halves.into_iter().flat_map(in_octal).collect())
        }
        _ => Ok(in_octal(code)),
    }
}

/// The numbers of `input` with their offsets. Pairs are one number, except under Modified UTF-8, which writes units.
fn numbers(input: &EncodeInput, profile: Profile) -> Vec<(usize, u32)> {
    let units = match input {
        EncodeInput::Codes(codes) => return codes.iter().copied().enumerate().collect(),
        EncodeInput::Utf16(units) => units,
    };
    if profile == Profile::Mutf8 {
        return units.iter().map(|unit| u32::from(*unit)).enumerate().collect();
    }
    let mut numbers: Vec<(usize, u32)> = Vec::new();
    for (at, unit) in units.iter().map(|unit| u32::from(*unit)).enumerate() {
        match numbers.last_mut() {
            // A leading one is only still below 200000 octal while nothing was joined to it.
            Some((_, last)) if *last / 0o2000 == 0o66 && unit / 0o2000 == 0o67 => {
                *last = 0o200_000 + *last % 0o2000 * 0o2000 + unit % 0o2000;
            }
            _ => numbers.push((at, unit)),
        }
    }
    numbers
}

/// What is to be expected of `input`, with room for `capacity` bytes.
pub(super) fn expectation(input: &EncodeInput, capacity: Option<usize>, profile: Profile) -> Value {
    assemble(&numbers(input, profile), capacity, |code| bytes_of(code, profile))
}

/// The expectation as it is written, from the bytes of each number.
pub(super) fn assemble(
    numbers: &[(usize, u32)],
    capacity: Option<usize>,
    encode: impl Fn(u32) -> OneEncoded,
) -> Value {
    let (mut bytes, mut whole) = (Vec::new(), Vec::new());
    let mut stopped = None;
    for &(at, code) in numbers {
        match encode(code) {
            Err(None) => return json!({"unspecified": "rfc2279-surrogate"}),
            Err(Some(kind)) => {
                stopped = stopped.or(Some((kind, at)));
                whole.extend(REPLACEMENT);
            }
            Ok(sequence) => {
                let full = capacity.is_some_and(|capacity| bytes.len() + sequence.len() > capacity);
                stopped = stopped.or(full.then_some(("no-room", at)));
                if stopped.is_none() {
                    bytes.extend(&sequence);
                }
                whole.extend(sequence);
            }
        }
    }
    match stopped {
        None => json!({"bytes": hex::encode(&bytes)}),
        Some((kind @ "no-room", at)) => json!({"bytes": hex::encode(&bytes), "error": kind, "at": at}),
        Some((kind, at)) => {
            json!({"bytes": hex::encode(&bytes), "error": kind, "at": at, "replaced": hex::encode(&whole)})
        }
    }
}

#[test]
fn digits_give_the_same_bytes_as_bits() {
    for code in (0..=0x11_0000).chain([0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF, u32::MAX]) {
        for &profile in Profile::ALL {
            match bytes_of(code, profile) {
                Ok(bytes) => assert_eq!(illformed_codec::encode(code, profile).as_deref(), Ok(&*bytes)),
                Err(None) => assert!((0xD800..=0xDFFF).contains(&code)),
                Err(Some(_)) => {
                    assert!(illformed_codec::encode(code, profile).is_err(), "{code:X} {profile}");
                }
            }
        }
    }
}
