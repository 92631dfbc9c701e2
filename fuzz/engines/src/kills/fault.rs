//! The faults that are planted.

use illformed_workshop::mutants::{Mutant, mutants};

/// What of a fault a search can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Betrayed {
    /// Accepted or rejected, for some bytes.
    ByAnswer,
    ByCalls,
}

/// A fault, as the list of mutants has it.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    pub(crate) betrayed: Betrayed,
}

/// Every fault of one input that flips the answer for some bytes, and every one of calls: none is left out.
pub(crate) fn planted_faults() -> Vec<Fault> {
    mutants().iter().filter_map(planted).collect()
}

fn planted(mutant: &Mutant) -> Option<Fault> {
    let betrayed = if mutant.is_of_calls() {
        Betrayed::ByCalls
    } else if mutant.name.starts_with('m') && mutant.answer_witness.is_some() {
        Betrayed::ByAnswer
    } else {
        return None;
    };
    Some(Fault { name: mutant.name, does: mutant.does, betrayed })
}

/// A mutant that is declared equivalent: nothing reveals it.
pub(crate) fn no_fault() -> Option<Fault> {
    let mutant = mutants().into_iter().find(|mutant| mutant.equivalent.is_some())?;
    Some(Fault { name: mutant.name, does: mutant.does, betrayed: Betrayed::ByAnswer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_faults_of_both_kinds_and_none_that_is_no_fault() {
        let faults = planted_faults();
        let of = |betrayed| faults.iter().filter(|fault| fault.betrayed == betrayed).count();
        assert!(of(Betrayed::ByAnswer) > 0 && of(Betrayed::ByCalls) > 0);
        let none = no_fault().expect("there is one");
        assert!(faults.iter().all(|fault| fault.name != none.name));
    }
}
