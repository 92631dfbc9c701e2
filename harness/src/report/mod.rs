//! Renders a record, one file a format. Each is a function from a [`RunRecord`](crate::record::RunRecord) to text.

mod acceptance;
mod baseline;
mod cell;
pub(crate) mod finding;
#[cfg(feature = "cli")]
mod html;
mod json;
mod kinds;
mod matrix;
mod replacement;
mod standing;
pub(crate) mod style;
mod terminal;

pub use baseline::{BaselineOptions, baseline};
#[cfg(feature = "cli")]
pub use html::html;
pub use json::json;
pub use style::{Style, tame};
pub use terminal::{TerminalOptions, terminal};
