//! Contradictions and unknown words in a baseline.

use crate::ask::protocol::is_name;
use crate::record::baseline::group_count::ANY;
use crate::record::baseline::{Baseline, Entry, GroupCount};
use crate::record::run_record::Ranges;
use std::collections::BTreeSet;

impl Baseline {
    /// What contradicts itself: JSON pointers, and what is wrong there.
    pub(super) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        if !self.decoder.split_once('/').is_some_and(|(adapter, name)| is_name(adapter) && is_name(name)) {
            faults.push(("/decoder".to_owned(), "not a decoder, expected adapter/decoder".to_owned()));
        }
        faults.extend(self.only.fault().map(|fault| ("/only".to_owned(), fault)));
        let used: BTreeSet<&str> = self.whys().collect();
        let mut reasons = BTreeSet::new();
        for (number, reason) in self.reasons.iter().enumerate() {
            let mut wrong = |what: String| faults.push((format!("/reasons/{number}"), what));
            reason.fault().into_iter().for_each(&mut wrong);
            if !reasons.insert(reason.id.as_str()) {
                wrong(format!("duplicate reason `{}`", reason.id));
            } else if !used.contains(reason.id.as_str()) {
                wrong(format!("no entry has the reason `{}`", reason.id));
            }
        }
        if let Some(why) = self.unstable.as_ref().filter(|why| !reasons.contains(why.as_str())) {
            faults.push(("/unstable".to_owned(), format!("no reason `{}`", why.escape_debug())));
        }
        faults.extend(self.faults_of_asked());
        for (number, entry) in self.entries.iter().enumerate() {
            let mut wrong = |key: &str, what: String| faults.push((format!("/entries/{number}{key}"), what));
            if !reasons.contains(entry.why.as_str()) {
                wrong("/why", format!("no reason `{}`", entry.why.escape_debug()));
            }
            if let Some(fault) = entry.cause_fault() {
                wrong("/cause", fault);
            }
            let is_same =
                |other: &Entry| other.sealed_cause() == entry.sealed_cause() && other.why == entry.why;
            if let Some(other) = self.entries[..number].iter().position(is_same) {
                wrong("/cause", format!("/entries/{other} accepts it, too"));
            }
            if entry.groups.is_empty() {
                wrong("/groups", "no group of vectors".to_owned());
            }
            for fault in faults_of_groups(&entry.groups) {
                wrong("/groups", fault);
            }
            for group in &entry.groups {
                let mut asked = self.asked.iter().flat_map(|asked| &asked.groups);
                let asked = asked.find(|asked| entry.group_name(&asked.group) == group.group);
                let asked = asked.map_or(0, |asked| asked.count);
                let last = group.cases.as_ref().and_then(Ranges::last);
                let what = match last.filter(|last| *last >= asked) {
                    _ if asked < group.count => format!("has {} failing cases", group.count),
                    Some(last) => format!("lists the case {last}, the first being 0"),
                    None => continue,
                };
                let name = group.group.escape_debug();
                wrong("/groups", format!("`{name}` {what}, and {asked} were asked"));
            }
        }
        if let Some(at) = self.entries.windows(2).position(|pair| pair[0].sort_key() > pair[1].sort_key()) {
            let what = format!("not sorted: expected before {}", self.entries[at].cause);
            faults.push((format!("/entries/{}", at + 1), what));
        }
        faults
    }

    fn faults_of_asked(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let mut wrong = |what: String| faults.push(("/asked".to_owned(), what));
        if self.asked.is_some() == self.entries.is_empty() {
            wrong("`asked` is there if and only if there are entries".to_owned());
        }
        let Some(asked) = &self.asked else { return faults };
        for group in asked.groups.iter().filter(|group| group.digest == ANY) {
            wrong(format!("`{}` has no digest: `*` stands for answers", group.group.escape_debug()));
        }
        for group in asked.groups.iter().filter(|group| group.cases.is_some()) {
            wrong(format!("`{}` lists cases: all of the group were asked", group.group.escape_debug()));
        }
        faults_of_groups(&asked.groups).for_each(wrong);
        faults
    }
}

fn faults_of_groups(groups: &[GroupCount]) -> impl Iterator<Item = String> {
    let is_sorted = groups.is_sorted_by(|one, next| one.group < next.group);
    let unsorted = (!is_sorted).then(|| "groups are not sorted by name, or one is a duplicate".to_owned());
    groups.iter().filter_map(GroupCount::fault).chain(unsorted)
}
