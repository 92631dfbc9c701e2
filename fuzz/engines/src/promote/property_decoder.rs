//! The properties as decoders that can be asked from another process, since what a search found may end this one.

use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed_codec::Profile;
use illformed_fuzz::property::{ALL, Property};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::any::Any;
use std::panic;

/// The longest reason that is handed over, in characters.
const LONGEST_REASON: usize = 400;

/// All targets of the fuzz engines as decoders of bytes. One that holds accepts. One that does not holds back an answer and
/// gives its reason for that, which is the message of its panic.
pub(crate) fn property_decoders() -> Vec<InProcessDecoder> {
    let targets = ALL.iter().copied().chain(Property::named("planted_fault"));
    let decoder = |property: Property| {
        let claim = Claim::validate(Profile::Rfc3629);
        let ask = move |bytes: &[u8]| asked(&property, bytes);
        InProcessDecoder::one_shot(&decoder_name(property.name), "a property", claim, ask)
    };
    targets.map(decoder).collect()
}

/// The name of the decoder that is the property `name`: names of the protocol have hyphens.
pub(crate) fn decoder_name(name: &str) -> String {
    name.replace('_', "-")
}

fn asked(property: &Property, bytes: &[u8]) -> Response {
    match panic::catch_unwind(|| (property.check)(bytes)) {
        Ok(()) => Response::Observed(Observation::accept(Text::None)),
        Err(panic) => Response::Skipped(reason(property.name, bytes, panic.as_ref())),
    }
}

/// The message of the panic, without the bytes and the name that everybody knows.
fn reason(property: &str, bytes: &[u8], panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("panicked without a message");
    let known = format!("{property} does not hold for {}: ", const_hex::encode(bytes));
    let reason: String =
        message.strip_prefix(&known).unwrap_or(message).chars().take(LONGEST_REASON).collect();
    if reason.is_empty() { "panicked without a message".to_owned() } else { reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed::ask::adapter::in_process::serve;

    #[test]
    fn every_property_can_be_asked_and_says_why_it_does_not_hold() {
        let decoders = property_decoders();
        assert_eq!(decoders.len(), ALL.len() + 1);
        for property in ALL {
            let name = decoder_name(property.name);
            assert!(decoders.iter().any(|decoder| decoder.info.name == name), "{name}");
        }
        let fails = |_: &[u8]| panic!("planted does not hold for ff: nobody {}", "knows");
        let planted = Property::new("planted", illformed_fuzz::property::Seeds::Bytes, fails);
        assert_eq!(asked(&planted, b"\xFF"), Response::Skipped("nobody knows".to_owned()));
        let holds = Property { check: |_| {}, ..planted };
        assert!(matches!(asked(&holds, b"\xFF"), Response::Observed(_)));
    }

    #[test]
    fn they_speak_the_protocol() {
        let request = r#"{"op":"decode","seq":1,"decoder":"decoders-agree","bytes":"41c080"}"#;
        let input = format!("{{\"op\":\"hello\",\"protocol\":1}}\n{request}\n");
        let mut output = Vec::new();
        serve("properties", &property_decoders(), input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.ends_with("{\"answer\":\"accept\",\"outs\":\"-\",\"seq\":1}\n"), "{output}");
    }
}
