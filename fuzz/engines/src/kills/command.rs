//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up. `make kills` builds both programs and calls this; `make kills-smoke` asks whether ours
//! finds every fault within a small budget, and ends with 1 when one survives.

use crate::kills::fault::{Fault, no_fault, planted_faults};
use crate::kills::page::publish;
use crate::kills::search::{SearchError, Setup};
use crate::kills::table::{Row, median, requirements, table_text};
use crate::kills::work::{Work, found_of};
use clap::{Args, Subcommand};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// The seeds and the budget of the smoke test: five times the worst of the table.
const SMOKE_SEEDS: [u32; 1] = [1];
const SMOKE_MOST: u64 = 50_000;

/// What is measured.
#[derive(Debug, Subcommand)]
pub(crate) enum KillsCommand {
    /// Write the table of the medians of all faults, ours and plain, into the page.
    Table(TableArguments),
    /// Write the same table of what is in the ledger already.
    Show(TableArguments),
    /// Print the medians of all four set-ups.
    Compare {
        #[command(flatten)]
        programs: Programs,
        /// The ledger of finished searches.
        ledger: PathBuf,
        /// After so many executions a search ends.
        most: u32,
        /// The first seed.
        first: u32,
        /// The last seed.
        last: u32,
    },
    /// Check that each fault is found within a small budget.
    Smoke {
        /// The target with our mutator.
        ours: PathBuf,
        /// The dictionary.
        dictionary: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Programs {
    /// The target with our mutator.
    ours: PathBuf,
    /// The target without it.
    plain: PathBuf,
    /// The dictionary.
    dictionary: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    #[command(flatten)]
    programs: Programs,
    /// The ledger of finished searches.
    ledger: PathBuf,
    /// The page that the table is put into.
    page: PathBuf,
    /// The file for a line of each search.
    json: PathBuf,
}

/// What was measured as text, and whether a requirement is missed.
pub(crate) fn kills(command: &KillsCommand) -> Done {
    match command {
        KillsCommand::Table(TableArguments { programs, ledger, page, json }) => {
            table(&setups(programs), true, ledger, page, json)
        }
        KillsCommand::Show(TableArguments { programs, ledger, page, json }) => {
            table(&setups(programs), false, ledger, page, json)
        }
        KillsCommand::Compare { programs, ledger, most, first, last } => {
            compare(&setups(programs), ledger, u64::from(*most), *first..=*last)
        }
        KillsCommand::Smoke { ours, dictionary } => {
            let programs =
                Programs { ours: ours.clone(), plain: ours.clone(), dictionary: dictionary.clone() };
            smoke(&setups(&programs)[0])
        }
    }
}

/// Ours, plain, and each half of ours.
fn setups(Programs { ours, plain, dictionary }: &Programs) -> [Setup; 4] {
    let setup = |name, program: &Path, dictionary: Option<&PathBuf>| Setup {
        name,
        program: program.to_owned(),
        dictionary: dictionary.cloned(),
    };
    [
        setup("ours", ours, Some(dictionary)),
        setup("plain", plain, None),
        setup("dictionary", plain, Some(dictionary)),
        setup("mutator", ours, None),
    ]
}

/// The text, and whether a requirement is missed.
pub(crate) type Done = Result<(String, bool), Box<dyn Error>>;

/// The table, and whether a requirement is missed. Fails when there is not one search of each side for each fault.
fn table([ours, plain, ..]: &[Setup; 4], measures: bool, ledger: &Path, page: &Path, json: &Path) -> Done {
    let faults = planted_faults();
    let setups = vec![ours.clone(), plain.clone()];
    let found = Work { setups, seeds: SEEDS.to_vec(), most: MOST, measures }.run(&faults, ledger)?;
    let rows: Vec<Row> = faults
        .into_iter()
        .map(|fault| Row {
            ours: found_of(&found, ours.name, fault.name),
            plain: found_of(&found, plain.name, fault.name),
            fault,
        })
        .collect();
    if let Some(row) = rows.iter().find(|row| row.ours.is_empty() || row.plain.is_empty()) {
        return Err(format!("{} was not searched for yet", row.fault.name).into());
    }
    let table = table_text(&rows, SEEDS.len());
    publish(page, &table)?;
    fs::write(json, json_of(&rows))?;
    let red = requirements(&rows).iter().any(|requirement| !requirement.missed_by.is_empty());
    Ok((table, red))
}

/// A line for each search.
fn json_of(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        for (setup, found) in [("ours", &row.ours), ("plain", &row.plain)] {
            for (seed, found) in SEEDS.iter().zip(found) {
                lines.push(format!(
                    r#"{{"fault":"{}","setup":"{setup}","seed":{seed},"executions":{},"killed":{}}}"#,
                    row.fault.name, found.executions, found.killed
                ));
            }
        }
    }
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The medians of all four set-ups, which decide what ships.
fn compare(setups: &[Setup; 4], ledger: &Path, most: u64, seeds: RangeInclusive<u32>) -> Done {
    let faults = planted_faults();
    let found = Work { setups: setups.to_vec(), seeds: seeds.collect(), most, measures: true }
        .run(&faults, ledger)?;
    let mut text = format!("{:<6}", "fault");
    let _ = writeln!(text, "{}", setups.each_ref().map(|setup| format!("{:>12}", setup.name)).concat());
    let mut kills = [0; 4];
    for fault in &faults {
        let _ = write!(text, "{:<6}", fault.name);
        for (setup, kills) in setups.iter().zip(&mut kills) {
            let found = found_of(&found, setup.name, fault.name);
            *kills += found.iter().filter(|found| found.killed).count();
            let _ = write!(text, "{:>12}", median(&found));
        }
        let _ = writeln!(text, "  {}", fault.does);
    }
    let _ = writeln!(text, "{:<6}{}", "kills", kills.map(|kills| format!("{kills:>12}")).concat());
    Ok((text, false))
}

/// Whether each fault is found, and the one that is none is not.
fn smoke(ours: &Setup) -> Done {
    let (red, mut text) =
        survivors(&planted_faults(), &|fault, seed| Ok(ours.search(fault.name, seed, SMOKE_MOST)?.killed))?;
    let none = no_fault().ok_or("no mutant is declared to be none")?;
    let (seen, _) = survivors(std::slice::from_ref(&none), &|fault, seed| {
        Ok(ours.search(fault.name, seed, SMOKE_MOST)?.killed)
    })?;
    // A smoke test that finds what is not there would be green for ever.
    if !seen {
        let _ = writeln!(text, "{}, which is no fault, was found", none.name);
    }
    Ok((text, red || !seen))
}

/// Whether a fault survived, and the words about all of them.
fn survivors(
    faults: &[Fault],
    search: &dyn Fn(&Fault, u32) -> Result<bool, SearchError>,
) -> Result<(bool, String), SearchError> {
    let mut text = String::new();
    let mut survived = 0;
    for fault in faults {
        for seed in SMOKE_SEEDS {
            if !search(fault, seed)? {
                survived += 1;
                let _ = writeln!(
                    text,
                    "{} survives {SMOKE_MOST} executions, seed {seed}: {}",
                    fault.name, fault.does
                );
            }
        }
    }
    let _ = writeln!(text, "{} faults, {survived} survive", faults.len());
    Ok((survived > 0, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_that_survives_makes_it_red() {
        let faults = planted_faults();
        let (red, text) = survivors(&faults, &|_, _| Ok(true)).unwrap();
        assert!(!red && text.ends_with(" faults, 0 survive\n"), "{text}");
        let (red, text) = survivors(&faults, &|fault, _| Ok(fault.name != "m10")).unwrap();
        assert!(red && text.starts_with("m10 survives 50000 executions, seed 1: "), "{text}");
    }
}
