//! `make corpus`: adds to the corpus what the seeds that were written by hand do not reach.
//!
//! For each folder of seeds, candidates are what the vectors hold and what searches left in `fuzz/corpus`. All are run in
//! each target that starts from the folder, and of those that reach something new (an edge, or how often it is taken) a
//! small set is kept, named after the vector or what the bytes are. Seeds by hand all stay; one that was chosen and is no
//! longer needed goes. An engine reads copies and writes nowhere but in `target/corpus`.
//!
//! The choice stands when it was made once more from what it made. It fails when it does not come to rest, or when a
//! property does not hold for an input, which is named.

use crate::seeds::folder::{Change, Folder};
use illformed_fuzz::property::Seeds;
use std::path::Path;

/// A choice is the same when it is made again, unless a target does something at random.
const ROUNDS: usize = 4;

/// Chooses seeds with the targets in `targets` for the folders of `corpus`; `top` is the folder of the checkout. What
/// changes is said to `told`, a line each.
pub(crate) fn choose(
    targets: &Path,
    corpus: &Path,
    top: &Path,
    told: &mut dyn FnMut(String),
) -> Result<(), String> {
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
                    Change::Added(name) => told(format!("+ {}/{name}", seeds.folder())),
                    Change::Removed(name) => told(format!("- {}/{name}", seeds.folder())),
                }
            }
            rounds += 1;
            if round.changes.is_empty() {
                let (by_hand, chosen, features) = (round.by_hand, round.chosen, round.features);
                told(format!("{}: {by_hand} by hand, {chosen} chosen, {features} features", seeds.folder()));
                break;
            }
            if rounds == ROUNDS {
                return Err(format!("{}: no rest after {ROUNDS} rounds", seeds.folder()));
            }
        }
    }
    Ok(())
}
