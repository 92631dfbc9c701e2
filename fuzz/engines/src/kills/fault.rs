//! The faults that are planted.

use illformed_workshop::mutants::mutants;

/// A fault, as the list of mutants has it.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    /// Whether it takes several calls to see it, and not one answer.
    pub(crate) is_of_calls: bool,
}

/// Every fault of one input that flips the answer for some bytes, and every one of calls: none is left out.
pub(crate) fn planted_faults() -> Vec<Fault> {
    let mut faults = mutants();
    faults.retain(|mutant| {
        mutant.is_of_calls() || mutant.name.starts_with('m') && mutant.answer_witness.is_some()
    });
    let fault = |is_of_calls, name, does| Fault { name, does, is_of_calls };
    faults.iter().map(|mutant| fault(mutant.is_of_calls(), mutant.name, mutant.does)).collect()
}

/// A mutant that is declared equivalent: nothing reveals it.
pub(crate) fn no_fault() -> Option<&'static str> {
    mutants().into_iter().find(|mutant| mutant.equivalent.is_some()).map(|mutant| mutant.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_faults_of_both_kinds_and_none_that_is_no_fault() {
        let faults = planted_faults();
        assert!([true, false].iter().all(|kind| faults.iter().any(|fault| fault.is_of_calls == *kind)));
        let none = no_fault().expect("there is one");
        assert!(faults.iter().all(|fault| fault.name != none));
    }
}
