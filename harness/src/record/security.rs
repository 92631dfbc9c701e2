//! Which vectors are about attacks, and which incidents of the field a decoder would repeat.

use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::{Cause, Severity, accepting};
use illformed_judge::claim::Profile;
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
        let suite = Suite::embedded();
        for incident in IncidentFile::embedded().incidents() {
            for pattern in &incident.vectors {
                // Most patterns name one vector.
                let is_family = pattern.as_str().contains('*');
                let family = || suite.vectors().filter(|vector| pattern.matches(vector.id.as_str()));
                let family = is_family.then(family).into_iter().flatten();
                for cause in family.chain(suite.vector(pattern.as_str())).filter_map(accepting) {
                    repeated.entry(cause).or_default().insert(incident.number);
                }
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
            || matches!(decoder.claim.profile, None | Some(Profile::Rfc3629))
    };
    let meant = record.decoders.iter().enumerate().filter(|(_, decoder)| is_meant(decoder));
    let wrong: BTreeMap<(usize, usize), RepeatedCase> =
        meant.flat_map(|(number, decoder)| wrong_vectors(record, number, decoder)).collect();
    let mut replayed = Vec::new();
    for incident in incidents.incidents() {
        let names = |number: &usize| {
            let id = record.vectors[*number].id.as_str();
            incident.vectors.iter().any(|pattern| pattern.matches(id))
        };
        let vectors: Vec<usize> = (0..record.vectors.len()).filter(names).collect();
        if vectors.is_empty() {
            continue;
        }
        let of_vector =
            |vector: usize| wrong.range((vector, 0)..=(vector, usize::MAX)).map(|(_, case)| *case);
        let repeated = || vectors.iter().flat_map(|vector| of_vector(*vector));
        let names = |cases: &mut dyn Iterator<Item = RepeatedCase>| -> Vec<String> {
            let numbers: BTreeSet<usize> = cases.map(|case| case.decoder).collect();
            numbers.into_iter().map(|number| record.decoders[number].name()).collect()
        };
        let example = repeated().min();
        let shown = example.map(|example| record.cases[example.case].vector);
        replayed.push(Replayed {
            incident,
            failed: vectors.iter().copied().filter(|vector| of_vector(*vector).next().is_some()).collect(),
            repeated_by: names(&mut repeated()),
            of_example: names(&mut shown.into_iter().flat_map(of_vector)),
            example,
            vectors,
        });
    }
    replayed.sort_by_key(|one| (one.example.is_none(), one.example.map(|example| example.severity)));
    replayed
}

/// The vectors that `decoder`, the one of that number, gets wrong, by themselves or in a case derived from them, each with the
/// decoder's number and the case that shows it best. The groups of outcomes have every case; `findings` has only those whose
/// details were kept.
fn wrong_vectors(
    record: &RunRecord,
    number: usize,
    decoder: &DecoderRecord,
) -> BTreeMap<(usize, usize), RepeatedCase> {
    let outcomes = decoder.rfc3629_outcomes();
    let causes = outcomes.causes.iter();
    let severities: HashMap<usize, Severity> =
        causes.flat_map(|cause| cause.cases.iter().map(|case| (case, cause.severity))).collect();
    let mut wrong = BTreeMap::new();
    for group in &outcomes.groups {
        let only_about_time = match group.verdict {
            VerdictKind::Fail | VerdictKind::Crashed | VerdictKind::TimedOut => false,
            VerdictKind::LateError | VerdictKind::WrongReason => true,
            // A broken protocol and different answers are faults of the adapter as a rule.
            VerdictKind::Pass | VerdictKind::ProtocolError | VerdictKind::Flaky => continue,
            VerdictKind::Declined | VerdictKind::NotAsked | VerdictKind::NotApplicable => continue,
            VerdictKind::Unspecified | VerdictKind::NoPolicy => continue,
        };
        // What a case brings along, or has instead of the vector, may be all that is wrong in it.
        let is_own = |case: &usize| {
            let case = &record.cases[*case];
            !case.brings_bytes() && !case.recipe.is_some_and(|recipe| recipe.is_codes())
        };
        for case in group.cases.iter().filter(is_own) {
            let vector = record.cases[case].vector;
            let about_time = || record.vectors[vector].flags.iter().any(|flag| flag == "late-report");
            if only_about_time && !about_time() {
                continue;
            }
            let severity = severities.get(&case).copied().unwrap_or(Severity::Wrong);
            let length = record.vectors[vector].input.bytes().len();
            let one = RepeatedCase { severity, length, case, decoder: number };
            let best = wrong.entry((vector, number)).or_insert(one);
            *best = one.min(*best);
        }
    }
    wrong
}
