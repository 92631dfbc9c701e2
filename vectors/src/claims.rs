//! What the sources claim of UTF-8, and what holds each claim.

use crate::error::LoadError;
use crate::kinds::Kinds;
use crate::pattern::VectorPattern;
use crate::strict_json::{line_of, parse};
use crate::suite::Suite;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::path::Path;
use std::sync::LazyLock;

const EMBEDDED: &str = include_str!("../claims.json");

/// The claims of the sources, and where the sources disagree. Serialized it is the file again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a file of claims: one JSON object")]
pub struct ClaimFile {
    kind: Kind,
    schema: Schema,
    suite: String,
    about: String,
    claims: Vec<Claim>,
    contradictions: Vec<Contradiction>,
}

/// Something that a source says of UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a claim object")]
pub struct Claim {
    /// Its number, from 1.
    pub number: usize,
    /// Where it is said; at least one.
    pub sources: Vec<String>,
    /// What is said, in our words.
    pub statement: String,
    /// The vectors that hold it.
    pub vectors: Vec<VectorPattern>,
    /// The tests that hold it, `<file>::<function>`, the file from the root of the repository.
    pub tests: Vec<String>,
    /// Why it is not held, or not in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
}

/// Where sources contradict each other, themselves or their originals.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a contradiction object")]
pub struct Contradiction {
    /// Its number, from 1.
    pub number: usize,
    /// Where it stands; at least one.
    pub sources: Vec<String>,
    /// What they say.
    pub says: String,
    /// What we take for true.
    pub taken: String,
    /// The vectors that hold what we take, if bytes depend on it.
    pub vectors: Vec<VectorPattern>,
    /// The tests that hold it, as those of a claim.
    pub tests: Vec<String>,
}

/// How well a claim is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// By vectors or tests.
    Held,
    /// By some, but not all of it.
    Partly,
    /// By nothing.
    Open,
}

impl Standing {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Partly => "partly",
            Self::Open => "open",
        }
    }
}

impl Claim {
    /// How well it is held.
    pub fn standing(&self) -> Standing {
        match (&self.open, self.vectors.is_empty() && self.tests.is_empty()) {
            (None, _) => Standing::Held,
            (Some(_), false) => Standing::Partly,
            (Some(_), true) => Standing::Open,
        }
    }
}

static EMBEDDED_CLAIMS: LazyLock<ClaimFile> = LazyLock::new(|| {
    ClaimFile::from_source("claims.json", EMBEDDED, Suite::embedded()).unwrap_or_else(|errors| {
        // The tests load the embedded data, so a released crate does not come here.
        panic!("embedded claims: {}", errors[0])
    })
});

impl ClaimFile {
    /// The claims that come with this crate, about the embedded suite.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::ClaimFile;
    ///
    /// let claim = &ClaimFile::embedded().claims()[0];
    /// assert_eq!(claim.statement, "U+0041 is the single byte 41.");
    /// assert_eq!(claim.vectors[0].as_str(), "standard/letter-a");
    /// ```
    pub fn embedded() -> &'static Self {
        &EMBEDDED_CLAIMS
    }

    /// The text of the embedded file.
    pub fn embedded_source() -> &'static str {
        EMBEDDED
    }

    /// The claims in `text`, which is in the file `name`, about `suite` and the vectors of other kinds that come with
    /// this crate.
    ///
    /// Fails with everything that is wrong: one parse error, or else each claim out of order, each that nothing holds
    /// and that is not open, each pattern that names no vector, and each name of a test that is none.
    pub fn from_source(name: &str, text: &str, suite: &Suite) -> Result<Self, Vec<LoadError>> {
        let claims: Self = parse(name, text).map_err(|error| vec![error])?;
        let mut errors = Vec::new();
        if claims.suite != suite.name() {
            let reason = format!("claims of the suite `{}`, not of `{}`", claims.suite, suite.name());
            errors.push(LoadError::new(name, line_of(text, "\"suite\""), "/suite".to_owned(), reason));
        }
        for (index, claim) in claims.claims.iter().enumerate() {
            let mut wrong = reporter(name, text, "claims", index, &claim.statement, &mut errors);
            if claim.open.is_none() && claim.vectors.is_empty() && claim.tests.is_empty() {
                wrong("", "held by nothing, and not open".to_owned());
            }
            check(index, claim.number, &claim.sources, &claim.vectors, &claim.tests, suite, &mut wrong);
        }
        for (index, one) in claims.contradictions.iter().enumerate() {
            let mut wrong = reporter(name, text, "contradictions", index, &one.says, &mut errors);
            check(index, one.number, &one.sources, &one.vectors, &one.tests, suite, &mut wrong);
        }
        if errors.is_empty() { Ok(claims) } else { Err(errors) }
    }

    /// The claims, by number.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The contradictions, by number.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }
}

/// Takes what is wrong with the item at `index` of `list`; `words` stand on its line alone.
fn reporter<'a>(
    name: &'a str,
    text: &'a str,
    list: &'a str,
    index: usize,
    words: &'a str,
    errors: &'a mut Vec<LoadError>,
) -> impl FnMut(&str, String) + 'a {
    move |key, reason| {
        let key = if key.is_empty() { String::new() } else { format!("/{key}") };
        errors.push(LoadError::new(name, line_of(text, words), format!("/{list}/{index}{key}"), reason));
    }
}

fn check(
    index: usize,
    number: usize,
    sources: &[String],
    vectors: &[VectorPattern],
    tests: &[String],
    suite: &Suite,
    wrong: &mut impl FnMut(&str, String),
) {
    if number != index + 1 {
        wrong("number", format!("number {number} where {} should stand", index + 1));
    }
    if sources.is_empty() {
        wrong("sources", "`sources` is empty: say where it is claimed".to_owned());
    }
    let names = |pattern: &VectorPattern| {
        let mut ids = suite.vectors().map(|vector| &vector.id).chain(Kinds::embedded().ids());
        ids.any(|id| pattern.matches(id))
    };
    for pattern in vectors.iter().filter(|pattern| !names(pattern)) {
        wrong("vectors", format!("`{pattern}` names no vector"));
    }
    let is_test = |test: &str| {
        test.split_once("::").is_some_and(|(file, function)| {
            Path::new(file).extension().is_some_and(|extension| extension == "rs") && !function.is_empty()
        })
    };
    for test in tests.iter().filter(|test| !is_test(test)) {
        wrong("tests", format!("`{test}` is no test: expected <file>.rs::<function>"));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind;

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "claims" => Ok(Self),
            other => Err(de::Error::custom(format!("unknown kind `{other}`, expected claims"))),
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("claims")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Schema;

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            1 => Ok(Self),
            other => Err(de::Error::custom(format!("schema {other} is not 1, the one read here"))),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(1)
    }
}
