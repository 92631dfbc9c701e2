//! Encoders, detectors and readers of labels: asked the vectors of their kinds, and judged by their claims.
//!
//! They are functions of this process. The line is that of decoders, in small: vector -> reply -> judgement -> record.

mod in_process;
mod judge;
mod peer;
mod reply;

pub use in_process::{peers, peers_of};
pub use judge::{KindVerdict, judge_detect, judge_encode, judge_label};
pub use peer::{
    Ask, DetectFn, DetectorClaim, EncodeFn, EncoderClaim, LabelFn, LabelTable, LabellerClaim, Peer,
};
pub use reply::{DetectReply, EncodeReply, LabelReply};
