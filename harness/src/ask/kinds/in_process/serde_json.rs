//! serde_json: JSON's `\u` escapes are UTF-16, and its strings UTF-8.

use crate::ask::kinds::{Ask, EncodeReply, EncoderClaim, Peer};
use ::serde_json::from_str;
use illformed_codec::Profile;
use illformed_vectors::EncodeInput;
use std::fmt::Write;

pub(super) fn peers() -> Vec<Peer> {
    vec![Peer {
        name: "serde-json/escapes".to_owned(),
        implementation: "serde_json",
        api: "serde_json::from_str::<String> of \\u escapes",
        ask: Ask::Encode(
            EncoderClaim { profile: Profile::Rfc3629, replaces: false },
            Box::new(|input, capacity| match (input, capacity) {
                (EncodeInput::Utf16(units), None) => unescaped(units),
                (EncodeInput::Codes(_), _) => EncodeReply::Skipped("takes UTF-16"),
                (_, Some(_)) => EncodeReply::Skipped("has room enough"),
            }),
        ),
    }]
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
