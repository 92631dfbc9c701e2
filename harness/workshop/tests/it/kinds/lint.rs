//! Whether the vectors of these kinds are right, by sources that share no code.

use crate::kinds::octal::{OneEncoded, assemble, expectation as in_octal};
use crate::kinds::vector::{EncodeInput, bytes, expectation, labelled, size, word};
use illformed_codec::{Policy, Profile, decode_lossy, encode};
use illformed_judge::detection::detect;
use serde_json::Value;
use std::collections::HashMap;

/// Everything that is wrong with `vectors`, which are of `kind`, after the id of the vector.
pub(super) fn lint_kind(kind: &str, vectors: &[Value]) -> Vec<String> {
    let mut inputs: HashMap<String, &str> = HashMap::new();
    let mut findings = Vec::new();
    for vector in vectors {
        let (id, mut faults) = (
            word(vector, "id"),
            match kind {
                "encode" => encode_faults(vector),
                "detect" => detect_faults(vector),
                _ => label_faults(vector),
            },
        );
        let input =
            ["codes", "utf16", "capacity", "bytes", "written", "label"].map(|key| vector[key].to_string());
        if let Some(other) = inputs.insert(input.join(" "), id) {
            faults.push(format!("the same input as {other}"));
        }
        findings.extend(faults.iter().map(|reason| format!("{id}: {reason}")));
    }
    findings
}

/// The codec's encoder and the octal one for each profile, and for RFC 3629 the standard library too.
fn encode_faults(vector: &Value) -> Vec<String> {
    let (input, room) = (EncodeInput::of(vector), size(vector, "capacity"));
    let mut faults = Vec::new();
    for &profile in Profile::ALL {
        let joined = characters(&input, profile != Profile::Mutf8);
        let mut sources = vec![
            ("the codec", assemble(&joined, room, |code| bytes_by_codec(code, profile))),
            ("the octal rules", in_octal(&input, room, profile)),
        ];
        if profile == Profile::Rfc3629 {
            sources.push(("the standard library", assemble(&joined, room, bytes_by_std)));
        }
        for (source, says) in sources.iter().filter(|(_, says)| says != expectation(vector, profile)) {
            faults.push(format!("under {profile} {source} says {says}"));
        }
        if vector["also"].get(profile.name()) == Some(&vector["rfc3629"]) {
            faults.push(format!("`also` repeats the rfc3629 expectation for {profile}"));
        }
    }
    faults
}

pub(super) fn bytes_by_codec(code: u32, profile: Profile) -> OneEncoded {
    let surrogate = (0xD800..=0xDFFF).contains(&code);
    if surrogate && profile == Profile::Rfc2279 {
        return Err(None);
    }
    let kind = if surrogate { "surrogate" } else { "out-of-range" };
    encode(code, profile).map(|bytes| bytes.to_vec()).map_err(|_| Some(kind))
}

fn bytes_by_std(code: u32) -> OneEncoded {
    let kind = if code <= 0xFFFF { "surrogate" } else { "out-of-range" };
    char::from_u32(code).map(|scalar| scalar.to_string().into_bytes()).ok_or(Some(kind))
}

/// The numbers of `input` with their offsets, pairs joined by the standard library if `joins`.
pub(super) fn characters(input: &EncodeInput, joins: bool) -> Vec<(usize, u32)> {
    match input {
        EncodeInput::Codes(codes) => codes.iter().copied().enumerate().collect(),
        EncodeInput::Utf16(units) if !joins => {
            units.iter().map(|unit| u32::from(*unit)).enumerate().collect()
        }
        EncodeInput::Utf16(units) => {
            let mut at = 0;
            let decoded = char::decode_utf16(units.iter().copied()).map(|one| {
                let (code, len) = match one {
                    Ok(scalar) => (scalar.into(), scalar.len_utf16()),
                    Err(lone) => (lone.unpaired_surrogate().into(), 1),
                };
                at += len;
                (at - len, code)
            });
            decoded.collect()
        }
    }
}

