//! The formats: what each has of a code point, and which strings are those of the ones beside the two RFCs, worked out from
//! their definitions and not from a grammar.

use crate::bytes::bytes;
use illformed_codec::{Profile, encode, events, validate};
use proptest::prelude::*;

fn codes(bytes: &[u8], profile: Profile) -> Option<Vec<u32>> {
    events(bytes, profile).map(|event| event.value()).collect()
}

/// The bit pattern of RFC 2279 section 2 for any value of up to 31 bits.
fn spread(value: u32) -> Vec<u8> {
    let tail = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
    let lead_and_tails = |lead: u8, shifts: &[u32]| {
        let lead = lead | (value >> (6 * shifts.len())) as u8;
        [lead].into_iter().chain(shifts.iter().map(|shift| tail(*shift))).collect()
    };
    match value {
        0..=0x7F => vec![value as u8],
        0x80..=0x7FF => lead_and_tails(0xC0, &[0]),
        0x800..=0xFFFF => lead_and_tails(0xE0, &[6, 0]),
        0x1_0000..=0x1F_FFFF => lead_and_tails(0xF0, &[12, 6, 0]),
        0x20_0000..=0x3FF_FFFF => lead_and_tails(0xF8, &[18, 12, 6, 0]),
        _ => lead_and_tails(0xFC, &[24, 18, 12, 6, 0]),
    }
}

/// So has every number above them that is a power of two, or one less.
#[test]
fn every_code_point_has_the_form_that_each_definition_gives_it() {
    let mut counts = [0; 7];
    let beyond = (21..=31).flat_map(|bits| [(1 << bits) - 1, 1 << bits]);
    for code in (0..=0x10_FFFF_u32).chain(beyond) {
        let plain = spread(code);
        let pair = || {
            let mut units = [0; 2];
            let units = char::from_u32(code).expect("a scalar value").encode_utf16(&mut units);
            units.iter().flat_map(|&unit| spread(unit.into())).collect::<Vec<u8>>()
        };
        let scalar = char::from_u32(code).is_some();
        let plainly = |is_so: bool| is_so.then(|| plain.clone());
        let forms = [
            (Profile::Rfc3629, plainly(scalar)),
            (Profile::Rfc2279, plainly(code <= 0x7FFF_FFFF)),
            (Profile::Ucs2, plainly(scalar && code <= 0xFFFF)),
            (Profile::Cesu8, if scalar && code > 0xFFFF { Some(pair()) } else { plainly(scalar) }),
            (Profile::Mutf8, if code == 0 { Some(vec![0xC0, 0x80]) } else { plainly(code <= 0xFFFF) }),
            (Profile::Wtf8, plainly(code <= 0x10_FFFF)),
            (Profile::Generalized, plainly(code <= 0x10_FFFF)),
        ];
        for (profile, form) in forms {
            let encoded = encode(code, profile).ok().map(|encoded| encoded.to_vec());
            assert_eq!(encoded, form, "{code:X} under {profile}");
            if let Some(form) = form {
                assert_eq!(codes(&form, profile), Some(vec![code]), "{code:X} under {profile}");
            } else {
                assert_eq!(codes(&plain, profile), None, "{code:X} under {profile}");
            }
        }
        counts[plain.len()] += usize::from(scalar);
    }
    assert_eq!(counts, [0, 128, 1_920, 61_440, 1_048_576, 0, 0], "characters of each length");
}

#[test]
fn all_strings_of_up_to_three_bytes_are_well_formed_where_some_codes_encode_to_them() {
    let forms = |profile| -> Vec<Vec<u8>> {
        (0..=0xFFFF).filter_map(|code| encode(code, profile).ok()).map(|encoded| encoded.to_vec()).collect()
    };
    for profile in [Profile::Ucs2, Profile::Cesu8, Profile::Mutf8, Profile::Wtf8, Profile::Generalized] {
        let mut of_len = [vec![vec![]], vec![], vec![], vec![]];
        for form in forms(profile) {
            of_len[form.len()].push(form);
        }
        let counts = [of_len[1].len(), of_len[2].len(), of_len[3].len()];
        let [one, two, three] = counts;
        let expected = one * one * one + 2 * one * two + three;
        let mut found = 0;
        for string in 0..1_u32 << 24 {
            let bytes = [(string >> 16) as u8, (string >> 8) as u8, string as u8];
            found += usize::from(validate(&bytes, profile).is_ok());
        }
        // A leading surrogate needs its other half under CESU-8, so that none stands in three bytes; `encode` has none.
        assert_eq!(found, expected, "{profile}: {counts:?}");
    }
}

