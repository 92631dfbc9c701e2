//! The files of the kinds beside `decode`.

use crate::detect::DetectVector;
use crate::encode::EncodeVector;
use crate::error::LoadError;
use crate::file::VectorKind;
use crate::id::VectorId;
use crate::label::LabelVector;
use crate::notation::FileKind;
use crate::strict_json::parse;
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

/// The vectors of each kind; each is a suite of its own, whose flags are its own.
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    /// Numbers or UTF-16 go in, bytes come out.
    pub encode: Suite<EncodeVector>,
    /// Bytes go in, what they look like comes out.
    pub detect: Suite<DetectVector>,
    /// The name of an encoding goes in, what it names comes out.
    pub label: Suite<LabelVector>,
}

static EMBEDDED_KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let mut kinds = Kinds::default();
    for (name, text) in SOURCES {
        // The tests load the embedded data, so a released crate does not come here.
        kinds.read(name, text).unwrap_or_else(|errors| panic!("embedded vectors: {}", errors[0]));
    }
    kinds
});

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

    /// The name and text of each embedded file.
    pub fn embedded_sources() -> [(&'static str, &'static str); 3] {
        SOURCES
    }

    /// The vectors of the file `name` with that `text`, of whichever kind it says, and none of the others. Fails with
    /// everything that is wrong: one parse error, or else each wrong name, duplicate and undefined flag.
    pub fn from_source(name: &str, text: &str) -> Result<Self, Vec<LoadError>> {
        let mut kinds = Self::default();
        kinds.read(name, text)?;
        Ok(kinds)
    }

    fn read(&mut self, name: &str, text: &str) -> Result<(), Vec<LoadError>> {
        #[derive(Deserialize)]
        struct Named {
            kind: String,
        }
        let named: Named = parse(name, text).map_err(|error| vec![error])?;
        match named.kind.as_str() {
            EncodeVector::KIND => self.encode = Suite::from_sources([(name, text)])?,
            DetectVector::KIND => self.detect = Suite::from_sources([(name, text)])?,
            LabelVector::KIND => self.label = Suite::from_sources([(name, text)])?,
            other => {
                let reason = format!("unknown kind `{other}`, expected encode, detect or label");
                return Err(vec![LoadError::at(name, text, "/kind", reason)]);
            }
        }
        Ok(())
    }

    /// The ids of all vectors, kind by kind.
    pub fn ids(&self) -> impl Iterator<Item = &VectorId> {
        let encode = self.encode.vectors().map(VectorKind::id);
        let detect = self.detect.vectors().map(VectorKind::id);
        encode.chain(detect).chain(self.label.vectors().map(VectorKind::id))
    }

    /// The text of each file in canonical form.
    pub fn to_canonical(&self) -> Vec<String> {
        [self.encode.to_canonical(), self.detect.to_canonical(), self.label.to_canonical()].concat()
    }
}
