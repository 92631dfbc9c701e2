//! The one form in which files are kept.

use crate::expectation::{Expectation, Reading, code_point};
use crate::file::{Note, Origin, SCHEMA, Tombstone, VectorFile};
use crate::found::Found;
use crate::hex;
use crate::vector::{Input, Vector};
use serde_json::{Value, json};

impl VectorFile {
    /// The file's text in the canonical form: keys in the README's order, one vector and one note a line.
    pub fn to_canonical(&self) -> String {
        let mut lines = vec![
            "{".to_owned(),
            "\"kind\":\"decode\",".to_owned(),
            format!("\"schema\":{SCHEMA},"),
            format!("\"suite\":{},", string(&self.suite)),
            format!("\"group\":{},", string(&self.group)),
        ];
        lines.extend(self.digest.iter().map(|digest| format!("\"digest\":{},", string(digest))));
        lines.push(format!("\"about\":{},", string(&self.about)));
        if let Origin::Generated(from) = &self.origin {
            lines.push(format!("\"generated\":{},", string(from)));
        }
        let mut notes: Vec<_> = self.notes.iter().collect();
        notes.sort_by_key(|(flag, _)| flag);
        let notes = notes.into_iter().map(|(flag, note)| format!("{}:{}", string(flag), note_object(note)));
        block(&mut lines, "\"notes\":{", notes.collect(), "},");
        if !self.tombstones.is_empty() {
            let tombstones = self.tombstones.iter().map(tombstone_object).collect();
            block(&mut lines, "\"tombstones\":[", tombstones, "],");
        }
        block(&mut lines, "\"vectors\":[", self.vectors.iter().map(vector_object).collect(), "]");
        lines.push("}\n".to_owned());
        lines.join("\n")
    }
}

impl VectorFile {
    /// What `digest` is the SHA-256 of: the canonical text without the digest's own line.
    pub fn digested(&self) -> String {
        Self { digest: None, ..self.clone() }.to_canonical()
    }
}

impl Vector {
    /// The vector as it stands on its line of a file in canonical form, without a comma.
    pub fn to_canonical(&self) -> String {
        vector_object(self)
    }

    /// What the vector means, without its name and words: the canonical JSON object of its `bytes` or `calls`, `rfc3629`
    /// and `also`. Its hash tells whether anything changed that a decoder is judged by.
    ///
    /// # Examples
    ///
    /// ```
    /// let vector = illformed_vectors::Suite::embedded().vector("standard/letter-a").unwrap();
    /// assert_eq!(
    ///     vector.content(),
    ///     r#"{"bytes":"41","rfc3629":{"well_formed":true,"errors":[],"text":["0041"]}}"#
    /// );
    /// ```
    pub fn content(&self) -> String {
        let mut keys = vec![input_key(self)];
        keys.extend(expectation_keys(self));
        object(&keys)
    }
}

/// `open`, the items one a line, `close`; all on one line when there is no item.
pub(crate) fn block(lines: &mut Vec<String>, open: &str, items: Vec<String>, close: &str) {
    if items.is_empty() {
        lines.push(format!("{open}{close}"));
        return;
    }
    lines.push(open.to_owned());
    let last = items.len() - 1;
    lines.extend(items.into_iter().enumerate().map(|(at, item)| if at < last { item + "," } else { item }));
    lines.push(close.to_owned());
}

pub(crate) fn note_object(note: &Note) -> String {
    let mut keys = vec![("importance", string(note.importance.name())), ("effect", string(&note.effect))];
    if !note.links.is_empty() {
        keys.push(("links", json!(note.links).to_string()));
    }
    if !note.cves.is_empty() {
        keys.push(("cves", json!(note.cves).to_string()));
    }
    if !note.unverified.is_empty() {
        keys.push(("unverified", json!(note.unverified).to_string()));
    }
    object(&keys)
}

pub(crate) fn tombstone_object(tombstone: &Tombstone) -> String {
    object(&[
        ("id", string(tombstone.id.as_str())),
        ("removed_in", string(&tombstone.removed_in)),
        ("why", string(&tombstone.why)),
    ])
}

fn vector_object(vector: &Vector) -> String {
    let mut keys = vec![
        ("id", string(vector.id.as_str())),
        input_key(vector),
        ("comment", string(&vector.comment)),
        ("flags", strings(&vector.flags)),
        ("refs", strings(&vector.refs)),
    ];
    keys.extend(vector.found.as_ref().map(|found| ("found", found_object(found))));
    keys.extend(expectation_keys(vector));
    object(&keys)
}

fn found_object(found: &Found) -> String {
    object(&[
        ("by", string(&found.by)),
        ("sha256", string(&found.sha256)),
        ("bytes", found.bytes.to_string()),
    ])
}

fn input_key(vector: &Vector) -> (&'static str, String) {
    match &vector.input {
        Input::Bytes(bytes) => ("bytes", string(&hex::encode(bytes))),
        Input::Calls(script) => ("calls", string(&script.to_string())),
    }
}

fn expectation_keys(vector: &Vector) -> Vec<(&'static str, String)> {
    let expectation = |expectation| expectation_object(&vector.input, expectation);
    let mut keys = vec![("rfc3629", expectation(&vector.rfc3629))];
    if !vector.also.is_empty() {
        let mut also: Vec<_> =
            vector.also.iter().map(|(profile, other)| (profile.name(), expectation(other))).collect();
        also.sort();
        keys.push(("also", object(&also)));
    }
    keys
}

fn expectation_object(input: &Input, expectation: &Expectation) -> String {
    match (expectation, input) {
        (Expectation::Unspecified(question), _) => object(&[("unspecified", string(question.name()))]),
        (Expectation::Specified(readings), Input::Bytes(_)) => readings.iter().map(reading_object).collect(),
        (Expectation::Specified(readings), Input::Calls(_)) => {
            let segments: Vec<String> = readings.iter().map(reading_object).collect();
            object(&[("segments", format!("[{}]", segments.join(",")))])
        }
    }
}

fn reading_object(reading: &Reading) -> String {
    let errors: Vec<String> = reading
        .errors
        .iter()
        .map(|error| format!("[{},{},\"{}\"]", error.at, error.len, error.kind))
        .collect();
    let text: Vec<String> = reading.text.iter().map(|code| code_point(*code)).collect();
    let mut keys = vec![
        ("well_formed", reading.well_formed().to_string()),
        ("errors", format!("[{}]", errors.join(","))),
        ("text", strings(&text)),
    ];
    if reading.pending > 0 {
        keys.push(("pending", reading.pending.to_string()));
    }
    object(&keys)
}

pub(crate) fn object(keys: &[(&str, String)]) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", keys.join(","))
}

pub(crate) fn string(text: &str) -> String {
    Value::from(text).to_string()
}

pub(crate) fn strings(list: &[String]) -> String {
    json!(list).to_string()
}
