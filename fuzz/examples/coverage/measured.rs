//! What `llvm-cov export` says of the project's files. Pure.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fmt;

/// The coverage of each file of the project that has code, by its path from the top of the workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) files: BTreeMap<String, FileCoverage>,
}

/// The coverage of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FileCoverage {
    /// Lines with code.
    pub(crate) lines: Share,
    /// Each region of code, and whether it was reached in any instance of its function.
    pub(crate) regions: BTreeMap<Region, bool>,
    /// Each function, from the first of its regions to the last, and whether any instance of it was reached.
    pub(crate) functions: BTreeMap<Region, bool>,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) reached: u64,
    pub(crate) of: u64,
}

/// A piece of code without a branch: where it begins and ends, lines and columns from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Region {
    pub(crate) from: (u64, u64),
    pub(crate) to: (u64, u64),
}

impl FileCoverage {
    pub(crate) fn regions_reached(&self) -> Share {
        let reached = self.regions.values().filter(|reached| **reached).count();
        Share { reached: reached as u64, of: self.regions.len() as u64 }
    }

    /// The regions that nothing reached, in the order of the file.
    pub(crate) fn never_reached(&self) -> impl Iterator<Item = Region> {
        self.regions.iter().filter(|(_, reached)| !**reached).map(|(region, _)| *region)
    }

    /// The same, where a function that nothing reached is one region; with how many regions each is.
    pub(crate) fn never_reached_at_all(&self) -> BTreeMap<Region, usize> {
        let mut folded = BTreeMap::new();
        for region in self.never_reached() {
            let around = |function: &&Region| function.from <= region.from && region.to <= function.to;
            let mut never =
                self.functions.iter().filter(|(_, reached)| !**reached).map(|(function, _)| function);
            // The first around it is the outermost.
            let whole = never.find(around).copied();
            *folded.entry(whole.unwrap_or(region)).or_default() += 1;
        }
        folded
    }
}

impl Share {
    /// Tenths of a percent, rounded down: a floor is not above what was measured. Of nothing, all of it.
    pub(crate) fn per_mille(self) -> u64 {
        (self.reached * 1000).checked_div(self.of).unwrap_or(1000)
    }
}

impl std::iter::Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), |one, other| Self {
            reached: one.reached + other.reached,
            of: one.of + other.of,
        })
    }
}

impl fmt::Display for Region {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((line, column), (to_line, to_column)) = (self.from, self.to);
        write!(formatter, "{line}:{column}-{to_line}:{to_column}")
    }
}

