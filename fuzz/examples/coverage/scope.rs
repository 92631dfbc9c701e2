//! What is counted: the crates, without the modules that no property could reach.

use crate::measured::{FileCoverage, Measured, Share};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Write};

/// The crates that the corpus is to reach. The code of `<crate>/src` counts.
pub(crate) const CRATES: [&str; 3] = ["codec", "harness", "vectors"];

/// Modules that are not counted, by path from the top of the workspace, each with the reason.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeftOut(BTreeMap<String, String>);

/// The list of what is left out is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BadList {
    /// It is no TOML of strings.
    Unreadable(String),
    /// This entry covers no file that was measured.
    Stale(String),
    /// Something in the module of this entry was reached, so it can be: this file.
    Reached(String, String),
}

impl LeftOut {
    /// Reads TOML whose keys are paths and whose values are reasons.
    pub(crate) fn from_toml(text: &str) -> Result<Self, BadList> {
        toml::from_str(text).map(Self).map_err(|error| BadList::Unreadable(error.to_string()))
    }

    fn covers(&self, path: &str) -> bool {
        self.0.keys().any(|module| is_in(path, module))
    }

    /// Fails with an entry that is of no file, or of one that the corpus does reach.
    pub(crate) fn check(&self, measured: &Measured) -> Result<(), BadList> {
        for module in self.0.keys() {
            let mut files = measured.files.iter().filter(|(path, _)| is_in(path, module)).peekable();
            if files.peek().is_none() {
                return Err(BadList::Stale(module.clone()));
            }
            if let Some((path, _)) = files.find(|(_, file)| file.regions_reached().reached > 0) {
                return Err(BadList::Reached(module.clone(), path.clone()));
            }
        }
        Ok(())
    }
}

/// Whether `path` is the file or below the folder `module`.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The files of one crate that count.
#[derive(Debug, Clone)]
pub(crate) struct CrateCoverage<'a> {
    pub(crate) name: &'static str,
    pub(crate) files: Vec<(&'a str, &'a FileCoverage)>,
}

/// The crates, each with its files that `left_out` does not cover.
pub(crate) fn crates<'a>(measured: &'a Measured, left_out: &LeftOut) -> Vec<CrateCoverage<'a>> {
    let counts = |path: &str, name| is_in(path, &format!("{name}/src")) && !left_out.covers(path);
    CRATES
        .into_iter()
        .map(|name| CrateCoverage {
            name,
            files: measured
                .files
                .iter()
                .filter(|(path, _)| counts(path, name))
                .map(|(path, file)| (path.as_str(), file))
                .collect(),
        })
        .collect()
}

impl CrateCoverage<'_> {
    pub(crate) fn lines(&self) -> Share {
        self.files.iter().map(|(_, file)| file.lines).sum()
    }

    pub(crate) fn regions(&self) -> Share {
        self.files.iter().map(|(_, file)| file.regions_reached()).sum()
    }
}

/// A line a crate.
pub(crate) fn summary(crates: &[CrateCoverage<'_>]) -> String {
    let mut text = format!("{:<10}{:>23}{:>23}\n", "crate", "lines", "regions");
    for one in crates {
        // Writing to a String does not fail.
        let _ = writeln!(text, "{:<10}{:>23}{:>23}", one.name, share(one.lines()), share(one.regions()));
    }
    text
}

fn share(share: Share) -> String {
    let per_mille = share.per_mille();
    format!("{}.{} % ({}/{})", per_mille / 10, per_mille % 10, share.reached, share.of)
}

/// The regions that nothing reached, the file with the most of them first: a line a file with how many, then a line a
/// region as `file:line:column-line:column`, where a function that nothing reached is one.
pub(crate) fn never_reached(crates: &[CrateCoverage<'_>]) -> String {
    let mut files: Vec<_> = crates
        .iter()
        .flat_map(|one| &one.files)
        .map(|(path, file)| (*path, file, file.never_reached().count()))
        .filter(|(_, _, never)| *never > 0)
        .collect();
    files.sort_by(|one, other| (other.2, one.0).cmp(&(one.2, other.0)));
    let mut text = String::new();
    for (path, file, never) in files {
        let _ = writeln!(text, "{path}: {never} of {} regions", file.regions.len());
        for (region, count) in file.never_reached_at_all() {
            let _ = match count {
                1 => writeln!(text, "    {path}:{region}"),
                _ => writeln!(text, "    {path}:{region}, a function of {count} regions"),
            };
        }
    }
    text
}

impl fmt::Display for BadList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => formatter.write_str(reason),
            Self::Stale(module) => write!(formatter, "{module}: no code that was measured"),
            Self::Reached(module, path) => {
                write!(formatter, "{module}: left out, and yet the corpus reaches {path}")
            }
        }
    }
}

impl Error for BadList {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured::tests::measured;

    fn left_out(text: &str) -> LeftOut {
        LeftOut::from_toml(text).unwrap()
    }

    #[test]
    fn a_function_that_nothing_calls_is_named_and_the_worst_file_is_first() {
        let measured = measured();
        let text = never_reached(&crates(&measured, &LeftOut::default()));
        let expected = "codec/src/a.rs: 4 of 5 regions\n    codec/src/a.rs:3:3-3:9\n    \
                        codec/src/a.rs:20:1-22:2, a function of 3 regions\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_summary_counts_lines_and_regions_of_each_crate() {
        let measured = measured();
        let text = summary(&crates(&measured, &LeftOut::default()));
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["codec", "75.0", "%", "(9/12)", "33.3", "%", "(2/6)"]);
        assert_eq!(lines[2], ["harness", "100.0", "%", "(4/4)", "100.0", "%", "(1/1)"]);
    }

    #[test]
    fn what_is_left_out_does_not_count() {
        let measured = measured();
        let crates = crates(&measured, &left_out("\"codec/src/a.rs\" = 'why'"));
        assert_eq!(crates[0].files.iter().map(|(path, _)| *path).collect::<Vec<_>>(), ["codec/src/b.rs"]);
        assert_eq!(never_reached(&crates), "");
    }

    #[test]
    fn an_entry_of_no_file_or_of_one_that_is_reached_is_wrong() {
        for (module, expected) in [
            ("codec/src/gone", BadList::Stale("codec/src/gone".to_owned())),
            ("codec/src/a", BadList::Stale("codec/src/a".to_owned())),
            (
                "harness/src/property",
                BadList::Reached("harness/src/property".to_owned(), "harness/src/property/p.rs".to_owned()),
            ),
        ] {
            assert_eq!(left_out(&format!("\"{module}\" = 'why'")).check(&measured()), Err(expected));
        }
        assert!(matches!(LeftOut::from_toml("a = 1"), Err(BadList::Unreadable(_))));
    }
}
