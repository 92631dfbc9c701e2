//! A mutator that knows UTF-8, for fuzz engines: it changes an input as libFuzzer's custom mutators do, in place, and
//! needs nothing from the engine.

mod bytes;
mod calls;
mod mutate;

pub use mutate::mutate;
#[cfg(feature = "libfuzzer")]
pub use mutate::mutated;
