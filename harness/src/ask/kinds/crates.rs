//! The encoders, detectors and readers of labels of other people's crates.

use crate::ask::adapter::in_process::output;
use crate::ask::kinds::in_process::of_utf16;
use crate::ask::kinds::peer::{
    Ask, DetectReply, DetectorClaim, EncodeReply, EncoderClaim, LabelReply, LabelTable, LabellerClaim, Peer,
};
use ::encoding_rs::{EncoderResult, Encoding, UTF_8, mem};
use ::serde_json::from_str;
use illformed_codec::Profile;
use illformed_vectors::{Detection, EncodeErrorKind, EncodeInput, LabelName};
use std::fmt::Write;

pub(super) fn peers() -> Vec<Peer> {
    let mut peers = encoding_rs();
    peers.push(serde_json());
    peers
}

/// Its encoder of UTF-8 replaces lone surrogates, and its labels are the WHATWG's.
fn encoding_rs() -> Vec<Peer> {
    let peer = |name: &str, api, ask| Peer {
        name: format!("encoding-rs/{name}"),
        implementation: "encoding_rs",
        api,
        ask,
    };
    let claim = EncoderClaim { profile: Profile::Rfc3629, replaces: true };
    let validity = DetectorClaim { ascii: true, signature: true, cut: false, at: true };
    vec![
        peer("convert-utf16-to-utf8", "mem::convert_utf16_to_utf8", Ask::Encode(claim, of_utf16(converted))),
        peer(
            "encoder-utf16",
            "Encoder::encode_from_utf16_without_replacement",
            Ask::Encode(claim, Box::new(encoded)),
        ),
        peer(
            "valid-up-to",
            "Encoding::for_bom, ascii_valid_up_to, utf8_valid_up_to",
            Ask::Detect(validity, Box::new(detected)),
        ),
        peer(
            "for-label",
            "Encoding::for_label, then decode_without_bom_handling",
            Ask::Label(LabellerClaim { table: LabelTable::Whatwg }, Box::new(labelled)),
        ),
    ]
}

/// It panics where there is no room, as documented.
fn converted(units: &[u16]) -> EncodeReply {
    // The room that its documentation asks for.
    let mut bytes = output(units.len() * 3);
    let written = mem::convert_utf16_to_utf8(units, &mut bytes);
    bytes.truncate(written);
    EncodeReply::Bytes(bytes)
}

fn encoded(input: &EncodeInput, capacity: Option<usize>) -> EncodeReply {
    let EncodeInput::Utf16(units) = input else { return EncodeReply::Skipped };
    let mut bytes = output(capacity.unwrap_or(units.len() * 3));
    let mut encoder = UTF_8.new_encoder();
    let (result, read, written) = encoder.encode_from_utf16_without_replacement(units, &mut bytes, true);
    bytes.truncate(written);
    match result {
        EncoderResult::InputEmpty => EncodeReply::Bytes(bytes),
        EncoderResult::OutputFull => {
            EncodeReply::Stopped { kind: Some(EncodeErrorKind::NoRoom), at: Some(read), bytes: Some(bytes) }
        }
        EncoderResult::Unmappable(_) => EncodeReply::Stopped { kind: None, at: None, bytes: None },
    }
}

fn detected(bytes: &[u8]) -> DetectReply {
    let valid_up_to = Encoding::utf8_valid_up_to(bytes);
    let (detected, at) = if valid_up_to < bytes.len() {
        (Detection::Other, Some(valid_up_to))
    } else if Encoding::ascii_valid_up_to(bytes) == bytes.len() {
        (Detection::Ascii, None)
    } else if Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding == UTF_8) {
        (Detection::Utf8Bom, None)
    } else {
        (Detection::Utf8, None)
    };
    DetectReply { detected, at }
}

fn labelled(label: &str, bytes: Option<&[u8]>) -> LabelReply {
    let Some(encoding) = Encoding::for_label(label.as_bytes()) else { return LabelReply::default() };
    let text = bytes.map(|bytes| encoding.decode_without_bom_handling(bytes).0);
    LabelReply {
        named: (encoding == UTF_8).then_some(LabelName::Utf8),
        text: text.map(|text| text.chars().map(u32::from).collect()),
    }
}

/// JSON's `\u` escapes are UTF-16, and its strings UTF-8.
fn serde_json() -> Peer {
    Peer {
        name: "serde-json/escapes".to_owned(),
        implementation: "serde_json",
        api: "serde_json::from_str::<String> of \\u escapes",
        ask: Ask::Encode(EncoderClaim { profile: Profile::Rfc3629, replaces: false }, of_utf16(unescaped)),
    }
}

fn unescaped(units: &[u16]) -> EncodeReply {
    let mut json = "\"".to_owned();
    for unit in units {
        // Writing to a String does not fail.
        let _ = write!(json, "\\u{unit:04x}");
    }
    match from_str::<String>(&(json + "\"")) {
        Ok(text) => EncodeReply::Bytes(text.into_bytes()),
        Err(_) => EncodeReply::Stopped { kind: None, at: None, bytes: None },
    }
}
