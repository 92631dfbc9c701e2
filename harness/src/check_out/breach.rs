//! What a folder of targets is held to.

use serde::Serialize;
use std::fmt;

/// A rule for what `build.sh` leaves in `$OUT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// There is something to run.
    SomeTarget,
    /// Nothing else lies about.
    NothingElse,
    /// The name of a target.
    Name,
    /// It is a program.
    Program,
    /// It has libFuzzer's entry point.
    EntryPoint,
    /// It is built with the sanitizer, and with no other.
    Sanitizer,
    /// Its options can be read.
    Options,
    /// Its dictionary can be read.
    Dictionary,
    /// Its seeds can be unpacked.
    SeedCorpus,
    /// It starts and ends.
    Starts,
    /// It is instrumented.
    Coverage,
    /// It reads its seeds.
    ReadsSeeds,
}

impl Rule {
    /// All of them, in the order in which a folder is checked.
    pub const ALL: &[Self] = &[
        Self::SomeTarget,
        Self::NothingElse,
        Self::Name,
        Self::Program,
        Self::EntryPoint,
        Self::Sanitizer,
        Self::Options,
        Self::Dictionary,
        Self::SeedCorpus,
        Self::Starts,
        Self::Coverage,
        Self::ReadsSeeds,
    ];

    /// Its name: what the JSON has, and the first word of a line about it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SomeTarget => "some-target",
            Self::NothingElse => "nothing-else",
            Self::Name => "name",
            Self::Program => "program",
            Self::EntryPoint => "entry-point",
            Self::Sanitizer => "sanitizer",
            Self::Options => "options",
            Self::Dictionary => "dictionary",
            Self::SeedCorpus => "seed-corpus",
            Self::Starts => "starts",
            Self::Coverage => "coverage",
            Self::ReadsSeeds => "reads-seeds",
        }
    }
}

impl fmt::Display for Rule {
    /// The rule in a sentence's words.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::SomeTarget => "the folder has at least one target",
            Self::NothingElse => "every other file belongs to a target",
            Self::Name => "a target's name has letters, digits, `_` and `-`, no other characters",
            Self::Program => "a target is an ELF program of the machine, and may be executed",
            Self::EntryPoint => "a target contains the string LLVMFuzzerTestOneInput",
            Self::Sanitizer => "a target calls the runtime of its sanitizer, and of no other",
            Self::Options => "T.options is an INI file of flags that libFuzzer knows",
            Self::Dictionary => "a dictionary is one that libFuzzer reads, and has a word",
            Self::SeedCorpus => "T_seed_corpus.zip is there, and unpacks to at least one file",
            Self::Starts => "a target ends by itself with exit code 0 after the runs it was asked for",
            Self::Coverage => "a target is instrumented for coverage",
            Self::ReadsSeeds => "a target reads all of its seeds, and none of them crashes it",
        })
    }
}

/// A rule that is broken, and by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// Which.
    pub rule: Rule,
    /// By what: a fragment that names the thing and the place.
    pub what: String,
}

impl Breach {
    pub(super) fn new(rule: Rule, what: impl Into<String>) -> Self {
        Self { rule, what: what.into() }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.rule.name(), self.what)
    }
}
