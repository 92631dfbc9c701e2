//! One search of an engine for one fault.

use crate::engine::{Engine, EngineName, Search};
use crate::place::at;
use illformed_fuzz::property::Property;
use serde::{Deserialize, Serialize};
use std::fs;

pub(crate) const TARGET: &str = "planted_fault";

/// No fault takes longer inputs.
const MAX_LEN: &str = "64";

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// How many inputs were executed, with the one that failed.
    pub(crate) executions: u64,
    /// Whether one failed.
    pub(crate) killed: bool,
}

/// Searches for `fault` from an empty corpus: with libFuzzer `most` inputs, with AFL++ so many seconds. Fails if the search
/// ends in another way than after them or with an input that shows the fault.
pub(crate) fn search_for(fault: &str, engine: &Engine, seed: u32, most: u64) -> Result<Found, String> {
    let flags = match engine.name {
        EngineName::Libfuzzer => {
            vec![format!("-runs={most}"), format!("-seed={seed}"), format!("-max_len={MAX_LEN}")]
        }
        EngineName::Afl => {
            ["-V", &most.to_string(), "-s", &seed.to_string(), "-G", MAX_LEN].map(str::to_owned).to_vec()
        }
    };
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|name| work.path().join(name));
    for folder in [&corpus, &artifacts] {
        fs::create_dir(folder).map_err(at(folder))?;
    }
    let engine = Engine { fault: Some(fault.to_owned()), ..engine.clone() };
    let search = Search { property: &target()?, folders: &[corpus], artifacts: &artifacts, flags: &flags };
    let (figures, ended) = engine.search(&search, &mut |_| {})?;
    let killed = fs::read_dir(&artifacts).map_err(at(&artifacts))?.next().is_some();
    if figures.executions == 0 || !killed && !ended.is_success {
        return Err(format!("the search for {fault}: {}", ended.shown()));
    }
    Ok(Found { executions: figures.executions, killed })
}

/// The target of planted faults.
pub(crate) fn target() -> Result<Property, String> {
    Property::named(TARGET).ok_or_else(|| format!("there is no property {TARGET}"))
}
