//! utf8parse.
//!
//! It takes bytes one by one and calls back for each character and each invalid sequence; there is no way to
//! tell it that the input is over. It documents neither what an invalid sequence covers nor how to replace
//! one.

use ::utf8parse::{Parser, Receiver};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, OffsetMeaning, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::Text;

/// The version in `Cargo.lock`.
pub(crate) const VERSION: &str = "0.2.2";

pub(crate) fn decoders() -> Vec<InProcessDecoder> {
    let strict =
        Claim { at: OffsetMeaning::None, script: ScriptSupport::Feed, ..Claim::strict(Profile::Rfc3629) };
    let undocumented =
        Claim { policy: None, script: ScriptSupport::Feed, ..Claim::lossy(Policy::MaximalSubpart) };
    vec![
        InProcessDecoder::streaming(
            "strict",
            "utf8parse::Parser::advance, up to the first invalid_sequence()",
            strict,
            StrictStream::default,
        ),
        InProcessDecoder::streaming(
            "lossy",
            "utf8parse::Parser::advance, U+FFFD for each invalid_sequence()",
            undocumented,
            LossyStream::default,
        ),
    ]
}

#[derive(Default)]
struct StrictStream {
    parser: Parser,
}

/// Characters, and whether an invalid sequence was reported.
#[derive(Default)]
struct UpToTheFirst {
    codes: Vec<u32>,
    invalid: bool,
}

impl Receiver for UpToTheFirst {
    fn codepoint(&mut self, character: char) {
        self.codes.push(u32::from(character));
    }

    fn invalid_sequence(&mut self) {
        self.invalid = true;
    }
}

impl Stream for StrictStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut received = UpToTheFirst::default();
        for byte in chunk {
            self.parser.advance(&mut received, *byte);
            if received.invalid {
                let text = Some(Text::Utf32(received.codes));
                return Err(StreamError { text, ..StreamError::default() });
            }
        }
        Ok(Text::Utf32(received.codes))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        Ok(Text::Utf32(Vec::new()))
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}

#[derive(Default)]
struct LossyStream {
    parser: Parser,
}

/// Characters, with U+FFFD for each invalid sequence.
#[derive(Default)]
struct Replacing {
    codes: Vec<u32>,
}

impl Receiver for Replacing {
    fn codepoint(&mut self, character: char) {
        self.codes.push(u32::from(character));
    }

    fn invalid_sequence(&mut self) {
        self.codes.push(0xFFFD);
    }
}

impl Stream for LossyStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut received = Replacing::default();
        for byte in chunk {
            self.parser.advance(&mut received, *byte);
        }
        Ok(Text::Utf32(received.codes))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        Ok(Text::Utf32(Vec::new()))
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}
