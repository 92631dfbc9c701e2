//! How the targets of a checkout are searched.

use crate::engine::build::Engine;
use crate::engine::checkout::Checkout;
use crate::property::Property;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How long one engine searches one target: what comes first ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// After how many inputs.
    pub runs: Option<u64>,
    /// After how many whole seconds.
    pub seconds: Option<u64>,
}

/// How the targets of a checkout are searched.
pub struct EngineOptions {
    /// Where they are.
    pub checkout: Checkout,
    /// What is searched.
    pub targets: Vec<Property>,
    /// With which engines, and how long each.
    pub engines: Vec<(Engine, Budget)>,
    /// What the inputs depend on; not 0, for which an engine would choose by itself.
    pub seed: u32,
    /// How many targets are searched at the same time.
    pub jobs: NonZeroUsize,
    /// The longest input in bytes; `None`: as the property's seeds say.
    pub max_len: Option<usize>,
    /// Whole seconds that one input may take.
    pub input_seconds: u64,
    /// MiB of memory that a target may take.
    pub memory_mib: u64,
    /// Whether the address sanitizer is built in.
    pub address_sanitizer: bool,
    /// In how many processes libFuzzer searches a target and goes on after failures by itself; `None`: in one, which is
    /// started again.
    pub fork: Option<NonZeroUsize>,
    /// The folder in which `corpus/<target>` and `artifacts/<target>` are kept.
    pub out: PathBuf,
    /// Set from outside when everything should end.
    pub interrupted: Arc<AtomicBool>,
    /// Hears how far a search is; from several threads.
    pub progress: Box<dyn Fn(EngineProgress<'_>) + Sync>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub enum EngineProgress<'a> {
    /// A line of the build.
    Building(&'a str),
    /// A target's figures.
    Searching {
        /// The property's name.
        target: &'a str,
        /// With which engine.
        engine: Engine,
        /// How many inputs were run.
        executions: u64,
        /// How many failed and were kept.
        artifacts: usize,
    },
    /// A file is tried again.
    Sorting {
        /// The property's name.
        target: &'a str,
    },
}
