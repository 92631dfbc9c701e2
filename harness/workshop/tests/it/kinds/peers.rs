//! The encoders, detectors and label readers of this project, Rust's standard library, encoding_rs and serde_json.

use crate::kinds::judging::{Ask, Encoded, Verdict};
use crate::kinds::vector::{Detection, EncodeErrorKind, EncodeInput, LabelName};
use encoding_rs::{EncoderResult, Encoding, UTF_8, mem};
use illformed_codec::{Policy, Profile, decode_lossy, encode, encode_utf16};
use illformed_judge::detection::{Detected, Label, LabelTable, detect};
use std::fmt::Write;

/// An encoder of numbers: each by itself, up to the first that cannot be encoded.
fn of_codes(profile: Profile, encode: fn(u32, Profile) -> Option<Vec<u8>>) -> Ask {
    let all = move |codes: &[u32]| {
        let mut bytes = Vec::new();
        for (at, &code) in codes.iter().enumerate() {
            match encode(code, profile) {
                Some(encoded) => bytes.extend(encoded),
                None => return Encoded::Stopped(None, Some(at), Some(bytes)),
            }
        }
        Encoded::Whole(bytes)
    };
    let encode = move |input: &EncodeInput, capacity: Option<usize>| match (input, capacity) {
        (EncodeInput::Codes(codes), None) => Some(all(codes)),
        _ => None,
    };
    Ask::Encode { profile, replaces: false, encode: Box::new(encode) }
}

/// An encoder of UTF-16, which has room for all that it writes.
fn of_utf16(replaces: bool, encode: fn(&[u16]) -> Encoded) -> Ask {
    let encode = move |input: &EncodeInput, capacity: Option<usize>| match (input, capacity) {
        (EncodeInput::Utf16(units), None) => Some(encode(units)),
        _ => None,
    };
    Ask::Encode { profile: Profile::Rfc3629, replaces, encode: Box::new(encode) }
}

/// For an API that only says that it failed.
fn whole<E>(encoded: Result<String, E>) -> Encoded {
    encoded.map_or(Encoded::Stopped(None, None, None), |text| Encoded::Whole(text.into_bytes()))
}

fn by_codec(units: &[u16]) -> Encoded {
    let mut bytes = Vec::new();
    for encoded in encode_utf16(units) {
        match encoded {
            Ok(encoded) => bytes.extend_from_slice(&encoded),
            Err(lone) => {
                return Encoded::Stopped(Some(EncodeErrorKind::Surrogate), Some(lone.at()), Some(bytes));
            }
        }
    }
    Encoded::Whole(bytes)
}

fn detected_by_judge(bytes: &[u8]) -> (Detection, Option<usize>) {
    let found = detect(bytes);
    let detected = match found {
        Detected::Ascii => Detection::Ascii,
        Detected::Utf8 => Detection::Utf8,
        Detected::Utf8WithBom => Detection::Utf8Bom,
        Detected::Cut { .. } => Detection::Utf8Cut,
        _ => Detection::Other,
    };
    (detected, found.at())
}

fn labels_of_judge(table: LabelTable) -> Ask {
    let read = move |label: &str, bytes: &[u8]| {
        let label = Label::parse(label, table)?;
        let named = match label {
            Label::Unicode11Utf8 => LabelName::Unicode11Utf8,
            _ => LabelName::Utf8,
        };
        Some((named, decode_lossy(bytes, label.profile(), Policy::MaximalSubpart).collect()))
    };
    Ask::Label(table, Box::new(read))
}

fn validity_of_std(bytes: &[u8]) -> (Detection, Option<usize>) {
    match str::from_utf8(bytes) {
        Ok(_) if bytes.is_ascii() => (Detection::Ascii, None),
        Ok(_) => (Detection::Utf8, None),
        Err(error) => {
            let is_cut = error.error_len().is_none();
            (if is_cut { Detection::Utf8Cut } else { Detection::Other }, Some(error.valid_up_to()))
        }
    }
}

/// What `encode` makes of room for `len` bytes, whatever they hold before.
fn in_room(len: usize, encode: impl Fn(&mut Vec<u8>) -> Encoded) -> Encoded {
    let [one, other] = [0x00, 0xA5].map(|before| encode(&mut vec![before; len]));
    assert_eq!(one, other, "the result depends on what the output held before");
    one
}

/// The room is what its documentation asks for.
fn converted_by_encoding_rs(units: &[u16]) -> Encoded {
    in_room(units.len() * 3, |bytes| {
        let written = mem::convert_utf16_to_utf8(units, bytes);
        Encoded::Whole(bytes[..written].to_vec())
    })
}

