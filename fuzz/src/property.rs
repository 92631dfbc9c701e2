//! Properties that hold for any bytes whatever: the bodies of the fuzz targets, and what the corpus is
//! replayed through.

mod agreement;
#[cfg(feature = "readers")]
mod baselines_are_read_strictly;
mod boundaries_are_found;
mod call_scripts_follow_the_model;
mod chunks_equal_whole;
mod decoders_agree;
mod detection_agrees;
mod dialects_match_oracles;
mod encode_round_trips;
mod labels_agree;
mod list;
#[cfg(feature = "planted")]
mod planted_fault;
mod policies_agree;
#[cfg(feature = "readers")]
mod protocol_is_read_strictly;
mod reading;
#[cfg(feature = "readers")]
mod records_are_read_strictly;
mod stream;
mod vectors_are_read_strictly;

pub use agreement::Outcome;
pub use call_scripts_follow_the_model::{CallScript, write_calls};
pub use chunks_equal_whole::chunks;
pub use list::{Property, Seeds, empty, naive};
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
    detection_agrees: Bytes,
    labels_agree: Text,
    vectors_are_read_strictly: Text,
    protocol_is_read_strictly: Text if "readers",
    records_are_read_strictly: Text if "readers",
    baselines_are_read_strictly: Text if "readers",
    call_scripts_follow_the_model: Calls,
}
