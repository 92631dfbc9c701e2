//! Mutants of the decoder of branches that count offsets in something else than bytes.

use crate::mutants::reaction;
use crate::mutants::{Branchy, Mutant, Reaction, Structure};

pub(super) fn mutants() -> Vec<Mutant> {
    let counting = |name, does, reaction: Reaction, witness| {
        Mutant::new(name, does, Structure::Branchy(Branchy::CORRECT))
            .reacting(reaction)
            .betrayed_by(witness, None)
    };
    vec![
        counting("s30", "gives offsets in characters", reaction::offset_in_characters, b"\xC2\x80\x80"),
        counting("s31", "gives offsets in units of UTF-16", reaction::offset_in_utf16_units, b"\xC2\x80\x80"),
    ]
}
