//! Where and for which versions an entry is meant.

use crate::record::run_record::{DecoderRecord, RunRecord};
use serde::{Deserialize, Serialize};

/// Where an entry is meant; everywhere if nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a condition object")]
pub struct Condition {
    /// Versions, such as `>=3.11,<3.14`: all parts must hold. `=21` holds for 21 and 21.0.3, as `>=21` and `<22` do.
    ///
    /// A version is the first numbers with points between them in what an implementation says of itself; what follows them,
    /// as in `3.14.0rc1`, is not looked at, and parts that are missing are 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The operating system, as Rust names it: `linux`, `macos`, `windows`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub os: Option<String>,
    /// The processor's architecture, as Rust names it: `x86_64`, `aarch64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arch: Option<String>,
}

impl Condition {
    /// The version of `decoder` and the platform of `record`.
    pub fn pinned(record: &RunRecord, decoder: &DecoderRecord) -> Self {
        Self {
            version: exact_version(&decoder.version),
            os: Some(record.platform.os.clone()),
            arch: Some(record.platform.arch.clone()),
        }
    }

    /// Whether it holds for a decoder of `version` there.
    pub fn holds(&self, version: &str, os: &str, arch: &str) -> bool {
        self.version.as_ref().is_none_or(|range| is_in_range(version, range))
            && self.os.as_ref().is_none_or(|wanted| wanted == os)
            && self.arch.as_ref().is_none_or(|wanted| wanted == arch)
    }

    /// Whether it holds for `decoder`, which is in `record`.
    pub(crate) fn describes(&self, record: &RunRecord, decoder: &DecoderRecord) -> bool {
        self.holds(&decoder.version, &record.platform.os, &record.platform.arch)
    }

    /// What is wrong with it by itself, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        if let Some(Err(fault)) = self.version.as_deref().map(version_range) {
            return Some(fault);
        }
        let is_odd = |name: &&String| {
            let legal = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
            name.is_empty() || !name.bytes().all(legal)
        };
        let odd = self.os.iter().chain(&self.arch).find(is_odd)?;
        let known = "Rust's are such as linux, macos, windows, x86_64, aarch64";
        Some(format!("`{}` is no name of a system or architecture: {known}", odd.escape_debug()))
    }
}

/// The range of the version that stands in `text` alone, if one does.
pub fn exact_version(text: &str) -> Option<String> {
    let numbers = numbers_in(text)?.iter().map(u64::to_string).collect::<Vec<_>>();
    Some(format!("={}", numbers.join(".")))
}

/// `text`, if it is a range of versions; else why it is none.
pub fn version_range(text: &str) -> Result<String, String> {
    match text.split(',').find(|part| parsed(part).is_none()) {
        None => Ok(text.to_owned()),
        Some(part) => {
            let part = part.escape_debug();
            Err(format!("`{part}` is no condition on a version, expected such as >=3.11,<3.14"))
        }
    }
}

/// A part of a range: its sign, and a version in one form. The longer signs come before those that they begin with.
fn parsed(part: &str) -> Option<(&'static str, Vec<u64>)> {
    let sign = ["<=", ">=", "<", ">", "="].into_iter().find(|sign| part.starts_with(sign))?;
    let numbers = part[sign.len()..].split('.').map(|number| {
        let value: u64 = number.parse().ok()?;
        (value.to_string() == number).then_some(value)
    });
    Some((sign, numbers.collect::<Option<_>>()?))
}

/// Whether the version that stands in `text` is in `range`; not if none stands there.
fn is_in_range(text: &str, range: &str) -> bool {
    let Some(version) = numbers_in(text) else { return false };
    range.split(',').all(|part| {
        let Some((sign, wanted)) = parsed(part) else { return false };
        let order = without_zeros(&version).cmp(without_zeros(&wanted));
        match sign {
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            ">" => order.is_gt(),
            _ => without_zeros(&version[..version.len().min(wanted.len())]) == without_zeros(&wanted),
        }
    })
}

/// `version` without the zeros at its end, which mean the same as no number.
fn without_zeros(version: &[u64]) -> &[u64] {
    let end = version.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1);
    &version[..end]
}

/// The first numbers in `text` with points between them.
fn numbers_in(text: &str) -> Option<Vec<u64>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let numbers = text[start..].split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    numbers.split('.').take_while(|number| !number.is_empty()).map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Condition, exact_version, is_in_range, version_range};

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
            assert_eq!(version_range(range).as_deref(), Ok(range));
            assert_eq!(is_in_range(version, range), contains, "{range} {version}");
        }
        assert_eq!(exact_version("OpenJDK 17.0.13+11").as_deref(), Some("=17.0.13"));
        assert_eq!(exact_version("unknown"), None);
        for bad in ["", "3.11", ">=", ">=3.x", ">=3,,<4", "~>3", ">=03", ">=99999999999999999999"] {
            assert!(version_range(bad).is_err(), "{bad}");
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
        let arm = Condition { arch: Some("aarch64".to_owned()), version: Some(">=2".to_owned()), ..linux };
        assert!(arm.holds("2.1", "linux", "aarch64") && !arm.holds("1.9", "linux", "aarch64"));
        assert!(!arm.holds("2.1", "linux", "x86_64"));
    }
}
