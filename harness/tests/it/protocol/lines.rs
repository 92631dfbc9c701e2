//! Lines that the schemas and the reader take or refuse, in tables.

use super::calls;
use illformed::ask::protocol::{AdapterLine, LineError, parse_adapter, parse_answer, parse_decoder};
use illformed_judge::claim::OutputKind;
use illformed_vectors::Input;
use serde_json::{Map, Value};

/// An adapter line and a decoder line, to be spoilt.
pub(crate) const ADAPTER: &str =
    r#"{"adapter":"python","protocol":1,"implementation":"CPython","version":"3.11.7","decoders":2}"#;
pub(crate) const DECODER: &str = concat!(
    r#"{"decoder":"strict","api":"bytes.decode('utf-8')","kind":"strict","profile":"rfc3629","#,
    r#""policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"}"#,
);

pub(crate) const SPACED: &str = concat!(
    r#" { "decoders": 1, "version": "0", "more": 1,"#,
    r#" "implementation": "i", "protocol": 1, "adapter": "a" } "#,
);

/// The answers of the tables, by the text of the decoder and by the request.
pub(crate) const CODES: Form = Form::Decode(OutputKind::Utf32);
pub(crate) const UNITS: Form = Form::Decode(OutputKind::Utf16);
pub(crate) const BYTES: Form = Form::Decode(OutputKind::Utf8);
pub(crate) const COUNT: Form = Form::Decode(OutputKind::Count);
pub(crate) const NO_TEXT: Form = Form::Decode(OutputKind::None);
pub(crate) const CALLS: Form = Form::Script(OutputKind::Utf32);
pub(crate) const CALLS_COUNT: Form = Form::Script(OutputKind::Count);
pub(crate) const CALLS_NO_TEXT: Form = Form::Script(OutputKind::None);

