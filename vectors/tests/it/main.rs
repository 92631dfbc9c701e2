//! All tests of the files and their loaders: one program, so that it is linked once.

mod claims;
mod embedded;
mod incidents;
mod notation;
mod schema;
mod strictness;
