//! A failure of a decoder, as a search finds, sorts and reports it.

use crate::search::black_box::reduction::size;
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::judge::{Verdict, VerdictKind};
use illformed_vectors::Input;
use serde::{Deserialize, Serialize};

/// The verdicts that count against a decoder. A finding is named after the first of these that its fault gets.
const WORST_FIRST: [VerdictKind; 6] = [
    VerdictKind::Crashed,
    VerdictKind::TimedOut,
    VerdictKind::ProtocolError,
    VerdictKind::Fail,
    VerdictKind::WrongReason,
    VerdictKind::LateError,
];

/// How an input fails, without what depends on its bytes. While an input is made smaller it fails in one way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FailureClass {
    pub verdict: VerdictKind,
    /// What is wrong, without numbers.
    pub cause: String,
}

impl FailureClass {
    /// The class of `verdict`, if it counts against the decoder.
    pub(super) fn of(verdict: &Verdict) -> Option<Self> {
        let cause = match verdict {
            _ if !verdict.is_bad() => return None,
            // What was written instead of an answer has the input's bytes in it.
            Verdict::ProtocolError(_) => "no answer that can be read".to_owned(),
            // The message of a panic may have its offsets.
            Verdict::Crashed(how) if !how.starts_with("killed by") && !how.starts_with("exited") => {
                how.replace(|c: char| c.is_ascii_digit(), "").trim().to_owned()
            }
            // Whether an input breaks it alone is asked anew, in a fresh process.
            verdict => {
                let cause = verdict.cause().unwrap_or_default();
                cause.strip_suffix(", not reproduced alone").unwrap_or(&cause).to_owned()
            }
        };
        Some(Self { verdict: verdict.kind(), cause })
    }

    /// The place of its verdict; less is worse.
    pub(super) fn rank(&self) -> Option<usize> {
        WORST_FIRST.iter().position(|verdict| *verdict == self.verdict)
    }

    /// Whether the adapter, and not its answer, is what fails.
    pub(super) fn breaks_the_adapter(&self) -> bool {
        self.verdict.is_broken()
    }

    /// Whether each input that fails so is waited for.
    pub(super) fn hangs(&self) -> bool {
        self.verdict == VerdictKind::TimedOut
    }
}

/// How an input fails, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedInput {
    #[serde(flatten)]
    pub class: FailureClass,
    /// The name of the cause as far as one answer tells, as `illformed explain` knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause_id: Option<Cause>,
    /// What is wrong, with the numbers.
    pub detail: String,
    /// What was expected, in the words of an observation; empty where that is not known.
    pub expected: String,
    /// What was observed. Of more than 4096 bytes, here, in `expected` and in `detail`: how it begins, `… #`, and the FNV-1a
    /// of 64 bits of all of it, in hex.
    pub observed: String,
    /// How many inputs that were asked later were outstanding when the adapter broke; any of them may have done it.
    #[serde(skip)]
    pub(super) outstanding_after: usize,
}

impl FailedInput {
    /// What a finding is keyed by: the verdict, and the cause of the judge. The cause of every crash is the same, so that what
    /// is wrong in words belongs to it too.
    pub(super) fn key(&self) -> (&FailureClass, Option<Cause>) {
        (&self.class, self.cause_id)
    }

    /// Whether `other` has the same cause and a worse verdict.
    pub(super) fn shows_worse(&self, other: &Self) -> bool {
        self.cause_id.is_some() && self.cause_id == other.cause_id && other.class.rank() < self.class.rank()
    }

    /// Whether more than an offset, a length or the time of an error is wrong.
    pub(super) fn is_severe(&self) -> bool {
        self.cause_id.is_some_and(|cause| cause.severity() < Severity::Imprecise)
    }

    /// How bad it is: the verdict, then the severity of the cause; less is worse.
    pub(super) fn badness(&self) -> (Option<usize>, Option<Severity>) {
        (self.class.rank(), self.cause_id.map(Cause::severity))
    }
}

