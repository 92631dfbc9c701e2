//! The search of an engine for one fault, and all searches of a measure.

use crate::engine::{Engine, EngineName, Search, program};
use crate::kills::table::Row;
use crate::parallel::parallel;
use crate::place::{at, target_folder};
use illformed::search::promote::short_hash;
use illformed_fuzz::property::Property;
use illformed_workshop::mutants::Mutant;
use serde::{Deserialize, Serialize};
use std::fs;
use std::sync::atomic::Ordering;

const TARGET: &str = "planted_fault";

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
    let (figures, ended) = engine.search(&search)?;
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

/// How many faults are searched for at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// The figures of all `faults` with each of the seeds, by our set-up and the plain one. Each search is a file in target/kills;
/// what is there already is not measured again, unless the program is another, so that a run that was interrupted goes on. Fails with the first search that fails.
pub(crate) fn measure(ours: &Engine, plain: &Engine, faults: &[Mutant]) -> Result<Vec<Row>, String> {
    let folder = target_folder("kills");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let build = |setup| {
        let program = program(setup, TARGET)?;
        fs::read(&program).map(|bytes| short_hash(&bytes)).map_err(at(&program))
    };
    let [ours, plain] = [(ours, build(ours)?), (plain, build(plain)?)];
    let search = |(setup, build): &(&Engine, String), fault, seed| {
        let path = folder.join(format!("{build}-{fault}-{seed}-{MOST}.json"));
        // A file that was cut is measured again.
        let known = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(found) = known {
            return Ok(found);
        }
        if setup.interrupted.load(Ordering::Relaxed) {
            return Err("interrupted".to_owned());
        }
        let found = search_for(fault, setup, seed, MOST)?;
        fs::write(&path, serde_json::json!(found).to_string()).map_err(at(&path)).map(|()| found)
    };
    let rows = parallel(faults, AT_ONCE, |fault| {
        let all = |setup| SEEDS.iter().map(|seed| search(setup, fault.name, *seed)).collect::<Result<_, _>>();
        Ok(Row::new(fault.clone(), all(&ours)?, all(&plain)?))
    });
    rows.into_iter().collect()
}
