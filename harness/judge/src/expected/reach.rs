//! How much of a segment each call knows.

use crate::case::FittedInput;
use illformed_vectors::{Call, Input};

/// What is known to a decoder after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// This many bytes of the segment.
    Bytes(usize),
    /// All bytes, and that there are no more.
    End,
}

impl Reach {
    /// What is known after each call of `fitted_input`, segment by segment; an input of bytes is one call.
    pub(crate) fn of_calls(fitted_input: &FittedInput<'_>) -> Vec<Vec<Self>> {
        match &*fitted_input.input {
            Input::Bytes(_) if fitted_input.finishes => vec![vec![Self::End]],
            Input::Bytes(bytes) => vec![vec![Self::Bytes(bytes.len())]],
            Input::Calls(script) => script.segments().map(Self::of_segment).collect(),
        }
    }

    fn of_segment(calls: &[Call]) -> Vec<Self> {
        let mut fed = 0;
        let reach = |call: &Call| match call {
            Call::Feed(chunk) => {
                fed += chunk.len();
                Self::Bytes(fed)
            }
            Call::Finish | Call::Reset => Self::End,
        };
        calls.iter().map(reach).collect()
    }

    /// Whether what is decided by that many bytes, or by the end alone, is known.
    pub(crate) fn includes(self, decided_by: Option<usize>) -> bool {
        match (self, decided_by) {
            (Self::End, _) => true,
            (Self::Bytes(fed), Some(needed)) => needed <= fed,
            (Self::Bytes(_), None) => false,
        }
    }
}
