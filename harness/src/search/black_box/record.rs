//! The report of a search.

use crate::record::file_heading;
use illformed_inputs::LONGEST;
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::Input;
use serde::{Deserialize, Serialize};

const KIND: &str = "illformed-fuzz";
const SCHEMA: u32 = 1;

/// A search of several decoders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzRecord {
    pub kind: String,
    pub schema: u32,
    pub seed: u64,
    /// The longest input in bytes.
    pub max_len: usize,
    /// Whether inputs become longer the more are asked, since no limit was given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub max_len_grows: bool,
    /// Whether it was not interrupted.
    pub complete: bool,
    /// The decoders that were asked, in the order of their adapters.
    pub decoders: Vec<FuzzedDecoder>,
    /// Adapters whose decoders are not on this machine.
    pub absent: Vec<UnaskedAdapter>,
    /// Adapters that cannot be talked to.
    pub broken: Vec<UnaskedAdapter>,
    /// Inputs that the oracles of this program read differently: findings against ourselves.
    pub oracles_disagree: Vec<String>,
}

impl FuzzRecord {
    /// A record in which nothing stands yet.
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
}

impl FuzzRecord {
    /// Whether every adapter was asked and none has a decoder of the name that was typed.
    pub fn has_no_such_decoder(&self) -> bool {
        self.complete && self.decoders.is_empty() && self.absent.is_empty() && self.broken.is_empty()
    }

    /// Why the search does not end with 0, each reason with its exit code; the first decides.
    pub fn exit_reasons(&self) -> Vec<(u8, &'static str)> {
        if !self.oracles_disagree.is_empty() {
            return vec![(4, "the oracles of this program disagree, see above: that is our own fault")];
        }
        if self.decoders.iter().all(|decoder| decoder.executions <= decoder.unjudged) {
            return vec![(4, "nothing was judged: no decoder answered anything")];
        }
        let is_broken =
            !self.broken.is_empty() || self.decoders.iter().any(|decoder| decoder.gave_up.is_some());
        let is_found = self.decoders.iter().any(|decoder| !decoder.findings.is_empty());
        let reasons = [
            (!self.complete, 3, "interrupted: not everything was asked"),
            (is_broken, 3, "an adapter could not be judged to the end, see above"),
            (is_found, 1, "a decoder failed its claim, see above"),
        ];
        reasons.into_iter().filter(|(applies, ..)| *applies).map(|(_, code, why)| (code, why)).collect()
    }
}

/// An adapter that was not asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnaskedAdapter {
    pub adapter: String,
    pub why: String,
}

/// The search of one decoder.
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
    /// Milliseconds that all of it took.
    pub milliseconds: u64,
    /// Why it was not asked all, if so.
    pub gave_up: Option<String>,
    /// One for each fault, in the order in which they were found.
    pub findings: Vec<FuzzFinding>,
}

impl FuzzFinding {
    /// The input, or why what stands there is none.
    pub fn input(&self) -> Result<Input, String> {
        if self.calls {
            return self.input.parse().map(Input::Calls).map_err(|error| format!("{}: {error}", self.input));
        }
        const_hex::decode(&self.input).map(Input::Bytes).map_err(|error| format!("{}: {error}", self.input))
    }

    /// The bytes of the input that was found first, or those of its script's text.
    pub fn artifact(&self) -> Vec<u8> {
        match (self.calls, const_hex::decode(&self.found_in)) {
            (false, Ok(bytes)) => bytes,
            _ => self.found_in.clone().into_bytes(),
        }
    }
}

impl FuzzedDecoder {
    /// Inputs a second, those of shrinking too.
    pub fn executions_per_second(&self) -> u64 {
        (self.executions + self.shrinking).saturating_mul(1000) / self.milliseconds.max(1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzFinding {
    pub verdict: VerdictKind,
    /// What is wrong, without numbers.
    pub cause: String,
    /// The name of the cause, as `illformed explain` knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause_id: Option<Cause>,
    /// What is wrong, with the numbers.
    pub detail: String,
    /// The smallest input that was found, as hex of bytes or as a script of calls.
    pub input: String,
    /// Whether `input` is a script.
    pub calls: bool,
    /// What was expected, in the words of an observation; empty where that is not known.
    pub expected: String,
    /// What was observed. Of more than 4096 bytes, here, in `expected` and in `detail`: how it begins, `… #`, and the FNV-1a
    /// of 64 bits of all of it, in hex.
    pub observed: String,
    /// The number, from 1, of the input that `input` was shrunk from. A search of so many inputs finds it again.
    pub execution: u64,
    /// That input, as it was asked.
    pub found_in: String,
    /// Whether shrinking stopped before it was done, since it took too many answers, too many missing ones, or too long: then
    /// smaller inputs may fail so.
    #[serde(default)]
    pub shrinking_ended_early: bool,
    /// Under which conditions it fails again.
    #[serde(default, skip_serializing_if = "Reproduces::is_always")]
    pub reproduces: Reproduces,
    /// The inputs that have to be asked before `input`, in this order, in a fresh process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierInput>,
    /// How many failing inputs are put down to it.
    pub hits: u64,
    /// How else the same bytes, or some with them in it, fail.
    pub also: Vec<AlsoSeen>,
}

/// Under which conditions an input fails again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reproduces {
    /// Alone in a fresh process.
    #[default]
    Always,
    /// In a fresh process, and not in one that was asked other inputs before.
    OnlyFirst,
    /// In a process that was asked certain inputs before, and not alone in a fresh one.
    AfterEarlierInputs,
    /// It did not fail again, neither alone nor after the inputs that were asked before.
    Never,
}

impl Reproduces {
    /// Whether there is no condition.
    pub fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

/// An input that has to be asked before another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierInput {
    /// Hex of bytes, or a script of calls.
    pub input: String,
    /// Whether `input` is a script.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub calls: bool,
}

/// Another way in which a fault shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlsoSeen {
    pub verdict: VerdictKind,
    /// What is wrong, without numbers.
    pub cause: String,
    /// The smallest input that shows it so.
    pub input: String,
    /// Whether `input` is a script.
    pub calls: bool,
}
