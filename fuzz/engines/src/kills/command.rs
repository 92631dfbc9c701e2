//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up; and whether both engines still find faults within a small budget.

use crate::engine::{Engine, EngineName};
use crate::kills::search::{measure, search_for, target};
use crate::kills::table::{publish, table_text};
use clap::Subcommand;
use illformed_workshop::mutants::{Mutant, mutants};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The seed of the smoke test, and its budget: five times the worst of the table.
const SEED: u32 = 1;
const SMOKE_MOST: u64 = 50_000;

/// Some faults of different structures for AFL++, which is slower, and its budget for each.
const AFL_FAULTS: [&str; 5] = ["m10", "m33", "m54", "m71", "s01"];
const AFL_SECONDS: u64 = 20;

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum KillsCommand {
    /// Check that libFuzzer finds each fault, and AFL++ some, within a small budget.
    Smoke,
    /// Measure each fault with our mutator and dictionary and without, and write fuzz/EXECUTIONS.md; an hour.
    ///
    /// Finished searches are kept in target/kills: a run that was interrupted goes on.
    Table,
}

/// The text to print, and whether a requirement is missed. Fails if a build or a search fails.
pub(crate) fn kills(command: KillsCommand, interrupted: &Arc<AtomicBool>) -> Result<(String, bool), String> {
    let built = |name, mutator| {
        let engine = Engine { mutator, ..Engine::new(name, interrupted) };
        engine.build(&target()?).map(|()| engine)
    };
    let ours = built(EngineName::Libfuzzer, true)?;
    match command {
        KillsCommand::Smoke => smoke(&ours, &built(EngineName::Afl, true)?),
        KillsCommand::Table => {
            let rows = measure(&ours, &built(EngineName::Libfuzzer, false)?, &planted_faults())?;
            let (table, is_missed) = table_text(&rows);
            publish(&table)?;
            Ok((table, is_missed))
        }
    }
}

/// Whether each fault is found, and the mutant that is no fault is not.
fn smoke(libfuzzer: &Engine, afl: &Engine) -> Result<(String, bool), String> {
    let finds = |fault| search_for(fault, libfuzzer, SEED, SMOKE_MOST).map(|found| found.killed);
    let mut missed = Vec::new();
    let faults = planted_faults();
    for fault in &faults {
        if !finds(fault.name)? {
            missed.push(format!("{} survives {SMOKE_MOST} executions: {}", fault.name, fault.does));
        }
    }
    // A smoke test that finds a fault where there is none would always pass.
    let none = no_fault().ok_or("no mutant is declared to be none")?;
    if finds(none)? {
        missed.push(format!("{none} is no fault, and was found"));
    }
    for fault in AFL_FAULTS {
        if !search_for(fault, afl, SEED, AFL_SECONDS)?.killed {
            missed.push(format!("AFL++ does not find {fault} in {AFL_SECONDS} s"));
        }
    }
    let (all, few, count) = (faults.len(), AFL_FAULTS.len(), missed.len());
    missed.push(format!("{all} faults searched with libFuzzer, {few} with AFL++: {count} missed\n"));
    Ok((missed.join("\n"), count > 0))
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
