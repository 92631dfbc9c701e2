//! Our codec.

use crate::ask::kinds::{
    Ask, DetectReply, DetectorClaim, EncodeReply, EncoderClaim, LabelReply, LabelTable, LabellerClaim, Peer,
};
use illformed_codec::{Detected, Label, Policy, Profile, decode_lossy, detect, encode, encode_utf16};
use illformed_vectors::{Detection, EncodeErrorKind, EncodeInput, LabelName};

const IMPLEMENTATION: &str = "illformed-codec";

pub(super) fn peers() -> Vec<Peer> {
    let peer = |name: &str, api, ask| Peer {
        name: format!("codec/{name}"),
        implementation: IMPLEMENTATION,
        api,
        ask,
    };
    let encoder = |profile: Profile| {
        let claim = EncoderClaim { profile, replaces: false };
        let ask = Ask::Encode(claim, Box::new(move |input, capacity| encoded(input, capacity, profile)));
        peer(&format!("encode-{profile}"), "encode", ask)
    };
    let mut peers: Vec<Peer> = Profile::ALL.into_iter().map(encoder).collect();
    let claim = EncoderClaim { profile: Profile::Rfc3629, replaces: false };
    peers.push(peer("encode-utf16", "encode_utf16", Ask::Encode(claim, Box::new(encoded_utf16))));
    let claim = DetectorClaim { ascii: true, signature: true, cut: true, at: true };
    peers.push(peer("detect", "detect", Ask::Detect(claim, Box::new(detected))));
    for (name, table) in [("label-rfc", LabelTable::Rfc), ("label-whatwg", LabelTable::Whatwg)] {
        let claim = LabellerClaim { table };
        let ask = Ask::Label(claim, Box::new(move |label, bytes| labelled(label, bytes, table)));
        peers.push(peer(name, "Label::parse, then decode_lossy", ask));
    }
    peers
}

fn encoded(input: &EncodeInput, capacity: Option<usize>, profile: Profile) -> EncodeReply {
    let codes = match (input, capacity) {
        (EncodeInput::Codes(codes), None) => codes,
        (EncodeInput::Utf16(_), _) => return EncodeReply::Skipped("takes numbers"),
        (_, Some(_)) => return EncodeReply::Skipped("has room enough"),
    };
    let mut bytes = Vec::new();
    for (at, &code) in codes.iter().enumerate() {
        match encode(code, profile) {
            Ok(encoded) => bytes.extend_from_slice(&encoded),
            Err(_) => return EncodeReply::Stopped { kind: None, at: Some(at), bytes: Some(bytes) },
        }
    }
    EncodeReply::Bytes(bytes)
}

fn encoded_utf16(input: &EncodeInput, capacity: Option<usize>) -> EncodeReply {
    let units = match (input, capacity) {
        (EncodeInput::Utf16(units), None) => units,
        (EncodeInput::Codes(_), _) => return EncodeReply::Skipped("takes UTF-16"),
        (_, Some(_)) => return EncodeReply::Skipped("has room enough"),
    };
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
