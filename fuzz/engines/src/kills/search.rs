//! One search of an engine for one fault.

use crate::engine::{Ended, Engine, Search};
use crate::place::at;
use illformed_fuzz::Failure;
use illformed_fuzz::property::{NO_FAULT, Property};
use serde::{Deserialize, Serialize};
use std::fs;
use tempfile::TempDir;

pub(crate) const TARGET: &str = "planted_fault";

/// No fault takes longer inputs.
const MAX_LEN: &str = "64";

/// The outcome of a search by libFuzzer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// How many inputs were executed, with the one that failed.
    pub(crate) executions: u64,
    /// Whether one failed.
    pub(crate) killed: bool,
}

/// Searches for `fault` with libFuzzer from an empty corpus, with `most` inputs. Fails if the search ends in another way
/// than after them or with an input that shows the fault.
pub(crate) fn by_libfuzzer(libfuzzer: &Engine, fault: &str, seed: u32, most: u64) -> Result<Found, String> {
    let (corpus, artifacts) = (folder()?, folder()?);
    let flags = [format!("-runs={most}"), format!("-seed={seed}"), format!("-max_len={MAX_LEN}")];
    let libfuzzer = Engine { fault: Some(fault.to_owned()), ..libfuzzer.clone() };
    let (property, folders) = (&target()?, &[corpus.path().to_owned()]);
    let search = Search { property, folders, artifacts: artifacts.path(), flags: &flags };
    let (figures, ended) = libfuzzer.search(&search, &mut |_| {})?;
    found(figures.executions, &ended).ok_or_else(|| format!("the search for {fault}: {}", ended.shown()))
}

fn folder() -> Result<TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// What a search of so many executions found, unless it ended otherwise. A panic for another reason, such as the name of a
/// fault that does not exist, is no kill.
fn found(executions: u64, ended: &Ended) -> Option<Found> {
    let failure = ended.last_lines.iter().find_map(|line| Failure::in_line(line));
    let killed = match failure {
        None if ended.is_success => false,
        Some(failure) if failure.differs != NO_FAULT && !ended.is_success => true,
        _ => return None,
    };
    (executions > 0).then_some(Found { executions, killed })
}

/// Whether AFL++ finds `fault` within so many seconds, from an input of one letter.
pub(crate) fn by_afl(afl: &Engine, fault: &str, seconds: u64) -> Result<bool, String> {
    let artifacts = folder()?;
    let afl = Engine { fault: Some(fault.to_owned()), ..afl.clone() };
    let flags = ["-V", &seconds.to_string(), "-s", "1", "-G", MAX_LEN].map(str::to_owned);
    let search = Search { property: &target()?, folders: &[], artifacts: artifacts.path(), flags: &flags };
    let (_, ended) = afl.search(&search, &mut |_| {})?;
    match fs::read_dir(artifacts.path()).map_err(at(artifacts.path()))?.next() {
        None if !ended.is_success => Err(format!("the search for {fault}: {}", ended.shown())),
        failing => Ok(failing.is_some()),
    }
}

/// The target of planted faults.
pub(crate) fn target() -> Result<Property, String> {
    Property::named(TARGET).ok_or_else(|| format!("there is no property {TARGET}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_a_kill_a_survival_or_an_error() {
        let ended = |is_success, differs: Option<&str>| {
            let failure = differs.map(|differs| Failure::new("m01", differs, "").of(TARGET).to_string());
            Ended { is_success, how: String::new(), last_lines: failure.into_iter().collect() }
        };
        let kill = ended(false, Some("accepts what is ill-formed"));
        assert_eq!(found(42, &kill), Some(Found { executions: 42, killed: true }));
        assert_eq!(found(42, &ended(true, None)), Some(Found { executions: 42, killed: false }));
        assert_eq!([found(0, &kill), found(42, &ended(false, None))], [None; 2]);
        assert_eq!(found(42, &ended(false, Some(NO_FAULT))), None);
    }
}