#[test]
fn surrogates_side_by_side_are_what_each_definition_says() {
    let surrogates: Vec<u32> = [0xD800, 0xD84C, 0xDBFF, 0xDC00, 0xDFB4, 0xDFFF].into();
    for &first in &surrogates {
        for &second in &surrogates {
            let bytes = [spread(first), spread(second)].concat();
            let pair = first < 0xDC00 && second >= 0xDC00;
            assert_eq!(codes(&bytes, Profile::Generalized), Some(vec![first, second]));
            assert_eq!(codes(&bytes, Profile::Mutf8), Some(vec![first, second]));
            assert_eq!(codes(&bytes, Profile::Wtf8), (!pair).then(|| vec![first, second]), "{bytes:02X?}");
            let character = pair.then(|| vec![0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)]);
            assert_eq!(codes(&bytes, Profile::Cesu8), character, "{bytes:02X?}");
            assert_eq!(codes(&bytes, Profile::Ucs2), None);
        }
    }
}

#[test]
fn errors_of_pairs_stand_where_the_prefix_ends_being_well_formed() {
    let read = |bytes, profile| {
        let words = events(bytes, profile).map(|event| {
            let what = event
                .value()
                .map_or_else(|| event.error_kind().unwrap().to_string(), |code| format!("{code:X}"));
            format!("{what}@{}+{}", event.at(), event.len())
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let table: [(Profile, &[u8], &str); 6] = [
        (Profile::Cesu8, b"\xED\xA1\x8CA", "surrogate@0+3 41@3+1"),
        (Profile::Cesu8, b"\xED\xA1\x8C\xED\x9F\xBF", "surrogate@0+3 D7FF@3+3"),
        (Profile::Cesu8, b"\xED\xA1\x8C\xED\xBE", "incomplete@0+5"),
        (Profile::Cesu8, b"\xED\xA1\x8C\xED\xA1\x8C\xED\xBE\xB4", "surrogate@0+3 233B4@3+6"),
        (
            Profile::Wtf8,
            b"\xED\xA1\x8C\xED\xBE\xB4",
            "D84C@0+3 surrogate@3+1 unexpected-continuation@4+1 unexpected-continuation@5+1",
        ),
        (Profile::Mutf8, b"\xED\xA1\x8C", "D84C@0+3"),
    ];
    for (profile, bytes, expected) in table {
        assert_eq!(read(bytes, profile), expected, "{bytes:02X?} under {profile}");
    }
}

proptest! {
    #[test]
    fn where_formats_agree_is_where_their_definitions_do(bytes in bytes()) {
        let is = |profile| validate(&bytes, profile).is_ok();
        let generalized = codes(&bytes, Profile::Generalized);
        // RFC 3629 is generalized UTF-8 without surrogates; WTF-8 without pairs.
        let surrogate = |code: &u32| (0xD800..=0xDFFF).contains(code);
        let has_surrogate = |codes: &Vec<u32>| codes.iter().any(surrogate);
        let has_pair = |codes: &Vec<u32>| {
            codes.windows(2).any(|two| (0xD800..0xDC00).contains(&two[0]) && (0xDC00..0xE000).contains(&two[1]))
        };
        prop_assert_eq!(is(Profile::Rfc3629), generalized.as_ref().is_some_and(|codes| !has_surrogate(codes)));
        prop_assert_eq!(is(Profile::Wtf8), generalized.as_ref().is_some_and(|codes| !has_pair(codes)));
        // UCS-2 is what RFC 3629 and CESU-8 have in common.
        prop_assert_eq!(is(Profile::Ucs2), is(Profile::Rfc3629) && is(Profile::Cesu8));
        // Without NUL, CESU-8 is Modified UTF-8 in which every surrogate is paired.
        if !bytes.contains(&0) && !bytes.contains(&0xC0) {
            let units = codes(&bytes, Profile::Mutf8);
            let units = units.map(|units| units.into_iter().map(|unit| unit as u16).collect::<Vec<u16>>());
            let text = units.and_then(|units| String::from_utf16(&units).ok());
            let text = text.map(|text| text.chars().map(u32::from).collect::<Vec<u32>>());
            prop_assert_eq!(codes(&bytes, Profile::Cesu8), text);
        }
    }
}
