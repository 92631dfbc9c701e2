//! What all fuzz targets are made of: [`target!`] gives a property of [`illformed::property`] a way in.
//!
//! With the feature `libfuzzer` that is libFuzzer's entry point, and libFuzzer has the `main`. With `afl` it is a
//! `main` that AFL++ feeds; it links under `cargo afl build` alone. With both it is libFuzzer's. Without an engine it is
//! a `main` that replays files and folders, see [`replay()`].
//!
//! libFuzzer's entry points are `#[no_mangle]` functions, which the lint `unsafe_code` counts as unsafe code.
//! The targets need no exception from the workspace's `deny`: rustc does not lint what a macro of another
//! crate expands to, and [`target!`] is one to them. So the lint still stands for every line that is written
//! in this package.

#![forbid(unsafe_code)]

mod replay;

#[cfg(feature = "afl")]
#[doc(hidden)]
pub use afl;
#[cfg(feature = "libfuzzer")]
#[doc(hidden)]
pub use libfuzzer_sys;

pub use crate::replay::replay;

/// Makes a crate the fuzz target of the property of this name, as in `target!(decoders_agree);`.
#[cfg(feature = "libfuzzer")]
#[macro_export]
macro_rules! target {
    ($property:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ::illformed::property::$property(bytes));
    };
}

/// Makes a crate the fuzz target of the property of this name, as in `target!(decoders_agree);`.
#[cfg(all(feature = "afl", not(feature = "libfuzzer")))]
#[macro_export]
macro_rules! target {
    ($property:ident) => {
        fn main() {
            $crate::afl::fuzz!(|bytes: &[u8]| {
                ::illformed::property::$property(bytes);
            });
        }
    };
}

/// Makes a crate the fuzz target of the property of this name, as in `target!(decoders_agree);`.
#[cfg(not(any(feature = "libfuzzer", feature = "afl")))]
#[macro_export]
macro_rules! target {
    ($property:ident) => {
        fn main() -> ::std::process::ExitCode {
            $crate::replay(
                ::std::stringify!($property),
                ::illformed::property::$property,
                ::std::env::args_os().skip(1),
            )
        }
    };
}
