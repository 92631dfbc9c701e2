//! Properties that hold for any bytes whatever: the bodies of the fuzz targets, and what the corpus is
//! replayed through.

mod agreement;
#[cfg(feature = "readers")]
mod baselines_are_read_strictly;
mod boundaries_are_found;
mod call_script;
mod call_scripts_follow_the_model;
mod chunk_decoder;
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
mod vectors_are_read_strictly;

#[cfg(feature = "readers")]
pub use baselines_are_read_strictly::baselines_are_read_strictly;
pub use boundaries_are_found::boundaries_are_found;
pub use call_script::{CallScript, write_calls};
pub use call_scripts_follow_the_model::call_scripts_follow_the_model;
pub use chunks_equal_whole::{chunks, chunks_equal_whole};
pub use decoders_agree::decoders_agree;
pub use detection_agrees::detection_agrees;
pub use dialects_match_oracles::dialects_match_oracles;
pub use encode_round_trips::encode_round_trips;
pub use labels_agree::labels_agree;
pub use list::{ALL, Property, Seeds, empty};
#[cfg(feature = "planted")]
pub use planted_fault::{FAULT_VARIABLE, planted_fault, planted_seeds};
pub use policies_agree::policies_agree;
#[cfg(feature = "readers")]
pub use protocol_is_read_strictly::protocol_is_read_strictly;
#[cfg(feature = "readers")]
pub use records_are_read_strictly::records_are_read_strictly;
pub use vectors_are_read_strictly::vectors_are_read_strictly;
