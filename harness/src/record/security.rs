//! Which vectors are about attacks, and which incidents of the field a decoder would repeat.

use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::{Cause, accepting};
use illformed_judge::judge::VerdictKind;
use illformed_vectors::{Importance, Incident, IncidentFile, Suite, Vector};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Whether `vector` of `suite` is critical, or replays an incident. Incidents name vectors of the built-in suite and of
/// later or earlier versions of it.
///
/// # Examples
///
/// ```
/// use illformed::record::security::is_security;
/// use illformed_vectors::Suite;
///
/// let suite = Suite::embedded();
/// assert!(is_security(suite, suite.vector("security/c8-before-quote").unwrap()));
/// assert!(!is_security(suite, suite.vector("standard/letter-a").unwrap()));
/// ```
pub fn is_security(suite: &Suite, vector: &Vector) -> bool {
    suite.importance(vector) == Importance::Critical
        || (suite.name() == Suite::embedded().name() && IncidentFile::embedded().names(&vector.id))
}

/// The incidents that a decoder with `cause` repeats, by number: those one of whose vectors of the built-in suite begins
/// with an error that such a decoder accepts.
pub fn repeated_by(cause: Cause) -> BTreeSet<usize> {
    static REPEATED: LazyLock<BTreeMap<Cause, BTreeSet<usize>>> = LazyLock::new(|| {
        let mut repeated: BTreeMap<Cause, BTreeSet<usize>> = BTreeMap::new();
        // Most patterns name one vector.
        let vectors: BTreeMap<&str, &Vector> =
            Suite::embedded().vectors().map(|vector| (vector.id.as_str(), vector)).collect();
        for incident in IncidentFile::embedded().incidents() {
            let (families, single): (Vec<_>, Vec<_>) =
                incident.vectors.iter().partition(|pattern| pattern.as_str().contains('*'));
            let single = single.iter().filter_map(|pattern| vectors.get(pattern.as_str()));
            let of_family = |(id, _): &(&&str, &&Vector)| families.iter().any(|one| one.matches_text(id));
            let families = vectors.iter().filter(|_| !families.is_empty()).filter(of_family);
            for cause in
                single.chain(families.map(|(_, vector)| vector)).filter_map(|vector| accepting(vector))
            {
                repeated.entry(cause).or_default().insert(incident.number);
            }
        }
        repeated
    });
    REPEATED.get(&cause).cloned().unwrap_or_default()
}

/// An incident whose vectors were asked in a run, all or some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed<'a> {
    /// The incident.
    pub incident: &'a Incident,
    /// The numbers of the record's vectors that replay it.
    pub vectors: Vec<usize>,
    /// Those of them that some decoder gets wrong.
    pub failed: Vec<usize>,
    /// The decoders, by name, that give a wrong answer or text, die or hang on some of its vectors or what is derived from
    /// them. Only where the vector is about telling an error in time does a late or misplaced error count.
    pub repeated_by: Vec<String>,
}

/// The incidents that the vectors of `record` replay, by number. Decoders are judged by RFC 3629, whatever they claim: an
/// attacker does not read the claim.
pub fn replayed<'a>(record: &RunRecord, incidents: &'a IncidentFile) -> Vec<Replayed<'a>> {
    let failing: Vec<(String, BTreeSet<usize>)> =
        record.decoders.iter().map(|decoder| (decoder.name(), wrong_vectors(record, decoder))).collect();
    let mut replayed = Vec::new();
    for incident in incidents.incidents() {
        let names = |number: &usize| {
            let id = &record.vectors[*number].id;
            incident.vectors.iter().any(|pattern| pattern.matches_text(id))
        };
        let vectors: Vec<usize> = (0..record.vectors.len()).filter(names).collect();
        if vectors.is_empty() {
            continue;
        }
        let repeats =
            |(_, wrong): &&(String, BTreeSet<usize>)| vectors.iter().any(|vector| wrong.contains(vector));
        let repeated_by = failing.iter().filter(repeats).map(|(name, _)| name.clone()).collect();
        let is_failed = |vector: &usize| failing.iter().any(|(_, wrong)| wrong.contains(vector));
        let failed = vectors.iter().copied().filter(is_failed).collect();
        replayed.push(Replayed { incident, vectors, failed, repeated_by });
    }
    replayed
}

/// The numbers of the vectors that `decoder` gets wrong, by themselves or in a case derived from them. The groups of
/// outcomes have every case; `findings` has only those whose details were kept.
fn wrong_vectors(record: &RunRecord, decoder: &DecoderRecord) -> BTreeSet<usize> {
    let about_time = |vector: &usize| record.vectors[*vector].flags.iter().any(|flag| flag == "late-report");
    let mut wrong = BTreeSet::new();
    for group in &decoder.shown().groups {
        let vectors = group.cases.iter().map(|case| record.cases[case].vector);
        match group.verdict {
            VerdictKind::Fail | VerdictKind::Crashed | VerdictKind::TimedOut => wrong.extend(vectors),
            VerdictKind::LateError | VerdictKind::WrongReason => wrong.extend(vectors.filter(about_time)),
            // A broken protocol and different answers are faults of the adapter as a rule.
            VerdictKind::Pass | VerdictKind::ProtocolError | VerdictKind::Flaky => {}
            VerdictKind::Declined | VerdictKind::NotAsked | VerdictKind::NotApplicable => {}
            VerdictKind::Unspecified | VerdictKind::NoPolicy => {}
        }
    }
    wrong
}
