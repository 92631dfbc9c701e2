//! The report of a search.

use crate::record::file_heading;
use crate::record::run_record::AdapterNote;
use crate::search::black_box::FuzzFinding;
use illformed_inputs::LONGEST;
use serde::{Deserialize, Serialize};

const KIND: &str = "illformed-fuzz";
const SCHEMA: u32 = 2;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzRecord {
    pub kind: String,
    pub schema: u32,
    pub seed: u64,
    /// Whether the inputs were given, and the seed has no part in it.
    #[serde(skip)]
    pub is_given: bool,
    /// The longest input in bytes.
    pub max_len: usize,
    /// Whether inputs become longer the more are asked, since no limit was given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub max_len_grows: bool,
    /// The words of the command line that make its limits, without what is so by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Whether it was not interrupted.
    pub complete: bool,
    /// The decoders that were asked, in the order of their adapters.
    pub decoders: Vec<FuzzedDecoder>,
    /// Adapters whose decoders are not on this machine.
    pub absent: Vec<AdapterNote>,
    /// Adapters that cannot be talked to.
    pub broken: Vec<AdapterNote>,
    /// Inputs that the oracles of this program read differently: findings against ourselves.
    pub oracles_disagree: Vec<String>,
}

impl FuzzRecord {
    pub fn begun(seed: u64, max_len: Option<usize>) -> Self {
        let max_len_grows = max_len.is_none();
        let max_len = max_len.unwrap_or(LONGEST);
        Self { kind: KIND.to_owned(), schema: SCHEMA, seed, max_len, max_len_grows, ..Self::default() }
    }

    /// The record that `text` writes. Fails, in words, if the text was cut, is no report of a search of decoders (that of
    /// targets and engines is another), or has another version.
    pub fn from_json(text: &str) -> Result<Self, String> {
        file_heading::check(text, KIND, SCHEMA)?;
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Whether every adapter was asked and none has a decoder of the name that was typed.
    pub fn has_no_such_decoder(&self) -> bool {
        self.complete && self.decoders.is_empty() && self.absent.is_empty() && self.broken.is_empty()
    }

    /// Why the search does not end with 0, each reason with its exit code; the first decides.
    pub fn exit_reasons(&self) -> Vec<(u8, &'static str)> {
        if !self.oracles_disagree.is_empty() {
            return vec![(4, "the oracles of this program disagree, see above: that is our own fault")];
        }
        let is_broken =
            !self.broken.is_empty() || self.decoders.iter().any(|decoder| decoder.gave_up.is_some());
        let is_found = self.decoders.iter().any(|decoder| !decoder.findings.is_empty());
        let is_judged = self.decoders.iter().any(|decoder| decoder.executions > decoder.unjudged);
        let reasons = [
            (!self.complete, 3, "interrupted: not everything was asked"),
            (is_broken, 3, "an adapter could not be judged to the end, see above"),
            (!is_judged, 4, "nothing was judged: no answer could be held to a claim"),
            (is_found, 1, "a decoder failed its claim, see above"),
        ];
        reasons.into_iter().filter(|(applies, ..)| *applies).map(|(_, code, why)| (code, why)).collect()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzedDecoder {
    /// `<adapter>/<decoder>`.
    pub decoder: String,
    pub implementation: String,
    pub version: String,
    /// What it promises, in a few words.
    pub claim: String,
    /// The profile of the claim, or `none`: then nothing is judged.
    pub profile: String,
    /// The words of `illformed fuzz` that bring its adapter in, if the user gave a command.
    pub command: Vec<String>,
    /// How many inputs it was asked, without those of shrinking.
    pub executions: u64,
    /// How many of them were not judged, since the standard or the adapter does not say.
    pub unjudged: u64,
    pub failing: u64,
    /// The number of the first that failed, from 1.
    pub first_failing: Option<u64>,
    /// How many failed and belong to no finding: there were many findings already, or more of one kind than time was for.
    pub unsorted: u64,
    /// How many inputs were asked to shrink others.
    pub shrinking: u64,
    pub milliseconds: u64,
    /// Why it was not asked all, if so.
    pub gave_up: Option<String>,
    /// One for each fault: what always fails comes first, what did not fail again last, and else what was found first.
    pub findings: Vec<FuzzFinding>,
}

impl FuzzedDecoder {
    /// Inputs a second, those of shrinking too.
    pub fn executions_per_second(&self) -> u64 {
        (self.executions + self.shrinking).saturating_mul(1000) / self.milliseconds.max(1)
    }
}
