//! Asks a function the vectors of its kind, and judges the replies by its claim.

use crate::kinds::file::Kinds;
use crate::kinds::vector::{
    Detection, EncodeErrorKind, EncodeExpectation, EncodeInput, LabelName, LabelVector,
};
use illformed_vectors::Bytes;
use std::fmt::Debug;

/// All bytes, or why an encoder stopped, at which number or UTF-16 unit, and the bytes before; `None` if its API does not say.
pub(super) type Encoded = Result<Vec<u8>, Option<(EncodeErrorKind, usize, Vec<u8>)>>;

/// Encodes input, into so many bytes of room if there is a limit; `None` if its API does not take such input.
pub(super) type EncodeFn = Box<dyn Fn(&EncodeInput, Option<usize>) -> Option<Encoded>>;

/// What bytes look like, and the offset of the first error or of the incomplete end.
pub(super) type Detected = (Detection, Option<usize>);

/// Says what bytes look like.
pub(super) type DetectFn = Box<dyn Fn(&[u8]) -> Detected>;

/// Says which form of UTF-8 a label names, if any, and decodes bytes under it.
pub(super) type LabelFn = Box<dyn Fn(&str, &[u8]) -> Option<(LabelName, Vec<u32>)>>;

/// Which spellings are labels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelTable {
    /// Those of RFC 3629 section 8 and RFC 2279 section 5, in any case, as charset names are (RFC 2046 section 4.1.2), and
    /// nothing around them. (The registry's alias csUTF8, which no RFC on UTF-8 has, is not among them.)
    Rfc,
    /// Those of the WHATWG Encoding Standard, "get an encoding": six, in any case, with ASCII whitespace around them. They
    /// all name one encoding.
    Whatwg,
}

/// A function with its claim.
pub(super) enum Ask {
    /// It writes UTF-8, and puts U+FFFD for what cannot be encoded if it `replaces`; else it stops there.
    Encode { replaces: bool, encode: EncodeFn },
    /// Without `cut` an incomplete end is an error.
    Detect { cut: bool, detect: DetectFn },
    /// It knows the labels of this table.
    Label(LabelTable, LabelFn),
}

/// The id of a vector, and what is wrong with the reply to it.
type Judged = (&'static str, Option<String>);

impl Ask {
    /// The reply to each vector that it can be asked, judged.
    pub(super) fn judged(&self) -> Vec<Judged> {
        let kinds = Kinds::shipped();
        match self {
            Self::Encode { replaces, encode } => {
                let judged = kinds.encode.iter().filter_map(|vector| {
                    let reply = encode(&vector.input(), vector.capacity)?;
                    let is_right = is_encoded(&vector.rfc3629, *replaces, &reply);
                    Some((vector.id.as_str(), wrong(is_right, &vector.rfc3629, &reply)))
                });
                judged.collect()
            }
            Self::Detect { cut, detect } => {
                let judged = kinds.detect.iter().map(|vector| {
                    let is_cut = vector.detected == Detection::Utf8Cut;
                    let detected = if is_cut && !cut { Detection::Other } else { vector.detected };
                    let (expected, reply) = ((detected, vector.at), detect(&vector.bytes));
                    (vector.id.as_str(), wrong(expected == reply, &expected, &reply))
                });
                judged.collect()
            }
            Self::Label(table, label) => {
                let judged =
                    |vector: &'static LabelVector| (vector.id.as_str(), labelled(vector, *table, label));
                kinds.label.iter().map(judged).collect()
            }
        }
    }

    /// The ids of the vectors on which it fails.
    pub(super) fn failed(&self) -> Vec<&'static str> {
        self.judged().into_iter().filter(|(_, wrong)| wrong.is_some()).map(|(id, _)| id).collect()
    }
}

fn wrong(is_right: bool, expected: &dyn Debug, reply: &dyn Debug) -> Option<String> {
    (!is_right).then(|| format!("expected {expected:02X?}, got {reply:02X?}"))
}

fn is_encoded(expected: &EncodeExpectation, replaces: bool, reply: &Encoded) -> bool {
    let replaced = expected.replaced.as_ref().filter(|_| replaces);
    match (reply, expected.error) {
        (Ok(bytes), None) => expected.bytes == Some(Bytes(bytes.clone())),
        (Ok(bytes), Some(_)) => replaced.is_some_and(|whole| whole.0 == *bytes),
        (Err(_), None) => false,
        (Err(stopped), Some(_)) => {
            let is_right = |(kind, at, bytes): &(EncodeErrorKind, usize, Vec<u8>)| {
                (expected.error, expected.at) == (Some(*kind), Some(*at))
                    && expected.bytes == Some(Bytes(bytes.clone()))
            };
            replaced.is_none() && stopped.as_ref().is_none_or(is_right)
        }
    }
}

fn labelled(vector: &LabelVector, table: LabelTable, label: &LabelFn) -> Option<String> {
    let expected = if table == LabelTable::Whatwg { vector.whatwg } else { vector.rfc };
    let (bytes, text) = vector.labelled().unzip();
    let reply = label(&vector.label, bytes.unwrap_or_default());
    let is_right = match (expected, &reply) {
        (Some(expected), Some((named, decoded))) => {
            expected == *named && text.as_ref().is_none_or(|text| text == decoded)
        }
        (expected, reply) => expected.is_none() && reply.is_none(),
    };
    wrong(is_right, &(expected, text), &reply)
}
