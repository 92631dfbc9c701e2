//! Asks a function the vectors of its kind, and judges the replies by its claim.

use crate::kinds::file::Kinds;
use crate::kinds::vector::{
    DetectVector, Detection, EncodeErrorKind, EncodeInput, EncodeVector, LabelName, LabelVector,
};
use illformed_codec::Profile;
use illformed_judge::detection::LabelTable;
use std::fmt::Debug;

/// What an encoder made of its input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Encoded {
    /// All of it is encoded.
    Whole(Vec<u8>),
    /// It stopped: why, at which number or UTF-16 unit, and the bytes before; `None` for what its API does not say.
    Stopped(Option<EncodeErrorKind>, Option<usize>, Option<Vec<u8>>),
}

/// Encodes input, into so many bytes of room if there is a limit; `None` if its API does not take such input.
pub(super) type EncodeFn = Box<dyn Fn(&EncodeInput, Option<usize>) -> Option<Encoded>>;

/// Says what bytes look like, and the offset of the first error or of the incomplete end.
pub(super) type DetectFn = Box<dyn Fn(&[u8]) -> (Detection, Option<usize>)>;

/// Says which form of UTF-8 a label names, if any, and decodes bytes under it.
pub(super) type LabelFn = Box<dyn Fn(&str, &[u8]) -> Option<(LabelName, Vec<u32>)>>;

/// A function with its claim.
pub(super) enum Ask {
    /// It writes `profile`, and puts U+FFFD for what cannot be encoded if it `replaces`; else it stops there.
    Encode { profile: Profile, replaces: bool, encode: EncodeFn },
    /// Without `signature` a signature is text to it, without `cut` an incomplete end is an error.
    Detect { signature: bool, cut: bool, detect: DetectFn },
    /// It knows the labels of this table.
    Label(LabelTable, LabelFn),
}

/// What is said of one reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Pass,
    Undefined,
    Fail(String),
}

impl Ask {
    /// The verdict on each vector that it can be asked, by id.
    pub(super) fn verdicts(&self) -> Vec<(&'static str, Verdict)> {
        let Kinds { encode: encoders, detect: detectors, label: labels } = Kinds::shipped();
        match self {
            Self::Encode { profile, replaces, encode } => {
                let verdict = |vector: &'static EncodeVector| {
                    let reply = encode(&vector.input(), vector.capacity)?;
                    Some((vector.id.as_str(), encoding(vector, *profile, *replaces, &reply)))
                };
                encoders.iter().filter_map(verdict).collect()
            }
            Self::Detect { signature, cut, detect } => {
                let verdict = |vector: &'static DetectVector| {
                    let detected = match vector.detected {
                        Detection::Utf8Bom if !signature => Detection::Utf8,
                        Detection::Utf8Cut if !cut => Detection::Other,
                        detected => detected,
                    };
                    let (expected, reply) = ((detected, vector.at), detect(&vector.bytes));
                    (vector.id.as_str(), pass(expected == reply, &expected, &reply))
                };
                detectors.iter().map(verdict).collect()
            }
            Self::Label(table, label) => {
                let verdict =
                    |vector: &'static LabelVector| (vector.id.as_str(), labelling(vector, *table, label));
                labels.iter().map(verdict).collect()
            }
        }
    }

    /// The ids of the vectors on which it fails.
    pub(super) fn failed(&self) -> Vec<&'static str> {
        let failed = self.verdicts().into_iter().filter(|(_, verdict)| matches!(verdict, Verdict::Fail(_)));
        failed.map(|(id, _)| id).collect()
    }
}

fn pass(passes: bool, expected: &dyn Debug, reply: &dyn Debug) -> Verdict {
    if passes { Verdict::Pass } else { Verdict::Fail(format!("expected {expected:02X?}, got {reply:02X?}")) }
}

fn encoding(vector: &EncodeVector, profile: Profile, replaces: bool, reply: &Encoded) -> Verdict {
    let expected = vector.expectation(profile);
    if expected.unspecified.is_some() {
        return Verdict::Undefined;
    }
    let whole = match expected.error {
        None => expected.bytes.as_ref(),
        Some(_) => expected.replaced.as_ref().filter(|_| replaces),
    };
    let passes = match (reply, whole) {
        (Encoded::Whole(bytes), Some(whole)) => *bytes == whole.0,
        (Encoded::Stopped(kind, at, bytes), None) => {
            kind.is_none_or(|kind| expected.error == Some(kind))
                && at.is_none_or(|at| expected.at == Some(at))
                && bytes
                    .as_ref()
                    .is_none_or(|bytes| expected.bytes.as_ref().is_some_and(|all| all.0 == *bytes))
        }
        _ => false,
    };
    pass(passes, &expected, reply)
}

fn labelling(vector: &LabelVector, table: LabelTable, label: &LabelFn) -> Verdict {
    let expected = if table == LabelTable::Whatwg { vector.whatwg } else { vector.rfc };
    let (bytes, text) = vector.labelled().unzip();
    let reply = label(&vector.label, bytes.unwrap_or_default());
    let passes = match (expected, &reply) {
        (Some(expected), Some((named, decoded))) => {
            expected == *named && text.as_ref().is_none_or(|text| text == decoded)
        }
        (expected, reply) => expected.is_none() && reply.is_none(),
    };
    pass(passes, &(expected, text), &reply)
}
