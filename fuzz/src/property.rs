//! Properties that hold for any bytes whatever: the bodies of the fuzz targets, and what the corpus is
//! replayed through.

mod agreement;
#[cfg(feature = "readers")]
mod baselines_are_read_strictly;
mod boundaries_are_found;
mod call_scripts_follow_the_model;
mod chunks_equal_whole;
mod decoders_agree;
mod dialects_match_oracles;
mod encode_round_trips;
#[cfg(feature = "planted")]
mod planted_fault;
mod policies_agree;
#[cfg(feature = "readers")]
mod protocol_is_read_strictly;
#[cfg(feature = "readers")]
mod records_are_read_strictly;
mod stream;
mod vectors_are_read_strictly;

use agreement::same;
use std::hint::black_box;

pub use agreement::PropertyOutcome;
pub use call_scripts_follow_the_model::{CallScript, write_calls};
pub use chunks_equal_whole::chunks;
#[cfg(feature = "planted")]
pub use planted_fault::{FAULT_VARIABLE, planted_fault, planted_seeds};

/// Exports each property, the function of that name in the module of that name, and lists all; some are there with a feature
/// alone.
macro_rules! properties {
    ($($name:ident: $seeds:ident $(if $feature:literal)?,)*) => {
        $($(#[cfg(feature = $feature)])? pub use $name::$name;)*

        /// All of them. The fuzz targets have the same names; a test in `fuzz` says so.
        pub const ALL: &[Property] = &[
            $(
                $(#[cfg(feature = $feature)])?
                Property { $(feature: Some($feature),)? ..Property::new(stringify!($name), Seeds::$seeds, $name::$name) },
            )*
        ];
    };
}

properties! {
    decoders_agree: Bytes,
    dialects_match_oracles: Bytes,
    chunks_equal_whole: Bytes,
    policies_agree: Bytes,
    encode_round_trips: Bytes,
    boundaries_are_found: Bytes,
    vectors_are_read_strictly: Text,
    protocol_is_read_strictly: Text if "readers",
    records_are_read_strictly: Text if "readers",
    baselines_are_read_strictly: Text if "readers",
    call_scripts_follow_the_model: Calls,
}

/// Something that is true of any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// That of its function, its module and its fuzz target.
    pub name: &'static str,
    /// Which of the corpus a search starts from.
    pub seeds: Seeds,
    /// The feature of this crate that it is behind, if any: what it needs besides codec, vectors and judge takes longer to
    /// build than all else.
    pub feature: Option<&'static str>,
    /// Says whether it holds for these bytes. What it asks may panic: see [`Property::outcome`].
    pub check: fn(&[u8]) -> PropertyOutcome,
}

/// What the bytes are meant to be. Every property holds for all bytes; a search gets further from the right ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// Bytes to decode: `corpus/bytes`.
    Bytes,
    /// JSON, for the readers: `corpus/text`.
    Text,
    /// Calls as a structure: `corpus/calls`.
    Calls,
}

impl Seeds {
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Text, Self::Calls];

    /// The name of the folder in the corpus.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Text => "text",
            Self::Calls => "calls",
        }
    }

    /// The longest input in bytes that a search makes. What is true of UTF-8 shows in few bytes, and short inputs run
    /// faster; what reads text needs a line of it.
    pub const fn max_len(self) -> usize {
        if matches!(self, Self::Text) { 1024 } else { 128 }
    }
}

impl Property {
    /// A property that needs no feature.
    pub const fn new(name: &'static str, seeds: Seeds, check: fn(&[u8]) -> PropertyOutcome) -> Self {
        Self { name, seeds, feature: None, check }
    }

    /// The property of this name: one of [`ALL`], or `empty`, `naive` or (with the feature `planted`) `planted_fault`,
    /// which have to be named to be searched.
    pub fn named(name: &str) -> Option<Self> {
        let unlisted = match name {
            "empty" => Some(Self::new("empty", Seeds::Bytes, empty)),
            "naive" => Some(Self::new("naive", Seeds::Bytes, naive)),
            #[cfg(feature = "planted")]
            "planted_fault" => Some(Self {
                feature: Some("planted"),
                ..Self::new("planted_fault", planted_seeds(), planted_fault)
            }),
            _ => None,
        };
        unlisted.or_else(|| ALL.iter().find(|property| property.name == name).copied())
    }
}

/// Returns, whatever the bytes are: the executions a second of a target stand beside those of this one.
pub fn empty(bytes: &[u8]) -> PropertyOutcome {
    black_box(bytes);
    Ok(())
}

/// Returns when simdutf8 takes the same bytes as Rust's standard library: the least that a target of somebody's own would
/// check.
pub fn naive(bytes: &[u8]) -> PropertyOutcome {
    let (std, simdutf8) = (str::from_utf8(bytes).is_ok(), simdutf8::basic::from_utf8(bytes).is_ok());
    same("well-formed", ("std", [std]), ("simdutf8", [simdutf8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_its_name_and_those_that_are_not_listed_have_one_too() {
        for property in ALL {
            assert_eq!(Property::named(property.name).map(|named| named.name), Some(property.name));
        }
        for (name, is_there) in
            [("empty", true), ("naive", true), ("planted_fault", cfg!(feature = "planted"))]
        {
            assert_eq!(Property::named(name).is_some(), is_there, "{name}");
            assert!(ALL.iter().all(|property| property.name != name));
        }
        assert!(Property::named("gone").is_none());
    }
}
