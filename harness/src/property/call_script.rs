//! Scripts of calls as plain bytes, which a fuzz engine can change.

use arbitrary::{Arbitrary, Result as Structured, Unstructured};
use illformed_codec::Profile;
use illformed_vectors::Call;

/// The most bytes that one call feeds.
const MOST_FED: usize = 15;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallScript<'a> {
    pub(crate) profile: Profile,
    pub(crate) calls: Vec<ScriptCall<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScriptCall<'a> {
    Feed(&'a [u8]),
    Finish,
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
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        // Reading a structure from bytes that are at an end yields zeros or an error; the latter is no script.
        Self::arbitrary(&mut Unstructured::new(bytes)).ok()
    }
}

impl From<ScriptCall<'_>> for Call {
    fn from(call: ScriptCall<'_>) -> Self {
        match call {
            ScriptCall::Feed(chunk) => Self::Feed(chunk.to_vec()),
            ScriptCall::Finish => Self::Finish,
            ScriptCall::Reset => Self::Reset,
        }
    }
}

/// The bytes that are read as these calls, the profile's byte first. A feed of more than 15 bytes becomes several.
pub(crate) fn write_calls(profile: u8, calls: &[Call]) -> Vec<u8> {
    let mut bytes = vec![profile];
    for call in calls {
        match call {
            Call::Finish => bytes.push(0),
            Call::Reset => bytes.push(1),
            Call::Feed(chunk) if chunk.is_empty() => bytes.push(2),
            Call::Feed(chunk) => {
                for part in chunk.chunks(MOST_FED) {
                    bytes.extend([3, part.len() as u8]);
                    bytes.extend_from_slice(part);
                }
            }
        }
    }
    bytes
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
    fn what_is_written_is_read_again() {
        let calls = [Call::Feed(vec![0xC3; 15]), Call::Finish, Call::Feed(Vec::new()), Call::Reset];
        let bytes = write_calls(2, &calls);
        let script = CallScript::read(&bytes).unwrap();
        assert_eq!(script.profile, Profile::ALL[2]);
        assert_eq!(script.calls.into_iter().map(Call::from).collect::<Vec<_>>(), calls);
        let long = write_calls(0, &[Call::Feed(vec![0x41; 40])]);
        let fed: Vec<usize> = CallScript::read(&long)
            .unwrap()
            .calls
            .iter()
            .map(|call| match call {
                ScriptCall::Feed(chunk) => chunk.len(),
                _ => 0,
            })
            .collect();
        assert_eq!(fed, [15, 15, 10]);
        assert_eq!(CallScript::read(b"").unwrap().calls, []);
    }
}
