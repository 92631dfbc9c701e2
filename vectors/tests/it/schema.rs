//! The JSON Schemas of the files, and each loader held against the schema of its kind.

use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// What is replaced in a good file, by what, how the first error of the loader begins, and whether a schema can know.
pub(crate) type Mistake<'a> = (&'a str, &'a str, &'a str, bool);

/// The schema of files of `kind`.
fn schema(kind: &str) -> Validator {
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

/// Panics unless `load` and the schema of `kind` both take `good`, and refuse it with each of `mistakes` in it. `load`
/// returns the errors in the order in which they are told.
pub(crate) fn assert_refused<'a>(
    kind: &str,
    good: &str,
    mistakes: impl IntoIterator<Item = &'a Mistake<'a>>,
    load: impl Fn(&str) -> Vec<String>,
) {
    let schema = schema(kind);
    assert_eq!(load(good), [""; 0]);
    assert_fits(kind, good);
    for (from, to, message, schema_knows) in mistakes {
        let wrong = good.replacen(from, to, 1);
        assert_ne!(wrong, good, "{from}");
        let errors = load(&wrong);
        let first = errors.first().expect(message);
        assert!(first.starts_with(message), "expected {message}\n     got {errors:?}");
        if *schema_knows {
            let value = serde_json::from_str(&wrong).expect("it is still JSON");
            assert!(!schema.is_valid(&value), "the schema lets through: {to}");
        }
    }
}
