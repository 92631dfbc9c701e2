//! How many cases of a group of vectors, with a digest of them.

use crate::record::digest::fnv1a;
use crate::record::serialized_as_text::serialized_as_text;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// What stands for any answer where a digest of the answers is expected.
const ANY: &str = "*";

/// Cases of one group of vectors. In a file: `["overlong",480,"#85944171f73967e8"]`, or `["overlong",480,"*"]` where any
/// answer is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupCount {
    /// The group: what stands before the slash in the ids of its vectors; of a sealed entry its digest.
    pub group: String,
    /// The number of cases: at least 1 and at most `u32::MAX` in a file.
    pub count: usize,
    /// The digest of a line for each case; `None` if any answer is accepted.
    pub digest: Option<Digest>,
}

impl GroupCount {
    /// Counts `lines`, one for each case of `group`, in any order.
    pub fn of(group: &str, mut lines: Vec<String>) -> Self {
        lines.sort_unstable();
        let digest = Some(Digest::of(&lines.join("\n")));
        Self { group: group.to_owned(), count: lines.len(), digest }
    }
}

impl Serialize for GroupCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digest = self.digest.map_or_else(|| ANY.to_owned(), |digest| digest.to_string());
        (&self.group, self.count, digest).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GroupCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (group, count, digest) = <(String, u64, String)>::deserialize(deserializer)?;
        // Sums of counts are then far from the end of the range.
        let count = match u32::try_from(count) {
            Ok(0) => return Err(D::Error::custom("a count of 0: remove the group")),
            Ok(count) => count as usize,
            Err(_) => return Err(D::Error::custom(format!("a count of {count}: at most {}", u32::MAX))),
        };
        let digest = match digest.as_str() {
            ANY => None,
            text => Some(text.parse().map_err(D::Error::custom)?),
        };
        Ok(Self { group, count, digest })
    }
}

/// A digest of 64 bits: `#85944171f73967e8`. It guards against chance, not against somebody who wants two texts with the same
/// digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u64);

impl Digest {
    pub fn of(text: &str) -> Self {
        Self(fnv1a(text.as_bytes()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{:016x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').and_then(|digits| u64::from_str_radix(digits, 16).ok()).map(Self);
        let digest = digits.filter(|digest| digest.to_string() == text);
        digest.ok_or_else(|| format!("`{}` is not a digest: # and 16 hex digits", text.escape_debug()))
    }
}

serialized_as_text!(Digest);

#[cfg(test)]
mod tests {
    use super::{Digest, GroupCount};

    #[test]
    fn a_count_is_written_as_it_is_read() {
        for good in [r##"["overlong",480,"#85944171f73967e8"]"##, r#"["bom",1,"*"]"#] {
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
        ] {
            assert!(serde_json::from_str::<GroupCount>(bad).is_err(), "{bad}");
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
            assert_eq!(good.parse::<Digest>().unwrap().to_string(), good);
        }
        for bad in
            ["", "#", "85944171f73967e8", "#85944171F73967E8", "#+5944171f73967e8", "#85944171f73967e80"]
        {
            assert!(bad.parse::<Digest>().is_err(), "{bad}");
        }
    }
}
