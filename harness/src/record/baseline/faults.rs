//! Contradictions and unknown words in a baseline.

use crate::ask::protocol::is_name;
use crate::record::baseline::{ANY, Baseline, CaseDigest, CasePattern, Entry};
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, BTreeSet};

impl Baseline {
    /// What contradicts itself: JSON pointers, and what is wrong there.
    pub(super) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        if !self.decoder.split_once('/').is_some_and(|(adapter, name)| is_name(adapter) && is_name(name)) {
            faults.push(("/decoder".to_owned(), "no decoder, expected adapter/decoder".to_owned()));
        }
        faults.extend(self.only.fault().map(|fault| ("/only".to_owned(), fault)));
        let used: BTreeSet<&str> = self.whys().collect();
        let mut reasons = BTreeSet::new();
        for (number, reason) in self.reasons.iter().enumerate() {
            let mut wrong = |what: String| faults.push((format!("/reasons/{number}"), what));
            reason.fault().into_iter().for_each(&mut wrong);
            if !reasons.insert(reason.id.as_str()) {
                wrong(format!("reason `{}` stands there twice", reason.id));
            } else if !used.contains(reason.id.as_str()) {
                wrong(format!("no entry has the reason `{}`", reason.id));
            }
        }
        if let Some(why) = self.unstable.as_ref().filter(|why| !reasons.contains(why.as_str())) {
            faults.push(("/unstable".to_owned(), format!("no reason `{}`", why.escape_debug())));
        }
        // Of each vector: the entries seen so far.
        let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let mut wrong = |key: &str, what: String| faults.push((format!("/entries/{number}{key}"), what));
            if !reasons.contains(entry.why.as_str()) {
                wrong("/why", format!("no reason `{}`", entry.why.escape_debug()));
            }
            if !entry.verdict.is_bad() {
                let mut known = VerdictKind::ALL.map(VerdictKind::name).to_vec();
                known.retain(|name| name.parse().is_ok_and(VerdictKind::is_bad));
                known.sort_unstable();
                let known = known.join(", ");
                wrong("/verdict", format!("`{}` is no verdict of a failure: {known}", entry.verdict));
            }
            if entry.observed.len() > 1 && entry.observed.iter().any(|observed| observed == ANY) {
                wrong("/observed", format!("`{ANY}` is whatever it gives, and stands alone"));
            }
            if let (CasePattern::One(_), 2..) = (&entry.case, entry.observed.len()) {
                wrong("/observed", format!("one case gives one observation, or `{ANY}`"));
            }
            let others = seen.entry(entry.case.vector().as_str()).or_default();
            let double = others.iter().find(|other| {
                let other = &self.entries[**other];
                other.case.overlaps(&entry.case) && !self.exclude(&other.why, &entry.why)
            });
            if let Some(other) = double {
                wrong("/case", format!("listed twice: /entries/{other} is {}", self.entries[*other].case));
            }
            others.push(number);
        }
        faults.extend(self.faults_of_causes());
        faults.extend(self.faults_of_sealed(&reasons));
        faults.extend(self.disorder());
        faults
    }

    /// Whether two reasons are never meant for one decoder.
    fn exclude(&self, one: &str, other: &str) -> bool {
        let both = self.reason(one).zip(self.reason(other));
        both.is_some_and(|(one, other)| one.only.excludes(&other.only))
    }

    /// The first of each list that stands behind what it should stand before: of a file that is sorted, those lines alone
    /// change that something is to be said about.
    fn disorder(&self) -> Vec<(String, String)> {
        let reasons: Vec<_> = self.reasons.iter().map(|reason| (reason.id.clone(), "")).collect();
        let causes = self.causes.iter().map(|entry| (entry.cause.name().to_owned(), ""));
        let entries: Vec<_> = self.entries.iter().map(Entry::place).collect();
        let sealed: Vec<_> = self.sealed.iter().map(|entry| (entry.case.to_string(), "")).collect();
        let of = |(list, places): (&str, Vec<(String, &str)>)| {
            let at = places.windows(2).position(|pair| pair[0] > pair[1])?;
            let what = format!("not sorted: it should stand before {}", places[at].0);
            Some((format!("/{list}/{}", at + 1), what))
        };
        let lists =
            [("reasons", reasons), ("causes", causes.collect()), ("entries", entries), ("sealed", sealed)];
        lists.into_iter().filter_map(of).collect()
    }

    fn faults_of_sealed(&self, reasons: &BTreeSet<&str>) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let mut seen: BTreeMap<CaseDigest, String> = BTreeMap::new();
        if !self.sealed.is_empty() {
            let open = self.entries.iter().enumerate();
            seen.extend(
                open.map(|(number, entry)| (CaseDigest::of(&entry.case), format!("/entries/{number}"))),
            );
        }
        for (number, entry) in self.sealed.iter().enumerate() {
            let pointer = format!("/sealed/{number}");
            if !reasons.contains(entry.why.as_str()) {
                let why = entry.why.escape_debug();
                faults.push((format!("{pointer}/why"), format!("no reason `{why}`")));
            }
            if let Some(other) = seen.insert(entry.case, pointer.clone()) {
                faults.push((format!("{pointer}/case"), format!("listed twice: {other} is the same")));
            }
        }
        faults
    }
}
