//! What a word on the command line names: a cause, an incident, a vector or a flag.

use crate::ask::nearest::{did_you_mean, near_vectors, nearest};
use crate::search::black_box::bytes_of_text;
use crate::tell::report::{INCIDENT, incident_name};
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::shown::quoted;
use illformed_vectors::{Cve, Incident, IncidentFile, Suite};
use std::collections::BTreeMap;

/// The least characters of a part of a name that is looked for.
const LEAST_PART: usize = 3;

pub(crate) enum Named {
    Cause(Cause),
    /// One or more incidents: those of a CVE number, or that of its own number.
    Incidents(Vec<&'static Incident>),
    /// A CVE number or a number of an incident that no incident has.
    UnknownIncident,
    /// A vector of the suite, or a case that is derived from one.
    Case,
    Flag,
}

impl Named {
    /// What `word` names, upper or lower case, with `-` or `_`.
    pub(crate) fn of(suite: &Suite, word: &str) -> Option<Self> {
        if let Some(cause) = Cause::named(&spelled_as_cause(word)) {
            return Some(Self::Cause(cause));
        }
        let incidents = IncidentFile::embedded().incidents().iter();
        let of_cve = |cve: Cve| {
            let names = |incident: &&Incident| {
                incident.cves.contains(&cve) || incident.unverified.iter().any(|one| one.cve == cve)
            };
            incidents.clone().filter(names).collect::<Vec<_>>()
        };
        let name = word.to_ascii_lowercase();
        let is_number = |number: &str| number.parse::<usize>().is_ok();
        let found = match Cve::new(word.to_ascii_uppercase()) {
            Ok(cve) => Some(of_cve(cve)),
            Err(_) => name
                .strip_prefix(INCIDENT)
                .filter(|number| is_number(number))
                .map(|_| incidents.clone().filter(|incident| incident_name(incident) == name).collect()),
        };
        if let Some(found) = found {
            return Some(if found.is_empty() { Self::UnknownIncident } else { Self::Incidents(found) });
        }
        if word.parse::<CaseId>().is_ok_and(|id| Plan::find(suite, &id).is_some()) {
            return Some(Self::Case);
        }
        suite.note(word).map(|_| Self::Flag)
    }

    /// What to do with `word`, which names this, instead of the command that it was typed for.
    pub(crate) fn advice(&self, word: &str) -> String {
        let shown = quoted(word);
        match self {
            Self::Cause(cause) => format!("`{word}` is a cause; use illformed explain {cause}"),
            Self::Incidents(_) => format!("`{word}` names an incident; use illformed explain {shown}"),
            Self::UnknownIncident => format!("no incident `{word}`; see illformed list incidents"),
            Self::Case => format!("`{word}` is a vector; use illformed show {shown}"),
            Self::Flag => {
                let causes = did_you_mean(&causes_with(word));
                format!("`{word}` is a flag of vectors (see illformed list flags){causes}")
            }
        }
    }
}

/// What to do with `word`, where it is bytes and the command wants a name.
pub(crate) fn advice_for_bytes(word: &str) -> Option<String> {
    bytes_of_text(word).ok().map(|_| format!("`{word}` is bytes; use illformed explain {}", quoted(word)))
}

/// What is near `word`, which names nothing and is not bytes; empty without anything: the causes with that part, or else the
/// nearest causes, flags and vectors.
pub(crate) fn near(suite: &Suite, word: &str) -> String {
    let name = spelled_as_cause(word);
    let with_part = causes_with(word);
    if !with_part.is_empty() {
        return did_you_mean(&with_part);
    }
    let vectors: Vec<&str> = suite.vectors().map(|vector| vector.id.as_str()).collect();
    if name.contains('/') {
        let near = near_vectors(&name, &vectors);
        return did_you_mean(&near.iter().map(String::as_str).collect::<Vec<_>>());
    }
    // A vector is meant by its name without the group, too.
    let names: BTreeMap<&str, &str> =
        vectors.iter().filter_map(|id| Some((id.split_once('/')?.1, *id))).collect();
    let flags = suite.files().iter().flat_map(|file| &file.notes).map(|(flag, _)| flag.as_str());
    let causes = Cause::ALL.iter().map(|cause| cause.name());
    let near = nearest(&name, causes.chain(flags).chain(names.keys().copied()));
    did_you_mean(&near.iter().map(|name| names.get(name).copied().unwrap_or(name)).collect::<Vec<_>>())
}

/// The names of causes with the part `word`.
fn causes_with(word: &str) -> Vec<&'static str> {
    let part = spelled_as_cause(word);
    let names = Cause::ALL.iter().map(|cause| cause.name());
    names.filter(|name| part.len() >= LEAST_PART && name.contains(&part)).collect()
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

/// The severity of that name, or what to say of a name that there is not.
pub(crate) fn severity_named(word: &str) -> Result<Severity, String> {
    let named = Severity::ALL.into_iter().find(|severity| severity.name() == word);
    named.ok_or_else(|| format!("expected {}", Severity::ALL.map(Severity::name).join(", ")))
}
