//! The schemas of the contract.

use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// All schemas by name, compiled.
pub(crate) struct Schemas(pub(crate) BTreeMap<&'static str, Validator>);

impl Schemas {
    pub(crate) const FILES: [&str; 7] = [
        "adapter",
        "decode-answer",
        "decode-request",
        "decoder",
        "hello-request",
        "script-answer",
        "script-request",
    ];

    pub(crate) fn load() -> Self {
        let compiled = |name| jsonschema::validator_for(&schema(name)).expect("a schema compiles");
        Self(Self::FILES.map(|name| (name, compiled(name))).into())
    }

    /// Whether `line` is JSON and the schema `name` takes it.
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