/// It replaces lone surrogates: to an encoder of UTF-8 nothing is unmappable.
fn encoded_by_encoding_rs(input: &EncodeInput, capacity: Option<usize>) -> Option<Encoded> {
    let EncodeInput::Utf16(units) = input else { return None };
    Some(in_room(capacity.unwrap_or(units.len() * 3), |bytes| {
        let mut encoder = UTF_8.new_encoder();
        let (result, read, written) = encoder.encode_from_utf16_without_replacement(units, bytes, true);
        let bytes = bytes[..written].to_vec();
        match result {
            EncoderResult::InputEmpty => Encoded::Whole(bytes),
            EncoderResult::OutputFull => {
                Encoded::Stopped(Some(EncodeErrorKind::NoRoom), Some(read), Some(bytes))
            }
            EncoderResult::Unmappable(_) => Encoded::Stopped(None, None, None),
        }
    }))
}

fn detected_by_encoding_rs(bytes: &[u8]) -> (Detection, Option<usize>) {
    let valid_up_to = Encoding::utf8_valid_up_to(bytes);
    if valid_up_to < bytes.len() {
        (Detection::Other, Some(valid_up_to))
    } else if Encoding::ascii_valid_up_to(bytes) == bytes.len() {
        (Detection::Ascii, None)
    } else if Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding == UTF_8) {
        (Detection::Utf8Bom, None)
    } else {
        (Detection::Utf8, None)
    }
}

fn labelled_by_encoding_rs(label: &str, bytes: &[u8]) -> Option<(LabelName, Vec<u32>)> {
    let encoding = Encoding::for_label(label.as_bytes()).filter(|encoding| *encoding == UTF_8)?;
    let text = encoding.decode_without_bom_handling(bytes).0;
    Some((LabelName::Utf8, text.chars().map(u32::from).collect()))
}

/// JSON's `\u` escapes are UTF-16, and its strings UTF-8.
fn unescaped_by_serde_json(units: &[u16]) -> Encoded {
    let mut json = "\"".to_owned();
    for unit in units {
        write!(json, "\\u{unit:04x}").expect("writing to a string does not fail");
    }
    whole(serde_json::from_str(&(json + "\"")))
}

fn peers() -> Vec<(String, Ask)> {
    let of_codec = |&profile: &Profile| {
        let by_codec = |code, profile| Some(encode(code, profile).ok()?.as_ref().to_vec());
        (format!("codec/encode-{profile}"), of_codes(profile, by_codec))
    };
    let by_std = |code, _| Some(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes().to_vec());
    let lossy = |units: &[u16]| Encoded::Whole(String::from_utf16_lossy(units).into_bytes());
    let with_room =
        Ask::Encode { profile: Profile::Rfc3629, replaces: true, encode: Box::new(encoded_by_encoding_rs) };
    let detector = |signature, cut, detect: fn(&[u8]) -> (Detection, Option<usize>)| Ask::Detect {
        signature,
        cut,
        detect: Box::new(detect),
    };
    let others = [
        ("codec/encode-utf16", of_utf16(false, by_codec)),
        ("judge/detect", detector(true, true, detected_by_judge)),
        ("judge/label-rfc", labels_of_judge(LabelTable::Rfc)),
        ("judge/label-whatwg", labels_of_judge(LabelTable::Whatwg)),
        ("std/char-encode-utf8", of_codes(Profile::Rfc3629, by_std)),
        ("std/from-utf16", of_utf16(false, |units| whole(String::from_utf16(units)))),
        ("std/from-utf16-lossy", of_utf16(true, lossy)),
        ("std/is-ascii-from-utf8", detector(false, true, validity_of_std)),
        ("encoding-rs/convert-utf16-to-utf8", of_utf16(true, converted_by_encoding_rs)),
        ("encoding-rs/encoder-utf16", with_room),
        ("encoding-rs/valid-up-to", detector(true, false, detected_by_encoding_rs)),
        ("encoding-rs/for-label", Ask::Label(LabelTable::Whatwg, Box::new(labelled_by_encoding_rs))),
        ("serde-json/escapes", of_utf16(false, unescaped_by_serde_json)),
    ];
    let others = others.into_iter().map(|(name, ask)| (name.to_owned(), ask));
    Profile::ALL.iter().map(of_codec).chain(others).collect()
}

/// RFC 2279 does not say whether a surrogate is encoded.
const UNDEFINED_BY_RFC2279: [&str; 6] = [
    "encode/surrogate-first",
    "encode/surrogate-leading-last",
    "encode/surrogate-trailing-first",
    "encode/surrogate-last",
    "encode/surrogates-reversed-as-numbers",
    "encode/surrogate-between-letters",
];

#[test]
fn every_peer_passes_every_vector_that_its_standard_defines() {
    for (name, ask) in peers() {
        let verdicts = ask.verdicts();
        assert!(verdicts.len() > 20, "{name} is asked {} vectors", verdicts.len());
        let others: Vec<_> = verdicts.into_iter().filter(|(_, verdict)| *verdict != Verdict::Pass).collect();
        let undefined: &[&str] = if name == "codec/encode-rfc2279" { &UNDEFINED_BY_RFC2279 } else { &[] };
        let expected: Vec<_> = undefined.iter().map(|id| (*id, Verdict::Undefined)).collect();
        assert_eq!(others, expected, "{name}");
    }
}
