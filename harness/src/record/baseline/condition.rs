//! Where and for which versions an entry is meant.

use crate::record::serialized_as_text::serialized_as_text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Where an entry is meant; everywhere if nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a condition object")]
pub struct Condition {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<VersionRange>,
    /// The operating system, as Rust names it: `linux`, `macos`, `windows`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub os: Option<String>,
    /// The processor's architecture, as Rust names it: `x86_64`, `aarch64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arch: Option<String>,
}

impl Condition {
    /// Whether it holds for a decoder of `version` there.
    pub fn holds(&self, version: &str, os: &str, arch: &str) -> bool {
        self.version.as_ref().is_none_or(|range| range.contains(version))
            && self.os.as_ref().is_none_or(|wanted| wanted == os)
            && self.arch.as_ref().is_none_or(|wanted| wanted == arch)
    }

    /// What is wrong with it by itself, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        let is_odd = |name: &&String| {
            let legal = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
            name.is_empty() || !name.bytes().all(legal)
        };
        let odd = self.os.iter().chain(&self.arch).find(is_odd)?;
        let known = "Rust's are such as linux, macos, windows, x86_64, aarch64";
        Some(format!("`{}` is no name of a system or architecture: {known}", odd.escape_debug()))
    }
}

/// Versions, such as `>=3.11,<3.14`: all parts must hold. `=21` holds for 21 and 21.0.3, as `>=21` and `<22` do.
///
/// A version is the first numbers with points between them in what an implementation says of itself; what follows them, as
/// in `3.14.0rc1`, is not looked at, and parts that are missing are 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRange(Vec<(&'static str, Vec<u64>)>);

/// How versions are compared. The longer signs come before those that they begin with.
const SIGNS: [&str; 5] = ["<=", ">=", "<", ">", "="];

impl VersionRange {
    /// The version that stands in `text` alone, if one does.
    pub fn exactly(text: &str) -> Option<Self> {
        numbers_in(text).map(|version| Self(vec![("=", version)]))
    }

    /// Whether the version that stands in `text` is one of them; not if none stands there.
    pub fn contains(&self, text: &str) -> bool {
        let Some(version) = numbers_in(text) else { return false };
        self.0.iter().all(|(sign, wanted)| {
            let order = without_zeros(&version).cmp(without_zeros(wanted));
            match *sign {
                "<" => order.is_lt(),
                "<=" => order.is_le(),
                ">=" => order.is_ge(),
                ">" => order.is_gt(),
                _ => without_zeros(&version[..version.len().min(wanted.len())]) == without_zeros(wanted),
            }
        })
    }
}

/// `version` without the zeros at its end, which mean the same as no number.
fn without_zeros(version: &[u64]) -> &[u64] {
    let end = version.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1);
    &version[..end]
}

/// The first numbers in `text` with points between them.
fn numbers_in(text: &str) -> Option<Vec<u64>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end =
        text[start..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text.len(), |end| start + end);
    let numbers = text[start..end].split('.').take_while(|number| !number.is_empty());
    numbers.map(|number| number.parse().ok()).collect()
}

impl fmt::Display for VersionRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (sign, version)) in self.0.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let version: Vec<String> = version.iter().map(u64::to_string).collect();
            write!(formatter, "{comma}{sign}{}", version.join("."))?;
        }
        Ok(())
    }
}

impl FromStr for VersionRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |part: &str| {
            let bad = || format!("`{part}` is no condition on a version, expected such as >=3.11,<3.14");
            let sign = SIGNS.into_iter().find(|sign| part.starts_with(sign)).ok_or_else(bad)?;
            let version = part[sign.len()..].split('.').map(|number| {
                // Written back it must be the same text.
                number.parse().ok().filter(|value: &u64| value.to_string() == number)
            });
            version.collect::<Option<Vec<u64>>>().map(|version| (sign, version)).ok_or_else(bad)
        };
        text.split(',').map(part).collect::<Result<_, _>>().map(Self)
    }
}

serialized_as_text!(VersionRange);

#[cfg(test)]
mod tests {
    use super::{Condition, VersionRange};

    #[test]
    fn a_version_is_held_to_all_parts_of_a_range() {
        let table = [
            (">=3.11,<3.14", "3.11", true),
            (">=3.11,<3.14", "3.13.5", true),
            (">=3.11,<3.14", "3.14.0rc1", false),
            (">=3.11,<3.14", "CPython 3.12.1 (main)", true),
            (">=3.11", "3.9.18", false),
            ("=21", "21.0.3+9", true),
            ("=21", "22", false),
            ("=1.0", "1", true),
            ("<=5", "5.0.1", false),
            (">5", "5.0.1", true),
            (">=0", "unknown", false),
        ];
        for (range, version, contains) in table {
            let parsed: VersionRange = range.parse().unwrap();
            assert_eq!(parsed.contains(version), contains, "{range} {version}");
            assert_eq!(parsed.to_string(), range);
        }
        let exactly = VersionRange::exactly("OpenJDK 17.0.13+11").unwrap();
        assert_eq!(exactly.to_string(), "=17.0.13");
        assert_eq!(VersionRange::exactly("unknown"), None);
        for bad in ["", "3.11", ">=", ">=3.x", ">=3,,<4", "~>3", ">=03", ">=99999999999999999999"] {
            assert!(bad.parse::<VersionRange>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_system_has_a_name_as_rust_writes_it() {
        let of = |os: &str| Condition { os: Some(os.to_owned()), ..Condition::default() };
        assert_eq!(of("linux").fault(), None);
        for bad in ["Linux", "", "mac os"] {
            assert!(of(bad).fault().is_some(), "{bad}");
        }
    }

    #[test]
    fn a_condition_holds_when_all_that_it_says_does() {
        let linux = Condition { os: Some("linux".to_owned()), ..Condition::default() };
        assert!(Condition::default().holds("", "linux", "x86_64"));
        assert!(linux.holds("", "linux", "x86_64"));
        assert!(!linux.holds("", "macos", "aarch64"));
        let arm = Condition { arch: Some("aarch64".to_owned()), version: ">=2".parse().ok(), ..linux };
        assert!(arm.holds("2.1", "linux", "aarch64") && !arm.holds("1.9", "linux", "aarch64"));
        assert!(!arm.holds("2.1", "linux", "x86_64"));
    }
}