/// Lines that both take.
pub(crate) const GOOD: &[(Form, &str)] = &[
    (Form::Adapter, ADAPTER),
    (Form::Adapter, SPACED),
    (Form::AdapterBut, r#"{"decoders":1,"more":{"x":[null]}}"#),
    (Form::Decoder, DECODER),
    (Form::DecoderBut, r#"{"kind":"lossy","policy":"maximal-subpart","profile":"rfc2279","out":"utf16"}"#),
    (Form::DecoderBut, r#"{"kind":"lossy","policy":"none","profile":"none","out":"utf8","at":"offending"}"#),
    (Form::DecoderBut, r#"{"kind":"validate","out":"none","script":"finish"}"#),
    (Form::DecoderBut, r#"{"kind":"count","policy":"per-byte","out":"count","script":"feed"}"#),
    (Form::DecoderBut, r#"{"kind":"count","policy":"fatal","out":"count","at":"none"}"#),
    (Form::DecoderBut, r#"{"decoder":"utf-8-sig","bom":"strip","script":"reset"}"#),
    (Form::DecoderBut, r#"{"implementation":"i","version":"2","cannot":"00ff","max_bytes":0,"more":null}"#),
    (Form::DecoderBut, r#"{"decoder":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#),
    (Form::DecoderBut, r#"{"refuses":"nul"}"#),
    (Form::DecoderBut, r#"{"refuses":"nul noncharacters xml"}"#),
    (Form::DecoderBut, r#"{"container":"json-string"}"#),
    (CODES, r#"{"seq":1,"answer":"reject","at":1,"len":1,"out":"00000041"}"#),
    (CODES, r#"{"seq":1,"answer":"reject"}"#),
    (CODES, r#"{"seq":1,"answer":"reject","len":0}"#),
    (CODES, r#"{"seq":1,"answer":"incomplete","at":0}"#),
    (CODES, r#"{"seq":0,"answer":"accept","out":""}"#),
    (BYTES, r#" { "out": "41", "more": [null], "answer": "accept", "seq": 18446744073709551615 } "#),
    (UNITS, r#"{"seq":1,"answer":"accept","out":"d800dc00"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"accept"}"#),
    (COUNT, r#"{"seq":1,"answer":"accept","out":"18446744073709551615"}"#),
    (CODES, r#"{"seq":1,"answer":"skip","why":"no NUL"}"#),
    (
        CODES,
        r#"{"seq":1,"answer":"fault","fault":"depends-on-place","why":"what stands behind the input is read"}"#,
    ),
    // There is one call and thus no `call`; here it is a key that we do not know.
    (NO_TEXT, r#"{"seq":1,"answer":"accept","call":0}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"reject","call":7}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"00000041 - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":0,"at":0,"len":1,"outs":"! x x"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":1,"outs":"- !00000041 x"}"#),
    (CALLS, r#"{"seq":2,"answer":"incomplete","call":2,"outs":"- - !"}"#),
    (CALLS, r#"{"seq":2,"answer":"incomplete","at":1,"outs":"- - -"}"#),
    (CALLS_NO_TEXT, r#"{"seq":2,"answer":"accept","outs":"- - -"}"#),
    (CALLS_COUNT, r#"{"seq":2,"answer":"accept","outs":"1 - 0"}"#),
    (CALLS, r#"{"seq":2,"answer":"skip","why":"it takes no chunks"}"#),
    (CALLS, r#"{"seq":2,"answer":"fault","fault":"reads-past-end","why":"the page behind the input"}"#),
];

/// Lines that both refuse. The keys of an introduction are spoilt one by one in a test of their own.
pub(crate) const BAD: &[(Form, &str)] = &[
    (Form::Adapter, ""),
    (Form::Adapter, "python"),
    // The right values in the right order.
    (Form::Adapter, r#"["python",1,"CPython","3.11.7",2]"#),
    (Form::AdapterBut, r#"{"protocol":2}"#),
    (Form::AdapterBut, r#"{"protocol":"1"}"#),
    (Form::AdapterBut, r#"{"decoders":0}"#),
    (Form::AdapterBut, r#"{"decoders":1.5}"#),
    (Form::DecoderBut, r#"{"decoder":"S"}"#),
    (Form::DecoderBut, r#"{"decoder":"a_b"}"#),
    (Form::DecoderBut, r#"{"decoder":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#),
    (Form::AdapterBut, r#"{"adapter":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#),
    (Form::DecoderBut, r#"{"decoder":"a\n"}"#),
    (Form::DecoderBut, r#"{"kind":"tolerant"}"#),
    (Form::DecoderBut, r#"{"kind":"lossy"}"#),
    (Form::DecoderBut, r#"{"kind":"lossy","policy":"per-word"}"#),
    (Form::DecoderBut, r#"{"kind":"validate"}"#),
    (Form::DecoderBut, r#"{"kind":"validate","out":"none","policy":"drop"}"#),
    (Form::DecoderBut, r#"{"kind":"count","policy":"drop"}"#),
    (Form::DecoderBut, r#"{"profile":"rfc9999"}"#),
    (Form::DecoderBut, r#"{"profile":"RFC3629"}"#),
    (Form::DecoderBut, r#"{"policy":"none"}"#),
    (Form::DecoderBut, r#"{"policy":"drop"}"#),
    (Form::DecoderBut, r#"{"out":"none"}"#),
    (Form::DecoderBut, r#"{"out":"count"}"#),
    (Form::DecoderBut, r#"{"out":"utf-8"}"#),
    (Form::DecoderBut, r#"{"at":"end"}"#),
    (Form::DecoderBut, r#"{"bom":"drop"}"#),
    (Form::DecoderBut, r#"{"script":"yes"}"#),
    (Form::DecoderBut, r#"{"implementation":""}"#),
    (Form::DecoderBut, r#"{"version":""}"#),
    (Form::DecoderBut, r#"{"version":null}"#),
    (Form::DecoderBut, r#"{"cannot":"0x00"}"#),
    (Form::DecoderBut, r#"{"cannot":"FF"}"#),
    (Form::DecoderBut, r#"{"cannot":"0"}"#),
    (Form::DecoderBut, r#"{"cannot":""}"#),
    (Form::DecoderBut, r#"{"cannot":null}"#),
    (Form::DecoderBut, r#"{"max_bytes":-1}"#),
    (Form::DecoderBut, r#"{"max_bytes":"1"}"#),
    (Form::DecoderBut, r#"{"max_bytes":null}"#),
    (Form::DecoderBut, r#"{"refuses":""}"#),
    (Form::DecoderBut, r#"{"refuses":"nul  xml"}"#),
    (Form::DecoderBut, r#"{"refuses":"nul\txml"}"#),
    (Form::DecoderBut, r#"{"refuses":"emoji"}"#),
    (Form::DecoderBut, r#"{"refuses":null}"#),
    (Form::DecoderBut, r#"{"container":"xml"}"#),
    (Form::DecoderBut, r#"{"container":null}"#),
    (Form::DecoderBut, r#"{"container":"cbor-text","script":"feed"}"#),
    (CODES, ""),
    (CODES, "accept"),
    (CODES, r#"[1,"skip",null,null,null,null,null,"an array is no object"]"#),
    (CODES, r#"{"seq":1,"answer":"accept","out":""} {}"#),
    (NO_TEXT, r#"{"answer":"accept"}"#),
    (NO_TEXT, r#"{"seq":1}"#),
    (NO_TEXT, r#"{"seq":"1","answer":"accept"}"#),
    (NO_TEXT, r#"{"seq":-1,"answer":"accept"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"Accept"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"maybe"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":true}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"accept","at":3}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"accept","len":1}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"reject","at":"1"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"reject","at":-1}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"reject","at":null}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"reject","len":1.5}"#),
    (CODES, r#"{"seq":1,"answer":"accept","out":"0000004G"}"#),
    (CODES, r#"{"seq":1,"answer":"accept","out":"0000004F"}"#),
    (CODES, r#"{"seq":1,"answer":"accept","out":null}"#),
    (CODES, r#"{"seq":1,"answer":"reject","out":"-"}"#),
    (CODES, r#"{"seq":1,"answer":"skip"}"#),
    (CODES, r#"{"seq":1,"answer":"fault","fault":"reads-past-end"}"#),
    (CODES, r#"{"seq":1,"answer":"fault","why":"what stands behind the input is read"}"#),
    (CODES, r#"{"seq":1,"answer":"fault","fault":"reads","why":"what stands behind the input is read"}"#),
    (
        CODES,
        r#"{"seq":1,"answer":"fault","fault":"reads-past-end","why":"the page behind the input","at":1}"#,
    ),
    (CODES, r#"{"seq":1,"answer":"skip","why":""}"#),
    (CODES, r#"{"seq":1,"answer":"skip","why":"no","at":1}"#),
    (CODES, r#"{"seq":1,"answer":"skip","why":"no","out":"00000041"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":""}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"-  -"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- - - "}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- y -"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- - !"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- - x"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","call":0,"outs":"- - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","outs":"! x x"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":0,"outs":"- - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":null,"outs":"! x x"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":0}"#),
    (CALLS, r#"{"seq":2,"answer":"incomplete","call":2,"outs":"- - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"incomplete","outs":"- - !"}"#),
    (CALLS, r#"{"seq":2,"answer":"skip","why":"no","call":0}"#),
    (CALLS, r#"{"seq":2,"answer":"skip","why":"no","outs":"- - -"}"#),
];

/// The documented exceptions: what a schema, which sees one line and no more, cannot know. There are none the
/// other way: a schema refuses nothing that the reader takes.
pub(crate) const ONLY_THE_READER_REFUSES: &[(Form, &str)] = &[
    // A JSON library has already dropped one of two equal keys when a schema sees the object.
    (NO_TEXT, r#"{"seq":1,"seq":1,"answer":"accept"}"#),
    // To JSON Schema 1.0 is an integer, and integers have no end.
    (Form::AdapterBut, r#"{"protocol":1.0}"#),
    (NO_TEXT, r#"{"seq":1.0,"answer":"accept"}"#),
    (NO_TEXT, r#"{"seq":18446744073709551616,"answer":"accept"}"#),
    // The form of the text is in the decoder's line: whether there is any, digits of a unit, decimal or hex.
    (CODES, r#"{"seq":1,"answer":"accept"}"#),
    (NO_TEXT, r#"{"seq":1,"answer":"accept","out":""}"#),
    (CODES, r#"{"seq":1,"answer":"accept","out":"41"}"#),
    (UNITS, r#"{"seq":1,"answer":"accept","out":"004100"}"#),
    (BYTES, r#"{"seq":1,"answer":"accept","out":"4"}"#),
    (COUNT, r#"{"seq":1,"answer":"accept","out":"1f"}"#),
    (COUNT, r#"{"seq":1,"answer":"accept","out":""}"#),
    (CALLS_NO_TEXT, r#"{"seq":2,"answer":"accept","outs":"00000041 - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"41 - -"}"#),
    // How many words there are, and which calls are not made, is in the request.
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- -"}"#),
    (CALLS, r#"{"seq":2,"answer":"accept","outs":"- - - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":0,"outs":"! - -"}"#),
    (CALLS, r#"{"seq":2,"answer":"reject","call":1,"outs":"x ! x"}"#),
    // A schema does not count the words before the first `!`.
    (CALLS, r#"{"seq":2,"answer":"reject","call":2,"outs":"- ! x"}"#),
    (CALLS, r#"{"seq":2,"answer":"incomplete","call":0,"outs":"- - !"}"#),
    // The reader knows the keys of both answers, a schema those of its own.
    (NO_TEXT, r#"{"seq":1,"answer":"accept","outs":1}"#),
];

/// What a line is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Adapter,
    /// The adapter line of this file with some keys changed.
    AdapterBut,
    Decoder,
    /// The decoder line of this file with some keys changed.
    DecoderBut,
    /// The answer to a decode request, from a decoder with that form of text.
    Decode(OutputKind),
    /// The answer to the script `41 - .`.
    Script(OutputKind),
}

impl Form {
    /// The line that stands as `text` in a table.
    pub(crate) fn line(self, text: &str) -> String {
        let base = match self {
            Self::AdapterBut => ADAPTER,
            Self::DecoderBut => DECODER,
            _ => return text.to_owned(),
        };
        let read =
            |text| serde_json::from_str::<Map<String, Value>>(text).expect("the table has an object here");
        let mut line = read(base);
        line.extend(read(text));
        Value::from(line).to_string()
    }

    pub(crate) fn schema(self) -> &'static str {
        match self {
            Self::Adapter | Self::AdapterBut => "adapter",
            Self::Decoder | Self::DecoderBut => "decoder",
            Self::Decode(_) => "decode-answer",
            Self::Script(_) => "script-answer",
        }
    }

    pub(crate) fn read(self, line: &str) -> Result<(), LineError> {
        match self {
            Self::Adapter | Self::AdapterBut => parse_adapter(line).map(drop),
            Self::Decoder | Self::DecoderBut => parse_decoder(line, &adapter_line()).map(drop),
            Self::Decode(out) => parse_answer(line, out, &Input::Bytes(vec![0x41])).map(drop),
            Self::Script(out) => parse_answer(line, out, &calls("41 - .")).map(drop),
        }
    }
}

pub(crate) fn adapter_line() -> AdapterLine {
    parse_adapter(ADAPTER).expect("the line of the contract is read")
}
