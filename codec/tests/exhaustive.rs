//! Everything short enough to be tried, tried.

use illformed_codec::{ErrorKind, Event, Profile, encode, events, validate};
use std::str;

/// The single code that `bytes` decode to, or `None`.
fn only_code(bytes: &[u8], profile: Profile) -> Option<u32> {
    let mut events = events(bytes, profile);
    match (events.next()?, events.next()) {
        (Event::Code { value, at: 0, len }, None) if len == bytes.len() => Some(value),
        _ => None,
    }
}

#[track_caller]
fn assert_agrees_with_std(bytes: &[u8]) {
    let ours = validate(bytes, Profile::Rfc3629).map_err(|e| (e.valid_up_to(), e.error_len()));
    let theirs = str::from_utf8(bytes).map(|_| ()).map_err(|e| (e.valid_up_to(), e.error_len()));
    assert_eq!(ours, theirs, "{bytes:02X?}");
}

#[test]
fn all_strings_of_up_to_three_bytes_agree_with_std() {
    assert_agrees_with_std(&[]);
    for a in 0..=u8::MAX {
        assert_agrees_with_std(&[a]);
        for b in 0..=u8::MAX {
            assert_agrees_with_std(&[a, b]);
            for c in 0..=u8::MAX {
                assert_agrees_with_std(&[a, b, c]);
            }
        }
    }
}

#[test]
fn all_four_byte_patterns_of_f0_to_f7_agree_with_std_and_with_arithmetic() {
    for pattern in 0..1_u32 << 21 {
        let bytes = [
            0xF0 | (pattern >> 18) as u8,
            0x80 | (pattern >> 12 & 0x3F) as u8,
            0x80 | (pattern >> 6 & 0x3F) as u8,
            0x80 | (pattern & 0x3F) as u8,
        ];
        assert_agrees_with_std(&bytes);
        let in_rfc3629 = (0x1_0000..=0x10_FFFF).contains(&pattern).then_some(pattern);
        assert_eq!(only_code(&bytes, Profile::Rfc3629), in_rfc3629);
        let in_rfc2279 = (pattern >= 0x1_0000).then_some(pattern);
        assert_eq!(only_code(&bytes, Profile::Rfc2279), in_rfc2279);
    }
}

#[test]
fn the_six_rows_of_rfc2279_hold_from_both_sides() {
    let rows: [(u32, &[u8], u32, &[u8]); 6] = [
        (0x0, b"\x00", 0x7F, b"\x7F"),
        (0x80, b"\xC2\x80", 0x7FF, b"\xDF\xBF"),
        (0x800, b"\xE0\xA0\x80", 0xFFFF, b"\xEF\xBF\xBF"),
        (0x1_0000, b"\xF0\x90\x80\x80", 0x1F_FFFF, b"\xF7\xBF\xBF\xBF"),
        (0x20_0000, b"\xF8\x88\x80\x80\x80", 0x3FF_FFFF, b"\xFB\xBF\xBF\xBF\xBF"),
        (0x400_0000, b"\xFC\x84\x80\x80\x80\x80", 0x7FFF_FFFF, b"\xFD\xBF\xBF\xBF\xBF\xBF"),
    ];
    for (first, first_bytes, last, last_bytes) in rows {
        for (code, bytes) in [(first, first_bytes), (last, last_bytes)] {
            assert_eq!(&*encode(code, Profile::Rfc2279).unwrap(), bytes, "{code:X}");
            assert_eq!(only_code(bytes, Profile::Rfc2279), Some(code), "{bytes:02X?}");
            let expected = char::from_u32(code).map(u32::from);
            assert_eq!(only_code(bytes, Profile::Rfc3629), expected, "{bytes:02X?}");
        }
    }
    assert!(encode(0x8000_0000, Profile::Rfc2279).is_err());
}

#[test]
fn every_padded_form_of_a_smaller_row_is_overlong_under_rfc2279() {
    // The greatest value of each row, written one byte longer and up to six, has no well-formed reading.
    for last in [0x7F_u32, 0x7FF, 0xFFFF, 0x1F_FFFF, 0x3FF_FFFF] {
        let shortest = encode(last, Profile::Rfc2279).unwrap().len();
        for len in shortest + 1..=6 {
            let mut bytes = vec![0; len];
            let mut left = last;
            for slot in bytes[1..].iter_mut().rev() {
                *slot = 0x80 | (left & 0x3F) as u8;
                left >>= 6;
            }
            bytes[0] = !(0xFF_u8 >> len) | left as u8;
            let first = events(&bytes, Profile::Rfc2279).next().unwrap();
            assert_eq!(first.error_kind().map(ErrorKind::name), Some("overlong"), "{bytes:02X?}");
            assert_eq!(first.len(), 1);
        }
    }
}

#[test]
fn every_payload_bit_goes_to_its_place() {
    // A walking one through each length: 11 + 16 + 21 + 26 + 31 positions, and decoding leaves no stale bit behind.
    for (len, bits) in [(2, 11), (3, 16), (4, 21), (5, 26), (6, 31)] {
        for bit in 0..bits {
            let code = 1_u32 << bit;
            let encoded = encode(code, Profile::Rfc2279).unwrap();
            if encoded.len() == len {
                assert_eq!(only_code(&encoded, Profile::Rfc2279), Some(code));
            }
        }
        let all_ones = ((1_u64 << bits) - 1) as u32;
        assert_eq!(encode(all_ones, Profile::Rfc2279).unwrap().len(), len);
    }
}
