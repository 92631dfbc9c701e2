//! A line of a baseline: a case or several, and how they fail.

use crate::record::serialized_as_text::serialized_as_text;
use illformed_judge::case::{CaseId, Recipe};
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// What is accepted of a decoder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an entry object")]
pub struct Entry {
    /// The case, or all cases of one vector that one kind of recipe makes.
    pub case: CasePattern,
    /// The profile under which it fails, or `none` for a decoder that claims none and is held to RFC 3629.
    pub profile: String,
    pub verdict: VerdictKind,
    /// What the decoder gives, as a record has it; of a pattern all that it gives, sorted; or `*` alone for whatever it is.
    #[serde(deserialize_with = "one_or_more", serialize_with = "one_alone")]
    pub observed: Vec<String>,
    /// The id of the reason why this is accepted.
    pub why: String,
}

/// What stands for any observation, of an answer that differs from run to run.
pub const ANY: &str = "*";

impl Entry {
    /// What entries are sorted by.
    pub(super) fn place(&self) -> (String, &'static str) {
        (self.case.to_string(), self.verdict.name())
    }

    /// Whether what it lists is among others `observed`, under that profile and by that verdict.
    pub fn lists(&self, profile: &str, verdict: VerdictKind, observed: &str) -> bool {
        let listed = |one: &String| one == observed || one == ANY;
        self.profile == profile && self.verdict == verdict && self.observed.iter().any(listed)
    }
}

/// One case, or all cases of one vector that one kind of recipe makes: `overlong/nul-two-bytes@split=*`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CasePattern {
    One(CaseId),
    /// All cases of a vector whose recipe begins with the word and `=`, but for those that come in chunks: many decoders
    /// cannot be asked them.
    Every(VectorId, &'static str),
}

impl CasePattern {
    pub fn vector(&self) -> &VectorId {
        match self {
            Self::One(id) => &id.vector,
            Self::Every(vector, _) => vector,
        }
    }

    /// Whether it covers the case that `recipe` makes of its vector; empty for the vector itself.
    pub fn covers(&self, recipe: &str) -> bool {
        match self {
            Self::One(CaseId { recipe: None, .. }) => recipe.is_empty(),
            Self::One(CaseId { recipe: Some(one), .. }) => one.to_string() == recipe,
            Self::Every(_, kind) => {
                !comes_in_chunks(recipe)
                    && recipe.strip_prefix(kind).is_some_and(|rest| rest.starts_with('='))
            }
        }
    }

    /// Whether some case is covered by both.
    pub fn overlaps(&self, other: &Self) -> bool {
        let recipe = |id: &CaseId| id.recipe.map_or_else(String::new, |recipe| recipe.to_string());
        self.vector() == other.vector()
            && match (self, other) {
                (one, Self::One(id)) | (Self::One(id), one) => one.covers(&recipe(id)),
                (Self::Every(_, one), Self::Every(_, other)) => one == other,
            }
    }

    /// The case that `recipe` makes of `vector`, or the vector itself if that is empty; none if there is no such recipe.
    pub fn one(vector: &VectorId, recipe: &str) -> Option<Self> {
        let recipe = if recipe.is_empty() { None } else { Some(recipe.parse().ok()?) };
        Some(Self::One(CaseId { vector: vector.clone(), recipe }))
    }

    /// The pattern of all cases of `vector` that are made as by `recipe`, if there can be more than one.
    pub fn every(vector: &VectorId, recipe: &str) -> Option<Self> {
        let (word, _) = recipe.split_once('=').filter(|_| !comes_in_chunks(recipe))?;
        let kind = Recipe::KINDS.into_iter().find(|kind| *kind == word)?;
        Some(Self::Every(vector.clone(), kind))
    }
}

/// Whether a recipe says how long the chunks are, beside what they hold.
fn comes_in_chunks(recipe: &str) -> bool {
    recipe.contains(",chunk=")
}

impl fmt::Display for CasePattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(id) => id.fmt(formatter),
            Self::Every(vector, kind) => write!(formatter, "{vector}@{kind}=*"),
        }
    }
}

impl FromStr for CasePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pattern =
            text.split_once('@').and_then(|(vector, recipe)| Some((vector, recipe.strip_suffix("=*")?)));
        let Some((vector, word)) = pattern else {
            return text.parse().map(Self::One);
        };
        let kind = Recipe::KINDS.into_iter().find(|kind| *kind == word).ok_or_else(|| {
            format!(
                "unknown recipe `{word}=*`, expected {}",
                Recipe::KINDS.map(|kind| format!("{kind}=*")).join(", ")
            )
        })?;
        Ok(Self::Every(VectorId::new(vector)?, kind))
    }
}

serialized_as_text!(CasePattern);

pub(super) fn one_or_more<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de> + Ord,
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "an observation, or a list of them")]
    enum Observed<T> {
        One(T),
        More(Vec<T>),
    }
    match Observed::deserialize(deserializer)? {
        Observed::One(one) => Ok(vec![one]),
        Observed::More(more) if more.len() > 1 && more.is_sorted_by(|one, next| one < next) => Ok(more),
        Observed::More(_) => {
            Err(de::Error::custom("a list of observations has two at least, sorted, each once"))
        }
    }
}

pub(super) fn one_alone<T: Serialize, S: Serializer>(
    observed: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match observed {
        [one] => one.serialize(serializer),
        more => more.serialize(serializer),
    }
}

#[cfg(test)]
mod tests {
    use super::{CasePattern, Entry};

    #[test]
    fn a_pattern_covers_what_its_kind_of_recipe_makes() {
        let table = [
            ("a/b", "", true),
            ("a/b", "split=1", false),
            ("a/b@split=1", "split=1", true),
            ("a/b@split=1", "split=11", false),
            ("a/b@split=*", "split=11", true),
            ("a/b@split=*", "splits=1+2", false),
            ("a/b@split=*", "", false),
            ("a/b@at=*", "at=3,fill=61,tail=0", true),
            ("a/b@times=*", "times=3,end=e282", true),
            ("a/b@times=*", "times=3,end=e282,chunk=2", false),
            ("a/b@uses=*", "uses=3,then=c080", true),
            ("a/b@then=*", "uses=3,then=c080", false),
            ("a/b@surrogate=*", "surrogates=d800", false),
        ];
        for (pattern, recipe, covers) in table {
            let parsed: CasePattern = pattern.parse().unwrap();
            assert_eq!(parsed.covers(recipe), covers, "{pattern} {recipe}");
            assert_eq!(parsed.to_string(), pattern);
        }
        for bad in ["a/b@*", "a/b@bytes=*", "a/*", "a/b@split=*x", "@split=*", "a/*@split=*"] {
            assert!(bad.parse::<CasePattern>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_entry_is_written_as_it_is_read() {
        for observed in [r#""reject@1""#, r#"["accept 00","accept 01"]"#] {
            let text = format!(
                r#"{{"case":"a/b@split=*","profile":"rfc3629","verdict":"fail","observed":{observed},"why":"x"}}"#
            );
            let entry: Entry = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&entry).unwrap(), text);
        }
        for observed in [r#"["a"]"#, "[]", r#"["b","a"]"#, r#"["a","a"]"#, "1"] {
            let text = format!(
                r#"{{"case":"a/b","profile":"rfc3629","verdict":"fail","observed":{observed},"why":"x"}}"#
            );
            assert!(serde_json::from_str::<Entry>(&text).is_err(), "{observed}");
        }
    }
}
