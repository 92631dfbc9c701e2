//! The schemas of the contract, and lines that are held to them and to the reader.

use illformed::ask::protocol::{parse_adapter, parse_answer, parse_decoder};
use illformed_judge::claim::DecoderInfo;
use illformed_vectors::Input;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

pub(crate) struct Schemas(pub(crate) BTreeMap<&'static str, Validator>);

impl Schemas {
    pub(crate) const FILES: &str =
        "adapter decode-answer decode-request decoder hello-request script-answer script-request";

    pub(crate) fn load() -> Self {
        let compiled = |name| jsonschema::validator_for(&schema(name)).expect("a schema compiles");
        Self(Self::FILES.split(' ').map(|name| (name, compiled(name))).collect())
    }

    pub(crate) fn check(&self, name: &str, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        self.0[name].validate(&value).map_err(|error| error.to_string())
    }
}

pub(crate) fn schema(name: &str) -> Value {
    let path = adapters().join("schema").join(name).with_extension("json");
    let schema = serde_json::from_str(&fs::read_to_string(path).expect("the schema is there"))
        .expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is one");
    schema
}

pub(crate) fn adapters() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "adapters"].iter().collect()
}

pub(crate) fn calls(text: &str) -> Input {
    Input::Calls(text.parse().expect("the script is one"))
}

/// Fifteen inputs of either kind: well-formed, ill-formed, cut, with a BOM, empty.
pub(crate) fn inputs() -> Vec<Input> {
    let bytes =
        "|00|41|c3a9|e282ac|f09f9880|efbbbf41|41c080|eda080|f4908080|ff|e282|41f09f98|80414280|22275c0a0d25";
    let scripts = "-|.|41|41 .|c3 a9 .|c3 .|e2 - 82 ac .|efbb bf41 .|ff .|41 ff 42 .|41 . ~ 42 .|c3 ~ a9 .|ff ~ 41 .|c3 - a9 . ~ 41 ff . ~ 41 .|ff . ~ c3 . ~ ~ 41";
    let bytes = bytes.split('|').map(|hex| Input::Bytes(const_hex::decode(hex).expect("hex")));
    bytes.chain(scripts.split('|').map(calls)).collect()
}

/// Checks the lines that answer hello, as many as they say, and reads them.
pub(crate) fn check_introduction(schemas: &Schemas, next: &mut dyn FnMut() -> String) -> Vec<DecoderInfo> {
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

pub(crate) fn check_answer(schemas: &Schemas, decoder: &DecoderInfo, seq: u64, input: &Input, line: &str) {
    let name = match input {
        Input::Bytes(_) => "decode-answer",
        Input::Calls(_) => "script-answer",
    };
    assert_eq!(schemas.check(name, line), Ok(()), "{}: {line}", decoder.name);
    let answer = parse_answer(line, decoder.claim.out(), input);
    assert_eq!(answer.map(|answer| answer.seq), Ok(seq), "{}: {line}", decoder.name);
}
