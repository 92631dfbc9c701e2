//! All searches of a measure, two at a time.

use crate::kills::fault::Fault;
use crate::kills::ledger::{Key, Ledger};
use crate::kills::search::{Found, SearchError, Setup};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

/// How many searches there are at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// What is to be measured: each set-up with each seed, at most so many executions.
pub(crate) struct Work {
    pub(crate) setups: Vec<Setup>,
    pub(crate) seeds: Vec<u32>,
    pub(crate) most: u64,
    /// Whether what is missing is measured.
    pub(crate) measures: bool,
}

/// The figures of a search, with the name of its set-up and of its fault.
pub(crate) type Measured = (&'static str, &'static str, Found);

/// The figures of one set-up and one fault, in the order of the seeds.
pub(crate) fn found_of(measured: &[Measured], setup: &str, fault: &str) -> Vec<Found> {
    let of = measured.iter().filter(|(of_setup, of_fault, _)| (*of_setup, *of_fault) == (setup, fault));
    of.map(|(_, _, found)| *found).collect()
}

impl Work {
    /// The figures for all `faults`, in the order of set-up, fault and seed. What is in the ledger already is not measured
    /// again, unless the program is another; without `measures` it is all there is.
    pub(crate) fn run(&self, faults: &[Fault], ledger: &Path) -> Result<Vec<Measured>, Box<dyn Error>> {
        let ledger = Mutex::new(Ledger::open(ledger)?);
        let builds = self.setups.iter().map(build).collect::<io::Result<Vec<String>>>()?;
        let mut jobs = Vec::new();
        for seed in self.seeds.iter().filter(|_| self.measures) {
            for (setup, build) in self.setups.iter().zip(&builds) {
                jobs.extend(faults.iter().map(|fault| (setup, build, fault, *seed)));
            }
        }
        let key = |build: &String, fault: &Fault, seed| Key {
            setup: build.clone(),
            fault: fault.name.to_owned(),
            seed,
            most: self.most,
        };
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Failed> {
            while let Some((setup, build, fault, seed)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let key = key(build, fault, *seed);
                if ledger.lock().map_err(|_| Failed::Poisoned)?.get(&key).is_none() {
                    let found = setup.search(fault.name, *seed, self.most).map_err(Failed::Search)?;
                    ledger.lock().map_err(|_| Failed::Poisoned)?.insert(key, found).map_err(Failed::Io)?;
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(Failed::Poisoned)))
        })
        .map_err(|failed| failed.to_string())?;
        let ledger = ledger.into_inner().map_err(|_| Failed::Poisoned.to_string())?;
        let mut measured = Vec::new();
        for (setup, build) in self.setups.iter().zip(&builds) {
            for fault in faults {
                let found = self.seeds.iter().filter_map(|seed| ledger.get(&key(build, fault, *seed)));
                measured.extend(found.map(|found| (setup.name, fault.name, found)));
            }
        }
        Ok(measured)
    }
}

/// The set-up's name, and a number that is another when its program or its dictionary is.
fn build(setup: &Setup) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    fs::read(&setup.program)?.hash(&mut hasher);
    setup.dictionary.as_ref().map(fs::read).transpose()?.hash(&mut hasher);
    Ok(format!("{} {:016x}", setup.name, hasher.finish()))
}

/// Why a worker stopped.
#[derive(Debug)]
enum Failed {
    Search(SearchError),
    Io(io::Error),
    Poisoned,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Search(error) => error.fmt(formatter),
            Self::Io(error) => error.fmt(formatter),
            Self::Poisoned => formatter.write_str("another search stopped in the middle"),
        }
    }
}
