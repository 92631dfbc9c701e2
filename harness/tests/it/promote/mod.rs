//! `illformed promote` as it is typed, on copies of the vectors and the corpus.

mod black_box;
mod kept;
mod refused;
#[cfg(feature = "test-engines")]
mod searched;
mod workshop;
