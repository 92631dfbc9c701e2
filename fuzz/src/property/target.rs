//! What a search has to know of a target.

use crate::property::{self, ALL, Property, Seeds};

impl Seeds {
    /// The longest input in bytes that a search makes. What is true of UTF-8 shows in few bytes, and short inputs run
    /// faster; what reads text needs a line of it.
    pub const fn max_len(self) -> usize {
        match self {
            Self::Bytes | Self::Calls => 128,
            Self::Text => 1024,
        }
    }

    /// The file in `fuzz/` with words that a search puts into inputs, if there is one for this kind of them.
    pub const fn dictionary(self) -> Option<&'static str> {
        match self {
            Self::Bytes | Self::Calls => Some("utf8.dict"),
            Self::Text => None,
        }
    }
}

impl Property {
    /// The property of this name: one of [`ALL`], or `empty` or `planted_fault`, which have to be named to be searched.
    pub fn named(name: &str) -> Option<Self> {
        let unlisted = match name {
            "empty" => Some(Self { name: "empty", seeds: Seeds::Bytes, check: property::empty }),
            #[cfg(feature = "planted")]
            "planted_fault" => Some(Self {
                name: "planted_fault",
                seeds: property::planted_seeds(),
                check: property::planted_fault,
            }),
            _ => None,
        };
        unlisted.or_else(|| ALL.iter().find(|property| property.name == name).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_its_name_and_two_that_are_none_have_one_too() {
        for property in ALL {
            assert_eq!(Property::named(property.name).map(|named| named.name), Some(property.name));
        }
        for name in ["empty", "planted_fault"] {
            assert!(Property::named(name).is_some() && ALL.iter().all(|property| property.name != name));
        }
        assert!(Property::named("gone").is_none());
    }
}
