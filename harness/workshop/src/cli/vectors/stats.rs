//! `workshop vectors stats`.

use crate::cli::vectors::sources::listed;
use crate::stats::{KindStats, SuiteStats, VectorStats};
use illformed::cli::{CliError, ListFormat, SuiteArguments, suite};
use illformed_vectors::Kinds;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn stats(dir: Option<&Path>, format: ListFormat) -> Result<ExitCode, CliError> {
    let stats = SuiteStats::of(&*suite::load(&SuiteArguments { suite: dir.map(Path::to_owned) })?);
    // A folder of somebody's own has decode vectors alone.
    let kinds = if dir.is_none() { KindStats::of(Kinds::embedded()).to_vec() } else { Vec::new() };
    listed(format, &Counts { stats, kinds }, |Counts { stats, kinds }| table(stats) + &table_of_kinds(kinds))
}

/// What is counted, as one object.
#[derive(Serialize)]
struct Counts {
    #[serde(flatten)]
    stats: SuiteStats,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<KindStats>,
}

fn table_of_kinds(kinds: &[KindStats]) -> String {
    let mut text = String::new();
    for kind in kinds {
        let _ = writeln!(text, "\n{:<24}{:>8}", format!("kind {}", kind.kind), kind.vectors);
        for (flag, vectors) in &kind.flags {
            let _ = writeln!(text, "  {flag:<22}{vectors:>8}");
        }
    }
    text
}

fn table(stats: &SuiteStats) -> String {
    let mut text = format!(
        "{:<24}{:>8}{:>8}{:>8}{:>8}{:>12}{:>12}\n",
        "group", "vectors", "scripts", "derived", "bytes", "well-formed", "ill-formed"
    );
    let mut row = |name: &str, counts: &VectorStats| {
        let VectorStats { vectors, scripts, derived_cases, bytes, well_formed, ill_formed } = counts;
        let _ = writeln!(
            text,
            "{name:<24}{vectors:>8}{scripts:>8}{derived_cases:>8}{bytes:>8}{well_formed:>12}{ill_formed:>12}"
        );
    };
    for group in &stats.groups {
        row(&group.group, &group.counts);
    }
    row("all", &stats.total);
    let _ = writeln!(text, "\n{:<24}{:>8}{:>8}", "importance", "vectors", "flags");
    for one in &stats.importances {
        let _ = writeln!(text, "{:<24}{:>8}{:>8}", one.importance, one.vectors, one.flags);
    }
    let _ = writeln!(text, "\n{:<24}{:>8}  importance", "flag", "vectors");
    for flag in &stats.flags {
        let _ = writeln!(text, "{:<24}{:>8}  {}", flag.flag, flag.vectors, flag.importance);
    }
    let _ = writeln!(
        text,
        "\n{:<24}{:>8}{:>12}{:>12}{:>12}",
        "profile", "differ", "well-formed", "ill-formed", "unspecified"
    );
    for profile in &stats.profiles {
        let _ = writeln!(
            text,
            "{:<24}{:>8}{:>12}{:>12}{:>12}",
            profile.profile, profile.differ, profile.well_formed, profile.ill_formed, profile.unspecified
        );
    }
    text
}
