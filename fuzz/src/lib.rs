//! The fuzz targets: the properties that hold for any bytes, and what gives each a way in.
//!
//! * [`property`]: the properties, the bodies of the targets. They need codec, vectors and judge; those of the readers of
//!   records, baselines and the protocol are behind the feature `readers`.
//! * `mutation` (feature `mutator`): a mutator that knows UTF-8, for libFuzzer; `without-mutator` leaves it out, to measure what
//!   it is worth. AFL++ would want it as a C library of its own; there the dictionary has to do.
//! * [`corpus_files`]: kept inputs. `engines replay` puts them through a property without an engine.
//! * `target!`: the way in. With the feature `libfuzzer` that is libFuzzer's entry point, and libFuzzer has the `main`.
//!   With `afl` it is a `main` that AFL++ feeds; it links under `cargo afl build` alone. With both it is libFuzzer's.
//!   Without an engine there is no target.
//!
//! libFuzzer's entry points are `#[no_mangle]` functions, which the lint `unsafe_code` counts as unsafe code. The targets
//! need no exception from the workspace's `deny`: rustc does not lint what a macro of another crate expands to.

#![forbid(unsafe_code)]

mod corpus;
mod failure;
#[cfg(feature = "mutator")]
pub mod mutation;
pub mod property;

#[cfg(feature = "afl")]
#[doc(hidden)]
pub use afl;
#[cfg(feature = "libfuzzer")]
#[doc(hidden)]
pub use libfuzzer_sys;

pub use corpus::{CorpusFile, corpus_files};
pub use failure::{PropertyFailure, must_hold};

/// Makes a crate the fuzz target of the property of this name, as in `target!(decoders_agree, Seeds::Bytes);`. What its inputs are
/// is said, since the mutator depends on it, and not looked up in the list of properties, because a target that names them
/// all has the code of all in it, whose counters the engine looks through after each execution.
#[cfg(feature = "libfuzzer")]
#[macro_export]
macro_rules! target {
    ($property:ident, $seeds:expr) => {
        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
            $crate::must_hold(stringify!($property), $crate::property::$property(bytes));
        });
        #[cfg(not(feature = "without-mutator"))]
        $crate::libfuzzer_sys::fuzz_mutator!(|bytes: &mut [u8], len: usize, max_len: usize, seed: u32| {
            $crate::mutation::mutated($seeds, bytes, len, max_len, seed)
        });
    };
}

#[cfg(all(feature = "afl", not(feature = "libfuzzer")))]
#[macro_export]
macro_rules! target {
    ($property:ident, $seeds:expr) => {
        fn main() {
            $crate::afl::fuzz!(|bytes: &[u8]| {
                $crate::must_hold(stringify!($property), $crate::property::$property(bytes));
            });
        }
    };
}
