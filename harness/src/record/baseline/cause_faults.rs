//! Contradictions in the accepted causes of a baseline.

use crate::record::baseline::{ANY, Baseline};

impl Baseline {
    /// What contradicts itself in the accepted causes: JSON pointers, and what is wrong there.
    pub(super) fn faults_of_causes(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        if self.asked.is_some() == self.causes.is_empty() {
            let what = "`asked` and `causes` stand together or not at all";
            faults.push((
                if self.causes.is_empty() { "/asked" } else { "/causes" }.to_owned(),
                what.to_owned(),
            ));
        }
        for (group, asked) in self.asked.iter().flat_map(|asked| &asked.groups) {
            if asked.digest.is_none() {
                let what = format!("`{}` has no digest: `{ANY}` stands for answers", group.escape_debug());
                faults.push(("/asked".to_owned(), what));
            }
        }
        for (number, entry) in self.causes.iter().enumerate() {
            let mut wrong = |key: &str, what: String| faults.push((format!("/causes/{number}{key}"), what));
            if self.reason(&entry.why).is_none() {
                wrong("/why", format!("no reason `{}`", entry.why.escape_debug()));
            }
            let double = self.causes[..number].iter().position(|other| {
                let both = self.reason(&other.why).zip(self.reason(&entry.why));
                other.cause == entry.cause && both.is_none_or(|(one, other)| !one.only.excludes(&other.only))
            });
            if let Some(other) = double {
                wrong("/cause", format!("`{}` is accepted twice: /causes/{other} is the same", entry.cause));
            }
            if entry.groups.is_empty() {
                wrong("/groups", "no group of vectors".to_owned());
            }
            if !entry.groups.is_sorted_by(|one, next| one.group < next.group) {
                wrong("/groups", "groups are sorted, and each stands there once".to_owned());
            }
            for group in &entry.groups {
                let asked = self.asked.as_ref().and_then(|asked| asked.groups.get(&group.group));
                let count = group.wrong.count.saturating_add(group.refused.count);
                let name = group.group.escape_debug();
                if count == 0 {
                    wrong("/groups", format!("`{name}` has no case"));
                } else if asked.is_none_or(|asked| asked.count < count) {
                    let asked = asked.map_or(0, |asked| asked.count);
                    wrong("/groups", format!("`{name}` has {count} cases, and {asked} were asked"));
                }
            }
        }
        faults
    }
}
