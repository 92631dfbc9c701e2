//! What inputs reach of the targets of a folder, as libFuzzer sees it.
//!
//! A feature is an edge of a target with how often it was taken, in eight steps (`1`, `2`, `3`, `4` to `7`...). It is
//! measured with the inner half of libFuzzer's merge, which runs what a control file lists, in that order, and writes a
//! line for each input into it. The whole merge cannot choose the seeds: it runs each input once, and takes what a target
//! does now and then, as with hash tables, for new.

use crate::place::at;
use crate::seeds::candidate::Candidate;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// How often each input is run, each time in a process of its own: hash tables take other paths in each.
const RUNS: usize = 3;

/// A feature of one of several targets: the target's number, and the feature's.
pub(super) type Feature = (usize, u32);

/// The features of `inputs`, in their order, of all targets, which are `programs`. Of the first `stable` inputs counts what any run reached, of the others only what
/// each run did: so nothing is added for what happens now and then, nor removed for what once did not. Fails when a
/// property does not hold for an input, which is named.
pub(super) fn reach(
    programs: &[PathBuf],
    inputs: &[&Candidate],
    stable: usize,
) -> Result<Vec<BTreeSet<Feature>>, String> {
    let work = tempdir().map_err(at(&std::env::temp_dir()))?;
    let work = work.path();
    let mut paths = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let path = work.join(number.to_string());
        fs::write(&path, &input.bytes).map_err(at(&path))?;
        paths.push(path);
    }
    let mut reach = vec![BTreeSet::new(); inputs.len()];
    for (target, program) in programs.iter().enumerate() {
        let run = |_| run_once(program, &paths, &work.join("control"));
        let runs = (0..RUNS).map(run).collect::<Result<Vec<_>, String>>()?;
        for (number, reach) in reach.iter_mut().enumerate() {
            let mut of_runs = Vec::new();
            for run in &runs {
                of_runs.push(run.get(number).and_then(Option::as_ref).ok_or_else(|| {
                    let Candidate { name, bytes } = inputs[number];
                    let target = program.file_name().unwrap_or_default().to_string_lossy();
                    format!("{name}: {target} does not hold, or takes too long: {bytes:02x?}")
                })?);
            }
            let all: BTreeSet<u32> = of_runs.iter().copied().flatten().copied().collect();
            let counts = |feature: &u32| number < stable || of_runs.iter().all(|run| run.contains(feature));
            reach.extend(all.into_iter().filter(counts).map(|feature| (target, feature)));
        }
    }
    Ok(reach)
}

/// The features of each input when `program` runs them all; `None` from the first at which it ended.
fn run_once(program: &Path, paths: &[PathBuf], control: &Path) -> Result<Vec<Option<BTreeSet<u32>>>, String> {
    fs::write(control, control_file(paths)).map_err(at(control))?;
    let mut option = OsString::from("-merge_control_file=");
    option.push(control);
    // An input that fails is told by the control file, whatever the exit code.
    Command::new(program)
        .args(["-merge_inner=2", "-timeout=10", "-rss_limit_mb=1024"])
        .arg(option)
        .current_dir(control.parent().unwrap_or(control))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(at(program))?;
    let text = fs::read_to_string(control).map_err(at(control))?;
    Ok(features(&text, paths.len()))
}

fn control_file(paths: &[PathBuf]) -> String {
    let mut text = format!("{}\n0\n", paths.len());
    for path in paths {
        // Writing to a String does not fail.
        let _ = writeln!(text, "{}", path.display());
    }
    text
}

/// The features of each of `count` inputs in a control file that libFuzzer went through.
fn features(text: &str, count: usize) -> Vec<Option<BTreeSet<u32>>> {
    let mut found = vec![None; count];
    for line in text.lines().skip(2 + count).filter_map(|line| line.strip_prefix("FT ")) {
        let mut numbers = line.split(' ').map_while(|word| word.parse::<u32>().ok());
        if let Some(slot) = numbers.next().and_then(|number| found.get_mut(number as usize)) {
            *slot = Some(numbers.collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_of_each_input_are_read_up_to_the_one_at_which_the_target_ended() {
        let went_through = |lines: &str| control_file(&["one".into(), "FT 0 9".into()]) + lines;
        let text = went_through("STARTED 0 1\nFT 0 7 9\nCOV 0 1\nSTARTED 1 0\nFT 1\nCOV 1\n");
        assert_eq!(features(&text, 2), [Some(BTreeSet::from([7, 9])), Some(BTreeSet::new())]);
        let ended = went_through("STARTED 0 1\nFT 0 7 9\nCOV 0 1\nSTARTED 1 0\n");
        assert_eq!(features(&ended, 2), [Some(BTreeSet::from([7, 9])), None]);
        assert_eq!(features(&went_through(""), 2), [None, None]);
    }
}
