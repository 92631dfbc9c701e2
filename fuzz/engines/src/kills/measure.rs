//! All searches of a measure, two at a time. Finished ones are kept as they come, so that a run that was interrupted goes on.

use crate::engine::{Engine, program};
use crate::kills::search::{Found, TARGET, by_libfuzzer};
use crate::kills::table::Row;
use crate::parallel::parallel;
use crate::place::at;
use illformed_workshop::mutants::Mutant;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

/// How many searches there are at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// The figures of all `faults` with each of `seeds`, at most `most` executions each, by our set-up and the plain one. Each
/// search is a file in `folder`; what is there already is not measured again, unless the program is another. Fails with the
/// first search that fails.
pub(crate) fn measure(
    setups: [&Engine; 2],
    faults: &[Mutant],
    seeds: &[u32],
    most: u64,
    folder: &Path,
) -> Result<Vec<Row>, String> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut jobs = Vec::new();
    for setup in setups {
        let program = program(setup, TARGET)?;
        let build = const_hex::encode(&Sha256::digest(fs::read(&program).map_err(at(&program))?)[..16]);
        for fault in faults {
            jobs.extend(seeds.iter().map(|seed| (setup, build.clone(), fault.name, *seed)));
        }
    }
    let found = parallel(&jobs, AT_ONCE, |(setup, build, fault, seed)| {
        let path = folder.join(format!("{build}-{fault}-{seed}-{most}.json"));
        // A file that was cut is measured again.
        let known = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(found) = known {
            return Ok(found);
        }
        if setup.interrupted.load(Ordering::Relaxed) {
            return Err("interrupted".to_owned());
        }
        let found = by_libfuzzer(setup, fault, *seed, most)?;
        fs::write(&path, serde_json::json!(found).to_string()).map_err(at(&path)).map(|()| found)
    });
    let found: Vec<Found> = found.into_iter().collect::<Result<_, String>>()?;
    let (ours, plain) = found.split_at(found.len() / 2);
    let rows = faults.iter().zip(ours.chunks(seeds.len()).zip(plain.chunks(seeds.len())));
    let row = |(fault, (ours, plain)): (&Mutant, (&[Found], &[Found]))| Row {
        fault: fault.clone(),
        ours: ours.to_vec(),
        plain: plain.to_vec(),
    };
    Ok(rows.map(row).collect())
}
