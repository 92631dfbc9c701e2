//! Everything that is known of a search of targets.

use serde::Serialize;

/// A search of some targets, or artifacts of an earlier one that were sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct EngineRecord {
    pub(crate) kind: &'static str,
    /// The number of this form of record.
    pub(crate) schema: u32,
    pub(crate) seed: u32,
    /// Whether it ran to its end, without an interrupt.
    pub(crate) complete: bool,
    /// A row for each target and engine, in the order of the properties; empty where nothing was searched.
    pub(crate) searches: Vec<TargetSearch>,
    /// How many files were sorted: the inputs on which the engines stopped, or those that were named.
    pub(crate) artifacts: u64,
    /// One for each fault, by target.
    pub(crate) findings: Vec<TargetFinding>,
}

impl EngineRecord {
    /// What such a record is called.
    pub(crate) const KIND: &str = "illformed-engines";

    /// The number of the form that this program writes.
    pub(crate) const SCHEMA: u32 = 1;
}

/// What came of one target with one engine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TargetSearch {
    /// The property's name.
    pub(crate) target: String,
    /// `libfuzzer` or `afl`.
    pub(crate) engine: String,
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    pub(crate) executions_per_second: u64,
    /// How many inputs the corpus has at the end.
    pub(crate) corpus: u64,
    /// How many features they reach; with AFL++ edges.
    pub(crate) features: u64,
    /// How many inputs the engine kept because they failed.
    pub(crate) artifacts: u64,
    /// How many faults they show.
    pub(crate) findings: u64,
    pub(crate) milliseconds: u64,
    /// Why it ended before its budget did, if so.
    pub(crate) stopped: Option<String>,
    /// Whether the engine failed, and not an input.
    pub(crate) broken: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TargetFinding {
    /// The property that does not hold.
    pub(crate) property: String,
    /// `fails`, `timed-out`, `out-of-memory`, `died` or `not-repeated`.
    pub(crate) kind: String,
    /// The decoder or reader that differs, if the property names one.
    pub(crate) decoder: Option<String>,
    /// What disagrees, without what differs from input to input.
    pub(crate) class: String,
    /// What disagrees, on the smallest input.
    pub(crate) what: String,
    /// The smallest input, in hex.
    pub(crate) input: String,
    /// Whether `input` is smaller than any that the engine found, or could not be made so.
    pub(crate) shrunk: bool,
    /// The other targets that show it.
    pub(crate) also_seen_by: Vec<String>,
    /// How many artifacts show it, those of other targets too.
    pub(crate) artifacts: u64,
    pub(crate) engines: Vec<String>,
    /// After how many inputs it was found first, if that is known.
    pub(crate) first_execution: Option<u64>,
    /// The smallest of its artifacts.
    pub(crate) file: String,
    /// How else the same bytes, or some of their shape, fail.
    pub(crate) also: Vec<String>,
    /// The command that replays the file.
    pub(crate) replay: String,
    /// The command that keeps it as a vector and a regression seed.
    pub(crate) promote: String,
}

impl TargetFinding {
    /// Adds the artifacts of `other`, which shows the same fault.
    pub(crate) fn take_in(&mut self, other: Self) {
        self.artifacts += other.artifacts;
        self.first_execution = [self.first_execution, other.first_execution].into_iter().flatten().min();
        for engine in other.engines {
            if !self.engines.contains(&engine) {
                self.engines.push(engine);
            }
        }
    }
}
