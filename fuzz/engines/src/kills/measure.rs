//! All searches of a measure, two at a time.

use crate::kills::fault::Fault;
use crate::kills::ledger::{Key, Ledger};
use crate::kills::search::{Found, Setup};
use crate::kills::table::Row;
use crate::parallel::parallel;
use crate::place::at;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

/// How many searches there are at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// The figures of all `faults` with each of `seeds`, at most `most` executions each. What is in the ledger already is not
/// measured again, unless the program or the dictionary is another. Fails at the first search that fails.
pub(crate) fn measure(
    [ours, plain]: [&Setup; 2],
    faults: &[Fault],
    seeds: &[u32],
    most: u64,
    path: &Path,
) -> Result<Vec<Row>, String> {
    let ledger = Mutex::new(Ledger::open(path).map_err(at(path))?);
    let ledger = || ledger.lock().unwrap_or_else(PoisonError::into_inner);
    let mut jobs = Vec::new();
    for seed in seeds {
        for setup in [ours, plain] {
            let build = build(setup).map_err(at(&setup.program))?;
            jobs.extend(faults.iter().map(|fault| (setup, build.clone(), fault.name, *seed)));
        }
    }
    let has_failed = AtomicBool::new(false);
    let found = parallel(&jobs, AT_ONCE, |(setup, build, fault, seed)| {
        let key = Key { setup: build.clone(), fault: (*fault).to_owned(), seed: *seed, most };
        let known = ledger().get(&key);
        if known.is_some() || has_failed.load(Ordering::Relaxed) {
            return Ok(known);
        }
        let found = setup.by_libfuzzer(fault, *seed, most);
        has_failed.fetch_or(found.is_err(), Ordering::Relaxed);
        let found = found?;
        ledger().insert(key, found).map_err(at(path))?;
        Ok(Some(found))
    });
    let found: Vec<Option<Found>> = found.into_iter().collect::<Result<_, String>>()?;
    let of = |setup: &Setup, fault: &Fault| {
        let searches = jobs.iter().zip(&found);
        let own = searches.filter(|((of, _, name, _), _)| (of.name, *name) == (setup.name, fault.name));
        own.filter_map(|(_, found)| *found).collect()
    };
    let row = |fault: Fault| Row { ours: of(ours, &fault), plain: of(plain, &fault), fault };
    Ok(faults.iter().cloned().map(row).collect())
}

/// The set-up's name, and a number that is another when its program or its dictionary is.
fn build(setup: &Setup) -> io::Result<String> {
    let program = fs::read(&setup.program)?;
    let dictionary = setup.dictionary.as_ref().map(fs::read).transpose()?;
    Ok(format!("{} {}", setup.name, digest(&program, dictionary.as_deref())))
}

/// Half of a digest that is the same with every release of the compiler: the ledger outlives the program.
fn digest(program: &[u8], dictionary: Option<&[u8]>) -> String {
    let parts = [Some(program), dictionary];
    let digests = parts.map(|part| part.map_or_else(Vec::new, |bytes| Sha256::digest(bytes).to_vec()));
    const_hex::encode(&Sha256::digest(digests.concat())[..16])
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn the_name_of_a_build_is_the_same_in_every_release_and_depends_on_both_parts() {
        assert_eq!(digest(b"program", Some(b"dictionary")), "63ba5810eb6929d1ba2f3476b3009a7c");
        let all = [(&b"ab"[..], None), (b"a", Some(&b"b"[..])), (b"ab", Some(b"")), (b"", Some(b"ab"))];
        let names: Vec<String> =
            all.iter().map(|(program, dictionary)| digest(program, *dictionary)).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{at}");
        }
    }
}
