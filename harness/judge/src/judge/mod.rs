//! From observations to verdicts: pure, without any input or output.

mod compare;
mod glance;
mod memory_fault;
mod offender;
mod pairs;
mod replacing;
mod response;
mod screen;
mod self_check;
mod verdict;

#[doc(inline)]
pub use crate::expected::Failure;
#[doc(hidden)]
pub use compare::{JudgeFn, judge_observation};
pub use memory_fault::MemoryFault;
#[doc(hidden)]
pub use replacing::{Replacement, Replacing};
#[doc(hidden)]
pub use response::AnswerToJudge;
pub use response::{CaseToJudge, Judged, Response, judge_case};
#[doc(hidden)]
pub use screen::{Screen, ScreenedFailure};
#[doc(hidden)]
pub use self_check::{SelfCheckFailure, self_check};
pub use verdict::{Checked, Judgement, Reason, Verdict, VerdictKind};
