//! The files of these vectors: read, and written in their canonical form.

use illformed_vectors::{OTHER_KINDS, Profile, Suite};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The vectors of that kind that ship: numbers or UTF-16 to `encode`, bytes to `detect` for what they look like, or a `label` for
/// what it names.
pub(super) fn shipped(kind: &str) -> &'static [Value] {
    static SHIPPED: LazyLock<[Vec<Value>; 3]> =
        LazyLock::new(|| OTHER_KINDS.map(|(name, text)| read(name, text).0));
    let place = OTHER_KINDS.iter().position(|(name, _)| kind_of(name) == kind);
    &SHIPPED[place.expect("it is a kind")]
}

pub(super) fn kind_of(name: &str) -> &str {
    name.trim_end_matches(".json")
}

const DECODE: &str = "\"kind\":\"decode\"";

/// The vectors of the file `name`, and its canonical form. Panics if it is not well-made; what a schema can know is for the schema.
pub(super) fn read(name: &str, text: &str) -> (Vec<Value>, String) {
    let vector = |line: &str| serde_json::from_str(line.trim_end_matches(',')).expect(line);
    let vectors: Vec<Value> = text.lines().filter(|line| is_vector(line)).map(vector).collect();
    // All but inputs and expectations is as in a file of the suite, so the loader of that holds it to the same, line by line.
    let kind = format!("\"kind\":\"{}\"", kind_of(name));
    let as_decode = |line| if is_vector(line) { decode_line(line) } else { line.replace(&kind, DECODE) };
    let decode = text.lines().map(as_decode).collect::<Vec<_>>().join("\n");
    let suite =
        Suite::from_sources([(name, decode.as_str())]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let envelope = suite.to_canonical().concat();
    let mut left = vectors.iter();
    let lines = envelope.lines().map(|line| match is_vector(line).then(|| left.next()).flatten() {
        Some(vector) => canonical(vector) + if line.ends_with(',') { ",\n" } else { "\n" },
        None => line.replace(DECODE, &kind) + "\n",
    });
    let canonical = lines.collect();
    (vectors, canonical)
}

/// Whether the line has a vector. A tombstone has an id too.
fn is_vector(line: &str) -> bool {
    line.starts_with("{\"id\":") && !line.contains("\"removed_in\":")
}

/// The line of a vector as that of one for decoders, with the same words: no bytes, and no error under any profile.
fn decode_line(line: &str) -> String {
    let (object, comma) = line.strip_suffix(',').map_or((line, ""), |object| (object, ","));
    let mut vector: Map<String, Value> = serde_json::from_str(object).expect(object);
    let nothing = json!({"well_formed": true, "errors": [], "text": []});
    vector.retain(|key, _| ["id", "comment", "flags", "refs", "as_rfc3629", "also"].contains(&key.as_str()));
    vector.extend([("bytes".to_owned(), "".into()), ("rfc3629".to_owned(), nothing.clone())]);
    for (_, expectation) in vector.get_mut("also").and_then(Value::as_object_mut).into_iter().flatten() {
        *expectation = nothing.clone();
    }
    vector.entry("as_rfc3629").or_insert_with(|| json!(Profile::ALL[1..]));
    Value::Object(vector).to_string() + comma
}

/// The keys in their order, before the names of profiles.
const KEYS: &str = "id label codes utf16 capacity bytes text written comment flags refs detected error at replaced \
                    unspecified rfc whatwg rfc3629 as_rfc3629 also";

/// `value` on one line, in ASCII.
fn canonical(value: &Value) -> String {
    let mut line = String::new();
    for character in ordered(value).chars() {
        match character {
            ' '..='~' => line.push(character),
            _ => line.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    line
}

fn ordered(value: &Value) -> String {
    let Value::Object(object) = value else { return value.to_string() };
    let keys = KEYS.split(' ').chain(Profile::ALL[1..].iter().map(|profile| profile.name()));
    let entries = keys.filter_map(|key| Some(format!("\"{key}\":{}", ordered(object.get(key)?))));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}
