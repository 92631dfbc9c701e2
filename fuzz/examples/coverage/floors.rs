//! The least coverage of each crate. A floor is only ever raised.

use crate::scope::CrateCoverage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What is held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Floors {
    /// By crate.
    pub(crate) crates: BTreeMap<String, Floor>,
    /// By file, how many regions were never reached when the floors were last raised; a file with none is not listed. It
    /// tells which files lost.
    pub(crate) never_reached: BTreeMap<String, usize>,
}

/// Tenths of a percent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Floor {
    pub(crate) lines: u64,
    pub(crate) regions: u64,
}

/// A crate that is below its floor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fallen {
    pub(crate) name: String,
    pub(crate) is: Floor,
    /// `None` when no floor was ever set.
    pub(crate) floor: Option<Floor>,
    /// The files with more regions that were never reached than before: before, now.
    pub(crate) lost: Vec<(String, usize, usize)>,
}

impl Floors {
    /// What `crates` have now.
    pub(crate) fn of(crates: &[CrateCoverage<'_>]) -> Self {
        let files = crates.iter().flat_map(|one| &one.files);
        Self {
            crates: crates.iter().map(|one| (one.name.to_owned(), floor(one))).collect(),
            never_reached: files
                .map(|(path, file)| ((*path).to_owned(), file.never_reached().count()))
                .filter(|(_, count)| *count > 0)
                .collect(),
        }
    }

    /// The crates that are below their floor, or have none.
    pub(crate) fn fallen(&self, crates: &[CrateCoverage<'_>]) -> Vec<Fallen> {
        let mut fallen = Vec::new();
        for one in crates {
            let (is, floor) = (floor(one), self.crates.get(one.name).copied());
            if floor.is_some_and(|floor| is.lines >= floor.lines && is.regions >= floor.regions) {
                continue;
            }
            let lost = one.files.iter().filter_map(|(path, file)| {
                let before = self.never_reached.get(*path).copied().unwrap_or(0);
                let now = file.never_reached().count();
                (now > before).then(|| ((*path).to_owned(), before, now))
            });
            fallen.push(Fallen { name: one.name.to_owned(), is, floor, lost: lost.collect() });
        }
        fallen
    }

    /// The crates with a floor that is lower here than in `earlier`, or gone.
    pub(crate) fn lowered_since(&self, earlier: &Self) -> Vec<String> {
        let is_lower = |name: &String, was: &Floor| {
            !self.crates.get(name).is_some_and(|is| is.lines >= was.lines && is.regions >= was.regions)
        };
        earlier
            .crates
            .iter()
            .filter(|(name, was)| is_lower(name, was))
            .map(|(name, _)| name.clone())
            .collect()
    }
}

fn floor(one: &CrateCoverage<'_>) -> Floor {
    Floor { lines: one.lines().per_mille(), regions: one.regions().per_mille() }
}

impl fmt::Display for Fallen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |per_mille: u64| format!("{}.{} %", per_mille / 10, per_mille % 10);
        let both =
            |floor: Floor| format!("lines {}, regions {}", percent(floor.lines), percent(floor.regions));
        write!(formatter, "{}: {}", self.name, both(self.is))?;
        match self.floor {
            Some(floor) => write!(formatter, ", below the floor of {}", both(floor))?,
            None => formatter.write_str(", and no floor was set")?,
        }
        for (path, before, now) in &self.lost {
            formatter.write_char('\n')?;
            write!(formatter, "    {path}: {now} regions never reached, before {before}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured::Measured;
    use crate::measured::tests::{EXPORT, measured};
    use crate::scope::{LeftOut, crates};

    /// As [`EXPORT`], but `b` was not executed.
    fn without_b() -> Measured {
        let lost = EXPORT.replace("[1,1,2,2,1,0,0,0]", "[1,1,2,2,0,0,0,0]");
        Measured::from_export(&lost, "/w").unwrap()
    }

    #[test]
    fn what_was_measured_is_its_own_floor() {
        let measured = measured();
        let crates = crates(&measured, &LeftOut::default());
        let floors = Floors::of(&crates);
        assert_eq!(floors.crates["codec"], Floor { lines: 750, regions: 333 });
        assert_eq!(floors.never_reached, BTreeMap::from([("codec/src/a.rs".to_owned(), 4)]));
        assert_eq!(floors.fallen(&crates), []);
    }

    #[test]
    fn a_crate_below_its_floor_is_red_and_names_the_files_that_lost() {
        let (before, now) = (measured(), without_b());
        let floors = Floors::of(&crates(&before, &LeftOut::default()));
        let fallen = floors.fallen(&crates(&now, &LeftOut::default()));
        let text = fallen.iter().map(ToString::to_string).collect::<String>();
        let expected = "codec: lines 75.0 %, regions 16.6 %, below the floor of lines 75.0 %, regions 33.3 %\n    \
                        codec/src/b.rs: 1 regions never reached, before 0";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_crate_without_a_floor_is_red() {
        let measured = measured();
        let fallen = Floors::default().fallen(&crates(&measured, &LeftOut::default()));
        assert_eq!(fallen.len(), 3);
        assert!(fallen[0].to_string().contains("no floor was set"), "{}", fallen[0]);
    }

    #[test]
    fn a_floor_that_was_lowered_or_taken_away_is_named() {
        let floors = Floors::of(&crates(&measured(), &LeftOut::default()));
        let mut lower = floors.clone();
        assert_eq!(lower.lowered_since(&floors), [""; 0]);
        lower.crates.get_mut("codec").unwrap().regions -= 1;
        lower.crates.remove("vectors");
        assert_eq!(lower.lowered_since(&floors), ["codec", "vectors"]);
        assert_eq!(floors.lowered_since(&lower), [""; 0]);
    }
}
