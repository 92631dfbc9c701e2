//! Renders a record, one file a format. Each is a function from a [`RunRecord`](crate::record::RunRecord) to text.

mod acceptance;
#[cfg(feature = "cli")]
mod account;
mod cell;
pub(crate) mod finding;
#[cfg(feature = "cli")]
mod html;
mod json;
#[cfg(feature = "cli")]
mod junit;
mod kinds;
mod matrix;
mod replacement;
#[cfg(feature = "cli")]
mod sarif;
mod standing;
pub(crate) mod style;
mod terminal;

#[cfg(feature = "cli")]
pub use html::html;
pub use json::json;
#[cfg(feature = "cli")]
pub use junit::junit;
#[cfg(feature = "cli")]
pub use sarif::sarif;
pub use style::Style;
pub use terminal::{TerminalOptions, terminal};
