//! The properties as decoders that can be asked from another process, since what a search found may end this one.

use illformed::ask::adapter::in_process::{InProcessDecoder, serve};
use illformed_codec::Profile;
use illformed_fuzz::property::{ALL, Property};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::io::{self, BufRead, Write};

/// Serves all targets of the fuzz engines as decoders of bytes. One that holds accepts. One that does not skips the question,
/// and its failure, in one line, is the reason.
pub(crate) fn serve_properties(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let targets = ALL.iter().copied().chain(Property::named("planted_fault"));
    let decoder = |property: Property| {
        let ask = move |bytes: &[u8]| match property.outcome(bytes) {
            Ok(()) => Response::Observed(Observation::accept(Text::None)),
            Err(failure) => Response::Skipped(failure.to_string()),
        };
        let claim = Claim::validate(Profile::Rfc3629);
        InProcessDecoder::one_shot(&decoder_name(property.name), "a property", claim, ask)
    };
    serve("properties", &targets.map(decoder).collect::<Vec<_>>(), input, output)
}

/// The name of the decoder that is the property `name`: names of the protocol have hyphens.
pub(super) fn decoder_name(name: &str) -> String {
    name.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_can_be_asked() {
        let request = r#"{"op":"decode","seq":1,"decoder":"decoders-agree","bytes":"41c080"}"#;
        let input = format!("{{\"op\":\"hello\",\"protocol\":1}}\n{request}\n");
        let mut output = Vec::new();
        serve_properties(input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.ends_with("{\"seq\":1,\"answer\":\"accept\",\"outs\":\"-\"}\n"), "{output}");
        for property in ALL {
            let name = format!("\"decoder\":\"{}\"", decoder_name(property.name));
            assert!(output.contains(&name), "{name}: {output}");
        }
    }
}
