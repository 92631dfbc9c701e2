//! Decides what a UTF-8 decoder should answer, and whether it does. Pure: no process, no file, no clock, no report.
//!
//! # A test for each vector
//!
//! With the feature `libtest` a file of one line, `tests/utf8.rs`, tests a Rust author's own decoder against all vectors; see
//! `libtest`:
//!
#![cfg_attr(feature = "libtest", doc = "```no_run")]
#![cfg_attr(not(feature = "libtest"), doc = "```ignore")]
//! use illformed_judge::claim::{Claim, Profile};
//!
//! fn main() {
//!     illformed_judge::libtest::main(Claim::strict(Profile::Rfc3629), str::from_utf8)
//! }
//! ```
//!
//! # One case at a time
//!
//! ```text
//! vectors -> case (what is asked) -> observation (what came back) -> judge (verdict)
//! ```
//!
//! * [`claim`]: what a decoder says of itself. It is judged by this and nothing else.
//! * [`case`]: which cases are asked, derived from the vectors of [`illformed_vectors`].
//! * [`observation`]: what a decoder did with a case.
//! * [`expected`]: what a decoder with a given claim should answer.
//! * [`judge`]: compares, and checks itself before a run.
//! * [`cause`]: why a decoder fails. [`container`]: formats that hold a string.
//!
//! The other modules are made for the program `illformed` and are no interface: `automata` (built from grammars, compared,
//! learned, drawn), `complete` and `completion` (vectors that are worked out), `oracle`, `lint`, `second_source` and `codec_check`
//! (independent sources, and the vectors and the codec against them), `detection`, `in_process` (decoders of this process),
//! `explain` and `shown` (bytes and failures in words); and what the others hide.
//!
//! A decoder that takes C0 80 for U+0000 fails:
//!
//! ```
//! use illformed_judge::case::Plan;
//! use illformed_judge::claim::{Claim, Profile};
//! use illformed_judge::judge::{CaseToJudge, judge_case};
//! use illformed_judge::observation::{Observation, Text};
//! use illformed_vectors::Suite;
//!
//! let case = Plan::find(Suite::embedded(), &"overlong/nul-two-bytes".parse()?).ok_or("it is in the suite")?;
//! let claim = Claim::strict(Profile::Rfc3629);
//! let answer = Observation::accept(Text::Utf32(vec![0])).into();
//! let judged = judge_case(&CaseToJudge::new(&case, &claim), &[answer]);
//! assert_eq!(judged.claim.verdict.name(), "fail");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[doc(hidden)]
pub mod automata;
pub mod case;
pub mod cause;
pub mod claim;
#[doc(hidden)]
pub mod codec_check;
#[doc(hidden)]
pub mod complete;
#[doc(hidden)]
pub mod completion;
pub mod container;
#[doc(hidden)]
pub mod detection;
pub mod expected;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod in_process;
pub mod judge;
#[cfg(feature = "libtest")]
pub mod libtest;
#[doc(hidden)]
pub mod lint;
pub mod observation;
#[doc(hidden)]
pub mod oracle;
#[doc(hidden)]
pub mod second_source;
#[doc(hidden)]
pub mod shown;

#[doc(hidden)]
pub use illformed_vectors::named_enum;
