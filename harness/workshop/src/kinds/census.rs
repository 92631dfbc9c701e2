//! Which vectors kill which faulty encoder, detector or reader of labels.

use illformed::ask::kinds::{KindVerdict, Peer};
use illformed_vectors::Kinds;

/// One with a fault.
pub struct KindMutant {
    /// Its name, such as `s35`.
    pub name: &'static str,
    /// What it does wrong, in the third person.
    pub does: &'static str,
    /// It, with the claim that it does not keep.
    pub peer: Peer,
}

/// What became of a mutant.
pub struct KindRow {
    /// It.
    pub mutant: KindMutant,
    /// The vectors that kill it, in the order of the file.
    pub killers: Vec<String>,
}

/// Asks each of `mutants` all vectors of its kind.
pub fn kinds_census(mutants: Vec<KindMutant>, kinds: &Kinds) -> Vec<KindRow> {
    let row = |mutant: KindMutant| {
        let verdicts = mutant.peer.verdicts(kinds);
        let failed = verdicts.into_iter().filter(|(_, verdict)| matches!(verdict, KindVerdict::Fail(_)));
        let killers = failed.map(|(id, _)| id.to_owned()).collect();
        KindRow { mutant, killers }
    };
    mutants.into_iter().map(row).collect()
}
