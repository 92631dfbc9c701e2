//! What is asked and judged: a function with a claim.

use crate::ask::kinds::judge::{KindVerdict, judge_detect, judge_encode, judge_label};
use illformed_codec::Profile;
use illformed_vectors::{CaseVector, Detection, EncodeErrorKind, EncodeInput, Kinds, LabelName};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use illformed_judge::detection::LabelTable;

/// What an encoder promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncoderClaim {
    /// The format that it writes.
    pub profile: Profile,
    /// Whether it puts U+FFFD for what cannot be encoded; else it stops there.
    pub replaces: bool,
}

/// What a detector tells apart. What it does not is not asked of it: without `ascii` that is UTF-8, without `signature` a
/// signature is text, without `cut` an incomplete end is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts of an API")]
pub struct DetectorClaim {
    /// ASCII from UTF-8.
    pub ascii: bool,
    /// A signature from text.
    pub signature: bool,
    /// An incomplete end from other errors.
    pub cut: bool,
    /// Where the error is.
    pub at: bool,
}

/// What a reader of labels promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabellerClaim {
    /// The labels that it knows.
    pub table: LabelTable,
}

/// What an encoder made of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncodeReply {
    /// All of it is encoded.
    Bytes(Vec<u8>),
    /// It stopped at something. What its API does not say is left out.
    Stopped {
        /// Why.
        kind: Option<EncodeErrorKind>,
        /// At which number or UTF-16 unit.
        at: Option<usize>,
        /// The bytes of all before.
        bytes: Option<Vec<u8>>,
    },
    /// Its API does not take such an input.
    Skipped,
}

/// What a detector took bytes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetectReply {
    /// As what.
    pub detected: Detection,
    /// The offset of the first error or of the incomplete end, if it found one.
    pub at: Option<usize>,
}

/// What a label was taken for, and the code points of the bytes under it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelReply {
    /// The label.
    pub named: Option<LabelName>,
    /// The code points, if there were bytes and it decodes.
    pub text: Option<Vec<u32>>,
}

/// Encodes its input, with room for so many bytes if that is said.
pub type EncodeFn = Box<dyn Fn(&EncodeInput, Option<usize>) -> EncodeReply>;

/// Says what bytes look like.
pub type DetectFn = Box<dyn Fn(&[u8]) -> DetectReply>;

/// Says what a label names; with bytes, also what they are decoded to, if it decodes.
pub type LabelFn = Box<dyn Fn(&str, Option<&[u8]>) -> LabelReply>;

/// The function that is asked, with what it promises.
pub enum Ask {
    /// Encodes.
    Encode(EncoderClaim, EncodeFn),
    /// Says what bytes look like.
    Detect(DetectorClaim, DetectFn),
    /// Says what a label names.
    Label(LabellerClaim, LabelFn),
}

/// An encoder, detector or reader of labels.
pub struct Peer {
    /// `<adapter>/<name>`.
    pub name: String,
    /// Who wrote it.
    pub implementation: &'static str,
    /// The call.
    pub api: &'static str,
    /// What it promises, and the call.
    pub ask: Ask,
}

impl Peer {
    /// The kind of its vectors.
    pub const fn kind(&self) -> &'static str {
        match self.ask {
            Ask::Encode(..) => "encode",
            Ask::Detect(..) => "detect",
            Ask::Label(..) => "label",
        }
    }

    /// The claim in words.
    pub fn claim(&self) -> String {
        match &self.ask {
            Ask::Encode(claim, _) if claim.replaces => format!("{}, U+FFFD", claim.profile),
            Ask::Encode(claim, _) => format!("{}, stops", claim.profile),
            Ask::Detect(claim, _) => {
                let facts = [
                    (claim.ascii, "ascii"),
                    (claim.signature, "signature"),
                    (claim.cut, "cut"),
                    (claim.at, "at"),
                ];
                let told: Vec<&str> = facts.iter().filter(|(told, _)| *told).map(|(_, fact)| *fact).collect();
                format!("validity, tells {}", told.join(" "))
            }
            Ask::Label(claim, _) => match claim.table {
                LabelTable::Whatwg => "the labels of the WHATWG".to_owned(),
                _ => "the labels of the RFCs".to_owned(),
            },
        }
    }

    /// The verdict on each vector of its kind, by id. A panic is a failure, and not our end.
    pub fn verdicts<'a>(&self, kinds: &'a Kinds) -> Vec<(&'a str, KindVerdict)> {
        match &self.ask {
            Ask::Encode(claim, encode) => each(&kinds.encode.vectors, |vector| {
                judge_encode(vector, *claim, &encode(&vector.input, vector.capacity))
            }),
            Ask::Detect(claim, detect) => {
                each(&kinds.detect.vectors, |vector| judge_detect(vector, *claim, detect(&vector.bytes)))
            }
            Ask::Label(claim, label) => each(&kinds.label.vectors, |vector| {
                let bytes = vector.labelled.as_ref().map(|(bytes, _)| bytes.as_slice());
                let reply = label(&vector.label, bytes);
                judge_label(vector, claim.table, reply.named, reply.text.as_deref())
            }),
        }
    }
}

fn each<V: CaseVector>(vectors: &[V], verdict: impl Fn(&V) -> KindVerdict) -> Vec<(&str, KindVerdict)> {
    let judged = |vector| {
        catch_unwind(AssertUnwindSafe(|| verdict(vector)))
            .unwrap_or_else(|_| KindVerdict::Fail("panicked".to_owned()))
    };
    vectors.iter().map(|vector| (vector.id().as_str(), judged(vector))).collect()
}
