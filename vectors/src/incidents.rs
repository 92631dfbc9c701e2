//! What went wrong in the field, and the vectors that replay it.

use crate::cve::{Cve, UnverifiedCve};
use crate::id::VectorId;
use crate::name::named_enum;
use crate::notation::{present, schema, the_kind};
use crate::pattern::VectorPattern;
use crate::strict_json::parse;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::LazyLock;

const EMBEDDED: &str = include_str!("../incidents.json");

/// Attacks, advisories and bugs of decoders. Serialized it is the file again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a file of incidents: one JSON object")]
pub struct IncidentFile {
    #[serde(deserialize_with = "kind")]
    kind: String,
    #[serde(deserialize_with = "schema")]
    schema: u32,
    suite: String,
    about: String,
    incidents: Vec<Incident>,
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    the_kind("incidents", deserializer)
}

/// Something that went wrong in the field.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an incident object")]
pub struct Incident {
    /// Its number, from 1; never used for anything else.
    pub number: usize,
    /// What it is known for.
    pub class: IncidentClass,
    /// Which program.
    pub place: String,
    /// The year or years, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub when: Option<String>,
    /// What was wrong, and what came of it.
    pub effect: String,
    /// What was read of it, and what of it is not sure.
    pub source: String,
    /// How sure it is.
    pub confidence: Confidence,
    /// Addresses that tell more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// CVE numbers that were read at a source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cves: Vec<Cve>,
    /// CVE numbers that were not; they are never shown without that word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unverified: Vec<UnverifiedCve>,
    /// The vectors that replay it.
    pub vectors: Vec<VectorPattern>,
    /// Why nothing replays it, or not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub open: Option<String>,
    /// What it takes to see it beyond bytes and the answer to them; empty if these are enough, as far as the source tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// The version or date that fixed it, where a source says so.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub fixed: Option<String>,
}

named_enum! {
    /// What an incident is known for.
    pub enum IncidentClass {
        /// An attack, an advisory, or a bug with an effect in the field.
        Incident = "incident",
        /// A bug that one decoder was named for.
        Regression = "regression",
    }
}

named_enum! {
    /// How sure something is.
    pub enum Confidence {
        /// It was read at its source.
        Read = "read",
        /// It is named from memory. It is shown as such and never as a fact.
        Unverified = "unverified",
    }
}

named_enum! {
    /// What it takes to see an incident, beyond bytes and the answer to them. An incident lists them in this order.
    pub enum Need {
        /// The input lies at a certain place in memory: before a page that cannot be read, or at an alignment.
        Position = "position",
        /// Certain bytes lie before or after the input in memory.
        Neighbour = "neighbour",
        /// The input has a certain total length, or more than a certain length.
        Length = "length",
        /// The output has a certain size.
        Capacity = "capacity",
        /// Certain calls came before, of the same object or of the same function.
        History = "history",
        /// The input comes in several calls, cut at a certain place.
        Split = "split",
        /// The input is in a container: a string of JSON, CBOR or Protobuf, a terminal's input, another encoding.
        Container = "container",
        /// A certain processor, or a path of the code that only it takes.
        Cpu = "cpu",
    }
}

impl Need {
    /// What it means, as a fragment.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Position => "the input at a certain place in memory",
            Self::Neighbour => "certain bytes in memory before or after the input",
            Self::Length => "an input of a certain length",
            Self::Capacity => "an output of a certain size",
            Self::History => "certain calls before this one",
            Self::Split => "input in several calls",
            Self::Container => "a container around the text, such as JSON",
            Self::Cpu => "a certain processor",
        }
    }
}

static EMBEDDED_INCIDENTS: LazyLock<IncidentFile> = LazyLock::new(|| {
    // The tests load the embedded data, so a released crate does not panic here.
    parse("incidents.json", EMBEDDED).unwrap_or_else(|error| panic!("embedded incidents: {error}"))
});

impl IncidentFile {
    /// The incidents that come with this crate, about the embedded suite.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::IncidentFile;
    ///
    /// let incident = &IncidentFile::embedded().incidents()[10];
    /// assert_eq!(incident.cves[0].as_str(), "CVE-2006-2313");
    /// assert_eq!(incident.vectors[0].as_str(), "security/c8-before-quote");
    /// ```
    pub fn embedded() -> &'static Self {
        &EMBEDDED_INCIDENTS
    }

    /// The incidents, by number.
    pub fn incidents(&self) -> &[Incident] {
        &self.incidents
    }

    /// Whether some incident names the vector.
    pub fn names(&self, id: &VectorId) -> bool {
        self.incidents.iter().any(|incident| incident.names(id))
    }
}

impl Incident {
    /// Whether the vector replays it.
    pub fn names(&self, id: &VectorId) -> bool {
        self.vectors.iter().any(|pattern| pattern.matches(id.as_str()))
    }
}
