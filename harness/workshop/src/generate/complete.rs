//! The complete suite as a table, for those who do without the program.

use illformed_judge::complete::complete_suite;
use illformed_vectors::{Input, Vector, hex};

/// Each input as hex with whether it is well-formed, one a line below a line of names.
pub(super) fn complete_table() -> String {
    let row = |vector: &Vector| match (&vector.input, vector.rfc3629.well_formed()) {
        (Input::Bytes(bytes), Some(well_formed)) => format!("{}\t{well_formed}\n", hex::encode(bytes)),
        _ => String::new(),
    };
    let rows: String = complete_suite().vectors().map(row).collect();
    format!("input\twell_formed\n{rows}")
}
