//! All mutants.

use crate::zoo::Mutant;
use crate::zoo::mutants::{blocks, branchy, push, shift, table, wide};

/// All mutants, by name.
pub fn mutants() -> Vec<Mutant> {
    let structures = [
        branchy::mutants(),
        table::mutants(),
        shift::mutants(),
        blocks::mutants(),
        push::mutants(),
        wide::mutants(),
    ];
    let mut mutants = structures.concat();
    mutants.sort_by_key(|mutant| mutant.name);
    mutants
}
