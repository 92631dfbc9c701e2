//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up; and whether both engines still find faults within a small budget.

use crate::engine::{Afl, LibFuzzer};
use crate::kills::fault::{no_fault, planted_faults};
use crate::kills::measure::measure;
use crate::kills::search::{by_afl, by_libfuzzer, target};
use crate::kills::table::{publish, requirements, table_text};
use crate::place::{at, root, target_folder};
use clap::Subcommand;
use std::fmt::Write;
use std::fs;
use std::path::Path;
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
    /// Finished searches are kept in target/kills/ledger.jsonl: a run that was interrupted goes on.
    Table,
}

/// The text to print, and whether a requirement is missed. Fails if a build or a search fails.
pub(crate) fn kills(command: KillsCommand, interrupted: &Arc<AtomicBool>) -> Result<(String, bool), String> {
    let built = |mutator| {
        let libfuzzer = LibFuzzer { mutator, ..LibFuzzer::new(interrupted) };
        libfuzzer.build(&target()?, &mut |_| {}).map(|()| libfuzzer)
    };
    let folder = target_folder("kills");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    match command {
        KillsCommand::Smoke => smoke(&built(true)?, &Afl::new(interrupted), &folder),
        KillsCommand::Table => {
            let setups = [&built(true)?, &built(false)?];
            let rows = measure(setups, &planted_faults(), &SEEDS, MOST, &folder.join("ledger.jsonl"))?;
            let table = table_text(&rows, SEEDS.len());
            let page = root().join("fuzz/EXECUTIONS.md");
            publish(&page, &table).map_err(at(&page))?;
            let red = requirements(&rows).iter().any(|requirement| !requirement.missed_by.is_empty());
            Ok((table, red))
        }
    }
}

/// Whether each fault is found, and the mutant that is no fault is not.
fn smoke(libfuzzer: &LibFuzzer, afl: &Afl, folder: &Path) -> Result<(String, bool), String> {
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
    afl.build(&target()?, &mut |_| {})?;
    for fault in AFL_FAULTS {
        if !by_afl(afl, fault, AFL_SECONDS, &folder.join("searches").join(fault))? {
            missed += 1;
            let _ = writeln!(text, "AFL++ does not find {fault} in {AFL_SECONDS} s");
        }
    }
    let (all, few) = (faults.len(), AFL_FAULTS.len());
    let _ = writeln!(text, "{all} faults searched with libFuzzer, {few} with AFL++: {missed} missed");
    Ok((text, missed > 0))
}