/// The codec's detector and the standard library.
fn detect_faults(vector: &Value) -> Vec<String> {
    let bytes = bytes(vector, "bytes");
    let seen = detect(&bytes);
    let sources =
        [("the codec", (seen.name(), seen.at())), ("the standard library", detected_by_std(&bytes))];
    let (detected, written) = (word(vector, "detected"), word(vector, "written"));
    let stored = (detected, size(vector, "at"));
    let differing = sources.into_iter().filter(|(_, says)| *says != stored);
    let mut faults: Vec<String> =
        differing.map(|(source, (detected, at))| format!("{source} says {detected}, at {at:?}")).collect();
    let deceives = !["UTF-8", "ASCII"].contains(&written) && ["utf-8", "utf-8-bom"].contains(&detected);
    let flags = vector["flags"].as_array().into_iter().flatten();
    if deceives != flags.into_iter().any(|flag| flag == "false-positive") {
        let is = if deceives { "is a" } else { "is no" };
        faults.push(format!("{written} that looks like {detected} {is} false positive"));
    }
    faults
}

/// What the standard library says of `bytes`, and the place of the first error.
pub(super) fn detected_by_std(bytes: &[u8]) -> (&'static str, Option<usize>) {
    let detected = match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => "utf-8-cut",
        Err(_) => "other",
        Ok(_) if bytes.is_ascii() => "ascii",
        Ok(text) if text.starts_with('\u{FEFF}') => "utf-8-bom",
        Ok(_) => "utf-8",
    };
    (detected, str::from_utf8(bytes).err().map(|error| error.valid_up_to()))
}

/// The labels as the standards print them, first those of RFC 3629 section 8 and RFC 2279 section 5, which the WHATWG's table has
/// too.
const PRINTED: [&str; 6] =
    ["utf-8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf8", "x-unicode20utf8"];

/// The printed tables, and for the text the standard library and the codec. The Encoding Standard's labels are held to
/// encoding_rs among the peers.
fn label_faults(vector: &Value) -> Vec<String> {
    // Byte by byte, a bit for the case: nothing that is not ASCII becomes ASCII.
    let small = |text: &str| -> Vec<u8> {
        text.bytes().map(|byte| if byte.is_ascii_uppercase() { byte | 0x20 } else { byte }).collect()
    };
    let printed = |label: &[u8]| PRINTED.iter().position(|name| name.as_bytes() == label);
    let whole = small(word(vector, "label"));
    let space = |byte: &u8| matches!(byte, 0x09 | 0x0A | 0x0C | 0x0D | 0x20);
    let start = whole.iter().position(|byte| !space(byte)).unwrap_or(whole.len());
    let end = whole.iter().rposition(|byte| !space(byte)).map_or(start, |last| last + 1);
    let of_rfc = printed(&whole).filter(|place| *place < 2).map(|place| PRINTED[place]);
    let by_table = (of_rfc, printed(&whole[start..end]).map(|_| PRINTED[0]));
    let mut faults = Vec::new();
    if by_table != (vector["rfc"].as_str(), vector["whatwg"].as_str()) {
        faults.push(format!("the printed tables say {:?} and {:?}", by_table.0, by_table.1));
    }
    if let Some((bytes, text)) = labelled(vector) {
        let read: Vec<u32> = String::from_utf8_lossy(&bytes).chars().map(u32::from).collect();
        if read != text || str::from_utf8(&bytes).is_err() {
            faults.push(format!("the standard library decodes {read:04X?}"));
        }
        // Whichever label it is, the rules are those of RFC 3629.
        if !decode_lossy(&bytes, Profile::Rfc3629, Policy::MaximalSubpart).eq(text.iter().copied()) {
            faults.push("the codec decodes something else".to_owned());
        }
    }
    faults
}
