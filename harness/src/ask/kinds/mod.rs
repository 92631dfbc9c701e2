//! Encoders, detectors and readers of labels: asked the vectors of their kinds, and judged by their claims.
//!
//! They are functions of this process. The line is that of decoders, in small: vector -> reply -> judgement -> record.

#[cfg(feature = "peers")]
mod crates;
mod in_process;
mod judge;
mod peer;

pub use in_process::{peers, peers_of};
pub use judge::{KindVerdict, judge_detect, judge_encode, judge_label};
pub use peer::{
    Ask, DetectFn, DetectReply, DetectorClaim, EncodeFn, EncodeReply, EncoderClaim, LabelFn, LabelReply,
    LabelTable, LabellerClaim, Peer,
};
