//! From a reply to a verdict. Pure.

use crate::ask::kinds::peer::{DetectReply, DetectorClaim, EncodeReply, EncoderClaim, LabelTable};
use illformed_judge::names::vectors_profile;
use illformed_vectors::{
    DetectVector, Detection, EncodeErrorKind, EncodeExpectation, EncodeVector, LabelName, LabelVector,
};

/// What is said of one reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindVerdict {
    /// As expected.
    Pass,
    /// Not so: what was expected and what came.
    Fail(String),
    /// It cannot be asked this.
    NotApplicable,
    /// The standard is silent.
    Unspecified,
}

/// Judges an encoder's reply by its claim.
pub fn judge_encode(vector: &EncodeVector, claim: EncoderClaim, reply: &EncodeReply) -> KindVerdict {
    let got = match reply {
        EncodeReply::Bytes(bytes) => hex(bytes),
        EncodeReply::Stopped { kind, at, bytes } => stopped(*kind, *at, bytes.as_deref()),
        EncodeReply::Skipped => return KindVerdict::NotApplicable,
    };
    let expected = match vector.expectation(vectors_profile(claim.profile)) {
        EncodeExpectation::Specified(expected) => expected,
        EncodeExpectation::Unspecified(_) => return KindVerdict::Unspecified,
    };
    let whole = match &expected.error {
        None => Some(&expected.bytes),
        Some(error) => error.replaced.as_ref().filter(|_| claim.replaces),
    };
    let right = match (reply, whole, &expected.error) {
        (EncodeReply::Bytes(bytes), Some(whole), _) => bytes == whole,
        (EncodeReply::Stopped { kind, at, bytes }, None, Some(error)) => {
            kind.is_none_or(|kind| kind == error.kind)
                && at.is_none_or(|at| at == error.at)
                && bytes.as_ref().is_none_or(|bytes| *bytes == expected.bytes)
        }
        _ => false,
    };
    if right {
        return KindVerdict::Pass;
    }
    let expected = match (whole, &expected.error) {
        (None, Some(error)) => stopped(Some(error.kind), Some(error.at), Some(&expected.bytes)),
        _ => hex(whole.unwrap_or(&expected.bytes)),
    };
    KindVerdict::Fail(format!("expected {expected}, got {got}"))
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "nothing".to_owned() } else { const_hex::encode(bytes) }
}

fn stopped(kind: Option<EncodeErrorKind>, at: Option<usize>, bytes: Option<&[u8]>) -> String {
    let name = kind.map_or("an error", EncodeErrorKind::name);
    let at = at.map_or(String::new(), |at| format!(" at {at}"));
    let after = bytes.map_or(String::new(), |bytes| format!(" after {}", hex(bytes)));
    format!("{name}{at}{after}")
}

/// Judges a detector's reply by what it claims to tell apart.
pub fn judge_detect(vector: &DetectVector, claim: DetectorClaim, reply: DetectReply) -> KindVerdict {
    let detected = match vector.detected {
        Detection::Ascii if !claim.ascii => Detection::Utf8,
        Detection::Utf8Bom if !claim.signature => Detection::Utf8,
        Detection::Utf8Cut if !claim.cut => Detection::Other,
        detected => detected,
    };
    let at = vector.at.filter(|_| claim.at);
    if (reply.detected, reply.at.filter(|_| claim.at)) == (detected, at) {
        return KindVerdict::Pass;
    }
    let words = |detected: Detection, at: Option<usize>| {
        at.map_or(detected.name().to_owned(), |at| format!("{detected} at {at}"))
    };
    KindVerdict::Fail(format!("expected {}, got {}", words(detected, at), words(reply.detected, reply.at)))
}

/// Judges what a label was taken for, by the table that its reader claims, and what labelled bytes were decoded to, if
/// they were.
pub fn judge_label(
    vector: &LabelVector,
    table: LabelTable,
    named: Option<LabelName>,
    text: Option<&[u32]>,
) -> KindVerdict {
    let expected = match table {
        LabelTable::Whatwg => vector.whatwg,
        _ => vector.rfc,
    };
    let name = |label: Option<LabelName>| label.map_or("no label of UTF-8", LabelName::name);
    if named != expected {
        return KindVerdict::Fail(format!("expected {}, got {}", name(expected), name(named)));
    }
    match (expected, &vector.labelled, text) {
        (Some(_), Some((_, expected)), Some(text)) if expected != text => {
            KindVerdict::Fail(format!("expected {expected:04X?}, decoded to {text:04X?}"))
        }
        _ => KindVerdict::Pass,
    }
}
