//! A test for each vector, for a Rust author's own decoder (feature `libtest`).
//!
//! The tests look and behave like `#[test]`s: a filter, `--list`, `--exact`, `--skip` and cargo-nextest work. It takes two
//! entries in `Cargo.toml` and a file of one line.
//!
//! ```toml
//! [dev-dependencies]
//! illformed-judge = { version = "0.1", features = ["libtest"] }
//!
//! [[test]]
//! name = "utf8"
//! harness = false
//! ```
//!
//! `tests/utf8.rs`, here with a decoder that everybody has:
//!
//! ```
//! use illformed_judge::claim::{Claim, Profile};
//!
//! fn main() {
//!     illformed_judge::libtest::main(Claim::strict(Profile::Rfc3629), str::from_utf8)
//! }
//! ```
//!
//! `cargo test --test utf8 overlong` asks it whatever has `overlong` in its name. A test that fails has one line: the shortest input
//! that fails, and what is wrong. After all tests stands a block for each cause, as `illformed run` has it: how many tests fail, and of
//! the shortest input bytes, bits, the parse, what was expected and observed, and the section of the standard. Where that
//! passes in a process of its own, the cause is `state-leaks`: it depends on what was asked before, or on other threads
//! (`--test-threads 1` tells).
//!
//! # What the decoder gives
//!
//! Anything that is [`Decoded`]: `bool` or `Option<()>` of a validator, `Result<String, usize>` with the offset of the
//! error, `Result<&str, Utf8Error>`, `Vec<char>`, a bare `String` or `Cow<str>` of a lossy decoder. What the type cannot
//! say is not compared. Another error type is brought into shape by `map_err`, into [`StreamError`] where all of it counts:
//!
//! ```
//! use illformed_judge::libtest::StreamError;
//! # struct MyError { at: usize, len: usize }
//! # fn my_decode(_: &[u8]) -> Result<Vec<char>, MyError> { Err(MyError { at: 0, len: 1 }) }
//!
//! let decode = |bytes| {
//!     my_decode(bytes).map_err(|error| StreamError {
//!         at: Some(error.at),
//!         len: Some(error.len),
//!         ..StreamError::default()
//!     })
//! };
//! # assert!(decode(b"\xFF").is_err());
//! ```
//!
//! # Which tests there are
//!
//! A test is a vector and has its id, behind `<decoder>::` where a [`TestProgram`] has several decoders. It asks the vector and all
//! cases that `illformed run` derives from it: at other places of an input, repeated, before and behind other bytes; of one that takes
//! chunks ([`streaming_main`]) also in chunks and behind a reset. `--exact` takes the id of such a case as well. The inputs of the
//! complete suite are one test, `complete`. What a run sweeps beside its cases has no test: `illformed run --library` asks that of a
//! function with a C interface.
//!
//! A test is *ignored* where none of its cases can be asked, or where the right answer is not defined: a byte of
//! [`Claim::cannot`], a standard that is silent, a number of characters where no replacement is documented. `--include-ignored` shows
//! the reason. Text is judged by what every policy must do where no policy is documented. A decoder of which nothing at all can be
//! judged has one test, and that fails.
//!
//! A panic of the decoder fails the test at hand, if panics unwind. Nothing ends a decoder that hangs; cargo-nextest does,
//! when it is told to.
//!
//! [`Claim::cannot`]: crate::claim::Claim::cannot

mod decoded;
mod failure_log;
mod test_program;
mod tested_decoder;
mod trial;
mod vector_test;

pub use crate::in_process::{Stream, StreamError};
pub use crate::observation::Text;
pub use decoded::{Decoded, DecodedText};
pub use test_program::{TestProgram, main, streaming_main};
