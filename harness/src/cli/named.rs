//! Names on the command line: of causes, severities, flags and vectors.

use crate::ask::nearest::{did_you_mean, near_vectors, nearest};
use illformed_judge::cause::Cause;
use illformed_vectors::{Cve, IncidentFile, Suite};
use std::collections::BTreeMap;

/// The least characters of a part of a name that is looked for.
const LEAST_PART: usize = 3;

/// What is near `word`, which names nothing and is not bytes; empty without anything: CVE numbers, the causes with that part, or
/// else the nearest causes, flags and vectors.
pub(crate) fn near(suite: &Suite, word: &str) -> String {
    let name = spelled_as_cause(word);
    if name.starts_with("cve-") {
        let incidents = IncidentFile::embedded().incidents().iter();
        let cves = incidents.flat_map(|one| one.cves.iter().chain(one.unverified.iter().map(|cve| &cve.cve)));
        return did_you_mean(&nearest(&name.to_ascii_uppercase(), cves.map(Cve::as_str)));
    }
    let with_part = causes_with(&name);
    if !with_part.is_empty() {
        return did_you_mean(&with_part);
    }
    let vectors: Vec<&str> = suite.vectors().map(|vector| vector.id.as_str()).collect();
    if name.contains('/') {
        return did_you_mean(&near_vectors(&name, &vectors));
    }
    // A vector is meant by its name without the group, too.
    let names: BTreeMap<&str, &str> =
        vectors.iter().filter_map(|id| Some((id.split_once('/')?.1, *id))).collect();
    let flags = suite.files().iter().flat_map(|file| &file.notes).map(|(flag, _)| flag.as_str());
    let causes = Cause::ALL.iter().map(|cause| cause.name());
    let near = nearest(&name, causes.chain(flags).chain(names.keys().copied()));
    did_you_mean(&near.iter().map(|name| names.get(name).copied().unwrap_or(name)).collect::<Vec<_>>())
}

/// The names of causes with the part `part`.
pub(crate) fn causes_with(part: &str) -> Vec<&'static str> {
    let causes = Cause::ALL.iter().map(|cause| cause.name());
    causes.filter(|cause| part.len() >= LEAST_PART && cause.contains(part)).collect()
}

/// `word` as names of causes are spelled: lower case, with hyphens.
pub(crate) fn spelled_as_cause(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// The cause of that name, upper or lower case, with `-` or `_`; or what to say of a name that there is not.
pub(crate) fn cause_named(word: &str) -> Result<Cause, String> {
    let name = spelled_as_cause(word);
    Cause::named(&name).ok_or_else(|| {
        let near = nearest(&name, Cause::ALL.iter().map(|cause| cause.name()));
        format!("no cause `{word}`{}", did_you_mean(&near))
    })
}
