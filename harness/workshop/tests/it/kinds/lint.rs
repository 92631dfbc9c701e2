//! Whether the vectors of these kinds are right, by sources that share no code.

use crate::kinds::file::Kinds;
use crate::kinds::octal::{assemble, expectation};
use crate::kinds::vector::{
    DetectVector, Detection, EncodeErrorKind, EncodeExpectation, EncodeInput, EncodeVector, LabelName,
    LabelVector,
};
use illformed_codec::{Policy, Profile, decode_lossy, encode};
use illformed_judge::detection::{Detected, detect};
use illformed_vectors::VectorId;
use std::collections::HashMap;

/// Everything that is wrong with the vectors of `kinds`, after the id of the vector.
pub(super) fn lint_kinds(Kinds { encode, detect, label }: &Kinds) -> Vec<String> {
    let encoded = encode.iter().map(|one| {
        let input = format!("{:?} {:?}", one.input(), one.capacity);
        (&one.id, input, encode_faults(one))
    });
    let detected =
        detect.iter().map(|one| (&one.id, format!("{} {}", one.bytes, one.written), detect_faults(one)));
    let labelled =
        label.iter().map(|one| (&one.id, format!("{:?} {:?}", one.label, one.labelled()), label_faults(one)));
    let mut inputs: HashMap<String, &VectorId> = HashMap::new();
    let mut findings = Vec::new();
    for (id, input, mut faults) in encoded.chain(detected).chain(labelled) {
        if let Some(other) = inputs.insert(input, id) {
            faults.push(format!("the same input as {other}"));
        }
        findings.extend(faults.iter().map(|reason| format!("{id}: {reason}")));
    }
    findings
}

/// The codec's encoder and the octal one for each profile, and for RFC 3629 the standard library too.
fn encode_faults(vector: &EncodeVector) -> Vec<String> {
    let mut faults = Vec::new();
    for &profile in Profile::ALL {
        let stored = vector.expectation(profile);
        let mut sources = vec![
            ("the codec", by_codec(vector, profile)),
            ("the octal rules", expectation(&vector.input(), vector.capacity, profile)),
        ];
        if profile == Profile::Rfc3629 {
            sources.push(("the standard library", by_standard_library(vector)));
        }
        for (source, says) in sources.iter().filter(|(_, says)| says != stored) {
            faults.push(format!("under {profile} {source} says {says:?}"));
        }
    }
    for (profile, expectation) in &vector.also {
        if *expectation == vector.rfc3629 {
            faults.push(format!("`also` repeats the rfc3629 expectation for {profile}"));
        }
    }
    faults
}

fn by_codec(vector: &EncodeVector, profile: Profile) -> EncodeExpectation {
    let joins = profile != Profile::Mutf8;
    assemble(&characters(&vector.input(), joins), vector.capacity, |code| {
        let surrogate = (0xD800..=0xDFFF).contains(&code);
        if surrogate && profile == Profile::Rfc2279 {
            return Err(None);
        }
        let kind = if surrogate { EncodeErrorKind::Surrogate } else { EncodeErrorKind::OutOfRange };
        encode(code, profile).map(|bytes| bytes.to_vec()).map_err(|_| Some(kind))
    })
}

fn by_standard_library(vector: &EncodeVector) -> EncodeExpectation {
    assemble(&characters(&vector.input(), true), vector.capacity, |code| match char::from_u32(code) {
        Some(scalar) => Ok(scalar.to_string().into_bytes()),
        None if code <= 0xFFFF => Err(Some(EncodeErrorKind::Surrogate)),
        None => Err(Some(EncodeErrorKind::OutOfRange)),
    })
}

