//! The lines of protocol 1: the schemas, the reader, the contract's examples and our adapters must agree.

use illformed::claim::{DecoderInfo, OutputKind};
use illformed::protocol::{
    AdapterLine, LineError, hello_request, parse_adapter, parse_answer, parse_decoder, write_request,
};
use illformed_vectors::Input;
use jsonschema::Validator;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

#[cfg(feature = "cli")]
#[path = "protocol/registered.rs"]
mod registered;

// ---- The schemas and the reader.

#[test]
fn every_schema_compiles_and_has_its_own_id() {
    let mut ids: Vec<String> = Schemas::FILES
        .iter()
        .map(|name| schema(name)["$id"].as_str().expect("a schema has an `$id`").to_owned())
        .collect();
    assert_eq!(Schemas::load().0.len(), ids.len());
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), Schemas::FILES.len());
    let folder = fs::read_dir(adapters().join("schema")).unwrap();
    assert_eq!(folder.count(), Schemas::FILES.len(), "a schema is missing here");
}

#[test]
fn schemas_and_reader_take_the_same_lines() {
    let schemas = Schemas::load();
    for (form, text) in GOOD {
        let line = &form.line(text);
        assert_eq!(schemas.check(form.schema(), line), Ok(()), "{form:?} {line}");
        assert_eq!(form.read(line), Ok(()), "{form:?} {line}");
    }
}

#[test]
fn schemas_and_reader_refuse_the_same_lines() {
    let schemas = Schemas::load();
    for (form, text) in BAD {
        let line = &form.line(text);
        assert!(schemas.check(form.schema(), line).is_err(), "the schema takes {form:?} {line}");
        assert!(form.read(line).is_err(), "the reader takes {form:?} {line}");
    }
}

#[test]
fn what_a_schema_cannot_know_the_reader_refuses() {
    let schemas = Schemas::load();
    for (form, text) in ONLY_THE_READER_REFUSES {
        let line = &form.line(text);
        assert_eq!(schemas.check(form.schema(), line), Ok(()), "{form:?} {line}");
        assert!(form.read(line).is_err(), "the reader takes {form:?} {line}");
    }
}

