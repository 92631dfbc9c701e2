//! Which vectors are about attacks, and which incidents of the field a decoder would repeat.

use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::{Cause, Severity, accepting};
use illformed_judge::judge::VerdictKind;
use illformed_vectors::{Importance, Incident, IncidentFile, Suite, Vector};
use std::collections::{BTreeMap, BTreeSet, HashMap};
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
            let of_family = |(id, _): &(&&str, &&Vector)| families.iter().any(|one| one.matches(id));
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
    pub incident: &'a Incident,
    /// The numbers of the record's vectors that replay it.
    pub vectors: Vec<usize>,
    /// Those of them that some decoder gets wrong.
    pub failed: Vec<usize>,
    /// The decoders, by name, that give a wrong answer or text, die or hang on some of its vectors, or on cases of these that
    /// bring no other bytes along. Only where the vector is about telling an error in time does a late or misplaced error count.
    pub repeated_by: Vec<String>,
    /// Those of them that fail the vector of `example`.
    pub of_example: Vec<String>,
    /// The failure that shows it best: the most severe, and of those the one with the shortest input; `None` if no decoder
    /// repeats it.
    pub example: Option<RepeatedCase>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RepeatedCase {
    pub severity: Severity,
    /// How long the vector's input is, as the record writes it.
    pub length: usize,
    pub case: usize,
    pub decoder: usize,
}

/// The incidents that the vectors of `record` replay, the worst first, then by number. Decoders are judged by RFC 3629, whatever
/// they claim: an attacker does not read the claim. Decoders that claim another format are left out unless the user
/// selected decoders: they are meant to differ.
pub fn replayed<'a>(record: &RunRecord, incidents: &'a IncidentFile) -> Vec<Replayed<'a>> {
    let is_selected = |words: &String| words.starts_with("--decoder ") || words.starts_with("--adapter ");
    let has_target = record.selection.iter().any(is_selected);
    let is_meant = |decoder: &DecoderRecord| {
        has_target
            || !decoder.command.is_empty()
            || matches!(decoder.claim.profile.as_str(), "rfc3629" | "none")
    };
    let failing: Vec<(String, BTreeMap<usize, RepeatedCase>)> = record
        .decoders
        .iter()
        .enumerate()
        .filter(|(_, decoder)| is_meant(decoder))
        .map(|(number, decoder)| (decoder.name(), wrong_vectors(record, number, decoder)))
        .collect();
    let mut replayed = Vec::new();
    for incident in incidents.incidents() {
        let names = |number: &usize| {
            let id = &record.vectors[*number].id;
            incident.vectors.iter().any(|pattern| pattern.matches(id))
        };
        let vectors: Vec<usize> = (0..record.vectors.len()).filter(names).collect();
        if vectors.is_empty() {
            continue;
        }
        let of_incident = |wrong: &BTreeMap<usize, RepeatedCase>| -> Option<RepeatedCase> {
            vectors.iter().filter_map(|vector| wrong.get(vector)).min().copied()
        };
        let repeats = failing.iter().filter_map(|(name, wrong)| Some((name, of_incident(wrong)?)));
        let repeats: Vec<(&String, RepeatedCase)> = repeats.collect();
        let is_failed = |vector: &usize| failing.iter().any(|(_, wrong)| wrong.contains_key(vector));
        let example = repeats.iter().map(|(_, example)| *example).min();
        let shown = example.map(|example| record.cases[example.case].vector);
        let fails_shown =
            |wrong: &BTreeMap<usize, RepeatedCase>| shown.is_some_and(|shown| wrong.contains_key(&shown));
        let of_example = failing.iter().filter(|(_, wrong)| fails_shown(wrong));
        replayed.push(Replayed {
            incident,
            failed: vectors.iter().copied().filter(is_failed).collect(),
            repeated_by: repeats.iter().map(|(name, _)| (*name).clone()).collect(),
            of_example: of_example.map(|(name, _)| name.clone()).collect(),
            example,
            vectors,
        });
    }
    replayed.sort_by_key(|one| (one.example.is_none(), one.example.map(|example| example.severity)));
    replayed
}

/// The vectors that `decoder` gets wrong, by themselves or in a case derived from them, each with the case that shows it best.
/// The groups of outcomes have every case; `findings` has only those whose details were kept.
fn wrong_vectors(
    record: &RunRecord,
    number: usize,
    decoder: &DecoderRecord,
) -> BTreeMap<usize, RepeatedCase> {
    let outcomes = decoder.rfc3629_outcomes();
    let causes = outcomes.causes.iter();
    let severities: HashMap<usize, Severity> =
        causes.flat_map(|cause| cause.cases.iter().map(|case| (case, cause.severity))).collect();
    let mut wrong: BTreeMap<usize, RepeatedCase> = BTreeMap::new();
    for group in &outcomes.groups {
        let only_about_time = match group.verdict {
            VerdictKind::Fail | VerdictKind::Crashed | VerdictKind::TimedOut => false,
            VerdictKind::LateError | VerdictKind::WrongReason => true,
            // A broken protocol and different answers are faults of the adapter as a rule.
            VerdictKind::Pass | VerdictKind::ProtocolError | VerdictKind::Flaky => continue,
            VerdictKind::Declined | VerdictKind::NotAsked | VerdictKind::NotApplicable => continue,
            VerdictKind::Unspecified | VerdictKind::NoPolicy => continue,
        };
        // What a case brings along may be all that is wrong in it.
        let is_own = |case: &usize| !record.cases[*case].brings_bytes();
        for case in group.cases.iter().filter(is_own) {
            let vector = record.cases[case].vector;
            let about_time = || record.vectors[vector].flags.iter().any(|flag| flag == "late-report");
            if only_about_time && !about_time() {
                continue;
            }
            let severity = severities.get(&case).copied().unwrap_or(Severity::Wrong);
            let length = record.vectors[vector].input.bytes().len();
            let one = RepeatedCase { severity, length, case, decoder: number };
            wrong.entry(vector).and_modify(|best| *best = one.min(*best)).or_insert(one);
        }
    }
    wrong
}
