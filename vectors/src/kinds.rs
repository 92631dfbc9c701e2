//! The files of the kinds beside `decode`.

use crate::case_file::{CaseFile, CaseVector};
use crate::detect::DetectVector;
use crate::encode::EncodeVector;
use crate::error::{LoadError, Place};
use crate::id::VectorId;
use crate::label::LabelVector;
use crate::strict_json::{line_of, parse};
use serde::Deserialize;
use std::sync::LazyLock;

const SOURCES: [(&str, &str); 3] = [
    ("encode.json", include_str!("../encode.json")),
    ("detect.json", include_str!("../detect.json")),
    ("label.json", include_str!("../label.json")),
];

/// A file of each kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinds {
    /// Numbers or UTF-16 go in, bytes come out.
    pub encode: CaseFile<EncodeVector>,
    /// Bytes go in, what they look like comes out.
    pub detect: CaseFile<DetectVector>,
    /// The name of an encoding goes in, what it names comes out.
    pub label: CaseFile<LabelVector>,
}

static EMBEDDED_KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let [encode, detect, label] = SOURCES;
    Kinds { encode: read(encode), detect: read(detect), label: read(label) }
});

fn read<V: CaseVector>((name, text): (&str, &str)) -> CaseFile<V> {
    CaseFile::from_source(name, text).unwrap_or_else(|errors| {
        // The tests load the embedded data, so a released crate does not come here.
        panic!("embedded vectors: {}", errors[0])
    })
}

impl Kinds {
    /// The vectors that come with this crate.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::{EncodeInput, Kinds};
    ///
    /// let vector = Kinds::embedded().encode.vector("encode/euro-sign").unwrap();
    /// assert_eq!(vector.input, EncodeInput::Codes(vec![0x20AC]));
    /// ```
    pub fn embedded() -> &'static Self {
        &EMBEDDED_KINDS
    }

    /// The ids of all vectors, kind by kind.
    pub fn ids(&self) -> impl Iterator<Item = &VectorId> {
        let encode = self.encode.vectors.iter().map(CaseVector::id);
        let detect = self.detect.vectors.iter().map(CaseVector::id);
        encode.chain(detect).chain(self.label.vectors.iter().map(CaseVector::id))
    }

    /// The name and text of each embedded file.
    pub fn embedded_sources() -> [(&'static str, &'static str); 3] {
        SOURCES
    }
}

/// A file of one of these kinds, whichever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindFile {
    /// Of `encode`.
    Encode(CaseFile<EncodeVector>),
    /// Of `detect`.
    Detect(CaseFile<DetectVector>),
    /// Of `label`.
    Label(CaseFile<LabelVector>),
}

impl KindFile {
    /// The file `name` with that `text`, by the kind that it says. Fails as [`CaseFile::from_source`].
    pub fn from_source(name: &str, text: &str) -> Result<Self, Vec<LoadError>> {
        #[derive(Deserialize)]
        struct Named {
            kind: String,
        }
        let named: Named = parse(name, text).map_err(|error| vec![error])?;
        match named.kind.as_str() {
            EncodeVector::KIND => CaseFile::from_source(name, text).map(Self::Encode),
            DetectVector::KIND => CaseFile::from_source(name, text).map(Self::Detect),
            LabelVector::KIND => CaseFile::from_source(name, text).map(Self::Label),
            other => {
                let reason = format!("unknown kind `{other}`, expected encode, detect or label");
                Err(vec![LoadError::new(name, line_of(text, "\"kind\""), "/kind".to_owned(), reason)])
            }
        }
    }

    /// How many vectors are in it.
    #[expect(clippy::len_without_is_empty, reason = "a count of vectors, not a container")]
    pub fn len(&self) -> usize {
        match self {
            Self::Encode(file) => file.vectors.len(),
            Self::Detect(file) => file.vectors.len(),
            Self::Label(file) => file.vectors.len(),
        }
    }

    /// The digest that stands in the file.
    pub fn digest(&self) -> Option<&str> {
        match self {
            Self::Encode(file) => file.digest.as_deref(),
            Self::Detect(file) => file.digest.as_deref(),
            Self::Label(file) => file.digest.as_deref(),
        }
    }

    /// Sets the digest.
    pub fn set_digest(&mut self, digest: String) {
        *match self {
            Self::Encode(file) => &mut file.digest,
            Self::Detect(file) => &mut file.digest,
            Self::Label(file) => &mut file.digest,
        } = Some(digest);
    }

    /// What the digest is the SHA-256 of: see [`CaseFile::digested`].
    pub fn digested(&self) -> String {
        match self {
            Self::Encode(file) => file.digested(),
            Self::Detect(file) => file.digested(),
            Self::Label(file) => file.digested(),
        }
    }

    /// Where `key` of the envelope stands.
    pub fn place_of_key(&self, key: &str) -> Place {
        match self {
            Self::Encode(file) => file.place_of_key(key),
            Self::Detect(file) => file.place_of_key(key),
            Self::Label(file) => file.place_of_key(key),
        }
    }

    /// The file's text in canonical form.
    pub fn to_canonical(&self) -> String {
        match self {
            Self::Encode(file) => file.to_canonical(),
            Self::Detect(file) => file.to_canonical(),
            Self::Label(file) => file.to_canonical(),
        }
    }
}
