//! How many cases of a group of vectors, which, and a digest of them.

use crate::record::digest::fnv1a;
use crate::record::run_record::Ranges;
use serde::{Deserialize, Serialize};

/// What stands for any answer where a digest of the answers is expected.
pub(super) const ANY: &str = "*";

/// The characters of a mark.
const MARKS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How many characters stand for the answer of a case that is listed.
pub(super) const MARK_LEN: usize = 2;

/// Cases of one group of vectors. In a file: `["overlong",3,"nUk0-a","0-1,7"]`, or `["overlong",480,"#85944171f73967e8"]` where
/// the cases are not listed; `"*"` stands there where any answer is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "GroupRow", into = "GroupRow")]
pub struct GroupCount {
    /// The group: what stands before the slash in the ids of its vectors; of a sealed entry its digest.
    pub group: String,
    pub count: usize,
    /// The marks of the answers, if the cases are listed, or else the digest of a line for each case; or `*`.
    pub digest: String,
    /// Which cases of the group, in the order of the run, from 0. `None` where that is not said: in a sealed entry, of what
    /// was asked, and of what sweeps found.
    pub cases: Option<Ranges>,
}

/// The same as a line of a file has it.
#[derive(Serialize, Deserialize)]
struct GroupRow(
    String,
    usize,
    String,
    #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ranges>,
);

impl GroupCount {
    /// Counts `lines`, one for each case of `group`, in any order.
    pub fn of(group: &str, mut lines: Vec<String>) -> Self {
        lines.sort_unstable();
        Self::in_order(group, &lines)
    }

    /// Counts `lines`, one for each case of `group`, whose order counts, too.
    pub(super) fn in_order(group: &str, lines: &[String]) -> Self {
        let (group, digest) = (group.to_owned(), digest(&lines.join("\n")));
        Self { group, count: lines.len(), digest, cases: None }
    }

    /// The same, or with any answer.
    pub(super) fn or_any(self, is_any: bool) -> Self {
        if is_any { Self { digest: ANY.to_owned(), ..self } } else { self }
    }

    /// The same with a digest in the place of the list.
    pub(super) fn unlisted(&self) -> Self {
        let Some(cases) = &self.cases else { return self.clone() };
        let digest = digest(&format!("{cases} {}", self.digest));
        Self { group: self.group.clone(), digest, cases: None, count: self.count }.or_any(self.digest == ANY)
    }

    /// The listed cases whose place `is_meant`.
    pub(super) fn only(&self, is_meant: impl Fn(&usize) -> bool) -> Self {
        let (mut listed, mut marks) = (Ranges::default(), String::new());
        for (number, place) in self.cases.iter().flat_map(Ranges::iter).enumerate() {
            if is_meant(&place) {
                listed.push(place);
                marks += self.digest.get(MARK_LEN * number..MARK_LEN * (number + 1)).unwrap_or_default();
            }
        }
        let digest = if self.digest == ANY { self.digest.clone() } else { marks };
        Self { group: self.group.clone(), count: listed.len(), digest, cases: Some(listed) }
    }

    /// What is wrong with it by itself, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        match self.count {
            0 => Some("a count of 0: remove the group".to_owned()),
            // Sums of counts are then far from the end of the range.
            count if count > u32::MAX as usize => Some(format!("a count of {count}: at most {}", u32::MAX)),
            count if self.cases.as_ref().is_some_and(|cases| cases.len() != count) => {
                Some(format!("a count of {count}, and a list of another number of cases"))
            }
            _ if self.digest == ANY => None,
            count if self.cases.is_some() => {
                let is_whole = self.digest.len() == MARK_LEN * count
                    && self.digest.bytes().all(|byte| MARKS.contains(&byte));
                let what = "marks of answers that are not two letters, digits, - or _ for each case";
                (!is_whole).then(|| format!("a count of {count}, and {what}"))
            }
            _ => digest_fault(&self.digest),
        }
    }
}

impl From<GroupRow> for GroupCount {
    fn from(GroupRow(group, count, digest, cases): GroupRow) -> Self {
        Self { group, count, digest, cases }
    }
}

impl From<GroupCount> for GroupRow {
    fn from(GroupCount { group, count, digest, cases }: GroupCount) -> Self {
        Self(group, count, digest, cases)
    }
}

/// Two characters that stand for the answer of which `line` tells: of 4,096 others one has the same.
pub(super) fn mark(line: &str) -> String {
    let digest = fnv1a(line.as_bytes());
    let digest = digest ^ digest >> 32;
    [digest & 63, digest >> 6 & 63].map(|bits| char::from(MARKS[bits as usize])).iter().collect()
}

/// A digest of 64 bits: `#85944171f73967e8`. It guards against chance, not against somebody who wants two texts with the same
/// digest.
pub fn digest(text: &str) -> String {
    format!("#{:016x}", fnv1a(text.as_bytes()))
}

/// Why `text` is not a digest, if it is none.
pub(super) fn digest_fault(text: &str) -> Option<String> {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_digest =
        text.strip_prefix('#').is_some_and(|digits| digits.len() == 16 && digits.bytes().all(is_hex));
    (!is_digest).then(|| format!("`{}` is not a digest: # and 16 hex digits", text.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::{GroupCount, digest_fault};

    #[test]
    fn a_count_is_written_as_it_is_read() {
        for good in [
            r##"["overlong",480,"#85944171f73967e8"]"##,
            r#"["bom",1,"*"]"#,
            r#"["bom",3,"*","0,5-6"]"#,
            r#"["bom",3,"AB-_z9","0,5-6"]"#,
        ] {
            let count: GroupCount = serde_json::from_str(good).unwrap();
            assert_eq!(serde_json::to_string(&count).unwrap(), good);
        }
        for bad in [
            r#"["a",0,"*"]"#,
            r#"["a",4294967296,"*"]"#,
            r#"["a",18446744073709551615,"*"]"#,
            r#"["a",1]"#,
            r##"["a",1,"#8594"]"##,
            r#"["a",-1,"*"]"#,
            r#"[1,"*"]"#,
            "480",
            r#"["a",1,"*","*"]"#,
            r#"["a",1,"*","0-1"]"#,
            r#"["a",1,"AAAA","0"]"#,
            r#"["a",1,"A#","0"]"#,
            r#"["a",1,"AA"]"#,
            r#"["a",0,"*",""]"#,
            r#"["a",1,"*","0",1]"#,
        ] {
            let read = serde_json::from_str::<GroupCount>(bad);
            assert!(read.is_err() || read.is_ok_and(|count| count.fault().is_some()), "{bad}");
        }
    }

    #[test]
    fn a_digest_depends_on_the_answers_and_not_on_their_order() {
        let of = |lines: &[&str]| GroupCount::of("a", lines.iter().map(ToString::to_string).collect());
        assert_eq!(of(&["a accept 00", "b reject@1"]), of(&["b reject@1", "a accept 00"]));
        assert_ne!(of(&["a accept 00"]), of(&["a accept 20"]));
    }

    #[test]
    fn a_digest_has_one_form() {
        for good in ["#0000000000000000", "#85944171f73967e8"] {
            assert_eq!(digest_fault(good), None);
        }
        for bad in
            ["", "#", "85944171f73967e8", "#85944171F73967E8", "#+5944171f73967e8", "#85944171f73967e80"]
        {
            assert!(digest_fault(bad).is_some(), "{bad}");
        }
    }
}
