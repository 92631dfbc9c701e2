//! How many executions libFuzzer needs until it finds a fault that was planted: with our mutator and dictionary, and as
//! `cargo fuzz init` sets it up. `make kills` builds both programs and calls this; `make kills-smoke` asks whether ours
//! finds every fault within a small budget, and ends with 1 when one survives.

mod fault;
mod ledger;
mod page;
mod search;
mod table;
mod work;

use crate::fault::{Fault, no_fault, planted_faults};
use crate::page::publish;
use crate::search::{SearchError, Setup};
use crate::table::{Row, requirements, table_text};
use crate::work::{Work, found_of};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The seeds of the table.
const SEEDS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// After so many executions without a kill the table says that there was none.
const MOST: u64 = 5_000_000;

/// The seeds and the budget of the smoke test: five times the worst of the table.
const SMOKE_SEEDS: [u32; 1] = [1];
const SMOKE_MOST: u64 = 50_000;

const USAGE: &str = "usage: executions_to_kill table OURS PLAIN DICTIONARY LEDGER PAGE JSON
       executions_to_kill show OURS PLAIN DICTIONARY LEDGER PAGE JSON: the same of what is in the ledger already
       executions_to_kill compare OURS PLAIN DICTIONARY LEDGER MOST FIRST-SEED LAST-SEED
       executions_to_kill smoke OURS DICTIONARY";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program's whole main")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [what @ ("table" | "show"), ours, plain, dictionary, ledger, page, json] => {
            let setups = setups(ours, plain, dictionary);
            table(&setups, what == "table", ledger.as_ref(), page.as_ref(), json.as_ref())
        }
        ["compare", ours, plain, dictionary, ledger, most, first, last] => {
            compare(&setups(ours, plain, dictionary), ledger.as_ref(), [most, first, last])
        }
        ["smoke", ours, dictionary] => smoke(&setups(ours, ours, dictionary)[0]),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok((text, red)) => {
            print!("{text}");
            ExitCode::from(u8::from(red))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Ours, plain, and each half of ours.
fn setups(ours: &str, plain: &str, dictionary: &str) -> [Setup; 4] {
    let setup = |name, program: &str, dictionary: Option<&str>| Setup {
        name,
        program: PathBuf::from(program),
        dictionary: dictionary.map(PathBuf::from),
    };
    [
        setup("ours", ours, Some(dictionary)),
        setup("plain", plain, None),
        setup("dictionary", plain, Some(dictionary)),
        setup("mutator", ours, None),
    ]
}

type Done = Result<(String, bool), Box<dyn Error>>;

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

/// The medians of all four set-ups, which decide what ships; `limits` are the budget and the first and last seed.
fn compare(setups: &[Setup; 4], ledger: &Path, limits: [&str; 3]) -> Done {
    let [most, first, last] = limits.map(str::parse::<u32>);
    let (most, seeds) = (u64::from(most?), first?..=last?);
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
            let _ = write!(text, "{:>12}", table::median(&found));
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
    let none = no_fault().ok_or("the zoo has no mutant that is declared to be none")?;
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
