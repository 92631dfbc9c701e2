//! The files of these vectors: read, and written in their canonical form.

use crate::kinds::vector::{DetectVector, EncodeVector, LabelVector};
use illformed_vectors::{OTHER_KINDS, Profile, Suite};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The vectors of each kind.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// Numbers or UTF-16 go in, bytes come out.
    pub(super) encode: Vec<EncodeVector>,
    /// Bytes go in, what they look like comes out.
    pub(super) detect: Vec<DetectVector>,
    /// The name of an encoding goes in, what it names comes out.
    pub(super) label: Vec<LabelVector>,
}

static SHIPPED: LazyLock<Kinds> = LazyLock::new(|| {
    let mut kinds = Kinds::default();
    for (name, text) in OTHER_KINDS {
        kinds.read(name, text);
    }
    kinds
});

impl Kinds {
    /// The vectors that ship.
    pub(super) fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Takes the vectors of the file `name` for those of its kind, and returns its canonical form. Panics if it is not
    /// well-made; what a schema can know is for the schema.
    pub(super) fn read(&mut self, name: &str, text: &str) -> String {
        match name {
            "encode.json" => read(&mut self.encode, name, text),
            "detect.json" => read(&mut self.detect, name, text),
            _ => read(&mut self.label, name, text),
        }
    }
}

const DECODE: &str = "\"kind\":\"decode\"";

fn read<V: DeserializeOwned + Serialize>(into: &mut Vec<V>, name: &str, text: &str) -> String {
    let vector = |line: &str| serde_json::from_str(line.trim_end_matches(',')).expect(line);
    *into = text.lines().filter(|line| is_vector(line)).map(vector).collect();
    // All but inputs and expectations is as in a file of the suite, so the loader of that holds it to the same, line by line.
    let kind = format!("\"kind\":\"{}\"", name.trim_end_matches(".json"));
    let as_decode = |line| if is_vector(line) { decode_line(line) } else { line.replace(&kind, DECODE) };
    let decode = text.lines().map(as_decode).collect::<Vec<_>>().join("\n");
    let suite =
        Suite::from_sources([(name, decode.as_str())]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let envelope = suite.to_canonical().concat();
    let mut vectors = into.iter();
    let lines = envelope.lines().map(|line| match is_vector(line).then(|| vectors.next()).flatten() {
        Some(vector) => canonical_line(vector) + if line.ends_with(',') { ",\n" } else { "\n" },
        None => line.replace(DECODE, &kind) + "\n",
    });
    lines.collect()
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

/// `vector` on one line, in ASCII.
fn canonical_line(vector: &impl Serialize) -> String {
    let mut line = String::new();
    for character in serde_json::to_string(vector).expect("its keys are text").chars() {
        match character {
            ' '..='~' => line.push(character),
            _ => line.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    line
}
