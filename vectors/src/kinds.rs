//! The files of the kinds beside `decode`.

use crate::detect::DetectVector;
use crate::encode::EncodeVector;
use crate::error::LoadError;
use crate::file::VectorKind;
use crate::id::VectorId;
use crate::label::LabelVector;
use crate::notation::FileKind;
use crate::strict_json::{line_of, parse};
use crate::suite::Suite;
use serde::Deserialize;
use std::sync::LazyLock;

/// Makes a type with these four fields a kind of vector; the last is what else has to hold of one.
macro_rules! vector_kind {
    ($type:ty, $kind:literal, |$vector:ident| $check:expr) => {
        impl $crate::notation::FileKind for $type {
            const KIND: &'static str = $kind;
        }

        impl $crate::file::VectorKind for $type {
            fn id(&self) -> &$crate::id::VectorId {
                &self.id
            }

            fn comment(&self) -> &str {
                &self.comment
            }

            fn flags(&self) -> &[String] {
                &self.flags
            }

            fn refs(&self) -> &[String] {
                &self.refs
            }

            fn check(&self) -> Result<(), String> {
                let $vector = self;
                $check
            }
        }
    };
}
pub(crate) use vector_kind;

const SOURCES: [(&str, &str); 3] = [
    ("encode.json", include_str!("../encode.json")),
    ("detect.json", include_str!("../detect.json")),
    ("label.json", include_str!("../label.json")),
];

/// A file of each kind; each is a suite of its own, whose flags are its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinds {
    /// Numbers or UTF-16 go in, bytes come out.
    pub encode: Suite<EncodeVector>,
    /// Bytes go in, what they look like comes out.
    pub detect: Suite<DetectVector>,
    /// The name of an encoding goes in, what it names comes out.
    pub label: Suite<LabelVector>,
}

static EMBEDDED_KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let [encode, detect, label] = SOURCES;
    Kinds { encode: read(encode), detect: read(detect), label: read(label) }
});

fn read<V: VectorKind>(source: (&str, &str)) -> Suite<V> {
    Suite::load([source]).unwrap_or_else(|errors| {
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
        let encode = self.encode.vectors().map(VectorKind::id);
        let detect = self.detect.vectors().map(VectorKind::id);
        encode.chain(detect).chain(self.label.vectors().map(VectorKind::id))
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
    Encode(Suite<EncodeVector>),
    /// Of `detect`.
    Detect(Suite<DetectVector>),
    /// Of `label`.
    Label(Suite<LabelVector>),
}

impl KindFile {
    /// The file `name` with that `text`, by the kind that it says. Fails with everything that is wrong: one parse error, or
    /// else each wrong name, duplicate and undefined flag.
    pub fn from_source(name: &str, text: &str) -> Result<Self, Vec<LoadError>> {
        #[derive(Deserialize)]
        struct Named {
            kind: String,
        }
        let named: Named = parse(name, text).map_err(|error| vec![error])?;
        match named.kind.as_str() {
            EncodeVector::KIND => Suite::load([(name, text)]).map(Self::Encode),
            DetectVector::KIND => Suite::load([(name, text)]).map(Self::Detect),
            LabelVector::KIND => Suite::load([(name, text)]).map(Self::Label),
            other => {
                let reason = format!("unknown kind `{other}`, expected encode, detect or label");
                Err(vec![LoadError::new(name, line_of(text, "\"kind\""), "/kind".to_owned(), reason)])
            }
        }
    }

    /// How many vectors are in it.
    pub fn number_of_tests(&self) -> usize {
        match self {
            Self::Encode(suite) => suite.vectors().count(),
            Self::Detect(suite) => suite.vectors().count(),
            Self::Label(suite) => suite.vectors().count(),
        }
    }

    /// The file's text in canonical form.
    pub fn to_canonical(&self) -> String {
        match self {
            Self::Encode(suite) => suite.to_canonical().concat(),
            Self::Detect(suite) => suite.to_canonical().concat(),
            Self::Label(suite) => suite.to_canonical().concat(),
        }
    }
}
