//! Vectors that are worked out: from the grammar that RFC 3629 prints and from arithmetic, never from a decoder. And the
//! suite as flat files. Pure: it returns text and writes no file.

mod characters;
mod flat;
mod folder;
mod sequences;
mod specimen;
mod swallow;

pub use flat::{COLUMNS, flat};
pub use folder::{GeneratedFile, generated};
