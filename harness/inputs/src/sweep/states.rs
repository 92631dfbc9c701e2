//! The automaton of the grammar, with what a family of inputs needs of it.

use illformed_judge::automata::{Identifiers, Machine, formats};
use std::sync::LazyLock;

pub(super) struct States {
    pub(super) machine: &'static Machine,
    /// What leads to each state.
    pub(super) accesses: Vec<Vec<u8>>,
    /// Bytes of one class are read alike wherever they stand.
    pub(super) classes: Vec<Vec<u8>>,
    /// For each state the words that tell it from the others.
    pub(super) identifiers: Vec<Identifiers>,
}

pub(super) static STATES: LazyLock<States> = LazyLock::new(|| {
    // The first of the known formats is RFC 3629.
    let machine = &formats()[0].machine;
    States {
        machine,
        accesses: machine.accesses(),
        classes: machine.byte_classes(),
        identifiers: machine.identifiers(),
    }
});

#[cfg(test)]
mod tests {
    use super::STATES;

    #[test]
    fn each_byte_is_read_as_its_class_after_any_state_and_before_any_word() {
        let is_right = |bytes: &[u8]| str::from_utf8(bytes).is_ok();
        for class in &STATES.classes {
            for byte in class {
                for access in &STATES.accesses {
                    for (_, word) in STATES.identifiers.iter().flatten() {
                        let [this, first] =
                            [byte, &class[0]].map(|byte| [access.as_slice(), &[*byte], word].concat());
                        assert_eq!(is_right(&this), is_right(&first), "{this:02X?}");
                    }
                }
            }
        }
    }
}
