//! What an expectation may look at.

use crate::selftest::ExpectedVerdict;
use illformed_judge::case::Case;
use illformed_vectors::{Call, Input};

/// The input over which adapters stumble: the euro sign. One case of the plan has it.
pub(crate) const MARKED_BYTES: &[u8] = "\u{20AC}".as_bytes();

/// A case of the plan, and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The case.
    pub case: &'a Case<'a>,
    /// Its number.
    pub number: usize,
    /// The number of the marked case.
    pub marked: usize,
    /// How many cases there are.
    pub cases: usize,
}

impl Facts<'_> {
    /// `verdict` for the marked case, a pass for all others.
    pub(crate) fn marked_is(&self, verdict: &'static str, cause: impl Into<String>) -> ExpectedVerdict {
        self.numbered_is(self.marked, verdict, cause)
    }

    /// `verdict` for that case, a pass for all others.
    pub(crate) fn numbered_is(
        &self,
        number: usize,
        verdict: &'static str,
        cause: impl Into<String>,
    ) -> ExpectedVerdict {
        if self.number == number { ExpectedVerdict::of(verdict, cause) } else { ExpectedVerdict::PASS }
    }

    /// How many requests are outstanding when the marked one is: all of the plan fit the window.
    pub(crate) fn window(&self) -> usize {
        self.cases - self.marked
    }

    /// All bytes of it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.chunks().concat()
    }

    /// Whether it is a script.
    pub(crate) fn is_script(&self) -> bool {
        matches!(self.case.input, Input::Calls(_))
    }

    /// The chunks in which the bytes are given.
    pub(crate) fn chunks(&self) -> Vec<&[u8]> {
        match &self.case.input {
            Input::Bytes(bytes) => vec![bytes],
            Input::Calls(script) => script.calls().iter().filter_map(fed).collect(),
        }
    }

    /// Where the first error is; `None` if the bytes are well-formed. Only of what is no script.
    pub(crate) fn first_error(&self) -> Option<usize> {
        str::from_utf8(&self.bytes()).err().map(|error| error.valid_up_to())
    }
}

fn fed(call: &Call) -> Option<&[u8]> {
    match call {
        Call::Feed(chunk) => Some(chunk),
        Call::Finish | Call::Reset => None,
    }
}
