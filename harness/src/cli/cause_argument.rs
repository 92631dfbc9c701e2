//! Names of causes and severities on the command line.

use crate::ask::nearest::{did_you_mean, nearest};
use illformed_judge::cause::{Cause, Severity};

/// The cause of that name, or what to say of a name that there is not.
pub(crate) fn cause_named(word: &str) -> Result<Cause, String> {
    Cause::named(word).ok_or_else(|| {
        let near = nearest(word, Cause::ALL.iter().map(|cause| cause.name()));
        format!("no cause `{word}`{}", did_you_mean(&near))
    })
}

/// The severity of that name, or what to say of a name that there is not.
pub(crate) fn severity_named(word: &str) -> Result<Severity, String> {
    let named = Severity::ALL.into_iter().find(|severity| severity.name() == word);
    named.ok_or_else(|| format!("expected {}", Severity::ALL.map(Severity::name).join(", ")))
}
