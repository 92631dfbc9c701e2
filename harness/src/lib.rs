//! The library of the program `illformed`. It has no stable interface: what is published for other crates is
//! [`illformed_judge`].
//!
//! The rooms, each using only those before it:
//!
//! | room | what it does |
//! |---|---|
//! | [`illformed_judge`] | cases, claims, expectations, verdicts; pure |
//! | [`ask`] | asks decoders: in this process, as programs that speak the protocol, as commands |
//! | [`record`] | runs a plan, records it, compares it with baselines and with other records |
//! | [`search`] | black-box fuzzing of decoders, and findings that become vectors |
//! | [`tell`] (feature `cli`) | renders records; exports suites |
//! | `cli` (feature `cli`) | the command line; only this prints |
//!
//! Unsafe code is in `ask::native` alone: foreign functions, pages and signals. Only [`ask::adapter`] starts programs.

#![deny(unsafe_code)]

pub mod ask;
#[cfg(feature = "cli")]
pub mod cli;
pub mod record;
pub mod search;
#[cfg(feature = "cli")]
pub mod tell;
