//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up; and whether both engines still find faults within a small budget.

use crate::engine::{Engine, EngineName};
use crate::kills::measure::measure;
use crate::kills::search::{by_afl, by_libfuzzer, target};
use crate::kills::table::{publish, requirements, table_text};
use crate::place::{at, root, target_folder};
use clap::Subcommand;
use illformed_workshop::mutants::{Mutant, mutants};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// The seed and the budget of the smoke test: five times the worst of the table.
const SMOKE_SEED: u32 = 1;
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
        engine.build(&target()?, &mut |_| {}).map(|()| engine)
    };
    let ours = built(EngineName::Libfuzzer, true)?;
    match command {
        KillsCommand::Smoke => smoke(&ours, || built(EngineName::Afl, true)),
        KillsCommand::Table => {
            let setups = [&ours, &built(EngineName::Libfuzzer, false)?];
            let rows = measure(setups, &planted_faults(), &SEEDS, MOST, &target_folder("kills"))?;
            let table = table_text(&rows, SEEDS.len());
            let page = root().join("fuzz/EXECUTIONS.md");
            publish(&page, &table).map_err(at(&page))?;
            let red = requirements(&rows).iter().any(|(_, missed_by)| !missed_by.is_empty());
            Ok((table, red))
        }
    }
}

/// Whether each fault is found, and the mutant that is no fault is not.
fn smoke(libfuzzer: &Engine, afl: impl FnOnce() -> Result<Engine, String>) -> Result<(String, bool), String> {
    let finds = |fault| by_libfuzzer(libfuzzer, fault, SMOKE_SEED, SMOKE_MOST).map(|found| found.killed);
    let mut text = String::new();
    let faults = planted_faults();
    let mut missed = 0;
    for fault in &faults {
        if !finds(fault.name)? {
            missed += 1;
            let _ = writeln!(text, "{} survives {SMOKE_MOST} executions: {}", fault.name, fault.does);
        }
    }
    // A smoke test that finds a fault where there is none would always pass.
    let none = no_fault().ok_or("no mutant is declared to be none")?;
    if finds(none)? {
        missed += 1;
        let _ = writeln!(text, "{none} is no fault, and was found");
    }
    let afl = afl()?;
    for fault in AFL_FAULTS {
        if !by_afl(&afl, fault, AFL_SECONDS)? {
            missed += 1;
            let _ = writeln!(text, "AFL++ does not find {fault} in {AFL_SECONDS} s");
        }
    }
    let (all, few) = (faults.len(), AFL_FAULTS.len());
    let _ = writeln!(text, "{all} faults searched with libFuzzer, {few} with AFL++: {missed} missed");
    Ok((text, missed > 0))
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
    }
}
