//! How the targets of a checkout are searched.

use crate::engine::build::Engine;
use crate::engine::checkout::Checkout;
use crate::engine::run::{Budget, InputLimits};
use illformed_fuzz::property::Property;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How the targets of a checkout are searched.
pub(crate) struct EngineOptions {
    pub(crate) checkout: Checkout,
    pub(crate) targets: Vec<Property>,
    /// With which engines, and how long each.
    pub(crate) engines: Vec<(Engine, Budget)>,
    /// What the inputs depend on; not 0, for which an engine would choose by itself.
    pub(crate) seed: u32,
    /// How many targets are searched at the same time.
    pub(crate) jobs: NonZeroUsize,
    /// The longest input in bytes; `None`: as the property's seeds say.
    pub(crate) max_len: Option<usize>,
    /// Whole seconds that one input may take.
    pub(crate) input_seconds: u64,
    /// MiB of memory that a target may take.
    pub(crate) memory_mib: u64,
    /// Whether the address sanitizer is built in.
    pub(crate) address_sanitizer: bool,
    /// In how many processes libFuzzer searches a target and goes on after failures by itself; `None`: in one, which is
    /// started again.
    pub(crate) fork: Option<NonZeroUsize>,
    /// The folder in which `corpus/<target>` and `artifacts/<target>` are kept.
    pub(crate) out: PathBuf,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
    /// Hears how far a search is; from several threads.
    pub(crate) progress: Box<dyn Fn(EngineProgress<'_>) + Sync>,
}

impl EngineOptions {
    /// What an input of `property` may take.
    pub(crate) fn limits(&self, property: &Property) -> InputLimits {
        InputLimits {
            max_len: self.max_len.unwrap_or(property.seeds.max_len()),
            seconds: self.input_seconds,
            memory_mib: self.memory_mib,
        }
    }
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EngineProgress<'a> {
    Begins(&'a str),
    Building(&'a str),
    /// A target's figures.
    Searching {
        /// The property's name.
        target: &'a str,
        engine: Engine,
        /// How many inputs were run.
        executions: u64,
        /// How many failed and were kept.
        artifacts: usize,
    },
}
