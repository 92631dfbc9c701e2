//! What a baseline accepts of the cases of a run, in open and in sealed entries.

use crate::record::baseline::decoder_cases::cases_by_vector;
use crate::record::baseline::file::line;
use crate::record::baseline::{
    ANY, Baseline, CaseDigest, CasePattern, Digest, Entry, SealedEntry, VectorDigest,
};
use crate::record::run_record::RunRecord;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;
use std::collections::{HashMap, HashSet};

/// An entry of a baseline, with its case.
#[derive(Debug, Clone)]
pub(super) enum Accepted<'a> {
    Open(&'a Entry),
    /// Sealed, and the case of the record that it is about.
    Sealed(&'a SealedEntry, CasePattern),
}

impl<'a> Accepted<'a> {
    /// The entries of `baseline` with JSON pointers, without sealed ones whose case is not in `record`.
    pub(super) fn all(baseline: &'a Baseline, record: &RunRecord) -> Vec<(String, Self)> {
        let open = baseline.entries.iter().enumerate();
        let open = open.map(|(number, entry)| (format!("/entries/{number}"), Self::Open(entry)));
        let mut cases = SealedCases::of(baseline, record);
        let sealed = baseline.sealed.iter().enumerate().filter_map(|(number, entry)| {
            Some((format!("/sealed/{number}"), Self::Sealed(entry, cases.remove(entry)?)))
        });
        open.chain(sealed).collect()
    }

    pub(super) fn case(&self) -> &CasePattern {
        match self {
            Self::Open(entry) => &entry.case,
            Self::Sealed(_, case) => case,
        }
    }

    /// The id of the reason.
    pub(super) fn why(&self) -> &str {
        match self {
            Self::Open(entry) => &entry.why,
            Self::Sealed(entry, _) => &entry.why,
        }
    }

    /// The digest of its case, if it is sealed.
    pub(super) fn sealed_case(&self) -> Option<CaseDigest> {
        match self {
            Self::Open(_) => None,
            Self::Sealed(entry, _) => Some(entry.case),
        }
    }

    /// What stands as `case` in the file.
    pub(super) fn written_case(&self) -> String {
        match self {
            Self::Open(entry) => entry.case.to_string(),
            Self::Sealed(entry, _) => entry.case.to_string(),
        }
    }

    /// The line of the file, without a comma.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Open(entry) => line(entry),
            Self::Sealed(entry, _) => line(entry),
        }
    }

    /// Whether an outcome is as listed.
    pub(super) fn lists(&self, profile: &str, verdict: VerdictKind, observed: &str) -> bool {
        match self {
            Self::Open(entry) => entry.lists(profile, verdict, observed),
            Self::Sealed(entry, case) => entry.lists(case.vector(), profile, verdict, observed),
        }
    }

    /// Whether it lists failures by that verdict. A sealed entry does not tell its verdict.
    pub(super) fn fails_by(&self, profile: &str, verdict: VerdictKind) -> bool {
        match self {
            Self::Open(entry) => entry.profile == profile && entry.verdict == verdict,
            Self::Sealed(..) => false,
        }
    }

    /// What it lists, as it stands there, that is not among the failures `given`, by verdict and observation, of a decoder
    /// that claims `profile`; nothing if it accepts any.
    pub(super) fn unseen(&self, profile: &str, given: &[(VerdictKind, &str)]) -> Vec<String> {
        match self {
            Self::Open(entry) => {
                let is_given = |observed: &String| {
                    let is =
                        |(verdict, one): &(VerdictKind, &str)| *verdict == entry.verdict && one == observed;
                    observed == ANY || given.iter().any(is)
                };
                entry.observed.iter().filter(|observed| !is_given(observed)).cloned().collect()
            }
            Self::Sealed(entry, case) => {
                let digest = |observed: &str, verdict: VerdictKind| {
                    Digest::of_answer(case.vector(), profile, verdict, observed)
                };
                let is_given = |sealed: &Digest| {
                    let is = |(verdict, one): &(VerdictKind, &str)| {
                        *sealed == digest(one, *verdict) || *sealed == digest(ANY, *verdict)
                    };
                    given.iter().any(is)
                };
                entry.observed.iter().filter(|sealed| !is_given(sealed)).map(Digest::to_string).collect()
            }
        }
    }

    /// The line without those of its observations; `None` if none would be left.
    pub(super) fn without(&self, observed: &[String]) -> Option<String> {
        match self {
            Self::Open(entry) => {
                let mut left = (*entry).clone();
                left.observed.retain(|one| !observed.contains(one));
                (!left.observed.is_empty()).then(|| line(&left))
            }
            Self::Sealed(entry, _) => {
                let mut left = (*entry).clone();
                left.observed.retain(|one| !observed.contains(&one.to_string()));
                (!left.observed.is_empty()).then(|| line(&left))
            }
        }
    }

    /// The line that would list another outcome of its case.
    pub(super) fn relisted(&self, profile: &str, verdict: VerdictKind, observed: &str) -> String {
        let entry = Entry {
            case: self.case().clone(),
            profile: profile.to_owned(),
            verdict,
            observed: vec![observed.to_owned()],
            why: self.why().to_owned(),
        };
        match self {
            Self::Open(_) => line(&entry),
            Self::Sealed(..) => line(&SealedEntry::of(&entry)),
        }
    }
}

/// The cases of a record that sealed entries can be about.
struct SealedCases(HashMap<CaseDigest, CasePattern>);

impl SealedCases {
    fn of(baseline: &Baseline, record: &RunRecord) -> Self {
        let mut found = HashMap::new();
        let vectors: HashSet<VectorDigest> =
            baseline.sealed.iter().map(|entry| entry.case.vector()).collect();
        for (vector, cases) in cases_by_vector(record) {
            let Ok(vector) = VectorId::new(vector) else { continue };
            if !vectors.contains(&VectorDigest::of(&vector)) {
                continue;
            }
            for (_, recipe) in cases {
                let one = CasePattern::one(&vector, recipe);
                for pattern in one.into_iter().chain(CasePattern::every(&vector, recipe)) {
                    found.insert(CaseDigest::of(&pattern), pattern);
                }
            }
        }
        Self(found)
    }

    fn remove(&mut self, entry: &SealedEntry) -> Option<CasePattern> {
        self.0.remove(&entry.case)
    }
}
