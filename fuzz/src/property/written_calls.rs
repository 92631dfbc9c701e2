//! Calls as the bytes that a property of scripts reads, for who has calls: the mutator, and a crash that becomes a vector.

use crate::property::call_script::ScriptCall;
use illformed_vectors::Call;

/// The most bytes that one call feeds.
const MOST_FED: usize = 15;

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
pub fn write_calls(profile: u8, calls: &[Call]) -> Vec<u8> {
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
    use crate::property::CallScript;
    use illformed_codec::Profile;

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
    }
}