/// The numbers of `input` with their offsets, pairs joined by the standard library if `joins`.
fn characters(input: &EncodeInput, joins: bool) -> Vec<(usize, u32)> {
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
fn detect_faults(vector: &DetectVector) -> Vec<String> {
    let bytes = &*vector.bytes;
    let seen = detect(bytes);
    let codec = match seen {
        Detected::Ascii => Detection::Ascii,
        Detected::Utf8 => Detection::Utf8,
        Detected::Utf8WithBom => Detection::Utf8Bom,
        Detected::Cut { .. } => Detection::Utf8Cut,
        _ => Detection::Other,
    };
    let (by_std, at) = detected_by_std(bytes);
    let sources = [("the codec", codec, seen.at()), ("the standard library", by_std, at)];
    let stored = (vector.detected, vector.at);
    let differing = sources.into_iter().filter(|(_, detected, at)| (*detected, *at) != stored);
    let mut faults: Vec<String> =
        differing.map(|(source, detected, at)| format!("{source} says {detected:?}, at {at:?}")).collect();
    let deceives = !matches!(vector.written.as_str(), "UTF-8" | "ASCII")
        && matches!(vector.detected, Detection::Utf8 | Detection::Utf8Bom);
    if deceives != vector.flags.iter().any(|flag| flag == "false-positive") {
        let is = if deceives { "is a" } else { "is no" };
        faults.push(format!("{} that looks like {:?} {is} false positive", vector.written, vector.detected));
    }
    faults
}

/// What the standard library says of `bytes`.
pub(super) fn detected_by_std(bytes: &[u8]) -> (Detection, Option<usize>) {
    let error = str::from_utf8(bytes).err();
    let at = error.map(|error| error.valid_up_to());
    (named(bytes, at, error.is_some_and(|error| error.error_len().is_none())), at)
}

/// The answer, from the place of the first error.
fn named(bytes: &[u8], at: Option<usize>, cut: bool) -> Detection {
    match at {
        Some(_) if cut => Detection::Utf8Cut,
        Some(_) => Detection::Other,
        None if bytes.iter().all(|byte| *byte < 0x80) => Detection::Ascii,
        None if bytes.get(..3) == Some(&[0xEF, 0xBB, 0xBF]) => Detection::Utf8Bom,
        None => Detection::Utf8,
    }
}

/// The labels as the standards print them: RFC 3629 section 8, RFC 2279 section 5, and the WHATWG's table.
const PRINTED: [(&str, Option<LabelName>); 6] = [
    ("unicode-1-1-utf-8", Some(LabelName::Unicode11Utf8)),
    ("unicode11utf8", None),
    ("unicode20utf8", None),
    ("utf-8", Some(LabelName::Utf8)),
    ("utf8", None),
    ("x-unicode20utf8", None),
];

/// The printed tables, and for the text the standard library and the codec. The Encoding Standard's labels are held to
/// encoding_rs among the peers.
fn label_faults(vector: &LabelVector) -> Vec<String> {
    // Byte by byte, a bit for the case: nothing that is not ASCII becomes ASCII.
    let small = |text: &str| -> Vec<u8> {
        text.bytes().map(|byte| if byte.is_ascii_uppercase() { byte | 0x20 } else { byte }).collect()
    };
    let printed = |label: &[u8]| PRINTED.iter().find(|(name, _)| name.as_bytes() == label);
    let whole = small(&vector.label);
    let space = |byte: &u8| matches!(byte, 0x09 | 0x0A | 0x0C | 0x0D | 0x20);
    let start = whole.iter().position(|byte| !space(byte)).unwrap_or(whole.len());
    let end = whole.iter().rposition(|byte| !space(byte)).map_or(start, |last| last + 1);
    let by_table =
        (printed(&whole).and_then(|(_, rfc)| *rfc), printed(&whole[start..end]).map(|_| LabelName::Utf8));
    let mut faults = Vec::new();
    if by_table != (vector.rfc, vector.whatwg) {
        faults.push(format!("the printed tables say {:?} and {:?}", by_table.0, by_table.1));
    }
    if let Some((bytes, text)) = vector.labelled() {
        let read: Vec<u32> = String::from_utf8_lossy(bytes).chars().map(u32::from).collect();
        if read != text || str::from_utf8(bytes).is_err() {
            faults.push(format!("the standard library decodes {read:04X?}"));
        }
        // Whichever label it is, the rules are those of RFC 3629.
        if !decode_lossy(bytes, Profile::Rfc3629, Policy::MaximalSubpart).eq(text.iter().copied()) {
            faults.push("the codec decodes something else".to_owned());
        }
    }
    faults
}
