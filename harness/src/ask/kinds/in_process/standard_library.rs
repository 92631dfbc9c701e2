//! Rust's standard library.

use crate::ask::kinds::{Ask, DetectReply, DetectorClaim, EncodeReply, EncoderClaim, Peer};
use illformed_codec::Profile;
use illformed_vectors::{Detection, EncodeInput};

pub(super) fn peers() -> Vec<Peer> {
    let peer =
        |name: &str, api, ask| Peer { name: format!("std/{name}"), implementation: "Rust std", api, ask };
    let claim = |replaces| EncoderClaim { profile: Profile::Rfc3629, replaces };
    let validity = DetectorClaim { ascii: true, signature: false, cut: true, at: true };
    vec![
        peer(
            "char-encode-utf8",
            "char::from_u32, then char::encode_utf8",
            Ask::Encode(claim(false), Box::new(encoded)),
        ),
        peer("from-utf16", "String::from_utf16", Ask::Encode(claim(false), Box::new(from_utf16))),
        peer(
            "from-utf16-lossy",
            "String::from_utf16_lossy",
            Ask::Encode(claim(true), Box::new(from_utf16_lossy)),
        ),
        peer(
            "is-ascii-from-utf8",
            "is_ascii, then str::from_utf8",
            Ask::Detect(validity, Box::new(detected)),
        ),
    ]
}

fn encoded(input: &EncodeInput, capacity: Option<usize>) -> EncodeReply {
    let codes = match (input, capacity) {
        (EncodeInput::Codes(codes), None) => codes,
        (EncodeInput::Utf16(_), _) => return EncodeReply::Skipped("takes numbers"),
        (_, Some(_)) => return EncodeReply::Skipped("panics where there is no room, as documented"),
    };
    let mut bytes = Vec::new();
    for (at, &code) in codes.iter().enumerate() {
        match char::from_u32(code) {
            Some(scalar) => bytes.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes()),
            None => return EncodeReply::Stopped { kind: None, at: Some(at), bytes: Some(bytes) },
        }
    }
    EncodeReply::Bytes(bytes)
}

fn from_utf16(input: &EncodeInput, capacity: Option<usize>) -> EncodeReply {
    match (input, capacity) {
        (EncodeInput::Utf16(units), None) => match String::from_utf16(units) {
            Ok(text) => EncodeReply::Bytes(text.into_bytes()),
            Err(_) => EncodeReply::Stopped { kind: None, at: None, bytes: None },
        },
        (EncodeInput::Codes(_), _) => EncodeReply::Skipped("takes UTF-16"),
        (_, Some(_)) => EncodeReply::Skipped("has room enough"),
    }
}

fn from_utf16_lossy(input: &EncodeInput, capacity: Option<usize>) -> EncodeReply {
    match (input, capacity) {
        (EncodeInput::Utf16(units), None) => EncodeReply::Bytes(String::from_utf16_lossy(units).into_bytes()),
        (EncodeInput::Codes(_), _) => EncodeReply::Skipped("takes UTF-16"),
        (_, Some(_)) => EncodeReply::Skipped("has room enough"),
    }
}

fn detected(bytes: &[u8]) -> DetectReply {
    match str::from_utf8(bytes) {
        Ok(_) if bytes.is_ascii() => DetectReply { detected: Detection::Ascii, at: None },
        Ok(_) => DetectReply { detected: Detection::Utf8, at: None },
        Err(error) => {
            let cut = error.error_len().is_none();
            let detected = if cut { Detection::Utf8Cut } else { Detection::Other };
            DetectReply { detected, at: Some(error.valid_up_to()) }
        }
    }
}
