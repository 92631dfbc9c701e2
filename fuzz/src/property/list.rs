//! What a property is, and the properties there are. The fuzz targets have the same names; a test in `fuzz`
//! says so.

use crate::property;
use std::panic;

/// Something that is true of any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// Its name, which is that of its function, its module and its fuzz target.
    pub name: &'static str,
    /// Which of the corpus a search starts from.
    pub seeds: Seeds,
    /// Returns when it holds for these bytes; panics, with a message that shows them, when it does not.
    pub check: fn(&[u8]),
}

/// What the bytes are meant to be. Every property holds for all bytes; a search gets further from the right ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// Bytes to decode: `corpus/bytes`.
    Bytes,
    /// JSON and labels, for the readers: `corpus/text`.
    Text,
    /// Calls as a structure: `corpus/calls`.
    Calls,
}

impl Seeds {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Text, Self::Calls];

    /// The name of the folder in the corpus.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Text => "text",
            Self::Calls => "calls",
        }
    }
}

/// All of them.
pub const ALL: &[Property] = &[
    Property { name: "decoders_agree", seeds: Seeds::Bytes, check: property::decoders_agree },
    Property { name: "dialects_match_oracles", seeds: Seeds::Bytes, check: property::dialects_match_oracles },
    Property { name: "chunks_equal_whole", seeds: Seeds::Bytes, check: property::chunks_equal_whole },
    Property { name: "policies_agree", seeds: Seeds::Bytes, check: property::policies_agree },
    Property { name: "encode_round_trips", seeds: Seeds::Bytes, check: property::encode_round_trips },
    Property { name: "boundaries_are_found", seeds: Seeds::Bytes, check: property::boundaries_are_found },
    Property { name: "detection_agrees", seeds: Seeds::Bytes, check: property::detection_agrees },
    Property { name: "labels_agree", seeds: Seeds::Text, check: property::labels_agree },
    Property {
        name: "vectors_are_read_strictly",
        seeds: Seeds::Text,
        check: property::vectors_are_read_strictly,
    },
    #[cfg(feature = "readers")]
    Property {
        name: "protocol_is_read_strictly",
        seeds: Seeds::Text,
        check: property::protocol_is_read_strictly,
    },
    #[cfg(feature = "readers")]
    Property {
        name: "records_are_read_strictly",
        seeds: Seeds::Text,
        check: property::records_are_read_strictly,
    },
    #[cfg(feature = "readers")]
    Property {
        name: "baselines_are_read_strictly",
        seeds: Seeds::Text,
        check: property::baselines_are_read_strictly,
    },
    Property {
        name: "call_scripts_follow_the_model",
        seeds: Seeds::Calls,
        check: property::call_scripts_follow_the_model,
    },
];

impl Property {
    /// Whether the property holds for `bytes`. When it does not, its panic has gone through the panic hook,
    /// which by default writes the message to standard error.
    pub fn holds_for(&self, bytes: &[u8]) -> bool {
        panic::catch_unwind(|| (self.check)(bytes)).is_ok()
    }
}
