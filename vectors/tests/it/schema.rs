//! The JSON Schemas of the files, and each loader held against the schema of its kind.

use illformed_vectors::LoadError;
use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The schema of files of `kind`.
pub(crate) fn schema(kind: &str) -> Validator {
    // The tests of another crate read them too.
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let file = format!("vectors/schema/{kind}.schema.json");
    let path = above.find_map(|folder| Some(folder.join(&file)).filter(|path| path.exists()));
    let text = fs::read_to_string(path.expect("the schema is there")).expect("the schema can be read");
    let schema = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

/// Panics if the schema of `kind` refuses `text`; returns the value that `text` is.
pub(crate) fn assert_fits(kind: &str, text: &str) -> Value {
    let value = serde_json::from_str(text).expect("the file is JSON");
    let errors: Vec<String> = schema(kind).iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{kind}: {errors:?}");
    value
}

/// The rows of `mistakes.txt` about files of `kind`.
fn mistakes(kind: &str) -> String {
    let mut parts = include_str!("mistakes.txt").split("\n== ");
    let rows = parts.find_map(|part| part.strip_prefix(kind)?.strip_prefix('\n'));
    rows.expect("the kind has rows").replace("\n    ", " ")
}

/// Panics unless the schema of `kind` refuses `good` with each mistake of the kind in it.
pub(crate) fn assert_schema_refuses(kind: &str, good: &str) {
    let schema = schema(kind);
    for row in mistakes(kind).lines() {
        let (from, to) = row.split_once("->").expect("two cells");
        let wrong = good.replacen(from.trim(), to.trim(), 1);
        assert_ne!(wrong, good, "{from}");
        let value = serde_json::from_str(&wrong).expect("it is still JSON");
        assert!(!schema.is_valid(&value), "{row}");
    }
}

/// Panics unless `load` and the schema of `kind` both take `good`, and refuse it with each mistake of the kind in it.
pub(crate) fn assert_refused(kind: &str, file: &str, good: &str, load: impl Fn(&str) -> Vec<LoadError>) {
    let schema = schema(kind);
    let load = |text: &str| load(text).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(load(good), [""; 0]);
    assert_fits(kind, good);
    for row in mistakes(kind).lines() {
        let (known, mistake) = row.split_at(1);
        let cells: Vec<&str> = mistake.split("->").map(str::trim).collect();
        let [from, to, message] = cells[..] else { panic!("{row}: three cells") };
        let [from, to] = [from, to].map(|cell| cell.replace("\\n", "\n"));
        let wrong = good.replacen(&from, &to, 1);
        assert_ne!(wrong, good, "{from}");
        let errors = load(&wrong);
        let message = format!("{file}{message}");
        assert!(errors[0].starts_with(&message), "expected {message}\n     got {errors:?}");
        if known == "+" {
            let value = serde_json::from_str(&wrong).expect("it is still JSON");
            assert!(!schema.is_valid(&value), "the schema lets through: {to}");
        }
    }
}
