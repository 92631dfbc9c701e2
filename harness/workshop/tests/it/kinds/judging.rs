//! Asks a function the vectors of its kind, and judges the replies by its claim.

use crate::kinds::file::shipped;
use crate::kinds::vector::{EncodeInput, bytes, labelled, size, word};
use serde_json::Value;
use std::fmt::Debug;

/// All bytes, or why an encoder stopped, at which number or UTF-16 unit, and the bytes before; `None` if its API does not say.
pub(super) type Encoded = Result<Vec<u8>, Option<(String, usize, Vec<u8>)>>;

/// Encodes input, into so many bytes of room if there is a limit; `None` if its API does not take such input.
pub(super) type EncodeFn = Box<dyn Fn(&EncodeInput, Option<usize>) -> Option<Encoded>>;

/// What bytes look like, and the offset of the first error or of the incomplete end.
pub(super) type Detected = (&'static str, Option<usize>);

/// Says what bytes look like.
pub(super) type DetectFn = Box<dyn Fn(&[u8]) -> Detected>;

/// Says which form of UTF-8 a label names, if any, and decodes bytes under it.
pub(super) type LabelFn = Box<dyn Fn(&str, &[u8]) -> Option<(&'static str, Vec<u32>)>>;

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

/// Asks a vector, if it can be asked, and says what is wrong with the reply.
type Judge<'a> = &'a dyn Fn(&Value) -> Option<Option<String>>;

impl Ask {
    /// The reply to each vector that it can be asked, judged.
    pub(super) fn judged(&self) -> Vec<Judged> {
        let (kind, judge): (_, Judge<'_>) = match self {
            Self::Encode { replaces, encode } => ("encode", &move |vector| {
                let reply = encode(&EncodeInput::of(vector), size(vector, "capacity"))?;
                let expected = expected(&vector["rfc3629"], *replaces);
                let is_right = reply == expected || reply == Err(None) && expected.is_err();
                Some(wrong(is_right, &expected, &reply))
            }),
            Self::Detect { cut, detect } => ("detect", &move |vector| {
                let detected = word(vector, "detected");
                let detected = if detected == "utf-8-cut" && !cut { "other" } else { detected };
                let (expected, reply) = ((detected, size(vector, "at")), detect(&bytes(vector, "bytes")));
                Some(wrong(expected == reply, &expected, &reply))
            }),
            Self::Label(table, label) => ("label", &move |vector| {
                let expected = vector[if *table == LabelTable::Whatwg { "whatwg" } else { "rfc" }].as_str();
                let (bytes, text) = labelled(vector).unzip();
                let reply = label(word(vector, "label"), &bytes.unwrap_or_default());
                let named = reply.as_ref().map(|(named, _)| *named);
                let is_decoded = |decoded: &Vec<u32>| text.as_ref().is_none_or(|text| text == decoded);
                let is_right = named == expected && reply.iter().all(|(_, decoded)| is_decoded(decoded));
                Some(wrong(is_right, &(expected, &text), &reply))
            }),
        };
        let judged = |vector: &'static Value| Some((word(vector, "id"), judge(vector)?));
        shipped(kind).iter().filter_map(judged).collect()
    }

    /// The ids of the vectors on which it fails.
    pub(super) fn failed(&self) -> Vec<&'static str> {
        self.judged().into_iter().filter(|(_, wrong)| wrong.is_some()).map(|(id, _)| id).collect()
    }
}

fn wrong(is_right: bool, expected: &dyn Debug, reply: &dyn Debug) -> Option<String> {
    (!is_right).then(|| format!("expected {expected:02X?}, got {reply:02X?}"))
}

/// The reply of an encoder that does what is expected.
pub(super) fn expected(expectation: &Value, replaces: bool) -> Encoded {
    if replaces && expectation["replaced"].is_string() {
        return Ok(bytes(expectation, "replaced"));
    }
    let bytes = bytes(expectation, "bytes");
    match size(expectation, "at") {
        Some(at) => Err(Some((word(expectation, "error").to_owned(), at, bytes))),
        None => Ok(bytes),
    }
}