/// A failure by its smallest known example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzFinding {
    #[serde(flatten)]
    pub wrong: FailedInput,
    /// The smallest input that was found.
    #[serde(flatten)]
    pub input: Input,
    /// The number, from 1, of the input that `input` was shrunk from. A search of so many inputs finds it again.
    pub execution: u64,
    /// That input, as it was asked.
    pub found_in: Input,
    /// Whether shrinking stopped before it was done, since it took too many answers, too many missing ones, or too long: then
    /// smaller inputs may fail so.
    #[serde(default)]
    pub shrinking_ended_early: bool,
    /// Under which conditions it fails again.
    #[serde(default, skip_serializing_if = "Reproduces::is_always")]
    pub reproduces: Reproduces,
    /// The inputs that have to be asked before `input`, in this order, in a fresh process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Input>,
    /// How many failing inputs are put down to it.
    pub hits: u64,
    /// How else the same bytes, or some with them in it, fail.
    pub also: Vec<AlsoSeen>,
    /// The number of the input that failed in the trace of the session.
    #[serde(skip)]
    pub(super) traced: u64,
    /// What the decoder is sensitive to, if its parts alone are answered rightly: the cause of the answer is then none.
    #[serde(skip)]
    pub(super) sensitive_to: Option<Cause>,
}

/// Another way in which a fault shows, and the smallest input that shows it so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlsoSeen {
    #[serde(flatten)]
    pub class: FailureClass,
    #[serde(flatten)]
    pub input: Input,
}

/// Under which conditions an input fails again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reproduces {
    /// Alone in a fresh process.
    #[default]
    Always,
    /// In a fresh process, and not in one that was asked other inputs before.
    OnlyFirst,
    /// In a process that was asked certain inputs before, and not alone in a fresh one.
    AfterEarlierInputs,
    /// It did not fail again, neither alone nor after the inputs that were asked before.
    Never,
    /// It was not asked again to the end: the search was interrupted, or had asked as much as it may.
    Unknown,
}

impl Reproduces {
    /// Whether there is no condition.
    pub fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

impl FuzzFinding {
    /// What is known of `input` when it fails, which was asked as that one of the search and of the session.
    pub(super) fn new(execution: u64, traced: u64, input: Input, wrong: FailedInput) -> Self {
        Self {
            wrong,
            found_in: input.clone(),
            input,
            execution,
            shrinking_ended_early: false,
            reproduces: Reproduces::Always,
            earlier: Vec::new(),
            hits: 1,
            also: Vec::new(),
            traced,
            sensitive_to: None,
        }
    }

    /// What is asked in a fresh process, the input that fails last.
    pub(crate) fn sequence(&self) -> Vec<Input> {
        self.earlier.iter().chain([&self.input]).cloned().collect()
    }

    /// Replaces [`FuzzFinding::sequence`] by `inputs`.
    pub(super) fn set_sequence(&mut self, mut inputs: Vec<Input>) {
        if let Some(last) = inputs.pop() {
            (self.earlier, self.input) = (inputs, last);
        }
    }

    /// Less is smaller: in inputs, in bytes, in calls, and in how plain the bytes are, at last by the bytes themselves.
    pub(super) fn size(&self) -> (usize, usize, (usize, usize, usize), Vec<u8>) {
        let bytes = self.earlier.iter().map(|input| size(input).0).sum();
        (self.earlier.len(), bytes, size(&self.input), self.input.bytes().into_owned())
    }

    /// Whether it fails in `class`, and does so always, or only under a condition.
    pub(super) fn is_in(&self, class: &FailureClass, always: bool) -> bool {
        self.wrong.class == *class && self.reproduces.is_always() == always
    }

    /// Whether the input is the one that was found, and not a smaller one.
    pub fn is_as_found(&self) -> bool {
        self.input == self.found_in
    }

    /// The bytes of the input that was found first, or those of its script's text.
    pub fn artifact(&self) -> Vec<u8> {
        match &self.found_in {
            Input::Bytes(bytes) => bytes.clone(),
            Input::Calls(script) => script.to_string().into_bytes(),
        }
    }
}
