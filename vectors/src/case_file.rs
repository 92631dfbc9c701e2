//! A file of vectors of another kind than `decode`: the same envelope, other vectors.

use crate::canonical::{block, note_object, object, string, strings, tombstone_object};
use crate::error::{LoadError, Place};
use crate::file::{Note, SCHEMA, Tombstone, digest, schema};
use crate::id::{VectorId, is_kebab};
use crate::strict_json::{line_of, line_of_vector, parse};
use crate::vector::{UniqueKeys, first_duplicate};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;

/// A vector of some kind: what all kinds have.
pub trait CaseVector: DeserializeOwned {
    /// The kind, as the envelope names it.
    const KIND: &'static str;

    /// Its name, for ever.
    fn id(&self) -> &VectorId;

    /// What it is, in words.
    fn comment(&self) -> &str;

    /// Names defined in the file's notes.
    fn flags(&self) -> &[String];

    /// Where the expectation comes from.
    fn refs(&self) -> &[String];

    /// The keys of its input with their canonical JSON, in order.
    fn input_keys(&self) -> Vec<(&'static str, String)>;

    /// The keys of what is expected, likewise.
    fn expectation_keys(&self) -> Vec<(&'static str, String)>;

    /// The vector as it stands on its line of a file in canonical form, without a comma.
    fn to_canonical(&self) -> String {
        let mut keys = vec![("id", string(self.id().as_str()))];
        keys.extend(self.input_keys());
        keys.push(("comment", string(self.comment())));
        keys.push(("flags", strings(self.flags())));
        keys.push(("refs", strings(self.refs())));
        keys.extend(self.expectation_keys());
        object(&keys)
    }
}

/// A file of vectors of one kind. Unlike the files of a suite it stands alone: its flags are its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile<V> {
    /// The name of the suite.
    pub suite: String,
    /// The first part of every id.
    pub group: String,
    /// SHA-256 of the canonical text without the digest's own line, as lower-case hex; as it was read, right or wrong.
    pub digest: Option<String>,
    /// What the vectors are about.
    pub about: String,
    /// The flags, with why somebody should care.
    pub notes: Vec<(String, Note)>,
    /// Ids that were removed.
    pub tombstones: Vec<Tombstone>,
    /// The vectors.
    pub vectors: Vec<V>,
    /// The file's name and text, as they were given to the loader.
    source: (String, String),
}

impl<V: CaseVector> CaseFile<V> {
    /// The file `name` with that `text`. The name ends in `<group>.json`.
    ///
    /// Fails with everything that is wrong: one parse error, or else each wrong name, duplicate and undefined flag.
    pub fn from_source(name: &str, text: &str) -> Result<Self, Vec<LoadError>> {
        let keys: Keys<V> = parse(name, text).map_err(|error| vec![error])?;
        let file = Self {
            suite: keys.suite,
            group: keys.group,
            digest: keys.digest,
            about: keys.about,
            notes: keys.notes.0,
            tombstones: keys.tombstones,
            vectors: keys.vectors,
            source: (name.to_owned(), text.to_owned()),
        };
        let errors = file.check(name, text);
        if errors.is_empty() { Ok(file) } else { Err(errors) }
    }

    /// The file's text in canonical form: as a file of a suite, one vector and one note a line.
    pub fn to_canonical(&self) -> String {
        self.canonical(self.digest.as_deref())
    }

    /// What `digest` is the SHA-256 of: the canonical text without the digest's own line.
    pub fn digested(&self) -> String {
        self.canonical(None)
    }

    /// Where the key `key` of the vector number `index` stands; an empty `key` is the vector itself. The line is that of
    /// the vector's id.
    pub fn place_of_vector(&self, index: usize, key: &str) -> Place {
        let id = self.vectors[index].id();
        let key = if key.is_empty() { String::new() } else { format!("/{key}") };
        let (name, text) = &self.source;
        let line = line_of_vector(text, id.as_str(), 0);
        Place { file: name.clone(), line, pointer: format!("/vectors/{index}{key}") }
    }

    /// Where `key` of the envelope stands.
    pub fn place_of_key(&self, key: &str) -> Place {
        let (name, text) = &self.source;
        let line = line_of(text, &format!("\"{key}\""));
        Place { file: name.clone(), line, pointer: format!("/{key}") }
    }

