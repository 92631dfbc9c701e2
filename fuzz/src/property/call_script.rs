//! Scripts of calls as plain bytes, which a fuzz engine can change.

use arbitrary::{Arbitrary, Result as Structured, Unstructured};
use illformed_codec::Profile;

/// Calls on a decoder, as the bytes of an input have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallScript<'a> {
    /// The decoder's profile.
    pub profile: Profile,
    /// The calls, in order.
    pub calls: Vec<ScriptCall<'a>>,
}

/// A call on a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptCall<'a> {
    /// A chunk is fed.
    Feed(&'a [u8]),
    /// The input ends.
    Finish,
    /// The decoder begins anew.
    Reset,
}

impl<'a> Arbitrary<'a> for CallScript<'a> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Structured<Self> {
        let profile = Profile::ALL[usize::from(u8::arbitrary(source)?) % Profile::ALL.len()];
        let mut calls = Vec::new();
        while !source.is_empty() {
            calls.push(ScriptCall::arbitrary(source)?);
        }
        Ok(Self { profile, calls })
    }
}

impl<'a> Arbitrary<'a> for ScriptCall<'a> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Structured<Self> {
        Ok(match u8::arbitrary(source)? % 8 {
            0 => Self::Finish,
            1 => Self::Reset,
            2 => Self::Feed(&[]),
            _ => {
                let len = usize::from(u8::arbitrary(source)? % 16).min(source.len());
                Self::Feed(source.bytes(len)?)
            }
        })
    }
}

impl<'a> CallScript<'a> {
    /// The script that the bytes are, without a call where they are too few; `None` if they are none.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        // Reading a structure from bytes that are at an end yields zeros or an error; the latter is no script.
        Self::arbitrary(&mut Unstructured::new(bytes)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structure_is_read_as_it_is_described() {
        let script = CallScript::read(b"\x00\x03\x02\xE2\x82\x02\x01\x00").unwrap();
        let calls =
            vec![ScriptCall::Feed(b"\xE2\x82"), ScriptCall::Feed(b""), ScriptCall::Reset, ScriptCall::Finish];
        assert_eq!(script, CallScript { profile: Profile::Rfc3629, calls });
    }

    #[test]
    fn no_bytes_are_no_calls() {
        assert_eq!(CallScript::read(b"").unwrap().calls, []);
    }
}
