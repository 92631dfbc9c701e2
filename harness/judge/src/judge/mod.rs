//! From observations to verdicts: pure, without any input or output.

mod compare;
mod memory_fault;
mod offender;
mod replacing;
mod response;
mod screen;
mod self_check;
mod verdict;

pub use compare::{JudgeFn, judge_observation};
pub use memory_fault::MemoryFault;
pub use replacing::{Replacement, Replacing};
pub use response::{AnswerToJudge, CaseToJudge, Judged, Response, Wrong, judge_case};
pub use screen::{Screen, ScreenedFailure};
pub use self_check::{SelfCheckFailure, self_check};
pub use verdict::{Checked, Failure, Judgement, Reason, Verdict, VerdictKind};
