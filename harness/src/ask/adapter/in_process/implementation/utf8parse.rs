//! utf8parse.
//!
//! It takes bytes one by one and calls back for each character and each invalid sequence; there is no way to
//! tell it that the input is over. It documents neither what an invalid sequence covers nor how to replace
//! one.

use ::utf8parse::{Parser, Receiver};
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, OffsetMeaning, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_judge::observation::Text;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let script = ScriptSupport::Feed;
    let strict = Claim { at: OffsetMeaning::None, script, ..Claim::strict(Profile::Rfc3629) };
    let undocumented = Claim { script, ..Claim::lossy(None) };
    [
        ("strict", "utf8parse::Parser::advance, up to the first invalid_sequence()", strict, false),
        ("lossy", "utf8parse::Parser::advance, U+FFFD for each invalid_sequence()", undocumented, true),
    ]
    .map(|(name, api, claim, replaces)| {
        InProcessDecoder::streaming(name, api, claim, move || ParserStream {
            parser: Parser::new(),
            replaces,
        })
    })
    .into()
}

struct ParserStream {
    parser: Parser,
    /// Whether it goes on after an invalid sequence, with U+FFFD for it.
    replaces: bool,
}

/// The characters of one call, with U+FFFD for each invalid sequence, and whether there was one.
#[derive(Default)]
struct Received {
    codes: Vec<u32>,
    invalid: bool,
}

impl Receiver for Received {
    fn codepoint(&mut self, character: char) {
        self.codes.push(u32::from(character));
    }

    fn invalid_sequence(&mut self) {
        self.codes.push(0xFFFD);
        self.invalid = true;
    }
}

impl Stream for ParserStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut received = Received::default();
        for byte in chunk {
            self.parser.advance(&mut received, *byte);
            if received.invalid && !self.replaces {
                received.codes.pop();
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
        self.parser = Parser::new();
    }
}