/// The parts that are read of an export, which has many more.
#[derive(Deserialize)]
struct Export {
    data: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    files: Vec<ExportedFile>,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct ExportedFile {
    filename: String,
    summary: Summary,
}

#[derive(Deserialize)]
struct Summary {
    lines: Lines,
}

#[derive(Deserialize)]
struct Lines {
    count: u64,
    covered: u64,
}

#[derive(Deserialize)]
struct Function {
    count: u64,
    filenames: Vec<String>,
    regions: Vec<ExportedRegion>,
}

/// First line and column, last line and column, executions, number of the file, of the file expanded, kind.
#[derive(Deserialize)]
struct ExportedRegion(u64, u64, u64, u64, u64, usize, IgnoredAny, u64);

impl Function {
    /// Its file, all of its code, and whether it was reached.
    fn span(&self) -> Option<(&str, Region, bool)> {
        let from = self.regions.iter().map(|region| (region.0, region.1)).min()?;
        let to = self.regions.iter().map(|region| (region.2, region.3)).max()?;
        let reached = self.count > 0 || self.regions.iter().any(|region| region.4 > 0);
        Some((self.filenames.first()?, Region { from, to }, reached))
    }
}

/// The kind of a region that is code; others are gaps, branches and what was left out.
const CODE: u64 = 0;

impl Measured {
    /// Reads the JSON of `llvm-cov export`, and keeps the files below `root`, which ends in no slash. A function that is
    /// generic has an entry for each instance, and a region of it is reached if it is in one. Fails when the JSON is no
    /// such export.
    pub(crate) fn from_export(json: &str, root: &str) -> serde_json::Result<Self> {
        let export: Export = serde_json::from_str(json)?;
        let below = |name: &str| Some(name.strip_prefix(root)?.strip_prefix('/')?.to_owned());
        let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
        for program in export.data {
            for file in program.files {
                let Some(path) = below(&file.filename) else { continue };
                let lines = Share { reached: file.summary.lines.covered, of: file.summary.lines.count };
                files.entry(path).or_default().lines = lines;
            }
            for function in program.functions {
                if let Some((path, span, reached)) = function.span()
                    && let Some(coverage) = below(path).and_then(|path| files.get_mut(&path))
                {
                    *coverage.functions.entry(span).or_default() |= reached;
                }
                for ExportedRegion(line, column, to_line, to_column, executions, file, _, kind) in
                    function.regions
                {
                    let name = function.filenames.get(file).and_then(|name| below(name));
                    let Some(coverage) = name.and_then(|path| files.get_mut(&path)) else { continue };
                    if kind == CODE {
                        let region = Region { from: (line, column), to: (to_line, to_column) };
                        *coverage.regions.entry(region).or_default() |= executions > 0;
                    }
                }
            }
        }
        Ok(Self { files })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two files of the codec, one of the harness and a foreign one. `planted` is a function that nothing calls; `generic`
    /// is reached in one of two instances.
    pub(crate) const EXPORT: &str = r#"{"type":"llvm.coverage.json.export","version":"3.1.0","data":[{"totals":{},
        "files":[
            {"filename":"/w/codec/src/a.rs","segments":[],"summary":{"lines":{"count":10,"covered":7,"percent":70}}},
            {"filename":"/w/codec/src/b.rs","segments":[],"summary":{"lines":{"count":2,"covered":2,"percent":100}}},
            {"filename":"/w/harness/src/property/p.rs","segments":[],"summary":{"lines":{"count":4,"covered":4,"percent":100}}},
            {"filename":"/elsewhere/src/c.rs","segments":[],"summary":{"lines":{"count":9,"covered":0,"percent":0}}}],
        "functions":[
            {"name":"planted","count":0,"filenames":["/w/codec/src/a.rs"],"regions":[[20,1,20,30,0,0,0,0],[21,5,21,9,0,0,0,0],[22,1,22,2,0,0,0,0]]},
            {"name":"generic","count":0,"filenames":["/w/codec/src/a.rs"],"regions":[[1,1,9,2,0,0,0,0],[3,3,3,9,0,0,0,0]]},
            {"name":"generic","count":5,"filenames":["/w/codec/src/a.rs"],"regions":[[1,1,9,2,5,0,0,0],[3,3,3,9,0,0,0,0]]},
            {"name":"b","count":1,"filenames":["/w/codec/src/b.rs"],"regions":[[1,1,2,2,1,0,0,0],[1,1,1,9,0,0,0,3]]},
            {"name":"p","count":1,"filenames":["/w/harness/src/property/p.rs"],"regions":[[1,1,4,2,1,0,0,0]]},
            {"name":"c","count":0,"filenames":["/elsewhere/src/c.rs"],"regions":[[1,1,9,2,0,0,0,0]]}]}]}"#;

    pub(crate) fn measured() -> Measured {
        Measured::from_export(EXPORT, "/w").unwrap()
    }

    #[test]
    fn a_region_is_reached_if_one_instance_of_its_function_reaches_it() {
        let file = &measured().files["codec/src/a.rs"];
        assert_eq!(file.lines, Share { reached: 7, of: 10 });
        assert_eq!(file.regions_reached(), Share { reached: 1, of: 5 });
        let never: Vec<String> = file.never_reached().map(|region| region.to_string()).collect();
        assert_eq!(never, ["3:3-3:9", "20:1-20:30", "21:5-21:9", "22:1-22:2"], "`planted` is lines 20 to 22");
        let folded = file.never_reached_at_all();
        let folded: Vec<(String, usize)> =
            folded.into_iter().map(|(region, count)| (region.to_string(), count)).collect();
        assert_eq!(folded, [("3:3-3:9".to_owned(), 1), ("20:1-22:2".to_owned(), 3)]);
    }

    #[test]
    fn gaps_are_no_code_and_foreign_files_are_left_out() {
        let files = measured().files;
        assert_eq!(files["codec/src/b.rs"].regions_reached(), Share { reached: 1, of: 1 });
        assert_eq!(
            files.keys().collect::<Vec<_>>(),
            ["codec/src/a.rs", "codec/src/b.rs", "harness/src/property/p.rs"]
        );
    }

    #[test]
    fn what_is_no_export_is_refused() {
        for json in ["", "{}", r#"{"data":[{"files":[],"functions":[{"filenames":[]}]}]}"#] {
            assert!(Measured::from_export(json, "/w").is_err(), "{json}");
        }
    }
}
