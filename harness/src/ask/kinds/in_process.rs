//! The encoders, detectors and readers of labels of our codec and of Rust's standard library.

use crate::ask::kinds::peer::{
    Ask, DetectReply, DetectorClaim, EncodeFn, EncodeReply, EncoderClaim, LabelReply, LabelTable,
    LabellerClaim, Peer,
};
use illformed_codec::{Policy, Profile, decode_lossy, encode, encode_utf16};
use illformed_judge::detection::{Detected, Label, detect};
use illformed_vectors::{Detection, EncodeErrorKind, EncodeInput, LabelName};

/// All peers of this build, ours first.
pub fn peers() -> Vec<Peer> {
    let mut peers = codec();
    peers.extend(standard_library());
    #[cfg(feature = "peers")]
    peers.extend(super::crates::peers());
    peers
}

/// Those of `kind`.
pub fn peers_of(kind: &str) -> Vec<Peer> {
    let mut peers = peers();
    peers.retain(|peer| peer.kind() == kind);
    peers
}

/// An encoder of numbers, which has room for all that it writes.
fn of_codes(encode: impl Fn(&[u32]) -> EncodeReply + 'static) -> EncodeFn {
    Box::new(move |input, capacity| match (input, capacity) {
        (EncodeInput::Codes(codes), None) => encode(codes),
        _ => EncodeReply::Skipped,
    })
}

/// An encoder of UTF-16, which has room for all that it writes.
pub(super) fn of_utf16(encode: impl Fn(&[u16]) -> EncodeReply + 'static) -> EncodeFn {
    Box::new(move |input, capacity| match (input, capacity) {
        (EncodeInput::Utf16(units), None) => encode(units),
        _ => EncodeReply::Skipped,
    })
}

fn codec() -> Vec<Peer> {
    let peer = |name: &str, api, ask| Peer {
        name: format!("codec/{name}"),
        implementation: "illformed-codec",
        api,
        ask,
    };
    let encoder = |profile: Profile| {
        let claim = EncoderClaim { profile, replaces: false };
        let ask =
            Ask::Encode(claim, of_codes(move |codes| encoded(codes, |code| encode(code, profile).ok())));
        peer(&format!("encode-{profile}"), "encode", ask)
    };
    let mut peers: Vec<Peer> = Profile::ALL.iter().copied().map(encoder).collect();
    let claim = EncoderClaim { profile: Profile::Rfc3629, replaces: false };
    peers.push(peer("encode-utf16", "encode_utf16", Ask::Encode(claim, of_utf16(encoded_utf16))));
    let claim = DetectorClaim { ascii: true, signature: true, cut: true, at: true };
    peers.push(peer("detect", "detect", Ask::Detect(claim, Box::new(detected))));
    for (name, table) in [("label-rfc", LabelTable::Rfc), ("label-whatwg", LabelTable::Whatwg)] {
        let claim = LabellerClaim { table };
        let ask = Ask::Label(claim, Box::new(move |label, bytes| labelled(label, bytes, table)));
        peers.push(peer(name, "Label::parse, then decode_lossy", ask));
    }
    peers
}

/// Encodes each number alone, up to the first that cannot be encoded.
fn encoded<B: AsRef<[u8]>>(codes: &[u32], encode: impl Fn(u32) -> Option<B>) -> EncodeReply {
    let mut bytes = Vec::new();
    for (at, &code) in codes.iter().enumerate() {
        match encode(code) {
            Some(encoded) => bytes.extend_from_slice(encoded.as_ref()),
            None => return EncodeReply::Stopped { kind: None, at: Some(at), bytes: Some(bytes) },
        }
    }
    EncodeReply::Bytes(bytes)
}

fn encoded_utf16(units: &[u16]) -> EncodeReply {
    let mut bytes = Vec::new();
    for encoded in encode_utf16(units) {
        match encoded {
            Ok(encoded) => bytes.extend_from_slice(&encoded),
            Err(lone) => {
                let kind = Some(EncodeErrorKind::Surrogate);
                return EncodeReply::Stopped { kind, at: Some(lone.at()), bytes: Some(bytes) };
            }
        }
    }
    EncodeReply::Bytes(bytes)
}

fn detected(bytes: &[u8]) -> DetectReply {
    let found = detect(bytes);
    let detected = match found {
        Detected::Ascii => Detection::Ascii,
        Detected::Utf8 => Detection::Utf8,
        Detected::Utf8WithBom => Detection::Utf8Bom,
        Detected::Cut { .. } => Detection::Utf8Cut,
        _ => Detection::Other,
    };
    DetectReply { detected, at: found.at() }
}

fn labelled(label: &str, bytes: Option<&[u8]>, table: LabelTable) -> LabelReply {
    let Ok(label) = Label::parse(label, table) else { return LabelReply::default() };
    let named = match label {
        Label::Unicode11Utf8 => LabelName::Unicode11Utf8,
        _ => LabelName::Utf8,
    };
    let text = bytes.map(|bytes| decode_lossy(bytes, label.profile(), Policy::MaximalSubpart).collect());
    LabelReply { named: Some(named), text }
}

fn standard_library() -> Vec<Peer> {
    let peer =
        |name: &str, api, ask| Peer { name: format!("std/{name}"), implementation: "Rust std", api, ask };
    let claim = |replaces| EncoderClaim { profile: Profile::Rfc3629, replaces };
    let validity = DetectorClaim { ascii: true, signature: false, cut: true, at: true };
    vec![
        peer(
            "char-encode-utf8",
            "char::from_u32, then char::encode_utf8",
            Ask::Encode(claim(false), of_codes(|codes| encoded(codes, char_encoded))),
        ),
        peer("from-utf16", "String::from_utf16", Ask::Encode(claim(false), of_utf16(from_utf16))),
        peer(
            "from-utf16-lossy",
            "String::from_utf16_lossy",
            Ask::Encode(claim(true), of_utf16(from_utf16_lossy)),
        ),
        peer(
            "is-ascii-from-utf8",
            "is_ascii, then str::from_utf8",
            Ask::Detect(validity, Box::new(validity_of)),
        ),
    ]
}

fn char_encoded(code: u32) -> Option<Vec<u8>> {
    char::from_u32(code).map(|scalar| scalar.encode_utf8(&mut [0; 4]).as_bytes().to_vec())
}

fn from_utf16(units: &[u16]) -> EncodeReply {
    match String::from_utf16(units) {
        Ok(text) => EncodeReply::Bytes(text.into_bytes()),
        Err(_) => EncodeReply::Stopped { kind: None, at: None, bytes: None },
    }
}

fn from_utf16_lossy(units: &[u16]) -> EncodeReply {
    EncodeReply::Bytes(String::from_utf16_lossy(units).into_bytes())
}

fn validity_of(bytes: &[u8]) -> DetectReply {
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
