//! `engines promote` as it is typed, on copies of the vectors and the corpus.

mod artifact;
mod kept;
mod refused;
#[cfg(feature = "test-engines")]
mod searched;
