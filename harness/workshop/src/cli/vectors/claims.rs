//! `workshop vectors claims`.

use illformed::cli::CliError;
use illformed::cli::ListFormat;
use illformed::cli::output;
use illformed::tell::report::pretty_json;
use illformed::tell::report::wrapped;
use illformed_vectors::{ClaimFile, Kinds, Standing, Suite, VectorPattern};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn claims(format: ListFormat) -> Result<ExitCode, CliError> {
    let claims = ClaimFile::embedded();
    output::print(&match format {
        ListFormat::Text => table(claims, Suite::embedded()),
        // There is no key that JSON does not have, and no number either.
        ListFormat::Json => pretty_json(claims),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Some lines for each claim and each contradiction, of at most 80 columns, and the counts.
fn table(claims: &ClaimFile, suite: &Suite) -> String {
    let mut text = String::new();
    for claim in claims.claims() {
        paragraph(
            &mut text,
            &format!("{:>3} {:<7}", claim.number, claim.standing().name()),
            &claim.statement,
        );
        paragraph(&mut text, "", &format!("[{}]", claim.sources.join(", ")));
        holders(&mut text, suite, &claim.vectors, &claim.tests);
        if let Some(reason) = &claim.open {
            paragraph(&mut text, "    open:", reason);
        }
    }
    text.push_str("\nWhere the sources contradict each other or are misprinted:\n\n");
    for one in claims.contradictions() {
        paragraph(&mut text, &format!("{:>3} says", one.number), &one.says);
        paragraph(&mut text, "    taken", &one.taken);
        paragraph(&mut text, "", &format!("[{}]", one.sources.join(", ")));
        holders(&mut text, suite, &one.vectors, &one.tests);
    }
    let count = |standing| claims.claims().iter().filter(|claim| claim.standing() == standing).count();
    let _ = writeln!(
        text,
        "\n{} claims: {} held, {} partly, {} open. {} contradictions.",
        claims.claims().len(),
        count(Standing::Held),
        count(Standing::Partly),
        count(Standing::Open),
        claims.contradictions().len(),
    );
    text
}

fn paragraph(text: &mut String, head: &str, words: &str) {
    for (row, line) in wrapped(words, 67).iter().enumerate() {
        let _ = writeln!(text, "{:<12}{line}", if row == 0 { head } else { "" });
    }
}

fn holders(text: &mut String, suite: &Suite, vectors: &[VectorPattern], tests: &[String]) {
    for pattern in vectors {
        let ids = suite.vectors().map(|vector| &vector.id).chain(Kinds::embedded().ids());
        let count = ids.filter(|id| pattern.matches(id)).count();
        let _ = match count {
            1 => writeln!(text, "  {pattern}"),
            _ => writeln!(text, "  {pattern} ({count} vectors)"),
        };
    }
    for test in tests {
        match test.split_once("::") {
            // The names of tests are sentences, and some are long.
            Some((file, function)) if test.len() > 78 => {
                let _ = writeln!(text, "  {file}::\n  {function}");
            }
            _ => {
                let _ = writeln!(text, "  {test}");
            }
        }
    }
}
