//! Lines that the schemas and the reader take or refuse.

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

const SPACED: &str = concat!(
    r#" { "decoders": 1, "version": "0", "more": 1,"#,
    r#" "implementation": "i", "protocol": 1, "adapter": "a" } "#,
);

/// Who takes a line: `=` the schema and the reader, `!` neither, `?` the schema alone; and what it is.
pub(crate) fn lines() -> impl Iterator<Item = (&'static str, Form, String)> {
    let rows = include_str!("lines.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let rows = rows.map(|row| {
        let (taken, row) = row.split_once(' ').expect("a row says who takes it");
        let (form, text) = row.split_once(' ').unwrap_or((row, ""));
        // Of `adapter-but` and `decoder-but` some keys of the line above are changed.
        let Some(name) = form.strip_suffix("-but") else {
            return (taken, Form::named(form), text.to_owned());
        };
        let read =
            |text| serde_json::from_str::<Map<String, Value>>(text).expect("the table has an object here");
        let mut line = read(if name == "adapter" { ADAPTER } else { DECODER });
        line.extend(read(text));
        (taken, Form::named(name), Value::from(line).to_string())
    });
    // An editor would take their blanks away.
    let number = r#" { "out": "41", "more": [null], "answer": "accept", "seq": 18446744073709551615 } "#;
    let spaced = [("=", Form::Adapter, SPACED), ("=", Form::named("bytes"), number)];
    let whole = [("=", Form::Adapter, ADAPTER), ("=", Form::Decoder, DECODER)];
    rows.chain(whole.into_iter().chain(spaced).map(|(taken, form, text)| (taken, form, text.to_owned())))
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Adapter,
    Decoder,
    /// The answer to a decode request, from a decoder with that form of text.
    Decode(OutputKind),
    /// The answer to the script `41 - .`.
    Script(OutputKind),
}

impl Form {
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "adapter" => Self::Adapter,
            "decoder" => Self::Decoder,
            "codes" => Self::Decode(OutputKind::Utf32),
            "units" => Self::Decode(OutputKind::Utf16),
            "bytes" => Self::Decode(OutputKind::Utf8),
            "count" => Self::Decode(OutputKind::Count),
            "no-text" => Self::Decode(OutputKind::None),
            "calls" => Self::Script(OutputKind::Utf32),
            "calls-count" => Self::Script(OutputKind::Count),
            "calls-no-text" => Self::Script(OutputKind::None),
            _ => panic!("no form is called {name}"),
        }
    }

    pub(crate) fn schema(self) -> &'static str {
        match self {
            Self::Adapter => "adapter",
            Self::Decoder => "decoder",
            Self::Decode(_) => "decode-answer",
            Self::Script(_) => "script-answer",
        }
    }

    pub(crate) fn read(self, line: &str) -> Result<(), LineError> {
        match self {
            Self::Adapter => parse_adapter(line).map(drop),
            Self::Decoder => parse_decoder(line, &adapter_line()).map(drop),
            Self::Decode(out) => parse_answer(line, out, &Input::Bytes(vec![0x41])).map(drop),
            Self::Script(out) => parse_answer(line, out, &calls("41 - .")).map(drop),
        }
    }
}

pub(crate) fn adapter_line() -> AdapterLine {
    parse_adapter(ADAPTER).expect("the line of the contract is read")
}
