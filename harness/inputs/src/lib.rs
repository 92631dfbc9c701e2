//! Inputs that find faults of UTF-8 decoders: characters at the edges of the grammar's rows, the shapes of what is
//! ill-formed, the same across the borders of blocks, in chunks and scripts of calls, and long runs. They are the same for
//! the same seed. Black-box fuzzing asks a decoder what a [`Generator`] makes; the mutator of the fuzz targets is made of
//! the pieces.
//!
//! This is a crate of its own, and small, because a search builds it with its engine in it whenever the codec changes.
//! It has no stable interface.
//!
//! # Examples
//!
//! ```
//! use illformed_inputs::Generator;
//! use illformed_judge::claim::{Claim, Profile};
//!
//! let inputs = || Generator::new(1, "mine/decoder", &Claim::strict(Profile::Rfc3629), Some(64));
//! let mut generator = inputs();
//! let input = generator.next_input();
//! assert!(input.bytes().len() <= 64);
//! assert_eq!(inputs().next_input(), input);
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod calls;
mod composition;
mod elements;
mod generator;
mod long;
mod mutation;
mod random;
mod shape;
mod sweep;
mod text;

pub use calls::in_calls;
pub use composition::composed;
pub use elements::ELEMENTS;
pub use generator::Generator;
pub use long::LONGEST;
pub use mutation::{change, mutated};
pub use random::Random;
pub use shape::EDGES;
pub use sweep::{Sweep, SweepInput};
