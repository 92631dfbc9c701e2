//! UTF-16 both ways, and boundaries, against std.

use crate::bytes::bytes;
use illformed_codec::{
    Profile, ceil_char_boundary, encode_utf16, events, floor_char_boundary, is_char_boundary, utf16_units,
};
use proptest::prelude::*;

#[test]
fn surrogate_pairs_are_undone_and_lone_ones_refused() {
    let encoded = |units: &[u16]| -> Vec<Result<Vec<u8>, usize>> {
        encode_utf16(units).map(|one| one.map(|bytes| bytes.to_vec()).map_err(|lone| lone.at())).collect()
    };
    assert_eq!(encoded(&[0xD84C, 0xDFB4]), [Ok(b"\xF0\xA3\x8E\xB4".to_vec())]);
    assert_eq!(encoded(&[0xDFB4, 0xD84C]), [Err(0), Err(1)], "a reversed pair is two lone surrogates");
    assert_eq!(encoded(&[0xD800, 0xD800, 0xDC00]), [Err(0), Ok(b"\xF0\x90\x80\x80".to_vec())]);
    assert_eq!(encoded(&[0x41, 0xDC00]), [Ok(b"A".to_vec()), Err(1)]);
    assert_eq!(encoded(&[0xD800]), [Err(0)]);
    for code in [0xD800, 0xDFFF, 0x11_0000, u32::MAX] {
        assert!(utf16_units(code).is_err(), "{code:X}");
    }
}

#[test]
fn every_scalar_value_goes_to_utf16_and_back() {
    for scalar in '\0'..=char::MAX {
        let units = utf16_units(scalar.into()).unwrap();
        let mut buffer = [0; 2];
        assert_eq!(*units, *scalar.encode_utf16(&mut buffer));
        let mut back = encode_utf16(&units);
        let mut buffer = [0; 4];
        assert_eq!(&*back.next().unwrap().unwrap(), scalar.encode_utf8(&mut buffer).as_bytes());
        assert!(back.next().is_none());
    }
}

proptest! {
    #[test]
    fn utf16_agrees_with_std(units in prop::collection::vec(prop_oneof![any::<u16>(), 0xD7FE..0xE002_u16], 0..16)) {
        let ours: Vec<Result<Vec<u8>, u16>> =
            encode_utf16(&units).map(|one| one.map(|bytes| bytes.to_vec()).map_err(|lone| lone.unit())).collect();
        let theirs: Vec<Result<Vec<u8>, u16>> = char::decode_utf16(units)
            .map(|one| one.map(|scalar| scalar.to_string().into_bytes()).map_err(|lone| lone.unpaired_surrogate()))
            .collect();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn boundaries_are_where_events_start(bytes in bytes()) {
        for &profile in Profile::ALL {
            let mut boundaries: Vec<usize> = events(&bytes, profile).map(|event| event.at()).collect();
            boundaries.push(bytes.len());
            for offset in 0..=bytes.len() + 2 {
                let floor = *boundaries.iter().rfind(|&&at| at <= offset).unwrap();
                let ceil = boundaries.iter().copied().find(|&at| at >= offset).unwrap_or(bytes.len());
                prop_assert_eq!(floor_char_boundary(&bytes, offset, profile), floor, "floor of {}", offset);
                prop_assert_eq!(ceil_char_boundary(&bytes, offset, profile), ceil, "ceil of {}", offset);
                prop_assert_eq!(is_char_boundary(&bytes, offset, profile), boundaries.contains(&offset));
            }
        }
    }
}
