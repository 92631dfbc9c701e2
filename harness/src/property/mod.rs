//! Properties that hold for any bytes whatever: the bodies of the fuzz targets, and what the corpus is
//! replayed through.

mod corpus;
mod decoders_agree;
mod list;

pub use corpus::{CorpusFile, Unreadable, corpus_files};
pub use decoders_agree::decoders_agree;
pub use list::{ALL, Property};