    fn canonical(&self, digest: Option<&str>) -> String {
        let mut lines = vec![
            "{".to_owned(),
            format!("\"kind\":\"{}\",", V::KIND),
            format!("\"schema\":{SCHEMA},"),
            format!("\"suite\":{},", string(&self.suite)),
            format!("\"group\":{},", string(&self.group)),
        ];
        lines.extend(digest.map(|digest| format!("\"digest\":{},", string(digest))));
        lines.push(format!("\"about\":{},", string(&self.about)));
        let mut notes: Vec<_> = self.notes.iter().collect();
        notes.sort_by_key(|(flag, _)| flag);
        let notes = notes.into_iter().map(|(flag, note)| format!("{}:{}", string(flag), note_object(note)));
        block(&mut lines, "\"notes\":{", notes.collect(), "},");
        if !self.tombstones.is_empty() {
            block(
                &mut lines,
                "\"tombstones\":[",
                self.tombstones.iter().map(tombstone_object).collect(),
                "],",
            );
        }
        block(&mut lines, "\"vectors\":[", self.vectors.iter().map(V::to_canonical).collect(), "]");
        lines.push("}\n".to_owned());
        lines.join("\n")
    }

    /// The vector of that id.
    pub fn vector(&self, id: &str) -> Option<&V> {
        self.vectors.iter().find(|vector| vector.id().as_str() == id)
    }

    fn check(&self, name: &str, text: &str) -> Vec<LoadError> {
        let mut errors = Vec::new();
        let mut wrong = |line: Option<usize>, pointer: String, reason: String| {
            errors.push(LoadError::new(name, line, pointer, reason));
        };
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if self.group != stem {
            let reason = format!("group `{}` in a file named {stem}", self.group);
            wrong(line_of(text, "\"group\""), "/group".to_owned(), reason);
        }
        for (flag, _) in &self.notes {
            let reason = if !is_kebab(flag) {
                format!("`{flag}` is no flag: lower-case letters, digits, single hyphens")
            } else if !self.vectors.iter().any(|vector| vector.flags().contains(flag)) {
                format!("flag `{flag}` is used by no vector")
            } else {
                continue;
            };
            wrong(line_of(text, &format!("\"{flag}\":")), format!("/notes/{flag}"), reason);
        }
        let mut seen: BTreeMap<&VectorId, usize> = BTreeMap::new();
        for (index, vector) in self.vectors.iter().enumerate() {
            let seen = seen.entry(vector.id()).or_default();
            for (key, reason) in self.faults(vector, *seen > 0) {
                let line = line_of_vector(text, vector.id().as_str(), *seen);
                wrong(line, format!("/vectors/{index}/{key}"), reason);
            }
            *seen += 1;
        }
        errors
    }

    /// What is wrong with a vector of this file, by key.
    fn faults(&self, vector: &V, twice: bool) -> Vec<(&'static str, String)> {
        let (id, mut faults) = (vector.id(), Vec::new());
        if twice {
            faults.push(("id", format!("duplicate id `{id}`")));
        }
        if id.group() != self.group {
            faults.push(("id", format!("id `{id}` in group `{}`", self.group)));
        }
        if self.tombstones.iter().any(|tombstone| tombstone.id == *id) {
            faults.push(("id", format!("id `{id}` belonged to a vector that was removed")));
        }
        if vector.refs().is_empty() {
            faults.push(("refs", "`refs` is empty: say where the expectation comes from".to_owned()));
        }
        for (key, list) in [("flags", vector.flags()), ("refs", vector.refs())] {
            if let Some(twice) = first_duplicate(list) {
                faults.push((key, format!("`{twice}` stands twice in `{key}`")));
            }
        }
        for flag in vector.flags().iter().filter(|flag| !self.notes.iter().any(|(note, _)| note == *flag)) {
            faults.push(("flags", format!("flag `{flag}` is not defined in the file's notes")));
        }
        faults
    }
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a file of vectors: one JSON object", bound = "V: CaseVector")]
struct Keys<V> {
    #[serde(rename = "kind")]
    _kind: Kind<V>,
    #[serde(rename = "schema", deserialize_with = "schema")]
    _schema: (),
    suite: String,
    group: String,
    #[serde(default, deserialize_with = "digest")]
    digest: Option<String>,
    about: String,
    notes: UniqueKeys<String, Note>,
    #[serde(default)]
    tombstones: Vec<Tombstone>,
    vectors: Vec<V>,
}

/// The name of the kind that `V` is.
struct Kind<V>(PhantomData<V>);

impl<'de, V: CaseVector> Deserialize<'de> for Kind<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Cow::<str>::deserialize(deserializer)?.as_ref() {
            kind if kind == V::KIND => Ok(Self(PhantomData)),
            other => Err(de::Error::custom(format!("unknown kind `{other}`, expected {}", V::KIND))),
        }
    }
}
