//! `workshop selftest`, and the adapters that it asks.

use crate::cli::args::{MisbehaveArguments, SelftestArguments};
use crate::selftest::{Checked, MISBEHAVIOURS, Misbehaviour, check, misbehave};
use illformed::ask::adapter::process::Program;
use illformed::ask::selection::Globs;
use illformed::ask::temporary::TemporaryFolder;
use illformed::cli::CliError;
use illformed::cli::{interrupt, output};
use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// How many adapters are asked at the same time. Most of the time they are waited for.
const AT_A_TIME: usize = 8;

/// How many differences of one adapter are shown.
const SHOWN: usize = 3;

pub(crate) fn selftest(arguments: &SelftestArguments) -> Result<ExitCode, CliError> {
    let only = Globs::parse("--only", &arguments.only)?;
    let wanted = |row: &&Misbehaviour| only.select(row.name);
    let rows: Vec<&Misbehaviour> = MISBEHAVIOURS.iter().copied().flatten().filter(wanted).collect();
    if rows.is_empty() {
        return Err(CliError::Usage("no misbehaviour of that name; see workshop selftest --list".to_owned()));
    }
    if arguments.list {
        let lines = rows.iter().map(|row| format!("{:<32} {}\n", row.name, row.does));
        output::print(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let own = env::current_exe().map_err(|source| CliError::File { path: "illformed".into(), source })?;
    let interrupted = interrupt::flag();
    let mut failed = 0;
    let mut told_rows = 0;
    all_checked(&rows, &own, &interrupted, &mut |row, checked| {
        failed += usize::from(!checked.differences.is_empty());
        told_rows += 1;
        output::print(&told(row, checked))
    })?;
    if failed > 0 {
        output::complain(&format!("{failed} of {} adapters were not handled as expected", rows.len()));
    }
    if told_rows < rows.len() {
        output::complain(&"interrupted: not everything was checked");
    }
    let complete = told_rows == rows.len();
    if failed == 0 && complete {
        let plural = if rows.len() == 1 { "" } else { "s" };
        output::print(&format!("{} adapter{plural}, each handled as expected\n", rows.len()))?;
    }
    Ok(if failed == 0 && complete { ExitCode::SUCCESS } else { ExitCode::from(4) })
}

/// One line for what is right; what is wrong has a line a difference, with both sides.
fn told(row: &Misbehaviour, checked: &Checked) -> String {
    let Checked { seen, differences } = checked;
    let word = if differences.is_empty() { "ok  " } else { "FAIL" };
    let mut text = format!("{word} {:<31} {}: {seen}\n", row.name, row.does);
    for difference in differences.iter().take(SHOWN) {
        let _ = writeln!(text, "     {difference}");
    }
    if differences.len() > SHOWN {
        let _ = writeln!(text, "     and {} more", differences.len() - SHOWN);
    }
    text
}

/// Checks all `rows`, several at a time, and hands over each in the table's order. After an interrupt no more are begun,
/// and those that were cut off are not handed over.
fn all_checked(
    rows: &[&Misbehaviour],
    own: &Path,
    interrupted: &Arc<AtomicBool>,
    take: &mut dyn FnMut(&Misbehaviour, &Checked) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((number, row)) = next_row(rows, next) {
                    let checked = checked(row, own, interrupted);
                    if interrupted.load(Ordering::Relaxed) || sender.send((number, checked)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut finished: BTreeMap<usize, Checked> = BTreeMap::new();
        let mut told = 0;
        let mut outcome = Ok(());
        for (number, checked) in receiver {
            outcome = checked.and_then(|checked| {
                finished.insert(number, checked);
                while let Some(checked) = finished.get(&told) {
                    take(rows[told], checked)?;
                    told += 1;
                }
                Ok(())
            });
            if outcome.is_err() {
                // The others need not go on.
                interrupted.store(true, Ordering::Relaxed);
                break;
            }
        }
        outcome
    })
}

fn next_row<'a>(rows: &[&'a Misbehaviour], next: &AtomicUsize) -> Option<(usize, &'a Misbehaviour)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    rows.get(number).map(|row| (number, *row))
}

fn checked(row: &Misbehaviour, own: &Path, interrupted: &Arc<AtomicBool>) -> Result<Checked, CliError> {
    let folder = TemporaryFolder::new().map_err(|source| CliError::File { path: env::temp_dir(), source })?;
    let arguments = vec!["misbehave".into(), row.name.into(), folder.path().into()];
    let program = Program { executable: own.into(), arguments };
    Ok(check(row, program, folder.path(), interrupted))
}

/// Runs as the misbehaving adapter.
pub(crate) fn misbehaving(arguments: &MisbehaveArguments) -> Result<ExitCode, CliError> {
    let unknown = || CliError::Usage(format!("no misbehaviour is named `{}`", arguments.name));
    misbehave(&arguments.name, &arguments.folder).map(ExitCode::from).ok_or_else(unknown)
}
