//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up; and whether both engines still find faults within a small budget.

mod table;

use crate::engine::{Engine, EngineName};
use crate::place::at;
use clap::Subcommand;
use illformed::ask::parallel::parallel;
use illformed_fuzz::property::{FAULT_VARIABLE, Property};
use illformed_workshop::mutants::{Mutant, mutants};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use table::{FaultRow, table_text};

/// The seed of the smoke test, and its budget: five times the worst of the table.
const SEED: u32 = 1;
const SMOKE_MOST: u64 = 50_000;

/// Some faults of different structures for AFL++, which is slower, and its budget for each.
const AFL_FAULTS: [&str; 5] = ["m10", "m33", "m54", "m71", "s01"];
const AFL_SECONDS: u64 = 20;

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// How many faults are searched for at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

const TARGET: &str = "planted_fault";

/// No fault takes longer inputs.
const MAX_LEN: &str = "64";

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum KillsCommand {
    /// Check that libFuzzer finds each fault, and AFL++ some, within a small budget.
    Smoke,
    /// Measure each fault with our mutator and dictionary and without; an hour. `make kills` puts it into fuzz/EXECUTIONS.md.
    Table,
}

/// The outcome of a search. One that finds nothing is greater than any that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct KillCount {
    /// Whether no input failed.
    survived: bool,
    /// How many inputs were executed, with the one that failed.
    executions: u64,
}

/// The text to print, and whether a requirement is missed. Fails if a build or a search fails.
pub(crate) fn kills(command: KillsCommand, interrupted: &Arc<AtomicBool>) -> Result<(String, bool), String> {
    let built = |name| {
        let engine = Engine::new(name, interrupted);
        engine.build(&target()).map(|()| engine)
    };
    let ours = built(EngineName::Libfuzzer)?;
    match command {
        KillsCommand::Smoke => smoke(&ours, &built(EngineName::Afl)?),
        KillsCommand::Table => Ok(table_text(&measure(&ours, &built(EngineName::Plain)?)?)),
    }
}

/// Whether each fault is found, and the mutant that is no fault is not.
fn smoke(libfuzzer: &Engine, afl: &Engine) -> Result<(String, bool), String> {
    let survives = |fault| search_for(fault, libfuzzer, SEED, SMOKE_MOST).map(|found| found.survived);
    let mut missed = Vec::new();
    let faults = planted_faults();
    for fault in &faults {
        if survives(fault.name)? {
            missed.push(format!("{} survives {SMOKE_MOST} executions: {}", fault.name, fault.does));
        }
    }
    // A smoke test that finds a fault where there is none would always pass.
    let none = no_fault().ok_or("no mutant is declared to be none")?;
    if !survives(none)? {
        missed.push(format!("{none} is no fault, and was found"));
    }
    for fault in AFL_FAULTS {
        if search_for(fault, afl, SEED, AFL_SECONDS)?.survived {
            missed.push(format!("AFL++ does not find {fault} in {AFL_SECONDS} s"));
        }
    }
    let (all, few, count) = (faults.len(), AFL_FAULTS.len(), missed.len());
    missed.push(format!("{all} faults searched with libFuzzer, {few} with AFL++: {count} missed\n"));
    Ok((missed.join("\n"), count > 0))
}

/// The figures of all planted faults with each of the seeds, by our set-up and the plain one. Fails with the first search that
/// fails.
fn measure(ours: &Engine, plain: &Engine) -> Result<Vec<FaultRow>, String> {
    let rows = parallel(&planted_faults(), AT_ONCE, |fault| {
        let all = |engine| {
            let found = SEEDS.iter().map(|seed| search_for(fault.name, engine, *seed, MOST));
            found.collect::<Result<_, _>>()
        };
        Ok(FaultRow::new(fault.clone(), all(ours)?, all(plain)?))
    });
    rows.into_iter().collect()
}

/// Searches for `fault` from an empty corpus: with libFuzzer `most` inputs, with AFL++ so many seconds. Fails if the search
/// ends in another way than after them or with an input that shows the fault.
fn search_for(fault: &str, engine: &Engine, seed: u32, most: u64) -> Result<KillCount, String> {
    let flags = if engine.name == EngineName::Afl {
        ["-V", &most.to_string(), "-s", &seed.to_string(), "-G", MAX_LEN].map(str::to_owned).to_vec()
    } else {
        vec![format!("-runs={most}"), format!("-seed={seed}"), format!("-max_len={MAX_LEN}")]
    };
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|name| work.path().join(name));
    for folder in [&corpus, &artifacts] {
        fs::create_dir(folder).map_err(at(folder))?;
    }
    let until_found = [(FAULT_VARIABLE, fault), ("AFL_BENCH_UNTIL_CRASH", "1")];
    let environment = until_found.map(|(name, value)| (name, value.to_owned())).to_vec();
    let engine = Engine { environment, ..engine.clone() };
    let (figures, ended) = engine.search(&target(), &[corpus], &artifacts, &flags)?;
    let survived = fs::read_dir(&artifacts).map_err(at(&artifacts))?.next().is_none();
    if figures.executions == 0 || survived && !ended.is_success {
        return Err(format!("the search for {fault}: {}", ended.shown()));
    }
    Ok(KillCount { survived, executions: figures.executions })
}

fn target() -> Property {
    Property::named(TARGET).expect("the feature `planted` is there by default")
}

/// Every fault of one input that flips the answer for some bytes, and every one of calls: none is left out.
fn planted_faults() -> Vec<Mutant> {
    let mut faults = mutants();
    faults.retain(|mutant| {
        mutant.is_of_calls() || mutant.name.starts_with('m') && mutant.answer_witness.is_some()
    });
    faults
}

/// A mutant that is declared equivalent: nothing reveals it.
fn no_fault() -> Option<&'static str> {
    mutants().into_iter().find(|mutant| mutant.equivalent.is_some()).map(|mutant| mutant.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_faults_of_both_kinds_and_none_that_is_no_fault() {
        let faults = planted_faults();
        assert!([true, false].iter().all(|kind| faults.iter().any(|fault| fault.is_of_calls() == *kind)));
        let none = no_fault().expect("there is one");
        assert!(faults.iter().all(|fault| fault.name != none));
        assert!(AFL_FAULTS.iter().all(|name| faults.iter().any(|fault| fault.name == *name)));
    }
}
