//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up; and whether both engines still find faults within a small budget.

use crate::engine::{Builder, Checkout, Engine};
use crate::kills::fault::{Fault, no_fault, planted_faults};
use crate::kills::measure::measure;
use crate::kills::page::publish;
use crate::kills::search::Setup;
use crate::kills::table::{requirements, table_text};
use crate::place::at;
use clap::Subcommand;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
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

/// The target of planted faults.
const TARGET: &str = "planted_fault";

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
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checkout = Checkout::around(top).ok_or_else(|| format!("{}: no checkout", top.display()))?;
    let bench = Bench { checkout, interrupted: Arc::clone(interrupted) };
    match command {
        KillsCommand::Smoke => bench.smoke(),
        KillsCommand::Table => bench.table(),
    }
}

/// Where the target is built.
struct Bench {
    checkout: Checkout,
    interrupted: Arc<AtomicBool>,
}

impl Bench {
    /// The target with `engine`, copied to `target/kills`: the next build may replace it.
    fn setup(&self, name: &'static str, engine: Engine, mutator: bool) -> Result<Setup, String> {
        let builder = self.builder(mutator);
        let built = builder.build(engine, &[TARGET], &mut |_| {}).map_err(|failure| failure.to_string())?;
        let program = self.folder()?.join(name);
        fs::copy(built.join(TARGET), &program).map_err(at(&program))?;
        let dictionary = mutator.then(|| self.checkout.fuzz().join("utf8.dict"));
        Ok(Setup { name, program, dictionary, interrupted: Arc::clone(&self.interrupted) })
    }

    fn builder(&self, mutator: bool) -> Builder<'_> {
        let interrupted = Arc::clone(&self.interrupted);
        Builder { checkout: &self.checkout, address_sanitizer: false, mutator, interrupted }
    }

    fn folder(&self) -> Result<PathBuf, String> {
        let target = self.builder(true).target_folder().map_err(|failure| failure.to_string())?;
        let folder = target.join("kills");
        fs::create_dir_all(&folder).map_err(at(&folder)).map(|()| folder)
    }

    fn table(&self) -> Result<(String, bool), String> {
        let ours = self.setup("ours", Engine::LibFuzzer, true)?;
        let plain = self.setup("plain", Engine::LibFuzzer, false)?;
        let ledger = self.folder()?.join("ledger.jsonl");
        let rows = measure([&ours, &plain], &planted_faults(), &SEEDS, MOST, &ledger)?;
        let table = table_text(&rows, SEEDS.len());
        let page = self.checkout.fuzz().join("EXECUTIONS.md");
        publish(&page, &table).map_err(at(&page))?;
        let red = requirements(&rows).iter().any(|requirement| !requirement.missed_by.is_empty());
        Ok((table, red))
    }

    /// Whether each fault is found, and the mutant that is no fault is not.
    fn smoke(&self) -> Result<(String, bool), String> {
        let ours = self.setup("ours", Engine::LibFuzzer, true)?;
        let finds = |fault: &Fault| ours.by_libfuzzer(fault.name, SMOKE_SEED, SMOKE_MOST);
        let mut text = String::new();
        let faults = planted_faults();
        let mut missed = 0;
        for fault in &faults {
            if !finds(fault)?.killed {
                missed += 1;
                let _ = writeln!(text, "{} survives {SMOKE_MOST} executions: {}", fault.name, fault.does);
            }
        }
        // A smoke test that finds a fault where there is none would always pass.
        let none = no_fault().ok_or("no mutant is declared to be none")?;
        if finds(&none)?.killed {
            missed += 1;
            let _ = writeln!(text, "{} is no fault, and was found", none.name);
        }
        let afl = self.setup("afl", Engine::Afl, true)?;
        for fault in AFL_FAULTS {
            if !afl.by_afl(fault, AFL_SECONDS, &self.folder()?.join("searches").join(fault))? {
                missed += 1;
                let _ = writeln!(text, "AFL++ does not find {fault} in {AFL_SECONDS} s");
            }
        }
        let (all, few) = (faults.len(), AFL_FAULTS.len());
        let _ = writeln!(text, "{all} faults searched with libFuzzer, {few} with AFL++: {missed} missed");
        Ok((text, missed > 0))
    }
}
