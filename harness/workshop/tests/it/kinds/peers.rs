//! Encoders, detectors and label readers of Rust's standard library, encoding_rs and serde_json that are no sources of the
//! vectors.

use crate::kinds::judging::{Ask, Detected, Encoded, LabelTable};
use crate::kinds::vector::EncodeInput;
use encoding_rs::{EncoderResult, Encoding, UTF_8, mem};
use std::fmt::Write;

/// An encoder of UTF-16, which has room for all that it writes.
fn of_utf16(replaces: bool, encode: fn(&[u16]) -> Encoded) -> Ask {
    let encode = move |input: &EncodeInput, capacity: Option<usize>| match (input, capacity) {
        (EncodeInput::Utf16(units), None) => Some(encode(units)),
        _ => None,
    };
    Ask::Encode { replaces, encode: Box::new(encode) }
}

/// For an API that only says that it failed.
fn whole<E>(encoded: Result<String, E>) -> Encoded {
    encoded.map(String::into_bytes).map_err(|_| None)
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
        Ok(bytes[..written].to_vec())
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
            EncoderResult::InputEmpty => Ok(bytes),
            EncoderResult::OutputFull => Err(Some(("no-room".to_owned(), read, bytes))),
            EncoderResult::Unmappable(_) => Err(None),
        }
    }))
}

fn detected_by_encoding_rs(bytes: &[u8]) -> Detected {
    let valid_up_to = Encoding::utf8_valid_up_to(bytes);
    if valid_up_to < bytes.len() {
        ("other", Some(valid_up_to))
    } else if Encoding::ascii_valid_up_to(bytes) == bytes.len() {
        ("ascii", None)
    } else if Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding == UTF_8) {
        ("utf-8-bom", None)
    } else {
        ("utf-8", None)
    }
}

fn labelled_by_encoding_rs(label: &str, bytes: &[u8]) -> Option<(&'static str, Vec<u32>)> {
    let encoding = Encoding::for_label(label.as_bytes()).filter(|encoding| *encoding == UTF_8)?;
    let text = encoding.decode_without_bom_handling(bytes).0;
    Some(("utf-8", text.chars().map(u32::from).collect()))
}

/// JSON's `\u` escapes are UTF-16, and its strings UTF-8.
fn unescaped_by_serde_json(units: &[u16]) -> Encoded {
    let mut json = "\"".to_owned();
    for unit in units {
        write!(json, "\\u{unit:04x}").expect("writing to a string does not fail");
    }
    whole(serde_json::from_str(&(json + "\"")))
}

#[test]
fn every_peer_passes_every_vector_that_its_api_takes() {
    let from_utf16 = |units: &[u16]| whole(String::from_utf16(units));
    let lossy = |units: &[u16]| Ok(String::from_utf16_lossy(units).into_bytes());
    let with_room = Ask::Encode { replaces: true, encode: Box::new(encoded_by_encoding_rs) };
    let peers = [
        ("std/from-utf16", of_utf16(false, from_utf16)),
        ("std/from-utf16-lossy", of_utf16(true, lossy)),
        ("encoding-rs/convert-utf16-to-utf8", of_utf16(true, converted_by_encoding_rs)),
        ("encoding-rs/encoder-utf16", with_room),
        ("encoding-rs/valid-up-to", Ask::Detect { cut: false, detect: Box::new(detected_by_encoding_rs) }),
        ("encoding-rs/for-label", Ask::Label(LabelTable::Whatwg, Box::new(labelled_by_encoding_rs))),
        ("serde-json/escapes", of_utf16(false, unescaped_by_serde_json)),
    ];
    for (name, ask) in peers {
        let judged = ask.judged();
        assert!(judged.len() > 20, "{name} is asked {} vectors", judged.len());
        assert!(judged.iter().all(|(_, wrong)| wrong.is_none()), "{name}: {judged:#?}");
    }
}
