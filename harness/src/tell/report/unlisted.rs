//! How much of a decoder is not as its baseline lists, in words.

use crate::record::run_record::{BaselineRecord, Deviation, DeviationKind};
use std::collections::BTreeSet;

/// How much makes a baseline red, by kind; all 0 where it holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Unlisted {
    /// Cases that fail and are not listed.
    regressed: usize,
    /// Cases that fail otherwise than listed.
    changed: usize,
    /// Entries whose time is over, and that still fail.
    expired: usize,
    /// Entries of which something passes or was not judged, where that counts.
    stale: usize,
}

impl Unlisted {
    /// What `baseline` says.
    pub(crate) fn of(baseline: &BaselineRecord) -> Self {
        // An entry covers several cases, each of which deviates by itself.
        let entries = |wanted: &dyn Fn(DeviationKind) -> bool| {
            let those = baseline.deviations.iter().filter(|one| wanted(one.kind));
            those.map(|one| one.pointer.as_str()).collect::<BTreeSet<_>>().len()
        };
        let changed = |one: &&Deviation| one.kind == DeviationKind::ChangedWrong;
        Self {
            regressed: baseline.regressed.len(),
            changed: baseline.deviations.iter().filter(changed).count(),
            expired: entries(&|kind| kind == DeviationKind::Expired),
            stale: if baseline.stale_is_error { entries(&DeviationKind::is_stale) } else { 0 },
        }
    }

    /// Both together.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            regressed: self.regressed + other.regressed,
            changed: self.changed + other.changed,
            expired: self.expired + other.expired,
            stale: self.stale + other.stale,
        }
    }

    /// What marks the decoder in a table, if there is something.
    pub(crate) fn mark(self) -> Option<&'static str> {
        match (self.is_nothing(), self.is_stale_only()) {
            (true, _) => None,
            (false, true) => Some("stale baseline"),
            (false, false) => Some("not as listed"),
        }
    }

    /// Whether there is nothing.
    pub(crate) fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Whether the decoder fails nothing that is not listed, and the list alone is out of date.
    pub(crate) fn is_stale_only(self) -> bool {
        self.stale > 0 && Self { stale: 0, ..self }.is_nothing()
    }

    /// Each kind that there is, with its number: `2 regressions`, `1 entry is stale`, `2 regressions, 1 changed`.
    pub(crate) fn words(self) -> String {
        let kinds = [
            (self.regressed, "regression", "regressions"),
            (self.changed, "answer changed", "answers changed"),
            (self.expired, "entry is expired", "entries are expired"),
            (self.stale, "entry is stale", "entries are stale"),
        ];
        let some: Vec<_> = kinds.into_iter().filter(|(number, ..)| *number > 0).collect();
        let word = |(number, one, more): &(usize, &'static str, &'static str)| {
            let words = if *number == 1 { one } else { *more };
            // Beside others the last word tells enough.
            let words = if some.len() > 1 { words.rsplit(' ').next().unwrap_or(words) } else { words };
            format!("{number} {words}")
        };
        some.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_words_and_what_there_is_none_of_has_none() {
        let unlisted = |regressed, changed, expired, stale| Unlisted { regressed, changed, expired, stale };
        for (unlisted, words) in [
            (unlisted(0, 0, 0, 0), ""),
            (unlisted(227, 0, 0, 0), "227 regressions"),
            (unlisted(1, 1, 1, 1), "1 regression, 1 changed, 1 expired, 1 stale"),
            (unlisted(0, 1, 0, 0), "1 answer changed"),
            (unlisted(0, 0, 2, 0), "2 entries are expired"),
            (unlisted(0, 2, 0, 3), "2 changed, 3 stale"),
        ] {
            assert_eq!(unlisted.words(), words);
            assert_eq!(unlisted.is_nothing(), words.is_empty());
            assert!(!unlisted.is_stale_only());
        }
        let stale = unlisted(0, 0, 0, 1);
        assert!(stale.is_stale_only());
        assert_eq!(stale.words(), "1 entry is stale");
    }
}
