//! A new vector held against every source, as `lint` does with a suite.

use crate::search::promote::{MoreLint, Refusal};
use illformed_codec::Profile;
use illformed_judge::lint::{LintFinding, lint};
use illformed_judge::oracle::Oracle;
use illformed_vectors::{Origin, Suite, Vector, VectorFile};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where the codec reads `vector`, whose flags `suite` defines, otherwise than all other sources: it may be what failed.
/// Refuses a vector in which `more_lint` finds a fault, and one on which the other sources disagree too.
pub(super) fn codec_differs(
    vector: &Vector,
    suite: &Suite,
    more_lint: MoreLint,
) -> Result<Vec<String>, Refusal> {
    let notes = suite.files().iter().flat_map(|file| file.notes.clone()).collect();
    let own = VectorFile {
        suite: suite.name().to_owned(),
        group: vector.id.group().to_owned(),
        digest: None,
        about: String::new(),
        origin: Origin::Written,
        notes,
        tombstones: Vec::new(),
        vectors: vec![vector.clone()],
    };
    let none = Suite::from_sources([]).map_err(|_| Refusal::Group("no suite can be made".to_owned()))?;
    let alone = none.with(own);
    let wrong = more_lint(&alone);
    if !wrong.is_empty() {
        return Err(Refusal::Lint(wrong.iter().map(reason).collect()));
    }
    // What was found may end the codec in a panic.
    let all = catch_unwind(AssertUnwindSafe(|| lint(&alone, &Oracle::ALL)));
    let Ok(findings) = &all else { return Ok(vec!["the codec panics".to_owned()]) };
    let others: Vec<Oracle> =
        Oracle::ALL.into_iter().filter(|oracle| oracle.name != Oracle::REFERENCE.name).collect();
    // For the other profiles there are not enough sources without the codec.
    let disputed = lint(&alone, &others).into_iter().filter(|other| other.profile == Some(Profile::Rfc3629));
    let disputed: Vec<String> = disputed.map(|other| reason(&other)).collect();
    if disputed.is_empty() {
        return Ok(findings.iter().map(reason).collect());
    }
    Err(Refusal::Lint(disputed))
}

fn reason(finding: &LintFinding) -> String {
    match finding.profile {
        Some(profile) => format!("under {profile}: {}", finding.reason),
        None => finding.reason.clone(),
    }
}
