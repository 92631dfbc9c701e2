//! The record of a run. Its JSON is an interface: `schema` changes when the meaning of anything in it does.

use crate::record::as_text;
use crate::record::digest::Fnv1a;
use crate::record::run::AskedAgain;
use crate::record::run_record::{
    Asked, BaselineRecord, Certificate, Outcomes, Platform, SweptRecord, Tally, cases,
};
use illformed_judge::case::{CaseId, Recipe};
use illformed_judge::cause::Severity;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Replacement;
use illformed_vectors::{Input, VectorId};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::mem;

pub(super) const KIND: &str = "illformed-run";

pub(super) const SCHEMA: u32 = 6;

/// A run, whole. `footer` is written last: a record without it is a torn one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    pub kind: String,
    pub schema: u32,
    pub tool: Tool,
    pub platform: Platform,
    /// When it began, in seconds since 1970, and how long it took, in milliseconds. Nothing else in a record depends on
    /// the clock.
    pub began_at: u64,
    /// See `began_at`.
    pub took_ms: u64,
    pub suite: SuiteRecord,
    /// What the user selected, as words of the command line.
    pub selection: Vec<String>,
    /// In a survey of other people's decoders the implementation whose failures alone make the run fail, but for what is
    /// not as a baseline says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey_of_all_but: Option<String>,
    /// The least severity that makes the run fail.
    #[serde(default = "least_severity", skip_serializing_if = "is_least")]
    pub fail_on: Severity,
    pub vectors: Vec<VectorRecord>,
    /// The cases, in the order in which they were asked: those of a vector stand together. In JSON there is one entry a
    /// vector: its number, and its recipes with a space between, `-` for the vector itself.
    #[serde(with = "cases")]
    pub cases: Vec<CaseRecord>,
    pub decoders: Vec<DecoderRecord>,
    /// Adapters that cannot be asked, since their runtime is missing on this machine.
    pub absent: Vec<AdapterNote>,
    /// Adapters that do not speak the protocol.
    pub broken: Vec<AdapterNote>,
    /// Baselines to which no decoder was held, and why: as `FILE: DECODER was not asked`, where the user named it, or what in
    /// it, or in another, contradicts it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missed_baselines: Vec<String>,
    pub footer: Footer,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteRecord {
    pub name: String,
    /// SHA-256 of its files in canonical form, in order, as hex; empty if it was not computed.
    pub digest: String,
    pub groups: Vec<GroupRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRecord {
    pub name: String,
    pub about: String,
    /// Whether its vectors are the tests of a complete suite: a single fault fails many of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub complete: bool,
}

/// Everything that is wrong makes a run fail, unless the user says otherwise.
pub(super) const fn least_severity() -> Severity {
    Severity::Imprecise
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_least(severity: &Severity) -> bool {
    *severity == least_severity()
}

/// A vector, as far as reports show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorRecord {
    pub id: VectorId,
    /// Written as the hex of its bytes, or as `calls ` and the script of calls.
    #[serde(with = "as_text")]
    pub input: Input,
    pub comment: String,
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseRecord {
    /// The number of its vector in the record.
    pub vector: usize,
    /// How it is derived; `None` for the vector itself.
    pub recipe: Option<Recipe>,
}

impl CaseRecord {
    /// Whether it has bytes beside its vector's, see [`Recipe::brings_bytes`].
    pub fn brings_bytes(&self) -> bool {
        self.recipe.is_some_and(|recipe| recipe.brings_bytes())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderRecord {
    pub adapter: String,
    /// The words of `illformed run` that bring its adapter in, if the user gave a command: `--` and the command line,
    /// or `--command` with its text and flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    pub decoder: String,
    pub implementation: String,
    pub version: String,
    pub api: String,
    pub claim: Claim,
    /// How it was seen to replace errors, if it does and shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Replacement>,
    /// How much of well-formed and of ill-formed input it answered.
    pub asked: Asked,
    pub by_claim: Outcomes,
    /// Judged by RFC 3629; left out when that is what it claims, without reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_rfc3629: Option<Outcomes>,
    /// What it showed when it was asked again in fresh processes, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_again: Option<AskedAgain>,
    /// The families of inputs that it was asked besides, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swept: Option<SweptRecord>,
    /// What its answers prove, and what they do not cover; none if it claims no profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineRecord>,
    /// The end of what its adapter wrote to standard error, if anything; it is not judged.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub diagnostics: String,
}

/// The options that say how is asked; others leave out decoders or cases, or bring another suite.
const SETTINGS: [&str; 7] =
    ["--deep", "--guard", "--max-memory", "--repeat", "--resolve", "--sweep", "--timeout"];

impl RunRecord {
    /// Whether the user selected what is asked, so that not all is.
    pub fn is_part(&self) -> bool {
        let flag = |words: &String| words.split(' ').next().is_some_and(|flag| !SETTINGS.contains(&flag));
        self.selection.iter().any(flag)
    }

    /// The id of the case of that number, which is in the record.
    pub fn case_id(&self, case: usize) -> String {
        let CaseRecord { vector, recipe } = self.cases[case];
        CaseId { vector: self.vectors[vector].id.clone(), recipe }.to_string()
    }

    pub fn group(&self, case: usize) -> &str {
        self.vectors[self.cases[case].vector].id.group()
    }

    /// The input of that case as it was sent; that of its vector where the recipe does not apply to it.
    pub fn input(&self, case: usize) -> Cow<'_, Input> {
        let CaseRecord { vector, recipe } = self.cases[case];
        let input = &self.vectors[vector].input;
        let derived = recipe.and_then(|recipe| recipe.apply(input));
        derived.map_or(Cow::Borrowed(input), Cow::Owned)
    }

    /// The ids of all cases, each with that of its vector.
    pub fn case_ids(&self) -> impl Iterator<Item = (String, &str)> {
        (0..self.cases.len())
            .map(|case| (self.case_id(case), self.vectors[self.cases[case].vector].id.as_str()))
    }

    pub fn vector_ids(&self) -> impl Iterator<Item = &str> {
        self.vectors.iter().map(|vector| vector.id.as_str())
    }

    /// The digest that belongs into its footer.
    pub(super) fn digest(&mut self) -> String {
        let digest = mem::take(&mut self.footer.digest);
        let (began_at, took_ms) = (mem::take(&mut self.began_at), mem::take(&mut self.took_ms));
        let mut hash = Fnv1a::default();
        // A record has string keys and no number that JSON cannot hold, so this does not fail. Of a survey it is long text,
        // which is nowhere kept.
        let _ = serde_json::to_writer(&mut hash, self);
        (self.footer.digest, self.began_at, self.took_ms) = (digest, began_at, took_ms);
        format!("{:016x}", hash.0)
    }
}

impl DecoderRecord {
    pub fn name(&self) -> String {
        format!("{}/{}", self.adapter, self.decoder)
    }

    pub fn rfc3629_outcomes(&self) -> &Outcomes {
        self.by_rfc3629.as_ref().unwrap_or(&self.by_claim)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdapterNote {
    pub adapter: String,
    pub why: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// Whether everything was asked that should be; not so after an interrupt.
    pub complete: bool,
    pub decoders: usize,
    pub implementations: usize,
    pub cases: usize,
    /// The verdicts on all claims.
    pub tally: Tally,
    /// All exit codes that applied, the one that was used first.
    pub exit_codes: Vec<u8>,
    /// A digest that shows changes: FNV-1a of 64 bits, as 16 hex digits, over the record as compact JSON in which this
    /// is empty and both times are 0.
    pub digest: String,
}
