//! Names of causes and severities on the command line.

use crate::ask::nearest::{did_you_mean, nearest};
use illformed_judge::cause::{Cause, Severity};

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
