//! All searches of a measure, two faults at a time. Finished ones are kept as they come, so that a run that was interrupted
//! goes on.

use crate::engine::{Engine, program};
use crate::kills::search::{TARGET, search_for};
use crate::kills::table::Row;
use crate::parallel::parallel;
use crate::place::{at, target_folder};
use illformed::search::promote::short_hash;
use illformed_workshop::mutants::Mutant;
use std::fs;
use std::sync::atomic::Ordering;

/// How many faults are searched for at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// The figures of all `faults` with each of the seeds, by our set-up and the plain one. Each search is a file in target/kills;
/// what is there already is not measured again, unless the program is another. Fails with the first search that fails.
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
