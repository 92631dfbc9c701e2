//! All mutants.

use crate::mutants::Mutant;
use crate::mutants::faulty::{backward, blocks, bounded, branchy, calls, pointer, push, shift, table, wide};

/// Faults that a decoder here cannot have: name, what goes wrong, and why it is not here.
pub const OUT_OF_SCOPE: [(&str, &str, &str); 2] = [
    (
        "s38",
        "unwraps percent signs twice, as in %25c0",
        "the fault is in the unwrapping, not in the decoding",
    ),
    ("s40", "asks the locale what a byte above 7F is", "the fault is before the decoding, in who asks that"),
];

/// All mutants, by name.
pub fn mutants() -> Vec<Mutant> {
    let sources = [
        branchy::mutants(),
        table::mutants(),
        shift::mutants(),
        blocks::mutants(),
        push::mutants(),
        calls::mutants(),
        bounded::mutants(),
        pointer::mutants(),
        backward::mutants(),
        wide::mutants(),
    ];
    let mut mutants = sources.concat();
    mutants.sort_by_key(|mutant| mutant.name);
    mutants
}
