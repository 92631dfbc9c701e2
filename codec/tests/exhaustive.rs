//! Everything short enough to be tried, tried.

use illformed_codec::{Event, Profile, events, validate};
use std::str;

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
        let code = [Event::Code { value: pattern, at: 0, len: 4 }];
        for (profile, last) in [(Profile::Rfc3629, 0x10_FFFF), (Profile::Rfc2279, 0x1F_FFFF)] {
            let is_code = events(&bytes, profile).eq(code);
            assert_eq!(is_code, (0x1_0000..=last).contains(&pattern), "{bytes:02X?} under {profile}");
        }
    }
}
