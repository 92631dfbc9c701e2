//! `make corpus`: adds to the corpus what the seeds that were written by hand do not reach.
//!
//! For each folder of seeds, candidates are what the vectors hold and what searches left in `fuzz/corpus`. All are run in
//! each target that starts from the folder, and of those that reach something new (an edge, or how often it is taken) a
//! small set is kept, named after the vector or what the bytes are. Seeds by hand all stay; one that was chosen and is no
//! longer needed goes. An engine reads copies and writes nowhere but in `target/corpus`.
//!
//! Arguments: the folder of the targets, built with libFuzzer, and the folder of the corpus. The exit code is 0 when the
//! choice stands, having been made once more from what it made; 1 when it does not come to rest, or when a property
//! does not hold for an input, which is named.

mod candidate;
mod cover;
mod features;
mod folder;

use crate::folder::{Change, Folder};
use illformed::property::Seeds;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A choice is the same when it is made again, unless a target does something at random.
const ROUNDS: usize = 4;

#[expect(clippy::print_stderr, reason = "it is a program's whole main")]
fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [targets, corpus] = arguments.as_slice() else {
        eprintln!(
            "the arguments are the folder of the targets, built with libFuzzer, and that of the corpus"
        );
        return ExitCode::FAILURE;
    };
    match choose(targets, corpus) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "it is what the program is for")]
fn choose(targets: &Path, corpus: &Path) -> Result<(), String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package is in no workspace")?;
    for seeds in Seeds::ALL {
        let folder = Folder {
            seeds,
            targets: targets.to_owned(),
            corpus: corpus.to_owned(),
            found: top.join("fuzz/corpus"),
            work: top.join("target/corpus").join(seeds.folder()),
        };
        let mut rounds = 0;
        loop {
            let round = folder.round()?;
            for change in &round.changes {
                match change {
                    Change::Added(name) => println!("+ {}/{name}", seeds.folder()),
                    Change::Removed(name) => println!("- {}/{name}", seeds.folder()),
                }
            }
            rounds += 1;
            if round.changes.is_empty() {
                let (by_hand, chosen, features) = (round.by_hand, round.chosen, round.features);
                println!("{}: {by_hand} by hand, {chosen} chosen, {features} features", seeds.folder());
                break;
            }
            if rounds == ROUNDS {
                return Err(format!("{}: no rest after {ROUNDS} rounds", seeds.folder()));
            }
        }
    }
    Ok(())
}
