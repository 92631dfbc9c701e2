//! A case as one decoder can be asked it.

use crate::case::Case;
use crate::claim::{Claim, ScriptSupport};
use illformed_vectors::{Call, Input, Script};
use std::borrow::Cow;

const TAKES_NO_CHUNKS: &str = "takes no chunks";

/// An input that fits what a decoder declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FittedInput<'a> {
    /// What is sent.
    pub input: Cow<'a, Input>,
    /// Whether the decoder can be told that the input is over; if not, an incomplete end stays undecided.
    pub finishes: bool,
}

impl<'a> FittedInput<'a> {
    /// That of `case`.
    pub fn of(case: &'a Case<'_>, claim: &Claim) -> Result<Self, String> {
        // That no script fits is known before it is made.
        let is_unfit = claim.script.is_one_call() && takes_all_bytes(claim) && case.is_script();
        if is_unfit { Err(TAKES_NO_CHUNKS.to_owned()) } else { Self::new(case.input(), claim) }
    }

    /// `input` for a decoder with `claim`, or why it cannot be asked that.
    pub fn new(input: &'a Input, claim: &Claim) -> Result<Self, String> {
        check_bytes(input, claim)?;
        let finishes = claim.script != ScriptSupport::Feed;
        let Input::Calls(script) = input else {
            return Ok(Self { input: Cow::Borrowed(input), finishes });
        };
        if claim.script.is_one_call() {
            return Err(TAKES_NO_CHUNKS.to_owned());
        }
        if claim.script < ScriptSupport::Reset && script.calls().contains(&Call::Reset) {
            return Err("has no reset".to_owned());
        }
        if finishes {
            return Ok(Self { input: Cow::Borrowed(input), finishes });
        }
        let calls = script.calls().iter().filter(|call| **call != Call::Finish).cloned().collect();
        let script = Script::new(calls).map_err(|_| "has no finish".to_owned())?;
        Ok(Self { input: Cow::Owned(Input::Calls(script)), finishes })
    }

    /// The same, without what it was made of.
    pub fn into_owned(self) -> FittedInput<'static> {
        FittedInput { input: Cow::Owned(self.input.into_owned()), finishes: self.finishes }
    }
}

fn takes_all_bytes(claim: &Claim) -> bool {
    claim.cannot.is_empty() && claim.max_bytes.is_none()
}

fn check_bytes(input: &Input, claim: &Claim) -> Result<(), String> {
    // Most decoders take all bytes, and those of many calls are not at hand.
    if takes_all_bytes(claim) {
        return Ok(());
    }
    let bytes = input.bytes();
    if let Some(byte) = bytes.iter().find(|byte| claim.cannot.contains(byte)) {
        return Err(format!("cannot be given byte {byte:02X}"));
    }
    match claim.max_bytes {
        Some(1) if bytes.len() > 1 => Err("takes at most 1 byte".to_owned()),
        Some(max) if bytes.len() > max => Err(format!("takes at most {max} bytes")),
        _ => Ok(()),
    }
}
