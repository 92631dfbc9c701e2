//! The codec against sources that share no code with it, function by function: each is a map of something small, so that little
//! work says much. A run does this before it judges; the checks of vectors do it with more inputs.

mod decoding;
mod probe;
mod text;

pub use decoding::stream_fault;
pub(crate) use decoding::whole_fault;
pub use probe::codec_fault;
pub use text::{code_fault, codes_fault, whole_text_fault};