#[test]
fn the_place_of_a_mistake_is_a_pointer() {
    for (form, text, pointer) in [
        (Form::Adapter, "python", ""),
        (Form::Adapter, r#"{"adapter":"a"}"#, ""),
        (Form::AdapterBut, r#"{"protocol":"1"}"#, "/protocol"),
        (Form::AdapterBut, r#"{"adapter":"A"}"#, "/adapter"),
        (Form::AdapterBut, r#"{"decoders":0}"#, "/decoders"),
        (Form::DecoderBut, r#"{"kind":"tolerant"}"#, "/kind"),
        (Form::DecoderBut, r#"{"profile":"utf-8"}"#, "/profile"),
        (Form::DecoderBut, r#"{"out":"none"}"#, "/out"),
        (Form::DecoderBut, r#"{"cannot":"0"}"#, "/cannot"),
        (Form::DecoderBut, r#"{"refuses":"emoji"}"#, "/refuses"),
        (CODES, r#"{"seq":"1","answer":"reject"}"#, "/seq"),
        (CODES, r#"{"seq":1,"answer":"maybe"}"#, "/answer"),
        (CODES, r#"{"seq":1,"answer":"accept","out":"41"}"#, "/out"),
        (CODES, r#"{"seq":1,"answer":"accept","out":"","at":1}"#, "/at"),
        (CODES, r#"{"seq":1,"answer":"accept"}"#, ""),
        (CALLS, r#"{"seq":2,"answer":"accept","outs":"-"}"#, "/outs"),
        (CALLS, r#"{"seq":2,"answer":"reject","call":1,"outs":"! x x"}"#, "/call"),
    ] {
        let line = form.line(text);
        assert_eq!(form.read(&line).map_err(|error| error.pointer), Err(pointer.to_owned()), "{line}");
    }
}

/// An adapter line and a decoder line, to be spoilt.
const ADAPTER: &str =
    r#"{"adapter":"python","protocol":1,"implementation":"CPython","version":"3.11.7","decoders":2}"#;
const DECODER: &str = concat!(
    r#"{"decoder":"strict","api":"bytes.decode('utf-8')","kind":"strict","profile":"rfc3629","#,
    r#""policy":"fatal","out":"utf32","at":"valid_up_to","bom":"keep","script":"none"}"#,
);

#[test]
fn every_key_of_an_introduction_is_required_and_typed() {
    let schemas = Schemas::load();
    for (form, line) in [(Form::Adapter, ADAPTER), (Form::Decoder, DECODER)] {
        let whole: Value = serde_json::from_str(line).unwrap();
        for (key, value) in whole.as_object().unwrap() {
            let wrong_type = if value.is_string() { Value::from(1) } else { Value::from("1") };
            let spoilt =
                [None, Some(Value::Null), Some(wrong_type), Some(Value::from("")), Some(Value::from(-1))];
            for value in spoilt {
                let mut line = whole.clone();
                let keys = line.as_object_mut().unwrap();
                match value {
                    None => drop(keys.remove(key)),
                    Some(value) => drop(keys.insert(key.clone(), value)),
                }
                let line = line.to_string();
                assert!(schemas.check(form.schema(), &line).is_err(), "the schema takes {form:?} {line}");
                assert!(form.read(&line).is_err(), "the reader takes {form:?} {line}");
            }
        }
    }
}

const SPACED: &str = concat!(
    r#" { "decoders": 1, "version": "0", "more": 1,"#,
    r#" "implementation": "i", "protocol": 1, "adapter": "a" } "#,
);

/// The answers of the tables, by the text of the decoder and by the request.
const CODES: Form = Form::Decode(OutputKind::Utf32);
const UNITS: Form = Form::Decode(OutputKind::Utf16);
const BYTES: Form = Form::Decode(OutputKind::Utf8);
const COUNT: Form = Form::Decode(OutputKind::Count);
const NO_TEXT: Form = Form::Decode(OutputKind::None);
const CALLS: Form = Form::Script(OutputKind::Utf32);
const CALLS_COUNT: Form = Form::Script(OutputKind::Count);
const CALLS_NO_TEXT: Form = Form::Script(OutputKind::None);

/// Lines that both take.
const GOOD: &[(Form, &str)] = &[
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
];

/// Lines that both refuse. The keys of an introduction are spoilt one by one in a test of their own.
const BAD: &[(Form, &str)] = &[
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
const ONLY_THE_READER_REFUSES: &[(Form, &str)] = &[
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

// ---- What we write.

#[test]
fn our_requests_are_what_the_contract_says() {
    let schemas = Schemas::load();
    assert_eq!(hello_request(), "{\"op\":\"hello\",\"protocol\":1}\n");
    assert_eq!(schemas.check("hello-request", &hello_request()), Ok(()));
    for (number, input) in inputs().iter().enumerate() {
        let mut line = String::new();
        write_request(&mut line, number as u64, "strict-1", input);
        assert!(line.ends_with('\n') && line.trim_end().lines().count() == 1, "{line}");
        assert_eq!(schemas.check(request_schema(input), &line), Ok(()), "{line}");
        assert_eq!(input_of(&line), *input, "{line}");
    }
    let mut lines = String::new();
    write_request(&mut lines, 1, "strict", &Input::Bytes(vec![0x41, 0xC0, 0x80]));
    write_request(&mut lines, 2, "incremental", &calls("c3 - a9 . ~ 41 ff . ~ 41 ."));
    let examples: Vec<String> = contract_lines("-> ").into_iter().skip(1).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), examples);
}

#[test]
fn a_request_that_we_never_write_is_no_request() {
    let schemas = Schemas::load();
    for (schema, line) in [
        ("hello-request", r#"{"op":"hello","protocol":2}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"4"}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"C0"}"#),
        ("decode-request", r#"{"op":"decode","seq":1,"decoder":"a","bytes":"","expected":"accept"}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":""}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":". 41"}"#),
        ("script-request", r#"{"op":"script","seq":1,"decoder":"a","calls":"41  ."}"#),
    ] {
        assert!(schemas.check(schema, line).is_err(), "{line}");
    }
}

// ---- The contract.

#[test]
fn the_examples_of_the_contract_are_valid_and_are_read() {
    let schemas = Schemas::load();
    let requests = contract_lines("-> ");
    let mut answers = contract_lines("<- ").into_iter();
    let mut next = || answers.next().expect("the contract's example is complete");
    assert_eq!(schemas.check("hello-request", &requests[0]), Ok(()));
    let decoders = check_introduction(&schemas, &mut next);
    assert!(requests.len() > 2, "the contract has examples of both requests");
    for request in &requests[1..] {
        let input = input_of(request);
        assert_eq!(schemas.check(request_schema(&input), request), Ok(()), "{request}");
        let value: Value = serde_json::from_str(request).unwrap();
        let decoder = decoders.iter().find(|decoder| value["decoder"] == *decoder.name).unwrap();
        check_answer(&schemas, decoder, value["seq"].as_u64().unwrap(), &input, &next());
    }
    assert_eq!(answers.next(), None);
}

// ---- Helpers.

/// What a line is.
#[derive(Debug, Clone, Copy)]
enum Form {
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
    fn line(self, text: &str) -> String {
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

    fn schema(self) -> &'static str {
        match self {
            Self::Adapter | Self::AdapterBut => "adapter",
            Self::Decoder | Self::DecoderBut => "decoder",
            Self::Decode(_) => "decode-answer",
            Self::Script(_) => "script-answer",
        }
    }

    fn read(self, line: &str) -> Result<(), LineError> {
        match self {
            Self::Adapter | Self::AdapterBut => parse_adapter(line).map(drop),
            Self::Decoder | Self::DecoderBut => parse_decoder(line, &adapter_line()).map(drop),
            Self::Decode(out) => parse_answer(line, out, &Input::Bytes(vec![0x41])).map(drop),
            Self::Script(out) => parse_answer(line, out, &calls("41 - .")).map(drop),
        }
    }
}

fn adapter_line() -> AdapterLine {
    parse_adapter(ADAPTER).expect("the line of the contract is read")
}

/// All schemas by name, compiled.
struct Schemas(BTreeMap<&'static str, Validator>);

impl Schemas {
    const FILES: [&str; 7] = [
        "adapter",
        "decode-answer",
        "decode-request",
        "decoder",
        "hello-request",
        "script-answer",
        "script-request",
    ];

    fn load() -> Self {
        let compiled = |name| jsonschema::validator_for(&schema(name)).expect("a schema compiles");
        Self(Self::FILES.map(|name| (name, compiled(name))).into())
    }

    /// Whether `line` is JSON and the schema `name` takes it.
    fn check(&self, name: &str, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        self.0[name].validate(&value).map_err(|error| error.to_string())
    }
}

fn schema(name: &str) -> Value {
    let path = adapters().join("schema").join(name).with_extension("json");
    let schema = serde_json::from_str(&fs::read_to_string(path).expect("the schema is there"))
        .expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is one");
    schema
}

fn adapters() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "adapters"].iter().collect()
}

fn calls(text: &str) -> Input {
    Input::Calls(text.parse().expect("the script is one"))
}

fn request_schema(input: &Input) -> &'static str {
    match input {
        Input::Bytes(_) => "decode-request",
        Input::Calls(_) => "script-request",
    }
}

/// The input in a request, read with a JSON library of its own.
fn input_of(request: &str) -> Input {
    let request: Value = serde_json::from_str(request).expect("a request is JSON");
    match (request["bytes"].as_str(), request["calls"].as_str()) {
        (Some(hex), None) => Input::Bytes(const_hex::decode(hex).expect("`bytes` is hex")),
        (None, Some(text)) => calls(text),
        _ => panic!("neither a decode nor a script request: {request}"),
    }
}

/// Fifteen inputs of either kind: well-formed, ill-formed, cut, with a BOM, empty.
fn inputs() -> Vec<Input> {
    let bytes = [
        "",
        "00",
        "41",
        "c3a9",
        "e282ac",
        "f09f9880",
        "efbbbf41",
        "41c080",
        "eda080",
        "f4908080",
        "ff",
        "e282",
        "41f09f98",
        "80414280",
        "22275c0a0d25",
    ];
    let scripts = [
        "-",
        ".",
        "41",
        "41 .",
        "c3 a9 .",
        "c3 .",
        "e2 - 82 ac .",
        "efbb bf41 .",
        "ff .",
        "41 ff 42 .",
        "41 . ~ 42 .",
        "c3 ~ a9 .",
        "ff ~ 41 .",
        "c3 - a9 . ~ 41 ff . ~ 41 .",
        "ff . ~ c3 . ~ ~ 41",
    ];
    let bytes = bytes.map(|hex| Input::Bytes(const_hex::decode(hex).expect("hex")));
    bytes.into_iter().chain(scripts.map(calls)).collect()
}

/// The lines that begin with `arrow` in the blocks of the contract, without it.
fn contract_lines(arrow: &str) -> Vec<String> {
    let contract = fs::read_to_string(adapters().join("README.md")).expect("the contract is there");
    let blocks = contract.split("```").skip(1).step_by(2);
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix(arrow)).map(str::to_owned).collect()
}

/// Checks the lines that answer hello, as many as they say, and reads them.
fn check_introduction(schemas: &Schemas, next: &mut dyn FnMut() -> String) -> Vec<DecoderInfo> {
    let line = next();
    assert_eq!(schemas.check("adapter", &line), Ok(()), "{line}");
    let adapter = parse_adapter(&line).expect("the adapter line is read");
    let decoder = |_| {
        let line = next();
        assert_eq!(schemas.check("decoder", &line), Ok(()), "{line}");
        parse_decoder(&line, &adapter).expect("the decoder line is read")
    };
    (0..adapter.decoders).map(decoder).collect()
}

fn check_answer(schemas: &Schemas, decoder: &DecoderInfo, seq: u64, input: &Input, line: &str) {
    let name = match input {
        Input::Bytes(_) => "decode-answer",
        Input::Calls(_) => "script-answer",
    };
    assert_eq!(schemas.check(name, line), Ok(()), "{}: {line}", decoder.name);
    let answer = parse_answer(line, decoder.claim.out, input);
    assert_eq!(answer.map(|answer| answer.seq), Ok(seq), "{}: {line}", decoder.name);
}
