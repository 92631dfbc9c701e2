//! From observations to verdicts: pure, without any input or output.

mod compare;
mod replacing;
mod response;
mod self_check;
mod verdict;

pub use compare::{JudgeFn, judge_observation};
pub use replacing::{Replacement, Replacing};
pub use response::{Judged, Response, judge_case};
pub use self_check::{SelfCheckFailure, self_check};
pub use verdict::{Checked, Failure, Judgement, NOT_ASKED, Reason, Verdict};
